"""L1, L2, Fig. 11: the picture."""
import numpy as np

from analysis import figure
import accretion as acc
import collapses
from uniform_ball import READINGS, as_printed, predicted


def draw(rows, series, ball):
    plt = figure.plt
    page, axes = plt.subplots(1, 3, figsize=(15, 4.6))
    collapses.draw_series(axes[0], series, "pressure", "pressure, encompassing sphere [Pa]", None)
    top = max(row["pressure"] for row in acc.of(series, "spheres"))
    axes[0].set(xlim=(0, 200), ylim=(0, 1.35 * top))  # space for the legend
    axes[0].legend(title="spheres", loc="upper center", ncols=3)
    for axis, scale in ((axes[1], "linear"), (axes[2], "log")):
        for kind, mark, colour in (("spheres", "o", figure.BLUE), ("hulls", "^", figure.VERMILION)):
            here = acc.of(rows, kind)
            axis.plot(
                [row["diameter_axes"] for row in here],
                [row["pressure_axes"] for row in here],
                mark,
                color=colour,
                label=f"{kind}, ellipsoid of inertia",
            )
            axis.plot(
                [row["diameter_all"] for row in here],
                [row["pressure"] for row in here],
                mark,
                color=colour,
                markerfacecolor="none",
                label=f"{kind}, encompassing sphere",
            )
        piles = acc.of(rows, "spheres") + acc.of(rows, "hulls")
        widths = [row[name] for row in piles for name in ("diameter_axes", "diameter_all")]
        diameter = np.geomspace(0.95 * min(widths), 1.05 * max(widths), 60)
        density = np.mean([acc.bulk(row) for row in acc.of(rows, "spheres")])
        lines = predicted(ball, density, diameter)
        for (reading, name), style in zip(READINGS.items(), ("--", ":", "-.", "-")):
            label = name if reading == "virial" else f"Eq. 23, {name}"
            axis.plot(diameter, lines[reading], style, color=figure.BLACK, linewidth=1, label=label)
        draw_printed(axis, acc.of(rows, "spheres"), ball)
        axis.set(
            xlabel="diameter [m]",
            ylabel="mean pressure after 125 min [Pa]",
            xscale=scale,
            yscale=scale,
            title="b" if scale == "linear" else "b, inset",
        )
    figure.plain_ticks(axes[2].xaxis, [40, 60, 80, 100, 150, 200])
    axes[1].legend(
        fontsize=8, title="black: bulk density of the spheres, ellipsoid", title_fontsize=8
    )
    return page


def draw_printed(axis, spheres, ball):
    """Draws Eq. 23 with the printed density for the mass and the diameter of each pile of
    spheres."""
    here = sorted(spheres, key=lambda row: row["diameter_all"])
    axis.plot(
        [row["diameter_all"] for row in here],
        [as_printed(ball, row) for row in here],
        "x-",
        color=figure.GREEN,
        linewidth=1,
        label="Eq. 23 as printed",
    )
