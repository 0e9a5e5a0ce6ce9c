"""L6-reach: influence of the distance of cohesion on the time at which the semi-axes of a spun-up
pile differ by the published length. These runs are variants, which are not evaluated: they were
chosen after the time of L6 had been found to be later than published."""
import re
from pathlib import Path

from analysis import compare, failures, rubble, study, verdict, workflow
import accretion as acc
from reach_plot import draw, time_published
from reach_times import each, less, means
import spinups

PICTURED = ["demo"]  # the distances were varied with 512 spheres alone
STEPS = {"demo": "step of 0.5 s (published: 0.05 s)"}
NAME = re.compile(r"(?:spin|reach)-(\d+)-f([\d.]+)(?:-d[\d.e-]+)?-s(\d+)")


def collect(given, _):
    rows = [
        row_of(track, divergence)
        for track, divergence in failures.succeeded(given.tracks, given.divergences)
    ]
    return {"data": sorted(rows, key=lambda row: (row["bond"], row["distance"], row["seed"]))}


def row_of(track, divergence):
    run = Path(track).parent.name
    count, force, seed = NAME.match(run).groups()
    distance = rubble.open(track).settings["contact"]["cohesion"]["range"]
    minutes = rubble.open(track).records["time"]
    return {
        "run": run,
        "count": int(count),
        "force": float(force),
        "seed": int(seed),
        "bond": spinups.bond_of(count, force),
        "distance": distance,
        "minutes": float(minutes[-1] - minutes[0]) / acc.MINUTE,
        **spinups.times_of(divergence),
    }


def finish(tables, demands, scale):
    rows = of_force_tried(tables["data"], scale)
    if not rows or lacks(rows, scale):
        return (
            compare.missing(demands, scale, "reach_less", "reach_published"),
            draw(rows, demands, STEPS.get(scale)) if rows else None,
        )
    return [less(demands, rows, scale), published(demands, rows, scale)], draw(
        rows, demands, STEPS.get(scale)
    )


def lacks(rows, scale):
    """=> true if a run with the varied force is not available, either with another distance or with
    the usual one"""
    usual = f"spin-{rows[0]['count']}-f{rows[0]['force']:g}-s*"
    return workflow.lacks("accretion", scale, rows, "L6-reach") or workflow.lacks(
        "accretion", scale, rows, "L6", like=usual
    )


def of_force_tried(rows, scale):
    """=> the rows with the force for which distances are varied"""
    tried = {
        spinups.bond_of(*NAME.match(run).groups()[:2])
        for run in workflow.asked("accretion", scale, "L6-reach")
    }
    return [row for row in rows if row["bond"] in tried]


def published(demands, rows, scale):
    """=> the entry of the distance at which the mean time equals the published one, interpolated
    linearly in the logarithm of the distance"""
    target = time_published(demands)
    found = means(rows)
    for (near, early), (far, late) in zip(found, found[1:]):
        if early is None or late is None or early == late or (early - target) * (late - target) > 0:
            continue
        value = near * (far / near) ** ((target - early) / (late - early))
        return compare.entry(
            demands,
            "reach_published",
            value / acc.MEAN_DIAMETER,
            scale,
            reason=verdict.VARIANT,
            note=each(rows),
        )
    return compare.entry(
        demands,
        "reach_published",
        None,
        scale,
        reason=verdict.VARIANT,
        note="No two neighbouring distances enclose the published time. " + each(rows),
    )


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
