#!/usr/bin/python3
"""Every row of the catalogue pages that is a log message is accounted for.

A page is a list of tables, and a row's number is TABLE.ROW.
Each row stands behind an entry of the service's pattern file, or in its `unmatchable` list with a
reason. No entry names a row that its page has not.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import Checks, load_patterns                          # noqa: E402

# Service: table -> its number of rows, of those tables that the pattern files hold whole.
# Counted on the pages of stable/2026.2.
WHOLE = {
    'masakari': {1: 31, 2: 12, 3: 12},
    'octavia': {8: 10},
    'heat': {4: 11},
    'cloudkitty': {8: 16},
    'zun': {13: 37},
}

# All tables of each page, so that no entry can name a row that is not there.
TABLES = {
    'masakari': [31, 12, 12],
    'octavia': [3, 4, 8, 5, 52, 9, 9, 10],
    'heat': [73, 22, 11, 11],
    'cloudkitty': [5, 5, 20, 5, 3, 7, 20, 16],
    'zun': [5, 6, 234, 15, 10, 19, 32, 6, 10, 7, 11, 7, 37, 9, 3, 6, 6],
}

# Class: the rows of its situations. These two are the model for classes with many situations.
SITUATIONS = {
    ('zun', 'zun.common.exception.ZunException'):
        [53, 103, 104, 119, *range(127, 135), *range(142, 150), 153, 154, 155, 158, 159, 209, 226],
    ('zun', 'zun.common.exception.Conflict'):
        [26, 27, *range(59, 64), 93, 95, 97, 106, 113, 114, 121, 122, 123, 139, 140],
}


def rows_of(document):
    """Row -> who stands for it, in this pattern file."""
    found = {}
    for kind in ('log', 'statuses', 'responses'):
        for entry in document.get(kind, []):
            found.setdefault(entry.get('row'), []).append(f'{kind} {entry["id"]}')
    for class_ in document.get('exceptions', []):
        for situation in class_.get('situations', [{'row': class_.get('row')}]):
            found.setdefault(situation.get('row'), []).append(f'exception {class_["class"]}')
    for reason in document.get('unmatchable', []):
        for row in reason['rows']:
            found.setdefault(row, []).append(f'unmatchable: {reason["why"]}')
    return found


def check_service(checks, service, document):
    found = rows_of(document)
    for table, count in WHOLE[service].items():
        for row in range(1, count + 1):
            checks.that(f'{table}.{row}' in found,
                        f'{service}: row {table}.{row} is behind no entry and has no reason')
    for row, holders in found.items():
        who = ', '.join(holders)
        table, _, number = (row or '').partition('.')
        if not checks.that(row is None or (table.isdigit() and number.isdigit()),
                           f'{service}: {who}: "{row}" is no row'):
            continue
        if row is None:
            checks.fail(f'{service}: {who} names no row')
            continue
        tables = TABLES[service]
        checks.that(1 <= int(table) <= len(tables) and 1 <= int(number) <= tables[int(table) - 1],
                    f'{service}: {who}: the page has no row {row}')
        checks.that(len({h.startswith('unmatchable') for h in holders}) == 1,
                    f'{service}: row {row} is unmatchable and matched: {who}')
    for reason in document.get('unmatchable', []):
        checks.that(len(reason.get('why', '')) > 10,
                    f'{service}: rows {reason["rows"]} are unmatchable without a reason')
    for marker in document.get('markers', []):
        checks.that('row' not in marker, f'{service}: marker {marker["id"]} names a row')


def check_situations(checks, documents):
    for (service, name), rows in SITUATIONS.items():
        have = [s['row'] for c in documents[service]['exceptions'] if c['class'] == name
                for s in c['situations']]
        checks.same(have, [f'3.{row}' for row in rows], f'{name}: the rows of its situations')


def main():
    documents = load_patterns()
    checks = Checks()
    for service in WHOLE:
        if checks.that(service in documents, f'no pattern file for {service}'):
            check_service(checks, service, documents[service])
    checks.same(sum(n for tables in WHOLE.values() for t, n in tables.items()), 129,
                'rows of the tables held whole')
    if 'zun' in documents:
        check_situations(checks, documents)
    if 'common' in documents:
        rows = [r for r in rows_of(documents['common']) if r is not None]
        checks.that(not rows, f'common.yaml belongs to no page, and names rows {rows}')
    return checks.end('rows')


if __name__ == '__main__':
    sys.exit(main())
