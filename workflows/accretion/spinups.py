"""Spin-ups: scaled cohesion, and the times at which the semi-axes differ by a length."""
import numpy as np

from analysis import rubble
from accretion import MINUTE, PAPER_COUNT


def bond_of(count, force):
    """(number of spheres and cohesion force [N], as in the name of a run) => force with the same
    Bond number in the paper's pile [N]"""
    return round(float(force) * (PAPER_COUNT / int(count)) ** (1 / 3), 2)


def times_of(path):
    """(divergence.json) => the length [m], and the times [min] at which the semi-axes differ by it,
    of all bodies and of the largest cluster; None if never"""
    found = {row["group"]: row for row in rubble.rows.tables(path)["axes"]}
    times = {
        group: row["time"] / MINUTE if row["reached"] else None for group, row in found.items()
    }
    return {
        "difference": found["all"]["difference"],
        "divergence_all": times["all"],
        "divergence": times["largest"],
    }


def mean_time(rows, column="divergence"):
    """=> the mean over the piles [min]; None if the event never occurred in one of them"""
    times = [row[column] for row in rows]
    return None if any(time is None for time in times) else float(np.mean(times))
