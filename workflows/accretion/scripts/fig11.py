"""L1, L2, Fig. 11: the granular pressure against time and diameter, compared with the virial
theorem and three readings of Eq. 23."""
import numpy as np

from analysis import accretion as acc
from analysis import figure, powers, study


def finish(tables, demands, scale):
    rows = tables["data"]
    spheres = acc.of(rows, "spheres")
    if len(acc.counts(rows, "spheres")) < 2:
        return (
            acc.missing(
                demands,
                scale,
                "virial",
                "pressure_peak",
                "pressure_exponent",
                "pressure_exponent_axes",
                "pressure_published",
                "pressure_volume",
                "pressure_hulls",
            ),
            None,
        )
    worst = max(
        acc.of(rows, "spheres") + acc.of(rows, "hulls") + acc.of(rows, "rough"),
        key=lambda row: abs(row["virial"] - 1),
    )
    over_rest = [row["pressure_peak"] / row["pressure"] for row in spheres]
    ratios = {
        reading: np.mean(
            [
                row["pressure_axes"] / predicted(acc.bulk(row), row["diameter_axes"])[reading]
                for row in spheres
            ]
        )
        for reading in READINGS
    }
    entries = [
        acc.entry(
            demands,
            "virial",
            worst["virial"],
            scale,
            sigma=worst["virial_error"],
            freedom=9,
            where=worst["run"],
            note="Of the stress about all bodies: it does not depend on the volume.",
        ),
        acc.entry(demands, "pressure_peak", min(over_rest), scale, note=peaks(rows)),
        exponent(demands, "pressure_exponent", rows, "pressure", "diameter_all", scale),
        exponent(demands, "pressure_exponent_axes", rows, "pressure_axes", "diameter_axes", scale),
        acc.entry(
            demands,
            "pressure_published",
            ratios["surface"],
            scale,
            note="; ".join(f"{READINGS[reading]}: {value:.2f}" for reading, value in ratios.items())
            + ".",
        ),
        acc.entry(demands, "pressure_volume", ratios["surface"], scale),
        acc.entry(demands, "pressure_hulls", hulls(rows), scale, note=acc.over(rows, "hulls")),
    ]
    return entries, draw(rows, tables["series"])


def exponent(demands, name, rows, pressure, diameter, scale):
    """=> the entry of the exponent of pressure against diameter. Its standard error comes from the
    standard deviation of pressure / diameter^2 over the seeds."""
    by_square = [{**row, "of square": row[pressure] / row[diameter] ** 2} for row in rows]
    *_, relative, freedom = acc.means(by_square, "spheres", "of square")
    widths, heights = (acc.means(rows, "spheres", column)[1] for column in (diameter, pressure))
    return acc.entry(
        demands,
        name,
        powers.fit(widths, heights)[0],
        scale,
        sigma=powers.error(widths, acc.seeds(rows, "spheres"), relative),
        freedom=freedom,
    )


READINGS = {
    "surface": "g0 = G M / R^2",
    "printed": "g0 = G M / D^2, as printed",
    "twice": "g0 = 8 G M / D^2, which Eq. 21 requires",
    "virial": "virial, uniform ball",
}


def peaks(rows):
    """=> note with the ratio of peak and final mean pressure for each number of spheres, and the
    exponents of both"""
    n, peak, *_ = acc.means(rows, "spheres", "pressure_peak")
    ratios = ", ".join(
        f"{count}: {ratio:.2f}"
        for count, ratio in zip(n, peak / acc.means(rows, "spheres", "pressure")[1])
    )
    return (
        f"Each number: {ratios}. The peak itself grows as the number to the power "
        f"{acc.exponent_of(rows, 'spheres', 'pressure_peak')[0]:.2f}, the mean at rest "
        f"{acc.exponent_of(rows, 'spheres', 'pressure')[0]:.2f}."
    )


def predicted(bulk, diameter):
    """(bulk density, diameter) => {reading: mean pressure [Pa]}, by Eq. 23 with g0 at the surface,
    as printed, and as Eq. 21 requires, and by the virial theorem for a uniform ball at rest"""
    surface = acc.G * bulk * 2 * np.pi / 3 * diameter
    return {
        "surface": bulk * surface * diameter / 6,
        "printed": bulk * surface / 4 * diameter / 6,
        "twice": bulk * 2 * surface * diameter / 6,
        "virial": bulk * surface * diameter / 10,
    }


def hulls(rows):
    """=> largest relative deviation of the hulls' pressures from those of spheres, each relative to
    the pressure of a uniform ball with its density and diameter"""

    def over_ball(row):
        return row["pressure_axes"] / predicted(acc.bulk(row), row["diameter_axes"])["virial"]

    line = np.mean([over_ball(row) for row in acc.of(rows, "spheres")])
    return max((over_ball(row) / line - 1 for row in acc.of(rows, "hulls")), key=abs, default=None)


def draw(rows, series):
    plt = figure.plt
    page, axes = plt.subplots(1, 3, figsize=(15, 4.6))
    acc.draw_series(axes[0], series, "pressure", "pressure, sphere about all [Pa]", 1e-2)
    for axis, scale in ((axes[1], "linear"), (axes[2], "log")):
        for kind, mark, colour in (("spheres", "o", figure.BLUE), ("hulls", "^", figure.VERMILION)):
            here = acc.of(rows, kind)
            axis.plot(
                [row["diameter_axes"] for row in here],
                [row["pressure_axes"] for row in here],
                mark,
                color=colour,
                label=kind,
            )
        widths = [row["diameter_axes"] for row in acc.of(rows, "spheres") + acc.of(rows, "hulls")]
        diameter = np.geomspace(0.95 * min(widths), 1.05 * max(widths), 60)
        lines = predicted(np.mean([acc.bulk(row) for row in acc.of(rows, "spheres")]), diameter)
        for (reading, name), style in zip(READINGS.items(), ("--", ":", "-.", "-")):
            axis.plot(diameter, lines[reading], style, color=figure.BLACK, linewidth=1, label=name)
        axis.set(
            xlabel="diameter, ellipsoid of inertia [m]",
            ylabel="mean pressure after 125 min [Pa]",
            xscale=scale,
            yscale=scale,
            title="b" if scale == "linear" else "b, inset",
        )
    figure.plain_ticks(axes[2].xaxis, [40, 60, 80, 100, 150, 200])
    axes[1].legend(fontsize=8, title="lines: bulk density of the spheres", title_fontsize=8)
    return page


if "snakemake" in globals():
    study.make(snakemake, acc.collect, finish)  # noqa: F821
