"""Rows of exception tables: a class, its raise sites, and what was seen of it."""
import re

from . import sites
from .callers import read_caller, resolve
from .cells import LEANS_ON, Status, clean, is_none, leans, read_status
from .classes import read_class
from .items import ClassItem, Item
from .rows_log import notes_of
from .texts import CLASS, read_text


QUOTED_SITUATION = re.compile(r'(?P<text>.+?)(?:\s+[—–]\s+(?P<when>.+)|\s+\((?P<note>[^()]+)\))?')


class Above:
    """What a row may lean on: the cells of the row above it, resolved."""

    def __init__(self):
        self.cells = {'class': '', 'status': '', 'text': '', 'situation': '', 'seen': ''}

    def resolve(self, role, cell):
        """(the cell that counts, doubt)."""
        lean = leans(cell)
        if lean is LEANS_ON:
            return cell, f'{role}: "{clean(cell)}" leans on the row above'
        if lean is not None and role != 'seen':
            if not self.cells[role]:
                return cell, f'{role}: "{clean(cell)}", and nothing stands above'
            return f'{self.cells[role]} {lean}'.strip(), None
        return cell, None

    def keep(self, cells):
        seen = resolve(cells['seen'], self.cells['seen'])
        self.cells = dict(cells, seen=seen)


class Raised:
    """
    One row of an exception table, read: the class's part and the situation's part.

    named       what its class cell names
    status      Status, of the class
    text        Text, of the class unless it is built
    item        the Item of its situation
    """

    def __init__(self, row, cells, quoted, above):
        doubts = [cells.doubt]
        now = {}
        for role in ('class', 'status', 'text', 'situation', 'seen'):
            now[role], doubt = above.resolve(role, cells[role])
            doubts.append(doubt)
        if is_none(now['class']):       # a class above that spans several rows, and its text with it
            now['class'] = above.cells['class']
            now['text'] = above.cells['text'] if is_none(now['text']) else now['text']
            doubts.append('no class: that of the row above?')
        self.named = read_class(now['class'])
        self.status = read_status(now['status']) if now['status'] else Status()
        self.text = read_text(now['text'], CLASS, quoted)
        self.item = self._item(row, cells, now, above, doubts)
        above.keep(now)

    def _item(self, row, cells, now, above, doubts):
        places = sites.read_sites('' if is_none(cells['sites']) else clean(cells['sites']))
        caller = read_caller(now['seen'], above.cells['seen'])
        told = None if self.status.doubt else self.status.told
        if told and (caller.fields.get('status', told) != told or caller.fields.get('seen') == 'no'):
            doubts.append('two columns tell different things of what the caller got')
        fields = {'situation': '' if is_none(now['situation']) else clean(now['situation']),
                  'raised': places.places, 'texts': self.text.templates if self.text.built else [],
                  **notes_of(cells, self.text.notes, places.remarks),
                  'caller': with_status(caller.fields, told)}
        if re.match('free text', clean(now['text']), re.I) and fields['situation']:
            guess_texts(fields)
        item = Item(row, {k: v for k, v in fields.items() if v},
                    doubts + self.text.doubts + [places.doubt, caller.doubt, self.status.doubt])
        if not self.text.built and len(self.text.templates) > 1:
            item.doubt('several texts: the class has one of its own, the others are built')
            item.fields['texts'] = self.text.templates
        return item


def guess_texts(fields):
    """Where the text is "free", the situation may quote it: "Text. (when)", "Text. — when"."""
    quoted = QUOTED_SITUATION.fullmatch(fields['situation'])
    fields['texts'] = read_text(quoted['text'], CLASS).templates
    fields['situation'] = quoted['when'] or quoted['note'] or fields['situation']


def with_status(caller, told):
    """The caller's part with the status that the handlers make of the class's own."""
    if not told or 'status' in caller:
        return caller
    if not caller:
        return {'seen': 'yes', 'status': told, 'evidence': 'read'}
    return {'seen': 'yes', 'status': told, **{k: v for k, v in caller.items() if k != 'seen'}}


def collect(classes, raised, found):
    """
    Puts a row where it belongs.

    classes     Classes of the page
    raised      Raised
    found       dotted class -> ClassItem, in the page's order; added to
    """
    for named in raised.named:
        dotted, source, doubt = classes.lookup(named.name, raised.item.row)
        class_ = found.get(dotted)
        if class_ is None:
            class_ = found[dotted] = ClassItem(dotted, {'source': source} if source else {})
        class_.doubt(doubt if not named.doubt else None)
        item = raised.item
        if len(raised.named) > 1:
            item = Item(item.row, dict(item.fields), item.doubts)
        item.doubt(named.doubt)
        if named.text:
            add_text(item, named.text)
        class_.situations.append(item)
        class_.rows.append((item, raised))


def add_text(item, quoted):
    """The text that stands beside the class's name."""
    text = read_text(f'"{quoted}"', CLASS, True)
    item.fields['texts'] = item.fields.get('texts', []) + text.templates
    for doubt in text.doubts:
        item.doubt(doubt)


def settle(class_):
    """What the rows of a class say of the class itself: the rows without doubts first. Where such
    rows contradict each other, the class is a draft; else the doubtful row is."""
    chosen = {}
    sure = {id(item) for item, _ in class_.rows if not item.doubts}
    for item, raised in sorted(class_.rows, key=lambda row: id(row[0]) not in sure):
        for key, value in own_fields(raised).items():
            first, where = chosen.setdefault(key, (value, item.row.name))
            if first != value:
                (class_ if id(item) in sure else item).doubt(
                    f'{key} "{value}" in row {item.row.name}, "{first}" in row {where}')
    class_.fields.update({key: value for key, (value, _) in chosen.items()})
    style = class_.fields.get('style', 'percent')
    for item, raised in class_.rows:
        if raised.text.built and raised.text.style != style:
            item.doubt('its text has gaps of another style than the class')


def own_fields(raised):
    text = raised.text
    own = {'status': raised.status.own} if raised.status.own else {}
    if text.templates and not text.built and len(text.templates) == 1:
        own['template'] = text.templates[0]
        if text.style != 'percent':
            own['style'] = text.style
    return own
