"""patterngen_test.py - what the tests of contrib/patterngen share: small pages, and runs of the program.

The pages are of a service that does not exist, in the dialect of the catalogue pages.
"""
import subprocess
import sys

import yaml
from logclass_test import PATIENCE_S, ROOT, environment

PROGRAM = ROOT / 'contrib/patterngen'

TITLE = 'Errors — aurora — branch stable/2031.1'
ORIGIN = ('stable/2031.1@0123456789ab— repository https://opendev.org/openstack/aurora — '
          'analysed on 2031-02-03')
PLACE = 'aurora/engine/manager.py:10'

STAR = 'StarLost (aurora/exception.py:12)'
LOST = 'Star %(id)s is lost.'

LOG = ['Level', 'Message', 'Situation', 'Where']
RAISED = ['Exception', 'HTTP', 'Message (template)', 'Situation', 'Raised at', 'Seen by the client as']


class AllText(yaml.SafeLoader):
    """Scalars stay text, as the program reads them."""


AllText.yaml_implicit_resolvers = {}


class Run:
    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    @property
    def lines(self):
        return self.out.splitlines()


def patterngen(*args):
    """Runs it to its end."""
    return Run(subprocess.run([sys.executable, str(PROGRAM), *map(str, args)], text=True,
                              capture_output=True, encoding='utf-8', timeout=PATIENCE_S, check=False,
                              env=environment(PYTHONDONTWRITEBYTECODE='1')))


def table(header, *rows):
    """A table of a page; a row is a list of cells, or a line as it stands."""
    lines = [f'| {" | ".join(header)} |', '|' + '---|' * len(header)]
    return lines + [row if isinstance(row, str) else f'| {" | ".join(row)} |' for row in rows]


def page(*parts, head=(TITLE, 'Branch', ORIGIN)):
    """The text of a page: headings and prose are strings, tables lists of lines."""
    lines = list(head)
    for part in parts:
        lines += [part] if isinstance(part, str) else part
    return '\n'.join(lines) + '\n'


def write(folder, name, text):
    path = folder / name
    path.write_text(text, encoding='utf-8')
    return path


def derive(folder, *parts, **more):
    """(the document, the run) that comes out of a page of these parts."""
    run = patterngen('derive', write(folder, 'page.md', page(*parts, **more)))
    return (yaml.load(run.out, AllText) if run.status == 0 else None), run


def items(document):
    """[(section, item, its class or None)] of a derived document."""
    found = [(kind, item, None) for kind in ('log', 'statuses', 'responses', 'unmatchable')
             for item in document[kind]]
    return found + [('exceptions', item, class_) for class_ in document['exceptions']
                    for item in class_.get('situations', [class_])]


def same(checks, title, have, want):
    """The item is this one; of `draft` a part is enough."""
    want = {key: value for key, value in want.items() if value is not None}
    have = {key: value for key, value in have.items() if key not in ('examples', 'id')}
    reason = want.pop('draft', None)
    told = have.pop('draft', None)
    checks.same(have, want, title)
    checks.that((reason is None) == (told is None) and (reason is None or reason in told),
                f'{title}: draft: should hold {reason!r}, is {told!r}')
