#!/usr/bin/python3
"""No secret leaves, in whatever shape a service wrote it.

A service logs a secret in each shape that OpenStack masks, and in each that it misses. It stands in the message, in the
text of an exception, in a line of the traceback, on a line below the message, and in a value that an entry
of the catalogue captures; in oslo.log's text, JSON and devstack's form, through the real formatters.
logclass writes events, its pretty form, and explains the file. No secret is in any of them, the words around it
are, and the events say what was hidden. Another secret of the same length gives the same ids.
Texts that only look like secrets come out byte for byte. What a pattern file calls a secret is hidden.
What oslo_utils masks itself is masked by logclass, too.

usage: secrets.py [--shape WORD] [--keep]
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import oslo_writer as oslo                                               # noqa: E402
from logclass_test import ABSENT, Checks, Folder, crashed, get, logclass  # noqa: E402

LOGGER = 'zun.unlisted.place'
UUID = '0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0'
HEX = '6164886f24e241a2b3566f182088a727'

# name, kind, text; $ is the secret, which is ten letters and digits, @ one of 32 hex digits,
# ~ a Fernet token, # a line of base64
SHAPES = [
    ('config', 'password', 'admin_password = $ in nova.conf'),
    ('config dump', 'password', 'nova.os_privileged_user_password   = $ log_opt_values'),
    ('memcache', 'password', 'keystone_authtoken.memcache_secret_key = $ end'),
    ('heartbeat', 'password', 'health_manager.heartbeat_key = $ end'),
    ('auth_encryption_key', 'password', 'auth_encryption_key = $ end'),
    ('passphrase', 'password', 'certificates.ca_private_key_passphrase = $ end'),
    ('keyword', 'password', "Client(user='u', password='$', timeout=3)"),
    ('keyword without quotes', 'password', 'Client(user=u, password=$, timeout=3)'),
    ('secret_key', 'password', "connect(secret_key=u'$', port=1)"),
    ('text behind a blank', 'password', 'set password "$" for u'),
    ('long option', 'password', 'mysql --os-password $ --host db'),
    ('long option with =', 'token', 'openstack --os-token=$ list'),
    ('environment', 'password', 'export OS_PASSWORD=$ OS_USER=u'),
    ('arguments', 'password', "['mysql', '--password', '$', '--host', 'db']"),
    ('iscsi', 'password', '-n node.session.auth.password -v $ -o update'),
    ('element', 'password', '<server><adminPass>$</adminPass></server>'),
    ('dict', 'password', "{'user': 'u', 'password': u'$', 'n': 1}"),
    ('dict of bytes', 'token', "{b'auth_token': b'$', b'n': 1}"),
    ('JSON', 'password', '{"adminPass": "$", "n": 1}'),
    ('JSON in JSON', 'password', '{"body": "{\\"password\\": \\"$\\", \\"n\\": 1}"}'),
    ('quote in a value', 'password', '{"password": "$\\"$", "n": 1}'),
    ('form', 'password', 'grant=x&password=$&scope=y'),
    ('config drive', 'user_data', "{'configdrive': '$', 'n': 1}"),
    ('user data', 'user_data', "{'user_data': '$', 'n': 1}"),
    ('trust', 'trust_id', '{"trust_id": "@", "n": 1}'),
    ('trust path', 'trust_id', 'GET /v3/OS-TRUST/trusts/@/roles HTTP/1.1'),
    ('aws_creds', 'password', '{"aws_creds": "$", "n": 1}'),
    ('EC2', 'password', '{"access": "@", "secret": "$", "n": 1}'),
    ('application credential', 'password', '{"application_credential": {"id": "i", "secret": "$"}}'),
    ('keystone request', 'password', '{"auth": {"identity": {"methods": ["password"], "password": {"user": {"name": "u", '
     '"password": "$"}}}}}'),
    ('keystone v2 answer', 'token', '{"access": {"token": {"expires": "x", "id": "@"}, "n": 1}}'),
    ('token not found', 'token', 'Identity response: {"error": {"message": "Could not find token: @", "code": 404}}'),
    ('token by name', 'token', 'Returning cached token @ from cache'),
    ('Fernet', 'token', 'rejected ~ as expired'),
    ('curl', 'token', 'curl -g -i -X GET http://h/v3 -H "X-Auth-Token: $" -H "Accept: x"'),
    ('header in a dict', 'token', "{'X-Subject-Token': '$', 'n': 1}"),
    ('WSGI environment', 'token', "{'HTTP_X_AUTH_TOKEN': '$', 'n': 1}"),
    ('service token', 'token', 'X-Service-Token: $ sent'),
    ('storage token', 'token', 'X-Storage-Token: $ sent'),
    ('OpenStack token', 'token', 'OpenStack-System-Token: $ sent'),
    ('auth key', 'password', 'X-Auth-Key: $ sent'),
    ('bearer', 'token', 'Authorization: Bearer $ sent'),
    ('basic', 'header', 'Authorization: Basic $ sent'),
    ('cookie in curl', 'header', '-H "Cookie: a=$; b=$" -H "Accept: x"'),
    ('bearer by itself', 'token', 'sent Bearer $ to it'),
    ('transport_url', 'url_password', 'rabbit://u:$@h1:5672,v:$@h2:5672// is gone'),
    ('connection', 'url_password', 'mysql+pymysql://u:$@db/zun?charset=utf8 is gone'),
    ('sentinel', 'password', 'redis://h:1?password=$&sentinel=x is gone'),
    ('console', 'token', f"Path: '/?token=$&uuid={UUID}' end"),
    ('Swift', 'url_signature', 'PUT /v1/a?temp_url_sig=@&temp_url_expires=9 HTTP/1.1'),
    ('heat signal', 'url_signature', 'POST /v1/signal/arn?AWSAccessKeyId=$&SignatureVersion=2&Signature=$%3D HTTP/1.1'),
    ('S3', 'url_signature', 'GET /b?X-Amz-Credential=$&X-Amz-Date=1&X-Amz-Security-Token=$&X-Amz-Signature=$ HTTP/1.1'),
    ('key in one line', 'private_key', "'-----BEGIN PRIVATE KEY-----\\n#\\n#\\n-----END PRIVATE KEY-----\\n'"),
    ('name and value', 'password', "[{'name': 'OS_PASSWORD', 'value': '$'}]"),
    ('URL in a URL', 'url_password', '?u=mysql%2Bpymysql%3A%2F%2Fzun%3A$%40db%2Fzun end'),
    ('JSON in a URL', 'password', '%7B%22password%22%3A%20%22$%22%2C%22n%22%3A1%7D'),
    ('JSON in HTML', 'password', '{&quot;password&quot;: &quot;$&quot;, &quot;n&quot;: 1}'),
    ('validator', 'password', "Invalid input for field/attribute adminPass. Value: $. It is not of type 'object'"),
    ('curl with a user', 'password', 'curl -s -u admin:$ http://h'),
    ('ipmitool', 'password', "('ipmitool', '-U', 'admin', '-P', '$', 'power')"),
    ('digest', 'header', 'Authorization: Digest username="u", response="$"'),
    ('trust by name', 'trust_id', 'Failed to delete trust @ now'),
    ('path of a token', 'token', 'DELETE /v2.0/tokens/@ HTTP/1.1'),
    ('IDENTIFIED BY', 'password', "GRANT ALL ON a.* TO 'b' IDENTIFIED BY '$' end"),
    ('CHAP', 'password', "{'provider_auth': 'CHAP u $', 'n': 1}"),
    ('barbican', 'password', '{"payload": "$", "payload_content_type": "text/plain"}'),
    ('SQL on one line', 'sql_parameters', "x [SQL: UPDATE t SET a=%(a)s WHERE b = '$'] [parameters: {'a': '$', 'b': [1]}]"),
]

# Of several lines: they cannot stand in one line of a traceback.
BLOCKS = [
    ('private key', 'private_key', 'bad key -----BEGIN RSA PRIVATE KEY-----\n#\n#\n-----END RSA PRIVATE KEY-----\nend'),
    ('request', 'token', 'An error occurred during processing the request: POST /v1 HTTP/1.0\nAccept: */*\n'
     'X-Auth-Token: $\nX-Auth-Key: $\nHost: h\n\n{"auth": {"password": "$"}}: it failed'),
    ('cookies', 'header', 'GET / HTTP/1.0\nCookie: a=$; b="$"\nHost: h'),
    ('SQL', 'sql_parameters', "(pymysql.err.DataError) (1406, 'x')\n[SQL: INSERT INTO t (a)\nVALUES (%(a)s)]\n"
     "[parameters: {'a': '$', 'b': '$]'}]\n(Background on this error at: https://sqlalche.me/e/20/9h9h)"),
    ('cloud-config', 'user_data', 'booting with #cloud-config\nchpasswd: {list: "u:$"}\nruncmd: [$]'),
    ('YAML', 'password', 'parameters:\n  db_password: $\n  flavor: m1'),
    ('options', 'password', 'Full set of CONF:\n  admin_password = $\n  secret = $\n  verbose = True'),
]

HARMLESS = [
    'password was wrong', 'Invalid password supplied', 'token expired', 'the secret is not found',
    'auth_token middleware is not used', 'Authorization failed for token', 'token = None', 'password=None, user=None',
    'password: required', "password=''", '"auth_token": null', 'Failed to get token: 401', 'Could not find secret: ' + UUID,
    'secret http://barbican:9311/v1/secrets/' + UUID, 'keystonemiddleware.auth_token: Identity response: none',
    'keystoneauth1.exceptions.InvalidToken: it expired', "'vary': 'X-Auth-Token', 'connection': 'keep-alive'",
    '"methods": ["password", "token"]', "Access denied for user 'x'@'h' (using password: YES)",
    'private_key = /etc/octavia/certs/private/ca.key', "adminPass: ***, 'token': '***', password = *****",
    'amqp://heat:***@h/', 'X-Auth-Token: {SHA256}e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '-H "X-Auth-Token: TOKEN_REDACTED"', f'port {UUID} of project {HEX} in request {oslo.REQUEST}',
    f'http://h:9696/v2.0/ports/{UUID}?project_id={HEX}', 'a token-based access', 'max_token_size = 255',
    'cookie=0x2b992ddfa232, duration=3.1s, table=0', "{'cookie': 13837058555, 'table': 0}", '(parameters: {"a": 1})',
    'password authentication failed for user "zun"', 'Deleting secret tls-abc123', 'TTY=unknown ; PWD=/var/lib/nova9 ; USER=x',
]

KEYS = ['adminPass', 'admin_pass', 'password', 'admin_password', 'auth_token', 'new_pass', 'auth_password', 'secret_uuid',
        'secret', 'sys_pswd', 'token', 'configdrive', 'CHAPPASSWORD', 'encrypted_key', 'private_key', 'fernetkey', 'sslkey',
        'passphrase', 'cephclusterfsid', 'octaviaheartbeatkey', 'rabbitcookie', 'cephmanilaclientkey',
        'pacemakerremoteauthkey', 'designaterndckey', 'cephadminkey', 'heatauthencryptionkey', 'cephclientkey',
        'keystonecredential', 'barbicansimplecryptokek', 'cephrgwkey', 'swifthashsuffix', 'migrationsshkey', 'cephmdskey',
        'cephmonkey']
KEY_SHAPES = ['{0} = $', '{0}=$', '{0}="$"', "{0}='$'", '{0} = "$"', '{0} "$"', "{0} '$'", '--{0} $', '<{0}>$</{0}>',
              '"{0}": "$"', '"{0}" : "$"', "'{0}': '$'", "'{0}': u'$'", "'x_{0}': u'$'", '"my {0}1": "$"',
              "'{0}', '--value', '$'", "'{0}', '-v', u'$'", '{0} --value $', '{0} -v $', '?{0}=$&b=c', '{0}9 = $',
              '[{0}=$]', 'a,{0}=$,b', "'{0}' : u'$'"]


class Secret:
    """Values that occur nowhere else; `seed` makes others of the same length."""

    def __init__(self, seed):
        self.seed, self.count, self.made = seed, 0, []

    def keep(self, value):
        self.made.append(value)
        return value

    def word(self):
        self.count += 1
        return self.keep(f'{self.seed}q{self.count:05d}Wz9')

    def hex(self):
        self.count += 1
        return self.keep(f'{ord(self.seed):02x}{self.count:06d}a1b2c3d4e5f60718293a4b5c')

    def fernet(self):
        self.count += 1
        return self.keep('gAAAAABm' + f'{self.seed}{self.count:07d}-_Xy' * 12 + 'aa==')

    def line(self):
        self.count += 1
        return self.keep('MIIEpAIBAAKC' + f'{self.seed}{self.count:05d}/+' * 6)

    def fill(self, text):
        makers = {'$': self.word, '@': self.hex, '~': self.fernet, '#': self.line}
        out = ''
        for i, c in enumerate(text):
            # the @ of a URL, and the # of cloud-config, stand for themselves
            own = text[i:].startswith(('@h', '@db', '#cloud')) or "'@'" in text[i - 1:i + 2]
            out += makers[c]() if c in makers and not own else c
        return out


class Put:
    def __init__(self, name, kind, marks, secrets):
        self.name, self.kind, self.marks, self.secrets = name, kind, marks, secrets


def raising(error):
    try:
        oslo.raise_site('zun/unlisted/place.py', 10, 'work', False)(error)
    except Exception:       # pylint: disable=broad-except
        return sys.exc_info()
    return None


def write(path, form, seed, word):
    """All shapes in all places; returns what was put into each record."""
    secret, log, puts = Secret(seed), oslo.LogFile(path, form, pid=77), []
    site = ('zun/unlisted/place.py', 20, 'work')
    error = oslo.exception_class('zun.unlisted.Oops')

    def one(place, name, kind, text, call):
        first = len(secret.made)
        filled = secret.fill(text)
        before, after = f'before{len(puts)}', f'after{len(puts)}'
        call(f'{before} {filled}', f' {after}' if '\n' not in text else f'\n{after}')
        puts.append(Put(f'{name}, {place}, {form}', kind,
                        [before] if '#cloud' in text else [before, after], secret.made[first:]))

    oslo.context().update_store()
    for name, kind, text in SHAPES + BLOCKS:
        if word not in name:
            continue
        one('message', name, kind, text, lambda t, e: log.log(LOGGER, 'ERROR', '%s', (t + e,), site))
        one('template', name, kind, text, lambda t, e: log.log(LOGGER, 'INFO', t + e, (), site))
        one('continuation', name, kind, text,
            lambda t, e: log.log(LOGGER, 'WARNING', 'more below\n%s', (t + e,), site))
        one('exception', name, kind, text,
            lambda t, e: log.log(LOGGER, 'ERROR', 'it failed', (), site, exc_info=raising(error(t + e))))
        one('value', name, kind, text,
            lambda t, e: log.log('masakari.engine.manager', 'ERROR',
                                 "Failed to process notification '%(uuid)s'. Reason: %(error)s",
                                 ({'uuid': UUID, 'error': t + e},), ('masakari/engine/manager.py', 245, 'work')))
    log.close()
    return puts


def events_of(checks, run, name):
    wrong = crashed(run)
    checks.that(run.status == 0 and not wrong, f'{name}: status {run.status} {wrong or run.err}')
    return run.events if run.status == 0 else []


def check_events(checks, puts, events):
    checks.same(len(events), len(puts), 'events')
    for put, event in zip(puts, events):
        text = str(event)
        for mark in put.marks:
            checks.that(mark in text, f'{put.name}: {mark} is gone: {text}')
        redacted = get(event, 'logclass.redacted')
        checks.that(redacted is not ABSENT and put.kind in redacted,
                    f'{put.name}: hidden should be {put.kind}, is {redacted}')


def check_gone(checks, puts, data, where):
    for put in puts:
        for secret in put.secrets:
            if not checks.that(secret.encode() not in data, f'{put.name}: {secret} is in {where}'):
                at = data.index(secret.encode())
                print('    ', data[max(0, at - 120):at + 60])


def ids(events):
    return [(get(e, 'event.id'), get(e, 'logclass.fingerprint')) for e in events]


def check_form(checks, folder, form, word):
    path, other = folder / 'one' / f'{form}.log', folder / 'two' / f'{form}.log'
    path.parent.mkdir(exist_ok=True)
    other.parent.mkdir(exist_ok=True)
    puts = write(path, form, 'Z', word)
    write(other, form, 'Y', word)
    run = logclass('--emit', 'all', '--format', 'json', path)
    events = events_of(checks, run, form)
    check_events(checks, puts, events)
    check_gone(checks, puts, run.out, 'events')
    again = events_of(checks, logclass('--emit', 'all', '--format', 'json', other), form)
    for put, a, b in zip(puts, ids(events), ids(again)):
        # (an id is made of the lines, which have the time of writing: check_ids)
        checks.same(a[1], b[1], f'{put.name}: the fingerprint with another secret')
    pretty = logclass('--emit', 'all', '--format', 'pretty', path)
    checks.that(pretty.status == 0, f'{form}, pretty: {pretty.err}')
    check_gone(checks, puts, pretty.out, 'the pretty form')
    told = logclass('explain', path)
    checks.that(told.status == 0 and not crashed(told), f'{form}, explain: {told.err}')
    check_gone(checks, puts, told.out, 'what explain says')


def check_ids(checks, folder):
    """The same bytes but for the secret, which is as long."""
    line = ('2026-12-01 01:50:31.107 77 ERROR zun.unlisted.place [-] it failed with password=%s\n')
    got = []
    for value in ('Zq00001Wz9', 'Yq00001Wz9'):
        run = logclass('--emit', 'all', stdin=(line % value).encode())
        got.append(ids(events_of(checks, run, 'ids')))
    checks.same(got[0], got[1], 'ids with another secret')


def check_harmless(checks, folder):
    for form in ('text', 'json', 'devstack'):
        path = folder / f'harmless-{form}.log'
        log = oslo.LogFile(path, form)
        for text in HARMLESS:
            log.log(LOGGER, 'INFO', '%s', (text,), ('zun/unlisted/place.py', 20, 'work'))
        log.close()
        events = events_of(checks, logclass('--emit', 'all', '--format', 'json', path), 'harmless')
        checks.same(len(events), len(HARMLESS), f'harmless events, {form}')
        for text, event in zip(HARMLESS, events):
            checks.same(get(event, 'message'), text, f'harmless, {form}')
            checks.that(get(event, 'logclass.redacted') is ABSENT, f'harmless, {form}: {text} was masked')


def check_oslo(checks, folder):
    """What mask_password takes away, is away."""
    try:
        from oslo_utils.strutils import mask_password
    except ImportError:
        print('not compared with oslo_utils, which is not installed')
        return
    secret, texts, lines = Secret('Z'), [], []
    for key in KEYS:
        for shape in KEY_SHAPES:
            for name in (key, key.upper()):
                value = secret.word()
                text = 'x ' + shape.format(name).replace('$', value) + ' y'
                if value not in mask_password(text):
                    texts.append((text, value))
    path = folder / 'oslo.log'
    path.write_text(''.join(f'2026-12-01 01:50:31.107 77 INFO zun.unlisted.place [-] {t}\n' for t, _ in texts))
    events = events_of(checks, logclass('--emit', 'all', '--format', 'json', path), 'oslo_utils')
    checks.same(len(events), len(texts), 'events of what oslo_utils masks')
    for (text, value), event in zip(texts, events):
        checks.that(value not in str(event), f'oslo_utils masks {text!r}: {get(event, "message")!r}')
    print(f'{len(texts)} texts that oslo_utils masks')


SITE = """format: 1
service: site
secrets:
  - {regex: 'licence ([0-9A-Z-]{8,})', kind: password}
  - {regex: 'ACME-[0-9]+'}
"""


def check_site(checks, folder):
    """What a pattern file calls a secret."""
    patterns = folder / 'site.yaml'
    patterns.write_text(SITE)
    checked = logclass('check', patterns)
    checks.same(checked.status, 0, f'check of a file with secrets: {checked.err}')
    line = b'2026-12-01 01:50:31.107 77 ERROR zun.unlisted.place [-] licence ZQ-12345678 of ACME-77 is over\n'
    event = events_of(checks, logclass('--emit', 'all', '-p', patterns, stdin=line), 'site')[0]
    checks.same(get(event, 'message'), 'licence [redacted:password] of [redacted:custom] is over', 'secrets of a file')
    told = logclass('explain', '-p', patterns, '-', stdin=line)
    checks.that(b'ZQ-12345678' not in told.out and b'ACME-77' not in told.out, 'explain shows a secret of a file')
    patterns.write_text(SITE.replace('ACME-[0-9]+', 'ACME-('))
    refused = logclass('check', patterns)
    checks.same(refused.status, 4, 'check of a wrong regex')
    checks.that('site.yaml:5:' in refused.err + refused.out.decode() and
                'missing closing parenthesis' in refused.err + refused.out.decode(),
                f'check of a wrong regex: {refused.err} {refused.out}')


def check_no_redact(checks, folder):
    path = folder / 'shown.log'
    path.write_text('2026-12-01 01:50:31.107 77 ERROR zun.unlisted.place [-] password=Zq00001Wz9\n')
    refused = logclass('--emit', 'all', '--no-redact', path)
    checks.same(refused.status, 2, '--no-redact into a pipe')
    checks.that(not refused.out, '--no-redact into a pipe writes nothing')
    shown = logclass('--emit', 'all', '--no-redact', '--yes', path)
    checks.that(b'Zq00001Wz9' in shown.out, '--no-redact --yes shows it')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--shape', default='', metavar='WORD')
    parser.add_argument('--keep', action='store_true')
    args = parser.parse_args()
    checks = Checks()
    with Folder(args.keep) as folder:
        for form in ('text', 'json', 'devstack'):
            check_form(checks, folder, form, args.shape)
        check_ids(checks, folder)
        check_harmless(checks, folder)
        check_oslo(checks, folder)
        check_site(checks, folder)
        check_no_redact(checks, folder)
    return checks.end('secrets')


if __name__ == '__main__':
    sys.exit(main())
