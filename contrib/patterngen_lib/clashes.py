"""Entries that would take each other's lines: `logclass check` refuses them, so they are drafts.

Where two fit one text, the one with more literal text wins. Where both have as much, nothing tells
them apart but logger and level.
"""
from . import gaps


def same_place(a, b):
    """Could one line of a log reach both with equal claim?"""
    if a.get('level') != b.get('level'):
        return False
    mine, other = set(a.get('loggers', [])), set(b.get('loggers', []))
    return bool(mine & other) or not mine and not other


def tie(a, b):
    """Is there a text for which neither is better?"""
    x, y = a.fields.get('template', ''), b.fields.get('template', '')
    style_x, style_y = a.fields.get('style', 'percent'), b.fields.get('style', 'percent')
    return bool(x and y) and gaps.literal_bytes(x, style_x) == gaps.literal_bytes(y, style_y) and \
        gaps.meet(x, style_x, y, style_y)


def takes_example(a, b):
    """Does each fit the other's example? Then they say the same, wherever they are written."""
    x, y = a.fields.get('template', ''), b.fields.get('template', '')
    return bool(x and y) and gaps.skeleton(x, a.fields.get('style', 'percent')) == \
        gaps.skeleton(y, b.fields.get('style', 'percent'))


def mark(items, clash):
    """A doubt for each item that clashes with an earlier one."""
    for i, later in enumerate(items):
        for earlier in items[:i]:
            if clash(earlier, later):
                later.doubt(f'fits the text of {earlier.fields["id"]} (row {earlier.row.name}): one '
                            'entry with `also`, or what parts them?')
                break


def mark_clashes(document):
    """Doubts for the entries of a document."""
    mark(document.log, lambda a, b: takes_example(a, b) or
         same_place(a.fields, b.fields) and tie(a, b))
    # Texts of one row may overlap, since whichever fits names that row.
    mark(document.statuses + document.responses,
         lambda a, b: takes_example(a, b) if a.row is b.row else tie(a, b))
