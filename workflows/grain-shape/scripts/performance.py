"""M1 to M3, Figs. 2 to 4 and Table 1: computing time of grains, from the table that tests/bench
writes."""
from pathlib import Path

import numpy as np

from analysis import figure, output, study, verdict

# mixed shapes, on another machine [s]
PUBLISHED = {"M1": {"linear": 1.6e3, "index": 2.7e2}, "M2": {"linear": 1.8e4, "index": 6.4e3}}
TITLE = {"M1": "box filling, uniform gravity", "M2": "collapse, self-gravity"}
PHASE = {
    "grains": figure.VERMILION,
    "gravity": figure.BLUE,
    "contacts": figure.GREEN,
    "search": figure.SKY,
    "other": figure.GREY,
}
LOOKUP = {"linear": "linear search", "index": "index", "none": "no grains"}
# a trial, and the trial with fewer spheres that it is compared with
LARGER = {"C3": "C1", "C4": "C2", "C5": "C3", "C6": "C4"}


def phases(table, experiment, composition, lookup):
    """=> {phase: seconds} of one run; empty if it was not made"""
    return {
        row["phase"]: row["seconds"]
        for row in table
        if (row["experiment"], row["composition"], row["lookup"])
        == (experiment, composition, lookup)
    }


def total(table, experiment, composition, lookup):
    return phases(table, experiment, composition, lookup).get("total", np.nan)


def compositions(table, experiment):
    return list(
        dict.fromkeys(
            row["composition"]
            for row in table
            if (row["experiment"], row["lookup"]) == (experiment, "index")
        )
    )


def experiments(table):
    return [m for m in TITLE if any(row["experiment"] == m for row in table)]


def finish(tables, demands, scale):
    table = tables["data"]
    found = [
        number
        for experiment in experiments(table)
        for number in mixed(table, experiment) + by_shape(table, experiment)
    ] + trials(table)
    entries = [
        verdict.evaluate(demands[name], float(number), scale, note)
        for name, number, note in found
        if np.isfinite(number)
    ]
    return entries, draw(table)


def mixed(table, experiment):
    """=> [(demand, number, note)]: share of the time for grain operations with each search, and
    speedup by the index, for mixed shapes"""
    out = []
    for lookup, name in (("linear", "share_before"), ("index", "share")):
        found = phases(table, experiment, "mixed", lookup)
        if found:
            out.append((f"{name}_{experiment}", 100 * found["grains"] / found["total"], ""))
    gain = total(table, experiment, "mixed", "linear") / total(table, experiment, "mixed", "index")
    return out + [(f"speedup_{experiment}", gain, "")]


def by_shape(table, experiment):
    """=> [(demand, number, note)]: slowest / fastest shape - 1, and the ranks of dumbbells and
    cubes with a linear search"""
    shapes = [c for c in compositions(table, experiment) if c != "mixed"]
    if experiment != "M1" or not shapes:
        return []
    times, before = (
        {c: total(table, experiment, c, lookup) for c in shapes} for lookup in ("index", "linear")
    )
    note = (
        ", ".join(f"{c}: {t:.3g} s" for c, t in times.items())
        + f"; free spheres: {total(table, experiment, 'spheres', 'none'):.3g} s."
    )
    out = [("spread_M1", max(times.values()) / min(times.values()) - 1, note)]
    if np.all(np.isfinite(list(before.values()))):
        out += [
            ("slowest_M1", 1 + sum(t > before["dumbbells"] for t in before.values()), ""),
            ("fastest_M1", 1 + sum(t < before["cubes"] for t in before.values()), ""),
        ]
    return out


def trials(table):
    """=> [(demand, number, note)] of the trials of M3:

    - each trial: wall time / simulated time
    - parity: wall time x threads per step, C1 with glued grains / C2 with free spheres
    - growth: wall time x threads per step with more spheres / with fewer, the largest ratio of the
      pairs in LARGER
    """
    rows = {
        row["trial"]: row for row in table if row["experiment"] == "M3" and row["phase"] == "total"
    }
    out = [
        (
            name,
            row["seconds"] / row["simulated"],
            f"{row['spheres']:.0f} spheres, {row['threads']:.0f} threads, "
            f"{row['spheres'] * row['steps'] / row['seconds']:.3g} particle-steps/s.",
        )
        for name, row in rows.items()
    ]
    per_step = {name: row["seconds"] * row["threads"] / row["steps"] for name, row in rows.items()}
    if {"C1", "C2"} <= set(rows):
        out.append(("parity", per_step["C1"] / per_step["C2"], ""))
    growth = {
        f"{b}/{a}": per_step[b] / per_step[a]
        for b, a in LARGER.items()
        if {a, b} <= set(rows) and rows[a]["threads"] == rows[b]["threads"]
    }
    if growth:
        out.append(
            (
                "growth",
                max(growth.values()),
                ", ".join(f"{name}: {g:.3g}" for name, g in growth.items()) + ".",
            )
        )
    return out


def draw(table):
    shown = experiments(table)
    page, axes = figure.plt.subplots(2, len(shown), figsize=(5.5 * len(shown), 8), squeeze=False)
    for (upper, lower), experiment in zip(axes.T, shown):
        draw_phases(upper, table, experiment)
        draw_shapes(lower, table, experiment)
    return page


def draw_phases(panel, table, experiment):
    bars = [lookup for lookup in ("linear", "index") if phases(table, experiment, "mixed", lookup)]
    for x, lookup in enumerate(bars):
        found, bottom = phases(table, experiment, "mixed", lookup), 0.0
        for phase, colour in PHASE.items():
            if phase in found:
                share = 100 * found[phase] / found["total"]
                panel.bar(
                    x,
                    share,
                    bottom=bottom,
                    color=colour,
                    width=0.6,
                    label=phase if x == 0 else None,
                )
                bottom += share
        panel.annotate(
            f"{found['total']:.3g} s\ngrains: {100 * found['grains'] / found['total']:.2g} %",
            (x, bottom),
            ha="center",
            va="bottom",
            fontsize=9,
        )
    panel.set_xticks(range(len(bars)), [LOOKUP[b] for b in bars])
    panel.set(
        ylabel="share of the wall time [%]",
        title=f"{experiment}: {TITLE[experiment]}, mixed shapes",
        xlim=(-0.6, len(bars) + 0.3),
        ylim=(0, 118),
    )
    panel.legend(loc="upper right")


def draw_shapes(panel, table, experiment):
    names = compositions(table, experiment)
    for shift, lookup, colour in ((-0.2, "index", figure.BLUE), (0.2, "linear", figure.VERMILION)):
        panel.bar(
            np.arange(len(names)) + shift,
            [total(table, experiment, c, lookup) for c in names],
            width=0.4,
            color=colour,
            label=LOOKUP[lookup],
        )
    free = total(table, experiment, "spheres", "none")
    if np.isfinite(free):
        panel.axhline(free, color=figure.BLACK, linewidth=1.2, label="free spheres")
    if "mixed" in names:
        for shift, lookup in ((-0.2, "index"), (0.2, "linear")):
            panel.plot(
                names.index("mixed") + shift,
                PUBLISHED[experiment][lookup],
                "d",
                color="white",
                markeredgecolor=figure.BLACK,
                markersize=8,
                label="published, mixed shapes (another machine)" if lookup == "index" else None,
            )
    panel.set_xticks(range(len(names)), names, rotation=25)
    panel.set(yscale="log", ylabel="wall time [s]", title=f"{experiment}: by shape")
    panel.margins(y=0.45)
    panel.legend(fontsize=9, ncols=2, loc="upper center")


def make(job):
    output.put(job.output.data, Path(job.input.table).read_bytes())
    study.complete(Path(job.output.data).parent, finish, job.input.published, job.wildcards.scale)


if "snakemake" in globals():
    make(snakemake)  # noqa: F821
