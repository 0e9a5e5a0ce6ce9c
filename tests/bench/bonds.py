#!/usr/bin/python3
"""Compares the speed of the bonds of Rubble with those of YADE on one core.

    tests/bench/bonds.py build/release/bin OUT.csv

A cube of 20^3 spheres with 22,800 elastic bonds vibrates. The spheres do not touch. Rubble has the
beams of docs/theory.md 2.15. YADE has cohesive contacts with the same four stiffnesses
(Law2_ScGeom6D_CohFrictPhys_CohesionMoment; Debian package yade). The programs run in turns, and the
fastest of several runs counts. Their kinetic energies at the end must agree within 2 %. One row is
added to OUT.csv: bonds per second of CPU time; core_share is the part of the core that the more
disturbed of the two fastest runs had.
"""
import argparse
import csv
import math
import pathlib
import re
import tempfile

import numpy as np

import programs

SIDE = 20
BONDS = 3 * SIDE**2 * (SIDE - 1)
STEPS = 1000
DT = 1e-3  # [s]
RADIUS = 0.4999  # of Rubble's spheres and beams; the lattice has a spacing of 1 m
YOUNG, SHEAR = 12.7e3, 5.0e3  # [Pa]
SPEED = 1e-3  # [m s-1]
ROUNDS = 3
FIELDS = ["cpu", "commit", "bonds", "steps", "rubble_per_s", "peer", "peer_per_s", "ratio"]
FIELDS += ["core_share", "kinetic_rubble_J", "kinetic_peer_J"]

RUBBLE = f"""
[run]
duration = {STEPS * DT!r}
record_every = {STEPS * DT!r}
[step]
dt = {DT!r}
[gravity]
method = "none"
constant = 0
[contact.normal]
law = "linear"
pair_stiffness = 1e3
restitution = 1
tension = "allow"
[contact.sliding]
law = "none"
[contact.rolling]
law = "none"
[bonds]
young_modulus = {YOUNG!r}
shear_modulus = {SHEAR!r}
radius_factor = 1
tensile_strength = "none"
shear_strength = "none"
initial_range = 1.05
"""
YADE = """
import os, resource, sys
import numpy as np
from yade import *
start, steps, dt, kn, ks, kr, kt = sys.argv[1], *map(float, sys.argv[2:8])
rows = np.loadtxt(start, delimiter=",", skiprows=1)
rock = O.materials.append(CohFrictMat(young=1e4, poisson=0.3, frictionAngle=0.5,
    density=6 / np.pi, normalCohesion=1e30, shearCohesion=1e30, momentRotationLaw=True))
for x, y, z, vx, vy, vz in rows[:, :6]:
    sphere = utils.sphere((x, y, z), 0.5, material=rock)
    sphere.state.vel = (vx, vy, vz)
    O.bodies.append(sphere)
close = 1.05
O.engines = [ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb(aabbEnlargeFactor=close)], verletDist=0.05),
    InteractionLoop([Ig2_Sphere_Sphere_ScGeom6D(interactionDetectionFactor=close)],
        [Ip2_CohFrictMat_CohFrictMat_CohFrictPhys(setCohesionNow=True)],
        [Law2_ScGeom6D_CohFrictPhys_CohesionMoment()]),
    NewtonIntegrator(damping=0)]
O.dt = 1e-12
O.run(1, True)
count = 0
for i in O.interactions:
    i.phys.kn, i.phys.ks, i.phys.kr, i.phys.ktw = kn, ks, kr, kt
    count += i.phys.cohesionBroken is False
O.dt = dt
def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
begin = cpu()
O.run(int(steps), True)
seconds = cpu() - begin
before = [b.state.vel for b in O.bodies]  # half a step before the positions
O.run(1, True)
kinetic = sum(b.state.mass * (v + b.state.vel).squaredNorm() / 8 for v, b in zip(before, O.bodies))
print("bonds", count, "seconds", seconds, "kinetic", kinetic, flush=True)
os._exit(0)
"""


def stiffnesses():
    """=> normal, shear, bending, twisting stiffness of a beam of length 1 m: lib/laws/beam.hpp"""
    area, second = math.pi * RADIUS**2, math.pi * RADIUS**4 / 4
    shear = 1 / (1 / (12 * YOUNG * second) + (1 / SHEAR + 1 / (3 * YOUNG)) / area)
    return YOUNG * area, shear, YOUNG * second, 2 * SHEAR * second


def write_start(path):
    """The lattice with waves along all axes."""
    axis = np.arange(SIDE, dtype=float)
    place = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), axis=-1).reshape(-1, 3)
    velocity = SPEED * np.sin(2 * math.pi * np.roll(place, 1, axis=1) / SIDE + place)
    size = np.broadcast_to([RADIUS, 1.0], (len(place), 2))
    header = "x,y,z,vx,vy,vz,radius,mass"
    table = np.hstack([place, velocity, size])
    np.savetxt(path, table, fmt="%.17g", delimiter=",", header=header, comments="")


def run_yade(folder, core):
    """=> CPU time of the steps [s], share of the core, kinetic energy [J]"""
    numbers = [repr(float(value)) for value in (STEPS, DT, *stiffnesses())]
    command = ["yade", "-j1", "-n", "-x", "deck.py", "start.csv", *numbers]
    text, share = programs.on_core(command, core, folder)
    bonds, seconds, energy = re.search(r"bonds (\d+) seconds (\S+) kinetic (\S+)", text).groups()
    if int(bonds) != BONDS:
        raise SystemExit(f"YADE made {bonds} bonds instead of {BONDS}")
    return float(seconds), share, float(energy)


def run_rubble(rubble):
    outcome = rubble.run()
    return outcome.seconds, outcome.share, 0.5 * float(np.sum(outcome.velocity**2))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin")
    parser.add_argument("out")
    parser.add_argument("--core", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_start(folder / "start.csv")
        (folder / "timed.toml").write_text(RUBBLE)
        (folder / "deck.py").write_text(YADE)
        rubble = programs.Rubble(options.bin)
        rubble.folder, rubble.core, rubble.steps, rubble.start = (
            folder,
            options.core,
            STEPS,
            "start.h5",
        )
        words = ["--quiet", "--material", "rock", "start.csv", "start.h5"]
        programs.on_core([rubble.bin / "rubble-import", *words], None, folder)
        pairs = [(run_rubble(rubble), run_yade(folder, options.core)) for _ in range(ROUNDS)]
    ours, theirs = min(p[0] for p in pairs), min(p[1] for p in pairs)
    if not math.isclose(ours[2], theirs[2], rel_tol=0.02):
        raise SystemExit(f"the programs differ: kinetic energies of {ours[2]} J and {theirs[2]} J")
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text()).group(1)
    speeds = [BONDS * STEPS / run[0] for run in (ours, theirs)]
    row = [cpu.strip(), rubble.commit(), BONDS, STEPS, f"{speeds[0]:.4g}", "YADE 2023.02a"]
    row += [f"{speeds[1]:.4g}", f"{speeds[0] / speeds[1]:.2f}", f"{min(ours[1], theirs[1]):.2f}"]
    row += [f"{ours[2]:.5g}", f"{theirs[2]:.5g}"]
    out = pathlib.Path(options.out)
    fresh = not out.exists()
    with out.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([FIELDS, row] if fresh else [row])
    print(dict(zip(FIELDS, row)))


if __name__ == "__main__":
    main()
