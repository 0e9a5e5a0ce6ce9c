"""Pictures of a diagnostic against the variants."""
import numpy as np

from analysis import figure
from diagnostics import mean_of
import philosophies as ph

COLOURS = {
    ph.MATCHINGS["A"]: figure.BLUE,
    ph.MATCHINGS["B"]: figure.VERMILION,
    ph.MATCHINGS["e01"]: figure.ORANGE,
    ph.MATCHINGS["mu0"]: figure.BLACK,
    ph.MATCHINGS["h2"]: figure.SKY,
    ph.MATCHINGS["grains"]: figure.GREEN,
    ph.MATCHINGS["hulls"]: figure.PURPLE,
    ph.MATCHINGS["bonds"]: figure.GREY,
}
OF_VARIANT = dict(
    zip(
        ph.VARIANTS.values(),
        (
            figure.ORANGE,
            figure.BLUE,
            figure.SKY,
            figure.GREEN,
            figure.PURPLE,
            figure.VERMILION,
            figure.GREY,
        ),
    )
)
LEAST = 3  # piles of a mean with an error bar: the bar of two piles ends at their points


def draw_cases(axis, rows, column, label):
    """(axes, rows of runs, column, label of the axis) Draws each run with a value as a point, and
    lines that join the runs of one pile. The mean over the piles of each variant and matching is
    drawn with its standard error if there are LEAST piles or more and all have a value."""
    variants = [name for name in ph.VARIANTS.values() if any(r["variant"] == name for r in rows)]
    matchings = [name for name in ph.MATCHINGS.values() if any(r["matching"] == name for r in rows)]
    shifts = np.linspace(-0.2, 0.2, len(matchings)) if len(matchings) > 1 else [0]
    for shift, matching in zip(shifts, matchings):
        here = [row for row in rows if row["matching"] == matching]
        places = {variant: place + shift for place, variant in enumerate(variants)}
        draw_piles(axis, here, places, column)
        draw_means(axis, here, places, column)
        axis.plot([], [], "o", color=COLOURS[matching], label=matching)
    axis.set_xticks(range(len(variants)), [name.replace(" ", "\n", 1) for name in variants])
    axis.set_xlim(-0.5, len(variants) - 0.5)
    axis.tick_params(axis="x", labelrotation=90, labelsize=8)
    axis.set(ylabel=label)


def draw_piles(axis, rows, places, column):
    """(axes, rows of one matching, {variant: its place}, column) Draws the runs as points, and a
    line through the runs of each pile, which a run without a value interrupts."""
    for seed in sorted({row["seed"] for row in rows}):
        found = {row["variant"]: row[column] for row in rows if row["seed"] == seed}
        here = [variant for variant in places if variant in found]
        values = np.array([found[variant] for variant in here], float)
        look = {"color": COLOURS[rows[0]["matching"]], "alpha": 0.6, "markersize": 5}
        axis.plot([places[variant] for variant in here], values, "o-", linewidth=0.8, **look)


def draw_means(axis, rows, places, column):
    """(axes, rows of one matching, {variant: its place}, column) Draws the mean over the piles of
    each variant with its standard error, if it has LEAST piles or more, all with a value."""
    for variant, at in places.items():
        values = [row[column] for row in rows if row["variant"] == variant]
        mean, error = mean_of(values)
        if mean is not None and len(values) >= LEAST:
            colour = COLOURS[rows[0]["matching"]]
            axis.errorbar(at, mean, yerr=error, fmt="_", color=colour, markersize=14, capsize=3)
