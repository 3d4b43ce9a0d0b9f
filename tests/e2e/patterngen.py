#!/usr/bin/python3
"""A catalogue page becomes a draft pattern file, and what it says nothing about is right.

Each notation of the pages is a small table here, with the very item that must come out of it.
What can be read in two ways is a draft, with the reason, and `logclass check` refuses the file.
The file of a page without odd rows passes `logclass check` as it stands, generated examples
included. A file that exists is never overwritten unasked.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import Checks, Folder, logclass, skip                 # noqa: E402

try:
    from patterngen_test import (LOG, LOST, ORIGIN, PLACE, RAISED, STAR, TITLE, derive, items,  # noqa: E402
                                 page, patterngen, same, table, write)
except ImportError:
    skip('needs python3-yaml')

MANAGER = {'loggers': ['aurora.engine.manager'], 'source': [PLACE]}


# ---- log tables: the message of one row, and what becomes of it ---------------------------------

# name, cells of Level and Message, the items: their template, and what else differs from a plain
# one; `draft` is a part of the reason.
MESSAGES = [
    ('named gaps', 'ERROR', "Lost '%(star)s' of %(sky)s", [{'template': "Lost '%(star)s' of %(sky)s"}]),
    ('gaps by position', 'INFO', 'Found %s after %d tries', [{'template': 'Found %s after %d tries'}]),
    ('brace gaps', 'WARNING', 'Star {} is not in {sky}', [
        {'template': 'Star {} is not in {sky}', 'style': 'brace'}]),
    ('a percent sign', 'INFO', 'Sky is %d%% full', [{'template': 'Sky is %d%% full'}]),
    ('a percent sign alone', 'INFO', 'Sky is 100% full of %s', [
        {'template': 'Sky is 100% full of %s', 'draft': 'a percent sign that begins no gap'}]),
    ('gaps of both kinds', 'INFO', 'Star %s is not in {sky}', [
        {'template': 'Star %s is not in {sky}', 'draft': 'gaps of both kinds'}]),
    ('braces that are text', 'INFO', 'Answer {"code": 404} of %s', [
        {'template': 'Answer {"code": 404} of %s'}]),
    ("the page's word for a gap", 'ERROR', 'Server failed: "<text>"', [
        {'template': 'Server failed: "%(text)s"', 'draft': "the page's words for gaps: <text>"}]),
    ('cut at its end', 'WARNING', 'Rising of the star is skipped to avoid a second dawn…', [
        {'template': 'Rising of the star is skipped to avoid a second dawn…'}]),
    ('cut within brackets', 'WARNING', 'Dawn was in the past. start=[…] now=[…]', [
        {'template': 'Dawn was in the past. start=[…] now=[…]'}]),
    ('too much is cut', 'WARNING', 'Dawn …', [{'template': 'Dawn …', 'draft': 'too little is left'}]),
    ('its beginning is cut', 'WARNING', '… is not a star of this sky', [
        {'template': '… is not a star of this sky', 'draft': 'its beginning is left out'}]),
    ('a letter for a number', 'ERROR', 'Dome left with code N', [
        {'template': 'Dome left with code N', 'draft': 'a letter alone, "N"'}]),
    ('a letter in a parenthesis', 'ERROR', 'The Star (s) already exists.', [
        {'template': 'The Star (s) already exists.', 'draft': 'a letter alone, "(s)"'}]),
    ('a small letter', 'ERROR', 'Stars are immutable: p', [
        {'template': 'Stars are immutable: p', 'draft': 'a letter alone, "p"'}]),
    ('a plural is no letter alone', 'ERROR', 'No name(s) of a star', [{'template': 'No name(s) of a star'}]),
    ('a letter of a gap is none', 'ERROR', 'Star failed: %(e)s', [{'template': 'Star failed: %(e)s'}]),
    ('alternatives', 'ERROR', 'Star of %s is lost. / Sky of %s is lost.', [
        {'template': 'Star of %s is lost.'}, {'template': 'Sky of %s is lost.'}]),
    ('a slash of its own, perhaps', 'ERROR', 'Star is lost / gone for %s', [
        {'template': 'Star is lost', 'draft': 'a slash'},
        {'template': 'gone for %s', 'draft': 'a slash'}]),
    ('alternatives that abbreviate', 'ERROR', "Star '%s' raised a flare…, … a storm…", [
        {'template': "Star '%s' raised a flare…", 'draft': 'abbreviate each other'},
        {'template': '… a storm…', 'draft': 'abbreviate each other'}]),
    ('a remark', 'ERROR', 'Star could not be found. (the reason is dropped)', [
        {'template': 'Star could not be found.', 'note': 'the reason is dropped'}]),
    ('a remark about the text', 'ERROR', 'Star %s was found. (two spaces in the source)', [
        {'template': 'Star %s was found.', 'note': 'two spaces in the source',
         'draft': 'its remark is about the text'}]),
    ('a parenthesis at its end', 'ERROR', 'Call of %s failed (two spaces)', [
        {'template': 'Call of %s failed (two spaces)', 'draft': 'its own, or a remark?'}]),
    ('a parenthesis with a gap', 'ERROR', 'No star %(name)s (UUID: %(uuid)s)', [
        {'template': 'No star %(name)s (UUID: %(uuid)s)'}]),
    ('bold', 'ERROR', '**Star** %s fell', [{'template': 'Star %s fell'}]),
    ('escapes', 'ERROR', r'Star \*%s\* fell \| rose', [{'template': 'Star *%s* fell | rose'}]),
    ('a backslash', 'ERROR', r'Star fell:\n%s', [
        {'template': r'Star fell:\n%s', 'draft': 'a backslash'}]),
    ('a bar without blanks', 'ERROR', 'Star fell [a|b=%s]', [
        {'template': 'Star fell [a|b=%s]', 'draft': 'alternatives in brackets'}]),
    ('a description', 'DEBUG', 'the exception', [{'note': 'the exception', 'draft': 'a description'}]),
    ('a small beginning without a gap', 'DEBUG', 'only what the star says', [
        {'template': 'only what the star says', 'draft': 'begins with a small letter'}]),
    ('a small beginning with a gap', 'DEBUG', 'star %s rose', [{'template': 'star %s rose'}]),
    ('an example', 'ERROR', 'Words of a star, e.g. Sky is closed', [
        {'template': 'Words of a star, e.g. Sky is closed', 'draft': 'an example or an explanation'}]),
    ("somebody's words", 'ERROR', "Star's message, whatever it is", [
        {'note': "Star's message, whatever it is", 'draft': 'a description'}]),
    ('words after a sentence', 'ERROR', 'Key was not valid. but built with the words of a library', [
        {'template': 'Key was not valid.', 'note': 'but built with the words of a library',
         'draft': 'goes on in small letters'}]),
    ('a traceback added', 'ERROR', 'Star %s is late. + traceback', [
        {'template': 'Star %s is late.', 'note': '+ traceback', 'draft': 'goes on in small letters'}]),
    ('a dash', 'ERROR', 'Name one star — both were named', [
        {'template': 'Name one star — both were named', 'draft': 'a dash'}]),
    ('joined quotes', 'ERROR', "No attribute '%s' or 'sky'", [
        {'template': "No attribute '%s' or 'sky'", 'draft': 'joins quoted words'}]),
    ('a level in the message', 'ERROR', 'WARNING star %s', [
        {'template': 'WARNING star %s', 'draft': 'begins with a level'}]),
    ('a class in the message', 'ERROR', 'StarError, SkyError', [
        {'template': 'StarError, SkyError', 'draft': 'begins with the name of a class'}]),
    ('code', 'ERROR', 'StarError("fell of %s")', [
        {'template': 'StarError("fell of %s")', 'draft': "Python's code"}]),
    ('arguments', 'ERROR', '(star=)', [{'template': '(star=)', 'draft': 'stands in a parenthesis'}]),
    ('no words', 'ERROR', '%(id)s:%(text)s', [
        {'template': '%(id)s:%(text)s', 'draft': 'no words of its own'}]),
    ('none', 'ERROR', '—', [{'draft': 'the page gives no text'}]),
    ('two sentences', 'ERROR', 'Star %s fell; Sky %s fell', [
        {'template': 'Star %s fell; Sky %s fell', 'draft': 'a semicolon'}]),
    ('a semicolon in a sentence', 'ERROR', 'Star %s fell; not asked why', [
        {'template': 'Star %s fell; not asked why'}]),
    ('HTML', 'ERROR', 'Star fell<br>Sky fell', [
        {'template': 'Star fell%(br)sSky fell', 'draft': 'HTML, or a gap?'}]),
    ('three dots', 'ERROR', 'Star ... is lost', [{'template': 'Star ... is lost', 'draft': 'three dots'}]),
    ('quotes of print', 'ERROR', 'Star “%s” fell', [
        {'template': 'Star “%s” fell', 'draft': 'a quote of print'}]),
    ('a blank that does not break', 'ERROR', 'Star\u00a0fell', [
        {'template': 'Star\u00a0fell', 'draft': 'cannot be seen'}]),
    ('gaps of the shell', 'ERROR', 'Star ${name} fell', [
        {'template': 'Star ${name} fell', 'style': 'brace', 'draft': 'notation that is not known'}]),
    ('a mark', 'ERROR', 'Star %s fell [inferred]', [
        {'template': 'Star %s fell', 'note': 'inferred'}]),
    ('quoted, and alone', 'ERROR', '"Star %s fell"', [{'template': 'Star %s fell'}]),
    ('level with exception', 'ERROR (exception)', 'Star fell', [
        {'template': 'Star fell', 'note': 'a traceback follows'}]),
    ('level with traceback', 'ERROR with traceback', 'Star fell', [
        {'template': 'Star fell', 'note': 'a traceback follows'}]),
    ('level exception', 'EXCEPTION', 'Star fell', [
        {'template': 'Star fell', 'level': 'ERROR', 'note': 'a traceback follows'}]),
    ('level warn', 'WARN', 'Star fell', [{'template': 'Star fell', 'level': 'WARNING'}]),
    ('no level', 'often', 'Star fell', [
        {'template': 'Star fell', 'level': None, 'draft': '"often" is no level'}]),
    ('two levels', 'INFO, EXCEPTION', 'Star fell', [
        {'template': 'Star fell', 'level': 'INFO', 'draft': 'level "INFO, EXCEPTION": which is whose?'}]),
    ('two levels of two texts', 'WARNING, ERROR', "Star '%s' fell…, Sky %s fell: %s", [
        {'template': "Star '%s' fell…", 'level': 'WARNING', 'draft': 'which is whose?'},
        {'template': 'Sky %s fell: %s', 'level': 'ERROR', 'draft': 'which is whose?'}]),
]

LEVELS = {'ERROR': 'ERROR', 'ERROR (exception)': 'ERROR', 'ERROR with traceback': 'ERROR'}

# name, cell of Where, what the item of "Star fell" has of it
PLACES = [
    ('a place', 'aurora/a.py:1', {'loggers': ['aurora.a'], 'source': ['aurora/a.py:1']}),
    ('a package', 'aurora/sky/__init__.py:5',
     {'loggers': ['aurora.sky'], 'source': ['aurora/sky/__init__.py:5']}),
    ('a range', 'aurora/a.py:1-9', {'loggers': ['aurora.a'], 'source': ['aurora/a.py:1-9']}),
    ('several', 'aurora/a.py:1, aurora/b/c.py:2',
     {'loggers': ['aurora.a', 'aurora.b.c'], 'source': ['aurora/a.py:1', 'aurora/b/c.py:2']}),
    ('a cut list', 'aurora/a.py:1, aurora/a.py:2 +29',
     {'loggers': ['aurora.a'], 'source': ['aurora/a.py:1', 'aurora/a.py:2'], 'note': '29 more places'}),
    ('a cut list in a parenthesis', 'aurora/a.py:1 (+162)',
     {'loggers': ['aurora.a'], 'source': ['aurora/a.py:1'], 'note': '162 more places'}),
    ('others', 'aurora/a.py:1, others',
     {'loggers': ['aurora.a'], 'source': ['aurora/a.py:1'], 'note': 'and other places'}),
    ('a remark', 'aurora/a.py:1 (stars; same in skies)',
     {'loggers': ['aurora.a'], 'source': ['aurora/a.py:1'], 'note': 'stars; same in skies'}),
    ('a contradiction', 'aurora/a.py:1 (caught)',
     {'loggers': ['aurora.a'], 'source': ['aurora/a.py:1'], 'note': 'caught', 'draft': '"(caught)"'}),
    ('a mark', 'aurora/a.py:1 [inferred]',
     {'loggers': ['aurora.a'], 'source': ['aurora/a.py:1'], 'note': '[inferred]'}),
    ('no place', 'the library', {'draft': 'is no place in a source file'}),
    ('a place of another repository', 'sky.lib:sky_lib/a.py:1', {'draft': 'is no place'}),
    ('no line', 'aurora/a.py (Star)',
     {'loggers': ['aurora.a'], 'source': ['aurora/a.py'], 'note': 'Star'}),
]


def log_messages(checks, folder):
    for name, level, message, wanted in MESSAGES:
        document, run = derive(folder, table(LOG, [level, message, 'at dawn', PLACE]))
        title = f'message: {name}'
        if not checks.same(run.status, 0, f'{title}: status {run.err}') and not document:
            continue
        checks.same(len(document['log']), len(wanted), f'{title}: number of items')
        for item, want in zip(document['log'], wanted):
            plain = {'row': '1.1', 'level': LEVELS.get(level, level), 'situation': 'at dawn', **MANAGER}
            same(checks, title, item, {**plain, **want})


def log_places(checks, folder):
    for name, cell, want in PLACES:
        document, _ = derive(folder, table(LOG, ['ERROR', 'Star fell', '—', cell]))
        same(checks, f'place: {name}', document['log'][0],
             {'row': '1.1', 'level': 'ERROR', 'template': 'Star fell', **want})


def log_rows(checks, folder):
    """Bars, blanks and rows that lean on the row above."""
    document, _ = derive(
        folder, table(LOG, 'ERROR | First bar lacks | dawn | aurora/a.py:1 |',
                      '', '| ERROR | After a blank line | dusk | aurora/a.py:2 |',
                      '| ERROR | Star a | b fell | noon | aurora/a.py:3 |',
                      '| ERROR | Dusk of %s | idem | aurora/a.py:4 |',
                      '| WARNING | idem | idem for skies | aurora/a.py:5 |',
                      '| ERROR | Two places of one. / Texts are two. | — | aurora/a.py:6, aurora/b.py:7 |'))
    rows = {item['row']: item for item in document['log']}
    checks.same(sorted(rows), ['1.1', '1.2', '1.3', '1.4', '1.5', '1.6'], 'log rows: their numbers')
    checks.same(rows['1.1']['template'], 'First bar lacks', 'no first bar')
    checks.same(rows['1.2']['situation'], 'dusk', 'a blank line in a table')
    checks.that('holds a bar' in rows['1.3'].get('draft', ''), 'a bar that may belong to two cells')
    checks.same(rows['1.3']['template'], 'Star a | b fell', 'a bar that may belong to two cells: guess')
    checks.same(rows['1.4']['situation'], 'noon', 'idem: the situation of the row above')
    checks.same(rows['1.5']['template'], 'Dusk of %s', 'idem: the text of the row above')
    checks.that('the same text as the row above' in rows['1.5'].get('draft', ''), 'idem is a draft')
    checks.that('"idem for skies" leans on' in rows['1.5'].get('draft', ''), 'idem that goes on')
    checks.that('which is where?' in rows['1.6'].get('draft', ''), 'two texts of two places')
    document, _ = derive(folder, table(['Level', 'Message', 'Where'],
                                       '| ERROR | Star rose | star %s fell | aurora/a.py:3 |'))
    same(checks, 'a bar that only one cell can hold', document['log'][0],
         {'row': '1.1', 'level': 'ERROR', 'template': 'Star rose | star %s fell',
          'loggers': ['aurora.a'], 'source': ['aurora/a.py:3']})


def log_clashes(checks, folder):
    """Entries that `logclass check` would refuse as each other's equals."""
    document, _ = derive(folder, table(
        LOG, ['ERROR', 'Star %s fell', 'dawn', 'aurora/a.py:1'],
        ['ERROR', 'Star %(name)s fell', 'dusk', 'aurora/b.py:1'],
        ['ERROR', 'Star %s fell twice', 'noon', 'aurora/a.py:2'],
        ['ERROR', 'Skies %s fell: %s', 'noon', 'aurora/a.py:3'],
        ['ERROR', 'Skies %s: fell %s', 'noon', 'aurora/a.py:4']))
    drafts = {item['row']: item.get('draft', '') for item in document['log']}
    checks.that('row 1.1' in drafts['1.2'], 'the same text in another module')
    checks.that(not drafts['1.1'] and not drafts['1.3'], 'more text is no clash')
    checks.that('row 1.4' in drafts['1.5'], 'a text that fits two of equal length')


# ---- texts in values, answers, other tables -----------------------------------------------------

def value_tables(checks, folder):
    document, _ = derive(
        folder,
        table(['Status reason', 'Set when', 'Source'],
              ['Worker went down during <ACTION> of <starName>', 'a lock was stolen', 'aurora/a.py:1-3'],
              ['<ACTION> aborted (by a user)', 'a user said so', 'aurora/a.py:5']),
        'Answers',
        table(['Status', 'Message', 'Situation', 'Where'],
              ['404', "Star '<id>' not found, 100% sure", 'GET', 'aurora/a.py:1'],
              ['500', 'Star is gone', 'PUT', 'aurora/a.py:9 [inferred: not turned into 400]'],
              ['404', '<star>', 'GET', 'aurora/a.py:2'],
              ['500/504', '—', 'no answer', 'aurora/a.py:3']),
        'Errors of the library, from the probes:',
        table(['Situation', 'Status', 'faultstring'],
              ['too late', '400', "Invalid <f>. Value: '<v>'. <reason>"],
              ['an attribute', '400', 'Unknown attribute <arg>[.<root>]: <names>']),
        'By number',
        table(['Error', 'Message', 'Situation', 'Where'],
              ['409', 'Sky is not configurable', 'PUT of a sky', 'aurora/a.py:1']))
    found = {item['row']: item for _, item, _ in items(document)}
    same(checks, 'a status reason', found['1.1'], {
        'row': '1.1', 'template': 'Worker went down during %(action)s of %(star_name)s',
        'source': ['aurora/a.py:1-3'], 'situation': 'a lock was stolen'})
    checks.that('its own, or a remark' in found['1.2'].get('draft', ''), 'a reason with a parenthesis')
    same(checks, 'an answer', found['2.1'], {
        'row': '2.1', 'template': "Star '%(id)s' not found, 100%% sure", 'source': ['aurora/a.py:1'],
        'situation': 'GET', 'caller': {'seen': 'yes', 'status': '404', 'evidence': 'read'}})
    checks.same(found['2.2']['caller'], {'seen': 'yes', 'status': '500', 'evidence': 'inferred'},
                'an answer that is inferred')
    checks.that('fit everything' in found['2.3'].get('draft', ''), 'an answer without words')
    checks.that('status "500/504"' in found['2.4'].get('draft', ''), 'two statuses')
    same(checks, 'an answer that was seen', found['3.1'], {
        'row': '3.1', 'template': "Invalid %(f)s. Value: '%(v)s'. %(reason)s", 'situation': 'too late',
        'caller': {'seen': 'yes', 'status': '400'}})
    checks.that('a part in brackets' in found['3.2'].get('draft', ''), 'a part that may be absent')
    same(checks, 'an answer by its number', found['4.1'], {
        'row': '4.1', 'template': 'Sky is not configurable', 'source': ['aurora/a.py:1'],
        'situation': 'PUT of a sky', 'caller': {'seen': 'yes', 'status': '409', 'evidence': 'read'}})
    checks.same([item['row'] for item in document['statuses']], ['1.1', '1.2'], 'rows of statuses')
    checks.same(len(document['responses']), 7, 'rows of responses')


def other_tables(checks, folder):
    document, run = derive(
        folder,
        table(RAISED, [STAR, '404', LOST, 'at dawn', PLACE, '404']),
        'Situations',
        table(['Situation', 'Exception / status', 'Message seen', 'Source'],
              ['no such star', 'StarLost 404', 'Star (s) is lost.', 'aurora/a.py:1'],
              ['no answer', 'SkyTimeout 500', 'Timed out', 'aurora/a.py:2']),
        'Processor',
        table(['Error', 'Message / log', 'Situation', 'Effect', 'Where'],
              ['StarDim', 'Star %s is dim', 'clouds', 'none is seen', 'aurora/a.py:3']),
        'How bodies are built',
        table(['Rule', 'Consequence', 'Source'], ['a is b', 'c', 'aurora/a.py:4'], 'd | e | |'))
    found = {item['row']: item for kind, item, _ in items(document) if kind != 'unmatchable'}
    checks.that('StarLost (1.1): `also` there' in found['2.1'].get('draft', ''),
                f'an answer of a class that has a row: {found["2.1"].get("draft")!r}')
    checks.that('no table lists' in found['2.2'].get('draft', ''), 'an answer of an unknown class')
    checks.that('a class, a line of a log, or both?' in found['3.1'].get('draft', ''), 'a mixed table')
    checks.same([(u['rows'], 'why' in u, 'a table of no known kind' in u.get('draft', ''))
                 for u in document['unmatchable']],
                [(['4.1'], False, True), (['4.2'], False, True)], 'an unknown table')
    checks.that('6 rows, 1 stand as they are, 5 are drafts' in run.err, f'what is said: {run.err!r}')


# ---- the file as a whole ------------------------------------------------------------------------

def heads(checks, folder):
    plain = table(LOG, ['ERROR', 'Star fell', 'dawn', PLACE])
    document, run = derive(folder, plain)
    checks.same({key: document[key] for key in ('format', 'service', 'release', 'commit', 'analysed',
                                                'packages', 'programs')},
                {'format': '1', 'service': 'aurora', 'release': 'stable/2031.1',
                 'commit': '0123456789ab', 'analysed': '2031-02-03', 'packages': ['aurora'],
                 'programs': []}, 'a head')
    checks.that('programs: []     # for a person' in run.out, 'programs are left for a person')
    document, _ = derive(folder, plain, head=['Errors — aurora — branch stable/2031.1'])
    checks.that('does not tell its commit' in document.get('draft', ''), 'a head without a commit')


def clean_page():
    return page(
        'Exceptions of aurora/exception.py reachable from the API.',
        table(['Exception', 'HTTP', 'Message template', 'Raised at (scope)'],
              ['SkyLost', '404', 'Sky %(id)s (of %(n)d) is lost.', 'aurora/a.py:1, aurora/a.py:99 +5'],
              ['SkyDim', '500', '%(text)s', 'not raised in the scope'],
              ['SkyOut', '—', '—', 'aurora/a.py:7']),
        'Catalogue',
        table(RAISED, [STAR, '404', LOST, 'at dawn', 'aurora/api/a.py:10', '404 (observed)'],
              ['StarLost', '404', 'idem', 'at dusk', 'aurora/api/a.py:90', '404'],
              ['ValueError', '—', '—', 'not a number', 'aurora/api/b.py:4, aurora/api/b.py:9', '—']),
        'Statuses',
        table(['Status reason', 'Set when', 'Source'],
              ['Timed out', 'it took too long', 'aurora/a.py:1-3'],
              ['Stack <ACTION> ended: 100% of <stars>', 'always', 'aurora/a.py:5']),
        'Answers',
        table(['Situation', 'Status', 'faultstring'], ['late', '400', 'Invalid "<f>": <reason>']),
        'Key log messages',
        table(LOG, ['ERROR (exception)', "Lost '%(star)s' of %(sky)s: %(n)d of %(all).2f%%", 'dawn', PLACE],
              ['INFO', '[%s] The star "%r" rose early…', 'says: # yes', 'aurora/sky/__init__.py:2-8'],
              ['WARNING', 'Star {} is not in {sky}', 'no', 'aurora/b.py:3'],
              ['DEBUG', "No: it's \"%s\" # null, 'true' → {…}", '— never —', 'aurora/b.py:4'],
              ['ERROR', 'Stars fell. / Skies fell.', 'night', 'aurora/c.py:1-4']))


def clean_file(checks, folder):
    """No draft, every row, and `logclass check` has nothing to say."""
    source = write(folder, 'clean.md', clean_page())
    target = folder / 'aurora.yaml'
    run = patterngen('derive', source, '-o', target)
    checks.same((run.status, run.out), (0, ''), f'a clean page: {run.err}')
    checks.that('14 rows, 14 stand as they are, 0 are drafts' in run.err, f'a clean page: {run.err}')
    text = target.read_text(encoding='utf-8')
    checks.that('# generated: put what was really logged in its place' in text, 'examples are marked')
    checked = logclass('check', target)
    checks.same(checked.status, 0, f'logclass check of a clean file: {checked.err}')
    run = patterngen('coverage', source, target)
    checks.same(run.status, 0, f'coverage of a clean file: {run.out}')


def draft_file(checks, folder):
    """A guess does not get into use."""
    source = write(folder, 'odd.md', page(table(
        LOG, ['ERROR', 'Star fell', 'dawn', PLACE], ['DEBUG', 'the exception', 'dusk', PLACE])))
    target = folder / 'odd.yaml'
    patterngen('derive', source, '--output', target)
    checked = logclass('check', target)
    checks.that(checked.status != 0 and "unknown key 'draft'" in checked.err,
                f'logclass check of a draft: {checked.err}')
    text = target.read_text(encoding='utf-8')
    checks.that('# page, line 7: | DEBUG | the exception | dusk' in text, "the page's row is over a draft")


def files(checks, folder):
    """A file that a person wrote is never lost; what cannot be read is said."""
    source = write(folder, 'page.md', page(table(LOG, ['ERROR', 'Star fell', 'dawn', PLACE])))
    target = write(folder, 'kept.yaml', 'mine\n')
    run = patterngen('derive', source, '-o', target)
    checks.that(run.status == 2 and '--force' in run.err, f'a file that exists: {run.status} {run.err}')
    checks.same(target.read_text(), 'mine\n', 'a file that exists stays')
    checks.same(patterngen('derive', source, '-o', target, '--force').status, 0, '--force')
    checks.that(target.read_text().startswith('# Derived'), '--force overwrites')
    empty = write(folder, 'empty.md', f'{TITLE}\n{ORIGIN}\nno table\n')
    (folder / 'bytes.md').write_bytes(b'| a |\xff|\n')
    for name, args, said in (
            ('no file', ['derive', folder / 'none.md'], 'No such file'),
            ('no table', ['derive', empty], 'no table with rows'),
            ('no text', ['derive', folder / 'bytes.md'], 'no UTF-8'),
            ('no folder', ['derive', source, '-o', folder / 'x/y.yaml'], 'No such file'),
            ('no page', ['derive'], 'PAGE'), ('no command', [], 'COMMAND'),
            ('no such command', ['guess'], 'guess')):
        run = patterngen(*args)
        checks.that(run.status == 2 and said in run.err and 'Traceback' not in run.err,
                    f'{name}: {run.status} {run.err!r}')
    for command in ('derive', 'coverage', 'diff'):
        run = patterngen(command, '--help')
        checks.that(run.status == 0 and 'Exit status' in run.out, f'{command} --help')
    checks.that('`draft`' in patterngen('derive', '--help').out, 'derive --help tells of drafts')


def main():
    checks = Checks()
    with Folder() as folder:
        for story in (log_messages, log_places, log_rows, log_clashes, value_tables, other_tables, heads, clean_file, draft_file, files):
            story(checks, folder)
    return checks.end('patterngen')


if __name__ == '__main__':
    sys.exit(main())
