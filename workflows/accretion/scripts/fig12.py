"""L7, Fig. 12: CPU time per step of each part of the program, averaged over the accretion, against
n log n. Times come from the logs and belong to the machines of the runs."""
from pathlib import Path

import numpy as np

from analysis import accretion as acc
from analysis import costs, failures, figure, files, powers, study

PHASES = {
    "solver": "steps: solver [s]",
    "contacts": "steps: touching pairs [s]",
    "gravity": "steps: gravity [s]",
    "lists": "steps: neighbour lists [s]",
    "motion": "steps: motion [s]",
}


def collect(given, _):
    return {
        "data": [
            row_of(pile + ".log") | {"commit": files.provenance(pile)[-1]["commit"]}
            for pile in failures.succeeded(given.piles)
        ]
    }


def row_of(path):
    """(log of a run) => CPU seconds and iterations per step. The log of a restarted run has one
    part for each process.

    Phases are logged in wall time, which other jobs on the machine lengthen. They are multiplied by
    CPU time / wall time of the whole run. The value `clock` tells whether the log has CPU time;
    only such runs are evaluated and drawn."""
    text = Path(path).read_text()
    steps = sum(costs.numbers(text, "steps done [1]"))
    share = costs.cpu_seconds(text) / sum(costs.numbers(text, "wall time [s]"))
    phases = {
        phase: share * sum(costs.numbers(text, line)) / steps for phase, line in PHASES.items()
    }
    return (
        acc.named(path)
        | phases
        | {
            "clock": costs.clock_of(text),
            "iterations": sum(costs.numbers(text, "solver iterations [1]")) / steps,
        }
    )


# bodies up to which gravity is summed directly: kFewBodies of lib/gravity/gravity.hpp
DIRECT = 1500


def detection(row):
    """=> seconds per step for contact detection: neighbour lists and contact points"""
    return row["contacts"] + row["lists"]


def gravity(row):
    return row["gravity"]


def finish(tables, demands, scale):
    rows = [row for row in tables["data"] if row["clock"] == "CPU"]
    entries = []
    for kind in ("spheres", "hulls"):
        here = sorted(acc.of(rows, kind), key=lambda row: row["count"])
        entries.append(
            acc.entry(
                demands,
                f"detection_{kind}",
                slope(of_one_program(here), detection),
                scale,
                note=neighbours(here, detection),
            )
        )
        fast = [row for row in here if row["count"] > DIRECT]
        entries.append(
            acc.entry(
                demands,
                f"gravity_{kind}",
                slope(of_one_program(fast), gravity),
                scale,
                note=f"Up to {DIRECT} bodies gravity is summed directly. "
                f"{neighbours(here, gravity)}",
            )
        )
        least = min(fast, key=over_others, default=None)
        entries.append(
            acc.entry(
                demands,
                f"solver_{kind}",
                least and over_others(least),
                scale,
                where=least and least["run"],
            )
        )
    for name, kind, one, other in (
        ("gravity_longer", "spheres", gravity, detection),
        ("contacts_longer", "hulls", detection, gravity),
    ):
        least = min((one(row) / other(row) for row in acc.of(rows, kind)), default=None)
        entries.append(acc.entry(demands, name, least, scale, note=acc.over(rows, kind)))
    return entries, draw(rows)


def of_one_program(rows):
    """=> the runs of the program version with the most numbers of bodies, because times of
    different versions do not follow one power law"""
    programs = {}
    for row in rows:
        programs.setdefault(row.get("commit"), []).append(row)
    return max(programs.values(), key=lambda some: len({row["count"] for row in some}), default=[])


def slope(rows, seconds):
    """=> exponent of the time per step against n log n; None with fewer than two numbers of
    bodies"""
    if len({row["count"] for row in rows}) < 2:
        return None
    return powers.fit(
        [row["count"] * np.log(row["count"]) for row in rows], [seconds(row) for row in rows]
    )[0]


def neighbours(rows, seconds):
    """=> note with the exponents between consecutive numbers of bodies"""
    numbers = sorted({row["count"] for row in rows})
    steps = [
        (few, many, slope([row for row in rows if row["count"] in (few, many)], seconds))
        for few, many in zip(numbers, numbers[1:])
    ]
    return (
        "From one number to the next: "
        + ", ".join(f"{few} to {many}: {exponent:.2f}" for few, many, exponent in steps)
        + "."
        if steps
        else ""
    )


def over_others(row):
    """=> time of the solver / time of the longest other part"""
    return row["solver"] / max(detection(row), row["gravity"], row["motion"])


def draw(rows):
    plt = figure.plt
    page, axes = plt.subplots(1, 2, figsize=(12, 4.8), sharey=True)
    for axis, kind, title in ((axes[0], "spheres", "a: spheres"), (axes[1], "hulls", "b: hulls")):
        here = sorted(acc.of(rows, kind), key=lambda row: row["count"])
        axis.set(title=title)
        if not here:
            acc.no_runs(axis)
            continue
        x = np.array([row["count"] * np.log(row["count"]) for row in here])
        for phase, mark, colour in (
            ("solver", "o", figure.VERMILION),
            ("contacts", "s", figure.BLUE),
            ("gravity", "^", figure.GREEN),
            ("motion", "x", figure.GREY),
        ):
            name = "contacts, neighbour lists included" if phase == "contacts" else phase
            axis.plot(
                x,
                [1e3 * (detection(row) if phase == "contacts" else row[phase]) for row in here],
                mark,
                color=colour,
                label=name,
            )
        middle = 1e3 * np.median([row["gravity"] for row in here])
        axis.plot(
            x, middle * x / np.median(x), ":", color=figure.BLACK, linewidth=1, label="n log n"
        )
        axis.set(xscale="log", yscale="log", xlabel="n log n")
        figure.plain_ticks(axis.xaxis, figure.STEPS)
    axes[0].set(ylabel="CPU time per step [ms]")
    figure.plain_ticks(axes[0].yaxis, figure.STEPS)
    if any(axes[0].lines):
        axes[0].legend()
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
