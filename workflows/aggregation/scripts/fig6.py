"""F3, Fig. 6: elongation, period and number of bodies of the aggregate against each initial
motion."""
import numpy as np

from analysis import figure, study
import aggregation as agg
from motion_effects import (
    LOOKS,
    fall_of_period,
    followed,
    greatest,
    loss_of_bodies,
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


def shown(rows, name, quantity, kind="ccp"):
    """=> the rows in which the quantity is defined: the number of bodies in all runs, shape and
    spin in those with an aggregate"""
    return (runs if quantity == "bodies" else moved)(rows, name, kind)


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for name in LOOKS:
        for quantity in QUANTITIES:
            entries.append(
                trends.trend(
                    demands,
                    f"trend_{quantity}_{name}",
                    shown(rows, name, quantity),
                    name,
                    quantity,
                    scale,
                )
            )
    longest = followed(rows)
    entries += [
        order(demands, "period_order", rows, "frame", fall_of_period, scale),
        order(
            demands,
            "bodies_order",
            longest,
            "spin",
            loss_of_bodies,
            scale,
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
            fit(axis, shown(rows, name, quantity), name, quantity, colour)
        axis.set(xlabel="initial motion / greatest published", ylabel=label, xlim=(-0.03, 1.05))
    if axes[1].lines:
        axes[1].set_yscale("log")
        figure.plain_ticks(axes[1].yaxis, figure.STEPS)
    axes[0].legend(title="open: Coulomb")
    return page


def fit(axis, here, name, quantity, colour):
    """Fits an exponential to the periods, and parabolas to the other quantities."""
    x = np.array([row[name] / agg.GREATEST[name] for row in here])
    y = np.array([row[quantity] for row in here], float)
    degree = 1 if quantity == "period" else 2
    if len(set(x)) <= degree:
        return
    at = np.linspace(x.min(), x.max(), 50)
    line = (
        10 ** np.polyval(np.polyfit(x, np.log10(y), degree), at)
        if quantity == "period"
        else np.polyval(np.polyfit(x, y, degree), at)
    )
    axis.plot(at, line, color=colour, linewidth=1)


if "snakemake" in globals():
    study.make(snakemake, outcomes.collect, finish)  # noqa: F821
