"""Rows of log tables: Level, Message, Situation, Where."""
from . import sites
from .cells import LEANS_ON, clean, is_none, leans, read_levels
from .items import Item
from .texts import LOG, read_text

TRACE_NOTE = 'a traceback follows'


def resolve_situations(rows):
    """Writes out situations that lean on the row above, in place; a doubt where they go on."""
    above = ''
    for _, cells in rows:
        lean = leans(cells['situation'])
        if lean is LEANS_ON:
            cells.doubt = cells.doubt or f'situation: "{clean(cells["situation"])}" leans on the row above'
        elif lean is not None and above:
            cells.by_role['situation'] = f'{above} {lean}'.strip()
        above = cells['situation']


def situation_of(cells):
    """{'situation': …}, or nothing."""
    return {} if is_none(cells['situation']) else {'situation': clean(cells['situation'])}


def notes_of(cells, *lists):
    """{'note': …} of remarks, and of the columns that have no key of their own."""
    parts = [remark for remarks in lists for remark in remarks]
    parts += [f'{header}: {clean(cell)}' for header, cell in cells.more if not is_none(cell)]
    return {'note': '; '.join(parts)} if parts else {}


def several_of_both(text, places):
    if len(text.templates) > 1 and len(places.places) > 1:
        return 'several texts and several places: which is where?'
    return None


def read_log_row(row, cells, quoted, above, mixed=False):
    """
    The Items of one row, one for each text.

    above   the Items of the row above, for "idem"
    mixed   the row may be a class, a line of a log, or both: a draft in any case
    """
    text = read_text(cells['text'], LOG, quoted)
    if text.lean is not None and above:
        text.templates = [item.fields['template'] for item in above if 'template' in item.fields]
        text.style = above[0].fields.get('style', 'percent')
        text.doubt('the same text as the row above')
    levels = read_levels(cells['level'])
    places = sites.read_sites(clean(cells['sites']))
    doubts = [cells.doubt] + text.doubts + [places.doubt, several_of_both(text, places)]
    if mixed:
        doubts.append(f'"{clean(cells["error"])}": a class, a line of a log, or both?')
    elif len(levels) != 1:
        doubts.append(f'level "{clean(cells["level"])}": which is whose?' if levels else
                      f'"{clean(cells["level"])}" is no level')
    if not text.templates:
        doubts.append('the page gives no text')
    if not places.modules:
        doubts.append('no place in the code, so no logger')
    items = []
    for i, template in enumerate(text.templates or ['']):
        level, trace = levels[min(i, len(levels) - 1)] if levels else ('', False)
        fields = {'level': level, 'template': template, 'loggers': places.modules,
                  'source': places.places, **situation_of(cells),
                  **notes_of(cells, text.notes, places.remarks, [TRACE_NOTE] if trace else [])}
        if text.style != 'percent':
            fields['style'] = text.style
        items.append(Item(row, {k: v for k, v in fields.items() if v}, doubts))
    return items
