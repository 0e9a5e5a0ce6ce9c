"""Fig. 1: coordination and solid fraction against friction."""
from pathlib import Path

import numpy as np

from analysis import failures, figure, rubble, study, verdict, workflow

STUDY = Path(__file__).parents[1].name
RUN, FRICTION, COUNT, PAIRS, NEIGHBOURS, FILLED = (
    "run",
    "friction",
    "spheres",
    "touching pairs",
    "neighbours",
    "solid fraction",
)


def collect(given, params):
    found = [
        (run, friction, rubble.rows.table(path)[0])
        for run, friction, path in failures.succeeded(params.runs, params.friction, given.packing)
    ]
    return {
        "data": [
            {
                RUN: run,
                FRICTION: friction,
                COUNT: pile["bodies"],
                PAIRS: pile["touching_pairs"],
                NEIGHBOURS: 2 * pile["touching_pairs"] / pile["bodies"],
                FILLED: pile["solid_fraction"],
            }
            for run, friction, pile in found
        ]
    }


def means(rows):
    """=> values of the friction, and the mean number of touching neighbours at each"""
    levels = np.unique(rubble.rows.column(rows, FRICTION))
    return levels, np.array(
        [np.mean([row[NEIGHBOURS] for row in rows if row[FRICTION] == level]) for level in levels]
    )


def finish(tables, demands, scale):
    rows = tables["data"]
    smooth = [row[PAIRS] / (3 * row[COUNT] - 6) for row in rows if row[FRICTION] == 0]
    levels, mean = means(rows)
    # otherwise the largest friction may not be among the runs
    whole = not workflow.lacks(STUDY, scale, rows, "friction")
    rougher = float(mean[-1] / mean[0]) if whole and smooth and len(levels) > 1 else None
    return [
        entry(demands["smooth"], float(np.mean(smooth)) if smooth else None, scale),
        entry(demands["rough"], rougher, scale, note=f"friction {levels[-1]:g}" if whole else ""),
    ], draw(rows)


def entry(demand, value, scale, **more):
    """=> the entry of verdict.json; None means that the runs for this value are not available"""
    return verdict.evaluate(
        demand, value, scale, reason=verdict.MISSING if value is None else "", **more
    )


def draw(rows):
    page, (left, right) = figure.plt.subplots(1, 2, figsize=(9, 3.8))
    friction = rubble.rows.column(rows, FRICTION)
    left.plot(
        friction, rubble.rows.column(rows, NEIGHBOURS), "o", color=figure.BLUE, label="each pile"
    )
    left.plot(*means(rows), "-", color=figure.BLUE, label="mean")
    figure.published_line(left, 6, "smooth spheres: 6")
    figure.published_line(left, 4, "rough spheres: 4")
    left.set(xlabel="coefficient of friction", ylabel="touching neighbours", ylim=(3.7, 6.4))
    left.legend(loc="center right")
    right.plot(friction, rubble.rows.column(rows, FILLED), "o", color=figure.ORANGE)
    right.set(xlabel="coefficient of friction", ylabel="solid fraction")
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
