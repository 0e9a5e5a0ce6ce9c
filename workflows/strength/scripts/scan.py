"""R3-spin: mass of cohesionless bodies in their largest cluster, in orbit, on orbits that return,
and on escape, against their rate of rotation."""
import numpy as np

from analysis import compare, failures, figure, study
from reshaping import WHOLE, reshaping
import strength as st
from strength_notes import late
from strength_runs import history, of_run

STATES = {
    "remnant": ("largest cluster", figure.BLACK),
    "orbiting": ("in orbit", figure.VERMILION),
    "returning": ("returns", figure.GREEN),
    "escaping": ("escapes", figure.BLUE),
}


def collect(given, params):
    found = failures.succeeded(
        st.by_run(given.starts, params.start_files), st.by_run(given.runs, params.files)
    )
    return {
        "data": [{**of_run(*both), **named(st.name_of(both[1][0]))} for both in found],
        "series": [row for _, (_, _, table, *_) in found for row in history(table)],
    }


def named(run):
    """(name of a run) => number of spheres, rate of rotation / rate at which the body loses mass"""
    _, count, rate, _ = run.split("-")
    return {"count": int(count), "rate": float(rate)}


def means(tables, rows, state):
    """=> {rate: mean share of the mass in this state over the bodies, in the last quarter of the
    runs}"""
    return {
        rate: float(
            np.mean([late(tables, row, f"{state}_share") for row in rows if row["rate"] == rate])
        )
        for rate in sorted({row["rate"] for row in rows})
    }


def ends(rows, rate):
    """=> shares of the mass in the largest cluster and in orbit in the last frame, for each body
    with this rate"""
    return [(1 - row["lost"], row["orbiting"]) for row in rows if row["rate"] == rate]


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for count in sorted({row["count"] for row in rows}) or [None]:
        here = [row for row in rows if row["count"] == count]
        found = {state: means(tables, here, state) for state in STATES}
        orbiting = found["orbiting"]
        last = {rate: ends(here, rate) for rate in orbiting}
        note = "; ".join(
            f"{rate:g}: {', '.join(f'{found[state][rate]:.3g}' for state in STATES)}, "
            + ", ".join(f"{min(values):.3g} to {max(values):.3g}" for values in zip(*last[rate]))
            for rate in orbiting
        )
        entries.append(
            compare.variant_entry(
                demands,
                "scan_orbiting",
                st.of_all(
                    max(orbiting.values(), default=None),
                    rows,
                    scale,
                    "R3-spin",
                    like=f"spin-{count}-*",
                ),
                scale,
                where=f"{count} spheres" if count else "",
                note=(
                    "Rate: largest cluster, in orbit, returns, escapes (means), largest cluster "
                    f"and mass in orbit in the last frame (single bodies): {note}."
                    if note
                    else ""
                ),
            )
        )
        entries.append(reshaping(demands, here, scale, f"{count} spheres" if count else ""))
    return entries, draw(tables, rows)


def draw(tables, rows):
    if not rows:
        return None
    counts = sorted({row["count"] for row in rows})
    page, axes = figure.plt.subplots(
        1, len(counts), figsize=(5.5 * len(counts), 4.2), squeeze=False, sharey=True
    )
    for axis, count in zip(axes[0], counts):
        here = [row for row in rows if row["count"] == count]
        for state, (label, colour) in STATES.items():
            axis.plot(
                [row["rate"] for row in here],
                [late(tables, row, f"{state}_share") for row in here],
                "o",
                color=colour,
                alpha=0.6,
                label=label,
            )
            line = means(tables, here, state)
            axis.plot(list(line), list(line.values()), color=colour)
        mark_pieces(axis, means(tables, here, "remnant"))
        axis.set(
            xlabel="rate of rotation / rate at which mass is lost",
            title=f"{count} spheres",
            ylim=(-0.02, 1.02),
        )
    axes[0][0].set(ylabel="mass / all")
    axes[0][0].legend(loc="center left", fontsize=9)
    return page


def mark_pieces(axis, remnants):
    """(axes, {rate: mean share of the largest cluster}) Shades the rates from the first one on at
    which the largest cluster has less than WHOLE of the mass."""
    small = [rate for rate, share in remnants.items() if share < WHOLE]
    before = [rate for rate in remnants if small and rate < min(small)]
    if not small or not before:
        return
    low, high = axis.get_xlim()
    start = (max(before) + min(small)) / 2
    axis.axvspan(start, high, color=figure.GREY, alpha=0.2, linewidth=0, zorder=0)
    axis.text((start + high) / 2, 0.45, "no cluster has\nhalf of the mass", ha="center", fontsize=9)
    axis.set_xlim(low, high)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
