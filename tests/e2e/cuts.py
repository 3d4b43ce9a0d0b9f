#!/usr/bin/python3
"""The same bytes give the same events, however they are cut into reads.

A log is read as a file, from standard input in one piece, and from a pipe that gives one byte, seven
bytes, four kilobytes at a time. The events are the same each time, ids and positions too.
With CRLF for LF they are the same but for sizes and positions.
A build whose buffers hold a few bytes gives the same events: $LOGCLASS_TINY_BIN, where it is set.
"""
import os
import pathlib
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import (ABSENT, PATIENCE_S, ROOT, Checks, Folder, Run, crashed, environment,  # noqa: E402
                           get, logclass, program, show)

ARGS = ['--emit', 'all', '--timezone', 'UTC']

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


def events_of(run, names):
    return [without(e, names) for e in run.events]


def dribble(data, piece):
    """logclass behind a pipe that is written in pieces."""
    child = subprocess.Popen([program(), *ARGS, '-'], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())

    def feed():
        try:
            for at in range(0, len(data), piece):
                os.write(child.stdin.fileno(), data[at:at + piece])
        except BrokenPipeError:
            pass
        child.stdin.close()

    feeder = threading.Thread(target=feed)
    feeder.start()
    gathered = []
    reader = threading.Thread(target=lambda: gathered.append(child.stderr.read()))
    reader.start()
    out = child.stdout.read()
    for thread in (feeder, reader):
        thread.join(PATIENCE_S)
    return Run(child.wait(PATIENCE_S), out, gathered[0])


def first_difference(have, want, path=''):
    """One sentence about where two values differ first."""
    if isinstance(have, dict) and isinstance(want, dict):
        for name in sorted(set(have) | set(want)):
            if have.get(name, ABSENT) != want.get(name, ABSENT):
                return first_difference(have.get(name, ABSENT), want.get(name, ABSENT),
                                        f'{path}.{name}')
    return f'{path[1:]}: {show(want)} became {show(have)}'


def compare(checks, title, run, want, names):
    checks.that(run.status == 0 and not crashed(run),
                f'{title}: exit status {run.status}: {crashed(run) or run.err[-1000:]}')
    have = events_of(run, names)
    checks.same(len(have), len(want), f'{title}: events')
    for n, (one, other) in enumerate(zip(have, want), 1):
        if not checks.that(one == other, f'{title}: event {n}: {first_difference(one, other)}'):
            return


def check_log(checks, folder, name, data):
    path = folder / 'input.log'
    path.write_bytes(data)
    whole = logclass(*ARGS, path)
    checks.that(whole.status == 0 and not crashed(whole),
                f'{name}: exit status {whole.status}: {crashed(whole) or whole.err[-1000:]}')
    want = events_of(whole, READING)
    compare(checks, f'{name}, once more', logclass(*ARGS, path), want, READING)
    compare(checks, f'{name}, standard input', logclass(*ARGS, '-', stdin=data), want, READING)
    for piece in (1, 7, 4096):
        if len(data) // piece < 100000:
            compare(checks, f'{name}, {piece} bytes at a time', dribble(data, piece), want, READING)
    tiny = os.environ.get('LOGCLASS_TINY_BIN')
    if tiny:
        compare(checks, f'{name}, tiny buffers', logclass(*ARGS, path, binary=tiny), want, READING)
    if b'\r' not in data:
        path.write_bytes(data.replace(b'\n', b'\r\n'))
        compare(checks, f'{name}, CRLF', logclass(*ARGS, path), events_of(whole, SIZES), SIZES)


def main():
    cases = sorted(ROOT.glob('tests/cases/*/*/input.log'))
    logs = {str(p.parent.relative_to(ROOT / 'tests/cases')): p.read_bytes() for p in cases}
    ended = [data if data.endswith(b'\n') else data + b'\n' for data in logs.values()]
    logs['all cases in one'] = b''.join(ended)
    # Many times the size of a batch and of a read: the cuts fall in ever other places.
    logs['all cases again and again'] = b''.join(ended) * (3 * 1024 * 1024 // len(b''.join(ended)))
    checks = Checks()
    checks.that(cases, 'there are no cases')
    with Folder() as folder:
        for name, data in logs.items():
            check_log(checks, folder, name, data)
    if not os.environ.get('LOGCLASS_TINY_BIN'):
        print('cuts: tiny buffers: skipped, needs LOGCLASS_TINY_BIN')
    return checks.end('cuts')


if __name__ == '__main__':
    sys.exit(main())
