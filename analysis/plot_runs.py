"""Draws one column of a table of runs against another.

    python3 -m analysis.plot_runs RUNS.tsv X Y [--by COLUMN] [--log x|y|xy] OUT.png

X, Y and COLUMN are names of columns, or their last part: `coordination` stands for
`packing.coordination` if no other column ends in `.coordination`. Each run is a point. With several
runs at an X, a line joins their means, with standard errors. --by draws one colour for each value
of COLUMN. The ending of OUT gives the format: png, pdf or svg. The exit code is 2 for bad input.
"""
import argparse
import csv
import difflib
import math
import re
import sys
from pathlib import Path

import numpy as np

from analysis import figure

FORMATS = (".png", ".pdf", ".svg")
MOST = 8  # values of --by


class Refused(Exception):
    """Bad input, in one line."""


def read(path):
    """(runs.tsv) => its rows, each a dict of texts by column; {column: unit}"""
    with open(path, newline="") as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if row]
    if len(rows) < 2 or "run" not in rows[0] or not rows[1][0].startswith("#"):
        raise Refused(f"{path}: not a table of runs: no column 'run' or no line of units")
    head, units = rows[0], [rows[1][0].lstrip("# "), *rows[1][1:]]
    return [dict(zip(head, row)) for row in rows[2:]], dict(zip(head, units))


def found(name, columns):
    """(name or last part of a name, columns) => the column"""
    if name in columns:
        return name
    ends = [column for column in columns if column.endswith(f".{name}")]
    if len(ends) == 1:
        return ends[0]
    if ends:
        raise Refused(f"several columns end in '.{name}': {', '.join(ends)}")
    short = {column.rpartition(".")[2]: column for column in columns}
    near = difflib.get_close_matches(name, columns, 1) or [
        short[word] for word in difflib.get_close_matches(name, short, 1)
    ]
    raise Refused(f"no column '{name}'" + (f"; did you mean '{near[0]}'?" if near else ""))


def number(text):
    """(cell) => its number; NaN for an empty cell or text"""
    try:
        return float(text)
    except ValueError:
        return math.nan


def points(rows, x, y, log):
    """(rows, columns, axes with a logarithm) => rows with both numbers, as (x, y, row)"""
    some = [(number(row[x]), number(row[y]), row) for row in rows]
    for at, name in enumerate((x, y)):
        if not any(math.isfinite(point[at]) for point in some):
            raise Refused(f"column '{name}' has no numbers")
    whole = [point for point in some if math.isfinite(point[0] + point[1])]
    kept = [
        point
        for point in whole
        if not ("x" in log and point[0] <= 0 or "y" in log and point[1] <= 0)
    ]
    if not kept:
        raise Refused(f"no run has a number in '{x}' and in '{y}' that can be drawn")
    return kept


def means(pairs):
    """(array of x and y) => x values, means of y, their standard errors (NaN for a single run)"""
    levels = np.unique(pairs[:, 0])
    groups = [pairs[pairs[:, 0] == level, 1] for level in levels]
    errors = [
        group.std(ddof=1) / math.sqrt(len(group)) if len(group) > 1 else math.nan
        for group in groups
    ]
    return levels, np.array([group.mean() for group in groups]), np.array(errors)


def label(column, unit):
    """=> text of an axis: the column, and its unit with exponents"""
    powers = re.sub(r"(?<=[A-Za-z])(-?\d+)", r"$^{\1}$", unit)
    return column if unit in ("", "1") else f"{column} [{powers}]"


def groups(chosen, by):
    """(points, column or None) => [(value of the column, points)], sorted by value"""
    if by is None:
        return [(None, chosen)]
    values = sorted({row[by] for *_, row in chosen}, key=lambda text: (number(text), text))
    if len(values) > MOST:
        raise Refused(f"column '{by}' has {len(values)} values; --by draws at most {MOST}")
    return [(value, [point for point in chosen if point[2][by] == value]) for value in values]


def draw(chosen, by, names, log):
    """(points, column of --by or None, labels of the axes and the legend, logarithmic axes) => the
    figure"""
    page, axes = figure.plt.subplots(figsize=(6, 4))
    for k, (value, some) in enumerate(groups(chosen, by)):
        colour, marker = figure.COLOURS[k % len(figure.COLOURS)], "osD^vP*X"[k % MOST]
        pairs = np.array([point[:2] for point in some])
        levels, mean, error = means(pairs)
        style = dict(color=colour, label=None if value is None else value or "(none)")
        axes.plot(*pairs.T, marker, ms=5, alpha=0.45, mew=0, **style)
        if len(levels) > 1:
            known = np.isfinite(error)
            axes.plot(levels, mean, color=colour, linewidth=1.4)
            axes.errorbar(
                *(part[known] for part in (levels, mean, error)),
                fmt="none",
                ecolor=colour,
                capsize=3,
            )
    axes.set(xlabel=names[0], ylabel=names[1])
    for axis in log:
        axes.set(**{f"{axis}scale": "log"})
    if by is not None:
        axes.legend(title=names[2], loc="best")
    return page


def main(words):
    options = argparse.ArgumentParser(
        prog="python3 -m analysis.plot_runs",
        description=__doc__.split("\n\n")[0],
        epilog=__doc__.split("\n\n", 2)[2],
    )
    options.add_argument("table", metavar="RUNS.tsv")
    options.add_argument("x", metavar="X")
    options.add_argument("y", metavar="Y")
    options.add_argument("--by", metavar="COLUMN")
    options.add_argument("--log", choices=("x", "y", "xy"), default="")
    options.add_argument("picture", metavar="OUT.png")
    given = options.parse_args(words)
    if Path(given.picture).suffix not in FORMATS:
        raise Refused(f"{given.picture}: the name must end in {', '.join(FORMATS)}")
    rows, units = read(given.table)
    columns = [found(name, units) for name in (given.x, given.y, given.by) if name is not None]
    shown = [row for row in rows if row["experiment"] != "-"] or rows
    chosen = points(shown, *columns[:2], given.log)
    names = [label(column, units[column]) for column in columns]
    by = columns[2] if given.by is not None else None
    figure.save(draw(chosen, by, names, given.log), given.picture)
    print(f"{given.picture}: {len(chosen)} of {len(shown)} runs", end="")
    bad = [row for row in shown if row["status"] in ("failed", "refused", "not run")]
    print(f"; {len(bad)} failed, were refused or not run" if bad else "")


def run(words):
    """(arguments) => exit code"""
    try:
        main(words)
    except Refused as refused:
        print(f"plot_runs: {refused}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"plot_runs: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
