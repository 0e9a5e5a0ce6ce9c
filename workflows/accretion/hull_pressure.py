"""L2, Fig. 11b: pressures of hulls beside those of spheres."""
import numpy as np

from analysis import compare, powers
import accretion as acc
import clouds
from uniform_ball import predicted


def above_line(rows, kind, pressure, diameter):
    """(rows, kind, two columns) => {number of bodies: for each cloud the pressure / power law of
    the spheres at its diameter - 1}"""
    widths, heights = (clouds.means(rows, "spheres", column)[1] for column in (diameter, pressure))
    exponent, factor = powers.fit(widths, heights)
    return {
        count: [
            row[pressure] / (factor * row[diameter] ** exponent) - 1
            for row in acc.of(rows, kind, count)
        ]
        for count in acc.counts(rows, kind)
    }


def on_one_line(demands, rows, scale):
    """=> the entry of the hulls' pressures above the power law of the spheres, both against the
    diameter of the encompassing sphere"""
    above = above_line(rows, "hulls", "pressure", "diameter_all")
    if not above:
        return compare.entry(demands, "pressure_hulls", None, scale)
    inner = above_line(rows, "hulls", "pressure_axes", "diameter_axes")
    spheres = sum(above_line(rows, "spheres", "pressure", "diameter_all").values(), [])
    return compare.entry(
        demands,
        "pressure_hulls",
        max(sum(above.values(), []), key=abs),
        scale,
        note=f"Clouds of {said(above)} Clouds of spheres lie {min(spheres):+.3f} to "
        f"{max(spheres):+.3f} from it. By the ellipsoid of inertia {said(inner)}",
    )


def said(above, form="+.3f"):
    """({number of bodies: values}, format of a value) => note with all values"""
    return (
        "; ".join(
            f"{count}: {', '.join(f'{value:{form}}' for value in values)}"
            for count, values in above.items()
        )
        + "."
    )


def farthest(rows, ball):
    """=> largest relative deviation of the hulls' pressures from those of spheres, each relative to
    the pressure of a uniform ball with its density and diameter"""

    def over_ball(row):
        return row["pressure_axes"] / predicted(ball, acc.bulk(row), row["diameter_axes"])["virial"]

    line = np.mean([over_ball(row) for row in acc.of(rows, "spheres")])
    return max((over_ball(row) / line - 1 for row in acc.of(rows, "hulls")), key=abs, default=None)
