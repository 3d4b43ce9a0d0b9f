#!/usr/bin/python3
"""A sosreport is read as it comes.

The tar.xz, its folder, and both once more inside a tar: logs are read, a log's generations oldest
first, other files are counted. Host and zone are those that the report tells, unless they are given.
What it holds twice, in a log and in a copy or the journal, is one event. Two reports in one archive
each have their own host.
"""
import gzip
import io
import lzma
import os
import pathlib
import sys
import tarfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import journals                                                          # noqa: E402
from logclass_test import Checks, Folder, crashed, get, logclass         # noqa: E402
from packing import link, log, record, tar                               # noqa: E402

TIMEDATECTL = b"""               Local time: Tue 2026-12-01 01:50:31 CET
           Universal time: Tue 2026-12-01 00:50:31 UTC
                Time zone: Europe/Paris (CET, +0100)
"""


def report(host, root, journal=b''):
    """(name, bytes) of what a sosreport holds; the logs first, as it happens."""
    lines = log(40)
    members = [
        ('var/log/masakari/masakari-engine.log', lines),
        ('var/log/masakari/masakari-engine.log.1', log(5, 2)),
        ('var/log/masakari/masakari-engine.log.2.gz', gzip.compress(log(5, 1))),
        ('var/log/masakari/copy.txt', lines[:lines.index(b'\n', 3000) + 1]),
        ('var/log/lastlog', b'\0' * 300000),
        ('etc/masakari/masakari.conf', b'[DEFAULT]\ndebug = true\n'),
        ('sos_commands/host/hostname', host.encode() + b'\n'),
        ('hostname', link('sos_commands/host/hostname')),
        ('etc/hostname', b'wrong\n'),
        ('sos_commands/date/timedatectl', TIMEDATECTL),
        ('etc/localtime', link('../usr/share/zoneinfo/UTC')),
        ('sos_commands/process/ps', b'PID TTY TIME CMD\n1 ? 00:00:01 init\n' * 50),
        ('usr/bin/python3', link('/usr/bin/python3.11')),
    ]
    if journal:
        members.append(('var/log/journal/0123/system.journal', journal))
    return [(f'{root}/{name}', data) for name, data in members]


NO_LOGS = 6     # lastlog, the configuration, ps, and the small files that tell host and zone
DOUBLED = log(40)[:log(40).index(b'\n', 3000) + 1].count(b'\n')


def check(checks, title, run, hosts, doubled=DOUBLED, skipped=NO_LOGS):
    checks.that(not crashed(run), f'{title}: {crashed(run)}')
    checks.same(run.status, 0, f'{title}: exit status ({run.err[-500:]})')
    found = {}
    for event in run.events:
        host = get(event, 'host.name')
        found[host] = found.get(host, 0) + 1
    checks.same(found, {host: 50 for host in hosts}, f'{title}: events by host ({run.err[-500:]})')
    checks.that(f'{doubled} records stood in two inputs' in run.err, f'{title}: doubled: {run.err}')
    checks.that(f'{skipped} files skipped' in run.err, f'{title}: skipped: {run.err}')
    order = [get(e, 'log.file.path').rpartition('/')[2] for e in run.events]
    engine = list(dict.fromkeys(name for name in order if name.startswith('masakari-engine')))
    checks.same(engine, [f'masakari-engine.log{n}' for n in ('.2.gz', '.1', '')], f'{title}: generations')


def unpack(data, folder):
    """By hand: `filter` is younger than some of the Pythons that run this."""
    with tarfile.open(fileobj=io.BytesIO(data)) as made:
        for info in made:
            path = folder / info.name
            path.parent.mkdir(parents=True, exist_ok=True)
            if info.issym():
                path.symlink_to(info.linkname)
            else:
                path.write_bytes(made.extractfile(info).read())
                os.utime(path, (info.mtime, info.mtime))


def main():
    checks = Checks()
    args = ['--emit', 'all', '-t', 'UTC']
    with Folder() as folder:
        made = tar(report('c1.example', 'sosreport-c1-2026-12-01-abcdefg'))
        path = folder / 'sosreport-c1-2026-12-01-abcdefg.tar.xz'
        path.write_bytes(lzma.compress(made))
        check(checks, 'the archive', logclass(*args, path), ['c1.example'])
        unpack(made, folder / 'unpacked')
        check(checks, 'the folder', logclass(*args, folder / 'unpacked'), ['c1.example'])
        check(checks, 'the folder in it', logclass(*args, next((folder / 'unpacked').iterdir())), ['c1.example'])
        check(checks, 'a given host', logclass(*args, '--host', 'given', path), ['given'])
        check(checks, 'a host in the machine that has none', logclass(*args, path), ['c1.example'])
        other = lzma.compress(tar(report('c2.example', 'sosreport-c2-2026-12-01-hijklmn')))
        both = folder / 'sos-collector.tar'
        both.write_bytes(tar([('c1.tar.xz', lzma.compress(made)), ('c2.tar.xz', other)]))
        run = logclass(*args, both)
        check(checks, 'two reports in one archive', run, ['c1.example', 'c2.example'], 2 * DOUBLED, 2 * NO_LOGS)
        both.write_bytes(tar(report('c1.example', 'one') + report('c2.example', 'two')))
        run = logclass(*args, both)
        check(checks, 'two reports side by side', run, ['c1.example', 'c2.example'], 2 * DOUBLED, 2 * NO_LOGS)
        run = logclass('-e', 'all', path)
        checks.that('read as' not in run.err, f'the zone of the report is no assumption: {run.err}')
        alone = folder / 'x.tar'
        alone.write_bytes(tar([('var/log/x.log', record(1))]))
        run = logclass(*args, alone)
        checks.same([str(get(e, 'host.name')).startswith('<') for e in run.events], [True], 'no report: no host')
        if journals.remote() and 'journal' in logclass('--version', '--verbose').out.decode():
            lines = log(40).split(b'\n')[:-1]
            journals.journal(folder / 'j.journal', [{'MESSAGE': line, '_HOSTNAME': 'c1.example', '_PID': 31}
                                                    for line in lines[10:30]])
            data = (folder / 'j.journal').read_bytes()
            path.write_bytes(lzma.compress(tar(report('c1.example', 'r', data)), preset=0))
            check(checks, 'with a journal', logclass(*args, path), ['c1.example'], DOUBLED + 20)
    return checks.end('sosreport')


if __name__ == '__main__':
    sys.exit(main())
