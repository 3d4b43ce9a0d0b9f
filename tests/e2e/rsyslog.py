#!/usr/bin/python3
"""What a real rsyslogd writes is what the services logged.

A private rsyslogd listens on a socket of its own. The records that oslo.log formatted are sent to it
one a datagram, newlines and all, as oslo.log's syslog handler does.
It writes its traditional file, its newer one and that of RFC 5424, with its escapes.
logclass says of each file what it says of the plain log. A message that came again and again is
counted, where rsyslogd wrote only how often.

usage: rsyslog.py [--keep]
"""
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import oslo_writer as oslo                                               # noqa: E402
import schema                                                            # noqa: E402
from logclass_test import Checks, Folder, crashed, get, logclass, offset, skip  # noqa: E402

PEERS = os.environ.get('PEERS', '/')
FORMATS = {'traditional': ('RSYSLOG_TraditionalFileFormat', 'syslog3164'),
           'file': ('RSYSLOG_FileFormat', 'syslog3164'),
           'forward': ('RSYSLOG_TraditionalForwardFormat', 'syslog3164'),
           'rfc5424': ('RSYSLOG_SyslogProtocol23Format', 'syslog5424')}
SAME = ['message', 'error', 'log.level', 'log.logger', 'logclass.log', 'logclass.exception',
        'logclass.status', 'logclass.cause', 'openstack.request_id', '@timestamp', 'process.pid']
CONFIGURATION = """
global(workDirectory="{folder}" maxMessageSize="64k")
module(load="imuxsock" SysSock.Use="off")
input(type="imuxsock" Socket="{folder}/log.sock" RateLimit.Interval="0" UseSpecialParser="on")
$RepeatedMsgReduction {reduce}
{actions}
"""


def find(name):
    for root in (PEERS, '/'):
        path = pathlib.Path(root) / 'usr/sbin' / name
        if os.access(path, os.X_OK):
            return path, pathlib.Path(root)
    skip(f'needs rsyslog: no {name} below {PEERS}')


class Rsyslogd:
    """Runs for the time of a `with`."""

    def __init__(self, folder, reduce='off'):
        self.folder = folder
        folder.mkdir()
        # $ActionFileDefaultTemplate forms: newline behind each, where the template has none
        actions = '\n'.join(
            f'template(name="{name}" type="string" string="{text}\\n")'
            for name, text in (('forwarded', '<%PRI%>%TIMESTAMP% %HOSTNAME% %syslogtag:1:32%'
                                             '%msg:::sp-if-no-1st-sp%%msg%'),))
        for name, (form, _) in FORMATS.items():
            form = 'forwarded' if name == 'forward' else form
            actions += f'\naction(type="omfile" file="{folder}/{name}.log" template="{form}")'
        (folder / 'conf').write_text(
            CONFIGURATION.format(folder=folder, reduce=reduce, actions=actions))

    def __enter__(self):
        program, root = find('rsyslogd')
        self.process = subprocess.Popen(
            [program, '-n', '-f', self.folder / 'conf', '-i', self.folder / 'pid',
             '-M', root / 'usr/lib/x86_64-linux-gnu/rsyslog'],
            stdout=subprocess.DEVNULL, stderr=open(self.folder / 'err', 'wb'))
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        deadline = time.monotonic() + 20
        while True:
            try:
                self.socket.connect(str(self.folder / 'log.sock'))
                return self
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    skip(f'rsyslogd did not start: {(self.folder / "err").read_text()[-300:]}')
                time.sleep(0.02)

    def send(self, text):
        stamp = time.strftime('%b %e %H:%M:%S', time.gmtime())
        self.socket.send(b'<11>%s heat-engine: %s' % (stamp.encode(), text))

    def wait_for(self, text):
        """Until all files hold it: a daemon that ends does not empty its socket first."""
        deadline = time.monotonic() + 20
        for name in FORMATS:
            path = self.folder / f'{name}.log'
            while not path.exists() or text not in path.read_bytes():
                if time.monotonic() > deadline:
                    return
                time.sleep(0.02)

    def __exit__(self, *_):
        self.wait_for(b'the end')
        self.socket.close()
        self.process.terminate()
        self.process.wait(20)


def write_plain(path):
    file = oslo.LogFile(path, 'text', pid=4711)
    error = None
    try:
        oslo.raise_site('heat/engine/stack.py', 100, 'work', True)(
            oslo.exception_class('heat.common.exception.StackExists')('The Stack (x) already exists.'))
    except Exception as e:                  # pylint: disable=broad-except
        error = (type(e), e, e.__traceback__)
    for n, (level, text) in enumerate([
            ('INFO', 'ready'), ('ERROR', 'two lines:\n\n\tthe third is indented'),
            ('WARNING', 'quotes "here", “naïve” 漢字, 100%'), ('ERROR', 'it broke')]):
        file.log('heat.engine.service', level, text, context=oslo.context(),
                 site=('heat/engine/service.py', 10 + n, 'work'),
                 **({'exc_info': error} if text == 'it broke' else {}))
    file.close()
    return path.read_bytes()


def check_formats(checks, folder):
    data = write_plain(folder / 'heat-engine.log')
    plain = sorted(logclass('-e', 'all', '-t', 'UTC', folder / 'heat-engine.log').events, key=offset)
    ends = [offset(e) for e in plain[1:]] + [len(data)]
    with Rsyslogd(folder / 'formats') as daemon:
        for event, end in zip(plain, ends):
            daemon.send(data[offset(event):end - 1])
        daemon.send(b'the end')
    for name, (_, envelope) in FORMATS.items():
        path = folder / name / 'heat-engine.log'
        path.parent.mkdir()
        shutil.copy(folder / 'formats' / f'{name}.log', path)
        run = logclass('-e', 'all', '-t', 'UTC', path)
        checks.that(run.status == 0 and not crashed(run), f'{name}: {run.err}')
        events = sorted((e for e in run.events if get(e, 'log.logger') == 'heat.engine.service'),
                        key=offset)
        checks.same(len(events), len(plain), f'{name}: events')
        for want, have in zip(plain, events):
            for field in SAME:
                checks.that(get(want, field) == get(have, field), f'{name}: {field}: should be '
                            f'{get(want, field)}, is {get(have, field)}')
            checks.same(get(have, 'logclass.input.envelope'), [envelope, 'oslo_text'], name)
            checks.same(schema.mistakes(have), [], name)


def check_repeats(checks, folder):
    with Rsyslogd(folder / 'repeats', reduce='on') as daemon:
        for _ in range(7):
            daemon.send(b'it broke')
        daemon.send(b'the end')
    for name in FORMATS:
        path = folder / 'repeats' / f'{name}.log'
        events = logclass('-e', 'all', '-t', 'UTC', path).events
        broke = [e for e in events if get(e, 'message') == 'it broke']
        times = sum(get(e, 'logclass.repeat.count') if 'repeat' in e['logclass'] else 1
                    for e in broke)
        checks.same(times, 7, f'{name}: how often it broke, in {len(broke)} events: '
                              f'{path.read_text()[-600:]}')


def main():
    checks = Checks()
    with Folder('--keep' in sys.argv) as folder:
        check_formats(checks, folder)
        check_repeats(checks, folder)
    return checks.end('rsyslog')


if __name__ == '__main__':
    sys.exit(main())
