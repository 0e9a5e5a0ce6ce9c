"""Numbers of the strength study: what becomes of hard spheres that bounce, stick and break, from piles, tracks and tables."""
import csv
import re
from pathlib import Path

import h5py
import numpy as np

from analysis import files, verdict

G = 6.67430e-11
HOUR = 3600.0
FILLING = np.pi / np.sqrt(18)  # solid fraction of the close packing


def entry(demands, name, value, scale, **more):
    """=> one entry of verdict.json, of the demand of that name"""
    return verdict.judge(demands[name], None if value is None or not np.isfinite(value) else float(value), scale, **more)


def name_of(path):
    return Path(path).parent.name


def seed_of(run):
    """(name of a run) => its seed; 1 where it names none"""
    found = re.search(r"-s(\d+)$", run)
    return int(found[1]) if found else 1


def bodies(path):
    """(pile.h5) => position, velocity, spin, mass, radius, id of each sphere, grain and lineage (-1: none), SI units"""
    with h5py.File(path) as file:
        group = file["particles/body"]
        out = {name: group[name][()] for name in ("position", "velocity", "spin", "mass", "radius", "id")}
        for name in ("grain", "lineage"):
            out[name] = group[name][()] if name in group else np.full(len(out["mass"]), -1)
    return out


def strength_of(path):
    """(pile.h5) => {"tensile", "shear" [Pa], "radius" [m], "exponent"} of the last run's [strength], "step" [s]"""
    given = files.settings(path, "rubble-evolve")
    return {**{name: float(given["strength"][name]) for name in ("tensile", "shear", "radius", "exponent")}, "step": float(given["step"]["dt"])}


def gravity(position, mass):
    """(places [N][3], masses [N]) => accelerations of each by the others, all pairs [m s-2]"""
    out = np.zeros_like(position)
    for first in range(0, len(mass), 256):
        d = position[None, :, :] - position[first:first + 256, None, :]
        square = (d ** 2).sum(axis=2)
        square[square == 0] = np.inf
        out[first:first + 256] = G * ((mass / square ** 1.5)[:, :, None] * d).sum(axis=1)
    return out


def greatest_stress(pile, strength):
    """(bodies of one rigid aggregate that turns about a principal axis, strength) => the largest tensile and shear stress of a bond over its limit, by all pairs: theory of rigid
    failure (docs/theory.md 13.4) for a rotation without torque"""
    centre = np.average(pile["position"], axis=0, weights=pile["mass"])
    arm = pile["position"] - centre
    spin = pile["spin"][0]
    pull = gravity(pile["position"], pile["mass"])
    wanted = np.cross(spin, np.cross(spin, arm)) + np.average(pull, axis=0, weights=pile["mass"])
    bond = (pile["mass"] / (np.pi * pile["radius"] ** 2))[:, None] * (wanted - pull)
    distance = np.linalg.norm(arm, axis=1)
    out = arm / np.where(distance > 0, distance, 1)[:, None]
    along = (bond * out).sum(axis=1)
    shear = np.linalg.norm(bond - along[:, None] * out, axis=1)
    radius = np.cbrt((pile["radius"] ** 3).sum())
    factor = (radius / strength["radius"]) ** strength["exponent"]
    return float((-along).max() / (strength["tensile"] * factor)), float(shear.max() / (strength["shear"] * factor))


def largest(path, link=0.1):
    """(pile.h5) => rows of its largest cluster of touching spheres (gap below link mean diameters)"""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree
    pile = bodies(path)
    position, radius = pile["position"], pile["radius"]
    pairs = cKDTree(position).query_pairs((2 + 2 * link) * radius.max(), output_type="ndarray")
    gap = np.linalg.norm(position[pairs[:, 0]] - position[pairs[:, 1]], axis=1) - radius[pairs].sum(axis=1)
    near = pairs[gap < link * radius[pairs].sum(axis=1)]
    graph = coo_matrix((np.ones(len(near)), (near[:, 0], near[:, 1])), shape=(len(radius), len(radius)))
    label = connected_components(graph, directed=False)[1]
    return np.flatnonzero(label == np.bincount(label, weights=pile["mass"]).argmax())


def axes_of(pile, rows):
    """(bodies, rows) => semi-axes of the uniform ellipsoid with the same moments, falling [m]"""
    mass, place = pile["mass"][rows], pile["position"][rows]
    d = place - np.average(place, axis=0, weights=mass)
    own = 0.2 * (mass * pile["radius"][rows] ** 2).sum()  # of a sphere's own: (1/5) m s^2 along each axis
    second = np.einsum("i,ij,ik", mass, d, d) + own * np.eye(3)
    return np.sqrt(5 * np.linalg.eigvalsh(second)[::-1] / mass.sum())


def angular_momentum(pile, rows):
    """(bodies, rows) => about their centre of mass, own spins included [kg m2 s-1]"""
    mass = pile["mass"][rows]
    x = pile["position"][rows] - np.average(pile["position"][rows], axis=0, weights=mass)
    v = pile["velocity"][rows] - np.average(pile["velocity"][rows], axis=0, weights=mass)
    return (mass[:, None] * np.cross(x, v)).sum(axis=0) + 0.4 * (mass * pile["radius"][rows] ** 2) @ pile["spin"][rows]


def scaled_momentum(pile, rows):
    """(bodies, rows) => L / sqrt(G M^3 R), R of the ball that the spheres fill as a close packing does"""
    mass = pile["mass"][rows].sum()
    radius = np.cbrt((pile["radius"][rows] ** 3).sum() / FILLING)
    return float(np.linalg.norm(angular_momentum(pile, rows)) / np.sqrt(G * mass ** 3 * radius))


def maclaurin():
    """=> c / a of Maclaurin's spheroids and their L / sqrt(G M^3 R), rising: Chandrasekhar 1969"""
    ratio = np.linspace(0.999, 0.05, 400)
    e = np.sqrt(1 - ratio ** 2)
    square = 2 * ratio * (3 - 2 * e ** 2) * np.arcsin(e) / e ** 3 - 6 * ratio ** 2 / e ** 2  # w^2 / (pi G rho)
    return ratio, 0.4 * ratio ** (-2 / 3) * np.sqrt(0.75 * square)


def satellites(path):
    """(table of rubble-satellites) => its rows, a frame each, without the name of the file"""
    with open(path, newline="") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        return [{name: float(value) for name, value in row.items() if name != "file"} for row in rows]


def by_run(given, count):
    """(input of a figure's rule, files of each run) => [(pile, track, table of satellites)]"""
    return [given.runs[k:k + count] for k in range(0, len(given.runs), count)]
