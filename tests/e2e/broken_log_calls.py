#!/usr/bin/python3
"""A log call that Python could not format is known by its text.

Services call LOG with values that do not fit their own templates; logging then prints a block on
standard error, and nothing in the log itself. The calls of the catalogue that fail that way, and
others that might, are made through Python's logging and through oslo.log, which tries a second time
with a text of its own. The block is one event: the row whose text it holds, the message with its
values, the level and the place of the call.

usage: broken_log_calls.py [--keep]
"""
import argparse
import logging
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import PATTERNS, Checks, Folder, crashed, get, logclass, skip  # noqa: E402

# where, in which function, the call: level, message as a person reads it, code
CALLS = [
    ('cloudkitty/storage_state/__init__.py', 419, 'set_last_processed_timestamp',
     "LOG.warning('Trying to update current time to [%s] for identifier [%s] and reprocessing range "
     "[start=%, end=%s], but we could not find a this task in the database.', '2026-11-01', 'a', "
     "'2026-11-02', None)", 'warning',
     'Trying to update current time to [2026-11-01] for identifier [a] and reprocessing range '
     '[start=2026-11-02, end=None], but we could not find a this task in the database.',
     'cloudkitty.reprocessing-time-not-stored'),
    ('zun/cni/api.py', 160, '_make_request',
     "LOG.error('Looks like %s:%s cannot be reached. Is zun-cni-daemon running?', "
     "('localhost', 9036))", 'error',
     'Looks like localhost:9036 cannot be reached. Is zun-cni-daemon running?',
     'zun.cni-daemon-unreachable'),
    ('heat/engine/service.py', 36, 'work', "LOG.info('too much', 1)", 'info', 'too much', None),
    ('heat/engine/service.py', 40, 'work', "LOG.critical('of %s: %d', 'it\\'s \"so\"', None)",
     'critical', 'of it\'s "so": None', None),
    ('heat/engine/service.py', 44, 'work', "LOG.debug('of %(a)s: %(b)d', {'a': {'c': [1]}, 'b': 'x'})",
     'debug', "of {'c': [1]}: x", None),
    ('heat/engine/service.py', 48, 'work', "LOG.exception('odd %d', 'x')", 'error', 'odd x', None),
]
WRITER = '''
import logging, sys
if sys.argv[1] == 'oslo':
    from oslo_config import cfg
    from oslo_log import log
    conf = cfg.ConfigOpts()
    log.register_options(conf)
    conf(['--debug'], project='heat', default_config_files=[])
    log.setup(conf, 'heat')
    LOG = log.getLogger('heat')
else:
    logging.basicConfig(level=logging.DEBUG)
    LOG = logging.getLogger('heat')
for path, line, function, call in %r:
    space = {'LOG': LOG}
    open_at = compile('\\n' * (line - 2) + f'def {function}():\\n    {call}\\n', path, 'exec')
    exec(open_at, space)
    LOG.warning('before')
    try:
        {}['x']
    except KeyError:
        space[function]()
LOG.warning('the end')
'''


def write(folder, kind):
    """What the program printed, both streams in one."""
    for path, line, function, call, *_ in CALLS:
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        lines = place.read_text().split('\n') if place.exists() else []
        lines += [''] * (line - len(lines))
        lines[line - 1] = '    ' + call
        place.write_text('\n'.join(lines))
    script = folder / 'writer.py'
    script.write_text(WRITER % ([(str(folder / p), n, f, c) for p, n, f, c, *_ in CALLS],))
    done = subprocess.run([sys.executable, '-u', str(script), kind], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, env={**os.environ, 'TZ': 'UTC'},
                          timeout=60)
    return done.stdout


def check(checks, folder, kind, text):
    path = folder / f'{kind}.log'
    path.write_bytes(text)
    run = logclass('--emit', 'all', '--timezone', 'UTC', '--patterns', PATTERNS, path)
    checks.that(run.status == 0 and not crashed(run), f'{kind}: {crashed(run) or run.err}')
    blocks = [e for e in run.events if 'logging_error' in get(e, 'logclass.input.envelope')]
    others = [e for e in run.events if e not in blocks]
    # oslo.log's second try needs no value where those have names: it is a record, and no block
    wanted = [c for c in CALLS if kind != 'oslo' or '%(' not in c[3]]
    if not checks.that(len(blocks) == len(wanted), f'{kind}: {len(blocks)} blocks of {len(wanted)}'):
        return
    checks.same(len(others), len(CALLS) + 1 + len(CALLS) - len(wanted), f'{kind}: other records')
    for event, (place, line, function, _, level, message, code) in zip(blocks, wanted):
        name = f'{kind}, {place}:{line}'
        checks.same(get(event, 'message'), message, f'{name}: message')
        checks.same(get(event, 'log.level'), level, f'{name}: level')
        checks.that(str(get(event, 'log.origin.file.name')).endswith(place), f'{name}: {event["log"]}')
        checks.same(get(event, 'log.origin.function'), function, f'{name}: function')
        checks.that(get(event, 'error.type') in ('TypeError', 'ValueError'), f'{name}: {event["error"]}')
        if code:
            checks.same(get(event, 'event.code'), code, f'{name}: code')
            checks.same(get(event, 'logclass.status'), 'classified', f'{name}: status')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('--keep', action='store_true')
    options = parser.parse_args()
    checks = Checks()
    assert logging.raiseExceptions, 'Python prints no block'
    with Folder(options.keep) as folder:
        check(checks, folder, 'plain', write(folder, 'plain'))
        oslo = write(folder, 'oslo')
        if b'ModuleNotFoundError' in oslo:
            skip('needs python3-oslo.log')
        check(checks, folder, 'oslo', oslo)
    return checks.end('broken_log_calls')


if __name__ == '__main__':
    sys.exit(main())
