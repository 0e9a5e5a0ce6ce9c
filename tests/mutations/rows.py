#!/usr/bin/env python3
"""Each row of table.py names code that occurs in its file exactly once, and each group names
existing files, so that run.py can use them."""
import pathlib
import sys

from table import GROUPS, MUTATIONS

ROOT = pathlib.Path(__file__).resolve().parents[2]


def wrong(file, old, new, group):
    """=> the fault of a row, or nothing"""
    found = (ROOT / file).read_text().count(old)
    if found != 1:
        return f"found {found} times"
    if old == new:
        return "changes nothing"
    if group not in GROUPS:
        return f"no group {group}"
    # Only the sources of a group are compiled again; headers reach it by includes.
    if file.endswith(".cpp") and file not in GROUPS[group][0]:
        return f"not a source of the group {group}"
    return ""


faults = [f"{row[0]}: {row[1]!r}: {fault}" for row in MUTATIONS if (fault := wrong(*row))]
faults += [f"group {group}: no rows" for group in set(GROUPS) - {row[3] for row in MUTATIONS}]
faults += [
    f"group {group}: {file}: no such file"
    for group, (files, *_) in GROUPS.items()
    for file in files
    if not (ROOT / file).is_file()
]
print("\n".join(faults) or f"{len(MUTATIONS)} rows")
sys.exit(bool(faults))
