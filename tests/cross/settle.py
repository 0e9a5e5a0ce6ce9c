#!/usr/bin/python3
"""Makes settled.data, the packing that same_path.py starts from; needs LAMMPS. Run by hand:

    tests/cross/settle.py tests/cross/settled.data

225 spheres of 0.85 to 1.15 m fall into a bed, periodic in x and y. They settle without friction, so
that the bed is in equilibrium with empty tangential springs: both programs can start from positions
alone.
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))
import deck  # noqa: E402
import programs  # noqa: E402

SIDE, LAYERS, CELL, GRAVITY = 5, 9, 1.2, 2.0


def scattered():
    """=> spheres of all sizes on a jittered lattice"""
    random = np.random.default_rng(1)
    cells = np.array(
        [(i, j, k) for k in range(LAYERS) for j in range(SIDE) for i in range(SIDE)], dtype=float
    )
    position = CELL * (cells + 0.5) + random.uniform(-0.02, 0.02, cells.shape)
    return deck.Packing(
        0.5 * random.uniform(0.85, 1.15, len(cells)), position, (SIDE * CELL, SIDE * CELL)
    )


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    packing = scattered()
    law = deck.Law(friction=0.0, sliding_damping=0.0, gravity=GRAVITY)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        deck.write_lammps(packing, folder / "packing.data")
        text = deck.lammps(law, packing, "packing.data", "end.dump", 200000, 600000)
        # A weak drag first, then a strong one: the last slow motions of a frictionless bed die out.
        text = text.replace("thermo ", "fix 4 all viscous 0.05\nthermo ").replace(
            "run 600000", "fix 4 all viscous 1\nrun 600000"
        )
        (folder / "settle.in").write_text(text)
        subprocess.run(
            ["lmp", "-in", "settle.in", "-log", "none"],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        rows = np.loadtxt(folder / "end.dump", skiprows=9)
    settled = deck.Packing(packing.radius, rows[:, 1:4], packing.period)
    deck.write_lammps(settled, sys.argv[1])
    outcome = programs.Outcome(0, 0, rows[:, 1:4], rows[:, 4:7])
    print(
        f"{len(rows)} spheres, fastest {np.linalg.norm(rows[:, 4:7], axis=1).max():.2g} m/s, "
        f"coordination {programs.coordination(settled, outcome):.3f}, height "
        f"{rows[:, 3].max():.2f} m"
    )


if __name__ == "__main__":
    main()
