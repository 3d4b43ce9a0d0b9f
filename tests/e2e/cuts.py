#!/usr/bin/python3
"""The same bytes give the same events, however they are cut into reads.

A log is read as a file, from standard input in one piece, and from a pipe that gives one byte, seven
bytes, four kilobytes at a time. The events are the same each time, ids and positions too.
With CRLF for LF they are the same but for sizes and positions.
A build whose buffers hold a few bytes gives the same events: $LOGCLASS_TINY_BIN, where it is set.
"""
import copy
import os
import pathlib
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import (ABSENT, PATIENCE_S, ROOT, Checks, Folder, Run, crashed, environment,  # noqa: E402
                           get, logclass, program, show)

ARGS = ['--emit', 'all', '--timezone', 'UTC']
LONG = 'LOGCLASS_LONG' in os.environ    # more of them all again and again

# How it was read, and from where: these may differ.
READING = ('event.created', 'log.file', 'logclass.input.name', 'logclass.input.kind')
# What a CR more in each line changes: sizes, positions, and the id that is made of them.
SIZES = READING + ('event.id', 'logclass.bytes', 'logclass.input.position')


def without(event, names):
    """The event with these dotted names taken out, and what is empty then."""
    if get(event, 'logclass.time.source') == 'read':
        del event['@timestamp']         # that of reading, as event.created
    for name in names:
        holder, _, last = name.rpartition('.')
        here = get(event, holder)
        if here is not ABSENT:
            here.pop(last, None)
            if not here:
                del event[holder]
    return event


def feed(path, data, piece):
    with open(path, 'wb', buffering=0) as pipe:
        try:
            for at in range(0, len(data), piece):
                pipe.write(data[at:at + piece])
        except BrokenPipeError:
            pass


def dribble(folder, logs, piece):
    """logclass over named pipes, one a log, each written in pieces in its turn."""
    names = [folder / f'{n}.{piece}.pipe' for n in range(len(logs))]
    for name in names:
        os.mkfifo(name)
    child = subprocess.Popen([program(), *ARGS, *names], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=environment())

    def feed_all():
        for name, data in zip(names, logs):
            feed(name, data, piece)

    gathered = {}
    threads = [threading.Thread(target=feed_all, daemon=True),
               threading.Thread(target=lambda: gathered.update(out=child.stdout.read())),
               threading.Thread(target=lambda: gathered.update(err=child.stderr.read()))]
    for thread in threads:
        thread.start()
    for thread in threads[1:]:
        thread.join(PATIENCE_S)
    return by_file(Run(child.wait(PATIENCE_S), gathered['out'], gathered['err']), names)


def first_difference(have, want, path=''):
    """One sentence about where two values differ first."""
    if isinstance(have, dict) and isinstance(want, dict):
        for name in sorted(set(have) | set(want)):
            if have.get(name, ABSENT) != want.get(name, ABSENT):
                return first_difference(have.get(name, ABSENT), want.get(name, ABSENT),
                                        f'{path}.{name}')
    return f'{path[1:]}: {show(want)} became {show(have)}'


def by_file(run, paths):
    """The run, and its events file by file in the order of the paths."""
    found = {str(path): [] for path in paths}
    for event in run.events:
        found[get(event, 'logclass.input.name')].append(event)
    return run, list(found.values())


def compare(checks, title, have, want, names, sizes):
    """have: what by_file gave; want: events of each log; sizes: names of what may differ."""
    run, have = have
    checks.that(run.status == 0 and not crashed(run),
                f'{title}: exit status {run.status}: {crashed(run) or run.err[-1000:]}')
    for name, some, others in zip(names, have, want):
        checks.same(len(some), len(others), f'{name}, {title}: events')
        for n, (one, other) in enumerate(zip(some, others), 1):
            one, other = without(one, sizes), without(copy.deepcopy(other), sizes)
            if not checks.that(one == other, f'{name}, {title}: event {n}: {first_difference(one, other)}'):
                break


def write(folder, logs):
    paths = [folder / f'{n}.input' for n in range(len(logs))]
    for path, data in zip(paths, logs):
        path.write_bytes(data)
    return paths


def check_logs(checks, folder, logs, pieces):
    """logs: name -> bytes. They go through one run each time, with the same neighbours."""
    names, texts = list(logs), list(logs.values())
    paths = write(folder, texts)
    run, want = by_file(logclass(*ARGS, *paths), paths)
    checks.that(run.status == 0 and not crashed(run), f'exit status {run.status}: {crashed(run) or run.err[-1000:]}')
    compare(checks, 'once more', by_file(logclass(*ARGS, *paths), paths), want, names, READING)
    for piece in pieces:
        compare(checks, f'{piece} bytes at a time', dribble(folder, texts, piece), want, names, READING)
    tiny = os.environ.get('LOGCLASS_TINY_BIN')
    if tiny:
        compare(checks, 'tiny buffers', by_file(logclass(*ARGS, *paths, binary=tiny), paths), want, names, READING)
    # A field of the export format says how long it is: further bytes in it make that wrong.
    fit = [n for n, data in enumerate(texts) if b'\r' not in data and b'\nMESSAGE\n' not in data]
    for n in range(len(texts)):
        if n in fit:
            paths[n].write_bytes(texts[n].replace(b'\n', b'\r\n'))
    run, have = by_file(logclass(*ARGS, *paths), paths)
    compare(checks, 'CRLF', (run, [have[n] for n in fit]), [want[n] for n in fit], [names[n] for n in fit], SIZES)


def check_standard_input(checks, name, data, path):
    path.write_bytes(data)
    want = [logclass(*ARGS, path).events]
    run = logclass(*ARGS, '-', stdin=data)
    compare(checks, 'standard input', (run, [run.events]), want, [name], READING)


def main():
    cases = sorted(ROOT.glob('tests/cases/*/*/input.log'))
    logs = {str(p.parent.relative_to(ROOT / 'tests/cases')): p.read_bytes() for p in cases}
    ended = [data if data.endswith(b'\n') else data + b'\n' for data in logs.values()]
    logs['all cases in one'] = b''.join(ended)
    whole = logs['all cases in one']
    # Many times the size of a batch and of a read: the cuts fall in ever other places.
    again = {'all cases again and again': whole * (1 + (8 if LONG else 2) * 1024 * 1024 // len(whole))}
    checks = Checks()
    checks.that(cases, 'there are no cases')
    for some, pieces in ((logs, (1, 7, 4096)), (again, (4096, 65521))):
        with Folder() as folder:
            check_logs(checks, folder, some, pieces)
    with Folder() as folder:
        check_standard_input(checks, 'all cases in one', whole, folder / 'x.log')
    if not os.environ.get('LOGCLASS_TINY_BIN'):
        print('cuts: tiny buffers: skipped, needs LOGCLASS_TINY_BIN')
    return checks.end('cuts')


if __name__ == '__main__':
    sys.exit(main())
