"""L1, L2, Fig. 11: the picture."""
import numpy as np

from analysis import figure
import accretion as acc
import collapses
import pressure_peaks
from uniform_ball import READINGS, as_printed, predicted


def draw(rows, series, ball):
    page, axes = figure.plt.subplots(1, 3, figsize=(14, 4.6))
    draw_times(axes[0], series)
    draw_peaks(axes[1], series)
    draw_means(axes[2], rows, ball)
    return page


def draw_means(axis, rows, ball):
    """Draws the mean pressure against the diameter, with the readings of Eq. 23."""
    for kind, mark, colour in (("spheres", "o", figure.BLUE), ("hulls", "^", figure.VERMILION)):
        here = acc.of(rows, kind)
        for diameter, pressure, volume, fill in (
            ("diameter_axes", "pressure_axes", "ellipsoid of inertia", colour),
            ("diameter_all", "pressure", "encompassing sphere", "none"),
        ):
            axis.plot(
                [row[diameter] for row in here],
                [row[pressure] for row in here],
                mark,
                color=colour,
                markerfacecolor=fill,
                label=f"{kind}, {volume}",
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
        xscale="log",
        yscale="log",
        ylim=(0.001, 40),  # space for the legend
        title="b, logarithmic axes",
    )
    figure.plain_ticks(axis.xaxis, [40, 60, 80, 100, 150, 200])
    figure.plain_ticks(axis.yaxis, [0.1, 0.3, 1, 3, 10, 30])
    axis.legend(
        loc="lower right",
        fontsize=8,
        title="black: bulk density of the spheres, ellipsoid",
        title_fontsize=8,
    )


def draw_times(axis, series):
    """Draws the pressure by the encompassing sphere during the collapse."""
    label = "pressure, encompassing sphere [Pa]"
    collapses.draw_series(axis, series, "pressure", label, None)
    axis.set(xlim=(5, 40), ylim=(0, 8))
    for line in axis.lines:
        line.set_linewidth(1)
    if axis.lines:
        axis.legend(title="spheres", loc="upper center", ncols=3, fontsize=9)


def draw_peaks(axis, series):
    """Draws the largest pressures of the first clouds by both volumes, before and after
    pressure_peaks.RISE and PLATEAU."""
    for column, mark, colour, volume in (
        ("pressure", "o", figure.BLUE, "encompassing sphere"),
        ("pressure_axes", "s", figure.VERMILION, "ellipsoid of inertia"),
    ):
        peaks = pressure_peaks.found(series, column)
        for fill, label, values in (
            (colour, f"first {pressure_peaks.RISE} min", [top for top, _ in peaks.values()]),
            ("none", f"after {acc.PLATEAU} min", [top / over for top, over in peaks.values()]),
        ):
            axis.plot(
                list(peaks),
                values,
                mark,
                color=colour,
                markerfacecolor=fill,
                label=f"{volume}, {label}",
            )
    axis.set(
        xscale="log",
        yscale="log",
        xlabel="number of spheres",
        ylabel="largest pressure of single records [Pa]",
        title="a: peaks, first cloud of each number",
    )
    figure.plain_ticks(axis.xaxis, acc.counts(series, "spheres"))
    figure.plain_ticks(axis.yaxis, [0.5, 1, 2, 5, 10, 20])
    axis.legend(fontsize=9)


def draw_printed(axis, spheres, ball):
    """Draws Eq. 23 with the printed density for the mass and the diameter of each pile of
    spheres."""
    axis.plot(
        [row["diameter_all"] for row in spheres],
        [as_printed(ball, row) for row in spheres],
        "x",
        color=figure.GREEN,
        label="Eq. 23 as printed, each pile of spheres",
    )
