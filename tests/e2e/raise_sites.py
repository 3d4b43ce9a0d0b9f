#!/usr/bin/python3
"""An exception gets the row of the place that raised it.

Each class of the pattern files is raised at each listed place, and a few lines off it. Its text is
that of another library, which no row knows, or what the place itself builds. It is logged with its
traceback, in text, JSON and devstack's text, at the end of a chain, on the other side of a call
(_Remote), and as what RemoteError tells of it.
The innermost listed frame tells the row; where one place stands behind several rows they are all
named, none is guessed.
Without a traceback the error summary alone tells the class, and the row where a text is one row's.

usage: raise_sites.py [--class WORD] [--service NAME] [--keep]
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
                           load_patterns, logclass, offset, share)

WORDS = 'words of another library, number 4711'
TRACED = ('text', 'json', 'devstack', 'chain', 'remote', 'remote error')
SUMMED = ('text', 'devstack', 'json')
CALL_SITE = ('oslo_messaging/rpc/server.py', 165, '_process_incoming')
DRIFT = 50              # lines: beyond that none is nearer than another

# How one class is raised: its text, the frame or None, the situations that must remain.
Raise = collections.namedtuple('Raise', 'class_ form text site winners')


class Class:
    """A class of a pattern file with its situations."""

    def __init__(self, document, data, short_name):
        self.document, self.data = document, data
        self.name = data['class']
        self.id = f'{document["service"]}.{short_name}'
        self.situations = data.get('situations') or [data]
        self.template = templates.of_entry(data)
        self.is_own = self.name.split('.')[0] in document['packages']
        self.is_builtin = '.' not in self.name

    def entry_id(self, situation):
        return f'{self.id}.{situation["id"]}' if 'id' in situation else self.id

    def wanted(self, names, carried):
        """What an event has when these situations remain; `carried` by a known message."""
        if not names:
            return {'error.type': self.name, 'logclass.exception.id': None,
                    'logclass.exception.row': None}
        want = {
            'error.type': self.name,
            'error.code': str(self.data['status']) if 'status' in self.data else None,
            'logclass.exception.class': self.name,
        }
        if len(names) > 1:
            want.update({
                'logclass.status': 'classified' if carried else 'ambiguous',
                'logclass.exception.id': self.id,
                'logclass.exception.situation': None,
                'logclass.exception.source': None,
                'logclass.exception.candidates.count': len(names),
                'event.code': self.id,
            })
            return want
        one = {**{k: v for k, v in self.data.items() if k != 'note'}, **names[0]}
        caller = one.get('caller', {})
        want.update({
            'logclass.status': 'classified',
            'logclass.exception.id': self.entry_id(names[0]),
            'logclass.exception.row': names[0].get('row'),
            'logclass.exception.situation': one.get('situation'),
            'logclass.exception.candidates': None,
            'event.code': self.entry_id(names[0]),
            'event.reason': one.get('situation'),
            'logclass.caller.seen': caller.get('seen'),
            'logclass.caller.status': int(caller['status']) if caller.get('status') else None,
        })
        return want


def classes_of(document):
    rows = document.get('exceptions', [])
    names = [c['class'] for c in rows]
    own = [name for name in names if name.split('.')[0] in document['packages']]
    return [Class(document, c, short_name(c['class'], own if c['class'] in own else names))
            for c in rows]


def short_name(name, rivals):
    """Its last word, with as many of the module's as tell it from the other classes; the service's
    own classes do not yield to a library's."""
    words = name.split('.')
    for n in range(1, len(words) + 1):
        short = '.'.join(words[-n:])
        if sum(('.' + other).endswith('.' + short) for other in rivals) == 1:
            return short
    return name


def place(text):
    """(file, line) of a listed place; a range counts from its first line."""
    path, line = re.fullmatch(r'(.*?)(?::(\d+)(?:-\d+)?)?', text).groups()
    return path, int(line or 0)


# ---- which situations remain: the rules of doc/patterns.md, told once more ----

def literal(text):
    return sum(len(piece.replace('…', '').encode()) for piece in templates.Template(text).literals)


def fits_some(class_, situation, text):
    texts = situation.get('texts', [])
    if not texts and class_.template and class_.template.has_words:
        return class_.template.read(text) is not None
    return any(templates.Template(t).read(text) is not None for t in texts)


def lies_at(situation, site, drift=DRIFT):
    """A place without a line is near, but not at the very line."""
    path, line, function = site
    here = [at for file, at in map(place, situation.get('raised', [])) if file == path]
    return bool(here) and (function in situation.get('functions', []) or
                           any(abs(at - line) <= drift if at else drift >= 10 for at in here))


# What the interpreter raises by itself, in words that are the same everywhere.
INTERPRETER = {'AttributeError', 'TypeError', 'KeyError', 'IndexError', 'NameError'}


def builtin_is_shown(class_, situation, text, site):
    if not situation.get('texts'):
        return site and lies_at(situation, site, 10)
    if site and lies_at({**situation, 'functions': []}, site, 0 if class_.name in INTERPRETER else 6):
        return True
    if not fits_some(class_, situation, text):
        return False
    files = [file for file, _ in map(place, situation.get('raised', []))]
    if not files or site is None:
        return True
    return lies_at(situation, site) if class_.name in INTERPRETER else site[0] in files


def shown(class_, text, site):
    """The situations that something points to: of a class that is anybody's, not all."""
    if class_.is_own:
        return class_.situations
    rows = []
    for s in class_.situations:
        if class_.is_builtin:
            good = builtin_is_shown(class_, s, text, site)
        else:
            good = fits_some(class_, s, text) or (site and lies_at(s, site))
        if good:
            rows.append(s)
    return rows


def by_text(situations, text):
    """Those whose callers build this text, if any do; the most literal text wins."""
    best = {}
    for n, s in enumerate(situations):
        fits = [literal(t) for t in s.get('texts', [])
                if literal(t) and templates.Template(t).read(text) is not None]
        if fits:
            best[n] = max(fits)
    if not best:
        return situations
    return [situations[n] for n in best if best[n] == max(best.values())]


def by_frame(situations, path, line, function):
    distance = {}
    for n, s in enumerate(situations):
        near = [abs(at - line) if at else DRIFT + 1
                for file, at in map(place, s.get('raised', [])) if file == path]
        if near:
            distance[n] = min(near)
    if not distance:
        return situations
    named = [n for n in distance if function in situations[n].get('functions', [])]
    if named and 0 in distance.values() and all(distance[n] for n in named):
        return [situations[n] for n, d in distance.items() if d == 0 or n in named]
    distance = {n: d for n, d in distance.items() if not named or n in named}
    nearest = min(distance.values())
    return [situations[n] for n, d in distance.items()
            if nearest > DRIFT or d == nearest or d < 2 * nearest]


# ---- what is raised ----

def filled(text):
    """A template with values in its gaps, or None where it says only a part."""
    template = templates.Template(text)
    if template.is_cut:
        return None
    return template.fill({g.name: f'value-{n}' if g.is_text else str(n)
                          for n, g in enumerate(template.gaps)})


def texts_of(class_, situation):
    """Words of nobody, and a text that the situation's place builds."""
    yield WORDS
    for text in situation.get('texts', [])[:1]:
        if filled(text):
            yield filled(text)


def traced(class_):
    """The class raised at, and a few lines off, each place it lists."""
    for situation in class_.situations:
        function = (situation.get('functions') or ['work'])[0]
        for source in situation.get('raised', []):
            path, line = place(source)
            for text in texts_of(class_, situation):
                for shift in (0, 3, -2):
                    at = max(line + shift, 1)
                    rows = shown(class_, text, (path, at, function))
                    winners = rows and by_frame(by_text(rows, text), path, at, function)
                    for form in TRACED if shift == 0 else TRACED[:1]:
                        yield Raise(class_, form, text, (path, at, function), winners)


def summed(class_):
    """Each text of the class without a traceback."""
    texts = [t for s in class_.situations for t in s.get('texts', [])]
    if class_.is_own and class_.template and class_.template.has_words and \
            'template' in class_.data and 'regex' not in class_.data:
        texts.append(class_.data['template'])
    for text in texts:
        finished = filled(text)
        if not finished or '\n' in finished:
            continue
        for form in SUMMED:
            yield Raise(class_, form, finished, None,
                        by_text(shown(class_, finished, None), finished))


def applies(one):
    """A remote builtin keeps its class. A class that is not the service's needs text or frame."""
    if one.class_.is_builtin and (one.form in ('remote', 'remote error') or one.site is None):
        return False
    return one.class_.is_own or one.form != 'remote error'


def make_class(name):
    if name == 'KeyError':              # its str() would be the text's repr()
        return type(name, (KeyError,), {'__module__': 'builtins',
                                        '__str__': lambda self: self.args[0]})
    return oslo.exception_class(name) if '.' in name else getattr(builtins, name)


def remote(error):
    """The same as oslo.messaging rebuilds it on the caller's side (_drivers/common.py)."""
    text = '\n'.join([str(error), *traceback.format_exception(error)])
    module, _, name = type(error).__module__, None, type(error).__name__
    rebuilt = type(name + '_Remote', (Exception,), {'__module__': module + '_Remote',
                                                    '__str__': lambda self: text})
    return raised(rebuilt(), ('oslo_messaging/_drivers/amqpdriver.py', 784, 'send'))


def remote_error(error):
    """What arrives where the class cannot be rebuilt (oslo_messaging/rpc/client.py)."""
    text = 'Remote error: {} {}\n{}.'.format(type(error).__name__, error,
                                            traceback.format_exception(error))
    return raised(oslo.exception_class('oslo_messaging.rpc.client.RemoteError')(text),
                  ('oslo_messaging/_drivers/amqpdriver.py', 784, 'send'))


def raised(error, site, chained=False):
    try:
        oslo.raise_site(*site, chained)(error)
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
    error = raised(error, one.site, one.form == 'chain')
    if one.form == 'remote':
        error = remote(error)
    elif one.form == 'remote error':
        error = remote_error(error)
    return file.log('oslo_messaging.rpc.server', 'ERROR', 'Exception during message handling',
                    site=CALL_SITE, context=oslo.context(),
                    exc_info=(type(error), error, error.__traceback__))


def differences_of(one, event):
    want = one.class_.wanted(one.winners, one.site is not None)
    if one.form == 'remote error':
        want['error.type'] = 'oslo_messaging.rpc.client.RemoteError'
    else:
        want['error.message'] = one.text.rstrip()     # blanks at its end are no part of a text
    if 'text' in one.class_.data.get('secret', []) or \
            any('secret' in s for s in one.class_.situations):
        want.pop('error.message', None)
    if one.form.startswith('remote'):
        want['logclass.exception.remote'] = True
        want['openstack.rpc.remote'] = True
    found = differences(want, event)
    if len(one.winners) > 1:
        ids = get(event, 'logclass.exception.candidates.ids')
        ids = [] if ids is ABSENT else ids
        should = [one.class_.entry_id(w) for w in one.winners]
        if not set(ids) <= set(should) or len(ids) < min(len(should), 8):
            found.append(f'logclass.exception.candidates.ids: should be {should}, is {ids}')
    return found + schema.mistakes(event)


def write_service(folder, document, chosen):
    """Place in the files -> what was raised there, and the files."""
    program = (document.get('programs') or ['nova-compute'])[0]
    places, files = {}, {}
    for kind in ('text', 'json', 'devstack'):
        path = folder / kind / document['service'] / f'{program}.log'
        path.parent.mkdir(parents=True)
        files[kind] = oslo.LogFile(path, kind)
    for one in chosen:
        written = write(files.get(one.form, files['text']), one)
        places[written.path, written.offset] = one, written
    for file in files.values():
        file.close()
    return places, [f.path for f in files.values()]


def check_service(checks, folder, document, chosen):
    places, paths = write_service(folder, document, chosen)
    run = logclass('--emit', 'all', '--timezone', 'UTC', '--patterns', PATTERNS, *paths)
    checks.that(run.status == 0 and not crashed(run),
                f'{document["service"]}: exit status {run.status}: {crashed(run) or run.err}')
    checks.same(len(run.events), len(places), f'{document["service"]}: events')
    for event in run.events:
        key = get(event, 'log.file.path'), offset(event)
        if not checks.that(key in places, f'an event where no record begins: {key}'):
            continue
        one, written = places[key]
        wrong = differences_of(one, event)
        checks.that(not wrong, f'{one.class_.name} [{one.form}; {one.site}; {one.text!r}]\n    '
                    + '\n    '.join(wrong) + f'\n    record: {written.data.decode()[:1500]}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('--class', dest='word', default='', metavar='WORD')
    parser.add_argument('--service', default='', metavar='NAME')
    parser.add_argument('--keep', action='store_true')
    options = parser.parse_args()
    checks = Checks(most=int(os.environ.get('MOST', '40')))
    with Folder(options.keep) as folder:
        for document in load_patterns().values():
            if not document['service'].startswith(options.service):
                continue
            chosen = [one for c in classes_of(document) if options.word in c.name
                      for one in (*traced(c), *summed(c)) if applies(one)]
            if chosen:
                check_service(checks, folder, document, share(chosen))
    checks.that(checks.done > 100 or options.word, 'nothing was raised')
    return checks.end('raise_sites')


if __name__ == '__main__':
    sys.exit(main())
