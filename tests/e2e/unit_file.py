#!/usr/bin/python3
"""The unit asks for nothing that the daemon does not need.

systemd itself says how much a service that runs by this unit is exposed: below 2.0 of 10. It knows
every key of the unit, and makes the user that the unit names.
"""
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import ROOT, Checks, Folder, skip  # noqa: E402

UNIT = ROOT / 'contrib/systemd/logclassd.service'
USER = ROOT / 'contrib/systemd/logclass.sysusers.conf'
EXPOSED_AT_MOST = 20  # systemd-analyze's threshold is ten times the level


def run(*words):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False)


def main():
    if not shutil.which('systemd-analyze'):
        skip('needs systemd')
    checks = Checks()
    done = run('systemd-analyze', 'security', '--offline=true', '--no-pager',
               f'--threshold={EXPOSED_AT_MOST}', UNIT)
    checks.same(done.returncode, 0, f'the unit is exposed: {done.stdout[-200:]}')
    done = run('systemd-analyze', '--man=no', 'verify', UNIT)
    said = [line for line in done.stderr.splitlines()
            if UNIT.name in line and 'is not executable' not in line]  # it is not installed here
    checks.same(said, [], 'what systemd says of the unit')
    with Folder() as root:
        (root / 'etc').mkdir()
        done = run('systemd-sysusers', f'--root={root}', USER)
        checks.same(done.returncode, 0, f'the user: {done.stderr}')
        users = (root / 'etc/passwd').read_text()
        user = next(line for line in UNIT.read_text().splitlines() if line.startswith('User='))
        checks.that(f'{user[5:]}:' in users, f'the user of the unit is made: {users!r}')
    return checks.end('unit_file')


if __name__ == '__main__':
    sys.exit(main())
