"""Sweeps that Contact Dynamics would need for bonds, beside the steps of soft spheres.

    tests/bench/bond_sweeps.py

Rows and cubes of spheres with the bonds of docs/theory.md 2.15 and one fixed sphere fall for one
step. The bonds act implicitly. Their impulses are found as those of contacts are (theory.md 10.6):
sweeps over the bonds there and back, with momentum. Each update solves the six equations of a bond
exactly. Columns:

    step      length of the step / largest stable step of soft spheres
    sweeps    there and back, until the impulses are right to 1e-4 in the norm of their energy
    cost      evaluations of each bond / those of soft spheres in the same time

The result is in docs/decisions/0068-bonds-of-soft-spheres.md.
"""
import itertools

import numpy as np

INVERSE = np.array([1, 1, 1, 2.5, 2.5, 2.5])  # 1 / mass and 1 / moment of inertia of a sphere
TOLERANCE = 1e-4
MOST = 20000
STIFFNESSES = (1, 100, 1e4)  # Young's modulus x step^2, in units of mass and radius


def product_matrix(v):
    """=> the matrix of the cross product with v"""
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def stiffness(way, young):
    """=> the 6 x 6 stiffness of a beam of radius 1 along `way`: lib/laws/beam.hpp"""
    length = np.linalg.norm(way)
    shear = young / 2.6
    area, second = np.pi, np.pi / 4
    bends = length**3 / (12 * young * second)
    slides = length * (1 / shear + 1 / (3 * young)) / area
    along = np.outer(way, way) / length**2
    across = np.eye(3) - along
    out = np.zeros((6, 6))
    out[:3, :3] = young * area / length * along + across / (bends + slides)
    out[3:, 3:] = 2 * shear * second / length * along + young * second / length * across
    return out


def directions(places, pairs):
    """=> velocities of the ends of each bond relative to each other, per velocity of the spheres"""
    out = np.zeros((len(pairs), 6, len(places), 6))
    for k, (a, b) in enumerate(pairs):
        arm = product_matrix((places[b] - places[a]) / 2)
        out[k, :3, b, :3], out[k, :3, a, :3] = np.eye(3), -np.eye(3)
        out[k, :3, b, 3:], out[k, :3, a, 3:] = arm, arm
        out[k, 3:, b, 3:], out[k, 3:, a, 3:] = np.eye(3), -np.eye(3)
    return out.reshape(6 * len(pairs), 6 * len(places))


def fixed_first(count):
    """=> inverse masses of the spheres, of which the first is fixed"""
    inverse = np.tile(INVERSE, count)
    inverse[:6] = 0
    return inverse


def sweeps_to(exact, response, free):
    """=> sweeps until the impulses are those of the exact solution"""
    bonds = len(free) // 6
    rows = [slice(6 * k, 6 * k + 6) for k in range(bonds)]
    own = [np.linalg.inv(response[row, row]) for row in rows]
    there_and_back = [*range(bonds), *range(bonds - 2, -1, -1)]
    start, before, age = np.zeros_like(free), np.zeros_like(free), 1
    size = np.sqrt(exact @ response @ exact)
    for sweep in range(1, MOST):
        now = start.copy()
        for k in there_and_back:
            now[rows[k]] -= own[k] @ (free[rows[k]] + response[rows[k]] @ now)
        wrong = now - exact
        if np.sqrt(max(wrong @ response @ wrong, 0)) < TOLERANCE * size:
            return sweep
        if (start - now) @ (now - before) > 0:  # momentum restarts (O'Donoghue and Candes 2015)
            age = 1
        next_age = (1 + np.sqrt(1 + 4 * age * age)) / 2
        start = now + (age - 1) / next_age * (now - before)
        before, age = now, next_age
    return MOST


def measure(name, places):
    places = np.array(places, dtype=float)
    pairs = [
        (a, b)
        for a, b in itertools.combinations(range(len(places)), 2)
        if np.linalg.norm(places[b] - places[a]) < 2.1
    ]
    inverse = fixed_first(len(places))
    way = directions(places, pairs)
    speed = np.tile([0, 0, -1, 0, 0, 0], len(places))
    speed[:6] = 0
    for young in STIFFNESSES:
        response = way @ (inverse[:, None] * way.T)
        springs = np.zeros_like(response)
        for k, (a, b) in enumerate(pairs):
            springs[6 * k : 6 * k + 6, 6 * k : 6 * k + 6] = stiffness(places[b] - places[a], young)
        half = np.sqrt(inverse)[:, None] * way.T
        fastest = np.sqrt(np.linalg.eigvalsh(half @ springs @ half.T)[-1])
        response += np.linalg.inv(springs)
        free = way @ speed
        sweeps = sweeps_to(np.linalg.solve(response, -free), response, free)
        step = fastest / 2  # of length 1; soft spheres allow 2 / fastest
        print(f"{name:12} {step:8.1f} {sweeps:8d} {2 * sweeps / step:8.1f}", flush=True)


if __name__ == "__main__":
    print(f"{'bonds':12} {'step':>8} {'sweeps':>8} {'cost':>8}")
    for count in (10, 20, 40):
        measure(f"row of {count}", [(2 * i, 0, 0) for i in range(count)])
    for side in (3, 4, 5):
        measure(f"cube of {side}^3", 2 * np.array([*itertools.product(range(side), repeat=3)]))
