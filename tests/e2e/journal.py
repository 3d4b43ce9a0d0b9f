#!/usr/bin/python3
"""What a service tells the journal comes out the same, however the journal is read.

A private journald takes records that oslo.log formatted: by its own journal handler, by syslog, as a
standard output, line by line. Python's own handlers and other programs write among them.
logclass reads the journal's file, its folder, and what journalctl prints of it in each of its forms.
Every form that keeps the fields gives the records of the file; a form of text gives all that its
text holds. What journald threw away is told as a notice.

usage: journal.py [--keep]
"""
import logging
import os
import pathlib
import socket
import sys
import types

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import journald                                                          # noqa: E402
import oslo_writer as oslo                                               # noqa: E402
import schema                                                            # noqa: E402
from oslo_log import handlers                                            # noqa: E402
from logclass_test import Checks, Folder, crashed, get, logclass  # noqa: E402

UNIT = 'heat-engine.service'
BURST_UNIT = 'devstack@h-eng.service'
PID = os.getpid()
TEXTS = [
    ('INFO', 'ready'),
    ('ERROR', 'several lines:\n  the second is indented\n\n{"the": "fourth"}\nthe last'),
    ('WARNING', '“naïve” 漢字, a tab\t, 100 percent, a = b, #012'),
    ('ERROR', 'long: ' + 'x' * 6000 + ' end'),
    ('ERROR', 'it broke'),
    ('DEBUG', 'a call, with its place behind it'),
    ('CRITICAL', 'it ends: in a colon:'),
]
BYTES = b'no text: \xff\xfe and \x1b[31mred\x1b[0m'

# How a form is read, and what it keeps: all of the journal's fields, the host and program of its
# lines, or nothing but the text.
FIELDS, LINES, TEXT = 3, 2, 1
FORMS = [
    ('json', ['-a'], FIELDS), ('json-seq', ['-a'], FIELDS), ('json-sse', ['-a'], FIELDS),
    ('export', [], FIELDS), ('verbose', ['-a'], FIELDS),
    ('json-pretty', ['-a'], FIELDS),
    ('short', ['-a'], LINES), ('short-precise', ['-a'], LINES), ('short-iso', ['-a'], LINES),
    ('short-iso-precise', ['-a'], LINES), ('short-full', ['-a'], LINES), ('short-unix', ['-a'], LINES),
    ('short-monotonic', ['-a'], LINES), ('with-unit', ['-a'], LINES),
    ('short-precise', [], LINES),
    ('cat', ['-a', '-t', 'heat-engine'], TEXT), ('cat', ['-t', 'heat-engine'], TEXT),
]
SAID = ['message', 'error', 'log.level', 'log.logger', 'openstack.request_id', 'process.pid',
        'logclass.status', 'logclass.log', 'logclass.exception', 'logclass.fingerprint']
ALL = SAID + ['@timestamp', 'host.name', 'service', 'log.origin', 'log.syslog',
              'logclass.suppressed', 'user.id', 'openstack']


# ---- who writes ----

class Collector(logging.Handler):
    """Formats as oslo.log does, and hands the text to `take`."""

    def __init__(self, form, take):
        super().__init__()
        self.setFormatter(oslo.formatter(form))
        self.take = take

    def emit(self, record):
        self.take(record, self.format(record).encode('utf-8', 'surrogateescape'))


def raised(name):
    try:
        oslo.raise_site('heat/engine/stack.py', 100, 'work', True)(
            oslo.exception_class(name)('The Stack (x) already exists.'))
    except Exception as error:              # pylint: disable=broad-except
        return (type(error), error, error.__traceback__)
    return None


def log_all(handler, logger):
    for n, (level, text) in enumerate(TEXTS):
        target = logging.getLogger(logger)
        target.setLevel(1)
        target.propagate = False
        target.handlers = [handler]
        more = {'exc_info': raised('heat.common.exception.StackExists')} if text == 'it broke' else {}
        more['context'] = oslo.context()
        adapter = oslo.log.KeywordArgumentAdapter(target, {'project': 'heat', 'version': 'unknown'})
        oslo.call_site('heat/engine/service.py', 10 + n, 'work')(
            adapter, getattr(logging, level), text, (), more)
        target.handlers = []


def by_journal_handler(daemon):
    """oslo.log's use_journal, with the one function of python3-systemd that it calls."""
    def send(message, **fields):
        daemon.native(MESSAGE=message.encode('utf-8', 'surrogateescape'),
                      **{k: str(v) for k, v in fields.items()})
    handlers.journal = types.SimpleNamespace(send=send)
    handler = handlers.OSJournalHandler()
    handler.binary_name = 'heat-engine'
    handler.setFormatter(oslo.formatter('text'))
    log_all(handler, 'heat.by.journal')


def by_syslog(daemon):
    def take(record, text):
        daemon.syslog('heat-engine', 8 + handlers.SYSLOG_MAP.get(record.levelname, 7), text)
    log_all(Collector('text', take), 'heat.by.syslog')


def by_stdout(daemon):
    with daemon.stdout('heat-engine', UNIT) as s:
        log_all(Collector('text', lambda record, text: s.sendall(text + b'\n')), 'heat.by.stdout')


def by_others(daemon):
    daemon.native(MESSAGE=BYTES, PRIORITY=4, SYSLOG_IDENTIFIER='other', LOGGER='other.python')
    daemon.native(MESSAGE='two values', PRIORITY=3, SYSLOG_IDENTIFIER='other', CODE_FILE='a.py',
                  CODE_LINE=12, CODE_FUNC='work', REQUEST_ID=oslo.REQUEST)
    daemon.native(MESSAGE='', PRIORITY=6, SYSLOG_IDENTIFIER='other')
    with daemon.stdout('no-service', '') as s:
        s.sendall(b'<3>its level stands before it\nthe next has none\n\n  indented\nno end')


def without_ends(events):
    return [e for e in events if get(e, 'logclass.syslog.identifier') != journald.END and
            'the end of ' not in str(get(e, 'message')) and
            get(e, 'logclass.syslog.identifier') != 'systemd-journald']


# ---- what is read ----

def read(*args):
    return logclass('-e', 'all', '-t', 'UTC', *args)


def by_sender(events):
    """Entries of several senders may stand in any order."""
    found = {}
    for e in events:
        found.setdefault(str(get(e, 'log.logger')), []).append(e)
    for several in found.values():
        several.sort(key=lambda e: int(get(e, 'logclass.input.position').rpartition(':')[2]))
    return found


def check_records(checks, name, events, blanks=False):
    """What was logged by each way is there, whole."""
    for way in ('journal', 'syslog', 'stdout'):
        have = [e for e in events if get(e, 'log.logger') == f'heat.by.{way}']
        if not checks.that(len(have) == len(TEXTS), f'{name}: {len(have)} records by {way}'):
            continue
        for event, (level, text) in zip(have, TEXTS):
            where = f'{name}: by {way}: {text[:30]!r}'
            lost = way == 'stdout' and '\n\n' in text       # journald drops empty lines
            want = text.replace('\n\n', '\n') if lost else text
            if blanks:                      # what journalctl prints in place of a tab
                want = want.replace('\t', ' ' * 8)
            checks.same(get(event, 'message'), want, where)
            checks.same(get(event, 'log.level'), level.lower(), where)
            checks.same(get(event, 'process.pid'), PID, where)
            checks.same(get(event, 'openstack.request_id'), oslo.REQUEST, f'{where}: request')
            if text == 'it broke':
                checks.same(get(event, 'error.type'), 'heat.common.exception.StackExists', where)
                checks.that('KeyError' in str(get(event, 'error.stack_trace')), f'{where}: chain')


def compare(checks, name, want, have, fields):
    checks.same(len(have), len(want), f'{name}: events')
    one, other = by_sender(want), by_sender(have)
    for sender, events in one.items():
        for a, b in zip(events, other.get(sender, [])):
            for field in fields:
                checks.that(get(a, field) == get(b, field), f'{name}: {sender}: {field}: should be '
                            f'{str(get(a, field))[:300]}, is {str(get(b, field))[:300]}: {get(a, "message")}')


def check_others(checks, name, events):
    def one(text):
        found = [e for e in events if str(get(e, 'message')).startswith(text)]
        checks.same(len(found), 1, f'{name}: records {text!r}')
        return found[0] if found else {}
    checks.same(get(one('no text: '), 'log.level'), 'warning', f'{name}: level of bytes')
    checks.same(get(one('no text: '), 'log.logger'), 'other.python', f'{name}: logger of bytes')
    checks.that('red' in str(get(one('no text: '), 'message')), f'{name}: bytes')
    checks.same(get(one('two values'), 'openstack.request_id'), oslo.REQUEST, f'{name}: REQUEST_ID')
    checks.same(get(one('its level stands'), 'log.level'), 'error', f'{name}: level before a line')
    checks.same(get(one('no end'), 'process.pid') if 'no end' in
                [get(e, 'message') for e in events] else PID, PID, f'{name}: pid')


def check_forms(checks, folder):
    with journald.Journald(folder / 'j') as daemon:
        by_journal_handler(daemon)
        by_syslog(daemon)
        by_stdout(daemon)
        by_others(daemon)
    file = next(daemon.journal.glob('*.journal'))
    has_journal = 'journal' in logclass('--version', '--verbose').out.decode().split('inputs', 1)[-1]
    sources = []
    if has_journal:
        sources = [('file', [file], FIELDS), ('folder', [folder / 'j/log'], FIELDS)]
    for n, (form, args, kept) in enumerate(FORMS):
        path = folder / f'{n}-{form}.log'
        path.write_bytes(daemon.printed(form, *args))
        sources.append((' '.join([form, *args]), [path], kept))
    want = None
    for name, args, kept in sources:
        run = read(*args)
        checks.that(run.status == 0 and not crashed(run), f'{name}: {crashed(run) or run.err}')
        events = without_ends(run.events)
        for event in events:
            checks.same(schema.mistakes(event), [], name)
        check_records(checks, name, events, blanks=name == 'short-precise')
        if kept == FIELDS:
            check_others(checks, name, events)
            want = want or events
            compare(checks, name, want, events, ALL)
        if kept == LINES:
            for event in events:
                checks.same(get(event, 'host.name'), socket.gethostname(), f'{name}: host')


def check_cut(checks, folder):
    """A line over 48 KiB comes in pieces; one over 4 KiB is null where journalctl was not told to give
    all, and then a record of nothing."""
    long = 'x' * 100000
    with journald.Journald(folder / 'cut') as daemon:
        with daemon.stdout('heat-engine', UNIT) as s:
            log = Collector('text', lambda record, text: s.sendall(text + b'\n'))
            TEXTS.append(('ERROR', long))
            log_all(log, 'heat.by.stdout')
            TEXTS.pop()
    for form, args in (('json', ['-a']), ('export', []), ('short-precise', ['-a'])):
        (folder / 'cut.log').write_bytes(daemon.printed(form, *args))
        events = [e for e in read(folder / 'cut.log').events
                  if get(e, 'log.logger') == 'heat.by.stdout']
        if form != 'short-precise':         # whose lines do not say that they go on
            checks.same(len(events), len(TEXTS) + 1, f'{form}: records with one in pieces')
            checks.that(any(str(get(e, 'message')).startswith(long[:8000]) and
                            get(e, 'logclass.lines') >= 3 and
                            get(e, 'logclass.bytes') > len(long) for e in events),
                        f'{form}: one in pieces')
        checks.same(get(events[0], 'service.name'), 'heat-engine', f'{form}: service')
    (folder / 'cut.log').write_bytes(daemon.printed('json'))
    events = without_ends(read(folder / 'cut.log').events)
    unknown = [e for e in events if get(e, 'log.logger') != 'heat.by.stdout' and
               get(e, 'process.pid') == PID]
    checks.that(len(unknown) >= 2, f'json without -a: {len(unknown)} unknown messages')
    for event in unknown:
        checks.same(get(event, 'host.name'), socket.gethostname(), 'json without -a: host')
        checks.same(schema.mistakes(event), [], 'json without -a')


BURST = """
import socket, sys, time
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.connect(sys.argv[1])
for n in range(400):
    s.send(b'MESSAGE=one of many\\nPRIORITY=4\\nSYSLOG_IDENTIFIER=heat-engine\\n')
time.sleep(1.3)
s.send(b'MESSAGE=after it\\nPRIORITY=4\\nSYSLOG_IDENTIFIER=heat-engine\\n')
time.sleep(0.2)
"""


def check_suppressed(checks, folder):
    """A unit that says too much loses messages; when it speaks again journald says how many."""
    with journald.Journald(folder / 'burst', burst=20) as daemon:
        if not journald.as_unit(BURST_UNIT, [
                '/usr/bin/python3', '-c', BURST, daemon.folder / 'run/socket']):
            print('not shown: what journald suppresses, as no control group can be made here')
            return
    for form in ('json', 'export', 'short-precise', 'short-iso', 'with-unit'):
        (folder / 'burst.log').write_bytes(daemon.printed(form))
        events = read(folder / 'burst.log').events
        notices = [e for e in events if get(e, 'logclass.status') == 'notice']
        many = [e for e in events if get(e, 'message') == 'one of many']
        checks.same(len(notices), 1, f'{form}: notices')
        for notice in notices:
            checks.same(get(notice, 'logclass.suppressed'), 400 - len(many), f'{form}: messages lost')
            checks.same(get(notice, 'service.type'), 'heat', f'{form}: whose')


def main():
    checks = Checks()
    with Folder('--keep' in sys.argv) as folder:
        check_forms(checks, folder)
        check_cut(checks, folder)
        check_suppressed(checks, folder)
    return checks.end('journal')


if __name__ == '__main__':
    sys.exit(main())
