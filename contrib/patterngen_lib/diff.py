"""patterngen diff OLD NEW [FILE...] - what a newer page changes for entries that exist.

OLD is the page that the entries were made from, or a pattern file. That is compared as far as it
tells what its page said: entries are a person's, with situations in other words, places that the
page has not, texts that the page cut; so what only a page can tell is not found. NEW is the newer
page. With FILEs (pattern files made from OLD) the ids
of the entries behind each row are named, so that they are kept: an id is for ever, a row's number
only as long as its page.

Rows are paired by what they say (class, text, situation, places in the code), not by their numbers.
Listed are
    row 1.13 is now 1.14        the same row at another place of the page
    row 3.5, and what changed   text, level, status, class, situation, sites, what the client saw
    row 1.30 is gone            its entries stay for logs of the older release, or go
    row 3.13 is new             it needs an entry, an `also`, or a reason in unmatchable

Exit status: 0 nothing differs, 1 something does, 2 usage or unreadable input.
"""
import pathlib
import re
import sys

from . import gaps
from .facts import ROLES, file_facts, page_facts, same_words, words_of
from .page import read_page
from .pairs import pair
from .patterns import read_for, read_patterns
from .texts import PLACEHOLDER, VALUE, read_text

NAME = 'diff'
HELP = 'what a newer page changes for entries that exist'
EXCERPT_CHARS = 110
HALF = 0.5


def arguments(parser):
    parser.add_argument('old', metavar='OLD', help='the older page, or a pattern file (.yaml)')
    parser.add_argument('new', metavar='NEW', help='the newer page')
    parser.add_argument('files', metavar='FILE', nargs='*', help='pattern files made from OLD')


# ---- does a pattern file still say what the page says? -----------------------------------------

def plain(text):
    return re.sub(r'[\W_]+', ' ', text.lower()).strip()


def one_blank(text):
    return re.sub(r'\s+', ' ', text).strip()


def with_gaps(page_text):
    """A page's cell with one sign for every gap, whatever its notation."""
    style = 'brace' if gaps.values(page_text, 'brace') and not gaps.values(page_text) else 'percent'
    return one_blank(PLACEHOLDER.sub('\0', gaps.skeleton(page_text, style)))


def expression(skeleton):
    """What a text with gaps fits: gaps and cuts are any text."""
    return '.*'.join(re.escape(part) for part in re.split('[\0…]', skeleton))


def same_text(template, page_text):
    """Does the page's cell say this template, perhaps cut, with a note, or with values in it?"""
    page, mine = with_gaps(page_text), one_blank(gaps.skeleton(template))
    parts = re.split(r'\s+/\s+|(?<=…),\s+', page)
    return mine in page or re.search(expression(mine), page, re.S) is not None or \
        any(re.fullmatch(expression(part), mine, re.S) for part in parts)


def lists_place(place, mine):
    """Does a pattern file list a place of the page, or a line in its range?"""
    path, _, lines = place.partition(':')
    first, _, last = lines.partition('-')
    for other in mine:
        there, _, line = other.partition(':')
        line = line.partition('-')[0]
        if there == path and (not first or not line or
                              int(first) <= int(line) <= int(last or first)):
            return True
    return False


def same_situation(mine, page):
    """A person may have put a situation in other words: half of them must be there."""
    words = words_of(page)
    return any(plain(m) in plain(page) or plain(page) in plain(m) for m in mine) or \
        max(same_words(words_of(m), words) for m in [*mine, ' '.join(mine)]) >= HALF


def still_says(role, old, new):
    """Does a pattern file's row agree with the page's, in what both tell for certain?"""
    mine, page = old[role], new[role]
    if not mine or not page:
        return True
    if role == 'text':
        return any(same_text(m, page[0]) for m in mine) or bool(read_text(page[0], VALUE).doubts)
    if role == 'status':
        return bool(set(mine) & set(re.findall(r'\d{3}', page[0])))
    if role == 'class':
        return ' ' in page[0] or any(word in page[0] for word in mine)
    if role == 'sites':
        return all(lists_place(place, mine) for place in page)
    if role == 'level':
        return bool(set(mine) & set(page))
    return same_situation(mine, page[0]) or any(same_text(m, page[0]) for m in old['text'])


# ---- what is listed ----------------------------------------------------------------------------

def changes(old, new, from_file):
    """[(what, old, new)] of a pair."""
    found = []
    for role in ROLES:
        if from_file and not still_says(role, old, new):
            found.append((role, old[role], new[role]))
        elif not from_file and old[role] != new[role]:
            found.append((role, old[role], new[role]))
    if not from_file:
        for header in dict.fromkeys([*old.more, *new.more]):
            before, after = old.more.get(header, ''), new.more.get(header, '')
            if before != after:
                found.append((header, [before], [after]))
    return found


def behind(facts):
    return f' ({", ".join(facts.labels)})' if facts.labels else ''


def excerpt(text):
    return text if len(text) <= EXCERPT_CHARS else text[:EXCERPT_CHARS - 1] + '…'


def show(values):
    return ', '.join(v for v in values if v) or '—'


def describe(old, new, from_file):
    """The lines about a pair; none where nothing differs."""
    told = old.known and not (from_file and new.kind == 'unknown')
    found = changes(old, new, from_file) if told else []
    moved = f' is now {new.name}' if old.name != new.name else ''
    if not found and not moved:
        return []
    lines = [f'row {old.name}{moved}{behind(old)}']
    for what, before, after in found:
        lines += [f'    {what}: {show(before)}', f'    {"->":>{len(what) + 1}} {show(after)}']
    return lines


def describe_head(old, new):
    """The lines about the facts in the heads, which pattern files repeat."""
    return [f'{key}: {old[key] or "—"} -> {new[key] or "—"}'
            for key in ('release', 'commit', 'analysed') if old[key] != new[key]]


def compare(old_head, old, new_head, new, from_file):
    """All lines."""
    pairs, gone, added = pair(old, new, from_file)
    lines = describe_head(old_head, new_head)
    for before, after in pairs:
        lines += describe(before, after, from_file)
    lines += [f'row {facts.name} is gone{behind(facts)}: {excerpt(facts.excerpt)}' for facts in gone]
    lines += [f'row {facts.name} is new: {excerpt(facts.excerpt)}' for facts in added]
    return lines


def give_labels(facts, files):
    """The labels of the entries that stand for rows of the older page."""
    behind_row = {f.name: f.labels for f in file_facts(files)}
    for one in facts:
        one.labels += [label for label in behind_row.get(one.name, []) if label not in one.labels]


def head_of(page):
    return {key: getattr(page, key) for key in ('release', 'commit', 'analysed')}


def run(options):
    new = read_page(options.new)
    from_file = pathlib.Path(options.old).suffix in ('.yaml', '.yml')
    files = read_for(new, options.files)
    if from_file:
        old = read_patterns(options.old)
        facts = file_facts(read_for(new, [options.old]) + files)
        head = {key: old.head.get(key) for key in ('release', 'commit', 'analysed')}
    else:
        old = read_page(options.old)
        facts, head = page_facts(old), head_of(old)
        give_labels(facts, files)
    lines = compare(head, facts, head_of(new), page_facts(new), from_file)
    sys.stdout.write(''.join(line + '\n' for line in lines))
    return 1 if lines else 0
