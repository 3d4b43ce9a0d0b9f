#!/usr/bin/python3
"""Every row of the catalogue pages is accounted for, and the README's table of coverage says how.

A page is a list of tables, and a row's number is TABLE.ROW.
Each row stands behind an entry of the service's pattern file, is named by one as a row that shows
the same from another side (`also`), or stands in `unmatchable` with a reason.
No entry names a row that its page has not.

usage: rows.py [--markdown]

--markdown prints the table for the README.
"""
import argparse
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import ROOT, Checks, load_patterns                    # noqa: E402

# The number of rows of each table of each page, counted on the pages of stable/2026.2.
TABLES = {
    'masakari': [31, 12, 12],
    'octavia': [3, 4, 8, 5, 52, 9, 9, 10],
    'heat': [73, 22, 11, 11],
    'cloudkitty': [5, 5, 20, 5, 3, 7, 20, 16],
    'zun': [5, 6, 234, 15, 10, 19, 32, 6, 10, 7, 11, 7, 37, 9, 3, 6, 6],
}
ROWS = 776

# Class: the rows of its situations, of two classes that have many.
SITUATIONS = {
    ('zun', 'zun.common.exception.ZunException'):
        [53, 103, 104, 119, *range(127, 135), *range(142, 150), 153, 154, 155, 158, 159, 209, 226],
    ('zun', 'zun.common.exception.Conflict'):
        [26, 27, *range(59, 64), 93, 95, 97, 106, 113, 114, 121, 122, 123, 139, 140],
}

# Service and tables in which the entries must be of one kind: these pages' catalogues of exceptions,
# and their log messages.
KINDS = {
    'exception': {'masakari': [1, 2], 'octavia': [5], 'heat': [1], 'zun': [3]},
    'log': {'masakari': [3], 'octavia': [8], 'heat': [4], 'zun': [13]},
}

Holder = collections.namedtuple('Holder', 'how what')     # how: log, exception, value, also, unmatchable


def items_of(document):
    """(kind, what, item) of everything that may stand for a row."""
    for key, kind in (('log', 'log'), ('statuses', 'value'), ('responses', 'value')):
        for entry in document.get(key, []):
            yield kind, f'{key} {entry["id"]}', entry
    for class_ in document.get('exceptions', []):
        for situation in class_.get('situations', [class_]):
            yield 'exception', f'{class_["class"]} {situation.get("id", "")}'.rstrip(), situation


def rows_of(document):
    """Row -> who stands for it, in this pattern file."""
    found = collections.defaultdict(list)
    for kind, what, item in items_of(document):
        found[item.get('row')].append(Holder(kind, what))
        for row in item.get('also', []):
            found[row].append(Holder('also', what))
    for marker in document.get('markers', []):
        for row in marker.get('also', []):
            found[row].append(Holder('also', f'markers {marker["id"]}'))
    for reason in document.get('unmatchable', []):
        for row in reason['rows']:
            found[row].append(Holder('unmatchable', reason['why']))
    return found


def how(holders):
    """What a row counts as: the first of these that holds."""
    kinds = {h.how for h in holders}
    for kind in ('unmatchable', 'log', 'exception', 'value', 'also'):
        if kind in kinds:
            return kind
    return 'missing'


def check_row_exists(checks, service, row, who):
    table, _, number = (row or '').partition('.')
    if not checks.that(table.isdigit() and number.isdigit(), f'{service}: {who}: "{row}" is no row'):
        return
    tables = TABLES[service]
    checks.that(1 <= int(table) <= len(tables) and 1 <= int(number) <= tables[int(table) - 1],
                f'{service}: {who}: the page has no row {row}')


def check_service(checks, service, document):
    found = rows_of(document)
    for row, holders in found.items():
        who = ', '.join(h.what for h in holders)
        check_row_exists(checks, service, row, who)
        unmatchable = {h.how == 'unmatchable' for h in holders}
        checks.that(len(unmatchable) == 1, f'{service}: row {row} is unmatchable and matched: {who}')
    for reason in document.get('unmatchable', []):
        checks.that(len(reason.get('why', '')) > 10,
                    f'{service}: rows {reason["rows"]} are unmatchable without a reason')
    for marker in document.get('markers', []):
        checks.that('row' not in marker, f'{service}: marker {marker["id"]} names a row')
    for table, count in enumerate(TABLES[service], 1):
        for n in range(1, count + 1):
            row = f'{table}.{n}'
            checks.that(row in found, f'{service}: row {row} is behind no entry and has no reason')


def check_kinds(checks, documents):
    for kind, services in KINDS.items():
        for service, tables in services.items():
            found = rows_of(documents[service])
            for table in tables:
                for n in range(1, TABLES[service][table - 1] + 1):
                    kinds = {h.how for h in found[f'{table}.{n}']}
                    checks.that(kinds & {kind, 'unmatchable'},
                                f'{service}: row {table}.{n} stands behind no {kind}: {kinds}')


def check_situations(checks, documents):
    for (service, name), rows in SITUATIONS.items():
        have = [s['row'] for c in documents[service]['exceptions'] if c['class'] == name
                for s in c['situations']]
        checks.same(have, [f'3.{row}' for row in rows], f'{name}: the rows of its situations')


# ---- what is printed ----

COUNTED = ('log', 'exception', 'value', 'also', 'unmatchable', 'missing')


def count_tables(service, document):
    """For each table: how many rows count as what."""
    found = rows_of(document)
    for table, count in enumerate(TABLES[service], 1):
        yield table, collections.Counter(how(found.get(f'{table}.{n}', []))
                                         for n in range(1, count + 1))


def print_tables(documents):
    print(f'{"table":16}{"rows":>6}' + ''.join(f'{c:>13}' for c in COUNTED))
    for service in TABLES:
        for table, counts in count_tables(service, documents[service]):
            print(f'{service + " " + str(table):16}{sum(counts.values()):6}'
                  + ''.join(f'{counts[c]:13}' for c in COUNTED))


def readme_table(documents):
    """The lines of the README's table."""
    yield '| service | rows | log message | exception | other text | from another side | unmatchable ' \
          '| entries: log, markers, classes (situations), texts |'
    yield '| --- | --- | --- | --- | --- | --- | --- | --- |'
    sums = collections.Counter()
    for service in TABLES:
        document = documents[service]
        counts = sum((c for _, c in count_tables(service, document)), collections.Counter())
        sums += counts
        yield f'| {service} | {sum(counts.values())} | {cells(counts)} | {entries_of(document)} |'
    yield f'| all five | {sum(sums.values())} | {cells(sums)} | |'
    yield f'| common | | | | | | | {entries_of(documents["common"])} |'


def cells(counts):
    return ' | '.join(str(counts[c]) for c in COUNTED[:-1])


def entries_of(document):
    classes = document.get('exceptions', [])
    situations = sum(len(c.get('situations', [c])) for c in classes)
    texts = len(document.get('statuses', [])) + len(document.get('responses', []))
    return (f'{len(document.get("log", []))}, {len(document.get("markers", []))}, '
            f'{len(classes)} ({situations}), {texts}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('--markdown', action='store_true')
    options = parser.parse_args()
    documents = load_patterns()
    if options.markdown:
        print('\n'.join(readme_table(documents)))
        return 0
    checks = Checks()
    checks.same(sum(map(sum, TABLES.values())), ROWS, 'rows of the five pages')
    for service in TABLES:
        if checks.that(service in documents, f'no pattern file for {service}'):
            check_service(checks, service, documents[service])
    check_kinds(checks, documents)
    check_situations(checks, documents)
    named = [row for row in rows_of(documents['common']) if row is not None]
    checks.that(not named, f'common.yaml belongs to no page, and names rows {named}')
    print_tables(documents)
    readme = (ROOT / 'README.md').read_text(encoding='utf-8')
    for line in readme_table(documents):
        checks.that(line in readme, f'the README\'s table of coverage lacks: {line}')
    return checks.end('rows')


if __name__ == '__main__':
    sys.exit(main())
