#!/usr/bin/python3
"""A journal file is read like a log, entry by entry.

Named, in a folder, in an archive, compressed: the events are the same. An entry's position is its
number. A journal that was cut is said, exit status 3, and what stands beside it is read; one that
lacks its middle never crashes. Fields of any size and number are taken.
"""
import lzma
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import journals                                                          # noqa: E402
from logclass_test import Checks, Folder, crashed, get, logclass, offset, skip  # noqa: E402
from packing import log, record, tar                                     # noqa: E402

ARGS = ['--emit', 'all', '--timezone', 'UTC']
UNREAD = 3


def entries(count):
    for n in range(count):
        yield {'MESSAGE': record(n).rstrip(b'\n'), '_HOSTNAME': 'c1', '_PID': 31, 'PRIORITY': 6,
               'SYSLOG_IDENTIFIER': 'masakari-engine', '_SYSTEMD_UNIT': 'masakari-engine.service',
               '_MACHINE_ID': journals.BOOT}


def facts(run):
    return [(get(e, 'event.id'), get(e, 'logclass.input.kind'), offset(e)) for e in run.events]


def everywhere(checks, folder):
    path = folder / 'system.journal'
    journals.journal(path, entries(500))
    want = logclass(*ARGS, path)
    checks.same((want.status, len(want.events)), (0, 500), f'a journal: status, events ({want.err[-300:]})')
    checks.same([get(e, 'logclass.input.kind') for e in want.events[:1]], ['journal'], 'a journal: kind')
    checks.same([offset(e) for e in want.events], list(range(1, 501)), 'a journal: positions')
    checks.same(get(want.events[3], 'logclass.log.id'), 'masakari.processing-notification', 'a journal: entry')
    data = path.read_bytes()
    top = folder / 'top'
    (top / 'a').mkdir(parents=True)
    (top / 'a/system.journal').write_bytes(data)
    (folder / 'x.journal.xz').write_bytes(lzma.compress(data, preset=0))
    packed = tar([('var/log/journal/1/system.journal', data)])
    (folder / 'x.tar').write_bytes(packed)
    (folder / 'y.tar').write_bytes(tar([('x.tar', packed)]))
    for name in ('top', 'x.journal.xz', 'x.tar', 'y.tar'):
        run = logclass(*ARGS, folder / name)
        checks.that(facts(run) == facts(want), f'{name}: other events than of the journal: {run.err[-300:]}')
    with open(path, 'rb') as given:
        run = logclass(*ARGS, '-', stdin=given.read())
    checks.that(facts(run) == facts(want), f'from a pipe: other events than of the journal: {run.err[-300:]}')


def strange_entries(checks, folder):
    path = folder / 'made/x.journal'        # what it does not take in one file goes into more
    path.parent.mkdir()
    many = {f'FIELD_{n}': n for n in range(900)}
    journals.journal(path, [
        {'MESSAGE': record(0).rstrip(b'\n') + b'\na second line\nand a third'},
        {'NO_MESSAGE': 'x'},
        {'MESSAGE': record(1).rstrip(b'\n') + b'x' * (3 << 20)},
        {'MESSAGE': b'\xff\xfe\x00\x01 bytes'},
        {'MESSAGE': record(2).rstrip(b'\n'), **many},
        {'MESSAGE': ''},
        {'MESSAGE': record(3).rstrip(b'\n')}])
    run = logclass(*ARGS, path.parent)
    checks.that(not crashed(run), f'strange entries: {crashed(run)}')
    checks.same(run.status, 0, f'strange entries: exit status ({run.err[-300:]})')
    ids = [get(e, 'logclass.log.id') for e in run.events]
    checks.same(ids.count('masakari.processing-notification'), 4, f'strange entries: known ones of {ids}')


def damage(checks, folder):
    path = folder / 'x.journal'
    journals.journal(path, entries(300))
    data = path.read_bytes()
    (folder / 'good.log').write_bytes(log(3))
    for size in (100, 4096, len(data) // 2):
        path.write_bytes(data[:size])
        run = logclass(*ARGS, path, folder / 'good.log')
        checks.that(not crashed(run), f'a journal cut at {size}: {crashed(run)}')
        checks.same(run.status, UNREAD, f'a journal cut at {size}: exit status ({run.err[-300:]})')
        checks.that('x.journal' in run.err, f'a journal cut at {size} is not said: {run.err}')
        checks.that(len(run.events) >= 3, f'a journal cut at {size}: events of the other')
    chance = random.Random(3)
    for _ in range(20):
        bytes_ = bytearray(data)
        for _ in range(chance.choice((1, 20, 200))):
            bytes_[chance.randrange(300, len(bytes_))] = chance.randrange(256)
        path.write_bytes(bytes_)
        run = logclass(*ARGS, path)
        checks.that(not crashed(run), f'a damaged journal: {crashed(run)}')


def main():
    if 'journal' not in logclass('--version', '--verbose').out.decode():
        skip('built without libsystemd')
    if not journals.remote():
        skip('needs systemd-journal-remote')
    checks = Checks()
    for story in (everywhere, strange_entries, damage):
        with Folder() as folder:
            story(checks, folder)
    return checks.end('journal_files')


if __name__ == '__main__':
    sys.exit(main())
