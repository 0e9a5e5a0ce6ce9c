"""Numbers of the strength study, for hard spheres that bounce, stick and break, from piles, tracks
and tables."""
import csv
import functools
import re
from pathlib import Path

import h5py
import numpy as np

from analysis import compare, rubble, workflow

HOUR = 3600.0
FILLING = np.pi / np.sqrt(18)  # solid fraction of the close packing of equal spheres
# seed of the body of R2 for which the share of fast ejecta was chosen; verdicts use other bodies
CALIBRATED = 1
of_all = functools.partial(workflow.of_all, "strength")


def entry_if_run(demands, name, value, scale, **more):
    """=> compare.entry of a demand with the reason "not published"; without its runs the reason is
    verdict.MISSING"""
    if value is None:
        demands = {name: {key: demands[name][key] for key in demands[name] if key != "reason"}}
    return compare.entry(demands, name, value, scale, **more)


def name_of(path):
    return Path(path).parent.name


def seed_of(run):
    """(name of a run) => its seed; 1 if the name has none"""
    found = re.search(r"-s(\d+)$", run)
    return int(found[1]) if found else 1


def bodies(path):
    """(pile.h5) => position, velocity, spin, mass, radius, id, grain and lineage (-1: none) of each
    sphere, SI units"""
    with h5py.File(path) as file:
        group = file["particles/body"]
        out = {
            name: group[name][()]
            for name in ("position", "velocity", "spin", "mass", "radius", "id")
        }
        for name in ("grain", "lineage"):
            out[name] = group[name][()] if name in group else np.full(len(out["mass"]), -1)
    return out


def pieces(path):
    """(pile.h5) => numbers of spheres in the pieces held together by lasting elastic bonds, in
    descending order; [] if there are no such bonds"""
    with h5py.File(path) as file:
        count = len(file["particles/body/mass"])
        if "connectivity/bonds" not in file:
            return []
        pairs = file["connectivity/bonds/pair"][()]
    return sorted(np.unique(connected(count, pairs), return_counts=True)[1].tolist(), reverse=True)


def connected(count, pairs):
    """(number of spheres, pairs [M][2]) => connected component of each sphere, given as its lowest
    index"""
    lowest = np.arange(count)
    while True:
        before = lowest.copy()
        least = lowest[pairs].min(axis=1)
        for side in (0, 1):
            np.minimum.at(lowest, pairs[:, side], least)
        lowest = lowest[lowest]
        if np.array_equal(lowest, before):
            return lowest


def strength_of(path):
    """(pile.h5) => {"tensile_strength", "shear_strength" [Pa], "reference_radius" [m], "exponent"}
    of the last run's [strength], "step" [s]"""
    given = rubble.open(path).settings_of("rubble-evolve")
    return {
        **{
            name: float(given["strength"][name])
            for name in ("tensile_strength", "shear_strength", "reference_radius", "exponent")
        },
        "step": float(given["step"]["dt"]),
    }


def greatest_stress(path, strength):
    """(table of rubble-contacts --bonds for a pile of one rigid aggregate, strength) => largest
    tensile and largest shear stress of a bond, each divided by its limit (docs/theory.md 13.4)"""
    (row,) = rubble.rows.table(path)
    factor = (row["effective_radius"] / strength["reference_radius"]) ** strength["exponent"]
    return row["tensile_stress"] / (strength["tensile_strength"] * factor), row["shear_stress"] / (
        strength["shear_strength"] * factor
    )


def turning(path):
    """(table of rubble-spinstate) => properties of the heaviest cluster: number of spheres, mass
    [kg], semi-axes in descending order [m], angular momentum [kg m2 s-1]. The semi-axes are those
    of the uniform ellipsoid with the same moments. The angular momentum is about the centre of mass
    and includes the spins of the spheres."""
    row = rubble.rows.table(path)[0]
    return {
        "bodies": row["bodies"],
        "mass": row["mass"],
        "axes": [row[f"semi_axis_{name}"] for name in "abc"],
        "momentum": float(np.linalg.norm([row[f"momentum_{axis}"] for axis in "xyz"])),
    }


def scaled_momentum(body, radius, ball):
    """(result of `turning` for a body of equal spheres, radius of a sphere [m], limits.Ball) =>
    L / sqrt(G M^3 R), with the radius R of a ball that these spheres fill in close packing"""
    packed = radius * np.cbrt(body["bodies"] / FILLING)
    return body["momentum"] / ball.momentum_unit(body["mass"], packed)


def momentum_change(track):
    """(track) => largest relative change of the total angular momentum, spins included: |L(t) -
    L(0)| / |L(0)|"""
    series = rubble.open(track).records
    momentum = series["angular_momentum/orbital"] + series["angular_momentum/spin"]
    return float(np.linalg.norm(momentum - momentum[0], axis=1).max() / np.linalg.norm(momentum[0]))


def satellites(path):
    """(table of rubble-satellites) => its rows, one for each frame, without the name of the file"""
    with open(path, newline="") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        return [
            {name: float(value) for name, value in row.items() if name != "file"} for row in rows
        ]


def by_run(paths, count):
    """(files of runs one after the other, number of files of a run) => [files of one run]

    Files of a run: pile, track, table of rubble-satellites for all frames, table of
    rubble-spinstate, table of the clusters apart from the remnant at the end; for the cubes also
    the table of rubble-gravity --summary. Files of an initial state: pile, table of
    rubble-spinstate; for the survey also the table of rubble-contacts --bonds.
    """
    return [paths[k : k + count] for k in range(0, len(paths), count)]
