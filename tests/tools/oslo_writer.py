"""oslo_writer.py - log files written by the real oslo.log, and what was put into each record.

Records are logged through logging.Logger and oslo.log's own adapter and formatters, from call sites
that have the file name and line of the service's own source, so that `pathname` and the suffix of
debug lines are those of the service.
"""
import functools
import logging
import os
import time

import logclass_test
from logclass_test import skip

os.environ['TZ'] = 'UTC'
time.tzset()
try:
    from oslo_config import cfg
    from oslo_context import context as oslo_context
    from oslo_log import formatters, handlers, log
except ImportError:
    skip('needs python3-oslo.log')

INSTALLED = '/usr/lib/python3/dist-packages/'
REQUEST = 'req-6f0c2b1e-7d2a-4f9b-9d3e-1a2b3c4d5e6f'
USER = 'd9c0b1a2e3f44d55b6c7d8e9f0a1b2c3'
PROJECT = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
USER_NAME = 'admin'
PROJECT_NAME = 'service'
INSTANCE = '7d1b9c7a-0000-4000-8000-00000000abcd'


# What devstack sets for units whose standard output the journal reads
# (functions: setup_systemd_logging).
DEVSTACK = {
    'logging_context_format_string':
        '%(color)s%(levelname)s %(name)s [\033[01;36m%(global_request_id)s %(request_id)s '
        '\033[00;36m%(project_name)s %(user_name)s%(color)s] '
        '\033[01;35m%(instance)s%(color)s%(message)s\033[00m',
    'logging_default_format_string':
        '%(color)s%(levelname)s %(name)s [\033[00;36m-%(color)s] '
        '\033[01;35m%(instance)s%(color)s%(message)s\033[00m',
    'logging_debug_format_suffix':
        '\033[00;33m{{(pid=%(process)d) %(funcName)s %(pathname)s:%(lineno)d}}\033[00m',
    'logging_exception_prefix': 'ERROR %(name)s \033[01;35m%(instance)s\033[00m',
}


@functools.lru_cache(maxsize=None)
def configuration(options=()):
    conf = cfg.ConfigOpts()
    log.register_options(conf)
    conf([], project='logclass', default_config_files=[])
    for name, value in options:
        conf.set_override(name, value)
    return conf


def formatter(form, options=None):
    if form == 'devstack':
        options = DEVSTACK
    conf = configuration(tuple((options or {}).items()))
    if form == 'json':
        return formatters.JSONFormatter(datefmt=conf.log_date_format)
    return formatters.ContextFormatter(datefmt=conf.log_date_format, config=conf)


def context():
    return oslo_context.RequestContext(
        request_id=REQUEST, user_id=USER, project_id=PROJECT, user_domain_id='default',
        user_name=USER_NAME, project_name=PROJECT_NAME, project_domain_id='default',
        overwrite=False)


@functools.lru_cache(maxsize=None)
def call_site(path, line, function):
    """A function of that name in that file, which logs from that line."""
    code = '\n' * max(line - 2, 0) + (f'def {function}(log, level, msg, args, more):\n'
                                      '    log.log(level, msg, *args, **more)\n')
    space = {}
    exec(compile(code, INSTALLED + path, 'exec'), space)     # pylint: disable=exec-used
    return space[function]


@functools.lru_cache(maxsize=None)
def exception_class(dotted):
    module, _, name = dotted.rpartition('.')
    return type(name, (Exception,), {'__module__': module})


@functools.lru_cache(maxsize=None)
def raise_site(path, line, function, chained):
    code = '\n' * max(line - (5 if chained else 2), 0)
    if chained:
        code += (f'def {function}(error):\n'
                 '    try:\n'
                 "        {}['vmoves']\n"
                 '    except KeyError as cause:\n'
                 '        raise error from cause\n')
    else:
        code += f'def {function}(error):\n    raise error\n'
    space = {}
    exec(compile(code, INSTALLED + path, 'exec'), space)     # pylint: disable=exec-used
    return space[function]


class Written:
    """One record as it stands in a file."""

    def __init__(self, path, at, data, created):
        self.path, self.offset, self.data, self.created = path, at, data, created

    @property
    def lines(self):
        return self.data.count(b'\n')


class LogFile(logging.Handler):
    """A file in which each record's place is known; its form is text, json or devstack.

    `options` are oslo.log's, as an operator sets them.
    """

    def __init__(self, path, form, pid=None, options=None, colours=False):
        super().__init__()
        self.path, self.pid, self.colours = path, pid, colours or form == 'devstack'
        self.setFormatter(formatter(form, options))
        self.file = open(path, 'wb')         # pylint: disable=consider-using-with
        self.last = None

    def emit(self, record):
        record.process = self.pid or record.process
        text = self.coloured(record) if self.colours else self.format(record)
        data = text.encode('utf-8', 'surrogateescape') + b'\n'
        self.last = Written(str(self.path), self.file.tell(), data, record.created)
        self.file.write(data)

    def coloured(self, record):
        """As oslo.log's ColorHandler does it."""
        record.color = handlers.ColorHandler.LEVEL_COLORS[record.levelno]
        record.reset_color = '\033[00m'
        return self.format(record) + record.reset_color

    def handleError(self, record):
        raise                                # pylint: disable=misplaced-bare-raise

    def close(self):
        self.file.close()
        super().close()

    def log(self, logger, level, msg, args=(), site=('unknown/place.py', 10, 'work'), **more):
        """One record; returns where and how it was written."""
        target = logging.getLogger(logger)
        target.setLevel(1)
        target.propagate = False
        target.handlers = [self]
        adapter = log.KeywordArgumentAdapter(target, {'project': 'unknown', 'version': 'unknown'})
        self.last = None
        call_site(*site)(adapter, getattr(logging, level), msg, args, more)
        target.handlers = []
        if self.last is None:
            raise RuntimeError(f'{logger} did not log {msg!r}')
        return self.last


__all__ = ['LogFile', 'Written', 'context', 'exception_class', 'raise_site', 'REQUEST', 'USER',
           'PROJECT', 'INSTANCE', 'logclass_test']
