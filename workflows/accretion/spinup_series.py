"""L6, Figs. 14 and 16: entries from the time series of the first pile."""
import numpy as np

from analysis import compare
import accretion as acc
from spinup_plot import of

END = 800  # [min] start of the mean at the end


def column(series, bond, group, name):
    """=> times and values of a column for this force and group, in order of time"""
    line = [row for row in of(series, bond) if row["group"] == group]
    return (np.array([row[key] for row in line], float) for key in ("time", name))


def axis_end(demands, series, scale):
    """=> the entry of the shortest semi-axis at the end, in mean diameters; the note has each
    force, and b / a at the time of the published velocity fields"""
    ends, rounds = {}, {}
    for bond in sorted({row["bond"] for row in series}):
        time, shortest = column(series, bond, "largest", "semi_axis_c")
        _, longest = column(series, bond, "largest", "semi_axis_a")
        _, middle = column(series, bond, "largest", "semi_axis_b")
        ends[bond] = float(shortest[time > END].mean() / acc.MEAN_DIAMETER)
        rounds[bond] = float(np.interp(560, time, middle / longest))
    if not ends:
        return compare.entry(demands, "axis_end", None, scale)
    return compare.entry(
        demands,
        "axis_end",
        max(ends.values()),
        scale,
        note=f"{said(ends)} b / a at 560 min: {said(rounds)}",
    )


def pressure_fluctuations(demands, series, forces, scale):
    """=> the entry of the change of the pressure from one mean over ten minutes to the next, with
    the greatest cohesion over that with the least"""
    changes = {}
    for bond in (forces[0], forces[-1]):
        _, pressure = column(series, bond, "all", "pressure_ellipsoid")
        if len(pressure) > 1:
            changes[bond] = float(np.sqrt(np.mean(np.diff(pressure) ** 2)))
    if len(changes) < 2:
        return compare.entry(demands, "pressure_fluctuations", None, scale)
    return compare.entry(
        demands,
        "pressure_fluctuations",
        changes[forces[-1]] / changes[forces[0]],
        scale,
        note=f"{said(changes, ' Pa')}",
    )


def said(by_force, unit=""):
    """({force: value}, unit) => note with each value"""
    return ", ".join(f"{bond:.4g} N {value:.3g}{unit}" for bond, value in by_force.items()) + "."
