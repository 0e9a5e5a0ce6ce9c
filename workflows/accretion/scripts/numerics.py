"""N: what step, tolerance, theta and alert distance change in the numbers that are published."""
import re
from pathlib import Path

import numpy as np

from analysis import accretion as acc
from analysis import figure, files, study

COLUMNS = {"peak_time": "peak time [min]", "coordination": "coordination", "nu_axes": "solid fraction", "pressure": "pressure [Pa]"}


def collect(given, _):
    rows = []
    for path in given.tracks:
        settings = files.settings(path)
        row = acc.numbers(path)
        row.update(step=settings["step"]["dt"], tolerance=settings["solver"]["tolerance"], theta=settings["step"]["theta"],
                   iterations=iterations(str(Path(path).with_name("pile.h5")) + ".log"))
        rows.append(row)
    return {"data": rows}


def iterations(log):
    """Solver iterations of a step, in the mean over the run."""
    text = open(log).read()
    steps = sum(int(found) for found in re.findall(r"steps done \[1\]: (\d+)", text))
    return sum(map(float, re.findall(r"solver iterations \[1\]: ([\d.e+-]+)", text))) / steps


def finish(tables, demands, scale):
    rows = tables["data"]
    usual = next(row for row in rows if row["kind"] == "spheres")
    others = [row for row in rows if row["kind"] != "spheres"]
    entries = []
    for column in COLUMNS:
        changes = {row["run"]: row[column] / usual[column] - 1 for row in others}
        worst = max(changes, key=lambda run: abs(changes[run]))
        entries.append(acc.entry(demands, f"numerics_{column}", changes[worst], scale, where=worst,
                                 note="; ".join(f"{run} {change:+.1e}" for run, change in changes.items()) + "."))
    return entries, draw(rows)


def draw(rows):
    plt = figure.plt
    page, axes = plt.subplots(1, len(COLUMNS), figsize=(15, 4.2), sharey=True)
    names = [name_of(row) for row in rows]
    for axis, (column, title) in zip(axes, COLUMNS.items()):
        axis.plot([row[column] for row in rows], np.arange(len(rows)), "o")
        axis.axvline(rows[0][column], color=figure.GREY, linestyle=":")
        axis.set(xlabel=title, yticks=np.arange(len(rows)), yticklabels=names)
    axes[0].invert_yaxis()
    return page


def name_of(row):
    return f"{row['kind'] if row['kind'] != 'spheres' else 'as in L1'}: h {row['step']:g} s, tol. {row['tolerance']:g}, theta {row['theta']:g}"


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
