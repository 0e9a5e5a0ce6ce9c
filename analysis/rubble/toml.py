"""Writes configurations as TOML."""
import json
import math
from pathlib import Path
from typing import Any, Dict, List, Mapping


def _key(name: str) -> str:
    bare = name.replace("-", "").replace("_", "")
    return name if bare.isascii() and bare.isalnum() else json.dumps(name)


def text(value: Any) -> str:
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        value = value.item()  # a number of numpy
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            return "nan" if math.isnan(value) else ("-inf" if value < 0 else "inf")
        return repr(value)
    if isinstance(value, (str, Path)):
        return json.dumps(str(value), ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)} = {text(v)}" for k, v in value.items()) + "}"
    if hasattr(value, "__iter__"):
        return "[" + ", ".join(map(text, value)) + "]"
    raise TypeError(f"a configuration cannot contain {value!r}")


def _is_tables(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and isinstance(value[0], Mapping)


def _lines(table: Mapping[str, Any], path: str, heading: str) -> List[str]:
    lines = [heading] if heading else []
    inner: List[str] = []
    for name, value in table.items():
        below = f"{path}.{_key(name)}" if path else _key(name)
        if isinstance(value, Mapping):
            inner += _lines(value, below, f"[{below}]")
        elif _is_tables(value):
            for element in value:
                inner += _lines(element, below, f"[[{below}]]")
        else:
            lines.append(f"{_key(name)} = {text(value)}")
    return lines + inner


def text_of(config: Mapping[str, Any]) -> str:
    """TOML of a configuration: dicts are tables, lists of dicts are arrays of tables, quantities
    are texts with units or numbers in SI units. TypeError for other values."""
    return "\n".join(_lines(config, "", "")) + "\n"


def key_at(written: str, line: int, place: int) -> str:
    """Dotted key at a line and a character, both from 1, of the text of `text_of`:
    "shape[1].radii" for a key in the second table [[shape]], "" for the start of the text, where
    keys of the top level are missing."""
    lines = written.splitlines()[:line]
    if not lines or (line, place) == (1, 1):
        return ""
    counts: Dict[str, int] = {}
    table = ""
    for text_line in lines:
        if text_line.startswith("[["):
            name = text_line.strip("[]")
            counts[name] = counts.get(name, -1) + 1
            table = f"{name}[{counts[name]}]"
        elif text_line.startswith("["):
            table = text_line.strip("[]")
            for name in [name for name in counts if table.startswith(f"{name}.")]:
                table = f"{name}[{counts[name]}]{table.removeprefix(name)}"
    own = "" if lines[-1].startswith("[") else lines[-1].partition(" = ")[0]
    return ".".join(filter(None, (table, own)))


def with_whole_paths(config: Mapping[str, Any], folder: Path) -> Dict[str, Any]:
    """The configuration with relative paths (keys `file`) replaced by paths in the folder."""

    def changed(name: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return with_whole_paths(value, folder)
        if _is_tables(value):
            return [with_whole_paths(element, folder) for element in value]
        return str(folder / value) if name == "file" and isinstance(value, (str, Path)) else value

    return {name: changed(name, value) for name, value in config.items()}
