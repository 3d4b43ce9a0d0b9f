#!/usr/bin/python3
"""A journal is followed by cursor, and nothing of it is lost or doubled.

Entries come from systemd-journal-remote through a pipe, and from a journald of the test's own. The
daemon is killed with SIGKILL at random moments, files are begun and deleted meanwhile. An event has
the id that the same entry has in the file. What was deleted before it was read is a notice.

LOGCLASS_LONG=1 takes more rounds; LOGCLASS_SEED=N repeats one.
"""
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import journals                                                             # noqa: E402
import schema                                                               # noqa: E402
from daemons import Daemon, events_of, wait_for                             # noqa: E402
from journald import Journald, is_namespace_allowed                                               # noqa: E402
from logclass_test import ROOT, Checks, Folder, get, logclass, skip          # noqa: E402

ONE_ENTRY = ROOT / 'tests/e2e/data/one_entry.yaml'
ROUNDS = 60 if os.environ.get('LOGCLASS_LONG') else 6
NUMBER = re.compile(r'number (\d+) of many')
FIRST_US = 1793192587000000


def config(folder, more, emit='all'):
    return f'''emit: {emit}
inputs:
  - journal: {{{more}, name: journal}}
outputs:
  - file: {{path: "{folder}/events.json", name: events}}
'''


def entry(number, unit='heat-engine.service', **more):
    return {'MESSAGE': f'number {number} of many', 'PRIORITY': 3, '_SYSTEMD_UNIT': unit,
            '_HOSTNAME': 'c1', '_PID': 31, '_TRANSPORT': 'journal', **more}


class Writer:
    """Numbered entries, in one file after the other of a folder."""

    def __init__(self, folder):
        self.folder, self.number, self.files, self.us = folder, 0, 0, FIRST_US
        self.file = None
        self.begin()

    def begin(self):
        if self.file:
            self.file.close()
        self.files += 1
        self.file = journals.Live(self.folder / f'{self.files:03}.journal')

    def write(self, count, noise=0):
        """So many entries, and behind each `noise` of a unit that nobody asks for."""
        for _ in range(count):
            self.put(entry(self.number))
            self.number += 1
            for _ in range(noise):
                self.put({**entry(0, 'cron.service'), 'MESSAGE': 'noise'})

    def put(self, fields):
        self.file.write(self.us, fields)
        self.us += 1000

    def close(self):
        self.file.close()


def events(folder):
    return events_of(folder / 'events.json')


def numbers(folder):
    """number -> ids"""
    found = {}
    for event in events(folder):
        number = NUMBER.search(event['message'])
        if number:
            found.setdefault(int(number[1]), []).append(event['event']['id'])
    return found


def notices(checks, folder):
    """They are what the schema says."""
    found = [e for e in events(folder) if get(e, 'logclass.status') == 'notice']
    for event in found:
        checks.same(schema.mistakes(event), [], 'a notice')
    return found


def whole(checks, folder, count, about):
    """Every number came, and a number that came twice is the same event."""
    found = numbers(folder)
    missing = [n for n in range(count) if n not in found]
    checks.that(not missing, f'{about}: {len(missing)} of {count} are missing: {missing[:10]}')
    doubled = [n for n in found if len(set(found[n])) > 1]
    checks.that(not doubled, f'{about}: came as several events: {doubled[:10]}')
    checks.same([e['message'] for e in notices(checks, folder)], [], f'{about}: notices')
    return found


def kills(checks, folder):
    seed = int(os.environ.get('LOGCLASS_SEED', 1))
    chance = random.Random(seed)
    (folder / 'j').mkdir()
    writer = Writer(folder / 'j')
    writer.write(1)
    daemon = Daemon(folder, config(folder, f'folder: "{folder}/j", start: beginning, units: "heat-*"'),
                    ONE_ENTRY)
    daemon.start()
    checks.that(wait_for(lambda: 0 in numbers(folder)), 'the first entry never came')
    for _ in range(ROUNDS):
        end = time.monotonic() + chance.uniform(0.05, 0.5)
        while time.monotonic() < end:
            writer.write(chance.randrange(200), chance.choice((0, 0, 2)))
            if chance.random() < 0.1:
                writer.begin()
            time.sleep(chance.uniform(0, 0.05))
        daemon.kill()
        writer.write(chance.randrange(100), 1)
        if chance.random() < 0.3:
            writer.begin()
        daemon.start()
    writer.write(1)
    writer.close()
    checks.that(wait_for(lambda: writer.number - 1 in numbers(folder)),
                f'seed {seed}: the last entry never came')
    checks.same(daemon.stop(), 0, f'seed {seed}: exit status')
    found = whole(checks, folder, writer.number, f'seed {seed}')
    run = logclass('--emit', 'all', folder / 'j')
    want = {int(NUMBER.search(e['message'])[1]): [e['event']['id']] for e in run.events
            if e['message'] != 'noise'}
    checks.that(want == {n: ids[:1] for n, ids in found.items()},
                f'seed {seed}: other ids than of the files')
    print(f'seed {seed}: {writer.number} entries, {writer.files} files, {ROUNDS} kills, '
          f'{sum(len(ids) - 1 for ids in found.values())} came twice')


def gone(checks, folder):
    """Files that were read may go, at work and at rest; one that was not read is told of."""
    (folder / 'j').mkdir()
    writer = Writer(folder / 'j')
    daemon = Daemon(folder, config(folder, f'folder: "{folder}/j", start: beginning, units: "*"'),
                    ONE_ENTRY)
    daemon.start()
    writer.write(50)
    checks.that(wait_for(lambda: 49 in numbers(folder)), 'a file: its last entry never came')
    writer.begin()
    writer.write(50)
    checks.that(wait_for(lambda: 99 in numbers(folder)), 'a second file: its last entry never came')
    os.unlink(folder / 'j/001.journal')
    writer.write(50)
    checks.that(wait_for(lambda: 149 in numbers(folder)), 'a file went: the rest never came')
    writer.close()
    os.unlink(folder / 'j/002.journal')
    writer.begin()
    writer.write(50)
    checks.that(wait_for(lambda: 199 in numbers(folder)), 'the last file went: the rest never came')
    checks.same(daemon.stop(), 0, 'files went: exit status')
    whole(checks, folder, 200, 'files went')

    writer.write(50)
    writer.begin()
    writer.write(50)
    writer.close()
    os.unlink(folder / 'j/003.journal')
    for _ in range(2):
        daemon.start()
        checks.that(wait_for(lambda: 299 in numbers(folder)), 'behind a gap: the rest never came')
        daemon.kill()
    found = numbers(folder)
    checks.same(sorted(found), [*range(200), *range(250, 300)], 'behind a gap: numbers')
    checks.that(all(len(ids) == 1 for ids in found.values()), 'behind a gap: some came twice')
    told = notices(checks, folder)
    checks.same(len({get(e, 'event.id') for e in told}), 1, f'a gap: notices {told}')
    checks.that(told and 'may be lost' in told[0]['message'], f'a gap: what is said: {told[:1]}')
    run = logclass('--emit', 'all', folder / 'j')
    checks.that({get(e, 'event.id') for e in run.events} <= {i for ids in found.values() for i in ids},
                'behind a gap: other ids than of the file')


def begin_at_the_end(checks, folder):
    (folder / 'j').mkdir()
    writer = Writer(folder / 'j')
    writer.write(20)
    writer.close()
    writer.file = journals.Live(writer.file.path)
    daemon = Daemon(folder, config(folder, f'folder: "{folder}/j", units: "*"'), ONE_ENTRY)
    daemon.start()
    checks.that(wait_for(lambda: (folder / 'state/state.db').exists()), 'no store')
    checks.that(wait_for(lambda: store_has_mark(folder)), 'start: end: no first mark')
    daemon.kill()
    writer.write(5)
    daemon.start()
    checks.that(wait_for(lambda: 24 in numbers(folder)), 'start: end: what is new never came')
    writer.close()
    checks.same(daemon.stop(), 0, 'start: end: exit status')
    checks.same(sorted(numbers(folder)), [20, 21, 22, 23, 24], 'start: end: numbers')


def store_has_mark(folder):
    try:
        with sqlite3.connect(f'file:{folder}/state/state.db?mode=ro', uri=True) as db:
            tables = [r[0] for r in db.execute('select name from sqlite_master where type = "table"')]
            return any('s=' in str(row) for t in tables for row in db.execute(f'select * from {t}'))
    except sqlite3.Error:
        return False


def some_units(checks, folder):
    """Units, containers and identifiers; what was dropped of them; nobody else."""
    entries = [
        entry(0, 'heat-engine.service'), entry(1, 'cron.service'),
        entry(2, 'docker.service', CONTAINER_NAME='masakari_engine'),
        entry(3, 'docker.service', CONTAINER_NAME='grafana'),
        entry(4, 'init.scope', SYSLOG_IDENTIFIER='octavia-worker'),
        entry(5, 'init.scope', SYSLOG_IDENTIFIER='sshd'),
        entry(6, 'ceph.service'),
        entry(7, 'systemd-journald.service', SYSLOG_IDENTIFIER='systemd-journald', N_DROPPED=8,
              OBJECT_SYSTEMD_UNIT='heat-engine.service',
              MESSAGE_ID='a596d6fe7bfa4994828e72309e95d61e'),
        entry(8, 'systemd-journald.service', SYSLOG_IDENTIFIER='systemd-journald', N_DROPPED=9,
              OBJECT_SYSTEMD_UNIT='cron.service', MESSAGE_ID='a596d6fe7bfa4994828e72309e95d61e'),
        entry(9, 'user@1000.service', _SYSTEMD_USER_UNIT='heat-api.service'),
    ]
    (folder / 'j').mkdir()
    journals.journal(folder / 'j/a.journal', entries)
    for units, want in ((None, [0, 2, 4, 7, 9]), ('["heat-*"]', [0, 7, 9]),
                        ('[cron, "sshd", "graf*"]', [1, 3, 5, 8]), ('["nobody"]', []),
                        ('[openstack, ceph]', [0, 2, 4, 6, 7, 9]), ('["*"]', list(range(10)))):
        shutil.rmtree(folder / 'state', ignore_errors=True)
        (folder / 'events.json').unlink(missing_ok=True)
        units_are = f', units: {units}' if units else ''
        run = Daemon(folder, config(folder, f'folder: "{folder}/j"{units_are}')).once()
        checks.same(run.returncode, 0, f'units {units}: exit status ({run.stderr[-300:]})')
        checks.same(sorted(numbers(folder)), want, f'units {units}: numbers')


def damage(checks, folder):
    """A damaged file costs itself."""
    (folder / 'j').mkdir()
    journals.journal(folder / 'j/a.journal', [entry(n) for n in range(300)])
    data = bytearray((folder / 'j/a.journal').read_bytes())
    chance = random.Random(5)
    writer = Writer(folder / 'j')
    writer.number = 1000
    writer.write(20)
    writer.close()
    (folder / 'j/empty.journal').touch()
    (folder / 'j/short.journal').write_bytes(data[:5000])
    (folder / 'j/text.journal').write_text('no journal\n')
    for n in range(4):
        bad = bytearray(data)
        for _ in range(200):
            bad[chance.randrange(300, len(bad))] = chance.randrange(256)
        (folder / 'j/a.journal').write_bytes(bad)
        shutil.rmtree(folder / 'state', ignore_errors=True)
        (folder / 'events.json').unlink(missing_ok=True)
        run = Daemon(folder, config(folder, f'folder: "{folder}/j", units: "*"'), ONE_ENTRY).once()
        checks.same(run.returncode, 0, f'damage {n}: exit status ({run.stderr[-300:]})')
        checks.that(set(range(1000, 1020)) <= set(numbers(folder)),
                    f'damage {n}: entries of the good file are missing')


def comes_later(checks, folder):
    """A folder that is not there yet is said, and waited for."""
    daemon = Daemon(folder, config(folder, f'folder: "{folder}/j", units: "*"'), ONE_ENTRY)
    daemon.start()
    checks.that(wait_for(lambda: 'tried again' in daemon.said()), 'no folder: nothing is said')
    (folder / 'j').mkdir()
    journals.journal(folder / 'j/a.journal', [entry(0)])
    checks.that(wait_for(lambda: 0 in numbers(folder), 20), 'a folder came: nothing was read of it')
    checks.same(daemon.stop(), 0, 'a folder came: exit status')


def is_empty(checks, folder):
    """Likewise a journal without an entry."""
    (folder / 'j').mkdir()
    daemon = Daemon(folder, config(folder, f'folder: "{folder}/j", units: "*"'), ONE_ENTRY)
    daemon.start()
    checks.that(wait_for(lambda: 'no entry' in daemon.said()), 'an empty journal: nothing is said')
    journals.journal(folder / 'j/a.journal', [entry(0)])
    checks.that(wait_for(lambda: 0 in numbers(folder)), 'an empty journal: its first entry never came')
    checks.same(daemon.said().count('no entry'), 1, 'an empty journal: said')
    checks.same(daemon.stop(), 0, 'an empty journal: exit status')


def real(checks, folder):
    """A journald that rotates and vacuums under the reader."""
    with Journald(folder / 'd') as journald:
        journald.native(MESSAGE='before all', PRIORITY=3)
        checks.that(wait_for(lambda: list((folder / 'd/log').glob('*/system.journal'))),
                    'journald: no file')
        daemon = Daemon(folder, config(folder, f'folder: "{journald.journal}", start: beginning, '
                                               'units: "*"'), ONE_ENTRY)
        daemon.start()
        count = 0
        for round_ in range(6):
            for _ in range(200):
                journald.native(MESSAGE=f'number {count} of many', PRIORITY=3,
                                SYSLOG_IDENTIFIER='heat-engine')
                count += 1
            if round_ == 3:
                daemon.kill()
                daemon.start()
            journald.rotate()
        last = count - 1
        checks.that(wait_for(lambda: last in numbers(folder)), 'journald: the last entry never came')
        for old in sorted(journald.journal.glob('system@*.journal')):
            old.unlink()
        journald.native(MESSAGE=f'number {count} of many', PRIORITY=3)
        checks.that(wait_for(lambda: count in numbers(folder)), 'vacuumed: what is new never came')
        checks.same(daemon.stop(), 0, 'journald: exit status')
        whole(checks, folder, count + 1, 'journald')

        # What is deleted while nobody reads is counted by journald's own numbers; a reader that was
        # only slow may have the file open, or finds it gone.
        daemon.start()
        for n, (pause, go_on) in enumerate(((daemon.stop, daemon.start),
                                            (lambda: daemon.process.send_signal(signal.SIGSTOP),
                                             lambda: daemon.process.send_signal(signal.SIGCONT)))):
            pause()
            lose(checks, journald, n)
            journald.native(MESSAGE=f'number {5000 + n} of many', PRIORITY=3)
            go_on()
            checks.that(wait_for(lambda n=n: 5000 + n in numbers(folder)),
                        f'gap {n}: what is new never came')
            read = sum(e['message'].startswith('unread ') for e in events(folder))
            lost = sum(get(e, 'logclass.suppressed') for e in notices(checks, folder))
            checks.that(read + lost >= 30 * (n + 1), f'gap {n}: {read} read, {lost} lost')
        checks.same(daemon.stop(), 0, 'a gap: exit status')


def lose(checks, journald, round_):
    """Entries that are deleted before anybody has read them."""
    for n in range(30):
        journald.native(MESSAGE=f'unread {round_} {n}', PRIORITY=3)
    checks.that(wait_for(lambda: journald.printed('cat').count(b'unread %d' % round_) == 30),
                'journald: 30 more entries never came')
    journald.rotate()
    for old in sorted(journald.journal.glob('system@*.journal')):
        old.unlink()


def of_the_machine(checks, folder):
    """The machine's own journal, and a namespace's: where journald puts them."""
    how = is_namespace_allowed()
    machine = pathlib.Path('/etc/machine-id')
    if not how or not machine.exists() or not os.path.isdir('/var/log/journal'):
        print('left out, needs unshare, /etc/machine-id and /var/log/journal: the machine\'s journal')
        return
    identity = machine.read_text().strip()
    for number, name in enumerate(('', '.red')):
        (folder / 'log' / (identity + name)).mkdir(parents=True)
        journals.journal(folder / 'log' / (identity + name) / 'system.journal', [entry(number)])
    for number, option in enumerate(('', 'namespace: red, ')):
        shutil.rmtree(folder / 'state', ignore_errors=True)
        (folder / 'events.json').unlink(missing_ok=True)
        daemon = Daemon(folder, config(folder, f'{option}units: "*"'), ONE_ENTRY)
        run = daemon.once(['unshare', *how, '--propagation', 'private', 'sh', '-euc',
                           'mount --bind "$0" /var/log/journal; mount -t tmpfs tmpfs /run/log; exec "$@"',
                           folder / 'log'])
        checks.same(run.returncode, 0, f'{option or "the machine"}: exit status ({run.stderr[-300:]})')
        checks.same(sorted(numbers(folder)), [number], f'{option or "the machine"}: numbers')


def flushed(checks, folder, at_work):
    """From memory to disk, where the same entries get other numbers; at work, or while nobody reads."""
    with Journald(folder / 'd', flushed=False) as journald:
        daemon = Daemon(folder, config(folder, 'start: beginning, units: "*"'), ONE_ENTRY)
        numbered = iter(range(60))

        def write():
            for _ in range(20):
                journald.native(MESSAGE=f'number {next(numbered)} of many', PRIORITY=3)

        write()
        daemon.start(journald.beside())
        checks.that(wait_for(lambda: 19 in numbers(folder)), f'in memory: no entry: {daemon.said()}')
        if not at_work:
            daemon.kill()
        write()
        journald.flush()
        write()
        if not at_work:
            daemon.start(journald.beside())
        checks.that(wait_for(lambda: 59 in numbers(folder)), f'on disk: no entry: {daemon.said()}')
        daemon.kill()
        found = whole(checks, folder, 60, 'flushed')
        checks.that(all(len(ids) == 1 for ids in found.values()), 'flushed: some came twice')


def flushed_at_work(checks, folder):
    flushed(checks, folder, True)


def flushed_unread(checks, folder):
    flushed(checks, folder, False)


def main():
    if 'journal' not in logclass('--version', '--verbose').out.decode():
        skip('built without libsystemd')
    if not journals.remote():
        skip('needs systemd-journal-remote')
    checks = Checks()
    for story in (kills, gone, begin_at_the_end, some_units, damage, comes_later, is_empty,
                  of_the_machine, flushed_at_work, flushed_unread, real):
        with Folder() as folder:
            began = time.monotonic()
            try:
                story(checks, folder)
            except SystemExit:          # what this machine cannot do was said
                pass
            print(f'{story.__name__}: {time.monotonic() - began:.1f} s')
    return checks.end('journal_follow')


if __name__ == '__main__':
    sys.exit(main())
