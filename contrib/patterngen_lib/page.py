"""Catalogue pages: lines become tables and rows.

The dialect is Markdown that has been through a browser. A table is a header line, a line of |---|,
then one row a line, which ends in '|' and often lacks its first bar. Blank lines do not end a
table; any other line does. A cell may hold a bar: escaped as \\|, without blanks around it, or
plainly, and then its row has more cells than the header. Empty cells may have moved to a row's end.
columns.py puts such rows right; here cells are as they were split.

A row is named TABLE.ROW, both counted from 1 in the page's order. These numbers are used in pattern
files and never change, so the splitting here must not change either.
"""
import re

RULE = re.compile(r'\|(?:\s*-+\s*\|)+')
BAR = re.compile(r'(?<!\\) \| |(?<=\s)\| | \|(?=\s)')

# "Errors — masakari — branch stable/2026.2"
TITLE = re.compile(r'^#*\s*Errors\s+[—–-]\s+(?P<service>.+?)\s+[—–-]\s+branch\s+(?P<release>\S+)')
# "stable/2026.2@ae41528e1ebc— repository https://host/group/masakari — analysed on 2026-10-28"
ORIGIN = re.compile(r'(?P<release>[^\s`]+)@(?P<commit>[0-9a-f]{7,40})(?![0-9a-f])')
REPOSITORY = re.compile(r'repository\s+`?(?P<url>\S+?)`?(?:\s|$)')
ANALYSED = re.compile(r'analysed on\s+(?P<day>\d{4}-\d\d-\d\d)')

HEADING_CHARS = 120     # a longer line above a table is a paragraph


class Unreadable(Exception):
    """An input that cannot be used; the text is a sentence for the user."""


class Row:
    """One row: `cells` as they were split, `line` in the page, `text` the line itself."""

    def __init__(self, table, number, line, text):
        self.table, self.number, self.line, self.text = table, number, line, text.strip()
        self.cells = split_row(text)

    @property
    def name(self):
        return f'{self.table.number}.{self.number}'


class Table:
    """A table: its header cells, its rows, the heading and the prose lines above it."""

    def __init__(self, number, header, section, prose):
        self.number, self.header, self.section, self.prose = number, header, section, prose
        self.rows = []


class Page:
    """A page: the facts of its head (absent ones are None) and its tables."""

    def __init__(self, path, lines):
        self.path = path
        self.service, self.release, self.commit, self.analysed = read_head(lines)
        self.tables = read_tables(lines)

    @property
    def rows(self):
        return [row for table in self.tables for row in table.rows]

    def row(self, name):
        return next((row for row in self.rows if row.name == name), None)


def split_row(line):
    """The cells of a row, with or without its first and last bar."""
    line = line.strip()
    line = line[1:] if line.startswith('|') else line
    line = line[:-1] if line.endswith('|') else line
    return [cell.strip() for cell in BAR.split(f' {line} ')]


def read_head(lines):
    """(service, release, commit, day) of the page's first lines. The service is the repository's
    name: the title may write it with capitals."""
    head = lines[:20]

    def first(pattern, group):
        return next((m[group] for m in map(pattern.search, head) if m), None)

    service = first(REPOSITORY, 'url') or first(TITLE, 'service')
    if service:
        service = re.sub(r'\.git$', '', service.rstrip('/')).rpartition('/')[2].lower()
    release = first(ORIGIN, 'release') or first(TITLE, 'release')
    return service, release, first(ORIGIN, 'commit'), first(ANALYSED, 'day')


def section_above(lines, i):
    """The nearest line from i upwards that can be a heading."""
    for line in reversed(lines[:i + 1]):
        text = line.strip()
        if text and not text.endswith('|') and len(text) < HEADING_CHARS:
            return text.lstrip('# ')
    return ''


def read_tables(lines):
    tables, table, number, prose = [], None, 0, []
    for i, line in enumerate(lines):
        text = line.strip()
        if RULE.fullmatch(text) and i > 0:
            table, number = Table(len(tables) + 1, split_row(lines[i - 1]),
                                  section_above(lines, i - 2), prose), 0
            tables.append(table)
            prose = []
        elif table and text.endswith('|'):
            number += 1
            table.rows.append(Row(table, number, i + 1, line))
        elif text:
            table = None
            if not text.endswith('|'):      # the header of the next table is no prose
                prose.append(text)
    return tables


def read_lines(path):
    try:
        with open(path, encoding='utf-8-sig') as f:
            return f.read().split('\n')
    except OSError as e:
        raise Unreadable(f"page '{path}': {e.strerror}") from e
    except UnicodeDecodeError as e:
        raise Unreadable(f"page '{path}': byte {e.start} is no UTF-8") from e


def read_page(path):
    """The page at `path`; Unreadable when it cannot be read or has no table."""
    page = Page(path, read_lines(path))
    if not page.rows:
        raise Unreadable(f"page '{path}': no table with rows; a page has a header line, a line of "
                         "|---|---| and a line for each row")
    return page
