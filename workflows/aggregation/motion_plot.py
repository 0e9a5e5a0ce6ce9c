"""Fig. 6: the picture."""
import numpy as np

from analysis import figure
import aggregation as agg
from long_aggregates import PUBLISHED as LONGEST
from motion_effects import LOOKS, moved, runs
import rotation_marks

QUANTITIES = {
    "elongation": "inertial elongation",
    "period": "period [h]",
    "bodies": "bodies of the aggregate",
}
PUBLISHED = {
    "elongation": (LONGEST, "greatest"),
    "period": (1e3, "at rest"),
    "bodies": (193, "at rest"),
}


def shown(rows, name, quantity, kind="ccp"):
    """=> the rows in which the quantity is defined: the number of bodies in all runs, shape and
    spin in those with an aggregate"""
    return (runs if quantity == "bodies" else moved)(rows, name, kind)


def draw(rows):
    page, axes = figure.plt.subplots(1, 3, figsize=(15, 4.4))
    for axis, (quantity, label) in zip(axes, QUANTITIES.items()):
        for name, (title, colour, mark) in LOOKS.items():
            for kind, face in (("ccp", colour), ("coulomb", "none")):
                here = shown(rows, name, quantity, kind)
                if quantity == "period":
                    here = rotation_marks.rotating(here)
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
        figure.published_line(axis, published, f"published, {text}", left=quantity == "elongation")
        axis.set(xlabel="initial motion / greatest published", ylabel=label, xlim=(-0.03, 1.05))
    if axes[1].lines:
        axes[1].set_yscale("log")
    mark_rest(axes[1], rows)
    axes[0].legend(title="open: Coulomb\nlines: means, relaxed cone")
    return page


def mark_rest(axis, rows):
    """Marks the aggregates that do not rotate, on the axis of the period."""
    every = [
        row
        for name in LOOKS
        for kind in ("ccp", "coulomb")
        for row in shown(rows, name, "period", kind)
    ]
    here = rotation_marks.resting(every)
    rotation_marks.draw(axis, [0] * len(here), agg.column(here, "period"))


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
