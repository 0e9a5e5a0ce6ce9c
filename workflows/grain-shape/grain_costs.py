"""M1 to M3: computing times of grains, from the table of tests/bench."""
import numpy as np

TITLE = {"M1": "box filling, uniform gravity", "M2": "collapse, self-gravity"}
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


def nominal(row):
    """=> N log N of a trial of N spheres"""
    return row["spheres"] * np.log(row["spheres"])


def trials(table):
    """=> [(demand, number, note)] of the trials of M3:

    - each trial: wall time / simulated time
    - parity: wall time x threads per step, C1 with glued grains / C2 with free spheres
    - growth: wall time x threads per step with more spheres / with fewer, divided by the ratio of
      N log N; the largest of the pairs in LARGER. Each time was measured once.
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
        f"{b}/{a}": (per_step[b] / per_step[a], nominal(rows[b]) / nominal(rows[a]))
        for b, a in LARGER.items()
        if {a, b} <= set(rows) and rows[a]["threads"] == rows[b]["threads"]
    }
    if growth:
        out.append(
            (
                "growth",
                max(own / expected for own, expected in growth.values()),
                "Growth (N log N): "
                + ", ".join(f"{name} {g:.3g} ({e:.3g})" for name, (g, e) in growth.items())
                + ". Each time was measured once.",
            )
        )
    return out
