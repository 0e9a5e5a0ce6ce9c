"""F3, Fig. 8: elongations of the aggregates."""
from analysis import compare
import aggregation as agg
from motion_sets import SETS, set_of

PUBLISHED = 2.7  # greatest published elongation
FAST = 3e-5  # rate of a fast frame [rad s-1]


def elongations(demands, rows, scale):
    """=> entries of the least elongation, and of the share of aggregates that are longer than the
    longest published one"""
    every = agg.aggregates(agg.of(rows, "ccp"))
    whole = [row for row in every if row["share"] > 0.5]
    within = list(filter(agg.within_published, whole))
    least = min((row["elongation"] for row in whole), default=None)
    share = len(longer(within)) / len(within) if within else None
    return [
        agg.entry(
            demands,
            "elongation_least",
            agg.of_all(least, rows, scale, *agg.SETS, like="ccp-*"),
            scale,
            note=roundest(whole),
        ),
        compare.variant_entry(
            demands,
            "elongation_above",
            agg.of_all(share, rows, scale, *agg.SETS, like="ccp-*"),
            scale,
            note=f"{above(within)}{fast(within)} By sets of Table 3: {by_set(within)}. "
            f"Of all aggregates with {agg.AGGREGATE} bodies or more, and of all motions: "
            f"{above(every)}",
        ),
    ]


def roundest(rows):
    """=> note with the set of the aggregate of least elongation"""
    if not rows:
        return ""
    row = min(rows, key=lambda row: row["elongation"])
    return f"Ours is of set {set_of(row)} ({row['run']}), the published one of set 1.2."


def fast(rows):
    """=> note on the aggregates in fast frames: those without other motions, and all"""
    every = [row for row in rows if row["frame"] >= FAST]
    alone = agg.alone(every, None, "frame")
    if not every:
        return ""
    return (
        f" In these frames {len(longer(every))} of {len(every)} are longer; with the frame alone "
        f"{len(longer(alone))} of {len(alone)}."
    )


def longer(rows):
    return [row for row in rows if row["elongation"] > PUBLISHED]


def above(rows):
    """=> text with the number of aggregates above the published elongation, and the number of those
    in fast frames"""
    fast = [row for row in longer(rows) if row["frame"] >= FAST]
    return f"{len(longer(rows))} of {len(rows)} ({len(fast)} in frames of 3e-5 rad/s and more)."


def by_set(rows):
    """=> text with the number of aggregates above the published elongation and the greatest
    elongation of each set of motions"""
    texts = []
    for name in SETS:
        here = [row for row in rows if set_of(row) == name]
        if here:
            most = max(row["elongation"] for row in here)
            texts.append(f"{name}: {len(longer(here))} of {len(here)}, greatest {most:.2f}")
    return "; ".join(texts)
