#!/usr/bin/python3
"""A log gives the same events in whatever it is packed.

Compressed (gz, xz, zst, bz2), in a tar of each form, in a zip, in an archive in an archive, from a
pipe: events, ids and positions are those of the plain file. What is nested deeper is said.
A file that was cut gives all that stands before the cut, a sentence, and exit status 3.
A file that unpacks to a thousand times its size takes no more memory than another.
Members are never written under their names, whatever these are. Damage never crashes.
UTF-16 and byte order marks make no difference but in the offsets.

Many files go through one run, each with records of its own: equal ones would be one event.
$LOGCLASS_LONG takes more of everything.
"""
import gzip
import json
import lzma
import os
import pathlib
import random
import subprocess
import sys
import tarfile
import threading
import zipfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tools'))
from logclass_test import (PATIENCE_S, ROOT, Checks, Folder, Run, crashed, environment, get,  # noqa: E402
                           logclass, offset, program)
from packing import CODECS, READING, log, link, record, tar, zip_of  # noqa: E402

ARGS = ['--emit', 'all', '--timezone', 'UTC', '--patterns', str(ROOT / 'tests/e2e/data/one_entry.yaml')]
LONG = 'LOGCLASS_LONG' in os.environ    # every form by every way, larger bombs, more damage
UNREAD = 3
README = b'nothing that a service logs\n' * 10


def plain(event):
    """The event without what the reading may change."""
    for name in READING:
        holder, _, last = name.rpartition('.')
        here = get(event, holder)
        if isinstance(here, dict):
            here.pop(last, None)
    event.pop('log', None) if not event.get('log') else None
    return json.dumps(event, sort_keys=True)


def events_of(run):
    return [plain(e) for e in run.events]


def check(checks, title, run, want, status=0, said=()):
    checks.that(not crashed(run), f'{title}: {crashed(run)}')
    checks.same(run.status, status, f'{title}: exit status ({run.err[-500:]!r})')
    for text in said:
        checks.that(text in run.err, f'{title}: standard error has no "{text}": {run.err[-500:]!r}')
    have = events_of(run)
    checks.same(len(have), len(want), f'{title}: events ({run.err[-300:]!r})')
    checks.that(have == want, f'{title}: the events are not those of the plain file')


def forms():
    """(title, file name, what packs a log so, kind of the stream, path within the file)"""
    for suffix, pack in CODECS.items():
        yield f'a {suffix}', f'x.log.{suffix}', pack, 'file', ''
        yield f'a {suffix} of another name', 'x', pack, 'file', ''
    tars = {'ustar': tarfile.USTAR_FORMAT, 'pax': tarfile.PAX_FORMAT, 'gnu': tarfile.GNU_FORMAT}
    name = 'a' * 60 + '/' + 'b' * 90 + '.log'
    for form, number in tars.items():
        def made(data, number=number):
            return tar([('README', README), (name, data), ('l.log', link('README'))], number)
        yield f'a {form} tar', 'x.tar', made, 'archive', '/' + name
        for suffix, pack in CODECS.items():
            yield (f'a {form} tar.{suffix}', f'x.tar.{suffix}', lambda data, pack=pack, made=made: pack(made(data)),
                   'archive', '/' + name)
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        yield (f'a zip, method {method}', 'x.zip',
               lambda data, method=method: zip_of([('README', README), ('a/x.log', data)], method),
               'archive', '/a/x.log')
    yield ('a gz in a tar.xz', 'x.tar.xz',
           lambda data: lzma.compress(tar([('README', README), ('a/x.log.gz', gzip.compress(data))])),
           'archive', '/a/x.log.gz')

    def inner(data):
        return tar([('b/x.log', data), ('b/README', README)])
    yield 'a tar in a tar', 'x.tar', lambda data: tar([('i.tar', inner(data))]), 'archive', '/i.tar/b/x.log'
    yield ('a tar.gz in a tar.xz', 'x.tar.xz', lambda data: lzma.compress(tar([('i.tgz', gzip.compress(inner(data)))])),
           'archive', '/i.tgz/b/x.log')
    yield ('a zip in a tar.gz', 'x.tgz', lambda data: gzip.compress(tar([('i.zip', zip_of([('x.log', data)]))])),
           'archive', '/i.zip/x.log')
    yield ('a tar.xz in a zip', 'x.zip', lambda data: zip_of([('i.txz', lzma.compress(inner(data)))]), 'archive',
           '/i.txz/b/x.log')
    yield 'a gz in a gz', 'x.log.gz.gz', lambda data: gzip.compress(gzip.compress(data)), 'file', ''


def by_file(run, paths):
    """The events of a run over several files, file by file."""
    found = {str(path): [] for path in paths}
    for event in run.events:
        found[get(event, 'logclass.input.name')].append(event)
    return found


def write(folder, files):
    for name, data in files:
        (folder / name).write_bytes(data)
    return [folder / name for name, _ in files]


def through_pipes(folder, files):
    """logclass over named pipes, each fed with its bytes in its turn."""
    names = [folder / f'{n}.pipe' for n in range(len(files))]
    for name in names:
        os.mkfifo(name)
    child = subprocess.Popen([program(), *ARGS, *names], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=environment())
    gathered = []
    readers = [threading.Thread(target=lambda p=p: gathered.append((p, p.read())))
               for p in (child.stdout, child.stderr)]
    for reader in readers:
        reader.start()
    for name, data in zip(names, files):
        name.write_bytes(data)
    for reader in readers:
        reader.join(PATIENCE_S)
    out = dict(gathered)
    return Run(child.wait(PATIENCE_S), out[child.stdout], out[child.stderr]), names


def every_form(checks, folder):
    count = 40
    rows = list(forms())
    checks.that(len(rows) <= 60, 'every form has a minute of its own')
    logs = [log(count, minute) for minute in range(len(rows))]
    made = [(title, name, pack(data), *rest) for (title, name, pack, *rest), data in zip(rows, logs)]
    plains = write(folder, [(f'{n}.plain', data) for n, data in enumerate(logs)])
    want = [list(map(plain, events)) for events in by_file(logclass(*ARGS, *plains), plains).values()]
    checks.same([len(w) for w in want], [count] * len(rows), 'the plain files: events')
    paths = write(folder, [(f'f{n}-{name}', data) for n, (_, name, data, *_) in enumerate(made)])
    run = logclass(*ARGS, *paths)
    checks.same((run.status, crashed(run)), (0, None), f'every form: exit status ({run.err})')
    piped, names = through_pipes(folder, [data for _, _, data, *_ in made])
    checks.same((piped.status, crashed(piped)), (0, None), f'every form from a pipe: exit status ({piped.err})')
    for n, (title, _, _, kind, inside) in enumerate(made):
        events = by_file(run, paths)[str(paths[n])]
        for event in events[:1]:
            checks.same(get(event, 'logclass.input.kind'), kind, f'{title}: kind')
            checks.same(get(event, 'log.file.path'), f'{paths[n]}{inside}', f'{title}: path')
        checks.that(list(map(plain, events)) == want[n], f'{title}: the events are not those of the plain file')
        events = by_file(piped, names)[str(names[n])]
        checks.that(list(map(plain, events)) == want[n], f'{title}, from a pipe: other events')
        if not LONG and not title.endswith(('a gz', 'tar.gz', 'a zip, method 8', 'a tar in a tar')):
            continue
        with open(paths[n], 'rb') as given:
            done = subprocess.run([program(), *ARGS], stdin=given, capture_output=True,
                                  env=environment(), check=False)
        checks.same(done.stdout.count(b'\n'), count, f'{title}, as standard input: events')
        check(checks, f'{title}, piped to standard input', logclass(*ARGS, '-', stdin=made[n][2]), want[n])


def members_in_a_row(checks, folder):
    data = log(300)
    (folder / 'plain.log').write_bytes(data)
    want = events_of(logclass(*ARGS, folder / 'plain.log'))
    for suffix, pack in CODECS.items():
        path = folder / f'x.log.{suffix}'
        path.write_bytes(b''.join(pack(data[at:at + 7000]) for at in range(0, len(data), 7000)))
        check(checks, f'{suffix} after {suffix}', logclass(*ARGS, path), want)
    path = folder / 'x.log.gz'
    path.write_bytes(gzip.compress(data) + b'rubbish')
    check(checks, 'rubbish behind a gz', logclass(*ARGS, path), want, UNREAD, ['followed by other'])


def too_deep(checks, folder):
    """What is nested deeper is left out and said; what stands beside it is read."""
    data, other = log(20), log(20, 1)
    (folder / 'plain.log').write_bytes(other)
    want = events_of(logclass(*ARGS, folder / 'plain.log'))
    deep = tar([('m.tar', tar([('i.tar', tar([('x.log', data)]))])), ('y.log', other)])
    (folder / 'x.tar').write_bytes(deep)
    check(checks, 'three deep', logclass(*ARGS, folder / 'x.tar'), want, UNREAD,
          ['m.tar/i.tar', 'an archive in an archive'])
    thrice = gzip.compress(gzip.compress(gzip.compress(data)))
    (folder / 'x.gz').write_bytes(thrice)
    check(checks, 'compressed three times', logclass(*ARGS, folder / 'x.gz', folder / 'plain.log'), want,
          UNREAD, ['more than twice'])


def check_cut(checks, title, run, whole, least, said=('cut',)):
    checks.that(not crashed(run), f'{title}: {crashed(run)}')
    checks.same(run.status, UNREAD, f'{title}: exit status ({run.err[-500:]!r})')
    for text in said:
        checks.that(text in run.err, f'{title}: standard error has no "{text}": {run.err[-500:]!r}')
    check_head(checks, title, events_of(run), whole, least)


def check_head(checks, title, have, whole, least):
    checks.that(len(have) >= least, f'{title}: {len(have)} events of at least {least}')
    checks.that(have[:-1] == whole[:max(len(have) - 1, 0)], f'{title}: other events than of the whole')


def unzlib(data):
    return zlib.decompressobj(31).decompress(data)


# What packs a log, and what is certain of a head of that; bz2 and zst give whole blocks only.
CUT = {
    'gz': (CODECS['gz'], unzlib),
    'xz': (CODECS['xz'], lambda head: lzma.LZMADecompressor().decompress(head)),
    'bz2': (CODECS['bz2'], lambda head: b''),
    'zst': (CODECS.get('zst'), lambda head: b''),
    # What is cut behind the end of the tar takes nothing from it, and is not said.
    'tgz': (lambda data: gzip.compress(tar([('x.log', data)], tarfile.USTAR_FORMAT), mtime=0),
            lambda head: unzlib(head)[512:]),
}


def cut_files(checks, folder):
    """Cut at several places, the last ones byte by byte."""
    cuts, logs, least = [], [], []
    for suffix, (pack, unpack) in CUT.items():
        for part in (0.05, 0.3, 0.5, 0.77, 0.97, *(() if suffix == 'tgz' else (-9, -4, -1))) if pack else ():
            data = log(500 if part == 0.5 else 150, len(logs))
            made = pack(data)
            head = made[:part if part < 0 else int(len(made) * part)]
            logs.append(data)
            cuts.append((f'{len(cuts)}-{suffix}', head))
            least.append(unpack(head).replace(b'\0', b'').count(b'\n'))
    plains = write(folder, [(f'{n}.plain', data) for n, data in enumerate(logs)])
    paths = write(folder, cuts)
    wholes = by_file(logclass(*ARGS, *plains), plains)
    run = logclass(*ARGS, *paths)
    checks.same((run.status, crashed(run)), (UNREAD, None), f'files that were cut: exit status ({run.err})')
    for path, whole, events, n in zip(paths, wholes.values(), by_file(run, paths).values(), least):
        said = [line for line in run.said if str(path) in line]
        checks.that(len(said) == 1 and 'cut' in said[0], f'{path}: it was cut, and that is said once: {said}')
        check_head(checks, path.name, list(map(plain, events)), list(map(plain, whole)), n)


def cut_archives(checks, folder):
    data, other = log(500), log(500, 1)
    (folder / 'plain.log').write_bytes(data)
    (folder / 'other.log').write_bytes(other)
    whole = events_of(logclass(*ARGS, folder / 'plain.log', folder / 'other.log'))
    made = tar([('x.log', data), ('y.log', other)], tarfile.USTAR_FORMAT)
    for at in (512 + 700, 512 + len(data) // 2, 512 * 2 + len(data) + 700):
        (folder / 'x.tar').write_bytes(made[:at])
        got = made[512:at].replace(b'\0', b'').count(b'2026-10-28 14:')
        check_cut(checks, f'a tar cut at {at}', logclass(*ARGS, folder / 'x.tar'), whole, got - 1)
    made = zip_of([('x.log', data), ('y.log', other)], zipfile.ZIP_STORED)
    for at in (700, len(data) // 2, len(data) + 700, len(made) - 30):
        (folder / 'x.zip').write_bytes(made[:at])
        run = logclass(*ARGS, folder / 'x.zip')
        checks.that(not crashed(run), f'a zip cut at {at}: {crashed(run)}')
        least = made[:min(at, len(data) + 40)].count(b'\n') - 1
        have = events_of(run)
        checks.that(len(have) >= least, f'a zip cut at {at}: {len(have)} events of at least {least}')
    inner = gzip.compress(data)
    outer = tar([('x.log.gz', inner[:len(inner) // 2]), ('y.log', other)])
    (folder / 'x.tar').write_bytes(outer)
    run = logclass(*ARGS, folder / 'x.tar')
    both = events_of(logclass(*ARGS, folder / 'other.log'))
    checks.same(run.status, UNREAD, 'a cut gz in a tar: exit status')
    checks.that('x.tar/x.log.gz' in run.err and 'cut' in run.err, f'a cut gz in a tar: {run.err}')
    checks.same(events_of(run)[-500:], both, 'a cut gz in a tar: the events behind it')
    checks.that(len(run.events) > 700, f'a cut gz in a tar: {len(run.events)} events')


def memory_of(path, *args):
    """Peak in KiB of a run, exit status, events."""
    child = subprocess.Popen([program(), *args, path], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE,
                             env=environment(ASAN_OPTIONS='quarantine_size_mb=1'))
    out = child.stdout.read()
    err = child.stderr.read().decode()
    _, status, usage = os.wait4(child.pid, 0)
    return usage.ru_maxrss, os.waitstatus_to_exitcode(status), out.count(b'\n'), err


def bombs(checks, folder):
    """Much of NULs, of one line, of a few lines: in a gz, in a tar.xz, behind the head of a log."""
    size = (300 if LONG else 120) << 20
    piece = 1 << 20
    start = folder / 'small.log'
    start.write_bytes(log(10))
    peak, *_ = memory_of(start, *ARGS)
    bound = peak + 40 * 1024
    for title, head, unit in (('NULs', b'', b'\0'), ('one line', log(5), b'x'), ('NULs in a log', log(5), b'\0')):
        path = folder / 'bomb.gz'
        with gzip.open(path, 'wb', compresslevel=1) as out:
            out.write(head)
            for _ in range(size // piece):
                out.write(unit * piece)
            out.write(b'\n' + record(7, 9))
        most, status, events, err = memory_of(path, *ARGS)
        checks.same(status, 0, f'a bomb of {title}: exit status ({err[-300:]})')
        checks.that(most < bound, f'a bomb of {title}: {most} KiB, a small log {peak} KiB')
        checks.same(events, head.count(b'\n') + 2 - (title == 'one line') * 0, f'a bomb of {title}: events')
    lines = folder / 'bomb.tar.xz'
    info = tarfile.TarInfo('x.log')
    info.size = size
    xz = lzma.LZMACompressor(preset=0)
    with open(lines, 'wb') as out:
        out.write(xz.compress(info.tobuf()))
        out.write(xz.compress(record(1) * (piece // len(record(1))) +
                              b' ' * (piece - piece // len(record(1)) * len(record(1)))))
        for _ in range(size // piece - 1):
            out.write(xz.compress(b' ' * piece))
        out.write(xz.compress(b'\0' * 1024) + xz.flush())
    most, status, events, err = memory_of(lines, '--timezone', 'UTC')
    checks.same(status, 0, f'a bomb in a tar.xz: exit status ({err[-300:]})')
    checks.that(most < bound, f'a bomb in a tar.xz: {most} KiB, a small log {peak} KiB')


def sparse_tar(folder, size):
    """A tar whose member is a log with a hole of that size."""
    with open(folder / 'hole.log', 'wb') as out:
        out.write(log(5))
        out.seek(size)
        out.write(b'\n' + record(1, 9))
    subprocess.run(['tar', '-S', '-cf', 'hole.tar', 'hole.log'], cwd=folder, check=True)
    return folder / 'hole.tar'


def encrypted_zip(data, other):
    """A zip whose first member says that it is encrypted (APPNOTE.TXT 4.4.4, bit 0)."""
    made = bytearray(zip_of([('secret.log', data), ('x.log', other)]))
    made[6] |= 1                                          # in its local header
    made[made.index(b'PK\1\2') + 8] |= 1                  # and in the directory
    return bytes(made)


def large_window(data, log2):
    """An xz that asks for a dictionary of 2^log2 bytes: its header says so, with a new sum."""
    made = bytearray(lzma.compress(data))
    size = (made[12] + 1) * 4
    at = made.index(b'\x21\x01', 12, 12 + size)           # LZMA2, one byte of properties
    made[at + 2] = 2 * (log2 - 12)                        # the .xz file format, 5.3.1
    made[12 + size - 4:12 + size] = zlib.crc32(made[12:12 + size - 4]).to_bytes(4, 'little')
    return bytes(made)


def bounds(checks, folder):
    """Past the bounds of a hole, of a sorted archive, of an unpacker's memory; and what is encrypted."""
    good = folder / 'good.log'
    good.write_bytes(log(3, 5))
    run = logclass(*ARGS, sparse_tar(folder, 100 << 20))
    checks.same((run.status, len(run.events)), (0, 7), f'a hole of 100 MB: status, events ({run.err})')
    run = logclass(*ARGS, sparse_tar(folder, 100 << 30), good)
    checks.same((run.status, len(run.events)), (UNREAD, 8), f'a hole of 100 GB: status, events ({run.err})')
    checks.that('hole of' in run.err, f'a hole of 100 GB is not said: {run.err}')
    empty = tarfile.TarInfo('empty').tobuf()
    logs = tar([('x.log', log(2, 6)), ('x.log.1', log(2, 7))])
    for count, order in ((1000, ['x.log.1', 'x.log']), (64 * 1024, ['x.log', 'x.log.1'])):
        path = folder / 'many.tgz'
        path.write_bytes(gzip.compress(empty * count + logs, 1))
        run = logclass(*ARGS, path)
        checks.same([get(e, 'log.file.path').rpartition('/')[2] for e in run.events[::2]], order,
                    f'generations behind {count} members')
        checks.that(f'{count} files skipped' in run.err, f'{count} members that are empty: {run.err}')
    path = folder / 'x.zip'
    path.write_bytes(encrypted_zip(log(3), log(3, 1)))
    run = logclass(*ARGS, path)
    checks.same((run.status, len(run.events)), (UNREAD, 3), f'an encrypted member: status, events ({run.err})')
    checks.that('secret.log\': it is encrypted' in run.err, f'an encrypted member is not said: {run.err}')
    path = folder / 'x.xz'
    path.write_bytes(large_window(log(3), 26))
    run = logclass(*ARGS, path)
    checks.same((run.status, len(run.events)), (0, 3), f'a window of 64 MB: status, events ({run.err})')
    path.write_bytes(large_window(log(3), 30))
    run = logclass(*ARGS, path, good)
    checks.same((run.status, len(run.events)), (UNREAD, 3), f'a window of 1 GB: status, events ({run.err})')
    checks.that('more memory' in run.err, f'a window of 1 GB is not said: {run.err}')


def names_of_members(checks, folder):
    """Names are shown and never opened."""
    here, tmp = folder / 'here', folder / 'tmp'
    here.mkdir()
    tmp.mkdir()
    names = ['../../evil.log', '/tmp/evil-absolute.log', 'x' * 20000 + '.log', 'a\nb\x1b[31m.log', './',
             'dir/../x.log', '\udcff\udcfe.log']
    members = [(name, log(3, n)) for n, name in enumerate(names)]
    device = tarfile.TarInfo('dev')
    device.type, device.devmajor, device.devminor = tarfile.CHRTYPE, 1, 5
    fifo = tarfile.TarInfo('fifo')
    fifo.type = tarfile.FIFOTYPE
    hard = tarfile.TarInfo('hard')
    hard.type, hard.linkname = tarfile.LNKTYPE, '../../evil.log'
    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        made = tar(members + [('dev', device), ('fifo', fifo), ('s.log', link('/etc/passwd')), ('hard', hard)],
                   form)
        (here / 'x.tar').write_bytes(made)
        run = logclass(*ARGS, 'x.tar', cwd=here, env=environment(TMPDIR=str(tmp)))
        checks.that(not crashed(run), f'names: {crashed(run)}')
        checks.same(run.status, 0, f'names: exit status ({run.err[-300:]})')
        checks.same(len(run.events), 3 * (len(names) - 1), 'names: events')
    made = zip_of([('../../evil.log', log(3)), ('/tmp/evil-absolute.log', log(3, 1))])
    (here / 'x.zip').write_bytes(made)
    run = logclass(*ARGS, 'x.zip', cwd=here, env=environment(TMPDIR=str(tmp)))
    checks.same(len(run.events), 6, 'names in a zip: events')
    made = tar([('i.tar', tar(members))])
    (here / 'n.tar').write_bytes(made)
    run = logclass(*ARGS, 'n.tar', cwd=here, env=environment(TMPDIR=str(tmp)))
    checks.same(len(run.events), 3 * (len(names) - 1), 'names, nested: events')
    checks.same(sorted(p.name for p in here.iterdir()), ['n.tar', 'x.tar', 'x.zip'], 'names: files made')
    checks.same([p.name for p in tmp.iterdir()], [], 'names: files left in TMPDIR')
    checks.that(not (folder.parent / 'evil.log').exists() and not (folder / 'evil.log').exists() and
                not os.path.exists('/tmp/evil-absolute.log'), 'names: a member was written')
    (here / 'x.tar').write_bytes(tar([('x.log', log(2, 5)), ('x.log.1', log(2, 4))]))
    run = logclass(*ARGS, 'x.tar', cwd=here, env=environment(TMPDIR='/no/such/folder'))
    checks.same(len(run.events), 4, 'no TMPDIR, generations in a tar: events')
    checks.that('/no/such/folder' in run.err, f'no TMPDIR is not said: {run.err}')


def damage(checks, folder):
    """Many in one run; should that end badly, each alone tells which it was."""
    chance = random.Random(7)
    data = log(30)
    inner = tar([('x.log', data), ('x.log.1', log(10, 1)), ('y.log.gz', gzip.compress(log(10, 2)))])
    for suffix, whole in (('tar', inner), ('tgz', gzip.compress(inner)), ('txz', lzma.compress(inner)),
                          ('zip', zip_of([('x.log', data), ('i.tar', inner)]))):
        files = []
        for n in range(300 if LONG else 40):
            bytes_ = bytearray(whole)
            for _ in range(chance.choice((1, 1, 5, 50))):
                bytes_[chance.randrange(len(bytes_))] = chance.randrange(256)
            files.append((f'{n}-{suffix}', bytes_))
        paths = write(folder, files)
        run = logclass(*ARGS, *paths)
        if not crashed(run) and run.status in (0, UNREAD):
            checks.that(True, suffix)
            continue
        for path in paths:
            run = logclass(*ARGS, path)
            checks.that(not crashed(run) and run.status in (0, UNREAD),
                        f'a damaged {path.name}: status {run.status}, {crashed(run)}')
        checks.fail(f'damaged files of {suffix}')


def encodings(checks, folder):
    data = log(100) + record(1, 3, 'café \U0001f600 {}')
    (folder / 'plain.log').write_bytes(data)
    run = logclass(*ARGS, folder / 'plain.log')
    want, ids = events_of(run), [get(e, 'event.id') for e in run.events]
    text = data.decode()
    rows = [('UTF-16LE', b'\xff\xfe' + text.encode('utf-16-le')),
            ('UTF-16BE', b'\xfe\xff' + text.encode('utf-16-be')),
            ('UTF-16LE in a gz', gzip.compress(b'\xff\xfe' + text.encode('utf-16-le')))]
    for title, bytes_ in rows:
        (folder / 'x.log').write_bytes(bytes_)
        check(checks, title, logclass(*ARGS, folder / 'x.log'), want)
    (folder / 'x.log').write_bytes(b'\xef\xbb\xbf' + data)
    run = logclass(*ARGS, folder / 'x.log')
    checks.same(get(run.events[0], 'event.id'), ids[0], 'a mark of UTF-8: the id of the first event')
    checks.same(offset(run.events[1]), len(record(0)) + 3, 'a mark of UTF-8: where the second begins')
    (folder / 'x.log').write_bytes(b'\0' * (5 << 20) + data)
    run = logclass(*ARGS, folder / 'x.log')
    checks.same(len(run.events), 101, 'a hole: events')
    checks.same(get(run.events[0], 'event.id'), ids[0], 'a hole: the id of the first event')
    checks.same(get(run.events[0], 'logclass.bytes'), (5 << 20) + len(record(0)), 'a hole: bytes')
    checks.same(offset(run.events[1]), (5 << 20) + len(record(0)), 'a hole: where the second begins')


def main():
    checks = Checks()
    for story in (every_form, members_in_a_row, too_deep, cut_files, cut_archives, bombs, bounds,
                  names_of_members, damage, encodings):
        with Folder() as folder:
            story(checks, folder)
    return checks.end('archives')


if __name__ == '__main__':
    sys.exit(main())
