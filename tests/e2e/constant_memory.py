#!/usr/bin/python3
"""A log is read in the same memory whatever its size.

The same mix of lines is read once as a file of 8 MB and once as one of 40 MB, with every record as
an event. The peak of the second run is no more than the first one's and a little.
LOGCLASS_MEGABYTES=600 makes the second file that large (contrib/test --long does).
"""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
import logclass_test as t  # noqa: E402

MAKE_LOG = pathlib.Path(__file__).resolve().parents[1] / 'tools' / 'make_log'
SLACK_KIB = 4096


def peak_kib(path):
    """VmHWM, proc(5), looked at again and again: what wait4 tells begins with the parent's own."""
    # The sanitizer keeps freed memory for a while; without that its peak grows with the work done.
    env = t.environment(ASAN_OPTIONS='quarantine_size_mb=1:thread_local_quarantine_size_kb=64')
    peak = 0
    with subprocess.Popen([t.program(), '--emit', 'all', '--timezone', 'UTC', path], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, env=env) as child:
        while child.stdout.read(1 << 20):
            status = pathlib.Path(f'/proc/{child.pid}/status').read_text()
            found = [line for line in status.splitlines() if line.startswith('VmHWM')]
            peak = max(peak, int(found[0].split()[1])) if found else peak
    if child.returncode:
        sys.exit(f'logclass {path}: status {child.returncode}')
    return peak


def main():
    large = int(os.environ.get('LOGCLASS_MEGABYTES', '40'))
    with tempfile.TemporaryDirectory() as tmp:
        peaks = []
        for size in (8, large):
            path = f'{tmp}/{size}.log'
            with open(path, 'wb') as out:
                subprocess.run([sys.executable, MAKE_LOG, str(size)], stdout=out, check=True)
            peaks.append(peak_kib(path))
            os.unlink(path)
    print(f'peak: {peaks[0]} KiB at 8 MB, {peaks[1]} KiB at {large} MB')
    if peaks[1] > peaks[0] + SLACK_KIB:
        sys.exit(f'the peak grew from {peaks[0]} to {peaks[1]} KiB')


if __name__ == '__main__':
    main()
