"""Computing time of the runs of a study, from the logs beside their piles.

usage: python3 -m analysis.costs FOLDER... > docs/results/performance/runs.csv

Writes the computing times of the runs in the folders workflows/STUDY/results/SCALE, from which
./reproduce estimates those of other runs (workflows/scripts/estimate.py).
"""
import csv
import re
import sys
from pathlib import Path

import h5py
import numpy as np

from analysis import failures, figure, rubble

HOUR = 3600.0
TEXT = (
    "Cost of the runs",
    "CPU time of each run with a kept log, on the machine that it ran on. If a log has no CPU "
    "time, wall time times number of threads is shown. The table has the commit of the program "
    "for each run.",
)


def collect(given, params):
    """(piles; experiments of their runs) => {"data": one row for each run}"""
    return {
        "data": [
            row_of(Path(pile), experiment)
            for pile, experiment in failures.succeeded(given.piles, params.experiments)
        ]
    }


def row_of(pile, experiment):
    """(pile, experiment) => row of a run. The log of a restarted run has a part for each
    process."""
    text = Path(f"{pile}.log").read_text()
    return {
        "run": pile.parent.name,
        "experiment": experiment,
        "bodies": bodies_in(pile),
        "steps": int(sum(numbers(text, "steps done [1]"))),
        "threads": int(numbers(text, "threads")[-1]),
        "wall time [h]": short(sum(numbers(text, "wall time [s]")) / HOUR),
        "core hours": short(cpu_seconds(text) / HOUR),
        "commit": rubble.open(pile).provenance[-1]["commit"],
    }


def numbers(text, name):
    """(log of a run, name of a line) => the first number of each such line"""
    return [float(found) for found in re.findall(rf"^{re.escape(name)}: ([\d.e+-]+)", text, re.M)]


def cpu_seconds(text):
    """(log of a run) => CPU time of its processes, summed over threads [s]; for a process that did
    not log it, threads times wall time"""
    parts = re.split(r"^start: ", text, flags=re.M)
    return sum(sum(numbers(part, "CPU time [s]")) or busy_seconds(part) for part in parts)


def clock_of(text):
    """(log of a run) => "CPU" if all its processes logged their CPU time, else "wall" """
    return (
        "CPU"
        if len(numbers(text, "CPU time [s]")) == len(numbers(text, "wall time [s]"))
        else "wall"
    )


def busy_seconds(text):
    """(log of a run) => threads times wall time [s], which assumes that all threads were busy"""
    return sum(
        threads * wall
        for threads, wall in zip(numbers(text, "threads"), numbers(text, "wall time [s]"))
    )


def bodies_in(pile):
    with h5py.File(pile) as file:
        return len(next(iter(file["particles"].values()))["mass"])


def short(value):
    return float(f"{value:.4g}")


def finish(tables, _demands, _scale):
    return [], draw(tables["data"])


def draw(rows):
    if not rows:
        return figure.empty("no runs")
    page, (left, right) = figure.plt.subplots(1, 2, figsize=(12, 4.8))
    groups = rubble.rows.groups(rows, "experiment")
    hours = [sum(row["core hours"] for row in group) for group in groups.values()]
    left.barh(np.arange(len(groups)), hours, color=figure.BLUE)
    left.set(
        yticks=np.arange(len(groups)),
        yticklabels=[
            f"{name} ({len(group)} run{'s' * (len(group) > 1)})" for name, group in groups.items()
        ],
        xlabel="core hours",
        title=f"{len(rows)} runs: {sum(hours):.3g} core hours",
        xlim=(0, 1.15 * max(hours)),
    )
    for place, value in enumerate(hours):
        left.annotate(
            f"{value:.2g}",
            (value, place),
            xytext=(3, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
        )
    left.invert_yaxis()
    (draw_sizes if len({row["bodies"] for row in rows}) > 1 else draw_runs)(right, groups)
    right.set_title("each of these runs")
    return page


def draw_sizes(axis, groups):
    """(axes, {experiment: rows}) Core hours of each run against its number of bodies."""
    for k, (name, group) in enumerate(groups.items()):
        marker = "osD^v<>"[k // 6 % 7]
        axis.plot(
            [row["bodies"] for row in group],
            [row["core hours"] for row in group],
            marker,
            color=figure.COLOURS[k % 6],
            label=name,
        )
    axis.set(xscale="log", yscale="log", xlabel="bodies", ylabel="core hours of a run")
    axis.legend(fontsize=8)


def draw_runs(axis, groups):
    """(axes, {experiment: rows of runs with the same number of bodies}) Core hours of each run, in
    the line of its experiment."""
    for place, group in enumerate(groups.values()):
        hours = [row["core hours"] for row in group]
        axis.plot(hours, [place] * len(hours), "|", color=figure.BLUE, markersize=12)
    bodies = next(iter(groups.values()))[0]["bodies"]
    axis.set(
        xscale="log",
        xlabel=f"core hours of a run ({bodies} bodies)",
        yticks=np.arange(len(groups)),
        yticklabels=list(groups),
    )
    axis.invert_yaxis()


def measured(folder):
    """(results/SCALE of a study) => rows of its finished runs with a log"""
    study, _, scale = folder.parts[-3:]
    names = ("run", "steps", "threads", "core hours", "commit")
    piles = [path.with_suffix("") for path in sorted(folder.glob("*/pile.h5.log"))]
    finished = [pile for pile in piles if pile.exists() and not failures.record(pile)]
    rows = [row_of(pile, "") for pile in finished]
    return [{"study": study, "scale": scale, **{name: row[name] for name in names}} for row in rows]


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = [row for name in sys.argv[1:] for row in measured(Path(name).resolve())]
    if not found:
        sys.exit("no finished runs in these folders")
    table = csv.DictWriter(sys.stdout, found[0], lineterminator="\n")
    table.writeheader()
    table.writerows(found)
