#!/usr/bin/python3
"""A kill at any moment costs nothing.

A writer numbers its records, some of which have a traceback below them, and rotates its log as it
likes: by renaming, by copying and emptying, with and without compression. logclassd is killed with
SIGKILL at random moments, and started again. In the end the output file has every number, with its
traceback; a number that stands in it twice has the same event.id both times.

LOGCLASS_LONG=1 takes more rounds; LOGCLASS_SEED=N repeats one.
"""
import gzip
import os
import pathlib
import random
import re
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from daemons import Daemon, events_of, wait_for  # noqa: E402
from logclass_test import ROOT, Checks, Folder, get  # noqa: E402

ONE_ENTRY = ROOT / 'tests/e2e/data/one_entry.yaml'
ROUNDS = 60 if os.environ.get('LOGCLASS_LONG') else 8
KEPT = 60  # generations, more than come while the daemon is away
NUMBER = re.compile(r'number (\d+) of many')
CONFIG = '''emit: all
inputs:
  - file: {{path: "{folder}/logs/*.log", start: beginning, name: logs}}
outputs:
  - file: {{path: "{folder}/events.json", name: events}}
'''


class Writer:
    def __init__(self, path, chance):
        self.path, self.chance = path, chance
        self.number = 0
        self.history = []
        self.file = open(path, 'a')

    def write(self, count):
        for _ in range(count):
            when = f'2026-12-01 10:{self.number // 60000 % 60:02}:{self.number // 1000 % 60:02}'
            head = f'{when}.{self.number % 1000:03} {100 + self.number % 3} '
            self.file.write(f'{head}ERROR svc.worker [-] number {self.number} of many\n')
            if self.chance.random() < 0.2:
                for line in ('Traceback (most recent call last):',
                             f'  File "/usr/lib/python3/dist-packages/svc/w.py", line {self.number + 1}, in run',
                             '    go()', 'ValueError: no'):
                    self.file.write(f'{head}ERROR svc.worker {line}\n')
            self.number += 1
        self.file.flush()

    def shift(self):
        for i in range(KEPT, 0, -1):
            for end in ('', '.gz'):
                old = pathlib.Path(f'{self.path}.{i}{end}')
                if old.exists():
                    old.rename(f'{self.path}.{i + 1}{end}')

    def note(self, what):
        self.history.append(f'{what} at {self.number}')

    def rename(self):
        self.note('renamed')
        self.shift()
        os.rename(self.path, f'{self.path}.1')
        if self.chance.random() < 0.3:
            self.write(self.chance.randrange(20))  # nobody has told it yet
        self.file.close()
        self.file = open(self.path, 'a')

    def empty(self):
        self.note('emptied')
        self.shift()
        shutil.copyfile(self.path, f'{self.path}.1')
        os.truncate(self.path, 0)

    def compress(self):
        self.note('compressed')
        for i in (2, 3):
            plain = pathlib.Path(f'{self.path}.{i}')
            if plain.exists():
                with gzip.open(f'{plain}.gz.tmp', 'wb') as out:
                    out.write(plain.read_bytes())
                os.rename(f'{plain}.gz.tmp', f'{plain}.gz')
                plain.unlink()

    def step(self):
        self.chance.choices((lambda: self.write(self.chance.randrange(300)), self.rename,
                             self.empty, self.compress), (12, 1, 1, 1))[0]()


def numbers_of(path):
    """number -> [(event.id, frames of its traceback)]"""
    found = {}
    for event in events_of(path):
        number = NUMBER.search(event.get('message', ''))
        if number:
            found.setdefault(int(number[1]), []).append(event)
    return found


def kills(checks, folder, seed):
    chance = random.Random(seed)
    (folder / 'logs').mkdir()
    writer = Writer(str(folder / 'logs/svc.log'), chance)
    writer.write(1)
    daemon = Daemon(folder, CONFIG.format(folder=folder), ONE_ENTRY)
    daemon.start()
    checks.that(wait_for(lambda: 0 in numbers_of(folder / 'events.json')),
                f'seed {seed}: the first record never came')
    for _ in range(ROUNDS):
        end = time.monotonic() + chance.uniform(0.05, 0.8)
        while time.monotonic() < end:
            writer.step()
            time.sleep(chance.uniform(0, 0.05))
        daemon.kill()
        writer.note('killed')
        for _ in range(chance.randrange(3)):
            writer.step()
        daemon.start()
    writer.write(1)
    last = writer.number - 1
    checks.that(wait_for(lambda: last in numbers_of(folder / 'events.json')),
                f'seed {seed}: the last record never came')
    checks.same(daemon.stop(), 0, f'seed {seed}: exit status')
    judge(checks, folder, writer, seed)


def judge(checks, folder, writer, seed):
    found = numbers_of(folder / 'events.json')
    missing = sorted(set(range(writer.number)) - set(found))
    checks.that(not missing, f'seed {seed}: {len(missing)} of {writer.number} are missing: '
                             f'{missing[:10]}')
    if missing:
        at = next((i for i, h in enumerate(writer.history)
                   if int(h.split()[-1]) > missing[0]), len(writer.history))
        print('what happened: ' + ', '.join(writer.history[max(0, at - 12):at + 25]))
        gone = set(missing)
        ranges = [n for n in missing if n - 1 not in gone or n + 1 not in gone]
        print(f'missing from and to: {ranges[:20]}')
    for number, events in found.items():
        ids = {get(e, 'event.id') for e in events}
        checks.that(len(ids) == 1, f'seed {seed}: number {number} came as {len(ids)} events')
        stack = events[0].get('error', {}).get('stack_trace', '')
        checks.that(not stack or f'line {number + 1}, in run' in stack,
                    f'seed {seed}: number {number} has the traceback of another')
    doubled = sum(len(events) - 1 for events in found.values())
    print(f'seed {seed}: {writer.number} records, {ROUNDS} kills, {doubled} came twice')
    if doubled == 0 and not missing:
        return
    print((folder / 'daemon.err').read_text(errors='replace')[-2000:])


def main():
    checks = Checks()
    given = os.environ.get('LOGCLASS_SEED')
    for seed in ([int(given)] if given else range(1, 4)):
        with Folder(keep=bool(given)) as folder:
            kills(checks, folder, seed)
    return checks.end('kill_9_loses_nothing')


if __name__ == '__main__':
    sys.exit(main())
