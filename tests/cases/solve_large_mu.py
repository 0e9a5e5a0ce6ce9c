"""One contact with W = 1 and the velocity (-1, 0.2, 0.1) sticks for every friction of sqrt(0.05)
and more: r = (1, -0.2, -0.1), u = 0, by either law. Known because r = -q is in the cone then, and u
= W r + q = 0. Zero impulses, whose residual is about 1 / mu, are not a solution."""
import json
import pathlib
import shutil

import h5py
import numpy
from commands import data, run


def check():
    source = data("solve_large_mu", "one_contact.hdf5")
    for friction in (0.23, 1, 1e3, 1e4, 1e5, 1e6):
        problem = pathlib.Path(f"mu{friction:g}.hdf5")
        shutil.copy(source, problem)
        with h5py.File(problem, "r+") as file:
            file["fclib_local/vectors/mu"][:] = friction
        for method in ("auto", "nsgs", "interior-point", "apgd", "spg"):
            for cone in ("coulomb", "ccp"):
                row = json.loads(
                    run(
                        "rubble-solve",
                        "--json",
                        "--force",
                        "--method",
                        method,
                        "--cone",
                        cone,
                        "--tolerance",
                        "1e-6",
                        problem,
                        "solved.hdf5",
                    )
                )["rows"][0]
                with h5py.File("solved.hdf5") as file:
                    impulse, velocity = file["solution/r"][:], file["solution/u"][:]
                where = f"mu = {friction:g}, {method}, {cone}: r = {impulse}, {row}"
                assert row["converged"] == 1 and row.get("contact_error", 0) <= 1e-6, where
                assert numpy.allclose(impulse, [1, -0.2, -0.1], atol=1e-5) and numpy.allclose(
                    velocity, 0, atol=1e-5
                ), where
