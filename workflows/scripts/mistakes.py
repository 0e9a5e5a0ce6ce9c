"""Mistakes in a table of runs or in the options of a call, and the schemas that both are checked
by."""
import difflib
import functools
from pathlib import Path

import jsonschema
import yaml

from tool_table import TOOLS

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"


class Mistake(Exception):
    """Mistakes in a table or a configuration, in one line."""


@functools.lru_cache(maxsize=None)
def schema(name):
    """=> a schema of workflows/schemas; the names of the tools come from tool_table.py"""
    found = yaml.safe_load((SCHEMAS / f"{name}.schema.yaml").read_text())
    if name == "params":
        found["properties"]["tool"]["enum"] = list(TOOLS)
    return found


def suggestion(word, words):
    """(an unknown word, known words) => "; did you mean ...?" as in messages of the tools, or ""
    without a similar word"""
    near = difflib.get_close_matches(word, words, 1)
    return f"; did you mean '{near[0]}'?" if near else ""


@functools.lru_cache(maxsize=None)
def validator(name, key):
    """=> a validator for the values of a key of a schema; cached, because tables have thousands of
    cells"""
    return jsonschema.Draft202012Validator(schema(name)["properties"][key])


def broken(value, name, key):
    """=> true if a value violates the schema's rule for a key"""
    return not validator(name, key).is_valid(value)
