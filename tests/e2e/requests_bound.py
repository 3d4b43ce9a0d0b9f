#!/usr/bin/python3
"""A line of a real uWSGI is bound to the request that it is about, or to none.

A small service answers under uWSGI. It gives each request an id, as services do, and writes records
of it through oslo.log into the stream in which uWSGI writes its lines. Some requests write several
records, some none, some fail, some raise; one logs before it has a context, so that the record
bears the id of the request before it. Many callers ask at once.
Each caller knows which id its request had, and logclass never says another. With one request at a
time in a process it knows all of those that wrote a record. With threads it says nothing. Where
only failures have a line it says nothing that is wrong.

usage: requests_bound.py [--keep]
"""
import collections
import http.client
import os
import pathlib
import random
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import Checks, Folder, crashed, get, logclass, skip    # noqa: E402

PEERS = os.environ.get('PEERS', '/')
CALLERS, ASKS = 6, 40
KINDS = ('ok', 'talks', 'fails', 'raises', 'quiet', 'early', 'slow')
FAILED = ('fails', 'raises', 'quiet', 'early')          # answered by 500
WROTE = ('ok', 'talks', 'fails', 'raises', 'slow')      # a record with their own id

# What the caller of `kind` gets, and what is written meanwhile.
APPLICATION = '''
import logging, sys, time
from oslo_config import cfg
from oslo_context import context
from oslo_log import log

conf = cfg.ConfigOpts()
log.register_options(conf)
conf(["--debug"], project="svc", default_config_files=[])
log.setup(conf, "svc")
LOG = log.getLogger("svc.api")

def application(environ, start_response):
    kind = environ["PATH_INFO"].split("/")[1]
    if kind == "early":
        LOG.info("looks at what comes")
    own = ""
    if kind not in ("quiet", "early"):
        own = context.RequestContext(user_id="u1", project_id="p1", overwrite=True).request_id
        LOG.info("Processing %s", kind)
    if kind == "slow":
        time.sleep(0.05)
        LOG.info("goes on")
    if kind == "talks":
        for i in range(3):
            LOG.warning("says %d", i)
    if kind == "raises":
        open(environ["HTTP_X_TOLD"], "w").write(own)
        raise KeyError(kind)
    failed = kind in ("fails", "quiet", "early")
    if kind == "fails":
        try:
            raise ValueError("no way")
        except ValueError:
            LOG.exception("Failed")
    start_response("500 No" if failed else "200 Yes", [("X-Openstack-Request-Id", own)])
    return [b"x"]
'''

# One request at a time or not; whether each request has a line.
Server = collections.namedtuple('Server', 'name options single all kinds', defaults=[KINDS])
SERVERS = (
    Server('processes', ['--processes', '3'], True, True),
    Server('one process, kept connections', ['--processes', '1', '--http-keepalive'], True, True,
           tuple(k for k in KINDS if k != 'raises')),     # its connection would stay open, unanswered
    Server('threads', ['--processes', '2', '--threads', '4'], False, True),
    Server('failures only', ['--processes', '2', '--disable-logging', '--log-5xx'], True, False),
)


def find():
    for root in (PEERS, '/'):
        program = pathlib.Path(root) / 'usr/bin/uwsgi-core'
        plugins = pathlib.Path(root) / 'usr/lib/uwsgi/plugins'
        python = sorted(plugins.glob('python3*_plugin.so'))
        if os.access(program, os.X_OK) and python:
            return program, plugins, python[-1].name[:-len('_plugin.so')], pathlib.Path(root)
    return skip(f'needs uwsgi-core and uwsgi-plugin-python3: not below {PEERS}')


class Uwsgi:
    """Runs for the time of a `with`, and writes `log`."""

    def __init__(self, folder, server):
        self.folder, self.log, self.address = folder, folder / 'log', folder / 'http'
        folder.mkdir()
        (folder / 'app.py').write_text(APPLICATION)
        program, plugins, python, root = find()
        self.command = [program, '--plugins-dir', plugins, '--plugin', 'http,' + python, '--http',
                        self.address, '--master', '--lazy-apps', '--die-on-term', '--no-orphan', '--wsgi-file', folder / 'app.py',
                        *server.options]
        libraries = sorted({str(p.parent) for p in (root / 'usr/lib').glob('*/lib*.so*')})
        self.environment = {'PATH': os.environ['PATH'], 'TZ': 'UTC', 'LC_ALL': 'C.UTF-8',
                            'LD_LIBRARY_PATH': ':'.join(libraries) if PEERS != '/' else ''}

    def __enter__(self):
        with open(self.log, 'ab') as out:
            self.process = subprocess.Popen(self.command, stdout=out, stderr=out,
                                            env=self.environment, cwd=self.folder)
        deadline = time.monotonic() + 30
        while True:
            try:
                return self if ask(Connection(self.address), 'ok', self.folder)[0] == 200 else None
            except (OSError, http.client.HTTPException):
                if self.process.poll() is not None or time.monotonic() > deadline:
                    skip('uwsgi did not start: ' + self.log.read_text()[-300:])
                time.sleep(0.05)

    def wait_for(self, lines):
        """Until it has written them: a caller has its answer before."""
        deadline = time.monotonic() + 20
        while self.log.read_bytes().count(b' => generated ') < lines:
            if time.monotonic() > deadline:
                return
            time.sleep(0.02)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)


class Connection(http.client.HTTPConnection):
    """To a socket that is a file."""

    def __init__(self, address):
        super().__init__('localhost', timeout=30)
        self.address = str(address)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.address)


def ask(connection, kind, folder, name='0'):
    """The status, and the id that the request had, empty where it had none."""
    told = folder / f'told-{name}'
    connection.request('GET', f'/{kind}/{name}', headers={'X-Told': str(told)})
    answer = connection.getresponse()
    answer.read()
    own = told.read_text() if told.exists() else answer.getheader('X-Openstack-Request-Id', '')
    return answer.status, own


def call(server, number, kinds, asked):
    order = random.Random(number)
    connection = Connection(server.address)
    for i in range(ASKS):
        kind, name = order.choice(kinds), f'{number}-{i}'
        try:
            _, own = ask(connection, kind, server.folder, name)
        except (OSError, http.client.HTTPException):      # uWSGI closes where the service raised
            told = server.folder / f'told-{name}'
            own = told.read_text() if told.exists() else ''
            connection.close()
        asked[f'/{kind}/{name}'] = kind, own


def check(checks, server, folder):
    asked = {}
    with Uwsgi(folder, server) as running:
        callers = [threading.Thread(target=call, args=(running, i, server.kinds, asked)) for i in range(CALLERS)]
        for c in callers:
            c.start()
        for c in callers:
            c.join()
        wanted = [p for p, (kind, _) in asked.items() if server.all or kind in FAILED]
        running.wait_for(len(wanted) + server.all)      # the one that tried whether it was up
    run = logclass('-e', 'all', running.log)
    checks.that(not crashed(run), f'{server.name}: {run.err[-300:]}')
    seen = bound = 0
    for event in run.events:
        kind, own = asked.get(get(event, 'url.path'), ('', ''))
        if not kind:
            continue
        seen += 1
        said = get(event, 'openstack.request_id')
        said = said if isinstance(said, str) else ''
        bound += bool(said)
        what = f'{server.name}: {kind}, {get(event, "url.path")}'
        checks.same(get(event, 'http.response.status_code'), 500 if kind in FAILED else 200, what)
        if said:
            checks.same(said, own, f'{what}: its id')
            checks.same(get(event, 'logclass.request_inferred'), True, f'{what}: inferred')
        elif server.single and server.all:
            checks.that(kind not in WROTE, f'{what}: no id')
    checks.same(seen, len(wanted), f'{server.name}: lines of requests')
    checks.that(bound == 0 or server.single, f'{server.name}: {bound} bound')
    print(f'{server.name}: {seen} lines of requests, {bound} bound')


def main():
    checks = Checks()
    with Folder(keep='--keep' in sys.argv) as folder:
        for i, server in enumerate(SERVERS):
            check(checks, server, pathlib.Path(folder) / str(i))
    return checks.end('requests_bound')


if __name__ == '__main__':
    sys.exit(main())
