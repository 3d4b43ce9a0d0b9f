#!/usr/bin/python3
"""Several processes write into one file, and their lines mix.

Four processes log, with tracebacks of many lines and without. A file of its own tells what each
wrote. Then their lines stand in one file, mixed in ever other ways: line by line in turn, in
stretches, at random. Each record is one event still, the same as from the file of its own but for
where it stood, and each process's events come in its own order.
"""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import oslo_writer as oslo                                               # noqa: E402
import schema                                                            # noqa: E402
from logclass_test import ABSENT, Checks, Folder, crashed, get, logclass, offset, show  # noqa: E402

ARGS = ['--emit', 'all', '--timezone', 'UTC']
WHERE = ('event.id', 'event.created', 'log.file.path', 'logclass.input')
PIDS = (31, 32, 33, 1034)
RECORDS = 40
SEED = 20261028

LOGGERS = ('masakari.engine.manager', 'masakari.api.openstack', 'oslo_messaging.rpc.server',
           'masakari.engine.drivers.taskflow.driver')
TEXTS = ('Caught error: %s', "Failed to process notification '%s'. Reason: it broke", 'nothing %s')
CLASSES = ('masakari.exception.MasakariException', 'masakari.exception.NotFound',
           'novaclient.exceptions.ClientException')


def log_one(file, draw, n):
    """One record: with a traceback, a chain of them, an instance, or none of these."""
    more = {'context': oslo.context() if draw.random() < 0.7 else None}
    if draw.random() < 0.2:
        more['instance_uuid'] = oslo.INSTANCE
    if draw.random() < 0.6:
        try:
            oslo.raise_site('masakari/compute/nova.py', 60 + draw.randrange(40), 'wrapper',
                            draw.random() < 0.5)(
                oslo.exception_class(draw.choice(CLASSES))(f'reason {n}'))
        except Exception as e:               # pylint: disable=broad-except
            more['exc_info'] = (type(e), e, e.__traceback__)
    return file.log(draw.choice(LOGGERS), draw.choice(('INFO', 'WARNING', 'ERROR')),
                    draw.choice(TEXTS), (f'value {n}',), **more)


def lines_of(folder, pid, draw):
    """What one process wrote, in a file of its own."""
    path = folder / f'{pid}.log'
    file = oslo.LogFile(path, 'text', pid=pid)
    for n in range(RECORDS):
        log_one(file, draw, n)
    file.close()
    return path.read_bytes().splitlines(keepends=True)


def in_turn(lines, _):
    rest = [list(reversed(one)) for one in lines]
    while any(rest):
        for one in rest:
            if one:
                yield one.pop()


def at_random(lines, draw):
    rest = [list(reversed(one)) for one in lines]
    while any(rest):
        one = draw.choice([r for r in rest if r])
        yield one.pop()


def in_stretches(lines, draw):
    rest = [list(reversed(one)) for one in lines]
    while any(rest):
        one = draw.choice([r for r in rest if r])
        for _ in range(min(len(one), draw.randrange(1, 12))):
            yield one.pop()


def content(event):
    """The event without where it stood."""
    for name in WHERE:
        holder, _, last = name.rpartition('.')
        here = get(event, holder)
        if here is not ABSENT:
            here.pop(last, None)
    event['log'].pop('file', None)
    return event


def run(checks, title, path):
    done = logclass(*ARGS, path)
    checks.that(done.status == 0 and not crashed(done),
                f'{title}: exit status {done.status}: {crashed(done) or done.err[-1000:]}')
    for event in done.events:
        wrong = schema.mistakes(event)
        checks.that(not wrong, f'{title}: ' + '; '.join(wrong))
    return done.events


def compare(checks, title, have, want, pid):
    checks.same(len(have), len(want), f'{title}: events of process {pid}')
    for n, (one, other) in enumerate(zip(have, want)):
        at = offset(one)
        one, other = content(one), content(other)
        if one != other:
            names = [k for k in {**one, **other} if one.get(k) != other.get(k)]
            checks.fail(f'{title}: process {pid}, record {n} (offset {at}): {names[0]}: should be '
                        f'{show(other.get(names[0]))}, is {show(one.get(names[0]))}')
            return


def main():
    checks = Checks()
    draw = random.Random(SEED)
    with Folder() as folder:
        lines = [lines_of(folder, pid, draw) for pid in PIDS]
        for mix in [in_turn, *[in_stretches] * 3, *[at_random] * 3]:
            path = folder / 'mixed.log'
            path.write_bytes(b''.join(mix(lines, draw)))
            events = run(checks, mix.__name__, path)
            checks.same(sum(get(e, 'logclass.lines') for e in events), sum(map(len, lines)),
                        f'{mix.__name__}: lines of all records')
            for pid in PIDS:
                alone = run(checks, f'process {pid} alone', folder / f'{pid}.log')
                checks.same(len(alone), RECORDS, f'process {pid} alone: events')
                compare(checks, mix.__name__, [e for e in events if get(e, 'process.pid') == pid],
                        alone, pid)
    return checks.end('interleaved')


if __name__ == '__main__':
    sys.exit(main())
