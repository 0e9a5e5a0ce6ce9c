"""Files that are whole or not there: a full disk or a kill in the midst of writing leaves the file that was there before."""
import os
from pathlib import Path


def put(path, data):
    """(path, text or bytes) => the file; written as PATH.part, synced and renamed. A symbolic link is followed."""
    target = Path(os.path.realpath(path))
    part = target.with_name(target.name + ".part")
    try:
        with open(part, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def copy(source, folder):
    """(file, folder) => the file under its own name in the folder"""
    put(Path(folder) / Path(source).name, Path(source).read_bytes())
