#!/usr/bin/python3
"""logclassd hands on what logclass would, whatever stands in its way.

The same log gives the same events, with the same ids, through --once, through a file that is
followed while it grows in any pieces, and through logclass. A record whose lines come before and
after a restart is one. An output that is down holds back no other, and gets everything, in order,
when it is back. A wrong configuration is told with its place, and nothing is opened; wrong patterns
on SIGHUP change nothing but the log. A state folder belongs to one daemon.
"""
import json
import os
import pathlib
import random
import signal
import socket
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from daemons import Daemon, events_of, wait_for  # noqa: E402
from logclass_test import ROOT, Checks, Folder, get, logclass  # noqa: E402

WRONG = 4
ONE_ENTRY = ROOT / 'tests/e2e/data/one_entry.yaml'
LOGS = sorted((ROOT / 'tests/cases').glob('*/*/input.log'))
CONFIG = '''emit: all
inputs:
  - file: {{path: "{folder}/logs/*.log", start: beginning, name: logs}}
outputs:
  - file: {{path: "{folder}/events.json", name: events}}
'''
READING = ('created',)  # of event: depends on when it was read


def comparable(event):
    """Without what may depend on the reading."""
    event = json.loads(json.dumps(event))
    for name in READING:
        event['event'].pop(name, None)
    event.get('log', {}).pop('file', None)
    event['logclass']['input'].pop('name', None)
    event['logclass']['input'].pop('partial', None)
    if event['logclass']['time']['source'] == 'read':
        event.pop('@timestamp')
    return event


def by_id(events):
    return {get(e, 'event.id'): comparable(e) for e in events}


def differing(have, want):
    """What two sets of events by id do not share, in words; empty: nothing."""
    both = [i for i in have if i in want and have[i] != want[i]]
    only = [i for i in {**have, **want} if i not in have or i not in want]
    return '; '.join([f'only in one: {have.get(i) or want.get(i)}' for i in only[:2]] +
                     [f'{have[i]} instead of {want[i]}' for i in both[:2]])


def offline(path):
    return by_id(logclass('--emit', 'all', '--timezone', 'UTC', path).events)


def once(checks, folder):
    (folder / 'logs').mkdir()
    want = {}
    for number, log in enumerate(LOGS):
        copy = folder / f'logs/{number}.log'
        copy.write_bytes(log.read_bytes())
        want.update(offline(copy))
    daemon = Daemon(folder, CONFIG.format(folder=folder))
    run = daemon.once()
    checks.same(run.returncode, 0, f'--once: exit status {run.stderr!r}')
    first = events_of(folder / 'events.json')
    have = by_id(first)
    checks.that(have == want, f'--once: {differing(have, want)}')
    checks.that(len(want) > 200, 'there is something to compare')
    run = daemon.once()
    checks.same(len(events_of(folder / 'events.json')), len(first), '--once again: nothing more')


def followed(checks, folder):
    chance = random.Random(5)
    (folder / 'logs').mkdir()
    daemon = Daemon(folder, CONFIG.format(folder=folder))
    daemon.start()
    texts = {folder / f'logs/{n}.log': log.read_bytes() for n, log in enumerate(LOGS)}
    files = {path: open(path, 'ab', buffering=0) for path in texts}
    left = dict(texts)
    while left:
        path = chance.choice(list(left))
        n = chance.randrange(1, 2000)
        files[path].write(left[path][:n])
        left[path] = left[path][n:]
        if not left[path]:
            del left[path]
    want = {}
    for path in texts:
        want.update(offline(path))
    # A last line without its newline waits for it.
    ended = {i for i, e in want.items() if 'partial' not in e['logclass']['input']}
    events = folder / 'events.json'
    # A pause in the middle of a record closes it, and its rest is another: few do here.
    checks.that(wait_for(lambda: len(by_id(events_of(events))) >= 0.97 * len(ended)),
                'followed: events are missing')
    checks.same(daemon.stop(), 0, 'followed: exit status')
    found = events_of(events)
    have = by_id(found)
    checks.same(len({(get(e, 'event.id'), get(e, 'log.file.path')) for e in found}), len(found),
                'followed: no event of a file twice')
    shared = [i for i in have if i in want]
    checks.that(len(shared) >= 0.97 * len(want),
                f'followed: {len(shared)} of {len(want)} events are the same')
    wrong = [i for i in shared if have[i] != want[i]]
    checks.that(not wrong, f'followed: {differing({i: have[i] for i in wrong}, want)}')


def a_record_across_a_restart(checks, folder):
    (folder / 'logs').mkdir()
    log = folder / 'logs/svc.log'
    head = '2026-12-01 10:00:00.000 7 ERROR svc.worker '
    log.write_text(f'{head}[-] it broke\n{head}Traceback (most recent call last):\n')
    daemon = Daemon(folder, CONFIG.format(folder=folder), ONE_ENTRY)
    state = folder / 'state'
    daemon.start()
    checks.that(wait_for(lambda: any(b'it broke' in f.read_bytes()
                                     for f in state.glob('state.db*'))),
                'restart: the store holds the open record')
    daemon.kill()
    with open(log, 'a') as more:
        more.write(f'{head}  File "/usr/lib/python3/dist-packages/svc/w.py", line 3, in run\n'
                   f'{head}    go()\n{head}ValueError: no\n')
    daemon.start()
    events = folder / 'events.json'
    checks.that(wait_for(lambda: events_of(events)), 'restart: an event')
    daemon.stop()
    found = events_of(events)
    checks.same([get(e, 'error.type') for e in found], ['ValueError'],
                f'restart: one record with its traceback: {found}')


class Receiver:
    """A TCP peer that takes messages counted in octets (RFC 6587), once it listens."""

    def __init__(self):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(('127.0.0.1', 0))
        self.port = self.socket.getsockname()[1]
        self.bytes = b''

    def listen(self):
        self.socket.listen()
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        peer, _ = self.socket.accept()
        while piece := peer.recv(65536):
            self.bytes += piece

    def messages(self):
        rest, found = self.bytes, []
        while b' ' in rest:
            count, _, rest = rest.partition(b' ')
            if len(rest) < int(count):
                break
            found.append(rest[:int(count)])
            rest = rest[int(count):]
        return found


def an_output_that_is_down(checks, folder):
    (folder / 'logs').mkdir()
    receiver = Receiver()
    config = CONFIG.format(folder=folder) + \
        f'  - syslog: {{address: "tcp://127.0.0.1:{receiver.port}", name: siem}}\n'
    daemon = Daemon(folder, config, ONE_ENTRY)
    checked = daemon.once()
    if checked.returncode == WRONG:
        config = config.replace('tcp://', '')
        daemon = Daemon(folder, config, ONE_ENTRY)
    daemon.start()
    with open(folder / 'logs/svc.log', 'w') as log:
        for n in range(500):
            log.write(f'2026-12-01 10:00:00.000 7 ERROR svc.worker [-] number {n} of many\n')
    events = folder / 'events.json'
    checks.that(wait_for(lambda: len(events_of(events)) == 500),
                f'down: the file has {len(events_of(events))} of 500: {daemon.said()[-500:]}')
    receiver.listen()
    checks.that(wait_for(lambda: len(receiver.messages()) == 500),
                f'down: the peer has {len(receiver.messages())} of 500: {daemon.said()[-500:]}')
    numbers = [int(m.split(b'number ')[1].split()[0]) for m in receiver.messages()]
    checks.same(numbers, list(range(500)), 'down: in order')
    checks.same(daemon.stop(), 0, 'down: exit status')


def wrong_configuration(checks, folder):
    daemon = Daemon(folder, 'emit: everything\ninputs:\n  - fil: {path: /x}\n')
    run = daemon.once()
    said = run.stderr.decode()
    checks.same(run.returncode, WRONG, 'wrong: exit status')
    for word in (f'{daemon.config}:3:', 'everything', 'problems', f'{daemon.config}:5:', 'file'):
        checks.that(word in said, f'wrong: {word!r} is not in {said!r}')
    checks.that(not (folder / 'state').exists(), 'wrong: nothing was opened')


def reload(checks, folder):
    (folder / 'logs').mkdir()
    patterns = folder / 'patterns.yaml'
    patterns.write_bytes(ONE_ENTRY.read_bytes())
    log = folder / 'logs/svc.log'
    line = '2026-12-01 10:00:0{}.000 7 ERROR svc.worker [-] number {} of many\n'
    log.write_text(line.format(0, 0))
    daemon = Daemon(folder, CONFIG.format(folder=folder), patterns)
    daemon.start()
    events = folder / 'events.json'
    checks.that(wait_for(lambda: len(events_of(events)) == 1), 'reload: the first event')
    patterns.write_text('catalogue: [\n')
    daemon.process.send_signal(signal.SIGHUP)
    checks.that(wait_for(lambda: 'the old ones go on' in daemon.said()),
                f'reload: wrong patterns are said: {daemon.said()!r}')
    with open(log, 'a') as more:
        more.write(line.format(1, 1))
    checks.that(wait_for(lambda: len(events_of(events)) == 2), 'reload: the second event')
    patterns.write_bytes(ONE_ENTRY.read_bytes())
    daemon.process.send_signal(signal.SIGHUP)
    checks.that(wait_for(lambda: 'read the patterns again' in daemon.said()), 'reload: good ones')
    os.rename(events, folder / 'moved.json')
    daemon.process.send_signal(signal.SIGHUP)
    with open(log, 'a') as more:
        more.write(line.format(2, 2))
    checks.that(wait_for(lambda: len(events_of(events)) == 1), 'reload: the output is opened anew')
    checks.same(daemon.stop(), 0, 'reload: exit status')


def one_daemon(checks, folder):
    (folder / 'logs').mkdir()
    daemon = Daemon(folder, CONFIG.format(folder=folder), ONE_ENTRY)
    daemon.start()
    checks.that(wait_for((folder / 'state/state.db').exists), 'one: it runs')
    run = daemon.once()
    checks.same(run.returncode, 3, f'one: the second is refused: {run.stderr!r}')
    checks.same(daemon.stop(), 0, 'one: exit status')


def main():
    checks = Checks()
    for story in (once, followed, a_record_across_a_restart, an_output_that_is_down,
                  wrong_configuration, reload, one_daemon):
        with Folder() as folder:
            story(checks, folder)
    return checks.end('daemon')


if __name__ == '__main__':
    sys.exit(main())
