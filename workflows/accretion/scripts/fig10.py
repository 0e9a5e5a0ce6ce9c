"""L1, L2, L3, Fig. 10: diameter and solid fraction by three definitions, against the number of bodies and against friction."""
import numpy as np

from analysis import accretion as acc
from analysis import figure, study, verdict

DEFINITIONS = {"all": ("diameter_all", "nu_all", "sphere about all"), "largest": ("diameter", "nu", "sphere about the largest cluster"),
               "axes": ("diameter_axes", "nu_axes", "ellipsoid of inertia")}


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for name, kind, column in (("diameter_exponent", "spheres", "diameter"), ("fraction_trend", "spheres", "nu"), ("fraction_trend_axes", "spheres", "nu_axes")):
        exponent, error, freedom = acc.exponent_of(rows, kind, column)
        entries.append(acc.entry(demands, name, exponent, scale, sigma=error, freedom=freedom, note=others(rows, column)))
    entries.append(acc.entry(demands, "diameter_hulls", collapse(rows), scale))
    entries.append(acc.entry(demands, "shape", min(row["c_over_a"] for row in acc.of(rows, "spheres")), scale))
    return entries + friction(rows, demands, scale), draw(rows)


def others(rows, column):
    """The exponents of the other definitions of the same quantity."""
    place = 0 if column.startswith("diameter") else 1
    found = [(name, acc.exponent_of(rows, "spheres", columns[place])[0]) for *columns, name in DEFINITIONS.values() if columns[place] != column]
    return "Others: " + ", ".join(f"{name} {exponent:.3f}" for name, exponent in found) + "."


def collapse(rows):
    """=> what the diameter in units of d*, the diameter of a ball of the mean volume, of hulls differs from that of spheres of equal number, at most"""
    differences = []
    for count in acc.counts(rows, "hulls"):
        pair = [np.mean([row["diameter_axes"] / row["solid_diameter"] for row in acc.of(rows, kind, count)]) for kind in ("hulls", "spheres") if acc.of(rows, kind, count)]
        if len(pair) == 2:
            differences.append(pair[0] / pair[1] - 1)
    return max(differences, key=abs) if differences else None


def friction(rows, demands, scale):
    rough = sorted(acc.of(rows, "rough"), key=lambda row: row["friction"])
    smooth = acc.of(rows, "spheres", rough[0]["count"])[0]
    by_friction = {row["friction"]: row["nu_axes"] for row in (smooth, *rough)}
    entries = []
    last = max(by_friction)
    _, _, relative, freedom = acc.means(rows, "spheres", "nu_axes")
    entries.append(acc.entry(demands, "fraction_friction", by_friction[last] - by_friction[0.0], scale, sigma=relative * np.sqrt(2) * by_friction[0.0], freedom=freedom))
    known = 0.4 in by_friction and last == 0.8
    value = (by_friction[0.8] - by_friction[0.4]) / (by_friction[0.4] - by_friction[0.0]) if known else None
    return entries + [acc.entry(demands, "saturation", value, scale, reason="" if known else verdict.MISSING)]


def draw(rows):
    plt = figure.plt
    page, axes = plt.subplots(2, 2, figsize=(12.5, 8.6))
    (a, inset), (b, rough_axes) = axes
    marks = {"spheres": "o", "hulls": "^"}
    for kind in ("spheres", "hulls"):
        for (diameter, fraction, name), colour in zip(DEFINITIONS.values(), (figure.GREY, figure.BLUE, figure.GREEN)):
            n, centre, *_ = acc.means(rows, kind, diameter)
            a.plot(n, centre / acc.MEAN_DIAMETER, marks[kind], color=colour, label=f"{kind}, {name}")
            solid = np.array([np.mean([row["solid_diameter"] for row in acc.of(rows, kind, count)]) for count in n])
            inset.plot(n, centre / solid, marks[kind], color=colour, label=f"{kind}, {name}")
            n, centre, *_ = acc.means(rows, kind, fraction)
            b.plot(n, centre, marks[kind], color=colour, label=f"{kind}, {name}")
    n = np.array(acc.counts(rows, "spheres"), float)
    for axis in (a, inset):
        axis.plot(n, 1.15 * n ** (1 / 3), color=figure.BLACK, linestyle=":", label="proportional to n^(1/3)")
        axis.set(xscale="log", yscale="log", xlabel="number of bodies")
    a.set(ylabel="diameter / mean diameter of the bodies", title="a")
    inset.set(ylabel="diameter / d*", title="a, inset: d*, the diameter of a ball of the mean volume")
    b.set(xscale="log", xlabel="number of bodies", ylabel="solid fraction", title="b", ylim=(0.2, 0.8))
    for axis in (a, b):
        axis.legend(fontsize=8)
    rough = sorted(acc.of(rows, "rough"), key=lambda row: row["friction"])
    line = [acc.of(rows, "spheres", rough[0]["count"])[0], *rough]
    for (_, fraction, name), colour in zip(DEFINITIONS.values(), (figure.GREY, figure.BLUE, figure.GREEN)):
        rough_axes.plot([row["friction"] for row in line], [row[fraction] for row in line], "o-", color=colour, label=name)
    rough_axes.set(xlabel="friction", ylabel="solid fraction", title=f"b, inset: {line[0]['count']} spheres")
    rough_axes.legend(fontsize=8)
    return page


if "snakemake" in globals():
    study.make(snakemake, acc.collect, finish)  # noqa: F821
