"""Notations of single cells, whatever column they stand in.

    —  -  (nothing)             none
    idem, same, as above        what stands in the row above
    **bold**  \\|  \\*            Markdown, taken off
    (observed), [inferred]      how the page knows, taken off and kept as evidence
"""
import re

NONE = {'', '—', '–', '-'}

LEANS = re.compile(r'(?:idem|ditto|same as above|same|as above|see above)'
                   r'(?P<rest>[.,;]?|\s+\([^()]*\))', re.I)
# "same" also begins sentences of its own ("same host and payload within the window"), so that
# word leans only where nothing, or a parenthesis, follows it.
LEANS_AND_GOES_ON = re.compile(r'(?:idem|ditto|as above|see above|same as)\b', re.I)

LEVELS = {'TRACE': 'TRACE', 'DEBUG': 'DEBUG', 'INFO': 'INFO', 'AUDIT': 'AUDIT', 'WARN': 'WARNING',
          'WARNING': 'WARNING', 'ERROR': 'ERROR', 'EXCEPTION': 'ERROR', 'CRITICAL': 'CRITICAL',
          'FATAL': 'CRITICAL'}
LEVEL = re.compile(r'(?P<level>' + '|'.join(LEVELS) + r')(?P<trace>\s+\(?(?:with traceback|'
                   r'exception|traceback)\)?)?')

EVIDENCE_ALONE = re.compile(r'\s*\((?:observed)\)|\s*\[inferred\]')
EVIDENCE_LAST = re.compile(r',\s*observed\)')
EVIDENCE_FIRST = re.compile(r'\((?:observed)\s*:\s*')
INFERRED_MORE = re.compile(r'\[inferred\b')
OBSERVED_MORE = re.compile(r'\(observed\b')


def clean(cell):
    """The cell without Markdown: bold marks in pairs, escapes before punctuation."""
    if cell.count('**') % 2 == 0:
        cell = cell.replace('**', '')
    if len(cell) > 2 and cell.startswith('`') and cell.endswith('`') and cell.count('`') == 2:
        cell = cell[1:-1]
    return re.sub(r'\\([|*_`<>\[\](){}#+\-.!~])', r'\1', cell).strip()


def is_none(cell):
    return clean(cell) in NONE


def leans(cell):
    """
    Does the cell stand for the one above it?

    None: no. '': yes, for all of it. Text: yes, and this parenthesis is added. LEANS_ON: it begins
    so and goes on, and a person has to say what that makes.
    """
    text = clean(cell)
    found = LEANS.fullmatch(text)
    if found:
        return found['rest'].strip(' .,;')
    return LEANS_ON if LEANS_AND_GOES_ON.match(text) else None


LEANS_ON = object()


def take_evidence(cell):
    """(text without its marks, evidence): 'observed', 'inferred', both in a set, or empty."""
    text = clean(cell)
    found = set()
    if OBSERVED_MORE.search(text) or EVIDENCE_LAST.search(text):
        found.add('observed')
    if INFERRED_MORE.search(text):
        found.add('inferred')
    text = EVIDENCE_ALONE.sub('', text)
    text = EVIDENCE_LAST.sub(')', text)
    text = EVIDENCE_FIRST.sub('(', text)
    return text.strip(' ;,') if found else text, found


def evidence_word(marks):
    """The word of a pattern file: what has no mark was read in the code."""
    return next(iter(marks)) if marks else 'read'


def read_levels(cell):
    """[(level, with a traceback), ...]; empty when the cell holds anything else."""
    levels = []
    for part in re.split(r'\s*(?:,|/|\bor\b|\band\b)\s*', clean(cell)):
        found = LEVEL.fullmatch(part)
        if not found:
            return []
        levels.append((LEVELS[found['level']], bool(found['trace']) or found['level'] == 'EXCEPTION'))
    return levels


class Status:
    """
    A cell of HTTP statuses. `own` is the class's, `told` what the caller got in its place
    (404 → 400); `doubt` says why a person must decide.
    """

    def __init__(self, own=None, told=None, doubt=None):
        self.own, self.told, self.doubt = own, told, doubt


def read_status(cell):
    text = clean(cell)
    if text in NONE:
        return Status()
    if re.fullmatch(r'[1-5]\d\d', text):
        return Status(own=text)
    turned = re.fullmatch(r'([1-5]\d\d)\s*(?:→|->)\s*([1-5]\d\d)', text)
    if turned:
        return Status(own=turned[1], told=turned[2])
    numbers = re.findall(r'(?<!\d)[1-5]\d\d(?!\d)', text)
    doubt = f'status "{text}": which is the class\'s own, which the one that the caller got?'
    return Status(told=numbers[0] if len(set(numbers)) == 1 else None, doubt=doubt)
