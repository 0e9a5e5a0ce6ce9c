#!/usr/bin/python3
"""Rubble and LAMMPS give the same trajectories: 1000 steps from a settled packing that is tilted
suddenly.

Usage: same_path.py FOLDER_OF_THE_TOOLS          exit code 77 (skipped) where lmp is not installed

Each case gives the same spheres, law and step to both programs. No sphere may end farther from its
counterpart than 1e-6 mean diameters. If the schemes of both programs are identical (springs alone),
the bound is that of rounding. docs/decisions/0054-speed-of-soft-spheres.md describes the other
differences and their sizes. Two conditions keep the comparison meaningful: half of the spheres must
have moved far more than the bound, and LAMMPS with one coefficient changed by a twentieth must
exceed it.
"""
import dataclasses
import math
import pathlib
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "bench"))
import deck  # noqa: E402
import programs  # noqa: E402

SKIPPED = 77
STEPS = 1000
BOUND = 1e-6  # mean diameters
# bound if both programs do the same sums in a different order; errors grow with each collision
ROUNDING = 1e-11
MEANT = 500  # multiple of the bound: minimum median displacement for a meaningful comparison
MISSED = 3  # multiple of the bound: minimum effect of the changed coefficient

# The packing is in equilibrium under 2 m s-2.
TILTED = deck.Law(gravity=1.5, tilt=5.0, dt=1e-4)
SPRINGS = dataclasses.replace(TILTED, damping=0.0, sliding_damping=0.0, friction=0.0)
# name, law, bound, changed law that must miss the bound
CASES = [
    ("springs", SPRINGS, ROUNDING, {"stiffness": 20000 * 1.05}),
    (
        "springs and dashpots",
        dataclasses.replace(SPRINGS, damping=119.0),
        BOUND,
        {"damping": 119 * 1.05},
    ),
    (
        "springs and friction",
        dataclasses.replace(SPRINGS, friction=0.3),
        BOUND,
        {"friction": 0.3 * 1.05},
    ),
    (
        "sticking friction",
        dataclasses.replace(SPRINGS, friction=1000.0),
        BOUND,
        {"ratio": 2 / 7 * 1.05},
    ),
    (
        "rolling springs",
        dataclasses.replace(SPRINGS, friction=0.3, rolling=True, twisting_friction=0.0),
        BOUND,
        {"rolling_friction": math.sqrt(0.1) * 1.05},
    ),
    ("everything", TILTED, BOUND, {"friction": 0.3 * 1.05}),
]


def lengths(vectors):
    return np.linalg.norm(vectors, axis=1)


def final_positions(program, law, packing):
    with tempfile.TemporaryDirectory() as folder:
        program.prepare(law, packing, 0, STEPS, folder, None)
        return program.run().position


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lammps = next((peer for peer in programs.peers() if peer.name == "LAMMPS"), None)
    if lammps is None:
        print("lmp is not installed: skipped")
        sys.exit(SKIPPED)
    rubble = programs.Rubble(sys.argv[1])
    packing = deck.read_lammps(HERE / "settled.data")
    diameter = 2 * packing.radius.mean()
    failures = 0
    for name, law, bound, change in CASES:
        theirs = final_positions(lammps, law, packing)
        changed = final_positions(lammps, dataclasses.replace(law, **change), packing)
        ours = final_positions(rubble, law, packing)
        apart = lengths(programs.moved(packing, ours, theirs)).max() / diameter
        way = np.median(lengths(programs.moved(packing, theirs, packing.position))) / diameter
        control = lengths(programs.moved(packing, changed, theirs)).max() / diameter
        good = apart <= bound and way >= MEANT * bound and control >= MISSED * bound
        failures += not good
        print(
            f"{name:22s} {'good' if good else 'BAD':4s} apart {apart:.2e} (bound "
            f"{bound:.0e}), median way {way:.2e}, "
            f"{next(iter(change))} changed by 5 %: apart {control:.2e}  [mean diameters]",
            flush=True,
        )
    sys.exit(f"{failures} of {len(CASES)} cases failed" if failures else 0)


if __name__ == "__main__":
    main()
