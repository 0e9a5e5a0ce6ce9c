"""L4, L5, Fig. 4: energy error of a freely rotating hull, and of two colliding hulls, against the
time step."""
import re
from pathlib import Path

import numpy as np

from analysis import accretion as acc
from analysis import failures, figure, files, powers, study

NAME = re.compile(r"(free|impact)-w([\d.e+-]+)-h([\d.]+)-(\w+)")
SMALL, STEP = 5e-3, 0.05  # spin [rad/s] and step [s] for which the paper gives a number
# [%] larger errors are not fitted: they are bounded to some per cent, the energy that a body can
# lose at constant angular momentum
SATURATED = 1.0


def collect(given, _):
    return {"data": [row_of(path) for path in failures.succeeded(given.tracks)]}


def row_of(path):
    kind, rate, step, rotation = NAME.match(Path(path).parent.name).groups()
    s = files.series(path)
    energy = s["energy/total"]
    error = np.abs(energy - energy[0]) / s["energy/kinetic_rotational"][0]
    return {
        "run": Path(path).parent.name,
        "kind": kind,
        "omega": float(rate) / np.sqrt(3),
        "step": float(step),
        "rotation": rotation,
        "energy_start": float(energy[0]),
        "error_end": 100 * float(error[-1]),
        "error_largest": 100 * float(error.max()),
        "error_total": 100 * float(np.abs(energy / energy[0] - 1).max()),
        "impacts": impacts(s) if kind == "impact" else 0,
    }


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


def finish(tables, demands, scale):
    rows = tables["data"]
    turning = [row for row in rows if row["kind"] == "free" and row["rotation"] == "linearised"]
    entries = [
        acc.entry(
            demands,
            "rotation_slope",
            acc.of_all(worst_slope(turning, "error_end"), rows, scale, "L4", like="*-linearised"),
            scale,
            note=left_out(turning, "error_end"),
        )
    ]
    entries += omegas(rows, demands, scale)
    falling = [row for row in rows if row["kind"] == "impact" and row["rotation"] == "linearised"]
    entries.append(
        acc.entry(
            demands,
            "impact_slope",
            acc.of_all(
                worst_slope(falling, "error_largest"), rows, scale, "L5", like="*-linearised"
            ),
            scale,
            note=left_out(falling, "error_largest"),
        )
    )
    ratio, of_rotation = (growth(falling, column) for column in ("error_total", "error_largest"))
    least = acc.of_all(min(ratio, default=None), rows, scale, "L5", like="*-linearised")
    entries.append(
        acc.entry(
            demands,
            "impact_omega",
            least,
            scale,
            note=""
            if not ratio
            else f"{min(ratio):.3g} to {max(ratio):.3g}; of errors over the energy of rotation at "
            f"the start {min(of_rotation):.3g} to {max(of_rotation):.3g}.",
        )
    )
    number, note = impacts_of_slowest(rows)
    entries.append(
        acc.entry(demands, "impacts", acc.of_all(number, rows, scale, "L5"), scale, note=note)
    )
    return entries, draw(rows)


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


def omegas(rows, demands, scale):
    def error(rotation, omega):
        return next(
            (
                row["error_end"]
                for row in rows
                if row["kind"] == "free"
                and row["rotation"] == rotation
                and row["step"] == STEP
                and abs(row["omega"] / omega - 1) < 0.01
            ),
            None,
        )

    paper = [(omega, error("linearised", omega)) for omega in (5e-4, 5e-3)]
    known = all(value is not None for _, value in paper)
    slope = np.log(paper[1][1] / paper[0][1]) / np.log(10) if known else None
    default = error("splitting", SMALL)
    return [
        acc.entry(demands, "rotation_omega", slope, scale),
        acc.entry(demands, "rotation_small", paper[1][1], scale),
        acc.entry(
            demands,
            "rotation_default",
            default / paper[1][1] if known and default is not None else None,
            scale,
        ),
    ]


def draw(rows):
    plt = figure.plt
    page, axes = plt.subplots(1, 2, figsize=(12, 4.8))
    for axis, kind, column in ((axes[0], "free", "error_end"), (axes[1], "impact", "error_total")):
        for k, omega in enumerate(sorted({row["omega"] for row in rows})):
            for rotation, mark, style in (("linearised", "o", "-"), ("splitting", "s", "--")):
                here = sorted(
                    (
                        row
                        for row in rows
                        if column in row
                        and row["kind"] == kind
                        and row["omega"] == omega
                        and row["rotation"] == rotation
                    ),
                    key=lambda row: row["step"],
                )
                axis.plot(
                    [row["step"] for row in here],
                    [max(row[column], 1e-13) for row in here],
                    mark + style,
                    color=figure.COLOURS[k],
                    markersize=5,
                    label=f"{omega:.0e} rad/s, "
                    f"{rotation}{' (published)' if rotation == 'linearised' else ' (default)'}",
                )
        axis.set(xscale="log", yscale="log", xlabel="time step [s]")
    axes[0].set(ylabel="energy error after 150 min [%]", title="a: one freely rotating hull")
    axes[1].set(ylabel="largest energy error in 150 min [%]", title="b: two colliding hulls")
    axes[0].legend(fontsize=8)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
