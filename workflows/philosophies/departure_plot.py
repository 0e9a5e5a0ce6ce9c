"""First departures of spin-ups: the picture."""
import numpy as np

from analysis import figure
from case_plot import OF_VARIANT
from departures import uniform_strain
import philosophies as ph

# events of the left panel: column, marker, colour
EVENTS = {
    "shear above 0.05 somewhere": ("shear_at", "o", figure.BLUE),
    "5 % growth": ("growth_at", "|", figure.BLACK),
    "first sphere shed": ("shedding_at", "X", figure.VERMILION),
}
LINES = {ph.MATCHINGS["A"]: "-", ph.MATCHINGS["mu0"]: "--"}
MARKS = {ph.MATCHINGS["A"]: "o", ph.MATCHINGS["B"]: "s", ph.MATCHINGS["mu0"]: "^"}


def draw(rows, profiles):
    if not rows:
        return None
    height = max(4.8, 1.5 + 0.33 * len(ph.cases(rows)))
    page, axes = figure.plt.subplots(1, 4, figsize=(22, height), width_ratios=(1.5, 1, 1, 1))
    draw_events(axes[0], rows)
    for axis, by, label in (
        (axes[1], "shell", "relative radius, 1 at the surface"),
        (axes[2], "band", "latitude [degree]"),
    ):
        draw_profiles(axis, [row for row in profiles if row["by"] == by], settling(rows))
        axis.set(xlabel=label, ylabel="mean shear strain at 5 % growth", ylim=(0, None))
    axes[1].legend(fontsize=7)
    draw_shedding(axes[3], rows)
    return page


def settling(rows):
    """=> the variants and matchings of which a pile also shears at rest"""
    return {(row["variant"], row["matching"]) for row in rows if row["settles"] != 0}


def draw_events(axis, rows):
    """(axes, rows of runs) Draws for each variant and matching when the events occur, a mark for
    each pile."""
    lines = ph.cases(rows)
    for text, (column, mark, colour) in EVENTS.items():
        for place, line in enumerate(lines):
            for row in ph.of(rows, *line):
                hollow = column == "shear_at" and row["settles"]
                axis.plot(
                    [] if row[column] is None else row[column],
                    [] if row[column] is None else place,
                    mark,
                    color=colour,
                    fillstyle="none" if hollow else "full",
                    markersize=9,
                    alpha=0.7,
                )
        axis.plot([], [], mark, color=colour, markersize=9, label=text)
    axis.plot(
        [], [], "o", color=figure.BLUE, fillstyle="none", label="shear above 0.05 also at rest"
    )
    axis.set_yticks(range(len(lines)), [", ".join(line) for line in lines], fontsize=8)
    axis.set(xlabel="time since the start of the spin-up / dynamical time", xlim=(0, None))
    axis.invert_yaxis()
    axis.legend(fontsize=8, ncols=4, loc="lower left", bbox_to_anchor=(0, 1))


def draw_profiles(axis, rows, left_out):
    """(axes, rows of departures.profiles, pairs of variant and matching) Draws the means over the
    piles of all other pairs: solid lines with equal coefficients, dashed ones without friction."""
    for variant, matching in ph.cases(rows):
        if matching not in LINES or (variant, matching) in left_out:
            continue
        here = ph.of(rows, variant, matching)
        here = [row for row in here if row["strain"] is not None]
        places = sorted({row["place"] for row in here})
        strains = [
            np.mean([row["strain"] for row in here if row["place"] == place]) for place in places
        ]
        look = {"color": OF_VARIANT[variant], "linestyle": LINES[matching]}
        axis.plot(places, strains, marker=".", label=f"{variant}, {matching}", **look)
    strain = uniform_strain(ph.GROWTH)
    axis.axhline(strain, color=figure.GREY, linewidth=1, linestyle=":", label="uniform flattening")


def draw_shedding(axis, rows):
    """(axes, rows of runs) Draws the growth at the first shed sphere and the share of the shed mass
    that came from the equatorial band, a mark for each pile."""
    for row in rows:
        if row["matching"] in MARKS and None not in (row["shedding_growth"], row["shed_equator"]):
            axis.plot(
                row["shedding_growth"],
                row["shed_equator"],
                MARKS[row["matching"]],
                color=OF_VARIANT[row["variant"]],
            )
    for name, mark in MARKS.items():
        axis.plot([], [], mark, color=figure.GREY, label=name)
    axis.axhline(1 / 3, color=figure.GREY, linewidth=1, linestyle=":", label="uniform body")
    axis.axvline(ph.GROWTH, color=figure.BLACK, linewidth=1, linestyle=":", label="5 % growth")
    axis.set(xlabel="longest semi-axis / its first value,\nat the first shed sphere")
    axis.set(ylabel="share of the shed mass from the equatorial band", ylim=(0, 1))
    axis.legend(fontsize=8)
