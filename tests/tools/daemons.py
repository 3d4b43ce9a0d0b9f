"""daemons - logclassd, started and ended by tests."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from logclass_test import PATIENCE_S, environment, program, skip  # noqa: E402


def daemon_program():
    path = pathlib.Path(program()).with_name('logclassd')
    if not path.exists():
        skip('logclassd is not built: libsystemd is missing')
    return str(path)


class Daemon:
    """One logclassd, its folder and its configuration; `text` is what the configuration has besides
    state, zone and patterns."""

    def __init__(self, folder, text, patterns=None):
        self.folder = pathlib.Path(folder)
        self.config = self.folder / 'logclass.yaml'
        lines = [f'state: {self.folder}/state', 'timezone: UTC']
        if patterns:
            lines.append(f'patterns: [{patterns}]')
        self.config.write_text('\n'.join(lines) + '\n' + text)
        self.process = None

    def start(self, within=()):
        """Started by the command `within`, which it takes the place of."""
        self.log = open(self.folder / 'daemon.err', 'ab')
        self.process = subprocess.Popen([*within, daemon_program(), '--config', str(self.config)],
                                        stdout=self.log, stderr=self.log, env=environment())

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """SIGTERM; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)

    def once(self, within=()):
        """--once, started by the command `within`."""
        return subprocess.run([*within, daemon_program(), '--config', str(self.config), '--once'],
                              capture_output=True, env=environment(), timeout=PATIENCE_S,
                              check=False)

    def said(self):
        return (self.folder / 'daemon.err').read_text(errors='replace')


def events_of(path):
    """The events of an output file; a line that is none is an error."""
    if not os.path.exists(path):
        return []
    with open(path, 'rb') as file:
        text = file.read()
    return [json.loads(line) for line in text.split(b'\n')[:-1]]


def wait_for(condition, seconds=PATIENCE_S):
    """Polls; true when the condition is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()
