#!/usr/bin/python3
"""Every entry of the catalogue is found in what oslo.log really writes.

A service logs each example of each log entry and marker of patterns/*.yaml, through the real
formatters of oslo.log. It does so in text, in JSON and in devstack's text, with a request and without one, about an
instance, with an exception and its traceback, and while an exception is being handled.
The values hold quotes, colons, percent signs, newlines and messages of other services.
logclass names the entry, its row, situation and source, and gives back the values that were put in.

usage: oslo_formats.py [--entry SERVICE.ID] [--keep]
"""
import argparse
import collections
import datetime
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import oslo_writer as oslo                                               # noqa: E402
import schema                                                            # noqa: E402
import template as templates                                             # noqa: E402
from logclass_test import (ABSENT, PATTERNS, Checks, Folder, crashed, differences, get,  # noqa: E402
                           load_patterns, logclass, offset, show, share)

PARAM_BYTES = 1024      # more of a value is cut, on a character boundary, and ends in …
PARAMS = 16             # more are left out

# How a record is logged. `exc`: given (exc_info), repeats (the same, its text is the last value),
# active (being handled, not given).
Form = collections.namedtuple('Form', 'name kind context instance exc elsewhere',
                              defaults=['text', True, False, None, False])
FORMS = [
    Form('text'),
    Form('text, no request', context=False),
    Form('text, instance', instance=True),
    Form('text, traceback', exc='given'),
    Form('text, traceback that repeats the text', exc='repeats'),
    Form('text, instance and traceback', instance=True, exc='given'),
    Form('text, exception being handled', exc='active'),
    Form('text, another logger', elsewhere=True),
    Form('JSON', kind='json'),
    Form('JSON, no request', kind='json', context=False),
    Form('JSON, traceback', kind='json', exc='given'),
    Form('devstack', kind='devstack'),
    Form('devstack, no request', kind='devstack', context=False),
    Form('devstack, instance and traceback', kind='devstack', instance=True, exc='given'),
    Form('devstack, exception being handled', kind='devstack', exc='active'),
]
VALUE_FORMS = [f for f in FORMS if f.name in ('text', 'text, traceback', 'JSON', 'devstack')]
ENVELOPE = {'text': 'oslo_text', 'json': 'oslo_json', 'devstack': 'devstack'}

# A class of which no catalogue knows, raised in a place of which none does.
CLASS = 'novaclient.exceptions.ClientException'
CLASS_TEXT = 'Expecting to find domain in project. (HTTP 400) (Request-ID: %s)' % oslo.REQUEST
RAISED_AT = ('novaclient/client.py', 83, 'request')

# What stands in the gaps of a template in turn; {} is the number of the gap.
VALUES = {
    'plain': '9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c{:02d}',
    'quotes': """it's "gap {}", isn't it""",
    'colons': 'gap {}: host:port: 10.0.0.5:8774',
    'percent': '100% of %s and %(gap{})s, 5%d',
    'newline': 'gap {} first line\nsecond line\n\n  fourth, indented',
    'unicode': 'gap {} “naïve” 漢字 🦄',
    'empty': '',
    'long': 'gap {} ' + 'lorem ipsum ' * 120 + 'end',
}

INSIDE = 'Traceback (most recent call last):\n\n'       # as WSME puts one into a message
SUMMARY = re.compile(r': ([a-z_]\w*\.)+[A-Z]\w+: ')

SIGNATURE = re.compile(r'(?<=temp_url_sig=)[^\s&]+')

LEVEL_WITH_SUMMARY = ('WARNING', 'ERROR', 'CRITICAL')


def hidden(text):
    """A text as an event shows it: a signed URL is hidden, empty lines at its end are nobody's."""
    return re.sub(r'(\n[ \t]*)+$', '', SIGNATURE.sub('[redacted:url_signature]', text))


class Entry:
    """An entry of `log` or `markers`, and how its service logs it."""

    def __init__(self, document, data, kind):
        self.document, self.data, self.kind = document, data, kind
        self.service = document['service']
        self.id = f'{self.service}.{data["id"]}'
        self.level = data.get('level', 'WARNING')
        self.loggers = data.get('loggers') or [document['packages'][0]]
        self.template = templates.of_entry(data)
        self.secret = data.get('secret', [])

    @property
    def program(self):
        """Whose log it is in: the entries of `common` are logged by some service."""
        return (self.document.get('programs') or ['heat-engine'])[0]

    @property
    def sources(self):
        return self.data.get('source', [])

    def site(self):
        """Where it is logged from: the last listed place."""
        function = (self.data.get('functions') or ['work'])[0]
        if not self.sources:
            return ('unlisted/place.py', 10, function)
        path, line = re.fullmatch(r'(.*?)(?::(\d+)(?:-\d+)?)?', self.sources[-1]).groups()
        return path, int(line or 10), function


class Sample:
    """One text to be logged for an entry, and the values in it."""

    def __init__(self, entry, name, text, params, all_params=True):
        self.entry, self.name, self.text, self.params = entry, name, text, params
        self.all_params = all_params        # false: an example names those that matter

    @property
    def ends_like_a_summary(self):
        """Text that ends in a class and its text is read as oslo.log's error summary, too."""
        return self.entry.level in LEVEL_WITH_SUMMARY and SUMMARY.search(self.text) is not None

    @property
    def holds_an_exception(self):
        return self.ends_like_a_summary or INSIDE in self.text

    def call(self):
        """The msg and args of the log call, and whether msg is the entry's template."""
        template = self.entry.template
        if template and template.style == 'percent' and template.gaps and self.params is not None \
                and template.fill(self.params) == self.text:
            return template.text, template.arguments(self.params), True
        return self.text, (), bool(template) and template.text == self.text

    def last_value(self):
        """The value that ends the text, where one does."""
        template = self.entry.template
        if self.params and template and template.gaps and template.pieces[-1] == '':
            value = self.params.get(template.gaps[-1].name)
            if value and value.strip() == value and template.gaps[-1].is_text:
                return value
        return None


def foreign_text(service, everything):
    """A message of another service, to stand inside a value."""
    for other, document in everything.items():
        if other not in (service, 'common'):
            return next(x['text'] for e in document['log'] for x in e['examples']
                        if '\n' not in x['text'])
    return 'nothing'


def samples(entry, everything):
    for n, example in enumerate(entry.data.get('examples', []), 1):
        yield Sample(entry, f'example {n}', example['text'], example.get('params'), False)


def value_samples(entry, everything):
    """The template filled with each kind of value, where reading it back is not ambiguous."""
    template = entry.template
    if not template or template.is_cut or not template.gaps:
        return
    kinds = {**VALUES, 'foreign': foreign_text(entry.service, everything).replace('{', '{{')
             .replace('}', '}}')}
    if entry.secret:
        del kinds['foreign']        # in every gap the same, it would be hidden in all
    for kind, value in kinds.items():
        params = {g.name: value.format(n) if g.is_text else str(17 + n)
                  for n, g in enumerate(template.gaps)}
        text = template.fill(params)
        if text and template.read(text) == params and text.strip() == text:
            yield Sample(entry, kind, text, params)


def shown_param(value):
    """A value as the event has it, or its head where it is longer than that."""
    data = value.encode('utf-8')
    if len(data) <= PARAM_BYTES:
        return value, False
    return data[:PARAM_BYTES - 3].decode('utf-8', 'ignore'), True


class Put:
    """A record that was written, and what must come out."""

    def __init__(self, sample, form, written, error, by_template):
        self.sample, self.form, self.written = sample, form, written
        self.error, self.by_template = error, by_template

    def __str__(self):
        return f'{self.sample.entry.id} [{self.sample.name}; {self.form.name}]'

    def expected(self):
        entry, data, form = self.sample.entry, self.sample.entry.data, self.form
        want = {
            'log.level': entry.level.lower(),
            'logclass.status': 'ambiguous' if form.elsewhere else 'classified',
            'logclass.log.id': entry.id,
            'logclass.log.row': data.get('row'),
            'logclass.log.candidates': None,
            'event.code': entry.id,
            'logclass.lines': self.written.lines,
            'logclass.bytes': len(self.written.data),
            'offset': self.written.offset,
            'openstack.request_id': oslo.REQUEST if form.context else None,
            **identity(form),
            'openstack.instance.id': oslo.INSTANCE if form.instance else None,
            'logclass.input.envelope': [ENVELOPE[form.kind]],
        }
        if form.elsewhere:
            want.update({'logclass.log.situation': None, 'logclass.caller': None})
        else:
            want['logclass.log.situation'] = data.get('situation')
            want['logclass.log.source'] = self.source()
            want['event.reason'] = data.get('situation')
            if data.get('severity'):
                want['event.severity'] = int(data['severity'])
            caller = data.get('caller', {})
            want['logclass.caller.seen'] = caller.get('seen')
            if caller.get('status'):
                want['logclass.caller.status'] = int(caller['status'])
        if not entry.secret and len(self.sample.text.encode()) < 8192:
            want['message'] = hidden(self.sample.text)
        if self.error:
            want['error.type'] = CLASS
            want['error.message'] = hidden(self.error)
        elif INSIDE not in self.sample.text:
            want['error.type'] = None
        return want

    def source(self):
        """The place that the record names, else the first listed."""
        entry = self.sample.entry
        if not entry.sources:
            return None
        names_it = self.form.kind == 'json' or entry.level == 'DEBUG'
        return entry.sources[-1 if names_it else 0]

    def differences(self, event):
        want = self.expected()
        if self.sample.ends_like_a_summary and not self.error:
            want = {k: v for k, v in want.items() if k.startswith('logclass.log.')}
        found = differences(want, event)
        if self.sample.params is not None and not self.sample.ends_like_a_summary:
            found += self.wrong_params(get(event, 'logclass.params'))
        confidence = get(event, 'logclass.confidence')
        if self.form.elsewhere and confidence > 50:
            found.append(f'logclass.confidence: should be at most 50, is {confidence}')
        if self.form.kind == 'json' and self.by_template and confidence != 100:
            found.append(f'logclass.confidence: should be 100 (msg is the template), is {confidence}')
        return found + wrong_time(self.written, self.form.kind, event) + schema.mistakes(event)

    def wrong_params(self, have):
        """Sentences about values that are not those put in."""
        have = {} if have is ABSENT else have
        want = dict(list(self.sample.params.items())[:PARAMS])
        for name in sorted(set(want) | (set(have) if self.sample.all_params else set())):
            if name not in want or name not in have:
                yield (f'logclass.params.{name}: should be {show(want.get(name))}, '
                       f'is {show(have.get(name))}')
                continue
            value, cut = shown_param(hidden(want[name]))
            if name in self.sample.entry.secret or 'text' in self.sample.entry.secret:
                good = have[name].startswith('[redacted:')
            else:
                good = have[name][:-1].startswith(value[:-8]) and have[name].endswith('…') \
                    if cut else have[name] == value
            if not good:
                yield f'logclass.params.{name}: should be {value!r}, is {have[name]!r}'


def identity(form):
    """Text has ids, devstack's text names, JSON both."""
    ids = form.context and form.kind != 'devstack'
    names = form.context and form.kind != 'text'
    return {
        'user.id': oslo.USER if ids else None,
        'user.name': oslo.USER_NAME if names else None,
        'cloud.project.id': oslo.PROJECT if ids else None,
        'cloud.project.name': oslo.PROJECT_NAME if names else None,
    }


def wrong_time(written, kind, event):
    """A sentence when the event's time is not the record's."""
    have = get(event, '@timestamp')
    if kind == 'devstack':
        source = get(event, 'logclass.time.source')
        return [] if source == 'read' else [f'logclass.time.source: should be read, is {source}']
    if kind == 'text':
        want = written.data[:23].decode().replace(' ', 'T') + 'Z'
        return [] if have == want else [f'@timestamp: should be {want}, is {have}']
    moment = datetime.datetime.fromisoformat(have.replace('Z', '+00:00'))
    # `created` has a digit behind the microseconds: which way it is rounded is all the same
    off = moment - datetime.datetime.fromtimestamp(written.created, datetime.timezone.utc)
    return [] if abs(off) <= datetime.timedelta(microseconds=1) else \
        [f'@timestamp: should be near {written.created}, is {have}']


def applies(form, sample):
    entry = sample.entry
    if form.exc == 'active':
        return entry.level in LEVEL_WITH_SUMMARY
    if form.exc == 'repeats':
        return sample.last_value() is not None and not entry.secret
    if form.elsewhere:
        return not sample.holds_an_exception and entry.kind == 'log' and bool(entry.data.get('loggers')) and \
            entry.template is not None and entry.template.has_words
    return True


def error_of(form, sample):
    """The text of the exception, None where there is none."""
    if form.exc == 'repeats':
        return sample.last_value()
    return CLASS_TEXT if form.exc else None


def fail(text):
    oslo.raise_site(*RAISED_AT, False)(oslo.exception_class(CLASS)(text))


def caught(text):
    try:
        fail(text)
    except Exception as e:                   # pylint: disable=broad-except
        return type(e), e, e.__traceback__


def put(file, sample, form):
    """Logs one sample in one form."""
    msg, args, by_template = sample.call()
    more = {'context': oslo.context() if form.context else None}
    if form.instance:
        more['instance_uuid'] = oslo.INSTANCE
    logger = sample.entry.loggers[0]
    if form.elsewhere:
        logger = sample.entry.document['packages'][0] + '.elsewhere.module'
    error = error_of(form, sample)

    site = sample.entry.site()
    if form.exc == 'active':
        try:
            fail(error)
        except Exception:                    # pylint: disable=broad-except
            written = file.log(logger, sample.entry.level, msg, args, site, **more)
    else:
        if form.exc:
            more['exc_info'] = caught(error)
        written = file.log(logger, sample.entry.level, msg, args, site, **more)
    return Put(sample, form, written, error, by_template)


def write_all(folder, form, chosen):
    """One file a service, named as its program; returns its path and what was put into it."""
    files, puts = {}, []
    for sample in chosen:
        name = sample.entry.service
        if name not in files:
            path = folder / f'{FORMS.index(form):02d}-{name}' / f'{sample.entry.program}.log'
            path.parent.mkdir(parents=True, exist_ok=True)
            files[name] = oslo.LogFile(path, form.kind)
        puts.append(put(files[name], sample, form))
    for file in files.values():
        file.close()
    return [str(f.path) for f in files.values()], puts


def check_form(checks, folder, form, chosen):
    paths, puts = write_all(folder, form, chosen)
    run = logclass('--emit', 'all', '--timezone', 'UTC', '--patterns', PATTERNS, *paths)
    if not checks.that(not crashed(run) and run.status == 0,
                       f'{form.name}: exit status {run.status}: {crashed(run) or run.err[-2000:]}'):
        return
    events = collections.defaultdict(list)
    for event in run.events:
        events[get(event, 'log.file.path'), offset(event)].append(event)
    for one in puts:
        found = events.pop((one.written.path, one.written.offset), [])
        if not checks.that(len(found) == 1, f'{one}: {len(found)} events for one record\n'
                           f'    {one.written.data.decode()[:1000]}'):
            continue
        wrong = one.differences(found[0])
        checks.that(not wrong, f'{one}\n    ' + '\n    '.join(wrong)
                    + f'\n    record: {one.written.data.decode()[:700].rstrip()}')
    for (path, at), found in events.items():
        checks.fail(f'{form.name}: an event where no record begins: {path} at {at}: '
                    f'{found[0]["message"][:200]!r}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('--entry', metavar='SERVICE.ID')
    parser.add_argument('--keep', action='store_true')
    options = parser.parse_args()
    everything = load_patterns()
    entries = [Entry(document, data, kind) for document in everything.values()
               for kind in ('log', 'markers') for data in document.get(kind, [])
               if not data.get('frames')]        # those need a traceback: tests/cases/catalogue
    if options.entry:
        entries = [e for e in entries if e.id == options.entry]
    examples = share(s for e in entries for s in samples(e, everything))
    values = share(s for e in entries for s in value_samples(e, everything))
    checks = Checks(most=int(os.environ.get('MOST', '60')))
    checks.that(examples, 'there is no example to log')
    with Folder(options.keep) as folder:
        for form in FORMS:
            chosen = examples + (values if form in VALUE_FORMS else [])
            check_form(checks, folder, form, [s for s in chosen if applies(form, s)])
    return checks.end('oslo_formats')


if __name__ == '__main__':
    sys.exit(main())
