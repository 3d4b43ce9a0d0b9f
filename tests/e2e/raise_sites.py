#!/usr/bin/python3
"""An exception gets the row of the place that raised it.

Each class of the pattern files is raised at each listed place, with words that no row knows, and
logged with its traceback, in text and in JSON, here and on the other side of a call (_Remote).
The innermost listed frame tells the row; where one place stands behind several rows they are all
named, none is guessed.
Each text that one row alone builds tells its row without any frame, from the error summary.

usage: raise_sites.py [--class WORD] [--keep]
"""
import argparse
import builtins
import collections
import os
import pathlib
import re
import sys
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import oslo_writer as oslo                                               # noqa: E402
import schema                                                            # noqa: E402
import template as templates                                             # noqa: E402
from logclass_test import (ABSENT, PATTERNS, Checks, Folder, crashed, differences, get,  # noqa: E402
                           load_patterns, logclass, offset)

WORDS = 'words of another library, number 4711'
FORMS = ('text', 'JSON', 'remote')
CALL_SITE = ('oslo_messaging/rpc/server.py', 165, '_process_incoming')

Raise = collections.namedtuple('Raise', 'class_ form text site winners source')


class Class:
    """A class of a pattern file with its situations."""

    def __init__(self, document, data, doubled):
        self.document, self.data = document, data
        self.name = data['class']
        words = self.name.split('.')
        last = '.'.join(words[-2:]) if doubled else words[-1]
        self.id = f'{document["service"]}.{last}'
        self.situations = data['situations']

    def wanted(self, names, source):
        """What an event has when these situations remain."""
        want = {
            'error.type': self.name,
            'error.code': self.data.get('status'),
            'logclass.exception.class': self.name,
        }
        if len(names) == 1:
            (one,) = [s for s in self.situations if s['id'] == names[0]]
            want.update({
                'logclass.status': 'classified',
                'logclass.exception.id': f'{self.id}.{one["id"]}',
                'logclass.exception.row': one['row'],
                'logclass.exception.situation': one.get('situation'),
                'logclass.exception.source': source,
                'logclass.exception.candidates': None,
                'event.code': f'{self.id}.{one["id"]}',
                'event.reason': one.get('situation'),
                'logclass.caller.seen': one.get('caller', {}).get('seen'),
            })
        else:
            want.update({
                'logclass.status': 'ambiguous',
                'logclass.exception.id': self.id,
                'logclass.exception.situation': None,
                'logclass.exception.source': None,
                'logclass.exception.candidates.count': len(names),
                'event.code': self.id,
            })
        return want


def classes_of(document):
    rows = [c for c in document.get('exceptions', []) if 'situations' in c]
    last = collections.Counter(c['class'].split('.')[-1] for c in rows)
    return [Class(document, c, last[c['class'].split('.')[-1]] > 1) for c in rows]


def place(text):
    """(file, line) of a listed place; a range counts from its first line."""
    path, line = re.fullmatch(r'(.*?)(?::(\d+)(?:-\d+)?)?', text).groups()
    return path, int(line or 0)


def by_frame(class_):
    """The class raised at each place it lists."""
    for situation in class_.situations:
        for source in situation.get('raised', []):
            site = place(source)
            winners = [s['id'] for s in class_.situations
                       if site in map(place, s.get('raised', []))]
            if len(class_.situations) == 1:
                winners = [situation['id']]
            function = (situation.get('functions') or ['work'])[0]
            for form in FORMS:
                yield Raise(class_, form, WORDS, (*site, function), winners, source)


def built_by(class_, text):
    """The situations whose callers build this text."""
    return [s['id'] for s in class_.situations
            if any(templates.Template(t).read(text) is not None for t in s.get('texts', []))]


def by_text(class_):
    """Each text that one row alone builds; no traceback."""
    for situation in class_.situations:
        for text in situation.get('texts', []):
            template = templates.Template(text)
            finished = template.fill({g.name: f'value-{n}' if g.is_text else str(n)
                                      for n, g in enumerate(template.gaps)})
            if finished and built_by(class_, finished) == [situation['id']]:
                source = (situation.get('raised') or [None])[0]
                for form in ('summary', 'JSON summary'):
                    yield Raise(class_, form, finished, None, [situation['id']], source)


def make_class(name):
    return oslo.exception_class(name) if '.' in name else getattr(builtins, name)


def remote(error):
    """The same as oslo.messaging rebuilds it on the caller's side (_drivers/common.py)."""
    text = '\n'.join([str(error), *traceback.format_exception(error)])
    module, _, name = type(error).__module__, None, type(error).__name__
    rebuilt = type(name + '_Remote', (Exception,), {'__module__': module + '_Remote',
                                                    '__str__': lambda self: text})
    return raised(rebuilt(), ('oslo_messaging/_drivers/amqpdriver.py', 784, 'send'))


def raised(error, site):
    try:
        oslo.raise_site(*site, False)(error)
    except Exception as e:                   # pylint: disable=broad-except
        return e


def write(file, one):
    error = make_class(one.class_.name)(one.text)
    if one.site is None:
        package = one.class_.document['packages'][0]
        try:
            raise error
        except Exception:                    # pylint: disable=broad-except
            return file.log(f'{package}.some.module', 'ERROR', 'The operation failed',
                            site=('some/module.py', 10, 'work'), context=oslo.context())
    error = raised(error, one.site)
    if one.form == 'remote':
        error = remote(error)
    return file.log('oslo_messaging.rpc.server', 'ERROR', 'Exception during message handling',
                    site=CALL_SITE, context=oslo.context(),
                    exc_info=(type(error), error, error.__traceback__))


def differences_of(one, event):
    want = one.class_.wanted(one.winners, one.source)
    # oslo.log takes blanks off the end of a summary
    want['error.message'] = one.text if one.site else one.text.rstrip()
    if one.form == 'remote':
        want['logclass.exception.remote'] = True
        want['openstack.rpc.remote'] = True
    found = differences(want, event)
    if len(one.winners) > 1:
        ids = get(event, 'logclass.exception.candidates.ids')
        ids = [] if ids is ABSENT else ids
        if sorted(ids) != sorted(f'{one.class_.id}.{w}' for w in one.winners):
            found.append(f'logclass.exception.candidates.ids: should be {one.winners}, is {ids}')
    return found + schema.mistakes(event)


def applies(one):
    """A remote builtin keeps its class, and a summary without exc_info leaves some out."""
    builtin = '.' not in one.class_.name
    if one.form == 'remote':
        return not builtin
    return not (builtin and one.site is None)


def check_service(checks, folder, document, chosen):
    programs = document.get('programs') or ['heat-engine']
    places = {}
    files = {}
    for as_json in (False, True):
        path = folder / ('json' if as_json else 'text') / f'{document["service"]}' / \
            f'{programs[0]}.log'
        path.parent.mkdir(parents=True)
        files[as_json] = oslo.LogFile(path, as_json)
    for one in chosen:
        written = write(files[one.form.startswith('JSON')], one)
        places[written.path, written.offset] = one, written
    for file in files.values():
        file.close()
    run = logclass('--emit', 'all', '--timezone', 'UTC', '--patterns', PATTERNS,
                   *(f.path for f in files.values()))
    checks.that(run.status == 0 and not crashed(run),
                f'{document["service"]}: exit status {run.status}: {crashed(run) or run.err}')
    checks.same(len(run.events), len(places), f'{document["service"]}: events')
    for event in run.events:
        key = get(event, 'log.file.path'), offset(event)
        if not checks.that(key in places, f'an event where no record begins: {key}'):
            continue
        one, written = places[key]
        wrong = differences_of(one, event)
        checks.that(not wrong, f'{one.class_.name} [{one.form}; {one.site or one.text!r}]\n    '
                    + '\n    '.join(wrong) + f'\n    record: {written.data.decode()[:1500]}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('--class', dest='word', default='', metavar='WORD')
    parser.add_argument('--keep', action='store_true')
    options = parser.parse_args()
    checks = Checks(most=int(os.environ.get('MOST', '40')))
    with Folder(options.keep) as folder:
        for document in load_patterns().values():
            chosen = [one for c in classes_of(document) if options.word in c.name
                      for one in (*by_frame(c), *by_text(c)) if applies(one)]
            if chosen:
                check_service(checks, folder, document, chosen)
    checks.that(checks.done > 100 or options.word, 'nothing was raised')
    return checks.end('raise_sites')


if __name__ == '__main__':
    sys.exit(main())
