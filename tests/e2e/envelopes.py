#!/usr/bin/python3
"""Each row of the README's table of envelopes holds what it says.

The table shows a line of each envelope. logclass is given that line alone, from a pipe, and names the
envelope first of all; the message is what stands in it, and the fields that the row promises are
there.

usage: envelopes.py
"""
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import schema                                                            # noqa: E402
from logclass_test import ABSENT, ROOT, Checks, crashed, get, logclass   # noqa: E402

# What the last column calls a field, and the names of the event that hold it.
FIELDS = {'time': ['@timestamp'], 'level': ['log.level'], 'logger': ['log.logger'],
          'pid': ['process.pid'], 'host': ['host.name'], 'request': ['openstack.request_id'],
          'program': ['service.name', 'log.syslog.appname', 'event.provider'],
          'site': ['log.origin.file.name'], 'status': ['http.response.status_code'],
          'path': ['url.path'], 'method': ['http.request.method'],
          'client': ['client.ip', 'client.address'], 'container': ['container.name'],
          'class': ['error.type']}


def rows():
    """(name, line, what it tells) of each row of the table below "What it reads"."""
    text = (ROOT / 'README.md').read_text(encoding='utf-8')
    part = text.split('## What it reads', 1)[1].split('\n## ', 1)[0]
    for line in part.splitlines():
        cells = [c.strip().replace('\\|', '|') for c in re.split(r'(?<!\\)\|', line)[1:-1]]
        if len(cells) == 4 and re.fullmatch(r'`\w+`', cells[0]):
            yield cells[0].strip('`'), cells[2].strip('`'), cells[3]


def main():
    checks = Checks()
    names = []
    for name, line, tells in rows():
        names.append(name)
        text = line.replace('⏎', '\n')
        run = logclass('-e', 'all', '-t', 'UTC', stdin=text.encode() + b'\n')
        checks.that(run.status == 0 and not crashed(run), f'{name}: {run.err}')
        if not checks.same(len(run.events), 1, f'{name}: events of {line}') and not run.events:
            continue
        event = run.events[0]
        layers = get(event, 'logclass.input.envelope')
        checks.that(name in (layers[0], layers[-1]), f'{name}: the envelopes are {layers}')
        for word in re.findall(r'\w+', tells):
            checks.that(any(get(event, f) is not ABSENT for f in FIELDS[word]),
                        f'{name}: the event has no {word}: {event}')
        checks.that('time' not in tells or get(event, 'logclass.time.source') != 'read',
                    f'{name}: the time is that of reading')
        checks.same(schema.mistakes(event), [], name)
    declared = re.findall(r'\[ENVELOPE_\w+\] = STR_INIT\("(\w+)"\)',
                          (ROOT / 'daemon/flow/words.c').read_text(encoding='utf-8'))
    for name in declared:
        checks.that(name in names or name == 'none' or os.environ.get('SOME'),
                    f'{name}: no row of the README')
    return checks.end('envelopes')


if __name__ == '__main__':
    sys.exit(main())
