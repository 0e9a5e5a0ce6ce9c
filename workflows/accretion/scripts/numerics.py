"""N: changes of published quantities with the step, tolerance, theta, alert distance, and with
gravity that is held over several steps."""
import re
from pathlib import Path

import numpy as np

from analysis import compare, failures, figure, rubble, study
import accretion as acc
import clouds
import collapse_numbers
import energy_peaks

COLUMNS = {
    "peak_time": "peak time [min]",
    "coordination": "coordination",
    "nu_axes": "solid fraction",
    "pressure_axes": "pressure, ellipsoid [Pa]",
}
# without a standard error: runs of the same cloud are equal up to the impacts
PAIRED = {"peak_time"}


def collect(given, _):
    rows = []
    for path in failures.succeeded(given.tracks):
        settings = rubble.open(path).settings
        row = collapse_numbers.numbers(path)
        row.update(
            step=settings["step"]["dt"],
            tolerance=settings["solver"]["tolerance"],
            theta=settings["step"]["theta"],
            iterations=iterations(str(Path(path).with_name("pile.h5")) + ".log"),
        )
        rows.append(row)
    return {"data": rows}


def iterations(log):
    """(path of a log) => solver iterations per step, averaged over the run"""
    text = open(log).read()
    steps = sum(int(found) for found in re.findall(r"steps done \[1\]: (\d+)", text))
    return sum(map(float, re.findall(r"solver iterations \[1\]: ([\d.e+-]+)", text))) / steps


def finish(tables, demands, scale):
    rows = in_order(tables["data"])
    pairs = [(row, usual_of(row, rows)) for row in rows if row["kind"] != "spheres"]
    entries = []
    if not any(usual and usual is not row for row, usual in pairs):
        names = [*(f"numerics_{column}" for column in COLUMNS), "peak_friction_few"]
        return compare.missing(demands, scale, *names), None
    for column in COLUMNS:
        *_, deviation, freedom = clouds.means(rows, "spheres", column)
        sigma = None if column in PAIRED else np.sqrt(2) * deviation
        changes = {
            row["run"]: row[column] / usual[column] - 1
            for row, usual in pairs
            if usual and row is not usual
        }
        worst = max(changes, key=lambda run: abs(changes[run]))
        entries.append(
            compare.entry(
                demands,
                f"numerics_{column}",
                acc.of_all(changes[worst], rows, scale, "N"),
                scale,
                where=worst,
                sigma=sigma,
                freedom=freedom,
                note=f"Relative standard deviation over clouds {deviation:.1e}. "
                + "; ".join(f"{run} {change:+.1e}" for run, change in changes.items())
                + ".",
            )
        )
    return [*entries, energy_peaks.few_with_friction(rows, demands, scale, ROUGH)], draw(rows)


def in_order(rows):
    """(rows) => the rows in order: the reference run (first cloud of the varied number of bodies),
    the runs of other clouds, the runs with a changed parameter"""
    count = next((row["count"] for row in rows if row["kind"] != "spheres"), None)
    return sorted(
        rows, key=lambda row: (row["kind"] != "spheres", row["count"] != count, row["seed"])
    )


ROUGH = 1e-3  # tolerance of the study's runs with friction (config/rough.toml)


def usual_of(row, rows):
    """=> the reference run with the same cloud and friction: without friction the run of L1, with
    friction the run with the tolerance of the study; None if it is not available"""
    same = [
        other
        for other in rows
        if all(other[name] == row[name] for name in ("count", "friction", "seed"))
    ]
    return next(
        (
            other
            for other in same
            if other["kind"] == "spheres" or (other["friction"] and other["tolerance"] == ROUGH)
        ),
        None,
    )


def draw(rows):
    plt = figure.plt
    # Clouds of other numbers of bodies only give the standard error; the runs that differ in one
    # parameter have the number of the first row.
    rows = [row for row in rows if row["count"] == rows[0]["count"]]
    page, axes = plt.subplots(1, len(COLUMNS), figsize=(15, 4.2), sharey=True)
    names = [name_of(row) for row in rows]
    for axis, (column, title) in zip(axes, COLUMNS.items()):
        axis.plot([row[column] for row in rows], np.arange(len(rows)), "o")
        for value in {
            usual[column]
            for usual in (usual_of(row, rows) for row in rows if row["kind"] != "spheres")
            if usual
        }:
            axis.axvline(value, color=figure.GREY, linestyle=":")
        axis.set(xlabel=title, yticks=np.arange(len(rows)), yticklabels=names)
    axes[0].invert_yaxis()
    page.suptitle("Dotted lines: reference runs, without friction and with friction", fontsize=10)
    return page


def name_of(row):
    friction = f", friction {row['friction']:g}" if row["friction"] else ""
    kind = {
        "spheres": f"as in L1, cloud {row['seed']}",
        "alert": "alert distance 0.75 m",
        "hold": "gravity held, error 2e-3",
    }.get(row["kind"], row["kind"])
    return (
        f"{kind}: h {row['step']:g} s, tol. {row['tolerance']:g}, theta {row['theta']:g}{friction}"
    )


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
