"""Cells that hold a message: templates of a pattern file, or reasons why a person must look.

    %(name)s  %s  {}  {name}     the service's own gaps, taken as they are
    <name>                       the page's word for a gap. In statuses and responses it becomes
                                 %(name)s; a message of a log or a class has a gap of its own there,
                                 which a person must look up
    …  […]                       text that the page left out. It stays, where enough is left
    N, p, X                      a letter alone: perhaps a value. A person must look
    "text"                       a page that quotes its templates gives them exactly
    built message: text          what the raise site builds in place of the class's template
    one. / Two.                  alternatives, where the first ends as sentences do and the next
                                 begins as they do; else the slash may be the text's own
    one…, … two                  alternatives that abbreviate each other: a person must look
    text. (a remark)             the remark becomes a note, unless it speaks of the text itself
    e.g.  the exception          a description: a person must look

A reader of prose can always be wrong, so whatever reads like prose is a doubt: the best guess is
kept, and the item is a draft.
"""
import re

from . import gaps
from .cells import clean, is_none, leans, take_evidence

LOG, CLASS, VALUE = 'log', 'class', 'value'      # where the text will stand

BUILT = re.compile(r'built message\s*:\s*', re.I)
REMARK = re.compile(r'(?P<text>.*[.!?…])\s+\((?P<remark>[^()]*)\)\.?', re.S)
PARENTHESIS = re.compile(r'.*\S\s*\([^()]*\)\.?', re.S)
PLACEHOLDER = re.compile(r'<(?P<name>[A-Za-z]\w*(?:[ -]\w+)*)>')
# Single letters that are no word (a, A and I are), or that a quote, a dot or a parenthesis sets off.
LETTER = re.compile(r"""(?<![\w'’(])[B-HJ-Zb-z](?![\w'’)])|(?<=["'.])[A-Za-z](?=["'.])|"""
                    r"""(?<!\w)\([A-Za-z]\)|(?<=[:;] )a(?=:)""")
ENOUGH_WORDS = 3        # so many words beside a cut make a text of it

# A remark with one of these words is about the text, and may change it.
ABOUT_TEXT = re.compile(r'\b(?:text|message|template|string|format|source|blanks?|spaces?|quotes?|'
                        r'several|variants?|each|other|others|also|instead|swapped|same)\b', re.I)

# A description in a text's place: there is nothing to make a template of.
DESCRIBES = re.compile(r"""(?:free text|see\b|any\b|no message|none\b|\w+['’]s (?:message|text|words)\b|"""
                       r"""the (?:message|text|exception|reason)\b|(?:str|repr)\()""", re.I)
GOES_ON = r'(?<!\.)[.!?]["\']?\s+(?![A-Z0-9%<{\[("\'…]|\w+=)'

# What is not the text of a message, and why; tried on texts that the page does not quote.
PROSE = (
    (r'\b(?:e\.g\.|i\.e\.|for example)', 'an example or an explanation, not a text'),
    (r'^\w+\((?:["\']|\w+\)$)', "Python's code, not a text"),
    (r'^(?:TRACE|DEBUG|INFO|AUDIT|WARN|WARNING|ERROR|EXCEPTION|CRITICAL)\b', 'begins with a level'),
    (r'\blogged at\b', 'tells how it is logged'),
    (GOES_ON, 'goes on in small letters after a sentence: is that the text, or about it?'),
    (r'\s[—–]\s', 'a dash, which pages set between a text and words about it'),
    (r'["\'](?:\s+or|\s+and)\s+["\'<]', 'joins quoted words with "or", "and": one text or several?'),
    (r'^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?:\s*[,(:/]|\s+(?:with|for|from|or|and)\b)',
     'begins with the name of a class'),
    (r'\)\s+and\s', 'joins texts with "and"'),
    (r'\band …|\bor …', 'abbreviates another text'),
    (r'\s\+\s', 'a plus, which pages set between a text and words about it'),
    (r'^\([^()]*\)$', 'stands in a parenthesis: a list of arguments?'),
    (r';\s+(?=["A-Z…])', 'joins two sentences with a semicolon: one text or two?'),
)
ALWAYS = (
    (r'\\', 'a backslash: a character of its own, or an escape?'),
    (r'\[[^\[\]]*\|[^\[\]]*\]', 'alternatives in brackets'),
    (r'\*\*', 'a bold mark that is not closed'),
    (r'&\w+;', 'an HTML entity'),
    (r'</?(?:br|p/|b|i|a|em|li|ul|ol|sub|sup|code|span|strong|tt)\s*/?>', 'HTML, or a gap?'),
    (r'[“”„«»‘’]', "a quote of print: the page's, or its own?"),
    (r'[\u00a0\u200b-\u200f\u2060\ufeff\x00-\x1f\x7f-\x9f]', 'a blank or sign that cannot be seen'),
    (r'\$\{?\w|%\{', 'a gap of a notation that is not known'),
    (r'\.\.\.', 'three dots: its own, or cut?'),
    (r'`', 'a back quote: Markdown, or its own?'),
    (r'^…', 'its beginning is left out'),
    (r'[\w>]\[[^\[\]]*<', 'a part in brackets: may it be absent?'),
)


class Text:
    """
    What a cell says.

    templates   in the page's order; several where it gives alternatives
    style       'percent' or 'brace'
    built       the raise site builds it, it is not the class's own
    lean        the cell leans on the one above: the remark to add, or None
    notes       remarks of the cell
    doubts      reasons why a person must look; empty: it is right
    """

    def __init__(self):
        self.templates, self.notes, self.doubts = [], [], []
        self.style, self.built, self.lean = 'percent', False, None

    def doubt(self, reason):
        if reason not in self.doubts:
            self.doubts.append(reason)


def split_quotes(text):
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == '"' else None


def quoted_column(cells):
    """
    Does the page quote the templates of this column? True, False; None when some are quoted and
    some are not, and nobody can tell what a pair of quotes is.
    """
    texts = [clean(c) for c in cells if not is_none(c)]
    inside = [split_quotes(t) for t in texts]
    quoted = [i for i in inside if i is not None]
    if not quoted:
        return False
    if len(quoted) * 2 > len(texts) and (len(texts) > 2 or not any('"' in i for i in quoted)):
        return True
    return None


def holds_value(text):
    return bool(gaps.values(text) or gaps.values(text, 'brace') or PLACEHOLDER.search(text))


def take_remark(found, text):
    """The text without a parenthesis behind its last sentence, which becomes a note."""
    remark = REMARK.fullmatch(text)
    if remark and not holds_value(remark['remark']):
        if ABOUT_TEXT.search(remark['remark']) or '%' in remark['remark']:
            found.doubt(f'its remark is about the text: ({remark["remark"]})')
        found.notes.append(remark['remark'])
        return remark['text']
    tail = re.search(r'\(([^()]*)\)\.?$', text)
    if tail and PARENTHESIS.fullmatch(text) and not holds_value(tail[1]):
        found.doubt(f'"({tail[1]})" at its end: its own, or a remark?')
    return text


def split_alternatives(found, text):
    """The texts of a cell that gives several."""
    parts = re.split(r'…,\s+(?=\S)', text)
    if len(parts) > 1:
        found.doubt('several texts that abbreviate each other')
        return [f'{part.rstrip("…")}…' for part in parts[:-1]] + parts[-1:]
    parts = re.split(r'\s+/\s+', text)
    if len(parts) == 1:
        return parts
    for left, right in zip(parts, parts[1:]):
        if not re.search(r'[.!?…]$', left) or not re.match(r'[A-Z%"\'\[]', right):
            found.doubt('a slash: between two texts, or in one?')
    return parts


def look_for_prose(found, template, quoted):
    """Notes the doubts that the words of a text raise."""
    for pattern, reason in ALWAYS + (() if quoted else PROSE):
        if re.search(pattern, template):
            found.doubt(f'{reason}: {template}' if len(template) < 60 else reason)
    if quoted:
        return
    if re.match(r'[a-z]', template) and not gaps.gaps(template) and '<' not in template:
        found.doubt('begins with a small letter and has no gap: a description?')
    letter = LETTER.search(PLACEHOLDER.sub('\0', gaps.PERCENT.sub('\0', template)))
    if letter:
        found.doubt(f'a letter alone, "{letter[0]}": a value?')


def name_placeholders(found, template, place):
    """The text with %(name)s for <name>."""
    names = [m['name'] for m in PLACEHOLDER.finditer(template)]
    rest = PLACEHOLDER.sub('', template)
    if re.search(r'<\s*\S[^<>]*>', rest):
        found.doubt('angle brackets that are no <name>')
    if not names:
        return template
    if place != VALUE:
        found.doubt("the page's words for gaps: " + ', '.join(f'<{n}>' for n in names) +
                    '; the code has its own')
    if gaps.values(rest):
        found.doubt("the page's words for gaps beside the code's own")
        rest_percent = False
    else:
        rest_percent = '%' in rest

    def gap(m):
        word = re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', m['name'])
        return f'%({gaps.param_name(word)})s'

    template = template.replace('%', '%%') if rest_percent else template
    return PLACEHOLDER.sub(gap, template)


def choose_style(found, template):
    """'percent' or 'brace', by the gaps; doubts where neither reads the text."""
    percent, fields = gaps.values(template), gaps.values(template, 'brace')
    if fields and not percent:
        if '%' in template:
            found.doubt('a percent sign beside {} gaps')
        if re.search(r'[{}]', gaps.BRACE.sub('', template)):
            found.doubt('a brace that is no gap')
        return 'brace'
    if fields:
        found.doubt('gaps of both kinds, % and {}')
    if '%' in gaps.PERCENT.sub('', template):
        found.doubt('a percent sign that begins no gap')
    if any(g.key and not re.fullmatch(r'[\w.-]+', g.key, re.A) for g in percent):
        found.doubt('a gap with an odd name')
    keyed = {g.key is None for g in percent}
    if len(keyed) > 1:
        found.doubt('gaps with and without names')
    return 'percent'


def check_words(found, template, place):
    if not gaps.has_words(template, found.style):
        if place == LOG:
            found.doubt('no words of its own: a regex must say what its values look like')
        elif place == VALUE:
            found.doubt('no words of its own: it would fit everything')
    if gaps.CUT in template and re.sub(r'\[…\]', '', template).count(gaps.CUT):
        words = re.findall(r'\w{2,}', ' '.join(gaps.literals(template, found.style)))
        if len(words) < ENOUGH_WORDS:
            found.doubt('too little is left of a text that the page cut')


def read_text(cell, place, quoted=False):
    """
    What a cell of messages says.

    place   LOG, CLASS or VALUE: where the text will stand
    quoted  quoted_column() of its column
    """
    found = Text()
    found.lean = leans(cell)
    if is_none(cell) or found.lean is not None:
        return found
    text, marks = take_evidence(cell)
    if marks:
        found.notes.append(', '.join(sorted(marks)))
    if not quoted and DESCRIBES.match(text):
        describe(found, text)
        return found
    inside = split_quotes(text)
    if quoted is None and inside is not None or quoted and inside is None:
        found.doubt('quoted, where others of its column are not' if inside is not None
                    else 'not quoted, where the others of its column are')
    exact = bool(quoted) and inside is not None
    if exact:
        parts = [inside]
    else:
        found.built = BUILT.match(text) is not None
        text = take_remark(found, BUILT.sub('', text, count=1) if found.built else text)
        parts = split_alternatives(found, text)
    for part in parts:
        add_template(found, part, place, exact)
    return found


def describe(found, text):
    found.doubt(f'a description, not a text: {text}')
    found.notes.append(text)


def add_template(found, text, place, exact):
    if not exact and DESCRIBES.match(text):
        describe(found, text)
        return
    look_for_prose(found, text, exact)
    words = None if exact else re.search(GOES_ON, text)
    if words:       # the likelier guess is that the text ends with its sentence
        found.notes.append(text[words.start() + 1:].strip())
        text = text[:words.start() + 1]
    template = name_placeholders(found, text, place)
    style = choose_style(found, template)
    if found.templates and style != found.style:
        found.doubt('texts of both styles, % and {}')
    found.style = style
    found.templates.append(template)
    check_words(found, template, place)
