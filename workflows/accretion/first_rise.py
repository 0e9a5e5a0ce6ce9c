"""L1, Fig. 9: first maximum of the coordination, and the decrease after it."""
import numpy as np

from analysis import compare
import accretion as acc

# [min] latest time of the first maximum of the coordination, and end of the decrease after it
RISE, DIP = 15, 40
SMOOTH = 3  # records, each half a minute


def first_maximum(time, value):
    """=> index of the first maximum before RISE: no value within three minutes is larger; None
    without one"""
    for k in np.flatnonzero(time <= RISE):
        near = np.abs(time - time[k]) <= 3
        if time[k] >= 3 and value[k] >= value[near].max():
            return int(k)
    return None


def first_rise(series, demands, scale):
    """=> entries of the first maximum of the coordination, and of the decrease after it, over the
    numbers of spheres with such a maximum. Uses the first cloud of each number and running means
    over SMOOTH records."""
    tops, dips = {}, {}
    for count in acc.counts(series, "spheres"):
        line = acc.of(series, "spheres", count)
        value = np.convolve(
            [row["coordination"] for row in line], np.full(SMOOTH, 1 / SMOOTH), mode="same"
        )
        time = np.array([row["time"] for row in line])
        top = first_maximum(time, value)
        if top is not None:
            tops[count], dips[count] = value[top], value[top:][time[top:] <= DIP].min() / value[top]
    if not tops:
        return compare.missing(demands, scale, "coordination_first", "coordination_dip")
    rising = [str(count) for count in acc.counts(series, "spheres") if count not in tops]
    without = f"; with {', '.join(rising)} spheres it rises on" if rising else ""
    return [
        compare.entry(
            demands,
            "coordination_first",
            max(tops.values(), key=lambda value: abs(value - 1.5)),
            scale,
            note=", ".join(f"{count}: {value:.2f}" for count, value in tops.items())
            + without
            + ".",
        ),
        compare.entry(
            demands,
            "coordination_dip",
            min(dips.values()),
            scale,
            note=", ".join(f"{count}: {value:.2f}" for count, value in dips.items()) + ".",
        ),
    ]
