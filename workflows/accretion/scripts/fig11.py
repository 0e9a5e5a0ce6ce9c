"""L1, L2, Fig. 11: the granular pressure against time and against the diameter, with the virial line and three readings of Eq. 23."""
import numpy as np

from analysis import accretion as acc
from analysis import figure, study


def finish(tables, demands, scale):
    rows = tables["data"]
    spheres = acc.of(rows, "spheres")
    worst = max(acc.of(rows, "spheres") + acc.of(rows, "hulls") + acc.of(rows, "rough"), key=lambda row: abs(row["virial"] - 1))
    n, pressure, *_ = acc.means(rows, "spheres", "pressure_axes")
    _, diameter, *_ = acc.means(rows, "spheres", "diameter_axes")
    exponent, _ = acc.power(diameter, pressure)
    ratios = {reading: np.mean([row["pressure_axes"] / predicted(row)[reading] for row in spheres]) for reading in READINGS}
    entries = [
        acc.entry(demands, "virial", worst["virial"], scale, sigma=worst["virial_error"], freedom=9, where=worst["run"],
                  note="Of the stress about all bodies: it does not depend on the volume."),
        acc.entry(demands, "pressure_exponent", exponent, scale),
        acc.entry(demands, "pressure_published", ratios["surface"], scale, note="; ".join(f"{READINGS[reading]}: {value:.2f}" for reading, value in ratios.items()) + "."),
        acc.entry(demands, "pressure_volume", ratios["surface"], scale),
        acc.entry(demands, "pressure_hulls", hulls(rows), scale),
    ]
    return entries, draw(rows, tables["series"])


READINGS = {"surface": "g0 = G M / R^2", "printed": "g0 = G M / D^2, as printed", "twice": "g0 = 8 G M / D^2, which Eq. 21 asks for", "virial": "virial, uniform ball"}


def predicted(row):
    """(row) => the mean pressure by Eq. 23 with g0 at the surface, as printed and as Eq. 21 asks for, and that of a uniform ball at rest by the virial theorem [Pa]"""
    diameter = row["diameter_axes"]
    bulk = row["mass"] / (np.pi / 6 * diameter**3)
    surface = acc.G * row["mass"] / (diameter / 2) ** 2
    return {"surface": bulk * surface * diameter / 6, "printed": bulk * surface / 4 * diameter / 6, "twice": bulk * 2 * surface * diameter / 6,
            "virial": bulk * surface * diameter / 10}


def hulls(rows):
    """=> how far the hulls' pressures lie from the spheres' line, each divided by its own density squared times diameter squared, at most"""
    line = np.mean([row["pressure_axes"] / predicted(row)["virial"] for row in acc.of(rows, "spheres")])
    return max((row["pressure_axes"] / predicted(row)["virial"] / line - 1 for row in acc.of(rows, "hulls")), key=abs)


def draw(rows, series):
    plt = figure.plt
    page, axes = plt.subplots(1, 3, figsize=(15, 4.6))
    for k, count in enumerate(acc.counts(rows, "spheres")):
        line = acc.of(series, "spheres", count)
        axes[0].plot([r["time"] for r in line], [r["pressure"] for r in line], color=figure.COLOURS[k % 6], label=f"{count}")
    axes[0].set(xlabel="time [min]", ylabel="pressure, sphere about all [Pa]", yscale="log", ylim=(1e-2, None), title="a: spheres")
    axes[0].legend(title="spheres")
    for axis, scale in ((axes[1], "linear"), (axes[2], "log")):
        for kind, mark, colour in (("spheres", "o", figure.BLUE), ("hulls", "^", figure.VERMILION)):
            here = acc.of(rows, kind)
            axis.plot([row["diameter_axes"] for row in here], [row["pressure_axes"] for row in here], mark, color=colour, label=kind)
        spheres = sorted(acc.of(rows, "spheres"), key=lambda row: row["diameter_axes"])
        for (reading, name), style in zip(READINGS.items(), ("--", ":", "-.", "-")):
            axis.plot([row["diameter_axes"] for row in spheres], [predicted(row)[reading] for row in spheres], style, color=figure.BLACK, linewidth=1, label=name)
        axis.set(xlabel="diameter, ellipsoid of inertia [m]", ylabel="mean pressure after 125 min [Pa]", xscale=scale, yscale=scale, title="b" if scale == "linear" else "b, inset")
    axes[1].legend(fontsize=8)
    return page


if "snakemake" in globals():
    study.make(snakemake, acc.collect, finish)  # noqa: F821
