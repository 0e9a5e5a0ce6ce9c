"""L6-reach: times at which the semi-axes differ, by the distance of cohesion."""
import numpy as np

from analysis import compare, verdict
import accretion as acc
import spinups

USUAL = acc.MEAN_DIAMETER / 100  # [m] distance of cohesion in the study


def within(rows, distance):
    return [row for row in rows if np.isclose(row["distance"], distance, rtol=0.01)]


def less(demands, rows, scale):
    """=> the entry of the time with a tenth of the usual distance / time with the usual distance -
    1, mean over the piles"""
    usual = {row["seed"]: row["divergence"] for row in within(rows, USUAL)}
    pairs = [
        (row["divergence"], usual[row["seed"]])
        for row in within(rows, USUAL / 10)
        if row["seed"] in usual
    ]
    if not pairs:
        return compare.entry(demands, "reach_less", None, scale)
    if any(time is None for pair in pairs for time in pair):
        return compare.entry(demands, "reach_less", None, scale, reason=verdict.CENSORED)
    ratios = [short / long for short, long in pairs]
    error = np.std(ratios, ddof=1) / np.sqrt(len(ratios)) if len(ratios) > 1 else None
    return compare.entry(
        demands,
        "reach_less",
        np.mean(ratios) - 1,
        scale,
        reason=verdict.VARIANT,
        sigma=error,
        freedom=max(len(ratios) - 1, 1),
        note=each(rows),
    )


def means(rows):
    """=> distances in ascending order with their mean times; the time is None if the event never
    occurred in a pile"""
    return [
        (distance, spinups.mean_time(within(rows, distance)))
        for distance in sorted({row["distance"] for row in rows})
    ]


def each(rows):
    """=> note with the time of each pile at each distance"""

    def said(row):
        return (
            f"none in {row['minutes']:.0f}"
            if row["divergence"] is None
            else f"{row['divergence']:.0f}"
        )

    return (
        "; ".join(
            f"{distance:.2g} m: {', '.join(map(said, within(rows, distance)))} min"
            for distance, _ in means(rows)
        )
        + "."
    )
