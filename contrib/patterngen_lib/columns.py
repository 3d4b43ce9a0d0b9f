"""What a table is about, told by the cells of its header, and the cells of a row by what they are.

    kind          header                                            becomes
    log           a level and a message                             log
    exceptions    an exception with its raise sites                 exceptions
    statuses      a status reason                                   statuses
    responses     a status (or "Error") with a message              responses
    answers       a message of an exception that stands elsewhere   drafts in responses
    mixed         messages of several kinds ("Message / log")       drafts
    unknown       anything else                                     drafts in unmatchable

Neither the table's number nor the service's name counts.

A row whose cells do not fit its columns is put right where only one way is left; else it is put
right in the likeliest way and says so.
"""
import re

from . import sites
from .cells import NONE, clean, read_levels

# Header cell, small letters, without a parenthesis at its end -> what the column holds.
ROLES = {
    'exception': 'class', 'class': 'class',
    'http': 'status', 'native http': 'status', 'http status': 'status', 'status': 'status',
    'message': 'text', 'message template': 'text', 'template': 'text', 'faultstring': 'text',
    'status reason': 'text', 'message seen': 'text', 'message / log': 'text',
    'situation': 'situation', 'raised when': 'situation', 'set when': 'situation',
    'trigger': 'situation',
    'raised at': 'sites', 'where': 'sites', 'source': 'sites',
    'seen by the client as': 'seen', 'client sees': 'seen', 'what the client sees': 'seen',
    'defined at': 'defined',
    'level': 'level',
    'error': 'error',
}


def plain_name(header_cell):
    name = re.sub(r'\s*\([^()]*\)$', '', clean(header_cell)).lower()
    return re.sub(r'[\s_]+', ' ', name).strip()


class Columns:
    """The columns of one table: `roles` in order (None: only its name tells), `kind`."""

    def __init__(self, table):
        self.header = [clean(cell) for cell in table.header]
        self.names = [plain_name(cell) for cell in table.header]
        self.roles = []
        for name in self.names:
            role = ROLES.get(name)
            self.roles.append(None if role in self.roles else role)
        self.kind = self._kind()

    def _kind(self):
        has = set(self.roles)
        named = set(self.names)
        if 'message / log' in named:
            return 'mixed'
        if {'level', 'text'} <= has:
            return 'log'
        if 'status reason' in named:
            return 'statuses'
        if {'class', 'sites'} <= has and has & {'text', 'situation'}:
            return 'exceptions'
        if 'text' in has and any('exception' in name for name in named):
            return 'answers'
        if 'text' in has and has & {'status', 'error'}:
            return 'responses'
        return 'unknown'

    def fits(self, role, cell):
        """May such a cell stand in a column of that role?"""
        text = clean(cell)
        if text in NONE:
            return True
        if ' | ' in text and role in ('sites', 'level', 'status', 'class', 'defined'):
            return False
        if role == 'sites':
            return True     # prose stands there too: "not raised here"
        if sites.is_list(text):
            return role in (None, 'defined')
        if role == 'level':
            return bool(read_levels(text))
        if role == 'status':
            return bool(re.search(r'\b[1-5]\d\d\b', text))
        if role == 'class':
            return bool(re.match(r'[A-Za-z_][\w.]*(?:\s*$|\s+[("/]|,)', text))
        return True


class Cells:
    """
    A row's cells by role, '' where it has none; `more` are (header, cell) of columns without a
    role. `doubt` says what does not fit.
    """

    def __init__(self, columns, values, doubt):
        self.by_role = dict(zip(columns.roles, values))
        self.more = [(header, value) for header, role, value
                     in zip(columns.header, columns.roles, values) if role is None]
        self.doubt = doubt

    def __getitem__(self, role):
        return self.by_role.get(role, '')


def moved(columns, values):
    """
    The values with their blanks moved back to the left, when the raise sites stand too far left by
    as many cells as the row ends in empty ones; None when they do not.
    """
    if 'sites' not in columns.roles:
        return None
    column = columns.roles.index('sites')
    empty = next((i for i, value in enumerate(reversed(values)) if value), len(values))
    at = column - empty
    if empty == 0 or at < 0 or not sites.is_list(clean(values[at])):
        return None
    if sites.is_list(clean(values[column])):
        return None
    # The first cells of a row are those that a cell above spans; so the blanks stood there.
    return [''] * empty + values[:len(values) - empty]


def joined(columns, cells):
    """Every way to fill the columns when a run of too many cells was one that holds bars."""
    surplus = len(cells) - len(columns.roles)
    for at in range(len(columns.roles)):
        values = cells[:at] + [' | '.join(cells[at:at + surplus + 1])] + cells[at + surplus + 1:]
        if all(map(columns.fits, columns.roles, values)):
            yield at, values


def join(columns, cells):
    """(values, doubt) of a row with more cells than columns."""
    ways = list(joined(columns, cells))
    if len(ways) == 1:
        return ways[0][1], None
    doubt = 'a cell holds a bar, and which one it is cannot be told: see the columns'
    text = columns.roles.index('text') if 'text' in columns.roles else len(columns.roles) - 1
    best = next((values for at, values in ways if at == text), None)
    if best is None:
        last = len(columns.roles) - 1
        best = cells[:last] + [' | '.join(cells[last:])]
    return best, doubt


def read_cells(columns, row):
    """The row's cells by what they are."""
    values, doubt = list(row.cells), None
    if len(values) > len(columns.roles):
        values, doubt = join(columns, values)
    elif len(values) < len(columns.roles):
        values += [''] * (len(columns.roles) - len(values))
        doubt = 'the row has fewer cells than its header'
    back = moved(columns, values)
    if back:
        values = back
        doubt = "empty cells had moved to the row's end: see which columns they belong to"
    return Cells(columns, values, doubt)
