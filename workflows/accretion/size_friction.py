"""L3, Fig. 10b, inset: diameter and solid fraction against friction."""
import numpy as np

from analysis import compare, verdict
import accretion as acc
import clouds


def of_each_friction(rows, column):
    """=> note with the column of the first cloud, for each friction"""
    values = [f"{row['friction']:g}: {row[column]:.3f}" for row in acc.by_friction(rows)]
    return ", ".join(values) + "."


def friction(rows, demands, scale):
    both = acc.with_friction(rows, acc.MOST_FRICTION)
    if not both:
        return compare.missing(
            demands,
            scale,
            "fraction_friction",
            "fraction_friction_axes",
            "diameter_friction",
            "saturation",
            "saturation_axes",
            "saturation_diameter",
        )
    smooth, rough = both
    entries = []
    for name, column in (("fraction_friction", "nu"), ("fraction_friction_axes", "nu_axes")):
        error, freedom = clouds.ratio_error(rows, column, smooth[column], smooth["count"])
        entries.append(
            compare.entry(
                demands,
                name,
                rough[column] - smooth[column],
                scale,
                sigma=error,
                freedom=freedom,
                reason=acc.reason_of(rows, acc.MOST_FRICTION),
                note=of_each_friction(rows, column),
            )
        )
    wider = rough["diameter"] / smooth["diameter"]
    error, freedom = clouds.ratio_error(rows, "diameter", wider, smooth["count"])
    entries.append(
        compare.entry(
            demands,
            "diameter_friction",
            wider - 1,
            scale,
            sigma=error,
            freedom=freedom,
            note="From the solid fractions "
            f"{np.cbrt(smooth['nu'] / rough['nu']) - 1:.3f}. By the ellipsoid of inertia "
            f"{rough['diameter_axes'] / smooth['diameter_axes'] - 1:.3f}.",
        )
    )
    for name, column in (
        ("saturation", "nu"),
        ("saturation_axes", "nu_axes"),
        ("saturation_diameter", "diameter"),
    ):
        value, error, freedom = clouds.saturation(rows, column)
        entries.append(
            compare.entry(
                demands,
                name,
                value,
                scale,
                sigma=error,
                freedom=freedom,
                reason=acc.reason_of(rows, 0.4, 0.8) if freedom else verdict.MISSING,
            )
        )
    return entries
