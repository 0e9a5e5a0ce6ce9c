"""Reads and checks a study's table of runs, config/params.tsv. Each error message is one line with
file, row and column."""
import csv

from mistakes import Mistake
from table_checks import (
    check_base,
    check_cells,
    check_columns,
    check_files,
    check_inputs,
    check_keys,
    check_once,
)


def read(path):
    """(params.tsv) => (line number of the header, names of the columns), [(line number, row)]; a
    row is a dict by column"""
    numbered = [
        (n, line)
        for n, line in enumerate(path.read_text().splitlines(), 1)
        if line.strip() and not line.startswith("#")
    ]
    if not numbered:
        raise Mistake(f"{path}: the table is empty")
    cells = [(n, next(csv.reader([line], delimiter="\t"))) for n, line in numbered]
    head, columns = cells[0]
    twice = [name for name in columns if columns.count(name) > 1]
    if twice:
        raise Mistake(f"{path}:{head}: column '{twice[0]}' occurs twice")
    for n, row in cells[1:]:
        if len(row) != len(columns):
            raise Mistake(
                f"{path}:{n}: expected {len(columns)} cells as in the header, found {len(row)}"
            )
    return cells[0], [(n, dict(zip(columns, row))) for n, row in cells[1:]]


def scales_of(rows):
    """(rows) => the scales of the table, in order of occurrence"""
    return list(dict.fromkeys(row["scale"] for row in rows))


def rows_of(path):
    """(params.tsv) => as `read`, with all checks except that of the keys, which needs the built
    tools"""
    head, rows = read(path)
    check_columns(path, head)
    above, parts = set(), {part.stem for part in path.parent.glob("*.toml")}
    for line, row in rows:
        check_cells(path, line, row)
        check_base(path, line, row, parts)
        check_inputs(path, line, row, above)
        above.add((row["scale"], row["run"]))
    check_once(path, rows)
    return head, rows


def checked(path):
    """(params.tsv) => its rows, with all checks"""
    head, rows = rows_of(path)
    check_keys(path, head, rows)
    for line, row in rows:
        check_files(path, line, row)
    return [row for _, row in rows]


def own_names(rows):
    """(rows) => names of the runs that belong to an experiment"""
    return list(
        dict.fromkeys(
            row["run"] for row in rows if row["experiment"] != "-" and row["tool"] != "combine"
        )
    )
