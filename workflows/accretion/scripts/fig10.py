"""L1, L2, L3, Fig. 10: diameter and solid fraction by three definitions, against the number of
bodies and against friction."""
import numpy as np

from analysis import accretion as acc
from analysis import figure, study, verdict

DEFINITIONS = {
    "all": ("diameter_all", "nu_all", "sphere about all"),
    "largest": ("diameter", "nu", "sphere about the largest cluster"),
    "axes": ("diameter_axes", "nu_axes", "ellipsoid of inertia"),
}


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for name, kind, column in (
        ("diameter_exponent", "spheres", "diameter"),
        ("fraction_trend", "spheres", "nu"),
        ("fraction_trend_axes", "spheres", "nu_axes"),
    ):
        exponent, error, freedom = acc.exponent_of(rows, kind, column)
        entries.append(
            acc.entry(
                demands,
                name,
                exponent,
                scale,
                sigma=error,
                freedom=freedom,
                note=others(rows, column),
            )
        )
    for name, kind in (("shape", "spheres"), ("shape_hulls", "hulls")):
        entries.append(
            acc.entry(
                demands,
                name,
                min((row["c_over_a"] for row in acc.of(rows, kind)), default=None),
                scale,
                note=acc.over(rows, kind),
            )
        )
    return entries + hulls(rows, demands, scale) + friction(rows, demands, scale), draw(rows)


def others(rows, column):
    """=> note with the exponents of the other definitions of the same quantity"""
    place = 0 if column.startswith("diameter") else 1
    found = [
        (name, acc.exponent_of(rows, "spheres", columns[place])[0])
        for *columns, name in DEFINITIONS.values()
        if columns[place] != column
    ]
    if any(exponent is None for _, exponent in found):
        return ""
    return "Others: " + ", ".join(f"{name} {exponent:.3f}" for name, exponent in found) + "."


def hulls(rows, demands, scale):
    """=> entries that compare the diameters of hulls and spheres at equal number of bodies: in
    units of d*, the diameter of a ball of the mean volume, and in metres"""
    scaled = [{**row, "of solid": row["diameter_axes"] / row["solid_diameter"]} for row in rows]
    entries = []
    for name, column, furthest in (
        ("diameter_hulls", "of solid", abs),
        ("diameter_hulls_smaller", "diameter_axes", float),
    ):
        value, error, freedom, where = acc.hulls_over_spheres(scaled, column, furthest)
        entries.append(
            acc.entry(
                demands,
                name,
                value,
                scale,
                sigma=error,
                freedom=freedom,
                where=where,
                reason="" if where else verdict.MISSING,
            )
        )
    return entries


def friction(rows, demands, scale):
    both = acc.with_friction(rows, acc.MOST_FRICTION)
    if not both:
        return acc.missing(
            demands,
            scale,
            "fraction_friction",
            "diameter_friction",
            "saturation",
            "saturation_diameter",
        )
    smooth, rough = both
    error, freedom = acc.ratio_error(rows, "nu_axes", smooth["nu_axes"], smooth["count"])
    entries = [
        acc.entry(
            demands,
            "fraction_friction",
            rough["nu_axes"] - smooth["nu_axes"],
            scale,
            sigma=error,
            freedom=freedom,
        )
    ]
    wider = rough["diameter"] / smooth["diameter"]
    error, freedom = acc.ratio_error(rows, "diameter", wider, smooth["count"])
    entries.append(
        acc.entry(
            demands,
            "diameter_friction",
            wider - 1,
            scale,
            sigma=error,
            freedom=freedom,
            note="By the ellipsoid of inertia "
            f"{rough['diameter_axes'] / smooth['diameter_axes'] - 1:.3f}.",
        )
    )
    for name, column in (("saturation", "nu_axes"), ("saturation_diameter", "diameter")):
        value, error, freedom = acc.saturation(rows, column)
        entries.append(
            acc.entry(
                demands,
                name,
                value,
                scale,
                sigma=error,
                freedom=freedom,
                reason="" if freedom else verdict.MISSING,
            )
        )
    return entries


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
            n, centre, *_ = acc.means(rows, kind, diameter)
            a.plot(n, centre / acc.MEAN_DIAMETER, **look)
            inset.plot(n, centre / acc.means(rows, kind, "solid_diameter")[1], **look)
            b.plot(n, acc.means(rows, kind, fraction)[1], **look)
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
        acc.no_runs(wide)
        return acc.no_runs(dense)
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


if "snakemake" in globals():
    study.make(snakemake, acc.collect, finish)  # noqa: F821
