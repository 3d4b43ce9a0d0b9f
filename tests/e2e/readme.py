#!/usr/bin/python3
"""What the README shows is what happens.

The record it shows stands in the sample, line by line; the event it shows is, field by field, the
one that comes out; the lines for eyes are in the pretty output; every option it names exists. The pattern file that
doc/patterns.md shows is a good one.
"""
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import ROOT, logclass  # noqa: E402

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

    helped = logclass('--help').out.decode()
    for option in sorted(set(re.findall(r'(?<![\w-])--[a-z][a-z-]+', readme)) - {'--build', '--install', '--prefix', '--test-dir'}):
        failed += [] if option in helped else [f'{option} is not in --help']
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
