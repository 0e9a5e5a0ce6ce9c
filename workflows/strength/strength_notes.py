"""R3, Fig. 3: numbers and notes of several runs."""
import numpy as np

from analysis import uncertainty
import strength as st
from strength_runs import CLUMP
from strengths_plot import VARIANTS


def late(tables, row, column):
    """(tables, row of a run, column) => mean of the column over the last quarter of the run"""
    here = [frame for frame in tables["series"] if frame["run"] == row["run"]]
    end = here[-1]["time"]
    return float(np.mean([frame[column] for frame in here if frame["time"] >= 0.75 * end]))


EARLY = (5, 6)  # times at which bodies without cohesion are in pieces [h]


def early_remnants(tables, rows):
    """=> note with the range of the largest cluster over the runs at the times EARLY"""
    runs = {row["run"] for row in rows}
    shares = [
        frame["remnant_share"]
        for frame in tables["series"]
        if frame["run"] in runs and round(frame["time"] / st.HOUR, 6) in EARLY
    ]
    if not shares:
        return ""
    return (
        f" Largest cluster at {' and '.join(map(str, EARLY))} h: {min(shares):.3g} to "
        f"{max(shares):.3g}."
    )


def late_shares(tables, rows, state):
    return [late(tables, row, f"{state}_share") for row in rows]


def freed(rows):
    """=> smallest ratio of escaping mass and mass lost from the remnant, over the runs; None if no
    run lost mass"""
    return min((row["escaping"] / row["lost"] for row in rows if row["lost"] > 0), default=None)


def with_clump(rows):
    """=> share of the runs with a clump; None without runs"""
    return float(np.mean([row["clump"] >= CLUMP for row in rows])) if rows else None


def in_pieces(rows):
    """=> share of the runs that end with two or more bonded pieces of CLUMP spheres or more; None
    without runs, or if a run has no record of lasting bonds"""
    return (
        float(np.mean([row["pieces"] > 1 for row in rows]))
        if rows and all(row["pieces"] is not None for row in rows)
        else None
    )


def without_strain(rows):
    """=> note on the bodies that lost spheres: the strain is that of a whole body; empty if there
    are none"""
    runs = [row["run"] for row in rows if row["strain"] is None]
    return (
        f"{len(runs)} of {len(rows)} bodies lost spheres and have no strain: {', '.join(runs)}."
        if runs
        else ""
    )


def of(rows, kind):
    return [row for row in rows if row["kind"] == kind]


def all_of(rows, column):
    return listed(row[column] for row in rows)


def mean_of_added(values, added):
    """(values of bodies, whether each was added after the others were seen) => note with the means
    of the first bodies alone, and of the added bodies alone, which are independent of the decision
    to add them"""
    first, some = ([value for value, one in zip(values, added) if one == when] for when in (0, 1))
    if not some:
        return ""
    return (
        f" Mean of the first {len(first)} bodies: {with_error(first)}. Mean of the {len(some)} "
        f"bodies added after the others were seen: {with_error(some)}."
    )


def with_error(values):
    """=> text with the mean and its standard error"""
    value, error, _ = uncertainty.mean(values)
    return f"{value:.3g} +- {error:.2g}"


def counts(rows, column):
    return ", ".join("not kept" if row[column] is None else f"{row[column]:.0f}" for row in rows)


def listed(values):
    return ", ".join(f"{value:.3g}" for value in values)


def of_kind(kind, value, rows, scale):
    """(kind of body, value that needs all runs of the kind, ...) => the value; None if the rows
    lack one of these runs"""
    experiment = "R3b" if kind in VARIANTS else "R3-twice" if kind == "twice" else "R3"
    return st.of_all(value, rows, scale, experiment, like=f"{kind}-*")


def greatest(rows, column):
    return max((row[column] for row in rows if row[column] is not None), default=None)


def mean_of(rows, column):
    """=> mean over the rows; None without rows"""
    return float(np.mean([row[column] for row in rows])) if rows else None


def lost_by(rows):
    return [row["lost"] for row in rows]
