"""R3, Fig. 3: entries of the bodies without cohesion."""
from analysis import compare, verdict
from strength_notes import (
    all_of,
    counts,
    early_remnants,
    late_shares,
    listed,
    mean_of_added,
    of,
    of_kind,
)


def cohesionless(tables, demands, scale):
    """=> entries of the bodies without cohesion, and of those that ran for a longer time"""
    rows = tables["data"]
    loose, later = of(rows, "cohesionless"), of(rows, "later")
    escaping, orbiting = (late_shares(tables, loose, state) for state in ("escaping", "orbiting"))
    escaping_later, orbiting_later = (
        late_shares(tables, later, state) for state in ("escaping", "orbiting")
    )
    reshaped = [abs(row["ratio_after"] - row["ratio_before"]) for row in loose]
    first = {row["seed"] for row in of(rows, "rigid")}
    added = [row["seed"] not in first for row in loose]
    return [
        compare.mean_entry(
            demands,
            "loose_lost",
            escaping,
            scale,
            note=f"Each: {listed(escaping)}; apart from the remnant {all_of(loose, 'lost')}."
            f"{mean_of_added(escaping, added)}",
        ),
        compare.mean_entry(
            demands,
            "loose_shape",
            reshaped,
            scale,
            note=f"c / a at the end: {all_of(loose, 'ratio_after')}."
            f"{mean_of_added(reshaped, added)}{early_remnants(tables, loose)}",
        ),
        compare.entry(
            demands,
            "loose_orbiting",
            of_kind("cohesionless", max(orbiting, default=None), rows, scale),
            scale,
            note=f"Each: {listed(orbiting)}; in the last frame {all_of(loose, 'orbiting')}.",
        ),
        compare.mean_entry(
            demands,
            "later_lost",
            escaping_later,
            scale,
            reason=verdict.VARIANT if later else verdict.MISSING,
            note=f"Each: {listed(escaping_later)}; c / a at the end: "
            f"{all_of(later, 'ratio_after')}.",
        ),
        compare.variant_entry(
            demands,
            "later_orbiting",
            of_kind("later", max(orbiting_later, default=None), rows, scale),
            scale,
            note=f"Each: {listed(orbiting_later)}; spheres of the largest cluster beside the "
            f"remnant: {counts(later, 'clump')}.",
        ),
    ]
