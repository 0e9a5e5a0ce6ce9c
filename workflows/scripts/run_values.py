"""Values of the columns of params.tsv for each run, for the table of all runs.

A run has the value that it used: that of its own row, else that of its parts in config/, else, for
a key that its tool does not have, the value of the runs that it starts from.
"""
import json
import re

import run_config
from mistakes import schema
from table_checks import parts_in
from tool_keys import keys_of
from tool_table import value_of

QUANTITY = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?) +([A-Za-z%][\w ^*/.-]*)")


def keys_in(rows):
    """(rows of params.tsv) => its columns that are keys of TOML files and have a value at all"""
    columns = schema("params")["properties"]
    return [key for key in rows[0] if key not in columns and any(row[key] for row in rows)]


def of_runs(config, rows):
    """(folder config/ of a study, rows of a scale) => {run: {key: value}}; None: no value"""
    found, keys = {}, keys_in(rows) if rows else []
    for row in rows:
        own = {key: row[key] for key in keys if row[key]}
        toml = run_config.merged([config / f"{part}.toml" for part in parts_in(row)], own)
        before = [found[name] for name in row["inputs"].split()]
        found[row["run"]] = {key: value(row["tool"], key, toml, before) for key in keys}
    return found


def value(tool, key, toml, before):
    """(tool of a run, key, its TOML, values of the runs that it starts from) => its value"""
    here = value_of(toml, key)
    if here is not None or key in keys_of(tool) or not before:
        return here
    first = before[0][key]
    return first if all(values[key] == first for values in before) else None


def quantity(found):
    """(a value) => number and unit of text such as "2 g/cm^3"; None for any other value"""
    parts = QUANTITY.fullmatch(found) if isinstance(found, str) else None
    return parts and (float(parts[1]), parts[2])


def kind_of(found):
    """(a value) => its kind, "number", "quantity" or "text", and the unit of a quantity"""
    if isinstance(found, (int, float)) and not isinstance(found, bool):
        return "number", ""
    parts = quantity(found)
    return ("quantity", parts[1]) if parts else ("text", "")


def with_units(values, refused=()):
    """({run: {key: value}}, names of refused runs and of those not run) => the values, {key: unit}.
    If all values of a key are quantities of the same unit, such as "2 g/cm^3", they are replaced by
    their numbers. The named runs do not count beside others: a value of theirs that does not fit
    becomes None, because a single text would turn the column into texts."""
    made, units = {run: dict(row) for run, row in values.items()}, {}
    for key in next(iter(values.values()), {}):
        given = {run: row[key] for run, row in values.items() if row[key] is not None}
        counted = [run for run in given if run not in refused] or list(given)
        kinds = {kind_of(given[run]) for run in counted}
        if len(kinds) != 1 or kinds == {("text", "")}:
            continue
        (kind, units[key]) = kind_shared = kinds.pop()
        for run, found in given.items():
            fits = kind_of(found) == kind_shared
            made[run][key] = (quantity(found)[0] if kind == "quantity" else found) if fits else None
    return made, units


def text_of(found):
    """(a value of a TOML or JSON file) => its text; booleans and lists as TOML"""
    if isinstance(found, (bool, list, dict)):
        return json.dumps(found, ensure_ascii=False)
    return repr(found) if isinstance(found, float) else str(found)


def cell(value):
    """(a value) => its text in one cell; text with "#" is quoted, because "#" begins a comment"""
    if value is None:
        return ""
    text = text_of(value)
    text = re.sub(r"\s+", " ", text).strip()
    quoted = "#" in text or text.startswith('"')
    return '"' + text.replace('"', '""') + '"' if quoted else text
