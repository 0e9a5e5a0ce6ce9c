#!/usr/bin/python3
"""The shaken bed of spheres (B6 of the grain-shape study) in LAMMPS: the intruder's height in each
cycle, beside that of Rubble. Run by hand:

    tests/cross/shake.py BED.h5 TRACK.h5 > heights.csv

BED.h5: the bed at rest, TRACK.h5: the result of rubble-shake, from which springs, friction, shaking
and step are read. Needs LAMMPS. The laws are the same except for two points: LAMMPS's damping
"tsuji" takes another number for the same restitution, and its walls start as 1 - cos in place of
sin. The motion of the grains is chaotic: the heights can only agree in the mean.
"""
import csv
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from analysis import rubble  # noqa: E402


def tsuji(restitution):
    """=> the coefficient for which LAMMPS's damping is alpha sqrt(k m) and equals 2 zeta sqrt(k m)
    of this restitution (docs/theory.md 2.1)"""
    wanted = -2 * math.log(restitution) / math.hypot(math.pi, math.log(restitution))
    alpha = np.polynomial.Polynomial([1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218])
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if alpha(middle) > wanted else (low, middle)
    return low


def deck(settings, cycles):
    """=> LAMMPS input that reads bed.data and prints cycles, heights of the intruder and of the
    others' mean above the floor"""
    normal, sliding, box = (
        settings["contact"]["normal"],
        settings["contact"]["sliding"],
        settings["box"],
    )
    stiffness, dt, frequency, amplitude = (
        normal["pair_stiffness"],
        settings["step"]["dt"],
        box["frequency"],
        box["amplitude"][2],
    )
    law = (
        f"granular hooke {stiffness} {tsuji(normal['restitution'])} damping tsuji "
        f"tangential linear_history {2 / 7 * stiffness} 1.0 {sliding['friction']}"
    )
    wiggle = f"wiggle z {amplitude} {1 / frequency}"
    every = max(1, round(1 / (frequency * dt * 20)))
    return f"""units si
atom_style sphere
boundary f f f
newton off
comm_modify vel yes
read_data bed.data
pair_style granular
pair_coeff * * {law.removeprefix('granular ')}
neighbor 0.001 bin
neigh_modify every 1 delay 0 check yes
timestep {dt}
fix move all nve/sphere
fix weight all gravity {-settings['external']['uniform'][2]} vector 0 0 -1
fix z all wall/gran {law} zplane {box['lower'][2]} NULL {wiggle}
fix x all wall/gran {law} xplane {box['lower'][0]} {box['upper'][0]} {wiggle}
fix y all wall/gran {law} yplane {box['lower'][1]} {box['upper'][1]} {wiggle}
group nut id 1
group rest subtract all nut
variable cycle equal time*{frequency}
variable floor equal {amplitude}*(1-cos(2*PI*v_cycle))
compute nut nut reduce sum z
compute rest rest reduce ave z
variable nut equal c_nut-v_floor
variable rest equal c_rest-v_floor
thermo_style custom step v_nut v_rest
thermo {every}
fix out all print {every} "${{cycle}} ${{nut}} ${{rest}}" file heights.txt screen no
run {round(cycles / (frequency * dt))}
"""


def means(cycle, value, count):
    whole = np.floor(np.asarray(cycle) + 1e-9).astype(int)
    return [np.asarray(value)[whole == c].mean() for c in range(count)]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    bed, settings, ours = (
        rubble.open(sys.argv[1]).arrays,
        rubble.open(sys.argv[2]).settings,
        rubble.open(sys.argv[2]).records,
    )
    cycles = int(ours["shake/cycles"][-1] + 1e-9)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rows = "".join(
            f"{i + 1} 1 {2 * r!r} {m / (4 / 3 * math.pi * r ** 3)!r} {x[0]!r} {x[1]!r} {x[2]!r}\n"
            for i, (r, m, x) in enumerate(
                zip(bed["radius"].tolist(), bed["mass"].tolist(), bed["position"].tolist())
            )
        )
        edges = "\n".join(
            f"{low - 0.05} {high + 0.05} {a}lo {a}hi"
            for low, high, a in zip(settings["box"]["lower"], settings["box"]["upper"], "xyz")
        )
        (folder / "bed.data").write_text(
            f"bed\n\n{len(bed['radius'])} atoms\n1 atom types\n\n{edges}\n\nAtoms # "
            f"sphere\n\n{rows}"
        )
        (folder / "in.shake").write_text(deck(settings, cycles))
        subprocess.run(
            ["lmp", "-in", "in.shake", "-log", "none"],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        theirs = np.loadtxt(folder / "heights.txt")
    table = csv.writer(sys.stdout)
    table.writerow(
        [
            "cycle",
            "intruder's centre [cm]",
            "intruder's centre, LAMMPS [cm]",
            "mean of the others, LAMMPS [cm]",
        ]
    )
    columns = [
        means(ours["shake/cycles"], ours["intruder/height"], cycles),
        means(theirs[:, 0], theirs[:, 1], cycles),
        means(theirs[:, 0], theirs[:, 2], cycles),
    ]
    for c, heights in enumerate(zip(*columns)):
        table.writerow([c + 0.5, *(f"{100 * h:.2f}" for h in heights)])


if __name__ == "__main__":
    main()
