"""Rows whose text stands in a value: status reasons, and what an API's caller gets."""
import re

from . import sites
from .cells import clean, is_none, read_status, take_evidence, evidence_word
from .items import Item
from .rows_log import notes_of, several_of_both, situation_of
from .texts import VALUE, read_text


# Prose above a table whose texts were seen, not read in the code.
PROBED = re.compile(r'\b(?:observed|probes?|seen in)\b', re.I)


def read_value_row(row, cells, kind, quoted, elsewhere):
    """
    The Items of one row.

    kind        'statuses', 'responses' or 'answers'
    elsewhere   class names of the page -> where else they stand: an answer's row names one
    """
    text = read_text(cells['text'], VALUE, quoted)
    places = sites.read_sites(clean(cells['sites']))
    doubts = [cells.doubt] + text.doubts + [places.doubt, several_of_both(text, places)]
    if not text.templates:
        doubts.append('the page gives no text')
    if kind == 'answers':
        doubts.append(describe_other_side(cells, elsewhere))
    caller = {}
    if kind in ('responses', 'answers'):
        caller, doubt = read_response_caller(row, cells)
        doubts.append(doubt)
    items = []
    for template in text.templates or ['']:
        fields = {'template': template, 'source': places.places, **situation_of(cells),
                  **notes_of(cells, text.notes, places.remarks), 'caller': caller}
        if text.style != 'percent':
            fields['style'] = text.style
        items.append(Item(row, {k: v for k, v in fields.items() if v}, doubts))
    return items


def read_response_caller(row, cells):
    """({seen, status, evidence}, doubt): the caller got this text, with this status."""
    cell = cells['status'] or cells['error']
    status = read_status(cell)
    marks = set().union(*(take_evidence(c)[1] for c in row.cells))
    told = status.own if not status.told else None
    caller = {'seen': 'yes', 'status': told, 'evidence': evidence_word(marks)}
    if not marks and any(PROBED.search(line) for line in [row.table.section] + row.table.prose[-1:]):
        caller['evidence'] = None       # the page has it from elsewhere than the code
    doubt = status.doubt
    if len(marks) > 1:
        doubt = 'marked as observed and as inferred'
    elif not told and not doubt and not is_none(cell):
        doubt = f'"{clean(cell)}" is no status of an answer'
    return {key: value for key, value in caller.items() if value}, doubt


def describe_other_side(cells, elsewhere):
    """Why an answer is a draft: another table has the class."""
    names = [name for cell in cells.by_role.values() for name in find_names(cell, elsewhere)]
    names += [name for _, cell in cells.more for name in find_names(cell, elsewhere)]
    if not names:
        return 'the answer of an exception that no table lists: of which class is it?'
    told = ', '.join(f'{name} ({", ".join(elsewhere[name])})' for name in dict.fromkeys(names))
    return f'an exception of another table from its other side: {told}: `also` there, a ' \
           'situation of its own there, or a response?'


def find_names(cell, elsewhere):
    return [word for word in re.findall(r'\b[A-Z]\w+', clean(cell)) if word in elsewhere]
