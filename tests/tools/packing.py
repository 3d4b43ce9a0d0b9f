"""packing.py - compressed files and archives for the tests, and the log that goes into them."""
import bz2
import gzip
import io
import lzma
import shutil
import subprocess
import tarfile
import uuid
import zipfile

# What may differ with the way a log was read.
READING = ('event.created', 'log.file', 'logclass.input.name', 'logclass.input.kind')


def record(n, minute=0, text='Processing notification {} of type: VM', level='INFO',
           logger='masakari.engine.manager'):
    """One line, the n-th; no two are equal, and they hardly compress."""
    name = uuid.uuid5(uuid.NAMESPACE_OID, f'{n} {minute}')
    return (f'2026-10-28 14:{minute:02}:{n // 1000 % 60:02}.{n % 1000:03} 31 {level} {logger} '
            f'[-] {text.format(name)}\n').encode()


def log(count, minute=0):
    return b''.join(record(n, minute) for n in range(count))


def zstd(data):
    return subprocess.run(['zstd', '-q', '-c'], input=data, capture_output=True, check=True).stdout


CODECS = {'gz': lambda data: gzip.compress(data, mtime=0), 'xz': lzma.compress, 'bz2': bz2.compress}
if shutil.which('zstd'):
    CODECS['zst'] = zstd


def tar(members, form=tarfile.PAX_FORMAT):
    """A tar of (name, bytes) pairs; for bytes also a TarInfo, which goes in as it is."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w', format=form) as made:
        for name, data in members:
            if isinstance(data, tarfile.TarInfo):
                data.name = name
                made.addfile(data)
                continue
            info = tarfile.TarInfo(name)
            info.size, info.mtime = len(data), 1793192587
            made.addfile(info, io.BytesIO(data))
    return out.getvalue()


def link(target):
    info = tarfile.TarInfo()
    info.type, info.linkname = tarfile.SYMTYPE, target
    return info


def zip_of(members, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', method) as made:
        for name, data in members:
            made.writestr(zipfile.ZipInfo(name, (2026, 10, 28, 14, 3, 8)), data, method)
    return out.getvalue()
