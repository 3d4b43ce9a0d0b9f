#!/usr/bin/python3
"""A folder is read as far as it holds logs.

Files of a folder and of the folders in it are read if they show a log; the others are counted, and
the closing line says so. A named file is always read. Generations of one log come oldest first, in a
folder, an archive, or on the command line, and each is a stream of its own. A file is read once,
whatever links lead to it; loops end. A pipe, a socket or a device among the files never blocks, and
a named pipe is read: alone its writer is waited for, among others only for a second. What the run itself writes is not read. What may not be read is said, exit status 3, and the rest is read.
"""
import gzip
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import (PATIENCE_S, ROOT, Checks, Folder, Run, crashed, environment, get,  # noqa: E402
                           logclass, offset, program)
from packing import log, record, tar, zip_of  # noqa: E402

ONE_ENTRY = ROOT / 'tests/e2e/data/one_entry.yaml'
ARGS = ['--emit', 'all', '--timezone', 'UTC', '--patterns', ONE_ENTRY]
UNREAD = 3
NOBODY, NOGROUP = 65534, 65534
README = b'nothing that a service logs\n'


def paths_of(run):
    """Paths in the order of their events, each once."""
    paths = []
    for event in run.events:
        path = get(event, 'log.file.path')
        if not paths or paths[-1] != path:
            paths.append(path)
    return paths


def check(checks, title, run, paths, status=0, skipped=0):
    checks.that(not crashed(run), f'{title}: {crashed(run)}')
    checks.same(run.status, status, f'{title}: exit status ({run.err[-500:]!r})')
    checks.same([str(p) for p in paths_of(run)], [str(p) for p in paths], f'{title}: what was read')
    words = '1 file skipped' if skipped == 1 else f'{skipped} files skipped'
    checks.that((words in run.err) if skipped else 'skipped' not in run.err,
                f'{title}: the closing line should say "{words}": {run.err[-300:]!r}')


def recursion(checks, folder):
    top = folder / 'logs'
    (top / 'a/b').mkdir(parents=True)
    (top / 'a/b/deep.log').write_bytes(log(2))
    (top / 'a/README').write_bytes(README)
    (top / 'z.txt').write_bytes(log(2, 1))
    (top / 'empty.log').write_bytes(b'')
    (top / 'noise').write_bytes(os.urandom(100000))
    (top / 'late').write_bytes(b'x\n' * 40000 + log(1, 2))      # shows its log behind 64 KiB
    (top / 'early').write_bytes(b'x\n' * 30000 + log(1, 3))     # and this one before
    (top / 'packed').write_bytes(gzip.compress(log(2, 4)))
    (top / 'pack.tar').write_bytes(tar([('m.log', log(2, 5)), ('README', README)]))
    run = logclass(*ARGS, top)
    check(checks, 'a folder', run, [top / 'a/b/deep.log', top / 'early', top / 'pack.tar/m.log', top / 'packed',
                                    top / 'z.txt'], skipped=5)
    kinds = {('pack.tar' in get(e, 'log.file.path'), get(e, 'logclass.input.kind')) for e in run.events}
    checks.same(sorted(kinds), [(False, 'file'), (True, 'archive')], 'a folder: kinds')
    checks.same(list({get(e, 'logclass.input.name') for e in run.events}), [str(top)], 'a folder: name')
    check(checks, 'a folder with a slash', logclass(*ARGS, f'{top}/a/'), [f'{top}/a/b/deep.log'], skipped=1)
    run = logclass(*ARGS, top / 'a/README', top / 'late')
    check(checks, 'named files', run, [top / 'a/README', top / 'late'])
    check(checks, 'an empty folder', logclass(*ARGS, folder), paths_of(logclass(*ARGS, top)), skipped=5)
    (folder / 'nothing').mkdir()
    check(checks, 'an empty folder', logclass(*ARGS, folder / 'nothing'), [])
    deep = folder / 'deep'
    (deep / '/'.join(['d'] * 100)).mkdir(parents=True)
    (deep / 'x.log').write_bytes(log(1))
    run = logclass(*ARGS, deep)
    check(checks, 'a hundred folders deep', run, [deep / 'x.log'], UNREAD)
    checks.that('too deep' in run.err, f'a hundred folders deep is not said: {run.err}')


GENERATIONS = [
    ['x.log.3.gz', 'x.log.2.gz', 'x.log.1', 'x.log'],
    ['x.log-20261128.gz', 'x.log-20261129', 'x.log'],
    ['x.log.2026-11-28', 'x.log.2026-11-29', 'x.log'],
    ['0.log.20261128-101112.gz', '0.log.20261129-101112', '0.log'],
    ['x.2.log', 'x.1.log', 'x.log'],
    ['x-20261128.log', 'x-20261129.log', 'x.log'],
]


def rotation(checks, folder):
    for case, names in enumerate(GENERATIONS):
        place = folder / str(case)
        place.mkdir()
        files = [(name, gzip.compress(log(3, n)) if name.endswith('.gz') else log(3, n))
                 for n, name in enumerate(names)]
        for name, data in files:
            (place / name).write_bytes(data)
        (place / 'other.log').write_bytes(log(3, 30))
        (place / 'a.log').write_bytes(log(3, 31))
        want = [place / name for name in names]
        run = logclass(*ARGS, place)
        read = [pathlib.Path(p) for p in paths_of(run)]
        checks.same([str(p) for p in read if p in want], [str(p) for p in want], f'{names}: order in a folder')
        checks.same(len(read), len(want) + 2, f'{names}: files of the folder')
        positions = {get(e, 'logclass.input.position') for e in run.events}
        checks.same(len(positions), len(run.events), f'{names}: positions that are all different')
        checks.same(sum(offset(e) == 0 for e in run.events), len(want) + 2, f'{names}: streams')
        run = logclass(*ARGS, place / 'other.log', *sorted(want), place / 'a.log')
        check(checks, f'{names} on the command line', run, [place / 'other.log', *want, place / 'a.log'])
        for title, made in (('tar', tar(sorted(files, reverse=True) + [('y.log', log(1, 40))])),
                            ('tar, the other way', tar(sorted(files))), ('zip', zip_of(sorted(files))),
                            ('tar in a tar', tar([('i.tar', tar(sorted(files, reverse=True)))]))):
            path = folder / 'pack'
            path.write_bytes(made)
            run = logclass(*ARGS, path)
            read = [p.rpartition('/')[2] for p in paths_of(run)]
            checks.same([n for n in read if n != 'y.log'], names, f'{names}: order in a {title} ({run.err})')
            checks.same(len(run.events), 3 * len(names) + ('y.log' in read), f'{names} in a {title}: events')
    place = folder / 'join'
    place.mkdir()
    (place / 'x.log.1').write_bytes(record(1) + b'a line without its end')
    (place / 'x.log').write_bytes(b'another line\n' + record(2))
    run = logclass(*ARGS, place)
    checks.same([get(e, 'logclass.lines') for e in run.events], [2, 1, 1], 'no record spans two generations')


def holes(checks, folder):
    """A log that was emptied under its writer begins with more NULs than are looked at."""
    for title, data in (('a hole', b'\0' * 300000 + log(3)), ('a hole in a gz', gzip.compress(b'\0' * 300000 + log(3)))):
        (folder / 'x.log').write_bytes(data)
        run = logclass(*ARGS, folder)
        check(checks, title, run, [folder / 'x.log'])
        checks.same([offset(e) for e in run.events[:2]], [0, 300000 + len(record(0))], f'{title}: positions')
        checks.same(get(run.events[0], 'logclass.bytes'), 300000 + len(record(0)), f'{title}: bytes')


def own_output(checks, folder):
    """Events that go into a file of the folder that is read are not read again."""
    (folder / 'x.log').write_bytes(log(3000))
    for args, status in ((['.'], 0), (['x.log', 'z.log'], UNREAD)):
        with open(folder / 'z.log', 'wb') as out:
            done = subprocess.run([program(), *ARGS, *args], cwd=folder, stdout=out, stderr=subprocess.PIPE,
                                  env=environment(), timeout=PATIENCE_S, check=False)
        run = Run(done.returncode, (folder / 'z.log').read_bytes(), done.stderr)
        checks.same((run.status, len(run.lines)), (status, 3000), f'output into {args}: status, events')
        checks.that('z.log\': this is where the events go' in run.err, f'output into {args}: {run.err}')


def no_text(checks, folder):
    """Archives and compressions that are not known are named."""
    good = folder / 'good.log'
    good.write_bytes(log(2))
    for magic, name in ((b'7z\xbc\xaf\x27\x1c', '7z'), (b'Rar!\x1a\x07\x01\0', 'rar'),
                        (b'\x04\x22\x4d\x18', 'lz4'), (b'\x1f\x9d\x90', '.Z')):
        (folder / 'packed').write_bytes(magic + os.urandom(5000))
        for args, status in (([folder / 'packed', good], UNREAD), ([folder], 0)):
            run = logclass(*ARGS, *args)
            check(checks, f'a {name}', run, [good], status)
            checks.that("packed': a" in run.err and f'{name} is not unpacked' in run.err, f'a {name}: {run.err}')


def a_file_that_grows(checks, folder):
    """It is read as far as it went when it was opened, however fast its writer is."""
    path = folder / 'x.log'
    path.write_bytes(log(2000))
    child = subprocess.Popen([program(), *ARGS, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=environment())
    count = 0
    for _ in child.stdout:                  # as many lines are added as events come
        count += 1
        with open(path, 'ab') as out:
            out.write(record(count, 5))
    checks.same((child.wait(PATIENCE_S), count), (0, 2000), f'a file that grows: {child.stderr.read()}')


def links(checks, folder):
    top, outside = folder / 'top', folder / 'outside'
    (top / 'real').mkdir(parents=True)
    outside.mkdir()
    (top / 'real/x.log').write_bytes(log(2))
    (outside / 'o.log').write_bytes(log(2, 1))
    (top / 'a-link.log').symlink_to('real/x.log')
    (top / 'a-folder').symlink_to('real')
    (top / 'real/loop').symlink_to('..')
    (top / 'self').symlink_to('self')
    (top / 'dangling').symlink_to('nowhere')
    os.link(top / 'real/x.log', top / 'real/y.log')
    (top / 'out').symlink_to(outside)
    (outside / 'back').symlink_to(top)
    run = logclass(*ARGS, top)
    checks.same(len(run.events), 4, f'links: events ({paths_of(run)})')
    checks.that(str(top / 'out/o.log') in paths_of(run), f'links: one that leads out: {paths_of(run)}')
    checks.same(run.status, 0, f'links: exit status ({run.err})')


def special_files(checks, folder):
    top = folder / 'top'
    top.mkdir()
    (top / 'x.log').write_bytes(log(2))
    os.mkfifo(top / 'pipe.log')
    held = socket.socket(socket.AF_UNIX)
    held.bind(str(top / 'socket.log'))
    (top / 'null.log').symlink_to('/dev/null')
    (top / 'zero.log').symlink_to('/dev/zero')
    count = 4
    try:
        os.mknod(top / 'device.log', 0o600 | 0o020000, os.makedev(1, 5))
        count += 1
    except PermissionError:
        pass
    check(checks, 'special files', logclass(*ARGS, top), [top / 'x.log'], skipped=count)
    held.close()
    run = logclass(*ARGS, top / 'x.log', top / 'pipe.log')
    check(checks, 'a pipe among names, without a writer', run, [top / 'x.log'], status=UNREAD)
    checks.that('nobody writes' in run.err, f'a pipe without a writer is said: {run.err!r}')
    feeder = threading.Thread(target=lambda: (top / 'pipe.log').write_bytes(log(3, 1)))
    feeder.start()
    check(checks, 'a named pipe', logclass(*ARGS, top / 'pipe.log'), [top / 'pipe.log'])
    feeder.join(PATIENCE_S)
    feeder = threading.Thread(target=lambda: (top / 'pipe.log').write_bytes(log(3, 1)))
    feeder.start()
    check(checks, 'a named pipe among names', logclass(*ARGS, top / 'pipe.log', top / 'x.log'),
          [top / 'pipe.log', top / 'x.log'])
    feeder.join(PATIENCE_S)
    done = subprocess.run(['bash', '-c', '"$0" --emit all --timezone UTC <(cat "$1") <(gzip -c "$1")', program(),
                           str(top / 'x.log')], capture_output=True, env=environment(), timeout=PATIENCE_S,
                          check=False)
    run = Run(done.returncode, done.stdout, done.stderr)
    checks.same((run.status, len(run.events)), (0, 2), f'<(cmd), plain and gz, twice the same: {run.err}')
    run = logclass(*ARGS, '/dev/null')
    checks.same((run.status, len(run.events)), (0, 0), '/dev/null, named')
    run = logclass(*ARGS, top / 'socket.log')
    checks.same(run.status, UNREAD, 'a named socket: exit status')


def permissions(checks, folder):
    """As an ordinary user: root may read everything."""
    place = folder / 'ordinary'
    (place / 'logs/closed').mkdir(parents=True)
    shutil.copy(program(), place / 'logclass')
    shutil.copy(ONE_ENTRY, place / 'one_entry.yaml')
    (place / 'logs/good.log').write_bytes(log(2))
    (place / 'logs/secret.log').write_bytes(log(2, 1))
    (place / 'logs/closed/inner.log').write_bytes(log(2, 2))
    for path in (folder, place, place / 'logs'):
        path.chmod(0o755)
    (place / 'logs/secret.log').chmod(0)
    (place / 'logs/closed').chmod(0)
    user = {'user': NOBODY, 'group': NOGROUP, 'extra_groups': []} if os.getuid() == 0 else {}
    done = subprocess.run([place / 'logclass', *ARGS[:-1], place / 'one_entry.yaml', 'logs'], cwd=place,
                          capture_output=True, env=environment(), timeout=PATIENCE_S, check=False, **user)
    run = Run(done.returncode, done.stdout, done.stderr)
    check(checks, 'no permission', run, ['logs/good.log'], UNREAD)
    for name in ('logs/secret.log', 'logs/closed'):
        checks.that(f"'{name}': " in run.err and 'Permission denied' in run.err, f'{name} is not said: {run.err}')
    (place / 'logs/closed').chmod(0o755)


def the_same_twice(checks, folder):
    """Equal records of two streams are one event; equal records of one stream are two."""
    one, two = record(1), record(2)
    (folder / 'a.log').write_bytes(one + one + two)
    (folder / 'b.log').write_bytes(two + one + one + record(3))
    run = logclass(*ARGS, folder)
    checks.same(len(run.events), 4, 'equal records: events')
    checks.that('3 records stood in two inputs' in run.err, f'equal records are not counted: {run.err}')
    run = logclass(*ARGS, folder / 'a.log')
    checks.same(len(run.events), 3, 'equal records of one stream: events')
    (folder / 'b.log').write_bytes(b'no time\n')
    (folder / 'c.log').write_bytes(b'no time\n')
    run = logclass(*ARGS, folder / 'b.log', folder / 'c.log')
    checks.same(len(run.events), 2, 'records without a time: events')
    for args in (['--host', 'c1'], []):
        run = logclass(*ARGS, *args, folder / 'a.log')
        checks.same([str(get(e, 'host.name')) == 'c1' for e in run.events], [bool(args)] * 3, f'{args}: host.name')


def main():
    checks = Checks()
    for story in (recursion, rotation, holes, own_output, no_text, a_file_that_grows, links, special_files, permissions, the_same_twice):
        with Folder() as folder:
            story(checks, folder)
    return checks.end('folders')


if __name__ == '__main__':
    sys.exit(main())
