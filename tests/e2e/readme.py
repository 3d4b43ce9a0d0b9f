#!/usr/bin/python3
"""What the README shows is what happens.

The record it shows stands in the sample, line by line; the event it shows is, field by field, the
one that comes out; the lines for eyes are in the pretty output; the report and the hidden secrets are
what its transcripts say; it names every option, and no other. The pattern file that doc/patterns.md
shows is a good one.
"""
import gzip
import json
import lzma
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import ROOT, get, logclass  # noqa: E402
from packing import tar                      # noqa: E402

SAMPLE = ROOT / 'contrib/sample/controller.log'


def differs(shown, event, at=''):
    """The first place where what is shown is not in the event; '' if there is none."""
    if not isinstance(shown, dict):
        return '' if shown == event else f'{at}: shown {shown!r}, is {event!r}'
    for key, value in shown.items():
        if not isinstance(event, dict) or key not in event:
            return f'{at}.{key}: is shown and not there'
        why = differs(value, event[key], f'{at}.{key}')
        if why:
            return why
    return ''


def report(names):
    """The archive of the transcript: the sample in two generations, and once more as a whole."""
    lines = SAMPLE.read_bytes().splitlines(keepends=True)
    held = {'etc/timezone': b'UTC\n', 'sos_commands/logs/all.txt': b''.join(lines),
            'sos_commands/host/hostname': b'controller-1\n',
            'var/log/controller.log': b''.join(lines[5:]),
            'var/log/controller.log.1.gz': gzip.compress(b''.join(lines[:5]), mtime=0)}
    return lzma.compress(tar([(name, held[name.partition('/')[2]]) for name in names]))


def no_duration(text):
    return re.sub(r'[0-9]+\.[0-9]+ s\b', '0.00 s', text)


def transcripts(readme, folder):
    """What the two transcripts show and does not come out."""
    shown = {block.split('\n', 1)[0]: block.splitlines()[1:]
             for block in re.findall(r'```console\n(.*?)```', readme, re.S)}
    lines = shown["$ tar tf report.tar.xz | grep -v '/$'"]
    at = next(i for i, line in enumerate(lines) if line.startswith('$ '))
    (folder / 'report.tar.xz').write_bytes(report(lines[:at]))
    run = logclass('report.tar.xz', cwd=folder)
    told = ['\t'.join(get(e, name) for name in ('host.name', 'log.file.path', 'event.code'))
            for e in run.events[:3]] + [no_duration(run.said[-1])]
    if told != [no_duration(line) for line in lines[at + 1:]]:
        yield f'the report: {told}'

    line, _, message = shown['$ cat api.log']
    (folder / 'api.log').write_text(line + '\n', encoding='utf-8')
    told = [e['message'] for e in logclass('-e', 'all', 'api.log', cwd=folder).events]
    if told != [message]:
        yield f'what is hidden: {told}'


def main():
    readme = (ROOT / 'README.md').read_text(encoding='utf-8')
    blocks = re.findall(r'```(\w*)\n(.*?)```', readme, re.S)
    failed = []

    record = next(text for kind, text in blocks if text.startswith('2026-') and ' ERROR ' in text)
    sample = SAMPLE.read_text(encoding='utf-8')
    failed += [f'not in the sample: {line}' for line in record.splitlines() if line.rstrip() not in sample]

    shown = json.loads(next(text for kind, text in blocks if kind == 'json'))
    events = logclass('-t', 'UTC', SAMPLE).events
    same = [e for e in events if e['event']['code'] == shown['event']['code']]
    failed += [differs(shown, same[0])] if same and differs(shown, same[0]) else []
    failed += [] if same else ['the event that is shown does not come out']

    pretty = logclass('-t', 'UTC', '-f', 'pretty', SAMPLE).out.decode()
    eyes = next(text for kind, text in blocks if not kind and 'means' in text)
    failed += [] if eyes.rstrip() in pretty else ['the lines for eyes do not come out']

    options = re.compile(r'(?<![\w-])--[a-z][a-z-]+')
    helped = set(options.findall(logclass('--help').out.decode()))
    others = '\n'.join(l for l in readme.splitlines() if re.match(r'(cmake|logclassd|ctest) ', l))
    named = set(options.findall(readme)) - set(options.findall(others))
    named -= {'--build', '--install', '--prefix', '--test-dir'}
    failed += [f'{option} is not in --help' for option in sorted(named - helped)]
    failed += [f'{option} is not in the README' for option in sorted(helped - named)]
    with tempfile.TemporaryDirectory() as tmp:
        failed += transcripts(readme, pathlib.Path(tmp))
    guide = (ROOT / 'doc/patterns.md').read_text(encoding='utf-8')
    with tempfile.TemporaryDirectory() as tmp:
        path = pathlib.Path(tmp) / 'example.yaml'
        path.write_text(re.search(r'```yaml\n(.*?)```', guide, re.S).group(1), encoding='utf-8')
        run = logclass('check', path)
        failed += run.said if run.status else []
    print(*failed, sep='\n')
    print(f'readme: {len(failed)} failed')
    sys.exit(bool(failed))


if __name__ == '__main__':
    main()
