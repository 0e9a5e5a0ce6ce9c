"""Draws one column of a table of runs against another.

    python3 -m analysis.plot_runs RUNS.tsv X Y [--by COLUMN] [--log x|y|xy] OUT.png

X, Y and COLUMN are names of columns, or their last part: `coordination` stands for
`packing.coordination` if no other column ends in `.coordination`. Each run is a point. With several
runs at an X, a line joins their means, with standard errors. --by draws one colour for each value
of COLUMN. The ending of OUT gives the format: png, pdf or svg. The exit code is 2 for bad input.
"""
import argparse
import sys
from pathlib import Path

from analysis import figure
from analysis.rubble import plot, sweeps

FORMATS = (".png", ".pdf", ".svg")


def main(words):
    """(arguments) Draws the figure and prints how many runs it shows."""
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
        raise ValueError(f"{given.picture}: the name must end in {', '.join(FORMATS)}")
    table = sweeps.runs(given.table)
    page, axes = figure.plt.subplots(figsize=(6, 4))
    plot.runs(table, given.x, given.y, given.by, given.log, axes)
    figure.save(page, given.picture)
    shown = sweeps.compared(table)
    x, y = sweeps.column(table, given.x), sweeps.column(table, given.y)
    drawn = sweeps.points(shown, x, y, given.log)
    print(f"{given.picture}: {len(drawn)} of {len(shown)} runs", end="")
    bad = shown["status"].isin(sweeps.BAD).sum() if "status" in shown else 0
    print(f"; {bad} failed, were refused or not run" if bad else "")


def run(words):
    """(arguments) => exit code"""
    try:
        main(words)
    except (KeyError, ValueError) as refused:
        print(f"plot_runs: {refused.args[0]}", file=sys.stderr)
        return 2
    except OSError as error:
        told = f"{error.filename}: {error.strerror}" if error.filename else error
        print(f"plot_runs: {told}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
