"""F3, Fig. 6: elongation, period and number of bodies of the aggregate against each initial
motion."""
import numpy as np

from analysis import figure, study
from analysis.ranks import rank_correlation
import aggregation as agg
from motion_effects import (
    LOOKS,
    followed,
    greatest,
    loss_of_bodies,
    lowered_period,
    moved,
    order,
    runs,
)
import outcomes
import trends

QUANTITIES = {
    "elongation": "inertial elongation",
    "period": "period [h]",
    "bodies": "bodies of the aggregate",
}
PUBLISHED = {
    "elongation": (2.7, "greatest"),
    "period": (1e3, "at rest"),
    "bodies": (193, "at rest"),
}


def shown(rows, name, quantity, kind="ccp"):
    """=> the rows in which the quantity is defined: the number of bodies in all runs, shape and
    spin in those with an aggregate"""
    return (runs if quantity == "bodies" else moved)(rows, name, kind)


def at_rest_too(rows, name):
    """=> note with the rank correlation of period and motion with the clouds at rest"""
    correlation = rank_correlation([row[name] for row in rows], [row["period"] for row in rows])
    known = np.isfinite(correlation)
    return f"With the clouds at rest {correlation:.3g} of {len(rows)} runs." if known else ""


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for name in LOOKS:
        for quantity in QUANTITIES:
            here = shown(rows, name, quantity)
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
            "period_order",
            rows,
            "frame",
            lowered_period,
            scale,
            "Minus the mean log10 of the period [h]",
        ),
        order(
            demands,
            "bodies_order",
            longest,
            "spin",
            loss_of_bodies,
            scale,
            "All clouds",
            all(map(agg.steady, greatest(longest))),
        ),
    ]
    elongations = [
        row["elongation"] for row in agg.aggregates(agg.of(rows, "ccp")) if row["share"] > 0.5
    ]
    found = {
        "elongation_least": min(elongations, default=None),
        "elongation_greatest": max(elongations, default=None),
    }
    entries += [
        agg.entry(demands, name, agg.of_all(value, rows, scale, *agg.SETS, like="ccp-*"), scale)
        for name, value in found.items()
    ]
    return entries, draw(rows)


def draw(rows):
    page, axes = figure.plt.subplots(1, 3, figsize=(15, 4.4))
    for axis, (quantity, label) in zip(axes, QUANTITIES.items()):
        for name, (title, colour, mark) in LOOKS.items():
            for kind, face in (("ccp", colour), ("coulomb", "none")):
                here = shown(rows, name, quantity, kind)
                axis.plot(
                    [row[name] / agg.GREATEST[name] for row in here],
                    [row[quantity] for row in here],
                    mark,
                    color=colour,
                    markerfacecolor=face,
                    label=title if kind == "ccp" else None,
                )
            line = means(shown(rows, name, quantity), name, quantity)
            axis.plot(list(line), list(line.values()), color=colour, linewidth=1)
        published, text = PUBLISHED[quantity]
        figure.published_line(axis, published, f"published, {text}")
        axis.set(xlabel="initial motion / greatest published", ylabel=label, xlim=(-0.03, 1.05))
    if axes[1].lines:
        axes[1].set_yscale("log")
    axes[0].legend(title="open: Coulomb")
    return page


def means(rows, name, quantity):
    """=> {initial motion / greatest published: mean over the clouds}; the geometric mean of
    periods, without clouds at rest, whose aggregates do not rotate"""
    mean = np.mean
    if quantity == "period":
        rows = [row for row in rows if row[name] > 0]
        mean = geometric_mean
    return {
        value / agg.GREATEST[name]: mean([row[quantity] for row in rows if row[name] == value])
        for value in sorted({row[name] for row in rows})
    }


def geometric_mean(values):
    return 10 ** np.mean(np.log10(values))


if "snakemake" in globals():
    study.make(snakemake, outcomes.collect, finish)  # noqa: F821
