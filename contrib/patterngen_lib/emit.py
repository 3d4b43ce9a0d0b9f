"""A document as YAML that a person goes on writing: keys in their usual order, a comment over every
draft with the page's row, another where something was generated."""
import json
import re

KEYS = ('id', 'class', 'row', 'also', 'level', 'status', 'template', 'style', 'loggers', 'source',
        'situation', 'raised', 'texts', 'note', 'caller', 'draft')
# Scalars that need no quotes: in a line of their own, and within brackets or braces.
PLAIN = re.compile(r'[A-Za-z/_](?:(?!: | #)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\\"])*')
PLAIN_FLOW = re.compile(r'[A-Za-z/_][\w ./:=@%+-]*')
WORDS = {'true', 'false', 'yes', 'no', 'on', 'off', 'null', 'y', 'n', '~'}
ALWAYS_QUOTED = {'row', 'template', 'text', 'seen', 'draft'}
WIDTH = 118         # a list in one line is at most so wide
GENERATED = '   # generated: put what was really logged in its place'


def quoted(text):
    """A double-quoted scalar. JSON's escapes are YAML's; what YAML forbids raw, JSON escapes, but
    for a few line ends of Unicode."""
    text = json.dumps(text, ensure_ascii=False)
    return re.sub('[\x7f-\x9f\u2028\u2029\ufeff]', lambda m: f'\\u{ord(m[0]):04x}', text)


def scalar(key, value, plain=PLAIN):
    value = str(value)
    if key == 'status' and value.isdigit():
        return value
    good = plain.fullmatch(value) and ': ' not in value and value[-1] not in ': ' and \
        value.lower() not in WORDS and key not in ALWAYS_QUOTED
    return value if good else quoted(value)


def flow(key, value):
    """A value in one line."""
    if isinstance(value, dict):
        return '{' + ', '.join(f'{name(k)}: {flow(k, v)}' for k, v in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ', '.join(flow(key, v) for v in value) + ']'
    return scalar(key, value, PLAIN_FLOW)


def name(key):
    return key if re.fullmatch(r'[a-z_]\w*', key) and key not in WORDS else quoted(key)


def pair(key, value, indent):
    """The lines of a key with its value."""
    if not isinstance(value, (dict, list)):
        return [f'{indent}{key}: {scalar(key, value)}']
    one = f'{indent}{key}: {flow(key, value)}'
    if len(one) <= WIDTH:
        return [one]
    if isinstance(value, dict):
        return [f'{indent}{key}:'] + [line for k, v in value.items()
                                      for line in pair(k, v, indent + '  ')]
    return [f'{indent}{key}:'] + [f'{indent}  - {flow(key, v)}' for v in value]


def mapping(fields, indent):
    return [line for key in KEYS if fields.get(key) not in (None, '', [], {})
            for line in pair(key, fields[key], indent)]


def examples(item, indent):
    if not item.examples:
        return []
    lines = [f'{indent}examples:{GENERATED}']
    for example in item.examples:
        one = f'{indent}  - {flow("examples", example)}'
        lines += [one] if len(one) <= WIDTH else \
            [f'{indent}  - text: {quoted(example["text"])}'] + \
            [line for key in ('params', 'frame') if key in example
             for line in pair(key, example[key], indent + '    ')]
    return lines


def with_row(item):
    fields = dict(item.fields, row=item.row.name)
    if item.doubts:
        fields['draft'] = '; '.join(item.doubts)
    return fields


def comment(item, indent, draft=False):
    """The page's own row over a draft."""
    text = re.sub('[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]', '?', item.row.text)
    return [f'{indent}# page, line {item.row.line}: {text}'] if item.doubts or draft else []


def dashed(lines, indent):
    """A list's item: the first line gets the dash."""
    return [f'{indent}- {lines[0].lstrip()}'] + lines[1:]


def entry(item):
    inner = '    '
    return [''] + comment(item, '  ') + \
        dashed(mapping(with_row(item), inner) + examples(item, inner), '  ')


def situation(item):
    inner = '        '
    return comment(item, '      ') + \
        dashed(mapping(with_row(item), inner) + examples(item, inner), '      ')


def class_lines(class_):
    fields = dict(class_.fields, **{'class': class_.name})
    doubts, lines = list(class_.doubts), ['']
    if class_.is_plain:
        item = class_.situations[0]
        doubts += [d for d in item.doubts if d not in doubts]
        fields.update(item.fields, row=item.row.name)
        lines += comment(item, '  ', bool(class_.doubts))
        fields['source'] = class_.fields.get('source')
        tail = examples(item, '    ')
    else:
        tail = ['    situations:'] + [line for item in class_.situations for line in situation(item)]
    if doubts:
        fields['draft'] = '; '.join(doubts)
    return lines + dashed(mapping(fields, '    '), '  ') + tail


def unmatchable(item):
    lines = [''] + comment(item, '  ')
    return lines + dashed([f'    rows: [{quoted(item.row.name)}]',
                           f'    draft: {quoted("; ".join(item.doubts))}'], '  ')


def section(title, items, write):
    if not items:
        return ['', f'{title}: []']
    return ['', f'{title}:'] + [line for item in items for line in write(item)][1:]


def head(document):
    lines = ['# Derived from a catalogue page by contrib/patterngen. An item with the key `draft` waits',
             '# for a person: look at the row above it, put it right, take `draft` away. Ids are for ever,',
             '# so choose them before the first release.', 'format: 1']
    lines += [line for key in ('service', 'release', 'commit', 'analysed', 'packages')
              if document.head.get(key) for line in pair(key, document.head[key], '')]
    if document.head_doubts:
        lines.append(f'draft: {quoted("; ".join(document.head_doubts))}')
    return lines + ['programs: []     # for a person: units, containers, names of files']


def write(document):
    """The whole file."""
    lines = head(document)
    lines += section('log', document.log, entry)
    lines += section('exceptions', document.exceptions, class_lines)
    lines += section('statuses', document.statuses, entry)
    lines += section('responses', document.responses, entry)
    lines += section('unmatchable', document.unmatchable, unmatchable)
    return '\n'.join(lines) + '\n'
