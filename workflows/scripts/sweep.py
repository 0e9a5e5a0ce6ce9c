"""Expands a sweep, which consists of patterns of rows and lists of values, to the rows of
config/params.tsv.

    sweep.py SWEEP.toml [params.tsv]

By default params.tsv is written beside the sweep.

    [scale.demo]                        # the values that each scale takes
    count = [500]
    friction = [0, 0.1, 0.3]

    [[row]]                             # one row for each combination of the values that its cells
    name in braces
    run = "pile-{count}-mu{friction}"
    tool = "relax"
    "contact.sliding.friction" = "{friction}"

A value may be a table of values that belong together: triple = [{v = 0.1, w = "1e-3"}] and
"{triple[v]}". The standard columns come first, then further keys of the rows in order of
occurrence. By default `threads` is 1 and `inputs` is empty.
"""
import difflib
import itertools
import json
import re
import string
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from analysis import output  # noqa: E402

COLUMNS = ["scale", "run", "experiment", "tool", "base", "inputs", "threads"]
HEAD = "# Written by workflows/scripts/sweep.py from {}: change that, and run it again."


def cell_of(value):
    """(a value, as read from TOML) => its form for format(): strings, numbers and tables unchanged,
    booleans and lists as TOML, which writes them like JSON"""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (bool, list)) else value


def names_in(pattern):
    """(cells of a row by column) => the distinct names in braces"""
    try:
        parsed = [part for cell in pattern.values() for part in string.Formatter().parse(str(cell))]
    except ValueError as error:
        raise ValueError(f"row '{pattern.get('run', '')}': {error}") from None
    return list(
        dict.fromkeys(re.split(r"[.\[]", name)[0] for _, name, _, _ in parsed if name is not None)
    )


def expanded(pattern, values):
    """(cells of a row by column, {name: list}) => one row for each combination of values of the
    names in the cells"""
    pattern = {column: cell_of(value) for column, value in pattern.items()}
    names = names_in(pattern)
    missing = [name for name in names if name not in values]
    if missing:
        nearest = difflib.get_close_matches(missing[0], values, 1)
        raise ValueError(
            f"row '{pattern.get('run', '')}' names {{{missing[0]}}}; the scale has values "
            f"for: {' '.join(values)}" + (f"; did you mean {{{nearest[0]}}}?" if nearest else "")
        )
    for combination in itertools.product(*(values[name] for name in names)):
        chosen = dict(zip(names, map(cell_of, combination)))
        yield {column: str(cell).format(**chosen) for column, cell in pattern.items()}


def check_values(scales):
    """({scale: {name: list}}) Raises ValueError for a value that is not a list."""
    for scale, values in scales.items():
        for name, value in values.items():
            if not isinstance(value, list):
                raise ValueError(f"scale '{scale}': {name} must be a list")


def table(sweep):
    """(a sweep, as read from TOML) => columns, rows"""
    check_values(sweep["scale"])
    patterns = [{"inputs": "", "threads": 1, **pattern} for pattern in sweep["row"]]
    columns = list(dict.fromkeys(COLUMNS + [column for pattern in patterns for column in pattern]))
    rows = [
        {**row, "scale": scale}
        for scale, values in sweep["scale"].items()
        for pattern in patterns
        for row in expanded(pattern, values)
    ]
    return columns, rows


def text_of(name, columns, rows):
    """(name of the sweep's file, columns, rows) => the text of params.tsv"""
    lines = [columns] + [[row.get(column, "") for column in columns] for row in rows]
    return HEAD.format(name) + "\n" + "".join("\t".join(map(str, line)) + "\n" for line in lines)


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        fail("usage: sweep.py SWEEP.toml [params.tsv]")
    sweep_path = Path(sys.argv[1])
    table_path = Path(sys.argv[2]) if len(sys.argv) == 3 else sweep_path.with_name("params.tsv")
    try:
        output.put(
            table_path, text_of(sweep_path.name, *table(tomllib.loads(sweep_path.read_text())))
        )
    except OSError as error:
        fail(f"{error.filename or sweep_path}: {error.strerror}")
    except (tomllib.TOMLDecodeError, ValueError) as error:
        fail(f"{sweep_path}: {error}")
    except KeyError as missing:
        fail(f"{sweep_path}: missing table {missing}")
