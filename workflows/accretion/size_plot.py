"""L1, L2, L3, Fig. 10: the picture."""
import numpy as np

from analysis import figure
import accretion as acc
import clouds
import collapses

DEFINITIONS = {
    "all": ("diameter_all", "nu_all", "sphere about all"),
    "largest": ("diameter", "nu", "sphere about the largest cluster"),
    "axes": ("diameter_axes", "nu_axes", "ellipsoid of inertia"),
}
LOOKS = {
    "all": {"color": figure.GREY, "markersize": 10, "fillstyle": "none"},
    "largest": {"color": figure.BLUE, "markersize": 6},
    "axes": {"color": figure.GREEN, "markersize": 6},
}


def draw(rows):
    page, ((a, inset, wide), (b, dense, key)) = figure.plt.subplots(2, 3, figsize=(15, 8.4))
    for kind, mark in (("spheres", "o"), ("hulls", "^")):
        for definition, (diameter, fraction, name) in DEFINITIONS.items():
            look = {
                **LOOKS[definition],
                "linestyle": "",
                "marker": mark,
                "label": f"{kind}, {name}",
            }
            n, centre, *_ = clouds.means(rows, kind, diameter)
            a.plot(n, centre / acc.MEAN_DIAMETER, **look)
            inset.plot(n, centre / clouds.means(rows, kind, "solid_diameter")[1], **look)
            b.plot(n, clouds.means(rows, kind, fraction)[1], **look)
    n = np.array(acc.counts(rows, "spheres"), float)
    for axis in (a, inset):
        axis.plot(
            n,
            1.15 * n ** (1 / 3),
            color=figure.BLACK,
            linestyle=":",
            label="proportional to n^(1/3)",
        )
        axis.set(xscale="log", yscale="log")
        figure.plain_ticks(axis.yaxis, [5, 6, 8, 10, 15, 20, 30])
    b.set(xscale="log", ylabel="solid fraction", title="b", ylim=(0.2, 0.8))
    for axis in (a, inset, b):
        axis.set(xlabel="number of bodies")
        figure.plain_ticks(axis.xaxis, n)
    a.set(ylabel="diameter / mean diameter of the bodies", title="a")
    inset.set(
        ylabel="diameter / d*", title="a, inset: d*, the diameter of a ball of the mean volume"
    )
    draw_friction(wide, dense, acc.by_friction(rows))
    key.axis("off")
    key.legend(*a.get_legend_handles_labels(), loc="center left")
    return page


def draw_friction(wide, dense, line):
    """Draws diameter and solid fraction against friction, for each definition."""
    if not line:
        collapses.no_runs(wide)
        return collapses.no_runs(dense)
    for definition, (diameter, fraction, _) in DEFINITIONS.items():
        look = {**LOOKS[definition], "marker": "o", "linewidth": 1}
        wide.plot(
            [row["friction"] for row in line],
            [row[diameter] / acc.MEAN_DIAMETER for row in line],
            **look,
        )
        dense.plot([row["friction"] for row in line], [row[fraction] for row in line], **look)
    wide.set(
        xlabel="friction",
        ylabel="diameter / mean diameter of the bodies",
        title=f"b, inset: {line[0]['count']} spheres",
    )
    dense.set(
        xlabel="friction", ylabel="solid fraction", title=f"b, inset: {line[0]['count']} spheres"
    )
