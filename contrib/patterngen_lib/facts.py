"""What a row says, whether a page or a pattern file says it, so that two can be compared.

ROLES are what is compared: class, level, status, text, situation, sites, seen. A page has one value
for each; a pattern file may have several entries for a row, each with its own.
"""
import re

from . import gaps, sites
from .cells import clean, is_none, leans, read_levels, LEANS_ON
from .columns import Columns, read_cells
from .patterns import ENTRY, as_list, text_of
from .texts import PLACEHOLDER

ROLES = ('class', 'level', 'status', 'text', 'situation', 'sites', 'seen')


class Facts:
    """
    A row: `name` (TABLE.ROW), `kind`, `values` (role -> list of texts), `more` (header -> text),
    `excerpt` for people, `labels` of the entries that stand for it.

    known   False where only its number is known (`also`, `unmatchable`): it has no content
    """

    def __init__(self, name, kind, values, more=None, excerpt='', known=True):
        self.name, self.kind, self.more, self.known = name, kind, more or {}, known
        self.values = {role: [v for v in values.get(role, []) if v] for role in ROLES}
        self.excerpt, self.labels = excerpt, []

    def __getitem__(self, role):
        return self.values[role]

    def words(self, role):
        """The words of a role, gaps as one word each."""
        return [words_of(value) for value in self.values[role]]


def words_of(text):
    plain = re.sub(r'\{\w*\}', ' % ', PLACEHOLDER.sub(' % ', gaps.PERCENT.sub(' % ', text))).lower()
    return re.findall(r"[\w'’]+|%", plain)


def same_words(a, b):
    """How much of the words two lists share, 0 to 1 (Dice)."""
    if not a or not b:
        return 0.0
    rest, shared = list(b), 0
    for word in a:
        if word in rest:
            rest.remove(word)
            shared += 1
    return 2 * shared / (len(a) + len(b))


# ---- pages -------------------------------------------------------------------------------------

def page_facts(page):
    """The Facts of all rows of a page. What leans on the row above is written out."""
    facts = []
    for table in page.tables:
        columns, above = Columns(table), {}
        for row in table.rows:
            cells = read_cells(columns, row)
            above = {role: resolve(cells[role], above.get(role, '')) for role in columns.roles if role}
            facts.append(page_row(row, columns, cells, above))
    return facts


def resolve(cell, above):
    lean = leans(cell)
    if lean is None or lean is LEANS_ON or not above:
        return '' if is_none(cell) else clean(cell)
    return f'{above} {lean}'.strip()


def page_row(row, columns, cells, resolved):
    values = {role: [resolved.get(role, '')] for role in ROLES}
    error = resolved.get('error', '')       # a column of statuses, or of classes
    is_status = re.match(r'\d{3}\b', error) is not None
    named = resolved.get('class') or ('' if is_status else error)
    values['class'] = [re.sub(r'\s+\(.*', '', named)]
    values['status'] = [resolved.get('status') or (error if is_status else '')]
    values['sites'] = sites.read_sites(resolved.get('sites', '')).places
    levels = read_levels(resolved.get('level', ''))
    values['level'] = [level for level, _ in levels] or [resolved.get('level', '')]
    more = {header: clean(cell) for header, cell in cells.more}
    if columns.kind == 'unknown':       # what its cells are for is not known: all are its text
        values, more = unknown_row(row), {}
    return Facts(row.name, columns.kind, values, more, row.text)


def unknown_row(row):
    cells = [clean(cell) for cell in row.cells]
    listed = [cell for cell in cells if sites.is_list(cell)]
    return {'text': [' | '.join(cell for cell in cells if cell not in listed)],
            'sites': [place for cell in listed for place in sites.read_sites(cell).places]}


# ---- pattern files -----------------------------------------------------------------------------

def file_facts(files):
    """The Facts of all rows that pattern files name."""
    found = {}
    for naming in (naming for f in files for naming in f.namings):
        if naming.row is None:
            continue
        facts = found.get(naming.row)
        if facts is None or not facts.known and naming.way == ENTRY:
            labels = facts.labels if facts else []
            facts = found[naming.row] = Facts(naming.row, naming.kind, {}, known=naming.way == ENTRY)
            facts.labels += labels
        if naming.label not in facts.labels:
            facts.labels.append(naming.label)
        if naming.way == ENTRY:
            add_entry(facts, naming.item, naming.class_ or {})
    return list(found.values())


def add_entry(facts, item, class_):
    values = {
        'class': [text_of(class_.get('class', '')).rpartition('.')[2]],
        'level': [item.get('level')],
        'status': [class_.get('status'), (item.get('caller') or {}).get('status')],
        'text': [item.get('template'), class_.get('template'), *as_list(item.get('texts'))],
        'situation': [item.get('situation')],
        'sites': as_list(item.get('raised')) + as_list(item.get('source') if item is not class_
                                                       else None),
    }
    for role, more in values.items():
        for value in map(text_of, more):
            if value and value not in facts.values[role]:
                facts.values[role].append(value)
    facts.excerpt = facts.excerpt or ' '.join(facts['level'] + facts['class'] + facts['text'][:1])
