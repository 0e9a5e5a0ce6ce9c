"""L6, Figs. 14, 16, 17: entries of the effect of cohesion."""
import numpy as np

from analysis import compare, uncertainty, verdict
import accretion as acc
from spinup_means import two
from spinup_plot import of
import spinups


def change(demands, name, column, rows, forces, scale, digits):
    """(demands, name of the entry, column, rows, forces in ascending order [N], scale, digits of
    the note) => the entry of the column's mean, greatest cohesion minus least"""
    if not of(rows, forces[0]) or not of(rows, forces[-1]):
        return compare.entry(demands, name, None, scale)
    weak, weak_error, strong, strong_error, freedom = two(rows, column, forces[0], forces[-1])
    return compare.entry(
        demands,
        name,
        strong - weak,
        scale,
        sigma=np.hypot(weak_error, strong_error),
        freedom=freedom,
        note=f"Least: {weak:.{digits}f}, greatest: {strong:.{digits}f}.",
    )


def compaction(demands, rows, forces, scale):
    """=> the entry of the solid fraction of all bodies at 500 min"""
    here = [row for row in rows if row.get("fraction_500") is not None]
    return change(demands, "fraction_cohesion", "fraction_500", here, forces, scale, 3)


def cohesion(demands, rows, forces, scale):
    """=> the entry of the coordination number at 675 min"""
    return change(demands, "coordination_cohesion", "coordination_675", rows, forces, scale, 2)


def divergence(demands, name, rows, force, scale, note=""):
    """=> the entry of the time at which the semi-axes differ, with this force; its error is pooled
    over the forces whose piles all diverge. Its note ends with the given one."""
    here = of(rows, force)
    if not here:
        return compare.entry(demands, name, None, scale)
    everything = spinups.mean_time(here, "divergence_all")
    groups = {}
    for row in rows:
        groups.setdefault(row["bond"], []).append(row["divergence"])
    deviation, freedom = uncertainty.pooled(
        [group for group in groups.values() if None not in group]
    )
    length = here[0]["difference"]
    note = (
        "Of the largest cluster; of all bodies "
        f"{'never' if everything is None else f'{everything:.0f} min'}. Length {length:.1f} m, "
        f"{length / acc.MEAN_DIAMETER:.1f} mean diameters.{note}"
    )
    return compare.entry(
        demands,
        name,
        spinups.mean_time(here),
        scale,
        reason="",
        sigma=deviation / np.sqrt(len(here)),
        freedom=freedom,
        note=note,
    )


def gain(demands, rows, forces, scale):
    if not of(rows, forces[0]) or not of(rows, forces[-1]):
        return compare.entry(demands, "divergence_gain", None, scale)
    if any(row["divergence"] is None for row in of(rows, forces[0]) + of(rows, forces[-1])):
        return compare.entry(demands, "divergence_gain", None, scale, reason=verdict.CENSORED)
    weak, weak_error, strong, strong_error, freedom = two(rows, "divergence", forces[0], forces[-1])
    return compare.entry(
        demands,
        "divergence_gain",
        strong - weak,
        scale,
        sigma=np.hypot(weak_error, strong_error),
        freedom=freedom,
    )


def ten(demands, rows, forces, scale):
    middle = [bond for bond in forces if 9 < bond / forces[0] < 11]
    if not middle or not of(rows, forces[0]) or not of(rows, middle[0]):
        return compare.entry(demands, "divergence_ten", None, scale)
    if any(row["divergence"] is None for row in of(rows, forces[0]) + of(rows, middle[0])):
        return compare.entry(demands, "divergence_ten", None, scale, reason=verdict.CENSORED)
    weak, weak_error, more, more_error, freedom = two(rows, "divergence", forces[0], middle[0])
    return compare.entry(
        demands,
        "divergence_ten",
        more / weak - 1,
        scale,
        sigma=more / weak * np.hypot(more_error / more, weak_error / weak),
        freedom=freedom,
    )
