"""journals.py - journal files for the tests, made by systemd-journal-remote from the export format."""
import os
import pathlib
import subprocess

REMOTE = ['/lib/systemd/systemd-journal-remote', '/usr/lib/systemd/systemd-journal-remote']
BOOT = '0123456789abcdef0123456789abcdef'
BOOT_US = 1793192000000000


def remote():
    """The program that makes them, or None."""
    return next((path for path in REMOTE if os.access(path, os.X_OK)), None)


def field(name, value):
    """One field; a value with a line end goes with its length (systemd.dev/JOURNAL_EXPORT_FORMATS)."""
    value = value if isinstance(value, bytes) else str(value).encode()
    if any(c < 32 for c in value):
        return name.encode() + b'\n' + len(value).to_bytes(8, 'little') + value + b'\n'
    return name.encode() + b'=' + value + b'\n'


def exported(entry, us, boot_us):
    """One entry as `journalctl -o export` prints it, boot_us after the boot."""
    out = f'__REALTIME_TIMESTAMP={us}\n__MONOTONIC_TIMESTAMP={boot_us}\n_BOOT_ID={BOOT}\n'.encode()
    for name, value in entry.items():
        if not name.startswith('__'):
            out += field(name, value)
    return out + b'\n'


def journal(path, entries, first_us=1793192587000000):
    """A journal file of entries, each a dict of fields."""
    out = bytearray()
    for n, entry in enumerate(entries):
        us = entry.get('__REALTIME_TIMESTAMP', first_us + 1000 * n)
        out += exported(entry, us, 1000 + n)
    path = pathlib.Path(path)
    export = path.with_name(path.name + '.export')
    export.write_bytes(out)
    subprocess.run([remote(), '-o', path, export], capture_output=True, check=True)
    export.unlink()


class Live:
    """A journal file that grows: one systemd-journal-remote, fed through a pipe. Entries of several
    such files are in order if their times are."""

    def __init__(self, path):
        # pylint: disable=consider-using-with
        self.path = pathlib.Path(path)
        self.process = subprocess.Popen([remote(), '-o', path, '-'], stdin=subprocess.PIPE,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def write(self, us, entry):
        self.process.stdin.write(exported(entry, us, us - BOOT_US))
        self.process.stdin.flush()

    def close(self):
        """All is in the file then."""
        self.process.stdin.close()
        self.process.wait()
