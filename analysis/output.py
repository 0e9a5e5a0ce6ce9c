"""Atomic writes: if the disk is full or the program is killed while it writes, the previous file
stays. This module imports the standard library alone, because every job loads it."""
import contextlib
import csv
import io
import os
from pathlib import Path

# significant digits of written numbers: the last digits of a fit differ between machines
DIGITS = 9


def rounded(value):
    """(any value) => the value; a float with DIGITS significant digits"""
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


@contextlib.contextmanager
def begun(path):
    """(path) => PATH.part, for the block to write. At the end of the block it is synced and renamed
    to PATH. If the block raises an exception or removes PATH.part, PATH is unchanged. A symbolic
    link is followed."""
    target = Path(os.path.realpath(path))
    part = target.with_name(target.name + ".part")
    try:
        yield part
        if part.exists():
            sync(part)
            os.replace(part, target)
    except BaseException as error:
        part.unlink(missing_ok=True)
        # a failed write does not name its file
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)
        raise


def sync(path):
    """(file) Waits until its data are on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def put(path, data):
    """(path, text or bytes) Writes the file."""
    with begun(path) as part:
        part.write_bytes(data.encode() if isinstance(data, str) else data)


def write_rows(path, rows):
    """(path, rows: dicts with the columns of the first) Writes a CSV table of rounded numbers."""
    rows = [{name: rounded(value) for name, value in row.items()} for row in rows]
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, list(rows[0]) if rows else [])
    table.writeheader()
    table.writerows(rows)
    put(path, text.getvalue())


def copy(source, folder):
    """(file, folder) Copies the file into the folder."""
    put(Path(folder) / Path(source).name, Path(source).read_bytes())


def put_folder(made, target, old=()):
    """(folder of finished files, target folder on the same file system, paths in the target from an
    earlier call) Replaces the files of an earlier call.

    All files are synced, then each is renamed to its place in the target, then old files and
    folders without a successor are removed. At any time each file is complete, the old one or the
    new one."""
    names = [path.relative_to(made) for path in sorted(Path(made).rglob("*")) if not path.is_dir()]
    # files before their folders
    gone = sorted(
        {path for path in old if path.relative_to(target) not in set(names)}, reverse=True
    )
    for name in names:
        sync(made / name)
    for name in names:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        os.replace(made / name, target / name)
    for path in gone:
        if path.is_symlink() or not path.is_dir():
            path.unlink()
        elif not any(path.iterdir()):
            path.rmdir()
