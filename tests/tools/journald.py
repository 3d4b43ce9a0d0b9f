"""journald.py - a systemd-journald of the test's own, what it is sent, and what journalctl prints of it.

It runs in a mount namespace whose /run/systemd/journal and /var/log/journal are folders of the test:
nothing of the machine's own journal is touched. Its sockets can be reached from outside:

    socket    the native protocol: fields of one entry in a datagram (systemd.dev/JOURNAL_NATIVE_PROTOCOL)
    dev-log   syslog
    stdout    a standard output: seven lines of a head (src/journal/journald-stream.c), then the text
"""
import os
import pathlib
import signal
import socket
import subprocess
import time

from logclass_test import environment, skip

PROGRAMS = ['/lib/systemd/systemd-journald', '/usr/lib/systemd/systemd-journald']
CONFIGURATION = """[Journal]
Storage=persistent
ReadKMsg=no
Audit=no
ForwardToSyslog=no
RateLimitIntervalSec=1s
RateLimitBurst={burst}
"""
# $1: the folder, $2: journald
INSIDE = """
mount -t tmpfs tmpfs /run/systemd
mkdir -p /run/systemd/journal /run/systemd/journald.conf.d
mount --bind "$1/run" /run/systemd/journal
mount --bind "$1/conf" /run/systemd/journald.conf.d
mount -t tmpfs tmpfs /run/log
mkdir -p /run/log/journal
mount --bind "$1/log" /var/log/journal
exec "$2"
"""
PATIENCE_S = 20
END = 'the-end'              # the identifier of what tells that all else was taken


def is_namespace_allowed():
    """A namespace of mounts as root, else one of users around it; None: neither."""
    for how in (['-m'] if os.geteuid() == 0 else [], ['-rm']):
        if how and subprocess.run(['unshare', *how, '--propagation', 'private', 'true'],
                                  capture_output=True, check=False).returncode == 0:
            return how
    return None


class Journald:
    """Runs for the time of a `with`; `folder` holds its files then and afterwards. `flushed`: on disk
    from the start, else in memory until flush()."""

    def __init__(self, folder, burst=10000, flushed=True):
        self.folder = pathlib.Path(folder)
        for name in ('run', 'log', 'conf'):
            (self.folder / name).mkdir(parents=True)
        if flushed:
            (self.folder / 'run/flushed').touch()
        (self.folder / 'conf/t.conf').write_text(CONFIGURATION.format(burst=burst))
        self.process = None

    def __enter__(self):
        program = next((p for p in PROGRAMS if os.access(p, os.X_OK)), None)
        if not program:
            skip('needs systemd: no systemd-journald')
        for path in ('/etc/machine-id', '/var/log/journal'):
            if not os.path.exists(path):
                skip(f'needs {path} for a journald')
        how = is_namespace_allowed()
        if not how:
            skip('needs a mount namespace: unshare is not allowed here')
        # pylint: disable=consider-using-with
        self.process = subprocess.Popen(
            ['unshare', *how, '--propagation', 'private', 'sh', '-euc', INSIDE, 'sh', self.folder,
             program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=open(self.folder / 'err', 'wb'))
        self.wait_for(lambda: all((self.folder / 'run' / name).exists()
                                  for name in ('socket', 'dev-log', 'stdout')))
        return self

    def wait_for(self, what):
        deadline = time.monotonic() + PATIENCE_S
        while not what():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.process.kill()
                skip(f'journald did not start: {(self.folder / "err").read_text()[-400:]}')
            time.sleep(0.01)

    def __exit__(self, *_):
        """All that was sent before is in the files then: a journald that ends does not empty its
        sockets first, and reads them in no order."""
        mark = f'the end of {os.getpid()} {time.monotonic_ns()}'.encode()
        self.native(MESSAGE=mark, SYSLOG_IDENTIFIER=END)
        self.syslog(END, 14, mark)
        with self.stdout(END, '') as s:
            s.sendall(mark + b'\n')
        deadline = time.monotonic() + PATIENCE_S
        while self.printed('cat', '-t', END).count(mark) < 3 and time.monotonic() < deadline:
            time.sleep(0.02)
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE_S)

    # ---- what it is sent ----

    def send(self, name, data):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 << 20)
            s.connect(str(self.folder / 'run' / name))
            s.send(data)

    def native(self, **fields):
        data = b''
        for name, value in fields.items():
            value = value if isinstance(value, bytes) else str(value).encode()
            if b'\n' in value:
                data += name.encode() + b'\n' + len(value).to_bytes(8, 'little') + value + b'\n'
            else:
                data += name.encode() + b'=' + value + b'\n'
        self.send('socket', data)

    def syslog(self, identifier, priority, text):
        """As syslog(3) does it, without a pid."""
        stamp = time.strftime('%b %e %H:%M:%S', time.gmtime())
        self.send('dev-log', f'<{priority}>{stamp} {identifier}: '.encode() + text)

    def stdout(self, identifier, unit, priority=6):
        """A connection to write lines to."""
        s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        s.connect(str(self.folder / 'run/stdout'))
        s.sendall(f'{identifier}\n{unit}\n{priority}\n1\n0\n0\n0\n'.encode())
        return s

    def rotate(self):
        """The file at hand is archived, a new one begun."""
        before = set(self.journal.glob('system@*.journal'))
        self.process.send_signal(signal.SIGUSR2)
        deadline = time.monotonic() + PATIENCE_S
        while set(self.journal.glob('system@*.journal')) == before and time.monotonic() < deadline:
            time.sleep(0.01)

    def flush(self):
        """From memory to disk, as when a machine has started."""
        self.process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + PATIENCE_S
        while not self.is_on_disk() and time.monotonic() < deadline:
            time.sleep(0.01)

    def is_on_disk(self):
        return any((self.folder / 'log').glob('*/system.journal'))

    def beside(self):
        """The command that runs another where the journal is the machine's."""
        return ['nsenter', '-t', str(self.process.pid), '-m']

    # ---- what is in it ----

    @property
    def journal(self):
        """The folder of the machine's journal."""
        return next(path for path in sorted((self.folder / 'log').iterdir()) if path.is_dir())

    def printed(self, form, *args):
        """What journalctl -o prints."""
        done = subprocess.run(['journalctl', '-D', self.folder / 'log', '-o', form, '--no-pager', '-q',
                               *args], capture_output=True, check=False, env=environment())
        return done.stdout


def as_unit(unit, command):
    """Runs a command in a control group of that unit's name, which is where journald reads the unit;
    False where no such group can be made."""
    for top in ('/sys/fs/cgroup/unified', '/sys/fs/cgroup'):
        group = pathlib.Path(top) / f'logclass{os.getpid()}.slice' / unit
        if os.path.exists(f'{top}/cgroup.procs') and os.access(top, os.W_OK):
            break
    else:
        return False
    try:
        group.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    try:
        done = subprocess.run(['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, *command],
                              check=False, capture_output=True)
        return done.returncode == 0
    finally:
        deadline = time.monotonic() + 5
        while group.exists() and time.monotonic() < deadline:
            try:
                group.rmdir()
            except OSError:
                time.sleep(0.02)
        group.parent.rmdir()
