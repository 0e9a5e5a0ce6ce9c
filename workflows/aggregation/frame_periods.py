"""F1: periods of all aggregates in frames, which show that a period of hours is no test."""
import aggregation as agg

HOURS = (2.2, 8)  # limits of "a few hours" that were set before the first run


def inside(rows):
    return [row for row in rows if HOURS[0] < row["period"] < HOURS[1]]


def in_frames(rows):
    return [row for row in rows if row["frame"] > 0]


def entry(demands, rows, scale):
    """(rows of all sets) => the entry of the share of aggregates in frames whose period is inside
    of HOURS"""
    every = agg.aggregates(agg.of(rows, "ccp"))
    here, others = in_frames(every), [row for row in every if row["frame"] == 0]
    share = len(inside(here)) / len(here) if here else None
    return agg.entry(
        demands,
        "periods_in_frames",
        agg.of_all(share, rows, scale, *agg.SETS, like="ccp-*"),
        scale,
        note=f"{len(inside(here))} of {len(here)}; without a frame {len(inside(others))} of "
        f"{len(others)}.{of_frames_alone(every)}",
    )


def of_frames_alone(rows):
    """=> note on the aggregates in a frame without other motions: range of their periods and of
    their shares of the angular momentum of all bodies"""
    here = in_frames(agg.alone(rows, None, "frame"))
    if not here:
        return ""
    periods = agg.column(here, "period")
    shares = [row["momentum"] / row["total"] for row in here]
    rates = agg.column(here, "frame")
    return (
        f" {len(here)} in a frame alone ({rates.min():g} to {rates.max():g} rad/s) have periods "
        f"of {periods.min():.2f} to {periods.max():.2f} h and {min(shares):.3f} to "
        f"{max(shares):.3f} of the angular momentum of all bodies."
    )
