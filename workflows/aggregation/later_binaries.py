"""F5: bound pairs in the continued runs."""
import aggregation as agg


def pairs(rows):
    """=> the continued runs that end with a bound pair without contact at pericentre"""
    return [row for row in agg.of(rows, "later", frame=agg.GREATEST["frame"]) if apart(row)]


def apart(row):
    return row["binary"] > 1 and row["pericentre"] > 1


def entry(demands, rows, scale):
    """=> the entry of the number of these pairs; the note has the orbit of each, and the change of
    its larger cluster"""
    later = agg.of(rows, "later", frame=agg.GREATEST["frame"])
    return agg.entry(
        demands,
        "binaries_later",
        len(pairs(rows)) if later else None,
        scale,
        note=" ".join(map(said, pairs(rows))),
    )


def said(row):
    return (
        f"{row['run']}: period {row['orbit_period']:.0f} h, pericentre {row['pericentre']:.2g} "
        f"sums of radii; the larger cluster changed by {row['grains_change']:.0f} bodies in the "
        "last 5 h."
    )
