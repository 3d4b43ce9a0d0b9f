"""Pattern files that exist: which rows their items name, and how.

Read with PyYAML, every scalar as text, as the program reads them. What is wrong with a file in other
ways is for `logclass check` to say.
"""
import yaml

from .page import Unreadable

ENTRY, ALSO, UNMATCHABLE = 'entry', 'also', 'unmatchable'
SECTIONS = ('log', 'statuses', 'responses')


class AllText(yaml.SafeLoader):
    """Scalars stay text: 3.10 is a row, not a number."""


AllText.yaml_implicit_resolvers = {}


class Naming:
    """
    One place of a file that names a row.

    row     the row; None where an item that has to name one does not
    way     ENTRY, ALSO or UNMATCHABLE
    kind    the section
    label   how a person calls the item: its id, CLASS.SITUATION, or "unmatchable"
    item    the item's mapping; class_ that of its class, or None
    draft   why it is a draft, or None
    """

    def __init__(self, row, way, kind, label, item, class_=None):
        self.row, self.way, self.kind, self.label = text_of(row), way, kind, text_of(label)
        self.item, self.class_ = item, class_
        self.draft = item.get('draft', (class_ or {}).get('draft'))


class PatternFile:
    """`namings` in the file's order; `service`, `release` and the other head keys in `head`."""

    def __init__(self, path, document):
        self.path, self.head = path, document
        self.service = document.get('service')
        self.namings = list(self._read(document))

    def _read(self, document):
        for kind in SECTIONS:
            for item in self._items(document, kind):
                yield from self._named(item, kind, item.get('id', '?'))
        for class_ in self._items(document, 'exceptions'):
            yield from self._class(class_)
        for item in self._items(document, 'markers'):       # they stand for no row of their own
            yield from self._also(item, 'markers', item.get('id', '?'))
        for item in self._items(document, 'unmatchable'):
            for row in as_list(item.get('rows')):
                yield Naming(row, UNMATCHABLE, 'unmatchable', 'unmatchable', item)

    def _class(self, class_):
        word = text_of(class_.get('class', '?')).rpartition('.')[2]
        if 'situations' not in class_:
            yield from self._named(class_, 'exceptions', word, class_)
            return
        if 'row' in class_:
            yield Naming(class_['row'], ENTRY, 'exceptions', word, class_, class_)
        yield from self._also(class_, 'exceptions', word, class_)
        for item in self._items(class_, 'situations'):
            label = f'{word}.{item["id"]}' if 'id' in item else word
            yield from self._named(item, 'exceptions', label, class_)

    def _named(self, item, kind, label, class_=None):
        yield Naming(item.get('row'), ENTRY, kind, label, item, class_)
        yield from self._also(item, kind, label, class_)

    def _also(self, item, kind, label, class_=None):
        for row in as_list(item.get('also')):
            yield Naming(row, ALSO, kind, label, item, class_)

    def _items(self, holder, key):
        items = holder.get(key) or []
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise Unreadable(f"pattern file '{self.path}': {key} must be a list of mappings")
        return items


def as_list(value):
    return value if isinstance(value, list) else [] if value is None else [value]


def text_of(value):
    """A text, whatever stands there; None where nothing does."""
    return value if value is None or isinstance(value, str) else str(value)


def read_patterns(path):
    """The PatternFile at `path`; Unreadable when it cannot be read or is none."""
    try:
        with open(path, encoding='utf-8-sig') as f:
            document = yaml.load(f, AllText)
    except OSError as e:
        raise Unreadable(f"pattern file '{path}': {e.strerror}") from e
    except UnicodeDecodeError as e:
        raise Unreadable(f"pattern file '{path}': byte {e.start} is no UTF-8") from e
    except yaml.YAMLError as e:
        mark = getattr(e, 'problem_mark', None)
        place = f':{mark.line + 1}:{mark.column + 1}' if mark else ''
        what = getattr(e, 'problem', None) or getattr(e, 'reason', 'no YAML')
        raise Unreadable(f"pattern file '{path}'{place}: {what}") from e
    if not isinstance(document, dict) or 'format' not in document:
        raise Unreadable(f"pattern file '{path}': it does not begin with format: 1")
    return PatternFile(path, document)


def read_for(page, paths):
    """The PatternFiles at `paths`, which must be of the page's service."""
    files = [read_patterns(path) for path in paths]
    for f in files:
        if page.service and f.service and f.service != page.service:
            raise Unreadable(f"pattern file '{f.path}' is of {f.service}, the page '{page.path}' of "
                             f'{page.service}')
    return files
