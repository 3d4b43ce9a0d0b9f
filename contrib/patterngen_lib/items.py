"""The entries of a pattern file: what derive writes, with their ids and generated examples.

An item whose `doubts` are empty is right as it stands. Any other is a draft: it gets the key
`draft`, which `logclass check` refuses, and a person decides.
"""
import re

from . import gaps

SLUG_CHARS = 44
FEW_WORDS = {'a', 'an', 'the', 'of', 'is', 'be', 'to', 'in', 'on', 'for', 'with', 'by', 'as', 'it',
             'or', 'and', 'that', 'this', 'has', 'have', 'was', 'are', 'its', 's', 't'}


class Item:
    """
    One entry, or one situation of a class.

    row         the page's Row that it stands for
    fields      key -> value, as the pattern file has them, without row, draft and examples
    examples    [{'text': …, 'params' or 'frame': …}, ...], generated
    """

    def __init__(self, row, fields=None, doubts=()):
        self.row, self.fields = row, fields or {}
        self.doubts = [doubt for doubt in dict.fromkeys(doubts) if doubt]
        self.examples = []

    def doubt(self, reason):
        if reason and reason not in self.doubts:
            self.doubts.append(reason)


class ClassItem:
    """A class of exceptions with its situations (Items), in the page's order. `rows` are the
    situations with what their rows said, for rows_class.settle()."""

    def __init__(self, name, fields):
        self.name, self.fields, self.doubts = name, fields, []
        self.situations, self.rows = [], []

    doubt = Item.doubt

    @property
    def is_plain(self):
        """One row without a situation in words: the class carries the row itself."""
        return len(self.situations) == 1 and 'situation' not in self.situations[0].fields


class Document:
    """A whole pattern file, section by section."""

    def __init__(self, head):
        self.head = head        # key -> value
        self.head_doubts = []
        self.log, self.exceptions = [], []
        self.statuses, self.responses, self.unmatchable = [], [], []

    @property
    def entries(self):
        return self.log + self.statuses + self.responses

    def items(self):
        """(Item, what it stands in): every item with its class, or itself."""
        for item in self.entries + self.unmatchable:
            yield item, item
        for class_ in self.exceptions:
            for item in class_.situations:
                yield item, class_


# ---- ids ---------------------------------------------------------------------------------------

def slug(text):
    """An id out of words: small letters, joined by dashes, cut at a word's end."""
    words = re.findall(r'[a-z0-9]+', re.sub(r"['’]", '', text.lower()))
    told = [word for word in words if word not in FEW_WORDS] or words
    out = ''
    for word in told:
        if out and len(out) + len(word) >= SLUG_CHARS:
            break
        out = f'{out}-{word}' if out else word[:SLUG_CHARS]
    return out


def unique(wanted, row, taken):
    """`wanted`, or with the row's number behind it, and not in `taken`, where it is put."""
    numbered = 'row-' + row.name.replace('.', '-')
    base = wanted or numbered
    tries = [base] + ([f'{base}-{numbered}'] if wanted else [])
    n = 2
    while True:
        one = tries.pop(0) if tries else f'{base}-{numbered}-{n}'
        n += not tries
        if one not in taken:
            taken.add(one)
            return one


def give_ids(document):
    """Ids for all entries, unique in the file, and for situations, unique in their class."""
    taken = set()
    for item in document.entries:
        words = ' '.join(gaps.literals(item.fields.get('template', ''),
                                       item.fields.get('style', 'percent')))
        item.fields['id'] = unique(slug(words), item.row, taken)
    for class_ in document.exceptions:
        ids = set()
        for item in class_.situations:
            if not class_.is_plain:
                item.fields['id'] = unique(slug(item.fields.get('situation', '')), item.row, ids)


# ---- examples ----------------------------------------------------------------------------------

def give_examples(document):
    for item in document.entries:
        if 'template' in item.fields:
            text, params = gaps.fill(item.fields['template'], item.fields.get('style', 'percent'))
            item.examples = [{'text': text, 'params': params}]
    packages = document.head['packages']
    for class_ in document.exceptions:
        for item in class_.situations:
            give_raised_example(class_, item, packages)


def own_place(class_, item):
    """A place of this situation alone: the frame there decides for it. None: it has none."""
    others = {place.partition('-')[0] for other in class_.situations if other is not item
              for place in other.fields.get('raised', [])}
    for place in item.fields.get('raised', []):
        line = re.match(r'.+:\d+', place)
        if line and line[0] not in others:
            return line[0]
    return None


def own_text(class_, item):
    """A text that no other situation of the class builds, or None."""
    others = {text for other in class_.situations if other is not item
              for text in other.fields.get('texts', [])}
    return next((t for t in item.fields.get('texts', []) if t not in others), None)


def give_raised_example(class_, item, packages):
    """The text of a situation, in the frame that decides for it where the class has several."""
    style = class_.fields.get('style', 'percent')
    own = own_text(class_, item)
    template = own or class_.fields.get('template')
    text = gaps.fill(template, style)[0] if template else 'generated-1'
    foreign = class_.name.partition('.')[0] not in packages
    place = own_place(class_, item)
    if len(class_.situations) == 1 and not foreign:
        item.examples = [{'text': text}]
    elif place:
        item.examples = [{'text': text, 'frame': place}]
    elif own:
        item.examples = [{'text': text}]
    elif foreign:
        item.doubt('no place of its own in the code: nothing would tell this row of a class that '
                   'anybody raises')
