"""L4, L5, Fig. 4: impacts and energy errors of single hulls."""
import numpy as np

from analysis import powers

# [%] larger errors are not fitted: they are bounded to some per cent, the energy that a body can
# lose at constant angular momentum
SATURATED = 1.0


def impacts(s):
    """(time series) => number of impacts, counted as maxima of the translational energy"""
    kinetic = s["energy/kinetic_translational"]
    return int(np.sum((kinetic[1:-1] > kinetic[:-2]) & (kinetic[1:-1] >= kinetic[2:])))


def impacts_of_slowest(rows):
    """=> number of impacts at the smallest spin, None without such runs, and a note on the other
    spins"""
    falls = [row for row in rows if row["kind"] == "impact"]
    if not falls:
        return None, ""
    slowest = min(row["omega"] for row in falls)
    faster = sorted({row["impacts"] for row in falls if row["omega"] > slowest})
    note = (
        f"Faster spins: {' or '.join(map(str, faster))}; the first impact turns spin into "
        "motion and throws the two apart."
        if faster
        else ""
    )
    return min(row["impacts"] for row in falls if row["omega"] == slowest), note


def growth(rows, column):
    """=> ratios of the errors at ten times the spin and at the spin, for each step at which the
    former is not saturated"""
    return [
        after[column] / before[column]
        for before in rows
        for after in rows
        if column in after
        and after["step"] == before["step"]
        and 5 < after["omega"] / before["omega"] < 20
        and after["error_largest"] < SATURATED
    ]


def worst_slope(rows, column):
    """=> exponent of the error against the step that is farthest from 1, over the spins with three
    or more errors below saturation; None without such a spin"""
    slopes = []
    for omega in sorted({row["omega"] for row in rows}):
        here = [row for row in rows if row["omega"] == omega and fitted(row[column])]
        if len(here) > 2:
            slopes.append(
                powers.fit([row["step"] for row in here], [row[column] for row in here])[0]
            )
    return max(slopes, key=lambda slope: abs(slope - 1), default=None)


def fitted_spins(rows, column):
    """=> note that names the spins with three or more errors below saturation"""
    spins = [
        f"{omega:.3g}"
        for omega in sorted({row["omega"] for row in rows})
        if sum(row["omega"] == omega and fitted(row[column]) for row in rows) > 2
    ]
    return f"Fitted: {' and '.join(spins)} rad/s." if spins else ""


def slopes_of_fastest(rows, column, largest_step):
    """=> note with the exponents of the error against the step at the greatest spin, whose errors
    are saturated: up to the given step and over all steps"""
    fastest = max((row["omega"] for row in rows), default=None)
    here = [row for row in rows if row["omega"] == fastest]
    small = [row for row in here if row["step"] <= largest_step]

    def is_small(row):
        return row[column] < SATURATED

    if len(small) < 3 or any(row[column] <= 0 for row in here) or any(map(is_small, here)):
        return ""
    near, whole = (
        powers.fit([row["step"] for row in some], [row[column] for row in some])[0]
        for some in (small, here)
    )
    return (
        f"At {fastest:.3g} rad/s {near:.2f} up to {largest_step:g} s and {whole:.2f} over all "
        "steps."
    )


def fitted(error):
    """True if the power law holds for this error: a saturated error no longer depends on the step,
    and 0 has no logarithm."""
    return 0 < error < SATURATED


def left_out(rows, column):
    """=> note on the errors that the power laws leave out, for each spin; empty if there are
    none"""
    parts = []
    for omega in sorted({row["omega"] for row in rows}):
        errors = [row[column] for row in rows if row["omega"] == omega]
        lost = sum(not fitted(error) for error in errors)
        parts += [f"{lost} of {len(errors)} at {omega:.3g} rad/s"] if lost else []
    return (
        f"Errors of 0 or of {SATURATED:g} % and more, left out: {', '.join(parts)}."
        if parts
        else ""
    )
