"""Runs that failed for good. In place of each output of such a run lies a failure record, JSON: {"failed": {"run", "tool", "code", "message", "because"}}; `code` is the exit
code, None of a run that was not made because the run named by `because` failed. workflows/scripts/call.py writes the records. Standard library alone: every job loads this.
"""
import json
from pathlib import Path

from analysis import output

HEAD = b'{"failed":'  # the first bytes of a record
COLUMNS = ("run", "tool", "code", "message", "because")


def record(path):
    """(path of a file) => its failure record as a dict; None if the file is something else or does not exist"""
    try:
        with open(path, "rb") as file:
            return json.loads(HEAD + file.read())["failed"] if file.read(len(HEAD)) == HEAD else None
    except OSError:  # no such file, or one that cannot be read: its reader says so
        return None


def write(path, entry):
    """(path of an output, record)"""
    output.put(path, json.dumps({"failed": entry}) + "\n")


def paths_in(value):
    """(a path, a list or dict of paths, or anything else) => the texts and paths in it"""
    if isinstance(value, (str, Path)):
        return [value]
    if isinstance(value, dict):
        return paths_in(list(value.values()))
    return [path for part in value for path in paths_in(part)] if isinstance(value, (list, tuple)) else []


def succeeded(*columns):
    """(lists of equal length, of paths or lists of paths of the same runs, and of other values) => their rows as `zip` gives them, without those of which a path is that
    of a failure record; of one list its elements"""
    rows = [row for row in zip(*columns, strict=True) if not any(map(record, paths_in(list(row))))]
    return [row[0] for row in rows] if len(columns) == 1 else rows


def table(paths):
    """(paths of files) => the records among them, each once, as rows of a table"""
    found = {}
    for entry in filter(None, map(record, paths)):
        found.setdefault((entry["run"], entry["tool"]), {name: entry[name] for name in COLUMNS})
    return list(found.values())
