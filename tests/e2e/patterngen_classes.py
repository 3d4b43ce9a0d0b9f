#!/usr/bin/python3
"""Rows of exception tables become classes with their situations.

Each notation of a class, a status, a text, a list of raise sites and of what the client saw is a row
here, with the very class and situation that must come out of it; what can be read in two ways is a
draft. Rows of one class are gathered, rows lean on the one above, cells have moved.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import Checks, Folder, skip                           # noqa: E402

try:
    from patterngen_test import LOG, LOST, PLACE, RAISED, STAR, derive, same, table  # noqa: E402
except ImportError:
    skip('needs python3-yaml')


def star(situation=None, **more):
    """What a plain row about STAR becomes: its situation, the class's part in `class_`."""
    item = {'row': '1.1', 'situation': situation or 'at dawn', 'raised': [PLACE],
            'caller': {'seen': 'yes', 'status': '404', 'evidence': 'read'}}
    return {key: value for key, value in {**item, **more}.items() if value is not None}


CLASS = {'class': 'aurora.exception.StarLost', 'status': '404', 'template': LOST,
         'source': 'aurora/exception.py:12'}

# name, cells that differ from a plain row (by column), the class's part, the situation's part
RAISED_ROWS = [
    ('plain', {}, {}, {}),
    ('no status', {1: '—', 5: '—'}, {'status': None}, {'caller': None}),
    ('status that handlers turn', {1: '500 → 409', 5: '409'}, {'status': '500'},
     {'caller': {'seen': 'yes', 'status': '409', 'evidence': 'read'}}),
    ('status that handlers turn, unseen', {1: '500 → 409', 5: '—'}, {'status': '500'},
     {'caller': {'seen': 'yes', 'status': '409', 'evidence': 'read'}}),
    ('statuses that contradict', {1: '500 → 409', 5: '404'}, {'status': '500'},
     {'draft': 'two columns tell different things'}),
    ('status via a handler', {1: '400 via handler'}, {'status': None},
     {'draft': 'status "400 via handler"'}),
    ('status that is declared', {1: '406 (declared)'}, {'status': None},
     {'draft': 'status "406 (declared)"'}),
    ('built message', {2: 'built message: Star %s can\'t rise. / Star (%s) can\'t set.'},
     {'template': None}, {'texts': ["Star %s can't rise.", "Star (%s) can't set."]}),
    ('built message, cut', {2: 'built message: Star %s can\'t rise. / …set…'}, {'template': None},
     {'texts': ["Star %s can't rise.", '…set…'], 'draft': 'its beginning is left out'}),
    ('several texts', {2: 'Star is lost. / Sky is lost.'}, {'template': None},
     {'texts': ['Star is lost.', 'Sky is lost.'], 'draft': 'the others are built'}),
    ('no text', {2: '—'}, {'template': None}, {}),
    ('a remark', {2: 'Star is lost. (the id is dropped)'}, {'template': 'Star is lost.'},
     {'note': 'the id is dropped'}),
    ("the page's word for a gap", {2: 'Star <id> is lost.'}, {'template': 'Star %(id)s is lost.'},
     {'draft': "the page's words for gaps: <id>"}),
    ('a text without words', {2: '%(detail)s'}, {'template': '%(detail)s'}, {}),
    ('a description', {2: 'see situation'}, {'template': None},
     {'note': 'see situation', 'draft': 'a description, not a text'}),
    ('free text', {2: 'free text', 3: 'Name a star. — none was named'}, {'template': None},
     {'situation': 'none was named', 'texts': ['Name a star.'], 'note': 'free text',
      'draft': 'a description, not a text'}),
    ('observed', {5: '404 notFound "Star 7 is lost." (observed)'}, {},
     {'caller': {'seen': 'yes', 'status': '404', 'text': 'notFound "Star 7 is lost."',
                 'evidence': 'observed'}}),
    ('observed, and where', {5: '404 (aurora/api.py:566, observed)'}, {},
     {'caller': {'seen': 'yes', 'status': '404', 'text': 'aurora/api.py:566', 'evidence': 'observed'}}),
    ('observed, and what', {5: '404 "x" (observed: its repr leaks)'}, {},
     {'caller': {'seen': 'yes', 'status': '404', 'text': '"x" (its repr leaks)',
                 'evidence': 'observed'}}),
    ('inferred', {5: '404 (not declared) [inferred]'}, {},
     {'caller': {'seen': 'yes', 'status': '404', 'text': 'not declared', 'evidence': 'inferred'}}),
    ('inferred, in bold and why', {5: '404 **[inferred: the library]**'}, {},
     {'caller': {'seen': 'yes', 'status': '404', 'text': '[inferred: the library]',
                 'evidence': 'inferred'}}),
    ('observed and inferred', {5: '404 (observed) [inferred]'}, {},
     {'caller': None, 'draft': 'marked as observed and as inferred'}),
    ('two statuses', {5: '404; 500 on GET /stars/{id}'}, {},
     {'caller': {'seen': 'yes', 'text': '404; 500 on GET /stars/<id>', 'evidence': 'read'}}),
    ('another outcome', {5: '404 on a call; log on a cast'}, {},
     {'caller': {'text': '404 on a call; log on a cast', 'evidence': 'read'}}),
    ('never seen', {5: 'never: 202 already returned'}, {},
     {'caller': {'seen': 'no', 'text': '202 already returned', 'evidence': 'read'}}),
    ('never built', {5: 'never built: TypeError. Client sees 500'}, {},
     {'caller': {'text': 'never built: TypeError. Client sees 500', 'evidence': 'read'}}),
    ('a sentence that begins with a status', {5: '404 to everybody'}, {},
     {'caller': {'seen': 'yes', 'status': '404', 'text': '404 to everybody', 'evidence': 'read'}}),
    ('not raised', {4: '— (not raised in aurora/)'}, {},
     {'raised': None, 'note': 'not raised in aurora/'}),
    ('not raised, in words', {4: 'not raised in the scope'}, {},
     {'raised': None, 'note': 'not raised in the scope'}),
    ('undefined', {0: 'StarLost (undefined)'}, {'class': 'StarLost', 'source': None},
     {'draft': '"(undefined)" is neither'}),
    ('of a library', {0: 'HTTPStar (sky.exc)'}, {'class': 'sky.exc.HTTPStar', 'source': None}, {}),
    ("Python's own", {0: 'ValueError'}, {'class': 'ValueError', 'source': None}, {}),
    ('a dotted alias', {0: 'exc.StarLost'}, {'class': 'exc.StarLost', 'source': None},
     {'draft': 'names no class by a word of its own'}),
    ('beside a text', {0: 'StarLost (aurora/exception.py:12) "Star of %s fell"'}, {},
     {'texts': ['Star of %s fell']}),
    ('beside a cut text', {0: 'StarLost (aurora/exception.py:12) "Star of this fell…"'}, {},
     {'texts': ['Star of this fell…']}),
]


def raised_rows(checks, folder):
    for name, cells, class_part, item_part in RAISED_ROWS:
        row = [STAR, '404', LOST, 'at dawn', PLACE, '404']
        for column, cell in cells.items():
            row[column] = cell
        document, run = derive(folder, table(RAISED, row))
        if not checks.that(document, f'raised: {name}: {run.err}'):
            continue
        (class_,) = document['exceptions']
        (item,) = class_.pop('situations')
        title = f'raised: {name}'
        same(checks, title, item, star(**{'caller': star()['caller'], **item_part}))
        want = {**CLASS, **class_part}
        same(checks, f'{title}: its class', class_, want)


def raised_classes(checks, folder):
    """Where a class is defined, when its own cell does not say it."""
    short = ['Exception', 'Message template', 'Raised at']
    row = ['StarLost', 'Star is lost', PLACE]
    wanted = [
        ('in another row', [table(short, ['StarLost (aurora/e.py:3)', 'Star is lost', 'aurora/a.py:1'],
                                  ['StarLost', 'idem', PLACE])],
         'aurora.e.StarLost', 'aurora/e.py:3', None),
        ('in a column', [table([*short, 'Defined at'], [*row, 'aurora/e.py:5'])],
         'aurora.e.StarLost', 'aurora/e.py:5', None),
        ('in the prose', ['Exceptions of aurora/e.py reachable from everywhere.', table(short, row)],
         'aurora.e.StarLost', 'aurora/e.py', None),
        ('in the prose of the page', ['All exception classes are in aurora/e.py (7 of them).',
                                      table(LOG, ['INFO', 'Star rose', 'dawn', PLACE]),
                                      'Others', table(short, row)],
         'aurora.e.StarLost', 'aurora/e.py', None),
        ('in the heading', ['2.1 Stars (aurora/e.py)', table(short, row)],
         'aurora.e.StarLost', 'aurora/e.py', None),
        ('a heading that raises', ['2.1 Stars (aurora/engine/manager.py)', table(short, row)],
         'StarLost', None, 'does not say in which module'),
        ('nowhere', [table(short, row)], 'StarLost', None, 'does not say in which module'),
        ('in two modules', [table(short, ['StarLost (aurora/d.py:3)', 'A lost star', 'aurora/a.py:1'],
                                  ['StarLost (aurora/e.py:3)', 'A lost star', 'aurora/a.py:2'], row)],
         'aurora.d.StarLost', 'aurora/d.py:3', 'several classes of this name'),
    ]
    for name, parts, class_, source, reason in wanted:
        document, _ = derive(folder, *parts)
        found = document['exceptions'][0]
        checks.same((found['class'], found.get('source')), (class_, source), f'a class {name}')
        checks.that((reason or '') in found.get('draft', '') and bool(reason) == ('draft' in found),
                    f'a class {name}: draft is {found.get("draft")!r}')


def raised_together(checks, folder):
    """Rows of one class, rows of several, rows that lean on the one above."""
    document, _ = derive(folder, table(
        RAISED, [STAR, '404', LOST, 'at dawn', 'aurora/a.py:1', '404'],
        ['StarLost', '404', 'idem', 'at dusk', 'aurora/a.py:40', 'same'],
        ['StarLost', '404', 'same', 'same as above', 'aurora/b.py:1', 'same (aurora/c.py:3)'],
        ['StarLost', '404', LOST, 'idem for skies', 'aurora/b.py:80', 'same 202 then Error'],
        ['StarLost', '500', LOST, 'at night', 'aurora/d.py:1', '—'],
        ['DawnLost / DuskLost (aurora/exception.py:20)', '400', 'Time is lost.', 'ever', PLACE, '400']))
    found = {class_['class'].rpartition('.')[2]: class_ for class_ in document['exceptions']}
    situations = {s['row']: s for s in found['StarLost']['situations']}
    checks.that('"404" in row' in found['StarLost'].get('draft', '') and
                '"500"' in found['StarLost']['draft'], 'two rows of a class that contradict each other')
    checks.same(situations['1.2']['caller'], {'seen': 'yes', 'status': '404', 'evidence': 'read'},
                'same: what the client saw')
    checks.same((situations['1.3']['situation'], situations['1.3']['caller']['text']),
                ('at dusk', 'aurora/c.py:3'), 'same, with a parenthesis')
    checks.that('leans on the row above' in situations['1.4']['draft'], 'idem that goes on')
    checks.same([s['id'] for s in situations.values()],
                ['at-dawn', 'at-dusk', 'at-dusk-row-1-3', 'idem-skies', 'at-night'], 'ids of situations')
    for name in ('DawnLost', 'DuskLost'):
        checks.that('names several classes' in found[name]['situations'][0].get('draft', ''),
                    f'a cell of two classes: {name}')


def raised_moved(checks, folder):
    """Empty cells that moved to the row's end: text stands in the column of the class."""
    header = ['Exception', 'Message template', 'Situation', 'Raised at', 'Client sees']
    document, _ = derive(folder, '2.1 Stars (aurora/e.py)', table(
        header, ['StarError', 'free text', 'Name a star. (lookup)', 'aurora/a.py:1', '400'],
        'Name one star only. — both were named | aurora/a.py:9-11, aurora/a.py:20 | 500 [inferred] | ||',
        ['StarLost', 'Star %s', '', 'aurora/a.py:30', '']))
    (error, lost) = document['exceptions']
    same(checks, 'moved cells', error['situations'][1], {
        'row': '1.2', 'situation': 'both were named', 'texts': ['Name one star only.'],
        'raised': ['aurora/a.py:9-11', 'aurora/a.py:20'], 'note': 'free text',
        'caller': {'seen': 'yes', 'status': '500', 'evidence': 'inferred'},
        'draft': "empty cells had moved to the row's end"})
    same(checks, 'empty cells in their places', lost, {
        'class': 'aurora.e.StarLost', 'row': '1.3', 'template': 'Star %s', 'source': 'aurora/e.py',
        'raised': ['aurora/a.py:30']})


def raised_quoted(checks, folder):
    """A page that quotes its templates, with a column of its own kind."""
    header = ['Exception', 'Native HTTP', 'Sky code', 'Message template', 'Raised at (first sites)',
              'Defined at']
    document, _ = derive(folder, table(
        header,
        ['StarLost', '404', 'Lost', '"Star "%(id)s" (of %(sky)s) is lost"', PLACE, 'aurora/e.py:1'],
        ['StarDim', '500', '—', '"%(text)s"', 'aurora/a.py:1 (+3)', 'aurora/e.py:2'],
        ['StarHid', '500', '—', '"begins small / and has - all (signs)"', PLACE, 'aurora/e.py:3'],
        ['StarOff', '500', '—', '99 —', PLACE, 'aurora/e.py:4'],
        ['StarOut', '500', '—', '—', PLACE, 'aurora/e.py:5']))
    found = {class_['class'].rpartition('.')[2]: class_ for class_ in document['exceptions']}
    same(checks, 'a quoted template', found['StarLost'], {
        'class': 'aurora.e.StarLost', 'row': '1.1', 'status': '404', 'source': 'aurora/e.py:1',
        'template': 'Star "%(id)s" (of %(sky)s) is lost', 'raised': [PLACE], 'note': 'Sky code: Lost'})
    checks.same(found['StarDim'].get('note'), '3 more places', 'a cut list of raise sites')
    checks.same((found['StarHid'].get('template'), found['StarHid'].get('draft')),
                ('begins small / and has - all (signs)', None), 'what is quoted is exact')
    checks.that('not quoted' in found['StarOff'].get('draft', ''), 'not quoted where others are')
    checks.that('template' not in found['StarOut'] and 'draft' not in found['StarOut'], 'no template')


def main():
    checks = Checks()
    with Folder() as folder:
        for story in (raised_rows, raised_classes, raised_together, raised_moved, raised_quoted):
            story(checks, folder)
    return checks.end('patterngen_classes')


if __name__ == '__main__':
    sys.exit(main())
