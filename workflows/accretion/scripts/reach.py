"""L6-reach: influence of the distance of cohesion on the time at which the semi-axes of a spun-up
pile differ by the published length. These runs are variants, which are not evaluated: they were
chosen after the time of L6 had been found to be later than published."""
import re
from pathlib import Path

import numpy as np

from analysis import accretion as acc
from analysis import failures, figure, files, study, verdict, workflow

NAME = re.compile(r"(?:spin|reach)-(\d+)-f([\d.]+)(?:-d[\d.e-]+)?-s(\d+)")
USUAL = acc.MEAN_DIAMETER / 100  # [m] distance of cohesion in the study


def collect(given, _):
    rows = [
        row_of(track, divergence)
        for track, divergence in failures.succeeded(given.tracks, given.divergences)
    ]
    return {"data": sorted(rows, key=lambda row: (row["bond"], row["distance"], row["seed"]))}


def row_of(track, divergence):
    run = Path(track).parent.name
    count, force, seed = NAME.match(run).groups()
    distance = files.settings(track)["contact"]["cohesion"]["distance"]
    minutes = files.series(track)["time"]
    return {
        "run": run,
        "count": int(count),
        "force": float(force),
        "seed": int(seed),
        "bond": acc.bond_of(count, force),
        "distance": distance,
        "minutes": float(minutes[-1] - minutes[0]) / acc.MINUTE,
        **acc.times_of(divergence),
    }


def finish(tables, demands, scale):
    rows = of_force_tried(tables["data"], scale)
    if not rows or lacks(rows, scale):
        return (
            acc.missing(demands, scale, "reach_less", "reach_published"),
            draw(rows, demands) if rows else None,
        )
    return [less(demands, rows, scale), published(demands, rows, scale)], draw(rows, demands)


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
        acc.bond_of(*NAME.match(run).groups()[:2])
        for run in workflow.asked("accretion", scale, "L6-reach")
    }
    return [row for row in rows if row["bond"] in tried]


def within(rows, distance):
    return [row for row in rows if np.isclose(row["distance"], distance, rtol=0.01)]


def less(demands, rows, scale):
    """=> the entry of the time with a tenth of the usual distance / time with the usual distance -
    1, mean over the piles"""
    usual = {row["seed"]: row["divergence"] for row in within(rows, USUAL)}
    pairs = [
        (row["divergence"], usual[row["seed"]])
        for row in within(rows, USUAL / 10)
        if row["seed"] in usual
    ]
    if not pairs:
        return acc.entry(demands, "reach_less", None, scale)
    if any(time is None for pair in pairs for time in pair):
        return acc.entry(demands, "reach_less", None, scale, reason=verdict.CENSORED)
    ratios = [short / long for short, long in pairs]
    error = np.std(ratios, ddof=1) / np.sqrt(len(ratios)) if len(ratios) > 1 else None
    return acc.entry(
        demands,
        "reach_less",
        np.mean(ratios) - 1,
        scale,
        reason=verdict.VARIANT,
        sigma=error,
        freedom=max(len(ratios) - 1, 1),
        note=each(rows),
    )


def means(rows):
    """=> distances in ascending order with their mean times; the time is None if the event never
    occurred in a pile"""
    return [
        (distance, acc.mean_time(within(rows, distance)))
        for distance in sorted({row["distance"] for row in rows})
    ]


def each(rows):
    """=> note with the time of each pile at each distance"""

    def said(row):
        return (
            f"none in {row['minutes']:.0f}"
            if row["divergence"] is None
            else f"{row['divergence']:.0f}"
        )

    return (
        "; ".join(
            f"{distance:.2g} m: {', '.join(map(said, within(rows, distance)))} min"
            for distance, _ in means(rows)
        )
        + "."
    )


def published(demands, rows, scale):
    """=> the entry of the distance at which the mean time equals the published one, interpolated
    linearly in the logarithm of the distance"""
    target = time_published(demands)
    found = means(rows)
    for (near, early), (far, late) in zip(found, found[1:]):
        if early is None or late is None or early == late or (early - target) * (late - target) > 0:
            continue
        value = near * (far / near) ** ((target - early) / (late - early))
        return acc.entry(
            demands,
            "reach_published",
            value / acc.MEAN_DIAMETER,
            scale,
            reason=verdict.VARIANT,
            note=each(rows),
        )
    return acc.entry(
        demands,
        "reach_published",
        None,
        scale,
        reason=verdict.VARIANT,
        note="No two neighbouring distances enclose the published time. " + each(rows),
    )


def time_published(demands):
    """=> the published time [min]"""
    return float(demands["divergence_strong"]["published"].split()[0])


def draw(rows, demands):
    page, axis = figure.plt.subplots(figsize=(6, 4.4))
    for label, marker, here in (
        ("axes differ", "o", [row for row in rows if row["divergence"] is not None]),
        ("not until the end of the run", "^", [row for row in rows if row["divergence"] is None]),
    ):
        if here:
            axis.plot(
                [row["distance"] / acc.MEAN_DIAMETER for row in here],
                [row["divergence"] or row["minutes"] for row in here],
                marker,
                label=f"{rows[0]['count']} spheres, {rows[0]['force']:.4g} N: {label}",
            )
    axis.axhline(
        time_published(demands),
        color=figure.GREY,
        linestyle=":",
        label="published, 3375 spheres, 1000 N",
    )
    axis.set(
        xscale="log",
        xlabel="distance of cohesion / mean diameter",
        ylabel="time until the axes differ by the length [min]",
        ylim=(0, None),
    )
    axis.legend()
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
