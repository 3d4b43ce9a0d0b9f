"""What the API's client saw: the cells "Seen by the client as", "Client sees".

    400 badRequest "text" (observed)      seen, status 400, observed
    404; 500 on GET                       seen; which status depends, so the text says it
    never: 202 already returned           not seen
    engine only: handled in …             the text alone: whether it is seen depends
    500 on a call; log on a cast          likewise

The text is the page's, without its status and marks.
"""
import re

from . import sites
from .cells import evidence_word, is_none, leans, take_evidence, LEANS_ON

STATUS = re.compile(r'(?<![\d.])[1-5]\d\d(?!\d)')
LEADING = re.compile(r'([1-5]\d\d)(?=$|[\s;,.:(])')
UNSEEN = re.compile(r'(?:never|nothing|not seen by the client)(?=$|[:;,.])', re.I)
# Braces with a name would be filled in by the program.
BRACES = re.compile(r'\{([a-z0-9_]+)\}')


class Caller:
    """`fields` of the key `caller` (empty: nothing is known), `doubt` or None."""

    def __init__(self, fields=None, doubt=None):
        self.fields, self.doubt = fields or {}, doubt


def read_caller(cell, above=''):
    """What a cell says; `above` is the resolved cell of the row above, for "same"."""
    lean = leans(cell)
    if lean is LEANS_ON or re.match(r'same\s+\d', cell):
        return Caller(doubt=f'what the client saw leans on the row above: "{cell}"')
    if lean is not None:
        cell = f'{above} {lean}'.strip()
    if is_none(cell):
        return Caller()
    text, marks = take_evidence(cell)
    if re.match(r'none\b', text, re.I):
        return Caller(doubt=f'what the client saw: "{text}"')
    if len(marks) > 1:
        return Caller(doubt='what the client saw is marked as observed and as inferred')
    return Caller(fields_of(text, evidence_word(marks)))


def depends(text):
    """Does a clause tell of another outcome than an answer with an error?"""
    plain = re.sub(r'\([^()]*\)|"[^"]*"', '', text)
    clauses = [clause.strip() for clause in plain.split(';')]
    return any(clause and not (LEADING.match(clause) and clause >= '400') for clause in clauses) or \
        re.search(r'\b(?:or|if)\b', plain) is not None


def fields_of(text, evidence):
    fields = {}
    leading = LEADING.match(text)
    statuses = set(STATUS.findall(sites.SITE.sub('', text)))     # without numbers of lines
    if UNSEEN.match(text):
        fields['seen'] = 'no'
        text = re.sub(r'^never\s*[:;,]\s*', '', text, flags=re.I)
    elif leading and leading[1] >= '400' and not depends(text):
        fields['seen'] = 'yes'
        if len(statuses) == 1:
            fields['status'] = leading[1]
            text = without_status(text)
    if text:
        fields['text'] = BRACES.sub(r'<\1>', text)
    fields['evidence'] = evidence
    return fields


def without_status(text):
    """"400 badRequest" -> "badRequest"; "403 to everybody" stays, as a sentence of its own."""
    rest = text[3:].lstrip(' ;,.:')
    if re.match(r'(?:to|on|in|if|as|for|with|when|by|depending)\b', rest):
        return text
    return re.sub(r'^\(([^()]*)\)$', r'\1', rest)


def resolve(cell, above):
    """The cell, or what it leans on: what the row below may lean on in its turn."""
    lean = leans(cell)
    return cell if lean is None or lean is LEANS_ON else f'{above} {lean}'.strip()
