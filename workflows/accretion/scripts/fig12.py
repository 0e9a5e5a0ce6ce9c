"""L7, Fig. 12: CPU time per step of each part of the program, averaged over the accretion, against
n log n. Times come from the logs and belong to the machines of the runs."""
import numpy as np

from analysis import compare, failures, figure, rubble, study
import accretion as acc
import collapses
from step_costs import detection, gravity, neighbours, of_one_program, row_of, slope, solver_share


def collect(given, _):
    return {
        "data": [
            row_of(pile + ".log") | {"commit": rubble.open(pile).provenance[-1]["commit"]}
            for pile in failures.succeeded(given.piles)
        ]
    }


# bodies up to which gravity is summed directly: kFewBodies of lib/gravity/gravity.hpp
DIRECT = 1500


def finish(tables, demands, scale):
    rows = [row for row in tables["data"] if row["clock"] == "CPU"]
    entries = []
    for kind in ("spheres", "hulls"):
        here = sorted(acc.of(rows, kind), key=lambda row: row["count"])
        entries.append(growth(demands, f"detection_{kind}", here, here, detection, scale))
        fast = [row for row in here if row["count"] > DIRECT]
        entries.append(growth(demands, f"gravity_{kind}", fast, here, gravity, scale))
        least = min(fast, key=solver_share, default=None)
        entries.append(
            compare.entry(
                demands,
                f"solver_{kind}",
                least and solver_share(least),
                scale,
                where=least and least["run"],
            )
        )
    for name, kind, one, other in (
        ("gravity_longer", "spheres", gravity, detection),
        ("contacts_longer", "hulls", detection, gravity),
    ):
        least = min((one(row) / other(row) for row in acc.of(rows, kind)), default=None)
        entries.append(compare.entry(demands, name, least, scale, note=acc.over(rows, kind)))
    return entries, draw(rows, tables["data"])


def growth(demands, name, fitted, shown, seconds, scale):
    """=> the entry of the exponent of `seconds` over the runs of one program among `fitted`. The
    note has the exponents between the consecutive numbers of `shown`, which may be of different
    programs."""
    rows = of_one_program(fitted)
    sizes = sorted({row["count"] for row in rows})
    direct = f"Up to {DIRECT} bodies gravity is summed directly. " if seconds is gravity else ""
    return compare.entry(
        demands,
        name,
        slope(rows, seconds),
        scale,
        where=f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else "",
        note=direct + neighbours(shown, seconds),
    )


def left_out(kind, rows, every):
    """=> title of a panel, with the numbers of bodies that have no CPU time"""
    shown = acc.counts(rows, kind)
    lost = [f"{count}" for count in acc.counts(every, kind) if count not in shown]
    return f"{kind} (no CPU time: {', '.join(lost)})" if lost else kind


def draw(rows, every):
    """(rows with CPU time, all rows) => figure"""
    plt = figure.plt
    page, axes = plt.subplots(1, 2, figsize=(12, 4.8), sharey=True)
    for axis, kind, title in ((axes[0], "spheres", "a"), (axes[1], "hulls", "b")):
        here = sorted(acc.of(rows, kind), key=lambda row: row["count"])
        axis.set(title=f"{title}: {left_out(kind, rows, every)}")
        if not here:
            collapses.no_runs(axis)
            continue
        x = np.array([row["count"] * np.log(row["count"]) for row in here])
        for phase, mark, colour in (
            ("solver", "o", figure.VERMILION),
            ("contacts", "s", figure.BLUE),
            ("gravity", "^", figure.GREEN),
            ("motion", "x", figure.GREY),
        ):
            name = "contact detection" if phase == "contacts" else phase
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
