"""L6, Figs. 14 and 16: entries from the time series of the first pile."""
import numpy as np

from analysis import compare
import accretion as acc
from spinup_plot import of

END = 800  # [min] start of the mean at the end
INTACT = 440  # [min] the pile with the greatest cohesion is intact until then at the paper scale
PRINTED = 3 * acc.MEAN_DIAMETER  # [m] difference of the semi-axes in the paper


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
    changes = changes_until(series, forces, np.inf)
    if len(changes) < 2:
        return compare.entry(demands, "pressure_fluctuations", None, scale)
    return compare.entry(
        demands,
        "pressure_fluctuations",
        changes[forces[-1]] / changes[forces[0]],
        scale,
        note=f"{said(changes, ' Pa')}{while_intact(series, forces)}",
    )


def while_intact(series, forces):
    """=> note with the changes before INTACT"""
    changes = changes_until(series, forces, INTACT)
    if len(changes) < 2:
        return ""
    ratio = changes[forces[-1]] / changes[forces[0]]
    return f" Before {INTACT:g} min {ratio:.2f} times: {said(changes, ' Pa')}"


def changes_until(series, forces, end):
    """=> {force: root mean square change of the pressure from one mean to the next before the end
    [min]} of the least and the greatest force"""
    changes = {}
    for bond in (forces[0], forces[-1]):
        time, pressure = column(series, bond, "all", "pressure_ellipsoid")
        pressure = pressure[time < end]
        if len(pressure) > 1:
            changes[bond] = float(np.sqrt(np.mean(np.diff(pressure) ** 2)))
    return changes


def with_printed_length(series, rows):
    """=> note with the times at which the semi-axes of the first piles differ by the printed number
    of mean diameters, if the length of these runs is another one; linear between means"""
    if abs(rows[0]["difference"] / PRINTED - 1) < 0.01:
        return ""
    found = {}
    for bond in sorted({row["bond"] for row in series}):
        time, longest = column(series, bond, "largest", "semi_axis_a")
        _, shortest = column(series, bond, "largest", "semi_axis_c")
        differ = longest - shortest
        k = int(np.argmax(differ > PRINTED))
        if k:
            found[bond] = float(np.interp(PRINTED, differ[k - 1 : k + 1], time[k - 1 : k + 1]))
    return f" First piles, length {PRINTED:.1f} m: {said(found, ' min')}"


def energies(series, bond):
    """=> note with the kinetic energy of all bodies and of the largest cluster of the first pile,
    in the ten minutes after 750 min and in the last ten"""
    if not of(series, bond):
        return ""
    parts = []
    for group, name in (("all", "all bodies"), ("largest", "largest cluster")):
        time, kinetic = column(series, bond, group, "kinetic")
        parts.append(f"{name} {np.interp(755, time, kinetic):.3g} to {kinetic[-1]:.3g} J")
    return f" First pile with {bond:.4g} N, from 755 min to the end: {', '.join(parts)}."


def said(by_force, unit=""):
    """({force: value}, unit) => note with each value"""
    return ", ".join(f"{bond:.4g} N {value:.3g}{unit}" for bond, value in by_force.items()) + "."
