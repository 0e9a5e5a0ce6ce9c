"""L1, L2, L3, Fig. 10: diameter and solid fraction by three definitions, against the number of
bodies and against friction."""
from analysis import compare, powers, study, verdict
import accretion as acc
import clouds
import collapses
from size_friction import friction
from size_plot import DEFINITIONS, draw


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for name, kind, column in (
        ("diameter_exponent", "spheres", "diameter"),
        ("fraction_trend", "spheres", "nu"),
        ("fraction_trend_axes", "spheres", "nu_axes"),
    ):
        exponent, error, freedom = clouds.exponent_of(rows, kind, column)
        entries.append(
            compare.entry(
                demands,
                name,
                exponent,
                scale,
                sigma=error,
                freedom=freedom,
                note=others(rows, column),
            )
        )
    entries.append(contrast(rows, demands, scale))
    entries.append(compare.entry(demands, "diameter_power", over_exponential(rows), scale))
    for name, kind in (("shape", "spheres"), ("shape_hulls", "hulls")):
        entries.append(
            compare.entry(
                demands,
                name,
                min((row["c_over_a"] for row in acc.of(rows, kind)), default=None),
                scale,
                note=acc.over(rows, kind),
            )
        )
    return entries + hulls(rows, demands, scale) + friction(rows, demands, scale), draw(rows)


def contrast(rows, demands, scale):
    """=> the entry of the exponent of the solid fraction minus that of the coordination: the
    exponent of their ratio, cloud by cloud. The note has the exponent of the coordination."""
    ratios = [{**row, "ratio": row["nu"] / row["coordination"]} for row in rows]
    exponent, error, freedom = clouds.exponent_of(ratios, "spheres", "ratio")
    slope, slope_error, slope_freedom = clouds.exponent_of(rows, "spheres", "coordination")
    return compare.entry(
        demands,
        "fraction_contrast",
        exponent,
        scale,
        sigma=error,
        freedom=freedom,
        note=f"Coordination: {slope:.3f} +- {slope_error:.2g}." if slope_freedom else "",
    )


def over_exponential(rows):
    """=> residual of the diameter's logarithm about a power law / about an exponential; None with
    fewer than three numbers of spheres"""
    n, centre, *_ = clouds.means(rows, "spheres", "diameter")
    if len(n) < 3:
        return None
    power, exponential = powers.residuals(n, centre)
    return power / exponential


def others(rows, column):
    """=> note with the exponents of the other definitions of the same quantity"""
    place = 0 if column.startswith("diameter") else 1
    found = [
        (name, clouds.exponent_of(rows, "spheres", columns[place])[0])
        for *columns, name in DEFINITIONS.values()
        if columns[place] != column
    ]
    if any(exponent is None for _, exponent in found):
        return ""
    return "Others: " + ", ".join(f"{name} {exponent:.3f}" for name, exponent in found) + "."


def hulls(rows, demands, scale):
    """=> entries that compare the diameters of hulls and spheres at equal number of bodies: in
    units of d*, the diameter of a ball of the mean volume, and in metres. The notes have those of
    the ellipsoid of inertia."""
    scaled = [
        {
            **row,
            "of solid": row["diameter_all"] / row["solid_diameter"],
            "axes of solid": row["diameter_axes"] / row["solid_diameter"],
        }
        for row in rows
    ]
    entries = []
    for name, column, inner, furthest in (
        ("diameter_hulls", "of solid", "axes of solid", abs),
        ("diameter_hulls_smaller", "diameter_all", "diameter_axes", float),
    ):
        value, error, freedom, where = clouds.hulls_over_spheres(scaled, column, furthest)
        by_axes, axes_error, *_ = clouds.hulls_over_spheres(scaled, inner, furthest)
        entries.append(
            compare.entry(
                demands,
                name,
                value,
                scale,
                sigma=error,
                freedom=freedom,
                where=where,
                reason="" if where else verdict.MISSING,
                note=f"By the ellipsoid of inertia {by_axes:.4f} +- {axes_error:.2g}."
                if where
                else "",
            )
        )
    return entries


if "snakemake" in globals():
    study.make(snakemake, collapses.collect, finish)  # noqa: F821
