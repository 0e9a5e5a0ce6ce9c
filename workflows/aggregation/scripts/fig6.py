"""F3, Fig. 6: elongation, period and number of bodies of the aggregate against each initial
motion."""
import numpy as np

from analysis import study, verdict
from analysis.ranks import rank_correlation
import aggregation as agg
import later_binaries
import long_aggregates
from motion_effects import (
    LOOKS,
    fall_of_period,
    followed,
    greatest,
    loss_of_bodies,
    lowered_period,
    order,
)
import motion_plot
import outcomes
import trends


def at_rest_too(rows, name):
    """=> note with the rank correlation of period and motion with the clouds at rest"""
    correlation = rank_correlation([row[name] for row in rows], [row["period"] for row in rows])
    known = np.isfinite(correlation)
    return f"With the clouds at rest {correlation:.3g} of {len(rows)} runs." if known else ""


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for name in LOOKS:
        for quantity in motion_plot.QUANTITIES:
            here = motion_plot.shown(rows, name, quantity)
            with_rest = ""
            if quantity == "period":
                with_rest = at_rest_too(here, name)
                here = [row for row in here if row[name] > 0]
            entries.append(
                trends.trend(
                    demands,
                    f"trend_{quantity}_{name}",
                    here,
                    name,
                    quantity,
                    scale,
                    more=with_rest,
                )
            )
    longest = followed(rows)
    entries += [
        order(
            demands,
            "period_fall",
            rows,
            "frame",
            fall_of_period,
            scale,
            "All clouds",
        ),
        order(
            demands,
            "period_order",
            rows,
            "frame",
            lowered_period,
            scale,
            "Minus the mean log10 of the period [h]",
            verdict.VARIANT,
        ),
        order(
            demands,
            "bodies_order",
            longest,
            "spin",
            loss_of_bodies,
            scale,
            "All clouds",
            "" if all(map(agg.steady, greatest(longest))) else verdict.CENSORED,
        ),
    ]
    entries += long_aggregates.elongations(demands, rows, scale)
    return entries + [later_binaries.entry(demands, rows, scale)], motion_plot.draw(rows)


if "snakemake" in globals():
    study.make(snakemake, outcomes.collect, finish)  # noqa: F821
