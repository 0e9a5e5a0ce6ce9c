"""Lays the parts of a run's TOML over each other, puts in the run's own values, prints one complete file.

    run_config.py PART.toml... [--set KEY=VALUE...]

A plain program and no `script:` of Snakemake, which would take 0.6 s to start for each of hundreds of files.
"""
import argparse
import json
import tomllib
from pathlib import Path


def merge(below, above):
    """(two tables) => one; where both have a key, tables are merged and anything else is taken from above"""
    out = dict(below)
    for key, value in above.items():
        out[key] = merge(out[key], value) if isinstance(value, dict) and isinstance(out.get(key), dict) else value
    return out


def nested(key, text):
    """("a.b", "1 s") => {"a": {"b": "1 s"}}; text that reads as a TOML value is one, anything else is a string"""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    for name in reversed(key.split(".")):
        value = {name: value}
    return value


def literal(value):
    """A value as TOML text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # JSON's escapes are TOML's, but for this one
    if isinstance(value, list):
        return "[" + ", ".join(literal(v) for v in value) + "]"
    return repr(value)


def lines(table, name=""):
    """A table as lines of TOML: its values first, then the tables in it."""
    tables = {k: v for k, v in table.items() if isinstance(v, dict)}
    lists = {k: v for k, v in table.items() if isinstance(v, list) and v and isinstance(v[0], dict)}
    out = [f"{k} = {literal(v)}" for k, v in table.items() if k not in tables and k not in lists]
    for key, inner in tables.items():
        body = lines(inner, f"{name}{key}.")
        if not inner or any(not isinstance(v, dict) for v in inner.values()):
            body = ["", f"[{name}{key}]"] + body
        out += body
    for key, inner in lists.items():
        for item in inner:
            out += ["", f"[[{name}{key}]]"] + lines(item, f"{name}{key}.")
    return out


def merged(parts, values):
    """(paths of TOML files, {dotted key: text}) => one table"""
    table = {}
    for part in parts:
        table = merge(table, tomllib.loads(Path(part).read_text()))
    for key, text in values.items():
        table = merge(table, nested(key, text))
    return table


def complete(parts, values):
    """(paths of TOML files, {dotted key: text}) => the text of the complete file"""
    origin = " + ".join(Path(part).name for part in parts)
    own = ", ".join(f"{key} = {' '.join(text.split())}" for key, text in values.items())
    head = f"# Written by the workflow: {origin}" + (f"; {own}" if own else "")
    return "\n".join([head] + lines(merged(parts, values))) + "\n"


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("parts", nargs="+", metavar="PART.toml")
    options.add_argument("--set", nargs="*", default=[], metavar="KEY=VALUE")
    given = options.parse_args()
    print(complete(given.parts, dict(pair.split("=", 1) for pair in given.set)), end="")
