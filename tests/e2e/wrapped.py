#!/usr/bin/python3
"""A record says the same whatever envelopes it comes in.

Records that the real oslo.log formatted, with tracebacks, chains, remote exceptions and messages of
several lines, stand in a plain file. The same bytes are then written as each transport writes them,
alone and inside one another.
What logclass says of level, logger, message, exception and catalogue is what it said of the plain
file; the host, and what else the envelope knows, comes on top.

usage: wrapped.py [--envelope WORD] [--keep]
"""
import argparse
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import oslo_writer as oslo                                               # noqa: E402
import schema                                                            # noqa: E402
import wraps                                                             # noqa: E402
from logclass_test import (ABSENT, PATTERNS, Checks, Folder, crashed, get, load_patterns,  # noqa: E402
                           logclass, offset, show, share)

SAME = ['message', 'error', 'log.level', 'log.logger', 'log.origin', 'openstack', 'user.id',
        'cloud.project.id', 'event.code', 'event.reason', 'event.severity', 'logclass.status',
        'logclass.log', 'logclass.exception', 'logclass.params', 'logclass.cause', 'logclass.root',
        'logclass.confidence', 'logclass.basis', 'logclass.caller', 'logclass.fingerprint',
        'logclass.truncated', 'process.thread', 'process.name', 'service']
LINES = [
    ('INFO', 'ready'),
    ('WARNING', 'quotes "here" and \'there\', a \\ backslash, a tab\t, 100 percent of it, and #'),
    ('ERROR', 'several lines:\n  the second is indented\n\n{"the": "fourth"}\nthe last'),
    ('ERROR', 'unicode: “naïve” 漢字 🦄 and [brackets] {braces} <angles> a=b'),
    ('DEBUG', 'a call, with its place behind it'),
    ('ERROR', 'x' * 20000 + ' end'),
    ('CRITICAL', 'it ends: in a colon:'),
]


def raised(name, text, site, chained=False):
    try:
        oslo.raise_site(*site, chained)(oslo.exception_class(name)(text))
    except Exception as error:              # pylint: disable=broad-except
        return (type(error), error, error.__traceback__)


def write_entries(file, document):
    """Log entries of the catalogue, with and without the traceback of a class of it."""
    classes = [(c['class'], s['raised'][0], (s.get('functions') or ['work'])[0])
               for c in document.get('exceptions', []) if '.' in c['class']
               for s in (c.get('situations') or [c])[:1] if s.get('raised')]
    for n, entry in enumerate(document.get('log', [])[:8]):
        text = entry['examples'][0]['text']
        logger = (entry.get('loggers') or [document['packages'][0]])[0]
        more = {}
        if classes and n % 2:
            name, place, function = classes[n * 7 % len(classes)]
            path, _, line = place.partition(':')
            more['exc_info'] = raised(name, 'words of another library',
                                      (path, int(line.partition('-')[0] or 10), function),
                                      chained=n % 4 == 1)
        file.log(logger, entry.get('level', 'ERROR'), text,
                 site=(logger.replace('.', '/') + '.py', 10 + n, 'work'),
                 context=oslo.context(), **more)


def write_records(path, kind):
    file = oslo.LogFile(path, kind, pid=4711)
    for document in load_patterns().values():
        write_entries(file, document)
    for n, (level, text) in enumerate(LINES):
        file.log('heat.some.module', level, text,
                 site=('heat/some/module.py', 20 + n, 'work'),
                 context=oslo.context() if n % 2 else None)
    file.close()
    return path.read_bytes()


def records_of(data, places):
    """The bytes of each record: of those that began at the places."""
    ends = places[1:] + [len(data)]
    return [data[at:end] for at, end in zip(places, ends)]


def run(path, zone='UTC'):
    return logclass('--emit', 'all', '--timezone', zone, '--patterns', PATTERNS, path)


def compare(checks, name, plain, wrapped):
    for field in SAME:
        if field in wraps.UNSURE.get(name, ()):
            continue
        want, have = get(plain, field), get(wrapped, field)
        checks.that(want == have, f'{name}: {field} should be {show(want)[:400]}, is '
                                  f'{show(have)[:400]}\n    in {show(get(wrapped, "message"))[:200]}')
    if get(plain, 'logclass.time.source') == 'record':
        checks.same(get(wrapped, '@timestamp'), get(plain, '@timestamp'), f'{name}: @timestamp')
    for mistake in schema.mistakes(wrapped):
        checks.fail(f'{name}: {mistake}')


def check_envelope(checks, folder, kind, records, plain, wrap):
    path = folder / f'{wrap.name.replace(" ", "_")}-{kind}.log'
    path.write_bytes(b''.join(wrap.write(r, n) for n, r in enumerate(records)))
    done = run(path)
    name = f'{wrap.name}, {kind}'
    checks.that(done.status == 0 and not crashed(done), f'{name}: {crashed(done) or done.err}')
    events = sorted(done.events, key=offset)
    if not checks.that(len(events) == len(plain),
                       f'{name}: {len(events)} events of {len(plain)}: {path}'):
        return
    for one, other in zip(plain, events):
        compare(checks, wrap.name, one, other)
        want = wrap.envelopes + get(one, 'logclass.input.envelope')
        checks.same(get(other, 'logclass.input.envelope'), want, f'{name}: envelopes')
        if wrap.host:
            checks.same(get(other, 'host.name') if kind != 'json' else wrap.host, wrap.host,
                        f'{name}: host')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('--envelope', default='', metavar='WORD')
    parser.add_argument('--keep', action='store_true')
    options = parser.parse_args()
    checks = Checks(most=int(os.environ.get('MOST', '40')))
    with Folder(options.keep) as folder:
        for kind in ('text', 'json', 'devstack'):
            path = folder / f'{kind}.log'
            data = write_records(path, kind)
            plain = sorted(run(path).events, key=offset)
            records = records_of(data, [offset(e) for e in plain])
            for wrap in share(wraps.ALL):
                if options.envelope in wrap.name and wrap.takes(kind):
                    check_envelope(checks, folder, kind, records, plain, wrap)
    checks.that(checks.done > 1000 or options.envelope, 'nothing was compared')
    return checks.end('wrapped')


if __name__ == '__main__':
    sys.exit(main())
