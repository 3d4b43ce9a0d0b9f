#!/usr/bin/python3
"""What is not in the catalogue stays unclassified.

A near miss, one word away from a message that the catalogue has, is not that message.
The same text from another service, known or not, is not that message, and neither is the text
inside another one. The other log calls of the services themselves, some two thousand, are unknown,
but for those that are the same text logged in another place.

The last part reads the services' code: Debian's packages, installed or unpacked
(dpkg -x python3-heat*.deb DIR, then --code DIR/usr/lib/python3/dist-packages or $SERVICE_CODE).
For a service without a package, data/SERVICE_log_calls.tsv lists the calls.

usage: precision.py [--code FOLDER] [--keep]
"""
import argparse
import ast
import collections
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import oslo_writer as oslo                                               # noqa: E402
import schema                                                            # noqa: E402
import template as templates                                             # noqa: E402
from logclass_test import (ABSENT, PATTERNS, Checks, Folder, crashed, get, load_patterns,  # noqa: E402
                           logclass, offset, share)

STRANGER = 'nova.compute.manager'       # a service that no pattern file has
DEBIAN = '/usr/lib/python3/dist-packages'
TABLES = pathlib.Path(__file__).resolve().parent / 'data'

# Log calls of the services that an entry names though their template is none of its own, each with
# the reason why that is right: (service, template) -> why.
ALLOWED = {}

LEVELS = {'debug': 'DEBUG', 'info': 'INFO', 'warning': 'WARNING', 'warn': 'WARNING',
          'error': 'ERROR', 'exception': 'ERROR', 'critical': 'CRITICAL', 'fatal': 'CRITICAL'}

Line = collections.namedtuple('Line', 'logger level text entry why')


def entries_of(document):
    for kind in ('log', 'markers'):
        for data in document.get(kind, []):
            yield kind, f'{document["service"]}.{data["id"]}', data


def home(document, data):
    """The logger that writes an entry."""
    return (data.get('loggers') or [document['packages'][0]])[0]


def near_misses(everything):
    """Counterexamples, and examples inside another sentence, by the entry's own logger."""
    for document in everything.values():
        for _, name, data in entries_of(document):
            for text in data.get('counterexamples', []):
                yield Line(home(document, data), data.get('level', 'WARNING'), text, name,
                           'its counterexample')
            template = templates.of_entry(data)
            for example in data.get('examples', []):
                text = f'Could not go on after: {example["text"]}'
                if template and template.read(text) is None:
                    yield Line(home(document, data), data.get('level', 'WARNING'), text, name,
                               'its example inside another message')
                if template and not template.has_words:
                    yield Line(f'{document["packages"][0]}.some.module', data.get('level', 'ERROR'),
                               example['text'], name, 'a text without words from another logger')


def strangers(everything):
    """Examples of each service, logged by all others."""
    services = {n: d for n, d in everything.items() if n != 'common'}
    for service, document in services.items():
        others = [STRANGER] + [f'{d["packages"][0]}.some.module' for n, d in services.items()
                               if n != service]
        for _, name, data in entries_of(document):
            for example in data.get('examples', []):
                for logger in others:
                    yield Line(logger, data.get('level', 'WARNING'), example['text'], name,
                               'its example from another service')


def named_by(event):
    """All entries that an event names on its log side."""
    names = set()
    for field in ('logclass.log.id', 'logclass.log.candidates.ids'):
        value = get(event, field)
        if value is not ABSENT:
            names |= {value} if isinstance(value, str) else set(value)
    return names


def run_lines(checks, folder, title, lines, form):
    """Logs the lines and yields each with its event."""
    path = folder / f'{title}-{form}.log'
    file = oslo.LogFile(path, form)
    places = {}
    for line in lines:
        written = file.log(line.logger, line.level, line.text, context=oslo.context())
        places[written.offset] = line
    file.close()
    run = logclass('--emit', 'all', '--timezone', 'UTC', '--patterns', PATTERNS, path)
    checks.that(run.status == 0 and not crashed(run),
                f'{title}: exit status {run.status}: {crashed(run) or run.err[-1000:]}')
    checks.same(len(run.events), len(places), f'{title}: events')
    for event in run.events:
        wrong = schema.mistakes(event)
        checks.that(not wrong, f'{title}: ' + '; '.join(wrong))
        if offset(event) in places:
            yield places[offset(event)], event


def check_misses(checks, folder, title, lines):
    lines = list(lines)
    checks.that(lines, f'{title}: there is nothing to log')
    for form in ('text', 'json', 'devstack'):
        for line, event in run_lines(checks, folder, title, lines, form):
            checks.that(line.entry not in named_by(event),
                        f'{line.entry} is named for {line.why}, '
                        f'{form}, logger {line.logger}: {line.text!r}')


def check_strangers(checks, folder, lines):
    """Another service's logger: nothing of the example's service may be named at all."""
    lines = list(lines)
    for line, event in run_lines(checks, folder, 'strangers', lines, False):
        service = line.entry.split('.')[0]
        named = {n for n in named_by(event) if n.split('.')[0] == service}
        checks.that(not named, f'{", ".join(named)} named for {line.why}, logger {line.logger}: '
                    f'{line.text!r}')


# ---- the services' own code ---------------------------------------------------------------------

class Calls(ast.NodeVisitor):
    """Collects (level, template, style) of the calls LOG.level('constant' ...)."""

    def __init__(self):
        self.found = []

    def visit_Call(self, node):
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in LEVELS and node.args and \
                isinstance(function.value, ast.Name) and function.value.id in ('LOG', 'log', 'logger'):
            text = constant(node.args[0])
            if text:
                self.found.append((LEVELS[function.attr], *text))
        self.generic_visit(node)


def constant(node):
    """(template, style) of a constant text, of one that is formatted in place, else None."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value, 'percent'
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return constant(node.left)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in ('_', '_LE', '_LW', '_LI', '_LC') \
                and node.args:
            return constant(node.args[0])
        if isinstance(node.func, ast.Attribute) and node.func.attr == 'format':
            inner = constant(node.func.value)
            return inner and (inner[0], 'brace')
    if isinstance(node, ast.JoinedStr):
        parts = [p.value.replace('{', '{{').replace('}', '}}') if isinstance(p, ast.Constant)
                 else '{}' for p in node.values]
        return ''.join(parts), 'brace'
    return None


def value_for(gap, n):
    """Something that may well stand there."""
    if not gap.is_text:
        return str(40 + n)
    name = gap.name.lower()
    for part, value in (('id', f'4b1d7c2e-9a3f-4e5d-8c6b-7a8f9e0d1c{n:02d}'), ('ip', f'10.0.0.{n}'),
                        ('host', 'cmp3.example.net'), ('err', 'timed out'), ('exc', 'timed out'),
                        ('name', 'web-1')):
        if part in name:
            return value
    return f'4b1d7c2e-9a3f-4e5d-8c6b-7a8f9e0d1c{n:02d}'


def plain(template):
    """What two templates share that differ in the names of their gaps and in blanks."""
    pieces = (p if isinstance(p, str) else '\0' for p in template.pieces)
    return re.sub(r'\s+', ' ', ''.join(pieces)).strip()


def calls_in_code(service, folder):
    """The log calls that a service's modules have: (logger, level, template text, style)."""
    for path in sorted((folder / service).rglob('*.py')):
        if 'tests' in path.parts or 'test' in path.parts:
            continue
        calls = Calls()
        calls.visit(ast.parse(path.read_text(encoding='utf-8')))
        parts = path.relative_to(folder).with_suffix('').parts
        logger = '.'.join(p for p in parts if p != '__init__')
        for level, text, style in calls.found:
            yield logger, level, text, style


def calls_in_table(path):
    """The same from a list of them."""
    for row in path.read_text(encoding='utf-8').split('\n'):
        if row and not row.startswith('#'):
            level, logger, text = row.split('\t')
            yield logger, level, text.replace('\\n', '\n').replace('\\t', '\t'), 'percent'


def filled(calls):
    """The distinct ones of log calls, with values: (logger, level, template, finished text)."""
    seen = set()
    for logger, level, text, style in calls:
        template = templates.Template(text, style)
        finished = template.fill({g.name: value_for(g, n) for n, g in enumerate(template.gaps)})
        if finished and finished.strip() and (logger, level, text) not in seen:
            seen.add((logger, level, text))
            yield logger, level, template, finished


class Own:
    """Which log calls are those of the service's entries, and of the libraries'."""

    def __init__(self, everything, service):
        self.templates, self.readers = set(), []
        for name in (service, 'common'):
            for _, _, data in entries_of(everything.get(name, {'service': name})):
                template = templates.of_entry(data)
                if template:
                    self.templates.add(plain(template))
                if template is None:
                    self.readers.append((data.get('loggers', []), templates.regex_of(data).fullmatch))
                elif template.is_cut:
                    self.readers.append((data.get('loggers', []), template.read))

    def has(self, logger, template, finished):
        """An entry with a regex, or of which a page has a part only, has no template to compare:
        then its place and its text tell."""
        return plain(template) in self.templates or any(
            logger in loggers and read(finished) is not None
            for loggers, read in self.readers)


def check_code(checks, folder, everything, service, source, calls):
    own = Own(everything, service)
    lines, total = [], 0
    for logger, level, template, finished in filled(calls):
        total += 1
        if not own.has(logger, template, finished) and (service, template.text) not in ALLOWED:
            lines.append(Line(logger, level, finished, template.text, 'an unlisted log call'))
    lines = share(lines)
    checks.that(total > 50, f'{service}: only {total} log calls found in {source}')
    markers = {name for d in everything.values() for kind, name, _ in entries_of(d)
               if kind == 'markers'}
    for line, event in run_lines(checks, folder, f'code-{service}', lines, 'text'):
        named = named_by(event) - markers
        checks.that(not named, f'{", ".join(sorted(named))} named for a log call that is none of '
                    f'its own:\n    {line.logger} {line.level} {line.entry!r}')
    print(f'precision: {service}: {total} log calls in {source}, {len(lines)} of them unlisted')


def code_folder(service, given):
    for folder in [*given, *filter(None, os.environ.get('SERVICE_CODE', '').split(':')), DEBIAN]:
        if (pathlib.Path(folder) / service / '__init__.py').exists():
            return pathlib.Path(folder)
    return None


def log_calls(service, given):
    """Where a service's log calls were found, and they; None where nothing has them."""
    code = code_folder(service, given)
    if code:
        return code, calls_in_code(service, code)
    table = TABLES / f'{service}_log_calls.tsv'
    return (table, calls_in_table(table)) if table.exists() else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('--code', action='append', default=[], metavar='FOLDER')
    parser.add_argument('--keep', action='store_true')
    options = parser.parse_args()
    everything = load_patterns()
    checks = Checks()
    with Folder(options.keep) as folder:
        check_misses(checks, folder, 'near-misses', near_misses(everything))
        check_strangers(checks, folder, strangers(everything))
        for service in everything:
            if service == 'common':
                continue
            found = log_calls(service, options.code)
            if found:
                check_code(checks, folder, everything, service, *found)
            else:
                print(f'precision: the code of {service}: skipped, needs python3-{service}')
    return checks.end('precision')


if __name__ == '__main__':
    sys.exit(main())
