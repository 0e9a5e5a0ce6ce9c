"""Numbers of the accretion study: results of a collapse from its track, and the thinned time series
for figures."""
import functools
import re
from pathlib import Path

import numpy as np

from analysis import compare, verdict, workflow

# spheres of the paper's spin-up. Forces and lengths of smaller piles are scaled by the cube root of
# the number of spheres, which keeps the Bond number and the shape
PAPER_COUNT = 3375
MINUTE = 60.0
MEAN_DIAMETER = 8.571  # [m] of the size distribution: volume uniform in diameter from 7.5 to 10 m
PLATEAU = 125  # [min] start of the time averages
MOST_FRICTION = 0.8  # largest friction of the published series
NAME = re.compile(
    r"(spheres|wide|sparse|hulls|rough|soft|step|tolerance|theta|alert|hold|each)-(\d+)"
    r"(?:-mu([\d.]+))?(?:-s(\d+))?"
)
of_all = functools.partial(workflow.of_all, "accretion")


def named(path):
    """(path of a run's file) => {"run", "kind", "count", "friction", "seed"} from its name"""
    run = Path(path).parent.name
    kind, count, friction, seed = NAME.match(run).groups()
    return {
        "run": run,
        "kind": kind,
        "count": int(count),
        "friction": float(friction or 0),
        "seed": int(seed or 1),
    }


def partial_entry(demands, name, value, rows, scale, experiment, like="*", **more):
    """=> the entry of a number over all runs of an experiment whose names match the pattern, such
    as their maximum. If some of these runs are not available, the number of the others is shown
    without a verdict."""
    if workflow.lacks("accretion", scale, rows, experiment, like=like):
        more["reason"] = verdict.MISSING
    return compare.entry(demands, name, value, scale, **more)


def of(rows, kind, count=None, friction=None):
    """(rows, kind, ...) => the rows of this kind, number of bodies and friction"""
    return [
        row
        for row in rows
        if row["kind"] == kind
        and count in (None, row["count"])
        and friction in (None, row["friction"])
    ]


def counts(rows, kind):
    return sorted({row["count"] for row in of(rows, kind)})


def over(rows, kind):
    """=> the numbers of bodies of the runs that a result includes: "Of 125, 512 spheres." """
    return f"Of {', '.join(map(str, counts(rows, kind)))} {kind}."


def seeds(rows, kind):
    """(rows, kind) => number of clouds for each number of bodies"""
    return [len(of(rows, kind, count)) for count in counts(rows, kind)]


def by_friction(rows):
    """(rows) => runs of the first cloud with friction, in order of friction, beginning with the run
    without friction; [] if either is not available"""
    rough = sorted(of(rows, "rough"), key=lambda row: (row["seed"], row["friction"]))
    rough = [row for row in rough if row["seed"] == rough[0]["seed"]]
    smooth = [
        row
        for row in of(rows, "spheres")
        if rough and (row["count"], row["seed"]) == (rough[0]["count"], rough[0]["seed"])
    ]
    return smooth + rough if smooth else []


def with_friction(rows, friction):
    """(rows, friction) => rows of the first cloud with friction: without friction, and with the
    given friction; None if either is not available"""
    smooth, *rough = by_friction(rows) or [None]
    found = next((row for row in rough if row["friction"] == friction), None)
    return found and (smooth, found)


def reason_of(rows, *frictions):
    """(rows, frictions) => ALONE if fewer than two clouds have a run without friction and one with
    each of the frictions; else an empty text"""
    runs = [of(rows, "spheres"), *(of(rows, "rough", friction=mu) for mu in frictions)]
    shared = set.intersection(*({(row["count"], row["seed"]) for row in some} for some in runs))
    return verdict.ALONE if len(shared) < 2 else ""


def bulk(row):
    """(row) => bulk density from the volume of the ellipsoid of inertia [kg m-3]"""
    return row["mass"] / (np.pi / 6 * row["diameter_axes"] ** 3)
