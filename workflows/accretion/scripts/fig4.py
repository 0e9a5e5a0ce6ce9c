"""L4, L5, Fig. 4: energy error of a freely rotating hull, and of two colliding hulls, against the
time step."""
import re
from pathlib import Path

import numpy as np

from analysis import compare, failures, rubble, study, verdict
import accretion as acc
from hull_energy import (
    fitted_spins,
    growth,
    impacts,
    impacts_of_slowest,
    left_out,
    slopes_of_fastest,
    worst_slope,
)
from hull_energy_plot import draw

NAME = re.compile(r"(free|impact)-w([\d.e+-]+)-h([\d.]+)-(\w+)")
# [rad/s] a spin between the mean and the largest of the paper's runs, and the largest; [s] the
# published step
SMALL, LARGEST, STEP = 5e-3, 5e-2, 0.05


def collect(given, _):
    return {"data": [row_of(path) for path in failures.succeeded(given.tracks)]}


def row_of(path):
    kind, rate, step, rotation = NAME.match(Path(path).parent.name).groups()
    s = rubble.open(path).records
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


def finish(tables, demands, scale):
    rows = tables["data"]
    turning = [row for row in rows if row["kind"] == "free" and row["rotation"] == "linearised"]
    slope = acc.of_all(worst_slope(turning, "error_end"), rows, scale, "L4", like="*-linearised")
    entries = [
        compare.entry(
            demands,
            "rotation_slope",
            slope,
            scale,
            reason=verdict.MISSING if slope is None else verdict.VARIANT,
            note=" ".join(
                filter(
                    None,
                    (
                        fitted_spins(turning, "error_end"),
                        left_out(turning, "error_end"),
                        slopes_of_fastest(turning, "error_end", STEP),
                    ),
                )
            ),
        )
    ]
    entries += omegas(rows, demands, scale)
    falling = [row for row in rows if row["kind"] == "impact" and row["rotation"] == "linearised"]
    entries.append(
        compare.entry(
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
        compare.entry(
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
        compare.entry(demands, "impacts", acc.of_all(number, rows, scale, "L5"), scale, note=note)
    )
    return entries, draw(rows)


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

    paper = [(omega, error("linearised", omega)) for omega in (5e-4, SMALL)]
    known = all(value is not None for _, value in paper)
    slope = np.log(paper[1][1] / paper[0][1]) / np.log(10) if known else None
    default = error("splitting", SMALL)
    most = error("linearised", LARGEST)
    fastest = "" if most is None else f"At {LARGEST:g} rad/s {most:.3g} % over 150 min."
    return [
        compare.entry(demands, "rotation_omega", slope, scale),
        compare.entry(demands, "rotation_small", paper[1][1], scale, note=fastest),
        compare.entry(
            demands,
            "rotation_default",
            default / paper[1][1] if known and default is not None else None,
            scale,
        ),
    ]


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
