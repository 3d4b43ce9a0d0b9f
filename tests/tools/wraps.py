"""wraps.py - how the transports write a record: each takes its bytes, newline and all, and gives the
bytes that stand in the transport's file.

Sources of the forms: rsyslog (tools/rsyslogd.c, runtime/parser.c), RFC 3164 and 5424, systemd 252
(src/shared/logs-show.c), the CRI logging design of Kubernetes, moby (daemon/logger/jsonfilelog),
httpd 2.4 (server/log.c, ap_escape_errorlog_item), mod_wsgi 4.9, kolla-ansible's fluentd.
"""
import base64
import json
import re
import struct

HOST = 'ctl1.example'


class Wrap:
    """One way to write a record. `lines`: it is written line by line, in place of as a whole."""

    def __init__(self, name, envelopes, write, host=HOST, takes=('text', 'json', 'devstack')):
        self.name, self.envelopes, self.host, self.kinds = name, envelopes, host, takes
        self.write = write

    def takes(self, kind):
        return kind in self.kinds


# Fields that an envelope cannot keep, by its name.
UNSURE = {}


def by_line(wrap_line):
    def write(record, n):
        return b''.join(wrap_line(line, n) for line in record[:-1].split(b'\n'))
    return write


def inside(outer, inner):
    """A line of `inner` as a line of `outer`."""
    def write(record, n):
        return b''.join(outer(line, n) for line in inner(record, n)[:-1].split(b'\n'))
    return write


# ---- syslog ----

def escaped(text):
    """As rsyslogd escapes control characters on receipt."""
    return re.sub(rb'[\0-\x1f\x7f]', lambda m: b'#%03o' % m.group()[0], text)


def syslog3164(line, n):
    return b'Dec  1 01:%02d:31 %s some-program[77]: %s\n' % (n % 60, HOST.encode(), escaped(line))


def syslog3164_whole(record, n):
    return b'<11>' + syslog3164(record[:-1], n)


def syslog_iso(line, n):
    return b'2026-12-01T01:%02d:31.123456+01:00 %s some-program: %s\n' % (
        n % 60, HOST.encode(), escaped(line))


def syslog5424(line, n):
    return b'<11>1 2026-12-01T01:%02d:31.123456Z %s some-program 77 - [o ip="::1" x="a\\]"] %s\n' % (
        n % 60, HOST.encode(), escaped(line))


# ---- journalctl ----

def indented(head):
    def write(record, n):
        begin = head % (n % 60, HOST.encode())
        text = re.sub(rb'\x1b\[[0-9;]*m', b'', record[:-1])
        return begin + text.replace(b'\n', b'\n' + b' ' * len(begin)) + b'\n'
    return write


ALL = [
    Wrap('syslog3164', ['syslog3164'], by_line(syslog3164)),
    Wrap('syslog3164 whole', ['syslog3164'], syslog3164_whole),
    Wrap('syslog iso', ['syslog3164'], by_line(syslog_iso)),
    Wrap('syslog5424', ['syslog5424'], by_line(syslog5424)),
    Wrap('syslog5424 whole', ['syslog5424'], lambda r, n: syslog5424(r[:-1], n)),
    Wrap('journalctl short', ['journalctl'], indented(b'Dec 01 01:%02d:31 %s program[77]: ')),
    Wrap('journalctl short-precise', ['journalctl'],
         indented(b'Dec 01 01:%02d:31.123456 %s program[77]: ')),
    Wrap('journalctl short-iso', ['journalctl'],
         indented(b'2026-12-01T01:%02d:31+0100 %s program[77]: ')),
    Wrap('journalctl short-full', ['journalctl'],
         indented(b'Tue 2026-12-01 01:%02d:31 CET %s program[77]: ')),
    Wrap('journalctl short-unix', ['journalctl'],
         indented(b'17960862%02d.123456 %s program[77]: ')),
]
