"""A rod that falls on one end while it turns, with friction 0.5.

Correct: an impact with e <= 1 creates no energy. The kinetic energy before is 2.9208 J. Newton's
law of restitution with friction gives 4.5480 J at e = 1 and 3.6848 J at e = 0.9 (Kane & Levinson
1985); with that law the run must report the created energy.
"""
import json

import numpy as np

from commands import change, data, exit_code, read, run


def kinetic(pile):
    """(pile) => kinetic energy [J], as rubble-energy prints it"""
    row = json.loads(run("rubble-energy", "--json", pile))["rows"][0]
    return row["kinetic_translational"] + row["kinetic_rotational"]


def check():
    run(
        "rubble-import",
        "--material",
        "m",
        "--density",
        "1000",
        data("newton_energy", "rod.obj"),
        "rod.h5",
    )
    change("rod.h5", "velocity", np.array([[0.0, 0.0, -1.0]]))
    change("rod.h5", "spin", np.array([[0.0, 4.0, 0.0]]))
    for e in (1, 0.9):
        for dt in (4e-5, 2e-5, 1e-5):
            settings = [
                "-c",
                data("newton_energy", "run.toml"),
                "--set",
                f"contact.restitution={e}",
                "--set",
                "contact.friction=0.5",
                "--set",
                f"step.dt={dt}",
                "--set",
                "run.duration=0.001",
                "--set",
                "run.record_every=0.001",
                "--force",
            ]
            run("rubble-evolve", *settings, "rod.h5", "out.h5")
            assert (
                kinetic("out.h5") <= 2.9209
            ), f"e = {e}, dt = {dt}: {kinetic('out.h5')} J, of 2.9208 J before"
            assert read("out.h5", "velocity")[0, 2] > -0.9, "the rod has not met the floor"
            code, text = exit_code(
                "rubble-evolve", *settings, "--set", 'contact.impact="newton"', "rod.h5", "out.h5"
            )
            assert (
                code == 3 and "energy created by impacts and friction" in text
            ), f"Newton's law: exit code {code}: {text[-300:]}"
