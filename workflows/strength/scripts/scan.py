"""R3-spin: escaping and orbiting mass of cohesionless bodies against their rate of rotation."""
import numpy as np

from analysis import compare, failures, figure, study, uncertainty
import strength as st
from strength_notes import late
from strength_runs import history, of_run

CHANGED = 0.1  # change of an axis ratio that counts as reshaping
STATES = {"escaping": ("escapes", figure.BLUE), "orbiting": ("in orbit", figure.VERMILION)}


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


def ends(rows, rate, state):
    """=> share of the mass in this state in the last frame, for each body with this rate"""
    return [row[state] for row in rows if row["rate"] == rate]


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for count in sorted({row["count"] for row in rows}) or [None]:
        here = [row for row in rows if row["count"] == count]
        orbiting, escaping = (means(tables, here, state) for state in ("orbiting", "escaping"))
        last = {rate: ends(here, rate, "orbiting") for rate in orbiting}
        note = "; ".join(
            f"{rate:g}: {orbiting[rate]:.3g}, {escaping[rate]:.3g}, "
            f"{min(last[rate]):.3g} to {max(last[rate]):.3g}"
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
                    "Rate: in orbit, escapes (means), in orbit in the last frame (single "
                    f"bodies): {note}."
                    if note
                    else ""
                ),
            )
        )
        entries.append(reshaping(demands, here, scale, f"{count} spheres" if count else ""))
    return entries, draw(tables, rows)


def reshaping(demands, rows, scale, where):
    """=> the entry of the bodies whose shape changes"""
    falls = {row["run"]: row["ratio_before"] - row["ratio_after"] for row in rows}
    other = [
        row for row in rows if max(abs(falls[row["run"]]), abs(1 - row["middle_after"])) >= CHANGED
    ]
    flatter = [row for row in rows if falls[row["run"]] >= CHANGED]
    slow, fast = (
        (sum(side(row["rate"]) for row in flatter), sum(side(row["rate"]) for row in rows))
        for side in (lambda rate: rate <= 1.4, lambda rate: rate > 1.4)
    )
    note = (
        f"{len(other)} of {len(rows)} bodies. c / a falls by {CHANGED} or more in {len(flatter)} "
        f"of them: in {slow[0]} of {slow[1]} up to 1.4 times the limit, in {fast[0]} of {fast[1]} "
        f"beyond. Rate: mean fall of c / a: {mean_falls(rows)}."
        if rows
        else ""
    )
    share = len(other) / len(rows) if rows else None
    return compare.variant_entry(demands, "scan_reshaping", share, scale, where=where, note=note)


def mean_falls(rows):
    """=> text with the mean fall of c / a over the bodies and its standard error, for each rate"""
    told = []
    for rate in sorted({row["rate"] for row in rows}):
        falls = [row["ratio_before"] - row["ratio_after"] for row in rows if row["rate"] == rate]
        value, error, _ = uncertainty.mean(falls)
        told.append(f"{rate:g}: {value:.3g} +- {error:.2g}")
    return "; ".join(told)


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
        axis.set(
            xlabel="rate of rotation / rate at which mass is lost",
            title=f"{count} spheres",
            ylim=(-0.02, 1.02),
        )
    axes[0][0].set(ylabel="mass / all")
    axes[0][0].legend()
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
