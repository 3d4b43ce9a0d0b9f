#!/usr/bin/python3
"""A record says the same in whatever format an operator had oslo.log write it.

The real oslo.log writes the same records with its own formats, and with those that an operator set:
other orders, other separators, padded and cut levels, colours, names in place of ids, the place of
the call behind the message, no prefix before the lines of a traceback.
logclass is told of the formats, and says of each record what it says of it in oslo.log's own form.
What the format does not hold is absent, nothing is wrong.
A format that cannot be read with certainty is refused with a sentence and exit status 2.

usage: operator_formats.py [--format WORD] [--keep]
"""
import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import oslo_writer as oslo                                               # noqa: E402
import schema                                                            # noqa: E402
from logclass_test import (ABSENT, PATTERNS, Checks, Folder, crashed, get, load_patterns,  # noqa: E402
                           logclass, offset, show, share)

CONTEXT = '%(request_id)s %(user_identity)s'
SITE = '%(funcName)s %(pathname)s:%(lineno)d'

HOST = 'ctl-1'

# name: with a context, without, before a line of a traceback; None: oslo.log's own
FORMATS = {
    'request only': ('%(asctime)s.%(msecs)03d %(process)d %(levelname)s %(name)s [' + CONTEXT +
                     '] %(instance)s%(message)s', None, None),
    'level first': ('%(levelname)s|%(asctime)s|%(hostname)s|%(name)s|' + CONTEXT + '|%(message)s',
                    '%(levelname)s|%(asctime)s|%(hostname)s|%(name)s||%(message)s',
                    '%(levelname)s|%(asctime)s|%(hostname)s|%(name)s||'),
    'one for all': ('%(asctime)s %(levelname)s %(name)s %(message)s',
                    '%(asctime)s %(levelname)s %(name)s %(message)s',
                    '%(asctime)s %(levelname)s %(name)s '),
    'padded': ('%(asctime)s.%(msecs)03d %(process)6d %(levelname)-8s %(name)-48s [' + CONTEXT +
               '] %(instance)s%(message)s',
               '%(asctime)s.%(msecs)03d %(process)6d %(levelname)-8s %(name)-48s [-] '
               '%(instance)s%(message)s',
               '%(asctime)s.%(msecs)03d %(process)6d ERROR    %(name)-48s %(instance)s'),
    'to the right': ('%(asctime)s.%(msecs)03d %(levelname)8s [%(name)32s] %(message)s',
                     '%(asctime)s.%(msecs)03d %(levelname)8s [%(name)32s] %(message)s', None),
    'cut levels': ('%(levelname).1s %(asctime)s.%(msecs)03d %(process)d %(name)s %(message)s',
                   '%(levelname).1s %(asctime)s.%(msecs)03d %(process)d %(name)s %(message)s',
                   'E %(asctime)s.%(msecs)03d %(process)d %(name)s '),
    'colours': ('%(color)s%(asctime)s.%(msecs)03d %(levelname)s %(name)s [\033[01;36m'
                '%(request_id)s \033[00;36m%(user_name)s %(project_name)s%(color)s] \033[01;35m'
                '%(instance)s%(color)s%(message)s\033[00m',
                '%(color)s%(asctime)s.%(msecs)03d %(levelname)s %(name)s [\033[00;36m-%(color)s] '
                '\033[01;35m%(instance)s%(color)s%(message)s\033[00m',
                '%(color)s%(asctime)s.%(msecs)03d TRACE %(name)s \033[01;35m%(instance)s\033[00m'),
    'every id': ('%(isotime)s %(process)d/%(thread)d %(levelname)s %(name)s '
                 '[%(global_request_id)s %(request_id)s u=%(user)s p=%(project_id)s] '
                 '%(resource)s%(instance)s%(message)s',
                 '%(isotime)s %(process)d/%(thread)d %(levelname)s %(name)s [] '
                 '%(resource)s%(instance)s%(message)s',
                 '%(isotime)s %(process)d ERROR %(name)s %(instance)s'),
    'place before': ('%(asctime)s %(levelname)s %(pathname)s:%(lineno)d %(funcName)s() '
                     '%(name)s: %(message)s',
                     '%(asctime)s %(levelname)s %(pathname)s:%(lineno)d %(funcName)s() '
                     '%(name)s: %(message)s', '%(asctime)s ERROR %(name)s: '),
    'place behind': ('%(asctime)s.%(msecs)03d %(process)d %(levelname)s %(name)s %(message)s (' + SITE
                     + ')',
                     '%(asctime)s.%(msecs)03d %(process)d %(levelname)s %(name)s %(message)s (' + SITE
                     + ')', None),
    'summary in its place': ('%(asctime)s.%(msecs)03d %(levelname)s %(name)s [' + CONTEXT +
                             '] %(message)s <%(error_summary)s>',
                             '%(asctime)s.%(msecs)03d %(levelname)s %(name)s [-] %(message)s '
                             '<%(error_summary)s>', None),
    'no prefix': ('%(created)f [%(processName)s %(threadName)s] %(levelname)s %(name)s - %(message)s',
                  '%(created)f [%(processName)s %(threadName)s] %(levelname)s %(name)s - %(message)s',
                  ''),
    'seconds and then thousandths': ('%(levelname)s %(asctime)s,%(msecs)d %(name)s: %(message)s',
                                     '%(levelname)s %(asctime)s,%(msecs)d %(name)s: %(message)s',
                                     '%(levelname)s %(asctime)s,%(msecs)d %(name)s: '),
    'number of the level': ('%(levelno)s;%(asctime)s.%(msecs)03d;%(name)s;%(message)s',
                            '%(levelno)s;%(asctime)s.%(msecs)03d;%(name)s;%(message)s',
                            '40;%(asctime)s.%(msecs)03d;%(name)s;'),
    'sentence': ('at %(asctime)s %(name)s (pid %(process)d) says 100%% %(levelname)s: %(message)s',
                 'at %(asctime)s %(name)s (pid %(process)d) says 100%% %(levelname)s: %(message)s',
                 '    | '),
}

SAME = ['message', 'error', 'log.level', 'log.logger', 'event.code', 'event.reason',
        'event.severity', 'logclass.status', 'logclass.log', 'logclass.exception', 'logclass.params',
        'logclass.cause', 'logclass.root', 'logclass.basis', 'logclass.confidence', 'logclass.caller',
        'logclass.lines']
IF_THERE = ['process.pid', 'openstack.request_id', 'user.id', 'cloud.project.id', 'user.name',
            'cloud.project.name', 'log.origin', 'openstack.instance.id', 'openstack.user_domain.id']
NAMED = {'%(process)': ['process.pid'], '%(request_id)': ['openstack.request_id'],
         '%(user_identity)': ['user.id', 'cloud.project.id', 'openstack.user_domain.id'],
         '%(user)': ['user.id'], '%(project_id)': ['cloud.project.id'],
         '%(user_name)': ['user.name'], '%(project_name)': ['cloud.project.name'],
         '%(instance)': ['openstack.instance.id'], '%(hostname)': ['host.name'],
         '%(pathname)': ['log.origin.file.name', 'log.origin.file.line', 'log.origin.function'],
         '%(threadName)': ['process.thread.name']}

# No certain end, no message, not this kind of format …
REFUSED = [
    ('%(asctime)s', 'no format has %(message)s'),
    ('%(levelname)s %(name)s ', 'no format has %(message)s'),
    ('%(levelname)s%(name)s %(message)s', 'nothing between them'),
    ('%(asctime)s %(levelname)s %(name)s%(message)s', 'nothing between them'),
    ('%(asctime)s %(process)d%(thread)d %(message)s', 'nothing between them'),
    ('%(asctime)s %(message)s%(name)s', 'nothing between them'),
    ('%(name)s: %(message)s', 'neither a time nor'),
    ('%(message)s', 'neither a time nor'),
    ('%(asctime)s %(message)s %(message)s', 'twice'),
    ('%(asctime)s %(levelname) %(message)s', "byte 13, '%(levelname)"),
    ('%(asctime)s %(levelname)q %(message)s', 'byte 13'),
    ('%(asctime)s %d %(message)s', "byte 13, '%d"),
    ('%(asctime)s %(message)s %', 'byte 25'),
    ('%()s %(asctime)s %(message)s', 'byte 1'),
    ('{asctime} {message}', 'no field as'),
    ('$asctime $message', 'no field as'),
    ('%(asctime)s\n%(message)s', 'line end'),
    ('', 'empty'),
    ('%(asctime)s ' + 'x' * 5000 + '%(message)s', 'longer'),
    ('%(asctime)s ' + '%(name)s %(asctime)s ' * 40 + '%(message)s', 'more than'),
]


def raised(name, text, site, chained=False):
    try:
        oslo.raise_site(*site, chained)(oslo.exception_class(name)(text))
    except Exception as error:              # pylint: disable=broad-except
        return (type(error), error, error.__traceback__)


def calls():
    """(logger, level, text, exception, more) of every record."""
    for document in load_patterns().values():
        classes = [(c['class'], s['raised'][0], (s.get('functions') or ['work'])[0])
                   for c in document.get('exceptions', []) if '.' in c['class']
                   for s in (c.get('situations') or [c])[:1] if s.get('raised')]
        for n, entry in enumerate(document.get('log', [])[:8]):
            error = None
            if classes and n % 2 and entry.get('level', 'ERROR') not in ('INFO', 'DEBUG'):
                name, place, function = classes[n * 5 % len(classes)]
                path, _, line = place.partition(':')
                site = (path, int(line.partition('-')[0] or 10), function)
                error = raised(name, 'words of another library', site, chained=n % 4 == 1)
            yield ((entry.get('loggers') or [document['packages'][0]])[0], entry.get('level', 'ERROR'),
                   entry['examples'][0]['text'], error)
    site = ('heat/some/module.py', 12, 'work')
    yield 'heat.some.module', 'INFO', 'ready: 100%', None
    yield 'heat.some.module', 'CRITICAL', '[brackets] first, | bars | and (parentheses): x', None
    yield 'heat.some.module', 'ERROR', 'several lines:\n  the second\n\n{"the": "fourth"}\nthe last', None
    yield 'heat.some.module', 'ERROR', 'failed', raised('heat.common.exception.NotFound',
                                                        'text\nof two lines', site)
    yield 'heat.some.module', 'WARNING', 'failed again', raised('zun.common.exception.Conflict', 'x', site, chained=True)
    yield 'heat.some.module', 'INFO', 'the last', None


def on_a_host(record):
    """What a filter of an operator's own adds; oslo.log itself does it in JSON alone."""
    record.hostname, record.program = HOST, 'heat-engine'
    return True


def write(path, options):
    file = oslo.LogFile(path, 'text', pid=4711, options=options,
                        colours='color' in str(options))
    file.addFilter(on_a_host)
    for n, (logger, level, text, error) in enumerate(calls()):
        more = {'exc_info': error} if error else {}
        if n % 3 == 0:
            more['instance_uuid'] = oslo.INSTANCE
        file.log(logger, level, text, site=(logger.replace('.', '/') + '.py', 10 + n, 'work'),
                 context=oslo.context() if n % 2 else None, **more)
    file.close()


def run(path, formats):
    arguments = [x for f in formats if f for x in ('--log-format', f)]
    return logclass('--emit', 'all', '--timezone', 'UTC', '--patterns', PATTERNS, *arguments, path)


def compare(checks, name, formats, plain, other):
    text = formats[0]
    placed = '%(pathname)' in text      # then the place of the log call counts, not that of the raise
    for field in SAME:
        if placed and field in ('logclass.log', 'logclass.confidence', 'logclass.basis'):
            field = 'logclass.log.id'
        want, have = get(plain, field), get(other, field)
        if field == 'message' and '%(instance)' not in text and have is not ABSENT:
            have = re.sub(r'^\[instance: [^]]*\] ', '', have)
        checks.that(want == have, f'{name}: {field} should be {show(want)[:300]}, is '
                                  f'{show(have)[:300]}\n    in {show(get(plain, "message"))[:100]}')
    for field in IF_THERE:
        want, have = get(plain, field), get(other, field)
        named = any(field.startswith(tuple(f)) for word, f in NAMED.items() if word in text)
        if want is not ABSENT and named:
            checks.that(have == want, f'{name}: {field} should be {show(want)}, is {show(have)}')
        elif have is not ABSENT and want is not ABSENT and not placed:
            checks.that(have == want, f'{name}: {field} should be {show(want)} or absent, is {show(have)}')
    for field in NAMED['%(hostname)'] if '%(hostname)' in text else ():
        checks.same(get(other, field), HOST, f'{name}: {field}')
    for field in NAMED['%(pathname)'] if '%(pathname)' in text else ():
        checks.that(get(other, field) is not ABSENT, f'{name}: {field} is absent')
    checks.same(get(other, 'logclass.input.envelope'), ['oslo_text'], f'{name}: envelope')
    checks.same(get(other, 'logclass.time.source'), 'record', f'{name}: time')
    for mistake in schema.mistakes(other):
        checks.fail(f'{name}: {mistake}')


def check_format(checks, folder, name, formats, plain):
    path = folder / name.replace(' ', '_') / 'heat-engine.log'
    path.parent.mkdir()
    keys = ('logging_context_format_string', 'logging_default_format_string',
            'logging_exception_prefix')
    write(path, {k: f for k, f in zip(keys, formats) if f is not None})
    done = run(path, dict.fromkeys(formats))
    if not checks.that(done.status == 0 and not crashed(done),
                       f'{name}: {done.status} {crashed(done) or done.err}'):
        return
    events = sorted(done.events, key=offset)
    if not checks.that(len(events) == len(plain), f'{name}: {len(events)} events of {len(plain)}: {path}'):
        return
    for one, other in zip(plain, events):
        compare(checks, name, formats, one, other)


def check_refused(checks):
    for text, why in REFUSED:
        done = logclass('--log-format', text, '-', stdin=b'')
        checks.that(done.status == 2 and why in done.err and not done.out and not crashed(done),
                    f'{text[:80]!r}: exit status {done.status}, {done.err!r}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('--format', default='', metavar='WORD')
    parser.add_argument('--keep', action='store_true')
    options = parser.parse_args()
    checks = Checks()
    check_refused(checks)
    with Folder(options.keep) as folder:
        path = folder / 'heat-engine.log'
        write(path, {})
        plain = sorted(run(path, ()).events, key=offset)
        for name, formats in share(FORMATS.items()):
            if options.format in name:
                check_format(checks, folder, name, formats, plain)
    return checks.end('operator_formats')


if __name__ == '__main__':
    sys.exit(main())
