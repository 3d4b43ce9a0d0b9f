"""logclass_test.py - what the tests in Python share: the program, its events, and how to compare.

The program is $LOGCLASS_BIN (ctest sets it), else the first of the build folders that has one.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATTERNS = ROOT / 'patterns'
SKIPPED = 77            # what ctest takes for "not run here"
PATIENCE_S = 120        # a program that takes longer hangs


def skip(why):
    print(f'skipped, {why}')
    sys.exit(SKIPPED)


def share(items):
    """Of a test's material every LOGCLASS_SHARE-th: contrib/test gives the build with tiny buffers a
    part of what the other has had whole."""
    return list(items)[::int(os.environ.get('LOGCLASS_SHARE') or 1)]


def program():
    given = os.environ.get('LOGCLASS_BIN')
    tries = [given] if given else [str(ROOT / f'build/{name}bin/logclass')
                                   for name in ('', 'dev/', 'tests/', 'release/')]
    for path in tries:
        if os.access(path, os.X_OK):
            return path
    print(f'no logclass at {", ".join(tries)}: build it, or set LOGCLASS_BIN', file=sys.stderr)
    sys.exit(1)


def environment(**more):
    """A plain environment: no zone, locale or setting of the caller's gets into a test."""
    keep = {k: v for k, v in os.environ.items()
            if k in ('PATH', 'HOME', 'TMPDIR') or k.endswith('SAN_OPTIONS')}
    return {**keep, 'TZ': 'UTC', 'LC_ALL': 'C.UTF-8', **more}


class Run:
    """What one run of logclass gave: status, out, err, and the events that out holds."""

    def __init__(self, status, out, err):
        self.status, self.out = status, out
        self.err = err.decode('utf-8', 'replace')

    @property
    def lines(self):
        return self.out.split(b'\n')[:-1] if self.out else []

    @property
    def events(self):
        return [json.loads(line) for line in self.lines]

    @property
    def said(self):
        """Lines of standard error."""
        return self.err.splitlines()


def logclass(*args, stdin=b'', binary=None, cwd=None, env=None):
    """Runs it to its end."""
    done = subprocess.run([binary or program(), *map(str, args)], input=stdin, cwd=cwd,
                          capture_output=True, env=env or environment(), timeout=PATIENCE_S,
                          check=False)
    return Run(done.returncode, done.stdout, done.stderr)


def crashed(run):
    """A sentence when a run ended in a way that no user may see, else None."""
    if run.status < 0:
        return f'killed by signal {-run.status}: {run.err[-2000:]}'
    for word in ('AddressSanitizer', 'LeakSanitizer', 'runtime error:', 'ThreadSanitizer',
                 'Assertion `'):
        if word in run.err:
            return f'{word} in standard error:\n{run.err[-4000:]}'
    return None


ABSENT = object()


def get(event, name):
    """The value of a dotted name, ABSENT where there is none."""
    here = event
    while True:
        if isinstance(here, dict) and name in here:
            return here[name]
        head, dot, name = name.partition('.')
        if not dot or not isinstance(here, dict) or head not in here:
            return ABSENT
        here = here[head]


def offset(event):
    """Where in its stream the record began: the second half of the position."""
    position = get(event, 'logclass.input.position')
    return None if position is ABSENT else int(position.rpartition(':')[2])


def show(value):
    return 'absent' if value is ABSENT or value is None else json.dumps(value, ensure_ascii=False)


def differences(expected, event, path=''):
    """
    Sentences about fields of `expected` that the event has not.

    Names may be dotted. null means that the field must be absent; an object is compared field by
    field, anything else as a whole. `offset` is the second half of logclass.input.position.
    """
    found = []
    for name, want in expected.items():
        full = f'{path}{name}'
        have = offset(event) if full == 'offset' else get(event, name)
        if isinstance(want, dict) and isinstance(have, dict):
            found += differences(want, have, full + '.')
        elif want is None:
            if have is not ABSENT:
                found.append(f'{full}: should be absent, is {show(have)}')
        elif have is ABSENT or have != want or isinstance(have, bool) != isinstance(want, bool):
            found.append(f'{full}: should be {show(want)}, is {show(have)}')
    return found


class Folder:
    """A temporary folder for `with`; keep=True leaves it, and says where it is."""

    def __init__(self, keep=False):
        self.keep = keep

    def __enter__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix='logclass-test.'))
        return self.path

    def __exit__(self, *_):
        if self.keep:
            print(f'kept: {self.path}')
        else:
            shutil.rmtree(self.path, ignore_errors=True)


class Checks:
    """Collects what is wrong, says it, and knows the exit status."""

    def __init__(self, most=40):
        self.wrong, self.done, self.most = 0, 0, most

    def that(self, good, text):
        self.done += 1
        if not good:
            self.fail(text)
        return bool(good)

    def fail(self, text):
        self.wrong += 1
        if self.wrong <= self.most:
            print(f'FAILED: {text}')
        elif self.wrong == self.most + 1:
            print('FAILED: … and more')

    def same(self, have, want, text):
        self.that(have == want, f'{text}: should be {show(want)}, is {show(have)}')

    def end(self, name):
        print(f'{name}: {self.done} checks, {self.wrong} failed')
        return 1 if self.wrong else 0


def load_patterns(folder=PATTERNS):
    """The pattern files, read a second way: service -> the whole document."""
    try:
        import yaml
    except ImportError:
        skip('needs python3-yaml')

    class AllText(yaml.SafeLoader):
        """Scalars stay text, as the program reads them."""

    AllText.yaml_implicit_resolvers = {}
    found = {}
    for path in sorted(pathlib.Path(folder).glob('*.yaml')):
        with open(path, encoding='utf-8') as f:
            document = yaml.load(f, AllText)
        found[document['service']] = document
    return found
