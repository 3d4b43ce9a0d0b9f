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


def numbered(form):
    """Each line behind its number, which goes on within the record."""
    def write(record, n):
        lines = record[:-1].split(b'\n')
        return b''.join(form % (n * 1000 + i, line) for i, line in enumerate(lines, 1))
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


# ---- containers, journals, shippers ----

def dumps(value):
    return json.dumps(value).encode() + b'\n'


def text_of(data):
    return data.decode('utf-8', 'surrogateescape')


def docker(line, n):
    return dumps({'log': text_of(line) + '\n', 'stream': 'stderr',
                  'time': '2026-12-01T01:%02d:31.123456789Z' % (n % 60)})


def docker_in_pieces(line, n):
    """A part that is not the last has no newline; other streams write between them."""
    parts = [line[at:at + 37] for at in range(0, len(line), 37)] or [b'']
    made = b''
    for i, part in enumerate(parts):
        end = '\n' if i == len(parts) - 1 else ''
        made += dumps({'log': part.decode('latin-1') + end, 'stream': 'stderr',
                       'time': '2026-12-01T01:%02d:31.123456789Z' % (n % 60)})
    return made


def fields(message, n, transport, pid='77'):
    return {'__CURSOR': f's=aa;i={n}', '__REALTIME_TIMESTAMP': str(1796086231108334 + n),
            '_HOSTNAME': HOST, '_SYSTEMD_UNIT': 'some-program.service', '_PID': pid,
            'SYSLOG_IDENTIFIER': 'some-program', '_TRANSPORT': transport, 'PRIORITY': '6',
            'MESSAGE': message}


def journal_value(data):
    """journalctl prints bytes that are not printable text as numbers."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return list(data)
    return list(data) if re.search('[\0-\x08\x0b-\x1f\x7f]', text) else text


def journal_json(record, n):
    return dumps(fields(journal_value(record[:-1]), n, 'journal'))


def journal_json_lines(line, n):
    return dumps(fields(journal_value(line), n, 'stdout'))


def export(record, n):
    made = b''
    for name, value in fields(record[:-1], n, 'journal').items():
        value = value if isinstance(value, bytes) else value.encode()
        if b'\n' in value or re.search(rb'[\0-\x08\x0b-\x1f]', value):
            made += name.encode() + b'\n' + struct.pack('<Q', len(value)) + value + b'\n'
        else:
            made += name.encode() + b'=' + value + b'\n'
    return made + b'\n'


def filebeat(line, n):
    return dumps({'@timestamp': '2026-12-01T01:%02d:31.123Z' % (n % 60),
                  'host': {'name': HOST}, 'message': text_of(line)})


def cri(line, n):
    return b'2026-12-01T01:%02d:31.123456789Z stderr F %s\n' % (n % 60, line)


def cri_in_pieces(line, n):
    """Parts of 37 bytes, and a line of the other stream between them."""
    parts = [line[at:at + 37] for at in range(0, len(line), 37)] or [b'']
    stamp = b'2026-12-01T01:%02d:31.123456789Z' % (n % 60)
    return b''.join(b'%s stderr %s %s\n' % (stamp, b'F' if i == len(parts) - 1 else b'P', part)
                    for i, part in enumerate(parts))


def pebble(line, n):
    return b'2026-12-01T01:%02d:31.123Z [some-program] %s\n' % (n % 60, line)


# ---- Apache ----

def apache_escaped(text):
    """As ap_escape_errorlog_item does: backslashes doubled, what is not printable written out."""
    short = {8: b'\\b', 10: b'\\n', 13: b'\\r', 9: b'\\t', 11: b'\\v', 0x5c: b'\\\\'}
    return b''.join(short.get(c) or (bytes([c]) if 0x20 <= c < 0x7f else b'\\x%02x' % c) for c in text)


def apache(line, n):
    return b'[Tue Dec 01 01:%02d:37.054252 2026] [wsgi:error] [pid 12752:tid 12769] ' \
           b'[remote 127.0.0.1:37234] %s\n' % (n % 60, apache_escaped(line))


def apache_time(line, n):
    return b'2026-12-01 01:%02d:37.054252 %s\n' % (n % 60, apache_escaped(line))


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
    Wrap('docker', ['docker'], by_line(docker), host=None),
    Wrap('journal json', ['journal'], journal_json),
    Wrap('journal json lines', ['journal'], by_line(journal_json_lines)),
    Wrap('journal export', ['journal'], export),
    Wrap('filebeat', ['fluentd'], by_line(filebeat)),
    Wrap('syslog in docker', ['docker', 'syslog3164'], inside(docker, by_line(syslog3164))),
    Wrap('cri', ['cri'], by_line(cri), host=None),
    Wrap('cri in pieces', ['cri'], by_line(cri_in_pieces), host=None),
    Wrap('pebble', ['pebble'], by_line(pebble), host=None),
    Wrap('pebble in cri', ['cri', 'pebble'], inside(cri, by_line(pebble)), host=None),
    Wrap('syslog in cri', ['cri', 'syslog3164'], inside(cri_in_pieces, by_line(syslog3164))),
    Wrap('docker in syslog', ['syslog3164', 'docker'], inside(syslog3164, by_line(docker))),
    Wrap('journal in cri', ['cri', 'journal'], inside(cri_in_pieces, journal_json)),
    Wrap('file names', ['prefix'],
         by_line(lambda line, n: b'some.log.1.2026-12-01_13:55:31 ' + line + b'\n'), host=None,
         takes=('text', 'json')),
    Wrap('grep', ['prefix'], by_line(lambda line, n: b'/var/log/some.log:' + line + b'\n'),
         host=None, takes=('text', 'json')),
    Wrap('grep -n', ['prefix'], numbered(b'%d:%s\n'), host=None, takes=('text',)),
    Wrap('cat -n', ['prefix'], numbered(b'%6d\t%s\n'), host=None, takes=('text',)),
    Wrap('GitHub Actions', ['prefix'],
         by_line(lambda line, n: b'2026-12-01T01:%02d:31.1083341Z %s\n' % (n % 60, line)), host=None,
         takes=('text',)),
    Wrap('Jenkins Timestamper', ['prefix'],
         by_line(lambda line, n: b'[2026-12-01T01:%02d:31.108Z] %s\n' % (n % 60, line)), host=None,
         takes=('text',)),
    Wrap('apache', ['apache'], by_line(apache), host=None),
    Wrap('apache in cri', ['cri', 'apache'], inside(cri, by_line(apache)), host=None),
    Wrap('apache in pebble in cri', ['cri', 'pebble', 'apache'],
         inside(cri, inside(pebble, by_line(apache))), host=None),
    Wrap('apache, time alone', ['apache'], by_line(apache_time), host=None,
         takes=('text', 'json')),
]
