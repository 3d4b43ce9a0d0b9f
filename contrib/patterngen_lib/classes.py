"""Cells that name an exception, and the dotted class that is meant.

    Name (path/module.py:12)      the class, where it is defined
    Name (package.module)         the class of a library
    Name                          as defined in another row or column of the page, one of Python's
                                  own, or of the module that the prose above the table ("Exceptions
                                  of path/module.py") or its heading ("Title (path/module.py)")
                                  names
    Name "text"                   the class as raised with a text of its own
    A / B (path)   A, others      a person must say which rows these are
    Name (undefined)              the code raises what it does not define: a person must look
"""
import builtins
import re

from . import sites
from .cells import clean, is_none, leans
from .columns import Columns, read_cells

WORD = r'[A-Z][A-Za-z0-9_]*'
CELL = re.compile(rf'(?P<name>{WORD})(?:\s+\((?P<where>[^()]+)\))?(?:\s+"(?P<text>.+)")?')
MODULE = re.compile(r'[a-z_]\w*(?:\.[a-z_]\w*)+')
IN_FILE = r'\s+`?(?P<path>[\w./-]+\.py)`?'
PROSE = re.compile(r'[Ee]xception(?: classe)?s\s+(?:of|in|from|are in|are defined in)' + IN_FILE)
EVERYWHERE = re.compile(r'\bAll exception classes are (?:defined )?in' + IN_FILE)
HEADING = re.compile(r'\(`?(?P<path>[\w./-]+\.py)`?\)$')


class Named:
    """What a cell names: `name`, `where` as written or None, `text`; `doubt` or None."""

    def __init__(self, name, where=None, text=None, doubt=None):
        self.name, self.where, self.text, self.doubt = name, where, text, doubt


def read_class(cell):
    """The classes that a cell names, nearly always one."""
    text = clean(cell)
    found = CELL.fullmatch(text)
    if found:
        where = found['where']
        doubt = None
        if where and not sites.is_list(where) and not MODULE.fullmatch(where):
            doubt = f'"({where})" is neither a place in a source file nor a module'
        return [Named(found['name'], where, found['text'], doubt)]
    both = re.fullmatch(rf'(?P<names>{WORD}(?:\s*/\s*{WORD})+)(?:\s+\((?P<where>[^()]+)\))?', text)
    if both:
        return [Named(name, both['where'], None, f'the cell names several classes: {text}')
                for name in re.split(r'\s*/\s*', both['names'])]
    return [Named(text or '?', doubt=f'the cell names no class by a word of its own: {text}')]


def is_builtin(name):
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)


class Classes:
    """
    Which dotted class a name of this page means.

    lookup(name, row) gives (class, source, doubt): the dotted class, the place of its definition
    ('' where only the module is known), and why a person must look, or None.
    """

    def __init__(self, page):
        self.page = page
        self.known = {}         # name -> {(class, source), ...} of rows that say where it is
        for table in page.tables:
            columns = Columns(table)
            if columns.kind == 'exceptions':
                self._read(table, columns)
        self.folders = {table.number: self._above(i) for i, table in enumerate(page.tables)}

    def _read(self, table, columns):
        for row in table.rows:
            cells = read_cells(columns, row)
            if is_none(cells['class']) or leans(cells['class']) is not None:
                continue
            for named in read_class(cells['class']):
                where = clean(cells['defined']) or named.where
                if where and not named.doubt and not cells.doubt:
                    self._learn(named.name, where)

    def _learn(self, name, where):
        places = sites.read_sites(where).places if sites.is_list(where) else []
        if places:
            dotted = f'{sites.module_of(places[0])}.{name}'
            self.known.setdefault(name, set()).add((dotted, places[0]))
        elif MODULE.fullmatch(where):
            self.known.setdefault(name, set()).add((f'{where}.{name}', ''))

    def _above(self, i):
        """The file whose exceptions the table lists, by the prose or the heading above; None."""
        table = self.page.tables[i]
        for line in reversed(table.prose):
            found = PROSE.search(line)
            if found:
                return found['path']
        heading = HEADING.search(table.section)
        # The heading may name the file that raises; then its rows list it.
        if heading and not any(heading['path'] in row.text for row in table.rows):
            return heading['path']
        everywhere = [found for before in self.page.tables[:i]
                      for found in map(EVERYWHERE.search, before.prose) if found]
        return everywhere[-1]['path'] if everywhere else None

    def lookup(self, name, row):
        known = self.known.get(name, set())
        if len(known) == 1:
            return *next(iter(known)), None
        if known:
            return *sorted(known)[0], 'several classes of this name: ' + ', '.join(
                sorted(source or dotted for dotted, source in known))
        if is_builtin(name):
            return name, '', None
        path = self.folders[row.table.number]
        if path:
            return f'{sites.module_of(path)}.{name}', path, None
        return name, '', 'the page does not say in which module the class is'
