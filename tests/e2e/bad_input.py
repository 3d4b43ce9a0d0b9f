#!/usr/bin/python3
"""Bad input costs itself and nothing else.

A file that is not there, or may not be read, gets a sentence and exit status 3; the others are read.
Empty and binary files, NUL, bytes that are no UTF-8, a line of three megabytes and half a line at
the end are read to their ends, and what was cut is marked.
A wrong option, zone or pattern file gets a sentence that says where and what, and no event.
A reader who goes away ends logclass quietly; a full device is told. Nothing crashes, and the last
line on standard error sums up.
"""
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import schema                                                            # noqa: E402
from logclass_test import (ABSENT, PATIENCE_S, PATTERNS, Checks, Folder, Run, crashed,  # noqa: E402
                           environment, get, logclass, offset, program)

ARGS = ['--emit', 'all', '--timezone', 'UTC']
USAGE, UNREAD, PATTERNS_WRONG = 2, 3, 4
CLOSING = re.compile(r'logclass: (\d+) lines, (\d+) records, (\d+) classified \((\d+) entries\), '
                     r'(\d+) ambiguous, (\d+) unclassified problems, [\d.]+ s')
HEAD = b'2026-10-28 14:03:07.412 31 INFO masakari.engine.manager [-] '
GOOD = (HEAD + b'Processing notification 1f3c5a7e-9b0d-4c2e-8f6a-7b8c9d0e1f2a of type: VM\n')
NOBODY, NOGROUP = 65534, 65534


def check_run(checks, title, run, status=0, said=(), closing=True):
    """The exit status, sentences on standard error, its closing line, and every event."""
    checks.that(not crashed(run), f'{title}: {crashed(run)}')
    checks.same(run.status, status, f'{title}: exit status ({run.err[-500:]!r})')
    for text in said:
        checks.that(text in run.err, f'{title}: standard error has no "{text}": {run.err[-500:]!r}')
    if closing:
        checks.that(run.said and CLOSING.match(run.said[-1]),
                    f'{title}: the last line of standard error does not sum up: {run.err[-500:]!r}')
    for event in run.events:
        wrong = schema.mistakes(event)
        checks.that(not wrong, f'{title}: ' + '; '.join(wrong))


def files_that_cannot_be_read(checks, folder):
    good = folder / 'good.log'
    good.write_bytes(GOOD)
    missing = folder / 'missing.log'
    run = logclass(*ARGS, missing, good)
    check_run(checks, 'a missing file', run, UNREAD, ['missing.log', 'No such file or directory'])
    checks.same(len(run.events), 1, 'a missing file: events of the other')
    run = logclass(*ARGS, '', good)
    check_run(checks, 'an empty name', run, UNREAD, ["cannot read '': "])
    checks.same(len(run.events), 1, 'an empty name: events of the other')
    other = folder / 'other.log'
    other.write_bytes(GOOD.replace(b' 31 ', b' 32 '))
    run = logclass(*ARGS, good, missing, other)
    check_run(checks, 'a missing file between two', run, UNREAD, ['missing.log'])
    checks.same(len(run.events), 2, 'a missing file between two: events of the others')


def files_without_permission(checks, folder):
    """As an ordinary user: root may read everything."""
    place = folder / 'ordinary'
    place.mkdir()
    shutil.copy(program(), place / 'logclass')
    shutil.copytree(PATTERNS, place / 'patterns')
    (place / 'good.log').write_bytes(GOOD)
    (place / 'secret.log').write_bytes(GOOD)
    (place / 'closed').mkdir()
    (place / 'closed/inner.log').write_bytes(GOOD)
    for path in (folder, place):
        path.chmod(0o755)
    (place / 'secret.log').chmod(0)
    (place / 'closed').chmod(0)
    user = {'user': NOBODY, 'group': NOGROUP, 'extra_groups': []} if os.getuid() == 0 else {}
    for name in ('secret.log', 'closed', 'closed/inner.log'):
        done = subprocess.run([place / 'logclass', *ARGS, '--patterns', place / 'patterns', name,
                               'good.log'], cwd=place, capture_output=True, env=environment(),
                              timeout=PATIENCE_S, check=False, **user)
        run = Run(done.returncode, done.stdout, done.stderr)
        check_run(checks, f'{name} without permission', run, UNREAD, [name, 'Permission denied'])
        checks.same(len(run.events), 1, f'{name} without permission: events of the other')
    (place / 'closed').chmod(0o755)


def strange_bytes(checks, folder):
    """Content that is read to its end. Each: name, bytes, number of events (None: any)."""
    rows = [
        ('empty', b'', 0),
        ('one newline', b'\n', 1),
        ('only newlines', b'\n\n\n', None),
        ('NUL in a line', HEAD + b'a\0b\n', 1),
        ('nothing but NUL', b'\0' * 5000, 1),
        ('a hole of NULs, then a record', b'\0' * 5000 + b'\n' + GOOD, 2),
        ('invalid UTF-8', HEAD + b'a\xff\xfe\xc3(\xed\xa0\x80 b\n' + GOOD, 2),
        ('a half character at the end', HEAD + b'caf\xc3\n' + GOOD, 2),
        ('half a line at the end', GOOD + HEAD + b'half a li', 2),
        ('half a head at the end', GOOD + HEAD[:30], None),
        ('lone CR', HEAD + b'a\rb\n' + GOOD, 2),
        ('ESC', HEAD + b'\x1b[31mred\x1b[0m\n' + GOOD, 2),
        ('half an escape sequence', HEAD + b'a\x1b[\n' + GOOD, 2),
        ('broken JSON', b'{"message": "a", "levelname": "INFO", \n' + GOOD, 2),
        ('JSON of another kind', b'[1, 2, 3]\n{}\n"text"\nnull\n' + GOOD, None),
        ('JSON, deep', b'{"a":' * 5000 + b'1' + b'}' * 5000 + b'\n' + GOOD, None),
        ('a surrogate alone in JSON', b'{"message": "a\\ud800b", "name": "x", "levelname": "INFO", '
         b'"created": 1793192587.5, "process": 1, "msg": "a", "args": []}\n' + GOOD, 2),
        ('a NUL in JSON', b'{"message": "a\\u0000b", "name": "x", "levelname": "INFO", '
         b'"created": 1793192587.5, "process": 1, "msg": "a", "args": []}\n' + GOOD, 2),
        ('a time out of all bounds in JSON', b'{"message": "a", "name": "x", "levelname": "INFO", '
         b'"created": 1e300, "process": 1, "msg": "a", "args": []}\n' + GOOD, 2),
        ('a date that does not exist', HEAD.replace(b'10-28', b'13-45') + b'a\n' + GOOD, None),
        ('numbers too large', HEAD.replace(b' 31 ', b' 99999999999999999999999 ') + b'a\n' + GOOD,
         None),
    ]
    for name, data, count in rows:
        path = folder / 'strange.log'
        path.write_bytes(data)
        run = logclass(*ARGS, path)
        check_run(checks, name, run)
        if count is not None:
            checks.same(len(run.events), count, f'{name}: events')
        if data.endswith(GOOD):
            last = run.events[-1] if run.events else {}
            checks.same(get(last, 'logclass.log.id'), 'masakari.processing-notification',
                        f'{name}: the record behind it')
        total = sum(get(e, 'logclass.bytes') for e in run.events)
        checks.same(total, len(data), f'{name}: bytes of all records')


def binary_file(checks, folder):
    path = folder / 'ls'
    shutil.copy('/bin/ls', path)
    run = logclass(*ARGS, path)
    check_run(checks, 'a binary file', run)
    checks.same(sum(get(e, 'logclass.bytes') for e in run.events), path.stat().st_size,
                'a binary file: bytes of all records')
    checks.same(sum(get(e, 'logclass.lines') for e in run.events),
                path.read_bytes().count(b'\n') + (not path.read_bytes().endswith(b'\n')),
                'a binary file: lines of all records')


def long_lines(checks, folder):
    """Past each limit of lines and records."""
    path = folder / 'long.log'
    data = HEAD + b'x' * (3 * 1024 * 1024) + b' end\n'
    path.write_bytes(data + GOOD)
    run = logclass(*ARGS, path)
    check_run(checks, 'a line of 3 MB', run)
    checks.same(len(run.events), 2, 'a line of 3 MB: events')
    if len(run.events) == 2:
        first, second = run.events
        cut = get(first, 'logclass.truncated')
        checks.that(cut is not ABSENT and 'message' in cut,
                    f'a line of 3 MB: logclass.truncated does not say that it was cut: {cut}')
        checks.same(get(first, 'logclass.bytes'), len(data), 'a line of 3 MB: bytes')
        checks.same(get(first, 'message')[-1], '…', 'a line of 3 MB: its message ends in')
        checks.same(offset(second), len(data), 'a line of 3 MB: where the next begins')
        checks.same(get(second, 'logclass.log.id'), 'masakari.processing-notification',
                    'a line of 3 MB: the record behind it')
    many = GOOD + b'one more line\n' * 25000 + GOOD.replace(b' 31 ', b' 32 ')
    path.write_bytes(many)
    run = logclass(*ARGS, path)
    check_run(checks, 'a record of 25001 lines', run)
    checks.same(sum(get(e, 'logclass.lines') for e in run.events), 25002,
                'a record of 25001 lines: lines of all records')
    checks.that(all(get(e, 'logclass.lines') <= 10000 for e in run.events),
                'a record of 25001 lines: none is over 10000 lines')
    big = GOOD + (b'y' * 1000 + b'\n') * 6000
    path.write_bytes(big)
    run = logclass(*ARGS, path)
    check_run(checks, 'a record of 6 MB', run)
    checks.same(sum(get(e, 'logclass.bytes') for e in run.events), len(big),
                'a record of 6 MB: bytes of all records')


def wrong_use(checks, folder):
    good = folder / 'good.log'
    good.write_bytes(GOOD)
    rows = [
        ('an unknown option', ['--frobnicate', good], USAGE, ['--frobnicate']),
        ('an unknown letter', ['-q', good], USAGE, ['-q']),
        ('an option without its value', [good, '--emit'], USAGE, ['--emit']),
        ('an unknown word of --emit', ['--emit', 'everything', good], USAGE,
         ['everything', 'classified', 'all']),
        ('an unknown format', ['--format', 'xml', good], USAGE, ['xml', 'json']),
        ('an unknown zone', ['--timezone', 'Europe/Nowhere', good], USAGE, ['Europe/Nowhere']),
        ('a zone with a path', ['--timezone', '../../../etc/passwd', good], USAGE, ['passwd']),
    ]
    for name, args, status, said in rows:
        run = logclass(*args)
        check_run(checks, name, run, status, said, closing=False)
        checks.same(len(run.lines), 0, f'{name}: events')


PATTERN_HEAD = """format: 1
service: demo
release: "1"
commit: abc
analysed: 2026-10-28
packages: [demo]
programs: [demo-api]
"""

# A pattern file's body, and what is said of it: line:column, and words.
BROKEN = [
    ('an unknown key', """log:
  - id: a
    lvel: ERROR
    template: "text of a"
    examples: [{text: "text of a"}]
""", ':10:5', ['lvel']),
    ('an unknown level', """log:
  - id: a
    level: LOUD
    template: "text of a"
    examples: [{text: "text of a"}]
""", ':10:', ['LOUD']),
    ('a doubled id', """log:
  - {id: a, level: ERROR, template: "text of a", examples: [{text: "text of a"}]}
  - {id: a, level: ERROR, template: "text of b", examples: [{text: "text of b"}]}
""", ':10:', ['a']),
    ('no YAML', """log:
  - id: "a
    level: [
""", ':', ['demo.yaml']),
    ('a tab', "log:\n\t- id: a\n", ':9:', []),
    ('an unknown conversion', """log:
  - {id: a, level: ERROR, template: "text %(of)y a"}
""", ':9:', ['%(of)y']),
    ('a wrong regex', """log:
  - {id: a, level: ERROR, regex: "text (of a"}
""", ':9:', []),
    ('a regex that fits nothing at all', """log:
  - {id: a, level: ERROR, regex: "(?<x>.*)"}
""", ':9:', []),
    ('a list in place of a text', """log:
  - {id: [a], level: ERROR, template: "text of a"}
""", ':9:', ['id']),
]


def broken_patterns(checks, folder):
    good = folder / 'good.log'
    good.write_bytes(GOOD)
    path = folder / 'demo.yaml'
    for name, body, place, said in BROKEN:
        path.write_text(PATTERN_HEAD + body, encoding='utf-8')
        run = logclass('--patterns', path, good)
        check_run(checks, f'patterns: {name}', run, PATTERNS_WRONG, said, closing=False)
        checks.that(re.search(r'demo\.yaml:\d+:\d+: ', run.err) and f'demo.yaml{place}' in run.err,
                    f'patterns: {name}: no file, line and column "{place}": {run.err!r}')
        checks.same(len(run.lines), 0, f'patterns: {name}: events')
    run = logclass('--patterns', folder / 'nowhere.yaml', good)
    check_run(checks, 'patterns that are not there', run, PATTERNS_WRONG, ['nowhere.yaml'],
              closing=False)


def output_that_ends(checks, folder):
    path = folder / 'big.log'
    path.write_bytes(GOOD * 20000)
    child = subprocess.Popen([program(), *ARGS, path], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env=environment())
    first = child.stdout.readline()
    child.stdout.close()
    err = child.stderr.read().decode()
    run = Run(child.wait(PATIENCE_S), first, err.encode())
    checks.that(not crashed(run), f'a closed pipe: {crashed(run)}')
    checks.same(run.status, 0, 'a closed pipe: exit status')
    checks.that(not err or CLOSING.match(err), f'a closed pipe is no error: {err!r}')
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([program(), *ARGS, path], stdout=full, stderr=subprocess.PIPE,
                              env=environment(), timeout=PATIENCE_S, check=False)
    run = Run(done.returncode, b'', done.stderr)
    checks.that(not crashed(run), f'a full device: {crashed(run)}')
    checks.that(run.status > 0, f'a full device: exit status {run.status}')
    checks.that('No space left on device' in run.err and 'standard output' in run.err,
                f'a full device is not told: {run.err!r}')


def read_terminal(fd):
    """All that is written there, until nobody can write any more."""
    text = b''
    while True:
        try:
            piece = os.read(fd, 4096)
        except OSError:                 # EIO: the other end is closed
            return text
        if not piece:
            return text
        text += piece


def names_on_a_terminal(checks, folder):
    """A file's name neither colours the terminal nor begins a line of it, in progress or in a sentence."""
    path = folder / 'a\x1b[31m\nred.log'
    path.write_bytes(GOOD * 30000)
    here, there = pty.openpty()
    child = subprocess.Popen([program(), *ARGS, path, folder / 'no\x1b[31m'], stdout=subprocess.DEVNULL,
                             stderr=there, env=environment())
    os.close(there)
    text = read_terminal(here)
    os.close(here)
    child.wait(PATIENCE_S)
    checks.that(b'red.log ' in text and b'\x1b[31m' not in text and b'\nred.log' not in text,
                f'a name moves the terminal: {text[:500]}')
    checks.that(b'no[31m' in text, f'a name without its escape is not shown: {text[-500:]}')


def main():
    checks = Checks()
    for story in (files_that_cannot_be_read, files_without_permission, strange_bytes, binary_file,
                  long_lines, wrong_use, broken_patterns, output_that_ends,
                  names_on_a_terminal):
        with Folder() as folder:
            story(checks, folder)
    return checks.end('bad_input')


if __name__ == '__main__':
    sys.exit(main())
