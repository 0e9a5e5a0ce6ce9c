"""Tables 2 and 3: the panel with one line for each composition."""
import numpy as np

from analysis import figure
from ratio_table import COMPOSITION
from ratio_variants import VARIANTS

COLOUR = {
    "spheres": figure.BLACK,
    "dumbbells": figure.SKY,
    "cubes": figure.GREEN,
    "tetrahedra": figure.ORANGE,
    "mixed": figure.BLUE,
    "diamonds": figure.PURPLE,
    "rods": figure.VERMILION,
}
# marks of the other definitions of the radius
OTHERS = {
    "ellipsoid": ("^", "ellipsoid of inertia"),
    "semi_axis": ("s", "largest semi-axis"),
    "mass95": ("v", "95 % of the mass"),
}
# marks of the variants in the list of compositions, their sizes, and their distance above the line
# of the composition
MARKS = {
    "noroll": ("x", 8, 0),
    "smooth": ("+", 8, 0),
    "v5": ("$5$", 6, 0.3),
    "v10": ("$10$", 10, 0.3),
}


def draw_list(t, demands, panel, every, grains):
    mean = t.means()
    known = np.isfinite(t.deviation()[0])
    for y, n in enumerate(every):
        colour = COLOUR[COMPOSITION[n - 1]]
        panel.plot(
            demands[f"{t.letter}{n}"]["value"],
            y,
            "d",
            color="white",
            markeredgecolor=figure.BLACK,
            markersize=9,
            label="published" if y == 0 else None,
        )
        panel.plot(
            t.values(n), np.full(len(t.values(n)), y), "o", color=colour, markersize=4, alpha=0.6
        )
        for k, (radius, (mark, name)) in enumerate(OTHERS.items()):
            found = t.values(n, radius=radius)
            panel.plot(
                found.mean() if len(found) else np.nan,
                y + 0.2 + 0.11 * k,
                mark,
                color=figure.GREY,
                markersize=4,
                label=f"radius by {name}" if y == 0 else None,
            )
        if n in mean:
            panel.errorbar(
                mean[n],
                y,
                xerr=t.error(n) if known else None,
                fmt="|",
                color=colour,
                markersize=14,
                capsize=3,
            )
    for variant, (mark, size, above) in MARKS.items():
        found = {n: t.values(n, variant).mean() for n in every if len(t.values(n, variant))}
        panel.plot(
            list(found.values()),
            [every.index(n) - above for n in found],
            linestyle="",
            marker=mark,
            color=figure.BLACK if above else figure.GREY,
            markeredgewidth=0.5 if above else None,
            markersize=size,
            label=f"variant: {VARIANTS[variant][0]}" if found else None,
        )
    panel.plot([], [], "o", color=figure.GREY, markersize=4, label="radius by largest distance")
    panel.plot([], [], "|", color=figure.GREY, markersize=14, label=label_of_errors(t))
    panel.set_yticks(range(len(every)), [label_of(t, n, grains.get(n, "not run:")) for n in every])
    panel.invert_yaxis()
    panel.legend(loc="lower center", bbox_to_anchor=(0.4, 1), ncols=2, fontsize=8)


def label_of_errors(t):
    """=> entry of the legend for the means and their errors"""
    several = [f"{t.letter}{n}" for n in t.numbers if len(t.values(n)) > 1]
    if not several:
        return "mean (one seed each: no error)"
    which = "all" if len(several) == len(t.numbers) else ", ".join(several)
    return f"mean, error from the seeds of {which}"


def label_of(t, n, grains):
    return f"{t.letter}{n}: {grains} {COMPOSITION[n - 1]}"
