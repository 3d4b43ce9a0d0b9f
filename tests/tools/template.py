"""template.py - the templates of the pattern files, filled with values: what Python's logging makes of them.

A second reading of the pattern format, so that the tests do not ask the program what is right.
"""
import re

PERCENT = re.compile(r'%(?:\((?P<name>\w+)\))?(?P<flags>[#0 +-]*)(?P<width>\d*)(?:\.\d+)?'
                     r'(?P<conv>[diouxXeEfFgGcrsa%])')
BRACE = re.compile(r'\{\{|\}\}|\{(?P<name>\w*)(?:![rsa])?(?::[^{}]*)?\}')


class Raw(str):
    """A value whose repr() is itself, so that %r prints just it."""

    def __repr__(self):
        return str(self)


class Gap:
    def __init__(self, key, name, conv):
        self.key, self.name, self.conv = key, name, conv    # key: as written, name: in the event

    @property
    def is_text(self):
        return self.conv in 'sra'


class Template:
    """
    text with its gaps; `names` are the entry's params for positional ones. Where the entry has a
    regex besides, that says what fits.
    """

    def __init__(self, text, style='percent', names=(), regex=None):
        self.text, self.style, self.regex = text, style, regex
        self.pieces = []            # literal texts and Gaps, in turn
        positional = 0
        at = 0
        literal = ''
        for found in (BRACE if style == 'brace' else PERCENT).finditer(text):
            literal += text[at:found.start()]
            at = found.end()
            whole = found.group()
            if whole in ('%%', '{{', '}}'):
                literal += whole[0]
                continue
            key = found.group('name') or None
            if key is None or key.isdigit():
                name = names[positional] if positional < len(names) else str(positional)
                positional += 1
            else:
                name = key.lower()
            self.pieces += [literal, Gap(key, name, 's' if style == 'brace' else found['conv'])]
            literal = ''
        self.pieces.append(literal + text[at:])

    @property
    def gaps(self):
        return [p for p in self.pieces if isinstance(p, Gap)]

    @property
    def literals(self):
        return [p for p in self.pieces if isinstance(p, str)]

    @property
    def has_words(self):
        """Without any, its logger must tell too."""
        return any(re.search(r'\w', p) for p in self.literals)

    @property
    def is_cut(self):
        """The page cut it: it cannot be filled."""
        return '…' in self.text

    def arguments(self, params):
        """What a log call passes, a tuple; None where the values do not fit the gaps."""
        values = []
        for gap in self.gaps:
            if gap.name not in params:
                return None
            value = params[gap.name]
            try:
                value = (Raw(value) if gap.conv in 'ra' else value if gap.conv == 's' else
                         float(value) if gap.conv in 'eEfFgG' else int(value))
            except ValueError:
                return None
            values.append((gap.key, value))
        if self.style == 'percent' and values and values[0][0]:
            return (dict(values),)
        return tuple(v for _, v in values)

    def fill(self, params):
        """The finished text, None where the values do not fit."""
        arguments = self.arguments(params)
        if arguments is None or self.is_cut:
            return None
        if self.style == 'brace':
            keyed = {g.key: params[g.name] for g in self.gaps if g.key and not g.key.isdigit()}
            return self.text.format(*arguments, **keyed)
        if not arguments:
            return self.text.replace('%%', '%')
        try:
            return self.text % (arguments[0] if isinstance(arguments[0], dict) else arguments)
        except (TypeError, ValueError, KeyError):
            return None

    def read(self, text):
        """The values that a finished text has in the gaps, by the definition: lazy, the last greedy."""
        if self.regex:
            found = self.regex.fullmatch(text)
            return found and {k: v for k, v in found.groupdict().items() if v is not None}
        gaps = self.gaps
        expression = ''
        n = 0
        for piece in self.pieces:
            if isinstance(piece, str):
                expression += '.*?'.join(re.escape(p) for p in piece.split('…'))
                continue
            n += 1
            if piece.conv in 'diu':
                expression += r'([+-]?\d+)'
            elif piece.is_text:
                expression += '(.*)' if n == len(gaps) else '(.*?)'
            else:
                expression += r'(\S+?)'
        found = re.fullmatch(expression, text, re.S)
        return found and {g.name: v for g, v in zip(gaps, found.groups())}


def regex_of(entry):
    """The regex of an entry, from PCRE2's way of writing to Python's; None where it has none."""
    if 'regex' not in entry:
        return None
    return re.compile(re.sub(r'\(\?<(?=\w)', '(?P<', entry['regex']).replace(r'\z', r'\Z'))


def of_entry(entry):
    """The template of an entry of a pattern file; None where it has only a regex."""
    if 'template' not in entry:
        return None
    regex = regex_of(entry)
    names = entry.get('params') or (list(regex.groupindex) if regex else ())
    return Template(entry['template'], entry.get('style', 'percent'), names, regex)
