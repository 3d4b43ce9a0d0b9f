"""Templates: the places in a text where a value stands, and what a template fits.

The syntax is that of pattern files (doc/patterns.md, "From template to expression"): %(name)s, %s,
%d … in percent style, {} and {name} in brace style, … for what the page left out.
"""
import re

PERCENT = re.compile(r'%(?:%|(?:\((?P<key>[^()]+)\))?[#0+-]*\d*(?:\.\d+)?[hlL]?'
                     r'(?P<conv>[srdiufFeEgGxXoca]))')
BRACE = re.compile(r'\{\{|\}\}|\{(?P<key>\w*)(?:![rsa])?(?::[^{}]*)?\}')
CUT = '…'

NUMBERS = 'diuxXo'
FLOATS = 'fFeEgG'


class Gap:
    """A value's place: `key` as written (None: positional), `name` in events, `conv` its letter,
    `text` as it stands in the template. A cut ('…') is a gap without a name."""

    def __init__(self, key, name, conv, text):
        self.key, self.name, self.conv, self.text = key, name, conv, text


def param_name(key):
    """The name in events: small letters, digits and _."""
    return re.sub(r'[^a-z0-9]', '_', key.lower())[:64]


def _literal(pieces, text):
    """Adds text that holds no values; what the page cut out of it is a gap without a name."""
    for i, part in enumerate(text.split(CUT)):
        if i:
            pieces.append(Gap(None, None, 's', CUT))
        if part:
            pieces.append(part)


def read(template, style='percent'):
    """The pieces of a template: literal texts and Gaps, in turn."""
    pieces, at, positional = [], 0, 0
    for found in (BRACE if style == 'brace' else PERCENT).finditer(template):
        literal = template[at:found.start()]
        at = found.end()
        if found[0] in ('%%', '{{', '}}'):
            _literal(pieces, literal + found[0][0])
            continue
        _literal(pieces, literal)
        key = found['key'] or None
        conv = found['conv'] if style == 'percent' else 's'
        name = str(positional) if key is None else param_name(key)
        positional += key is None
        pieces.append(Gap(key, name, conv, found[0]))
    _literal(pieces, template[at:])
    return pieces


def gaps(template, style='percent'):
    """All gaps, those that the page cut too."""
    return [p for p in read(template, style) if isinstance(p, Gap)]


def values(template, style='percent'):
    """The gaps that a value stands in."""
    return [gap for gap in gaps(template, style) if gap.name is not None]


def literals(template, style='percent'):
    return [p for p in read(template, style) if isinstance(p, str)]


def has_words(template, style='percent'):
    """Is a letter or digit among the literal text? Without any, a template fits everything."""
    return any(re.search(r'\w', p) for p in literals(template, style))


def literal_bytes(template, style='percent'):
    return sum(len(re.sub(r'\s+', ' ', p).encode()) for p in literals(template, style))


def value_for(gap, n):
    """A value that shows it was generated, of the gap's kind."""
    if gap.conv in NUMBERS:
        return str(n)
    if gap.conv in FLOATS:
        return f'{n}.5'
    return 'x' if gap.conv == 'c' else f'generated-{n}'


def fill(template, style='percent'):
    """(text, params): the template with generated values in its gaps."""
    text, params = '', {}
    for piece in read(template, style):
        if isinstance(piece, str):
            text += piece
        elif piece.name is None:
            text += ' generated' if re.search(r'\w$', text) else 'generated'
        else:
            text += params.setdefault(piece.name, value_for(piece, len(params) + 1))
    return text, params


def _symbols(template, style):
    """The template as characters and None for any text; a run of blanks is one."""
    out = []
    for piece in read(template, style):
        if isinstance(piece, str):
            out += re.sub(r'[ \t]+', ' ', piece)
        elif not out or out[-1] is not None:
            out.append(None)
    return out


def meet(a, style_a, b, style_b):
    """Is there a text that both templates fit? Numbers are taken for any text."""
    x, y = _symbols(a, style_a), _symbols(b, style_b)
    reach = [True] + [False] * len(y)           # reach[j]: x[:i] and y[:j] can be one text
    for j, symbol in enumerate(y):
        reach[j + 1] = reach[j] and symbol is None
    for p in x:
        here = [reach[0] and p is None]
        for j, q in enumerate(y):
            if p is None or q is None:      # it stays empty, or takes the other's symbol in
                here.append(here[j] or reach[j + 1])
            else:
                here.append(reach[j] and p == q)
        reach = here
    return reach[-1]


def skeleton(template, style='percent'):
    """The template with every gap as one sign, for comparing: names of gaps tell nothing."""
    return ''.join(p if isinstance(p, str) else CUT if p.name is None else '\0'
                   for p in read(template, style))
