"""D4, Fig. 6: change of the mean particle radius in the largest remnant against impact energy and
remnant mass."""
import math

import numpy as np

from analysis import failures, rubble, study, verdict
from composition import (
    CHANGE,
    MASS,
    NOISE,
    OVER,
    PILE,
    PILES,
    SEEDS,
    SPRING,
    WEIGHED,
    groups,
    larger,
    mean,
)
from composition_plot import draw
import impacts


def collect(given, params):
    rows, empty = [], []
    for name, piles, clusters, law in failures.succeeded(
        params.runs, params.piles, given.clusters, given.laws
    ):
        found = rubble.rows.finder(rubble.rows.tables(clusters)["summary"], "three_step")[0]
        if not found["largest_bodies"]:  # no remnant, so no composition
            empty.append({"run": name})
            continue
        rows.append(
            {
                **impacts.columns(name),
                MASS: found["largest"],
                OVER: found["largest"] / rubble.rows.table(law)[0]["target"],
                CHANGE: found["number_mean_radius_change"],
                NOISE: found["number_mean_radius_noise"],
                WEIGHED: found["mass_mean_radius_change"],
                PILE: piles.split()[0],
                SPRING: impacts.parts(name)["variant"],
            }
        )
    return {"data": rows, "empty": empty}


def chance(signs):
    """(list of booleans) => probability of a count that is as far above or below one half, if both
    signs are equally likely and the groups are independent"""
    number = len(signs)
    most = max(sum(signs), number - sum(signs))
    return sum(math.comb(number, count) for count in range(most, number + 1)) / 2**number


def say(rows, names, demands, scale, where="", reason="", lost=""):
    """=> entries for the mean change in a class of remnants"""
    if len(rows) < 2:
        return []
    centre, error, freedom = mean(rows)
    signs = [r[CHANGE] > 0 for r in rows]
    weighed = np.average([r[WEIGHED] for r in rows], weights=[r[SEEDS] for r in rows])
    note = (
        f"{len(rows)} groups, {sum(r[SEEDS] for r in rows)} runs; mass mean "
        f"{100 * weighed:+.2f} %. Larger in {sum(signs)} groups, smaller in "
        f"{len(signs) - sum(signs)} (one-sided sign test: {chance(signs):.2g})."
    )
    note += lost
    single = all(r[SEEDS] < 2 for r in rows)
    note += " Single runs: the error is the sampling noise alone." if single else ""
    # a target in several orientations counts once
    if len(set().union(*(r[PILES] for r in rows))) < 2:
        reason, note = (
            reason or verdict.ALONE,
            f"{note} All from one target in several orientations.",
        )
    elif single:
        reason = reason or verdict.ALONE
    elif len(rows) < 4:
        reason = reason or verdict.MISSING
    return [
        verdict.evaluate(
            demands[name],
            float(100 * centre),
            scale,
            note,
            where,
            reason,
            sigma=100 * error,
            freedom=freedom,
        )
        for name in names
    ]


def finish(tables, demands, scale):
    runs = impacts.lasting(tables["data"])
    every, entries = groups(runs), []
    empty = [row["run"] for row in tables.get("empty", [])]
    lost = (
        f" {len(empty)} runs left no remnant and are left out: {', '.join(empty)}." if empty else ""
    )
    for spring, where, reason in (
        (None, "", ""),
        ("soft", "soft spring (1e15 N/m)", verdict.VARIANT),
    ):
        table = [r for r in every if r[SPRING] == spring]
        constructive = [r for r in table if r[OVER] > 1]
        destructive = [r for r in table if r[OVER] <= 1]
        entries += say(
            constructive,
            ["composition_constructive", "composition_size"],
            demands,
            scale,
            where,
            reason,
            lost,
        )
        entries += say(
            destructive, ["composition_destructive"], demands, scale, where, reason, lost
        )
    heavier = [r for r in runs if r[OVER] > 1 and not r[SPRING]]
    counts = larger([r for r in heavier if r["projectile"] != r["target"]])
    if counts:
        share, error, freedom, note = counts
        same = larger([r for r in heavier if r["projectile"] == r["target"]])
        note += f" Equal piles: {same[3]}" if same else ""
        entries.append(
            verdict.evaluate(
                demands["composition_unequal"], share, scale, note, sigma=error, freedom=freedom
            )
        )
    return entries, draw(every)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
