#!/usr/bin/python3
"""The rows of a page are accounted for, and a newer page keeps the ids of the older one.

coverage lists what nothing names, what is named in two ways, what only drafts name, what is not on
the page, and counts the rest table by table.
diff pairs the rows of two pages by what they say: rows that moved, changed, are gone or new are
listed with the ids of the entries behind them, and two equal pages give nothing.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import Checks, Folder, skip                           # noqa: E402

try:
    from patterngen_test import LOG, RAISED, STAR, page, patterngen, table, write  # noqa: E402
except ImportError:
    skip('needs python3-yaml')

PAGE = page(
    table(RAISED, [STAR, '404', 'Star %(id)s is lost.', 'a lookup of a star', 'aurora/api.py:10', '404'],
          ['StarLost', '404', 'idem', 'the star set while it was measured', 'aurora/api.py:80', '404'],
          ['SkyDim (aurora/exception.py:30)', '500', 'Sky is dim', 'clouds', 'aurora/sky.py:5', '—']),
    'Log',
    table(LOG, ['ERROR', 'Star %s fell', 'dawn', 'aurora/sky.py:40'],
          ['WARNING', 'Sky %(name)s is closed', 'dusk', 'aurora/sky.py:70']),
    'Bodies',
    table(['Rule', 'Consequence'], ['title is short', 'it is cut']))

HEAD = """format: 1
service: aurora
release: stable/2031.1
commit: 0123456789ab
analysed: 2031-02-03
"""
FILE = HEAD + """
log:
  - {id: star-fell, row: "2.1", level: ERROR, template: "Star %s fell", source: [aurora/sky.py:40],
     situation: dawn}
  - {id: sky-closed, row: "2.2", level: WARNING, template: "Sky %(name)s is closed",
     source: [aurora/sky.py:70], situation: dusk}
exceptions:
  - class: aurora.exception.StarLost
    status: 404
    template: "Star %(id)s is lost."
    situations:
      - {id: lookup, row: "1.1", situation: a lookup of a star, raised: [aurora/api.py:10]}
      - {id: set, row: "1.2", situation: the star set while it was measured, raised: [aurora/api.py:80]}
  - {class: aurora.exception.SkyDim, status: 500, template: Sky is dim, row: "1.3", situation: clouds,
     raised: [aurora/sky.py:5], also: ["3.1"]}
"""

GOOD_TABLE = ["table   rows  entries   also  unmatchable  missing",
              "    1      3        3      0            0        0",
              "    2      2        2      0            0        0",
              "    3      1        0      1            0        0",
              "  all      6        5      1            0        0"]

# name, what is changed in the file, sentences that must be listed, cells of the line "all"
COVERAGE = [
    ('complete', [], [], '6 5 1 0 0'),
    ('unmatchable with a reason', [('also: ["3.1"]', 'note: x'), ('\nlog:', '\nunmatchable: [{rows: ["3.1"], '
                                  'why: it tells how a body is built}]\nlog:')], [], '6 5 0 1 0'),
    ('a row that nothing names', [('row: "2.1"', 'row: "2.2"')],
     ['row 2.1, line 12: nothing names it: ERROR | Star %s fell | dawn'], '6 4 1 0 1'),
    ('a row with two entries', [('row: "1.2"', 'row: "1.1", also: ["1.2"]')], [], '6 4 2 0 0'),
    ('a row that is not there', [('also: ["3.1"]', 'also: ["3.1", "3.2"]')],
     ['exceptions SkyDim: also "3.2": the page has no such row'], '6 5 1 0 0'),
    ('a row that is no row', [('row: "1.2"', 'row: "1.2", also: [later]')],
     ['exceptions StarLost.set: also "later": the page has no such row'], '6 5 1 0 0'),
    ('an item without a row', [('row: "1.2", ', '')],
     ['exceptions StarLost.set: it names no row', 'row 1.2, line 7: nothing names it'], '6 4 1 0 1'),
    ('matched and unmatchable', [('\nlog:', '\nunmatchable: [{rows: ["2.1", "3.1"], why: it has no text '
                                 'of its own}]\nlog:')],
     ['row 2.1, line 12: behind star-fell, and unmatchable',
      'row 3.1, line 17: behind SkyDim, and unmatchable'], '6 5 1 0 0'),
    ('no reason', [('also: ["3.1"]', 'note: x'),
                   ('\nlog:', '\nunmatchable: [{rows: ["3.1"], why: none}]\nlog:')],
     ['row 3.1: unmatchable without a reason'], '6 5 0 1 0'),
    ('a draft', [('row: "2.1"', 'row: "2.1", draft: "which star?"')],
     ['row 2.1, line 12: only a draft, star-fell: which star?'], '6 5 1 0 0'),
    ('a draft beside an entry', [('row: "2.1"', 'row: "2.1", draft: "which star?"'),
                                 ('row: "2.2"', 'row: "2.2", also: ["2.1"]')], [], '6 5 1 0 0'),
    ('what a program wrote names no row', [('\nlog:', '\nlog:\n  - {id: x, origin: source, template: x}')],
     [], '6 5 1 0 0'),
]


def changed(checks, name, text, changes):
    for old, new in changes:
        checks.that(text.count(old) == 1, f'{name}: "{old}" stands {text.count(old)} times')
        text = text.replace(old, new)
    return text


def coverage(checks, folder):
    source = write(folder, 'page.md', PAGE)
    for name, changes, listed, counts in COVERAGE:
        target = write(folder, 'aurora.yaml', changed(checks, name, FILE, changes))
        run = patterngen('coverage', source, target)
        title = f'coverage: {name}'
        said = run.lines[:run.lines.index('')] if '' in run.lines else []
        checks.same(run.status, 1 if listed else 0, f'{title}: status {run.err}')
        checks.same(len(said), len(listed), f'{title}: {said}')
        for text in listed:
            checks.that(any(line.startswith(text) for line in said), f'{title}: "{text}" not in {said}')
        checks.same(' '.join((run.lines or [''])[-1].split()[1:]), counts, f'{title}: the sum')
    run = patterngen('coverage', source, write(folder, 'aurora.yaml', FILE))
    checks.same(run.lines, GOOD_TABLE, 'coverage: the table')


def coverage_of_several(checks, folder):
    """Two files of one service account together; a file of another service is refused."""
    source = write(folder, 'page.md', PAGE)
    head, _, rest = FILE.partition('exceptions:')
    one, two = write(folder, 'one.yaml', head), write(folder, 'two.yaml', HEAD + 'exceptions:' + rest)
    checks.same(patterngen('coverage', source, one, two).status, 0, 'two files')
    checks.same(patterngen('coverage', source, one).status, 1, 'one of two files')
    for name, text, said in (
            ('another service', FILE.replace('service: aurora', 'service: borealis'), 'is of borealis'),
            ('no YAML', 'format: [1', 'expected'), ('no pattern file', 'a: b\n', 'format: 1'),
            ('no list', HEAD + 'log: star\n', 'log must be a list')):
        run = patterngen('coverage', source, write(folder, 'bad.yaml', text))
        checks.that(run.status == 2 and said in run.err and 'Traceback' not in run.err,
                    f'{name}: {run.status} {run.err!r}')
    checks.same(patterngen('coverage', source, folder / 'none.yaml').status, 2, 'a file that is missing')
    checks.same(patterngen('coverage', source).status, 2, 'no file')


NEW_LOG = "| INFO | Star %s rose again | dawn of the next day | aurora/sky.py:41 |\n"

# name, what is changed in the page, the lines that come out
DIFF = [
    ('nothing', [], []),
    ('text', [('Star %s fell', 'Star %s fell twice')],
     ['row 2.1 (star-fell)', '    text: Star %s fell', '       -> Star %s fell twice']),
    ('level', [('| ERROR |', '| CRITICAL |')],
     ['row 2.1 (star-fell)', '    level: ERROR', '        -> CRITICAL']),
    ('status', [('exception.py:30) | 500', 'exception.py:30) | 503')],
     ['row 1.3 (SkyDim)', '    status: 500', '         -> 503']),
    ('class', [('SkyDim (aurora', 'SkyDark (aurora')],
     ['row 1.3 (SkyDim)', '    class: SkyDim', '        -> SkyDark']),
    ('situation', [('the star set while it was measured', 'the star set while it was being measured')],
     ['row 1.2 (StarLost.set)', '    situation: the star set while it was measured',
      '            -> the star set while it was being measured']),
    ('sites', [('aurora/api.py:80', 'aurora/api.py:84')],
     ['row 1.2 (StarLost.set)', '    sites: aurora/api.py:80', '        -> aurora/api.py:84']),
    ('what the client saw', [('aurora/api.py:80 | 404', 'aurora/api.py:80 | 410')],
     ['row 1.2 (StarLost.set)', '    seen: 404', '       -> 410']),
    ('a cell of a table of no known kind', [('it is cut', 'it is dropped')],
     ['row 3.1 (SkyDim)', '    text: title is short | it is cut', '       -> title is short | it is dropped']),
    ('a new row', [('| ERROR | Star', NEW_LOG + '| ERROR | Star')],
     ['row 2.1 is now 2.2 (star-fell)', 'row 2.2 is now 2.3 (sky-closed)',
      'row 2.1 is new: ' + NEW_LOG.strip()]),
    ('a row that is gone', [('| ERROR | Star %s fell | dawn | aurora/sky.py:40 |\n', '')],
     ['row 2.2 is now 2.1 (sky-closed)',
      'row 2.1 is gone (star-fell): | ERROR | Star %s fell | dawn | aurora/sky.py:40 |']),
    ('a commit', [('0123456789ab', 'ba9876543210')], ['commit: 0123456789ab -> ba9876543210']),
    ('a row of the same class and template in another order',
     [(f'| {STAR} | 404 | Star %(id)s is lost. | a lookup of a star | aurora/api.py:10 | 404 |\n'
       '| StarLost | 404 | idem | the star set while it was measured | aurora/api.py:80 | 404 |\n',
       f'| {STAR} | 404 | Star %(id)s is lost. | the star set while it was measured | aurora/api.py:82 | '
       '404 |\n| StarLost | 404 | idem | a lookup of a star | aurora/api.py:11 | 404 |\n')],
     ['row 1.2 is now 1.1 (StarLost.set)', '    sites: aurora/api.py:80', '        -> aurora/api.py:82',
      'row 1.1 is now 1.2 (StarLost.lookup)', '    sites: aurora/api.py:10', '        -> aurora/api.py:11']),
    ('another row of a class is not taken for the old one',
     [('the star set while it was measured | aurora/api.py:80', 'no sky was given | aurora/other.py:3')],
     ['row 1.2 is gone (StarLost.set): | StarLost | 404 | idem | the star set while it was measured | '
      'aurora/api.py:80 | 404 |',
      'row 1.2 is new: | StarLost | 404 | idem | no sky was given | aurora/other.py:3 | 404 |']),
]


def diff(checks, folder):
    old, target = write(folder, 'old.md', PAGE), write(folder, 'aurora.yaml', FILE)
    for name, changes, wanted in DIFF:
        new = write(folder, 'new.md', changed(checks, name, PAGE, changes))
        run = patterngen('diff', old, new, target)
        checks.same(run.lines, wanted, f'diff: {name}')
        checks.same(run.status, 1 if wanted else 0, f'diff: {name}: status {run.err}')
    run = patterngen('diff', old, new)
    checks.that('row 1.2 is gone: ' in run.out, 'diff without pattern files names no ids')


# The older page is lost: name, what is changed in the page, the lines that come out.
FROM_FILE = [
    ('nothing', [], []),
    ('a text that the page cuts', [('Sky %(name)s is closed', 'Sky %(name)s is…')], []),
    ('a page in other words', [('| clouds |', '| clouds, or smoke |')], []),
    ('text', [('Star %s fell', 'Star %s exploded')],
     ['row 2.1 (star-fell)', '    text: Star %s fell', '       -> Star %s exploded']),
    ('level', [('| ERROR |', '| CRITICAL |')],
     ['row 2.1 (star-fell)', '    level: ERROR', '        -> CRITICAL']),
    ('status', [('exception.py:30) | 500', 'exception.py:30) | 503')],
     ['row 1.3 (SkyDim)', '    status: 500', '         -> 503']),
    ('sites', [('aurora/api.py:80', 'aurora/api.py:84')],
     ['row 1.2 (StarLost.set)', '    sites: aurora/api.py:80', '        -> aurora/api.py:84']),
    ('a new row', [('| ERROR | Star', NEW_LOG + '| ERROR | Star')],
     ['row 2.1 is now 2.2 (star-fell)', 'row 2.2 is now 2.3 (sky-closed)',
      'row 2.1 is new: ' + NEW_LOG.strip()]),
    ('a row that is gone', [('| ERROR | Star %s fell | dawn | aurora/sky.py:40 |\n', '')],
     ['row 2.2 is now 2.1 (sky-closed)', 'row 2.1 is gone (star-fell): ERROR Star %s fell']),
]


def diff_from_file(checks, folder):
    old = write(folder, 'aurora.yaml', FILE)
    for name, changes, wanted in FROM_FILE:
        new = write(folder, 'new.md', changed(checks, name, PAGE, changes))
        run = patterngen('diff', old, new)
        checks.same(run.lines, wanted, f'diff from a file: {name}')
        checks.same(run.status, 1 if wanted else 0, f'diff from a file: {name}: status {run.err}')
    run = patterngen('diff', folder / 'none.md', new)
    checks.that(run.status == 2 and 'No such file' in run.err, f'no older page: {run.err!r}')


def main():
    checks = Checks()
    with Folder() as folder:
        for story in (coverage, coverage_of_several, diff, diff_from_file):
            story(checks, folder)
    return checks.end('patterngen_rows')


if __name__ == '__main__':
    sys.exit(main())
