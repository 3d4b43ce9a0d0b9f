"""patterngen coverage PAGE FILE... - which rows of a page the pattern files account for.

A row is accounted for when an entry, a class or a situation names it (`row`), when one stands for it
too (`also`, a list of further rows: tables that show the same error from another side), or when it
is in `unmatchable` with the reason why no text of it can reach a log.

Listed, one a line, are
    rows that nothing names
    rows that are named and unmatchable at once
    rows that only drafts name (key `draft`): a person has yet to decide
    items that name a row which the page has not, or that name none
    unmatchable rows without a reason
and after that a table with the counts for each table of the page.

Exit status: 0 nothing listed, 1 something listed, 2 usage or unreadable input.
"""
import sys

from .page import read_page
from .patterns import ALSO, ENTRY, UNMATCHABLE, read_for, text_of

NAME = 'coverage'
HELP = 'which rows of a page the pattern files account for'

REASON_CHARS = 10       # a shorter `why` tells nothing
EXCERPT_CHARS = 100


def arguments(parser):
    parser.add_argument('page', metavar='PAGE', help='the catalogue page')
    parser.add_argument('files', metavar='FILE', nargs='+', help='pattern files of its service')


def excerpt(row):
    text = ' | '.join(row.cells)
    return text if len(text) <= EXCERPT_CHARS else text[:EXCERPT_CHARS - 1] + '…'


def labels(namings):
    return ', '.join(dict.fromkeys(naming.label for naming in namings))


class Count:
    """How the files account for the rows of a page."""

    def __init__(self, page, files):
        self.page = page
        self.known = {row.name for row in page.rows}
        self.namings = [naming for f in files for naming in f.namings]
        self.by_row = {}
        for naming in self.namings:
            self.by_row.setdefault(naming.row, []).append(naming)

    def of(self, row, way):
        return [naming for naming in self.by_row.get(row.name, []) if naming.way == way]

    def listed(self):
        """The sentences about what is not in order."""
        for row in self.page.rows:
            yield from self._row(row)
        for naming in self.namings:
            yield from self._naming(naming)

    def _row(self, row):
        named = self.of(row, ENTRY) + self.of(row, ALSO)
        unmatchable = self.of(row, UNMATCHABLE)
        if not named and not unmatchable:
            yield f'row {row.name}, line {row.line}: nothing names it: {excerpt(row)}'
        elif named and unmatchable:
            yield f'row {row.name}, line {row.line}: behind {labels(named)}, and unmatchable'
        everything = named + unmatchable
        if everything and all(naming.draft for naming in everything):
            yield f'row {row.name}, line {row.line}: only a draft, {labels(everything)}: ' \
                  f'{everything[0].draft}'

    def _naming(self, naming):
        if naming.row is None and naming.item.get('origin') != 'source':
            yield f'{naming.kind} {naming.label}: it names no row'
        elif naming.row is not None and naming.row not in self.known:
            key = {ENTRY: 'row', ALSO: 'also', UNMATCHABLE: 'rows'}[naming.way]
            yield f'{naming.kind} {naming.label}: {key} "{naming.row}": the page has no such row'
        if naming.way == UNMATCHABLE and not naming.draft and \
                len((text_of(naming.item.get('why')) or '').strip()) < REASON_CHARS:
            yield f'row {naming.row}: unmatchable without a reason'

    def table(self):
        """Lines of counts: a header, a line for each table, and the sum."""
        yield 'table', 'rows', 'entries', 'also', 'unmatchable', 'missing'
        sums = [0] * 5
        for table in self.page.tables:
            counts = [len(table.rows), 0, 0, 0, 0]
            for row in table.rows:
                counts[self._column(row)] += 1
            sums = [a + b for a, b in zip(sums, counts)]
            yield (table.number, *counts)
        yield ('all', *sums)

    def _column(self, row):
        ways = [way for way in (ENTRY, ALSO, UNMATCHABLE) if self.of(row, way)]
        return {ENTRY: 1, ALSO: 2, UNMATCHABLE: 3}[ways[0]] if ways else 4


def run(options):
    page = read_page(options.page)
    count = Count(page, read_for(page, options.files))
    found = list(count.listed())
    lines = found + [''] * bool(found)
    lines += ['{:>5} {:>6} {:>8} {:>6} {:>12} {:>8}'.format(*cells) for cells in count.table()]
    sys.stdout.write('\n'.join(lines) + '\n')
    return 1 if found else 0
