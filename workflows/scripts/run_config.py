"""The TOML of a run: the files of config/ named in its row of params.tsv, merged in order, then the
values of the row itself."""
import tomllib
from pathlib import Path

import tomli_w


def merge(below, above):
    """(two tables) => merged table; where both have a key, tables are merged recursively and other
    values are taken from `above`"""
    out = dict(below)
    for key, value in above.items():
        out[key] = (
            merge(out[key], value)
            if isinstance(value, dict) and isinstance(out.get(key), dict)
            else value
        )
    return out


def nested(key, text):
    """("a.b", "1 s") => {"a": {"b": "1 s"}}; the text is parsed as a TOML value if possible,
    otherwise it is a string"""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    for name in reversed(key.split(".")):
        value = {name: value}
    return value


def read(path):
    """(path of a TOML file) => its table; invalid TOML raises ValueError with the name of the
    file"""
    try:
        return tomllib.loads(Path(path).read_text())
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None


def merged(parts, values):
    """(paths of TOML files, {dotted key: text}) => one table"""
    table = {}
    for part in parts:
        table = merge(table, read(part))
    for key, text in values.items():
        table = merge(table, nested(key, text))
    return table


def complete(tool, parts, values):
    """(tool without "rubble-", paths of TOML files, {dotted key: text}) => the complete TOML as
    text; that of a simulation names its experiment"""
    table = merged(parts, values)
    if isinstance(table.get("run"), dict):
        table["run"] = {"experiment": tool, **table["run"]}
    return tomli_w.dumps(table)


def origin(parts, values):
    """(paths of TOML files, {dotted key: text}) => sources of the values in one line"""
    own = ", ".join(f"{key} = {' '.join(text.split())}" for key, text in values.items())
    return " + ".join(Path(part).name for part in parts) + (f"; {own}" if own else "")
