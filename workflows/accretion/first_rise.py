"""L1, Fig. 9: first maximum of the coordination, and the decrease after it."""
import numpy as np

from analysis import compare
import accretion as acc
import clouds

# [min] latest time of the first maximum of the coordination, and end of the decrease after it
RISE, DIP = 15, 40
SMOOTH = 3  # records, each half a minute
EARLY = 10  # [min] before the peak of the energy in all clouds


def first_maximum(time, value):
    """=> index of the first maximum before RISE: no value within three minutes is larger; None
    without one"""
    for k in np.flatnonzero(time <= RISE):
        near = np.abs(time - time[k]) <= 3
        if time[k] >= 3 and value[k] >= value[near].max():
            return int(k)
    return None


def smoothed(values):
    return np.convolve(values, np.full(SMOOTH, 1 / SMOOTH), mode="same")


def decrease(time, values, start):
    """(times [min], values, index) => least value from that index until DIP / value there"""
    return values[start:][time[start:] <= DIP].min() / values[start]


def each(by_number):
    return ", ".join(f"{count}: {value:.2f}" for count, value in by_number.items())


MANY = 512  # least number of spheres of the second mean


def of_many(by_number):
    """({number of spheres: value}) => note with the means over all numbers, and over those from
    MANY on"""
    many = [value for count, value in by_number.items() if count >= MANY]
    if not many or len(many) == len(by_number):
        return ""
    return (
        f" Mean over the numbers {np.mean(list(by_number.values())):.2f}, from {MANY} on "
        f"{np.mean(many):.2f}."
    )


def early(series, demands, scale):
    """=> the entry of the coordination EARLY, largest over smallest number, in the first clouds"""
    values = {}
    for count in acc.counts(series, "spheres"):
        line = acc.of(series, "spheres", count)
        time, value = (np.array([row[name] for row in line]) for name in ("time", "coordination"))
        values[count] = float(np.interp(EARLY, time, smoothed(value)))
    if len(values) < 2:
        return compare.entry(demands, "coordination_early", None, scale)
    return compare.entry(
        demands,
        "coordination_early",
        max(values.values()) / min(values.values()),
        scale,
        note=f"{each(values)}.",
    )


def first_rise(rows, series, demands, scale):
    """=> entries of the first maximum of the coordination, and of the decrease after it, over the
    numbers of spheres with such a maximum. Uses the first cloud of each number and running means
    over SMOOTH records. The notes have the coordination at the peak of the energy, and the decrease
    of neighbours by gaps after the same maximum."""
    tops, dips, by_gaps = {}, {}, {}
    for count in acc.counts(series, "spheres"):
        line = acc.of(series, "spheres", count)
        time, value, gaps = (
            np.array([row[name] for row in line]) for name in ("time", "coordination", "touching")
        )
        value, gaps = smoothed(value), smoothed(gaps)
        top = first_maximum(time, value)
        if top is not None:
            tops[count] = value[top]
            dips[count], by_gaps[count] = (decrease(time, v, top) for v in (value, gaps))
    if not tops:
        return compare.missing(demands, scale, "coordination_first", "coordination_dip")
    rising = [str(count) for count in acc.counts(series, "spheres") if count not in tops]
    without = f"; with {', '.join(rising)} spheres it rises on" if rising else ""
    at_peak = dict(zip(*clouds.means(rows, "spheres", "coordination_peak")[:2]))
    return [
        compare.entry(
            demands,
            "coordination_first",
            max(tops.values(), key=lambda value: abs(value - 1.5)),
            scale,
            note=f"{each(tops)}{without}. At the peak of the energy {each(at_peak)}."
            f"{of_many(at_peak)}",
        ),
        compare.entry(
            demands,
            "coordination_dip",
            min(dips.values()),
            scale,
            note=f"{each(dips)}. By gaps {each(by_gaps)}.",
        ),
    ]
