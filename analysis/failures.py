"""Failure records of runs that would fail again in the same way.

Each output of such a run is replaced by a record, JSON: {"failed": {"run", "tool", "code",
"message", "because"}}. `code` is the exit code. A run that was not started because an earlier run
failed has the code None; `because` names that run. workflows/scripts/call.py writes the records.
This module and analysis/output.py import the standard library alone, because every job loads them.
"""
import json
from pathlib import Path

from analysis import output

HEAD = b'{"failed":'  # the first bytes of a record
COLUMNS = ("run", "tool", "code", "message", "because")


def record(path):
    """(path of a file) => its failure record as a dict; None if the file is something else or does
    not exist"""
    try:
        with open(path, "rb") as file:
            return (
                json.loads(HEAD + file.read())["failed"] if file.read(len(HEAD)) == HEAD else None
            )
    except OSError:  # no such file, or an unreadable one: the code that needs the file reports it
        return None


def write(path, entry):
    """(path of an output, record) Writes the record in place of the output."""
    output.put(path, json.dumps({"failed": entry}) + "\n")


def paths_in(value):
    """(a path, a nested list or dict of paths, or anything else) => list of the strings and paths
    in it"""
    if isinstance(value, (str, Path)):
        return [value]
    if isinstance(value, dict):
        return paths_in(list(value.values()))
    return (
        [path for part in value for path in paths_in(part)]
        if isinstance(value, (list, tuple))
        else []
    )


def succeeded(*columns):
    """(columns: lists of equal length, with paths, lists of paths or other values) => rows as `zip`
    gives them, without the rows in which a path holds a failure record; for a single column its
    elements"""
    rows = [row for row in zip(*columns, strict=True) if not any(map(record, paths_in(list(row))))]
    return [row[0] for row in rows] if len(columns) == 1 else rows


def table(paths):
    """(paths of files) => the records among them, each once, as rows of a table"""
    found = {}
    for entry in filter(None, map(record, paths)):
        found.setdefault((entry["run"], entry["tool"]), {name: entry[name] for name in COLUMNS})
    return list(found.values())
