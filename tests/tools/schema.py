#!/usr/bin/python3
"""schema.py - is an event what contrib/schema/event.schema.json says? As a program: of stdin's lines."""
import functools
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / 'contrib/schema/event.schema.json'


@functools.lru_cache(maxsize=None)
def validator():
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        print('skipped, needs python3-jsonschema')
        sys.exit(77)
    schema = json.loads(SCHEMA.read_text(encoding='utf-8'))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def mistakes(event):
    """Sentences about what is wrong with the event, none when it is good."""
    found = []
    for error in validator().iter_errors(event):
        path = '.'.join(str(p) for p in error.absolute_path) or 'the event'
        found.append(f'schema: {path}: {error.message[:300]}')
    return found


def main():
    wrong = n = 0
    for n, line in enumerate(sys.stdin, 1):
        for text in mistakes(json.loads(line)):
            print(f'line {n}: {text}')
            wrong += 1
    print(f'schema: {n} events, {wrong} mistakes')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
