"""patterngen derive PAGE [-o FILE] - a draft pattern file out of a catalogue page.

Every row of the page gets its item: log messages under log, classes with all their situations
under exceptions, texts of failed states under statuses, answers of the API under responses, and
rows of tables that are of no known kind under unmatchable. What a table is about is told by the
cells of its header (Level and Message; Exception, Message template, Situation, Raised at; Status
reason; Status and faultstring; …).

An item either is right as it stands, or it is a draft: the best guess with the key `draft`, whose
value says what a person has to decide, and over it the row of the page. `logclass check` refuses
`draft` as a key that it does not know, so nothing that was guessed gets into use. Put the item
right, then take the key away.

Drafts are made of rows whose cells had moved or hold bars, of descriptions where a text should be,
of alternatives that abbreviate each other, of levels or statuses that may belong to several texts,
of classes whose module the page does not tell, of letters that may be values, of notes about a text.

Examples are generated from the templates, with values such as "generated-1", and marked by a
comment: `logclass check` wants an example for every entry, and real lines are better ones. Role,
severity, resource, cause, action, programs are nowhere on a page and left for a person.

How many rows became what is said on standard error.

Exit status: 0 written, with drafts or without, 2 usage or unreadable input.
"""
import collections
import os
import pathlib
import re
import sys

from . import sites
from .cells import clean
from .clashes import mark_clashes
from .classes import Classes
from .columns import Columns, read_cells
from .emit import write
from .items import Document, Item, give_examples, give_ids
from .page import Unreadable, read_page
from .rows_class import Above, Raised, collect, settle
from .rows_log import read_log_row, resolve_situations
from .rows_value import read_value_row
from .texts import quoted_column

NAME = 'derive'
HELP = 'a draft pattern file out of a catalogue page'


def arguments(parser):
    parser.add_argument('page', metavar='PAGE', help='the catalogue page')
    parser.add_argument('-o', '--output', metavar='FILE',
                        help='write there, not to standard output; a file that exists stays as it is')
    parser.add_argument('--force', action='store_true', help='with -o: overwrite FILE')


# ---- the head ----------------------------------------------------------------------------------

def packages_of(page):
    """The first folder that most places of the page lie in: the first word of its modules."""
    counted = collections.Counter()
    for row in page.rows:
        for cell in map(clean, row.cells):
            if sites.is_list(cell):
                counted.update(p.partition('/')[0] for p in sites.read_sites(cell).places)
    return [counted.most_common(1)[0][0]] if counted else []


def read_head(page):
    packages = packages_of(page)
    service = page.service or (packages[0] if packages else pathlib.Path(page.path).stem)
    document = Document({'service': service, 'release': page.release, 'commit': page.commit,
                         'analysed': page.analysed, 'packages': packages or [service]})
    for key in ('release', 'commit', 'analysed'):
        if not document.head[key]:
            document.head_doubts.append(f'the page does not tell its {key}')
    if not page.service:
        document.head_doubts.append('the page does not tell its service')
    if not re.fullmatch(r'[A-Za-z0-9][\w.:-]*', service, re.A):
        document.head_doubts.append(f'"{service}" is no name of a service')
    if packages != [service]:
        document.head_doubts.append(f'packages: places of the page lie in {packages}')
    return document


# ---- tables ------------------------------------------------------------------------------------

class Deriver:
    """Takes the tables of a page into a document."""

    def __init__(self, page):
        self.page, self.document = page, read_head(page)
        self.classes, self.found = Classes(page), {}
        self.elsewhere = self._where_classes_stand()

    def _where_classes_stand(self):
        """Class name -> 'row 1.5' of exception tables, for answers that name it."""
        stand = {}
        for table in self.page.tables:
            columns = Columns(table)
            for row in table.rows if columns.kind == 'exceptions' else ():
                name = clean(read_cells(columns, row)['class']).partition(' ')[0]
                stand.setdefault(name, []).append(row.name)
        return stand

    def table(self, table):
        columns = Columns(table)
        rows = [(row, read_cells(columns, row)) for row in table.rows]
        quoted = quoted_column([cells['text'] for _, cells in rows])
        getattr(self, f'_{columns.kind}')(rows, quoted, columns)

    def _log(self, rows, quoted, columns):
        above = []
        resolve_situations(rows)
        for row, cells in rows:
            above = read_log_row(row, cells, quoted, above, columns.kind == 'mixed')
            self.document.log += above

    _mixed = _log

    def _exceptions(self, rows, quoted, _):
        above = Above()
        for row, cells in rows:
            collect(self.classes, Raised(row, cells, quoted, above), self.found)

    def _values(self, rows, quoted, columns):
        into = self.document.statuses if columns.kind == 'statuses' else self.document.responses
        resolve_situations(rows)
        for row, cells in rows:
            into += read_value_row(row, cells, columns.kind, quoted, self.elsewhere)

    _statuses = _responses = _answers = _values

    def _unknown(self, rows, _, columns):
        why = f'a table of no known kind ({" | ".join(columns.header)}): an entry, `also` of another ' \
              'row, or unmatchable with its `why`?'
        self.document.unmatchable += [Item(row, {}, [why]) for row, _ in rows]

    def finish(self):
        self.document.exceptions = list(self.found.values())
        for class_ in self.document.exceptions:
            settle(class_)
        give_ids(self.document)
        give_examples(self.document)
        mark_clashes(self.document)
        return self.document


def derive(page):
    """The Document of a page."""
    deriver = Deriver(page)
    for table in page.tables:
        deriver.table(table)
    return deriver.finish()


def split_rows(document):
    """(safe, draft): the names of rows; a row is safe when nothing of it is a draft."""
    rows, drafts = set(), set()
    for item, holder in document.items():
        rows.add(item.row.name)
        if item.doubts or holder.doubts:
            drafts.add(item.row.name)
    return rows - drafts, drafts


def run(options):
    page = read_page(options.page)
    document = derive(page)
    safe, drafts = split_rows(document)
    assert safe | drafts == {row.name for row in page.rows}     # no row is left out
    if options.output and os.path.exists(options.output) and not options.force:
        raise Unreadable(f"'{options.output}' exists: what a person wrote there would be lost; "
                         '--force overwrites it')
    text = write(document)
    if options.output:
        try:
            pathlib.Path(options.output).write_text(text, encoding='utf-8')
        except OSError as e:
            raise Unreadable(f"'{options.output}': {e.strerror}") from e
    else:
        sys.stdout.write(text)
    print(f'patterngen: {document.head["service"]}: {len(page.rows)} rows, {len(safe)} stand as '
          f'they are, {len(drafts)} are drafts', file=sys.stderr)
    return 0
