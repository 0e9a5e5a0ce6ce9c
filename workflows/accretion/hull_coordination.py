"""L2, Fig. 9: contact points of hulls."""
import numpy as np

from analysis import compare, uncertainty, verdict
import accretion as acc
import clouds

MANY = 8000  # the paper's greatest number of hulls


def hulls(rows, demands, scale):
    n, centre, *_ = clouds.means(rows, "hulls", "points")
    if not len(n):
        return compare.missing(
            demands,
            scale,
            "coordination_hulls_125",
            "coordination_hulls_many",
            "coordination_hulls_rise",
            "coordination_shapes",
            "face_share",
        )
    enough = {} if n[-1] >= MANY else {"reason": verdict.MISSING}
    entries = [
        clouds.mean_entry(
            demands,
            "coordination_hulls_125",
            rows,
            "hulls",
            125,
            "points",
            scale,
            note=pairs_of(rows, 125),
        ),
        clouds.mean_entry(
            demands,
            "coordination_hulls_many",
            rows,
            "hulls",
            n[-1],
            "points",
            scale,
            where=f"{n[-1]}",
            note=pairs_of(rows, n[-1]),
            **enough,
        ),
    ]
    least, error, freedom, where = clouds.rises(rows, "hulls", "points")
    shares = [row["face_share"] for row in acc.of(rows, "hulls") if row["face_share"] is not None]
    return entries + [
        compare.entry(
            demands,
            "coordination_hulls_rise",
            least,
            scale,
            sigma=error,
            freedom=freedom,
            where=where,
        ),
        more_than_spheres(rows, demands, scale),
        compare.entry(
            demands,
            "face_share",
            min(shares, default=None),
            scale,
            note="Each: " + ", ".join(f"{share:.4f}" for share in shares) + ".",
        ),
    ]


def hulls_curve(rows, demands, scale):
    """=> the entry of the coordination of hulls beside that of spheres at 20 min; the note has the
    times of the peak of the energy"""
    value, error, freedom, where = clouds.hulls_over_spheres(rows, "coordination_20", abs)
    later, later_error, *_ = clouds.hulls_over_spheres(rows, "peak_time", abs)
    times = (
        np.mean([row["peak_time"] for row in acc.of(rows, kind)]) if where else None
        for kind in ("hulls", "spheres")
    )
    return compare.entry(
        demands,
        "coordination_hulls_curve",
        value,
        scale,
        sigma=error,
        freedom=freedom,
        where=where,
        note="The energy peaks at {:.1f} min (hulls) and {:.1f} min (spheres)".format(*times)
        + f", at equal number later by {later:.2f} +- {later_error:.2g} at most."
        if where
        else "",
    )


def more_than_spheres(rows, demands, scale):
    """=> the entry of the contact points of a hull minus the contacts of a sphere, smallest over
    the numbers of bodies"""
    pairs, freedoms = clouds.hulls_and_spheres(rows, "points", "coordination")
    if not pairs:
        return compare.entry(demands, "coordination_shapes", None, scale, reason=verdict.MISSING)
    n, points, contacts, *errors = min(pairs, key=lambda pair: pair[1] - pair[2])
    error, freedom = uncertainty.of_sum(errors, freedoms)
    return compare.entry(
        demands,
        "coordination_shapes",
        points - contacts,
        scale,
        sigma=error,
        freedom=freedom,
        where=f"{n}",
    )


def pairs_of(rows, count):
    found = [row["coordination"] for row in acc.of(rows, "hulls", count)]
    return f"Neighbours, however many points: {np.mean(found):.2f}." if found else ""
