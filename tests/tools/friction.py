"""rubble-solve: problems in FCLIB's format as h5py writes them, good and bad.

Usage: friction.py FOLDER_OF_THE_TOOLS
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy
from friction_problem import MASS, SPEED, SPHERES, column, write

# a message of an object header: its head, before two addresses
SYMBOL_TABLE = b"\x11\x00\x10\x00\x00\x00\x00\x00"
BIN = pathlib.Path(sys.argv[1]).resolve()


def solve(*words, code=0):
    ran = subprocess.run(
        [BIN / "rubble-solve", *map(str, words)],
        capture_output=True,
        text=True,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    assert code in (None, ran.returncode), (words, ran.returncode, ran.stdout, ran.stderr)
    return ran


def check_solution(folder):
    """The solution is the weights of the spheres above each contact, for any method; the output
    file has problem and solution."""
    problem, out = folder / "column.hdf5", folder / "solved.hdf5"
    weights = MASS * SPEED * numpy.arange(SPHERES, 0, -1)
    for method in ("auto", "nsgs", "interior-point", "apgd", "spg"):
        for cone in ("coulomb", "ccp"):
            row = json.loads(
                solve(
                    problem,
                    out,
                    "--force",
                    "--method",
                    method,
                    "--cone",
                    cone,
                    "--tolerance",
                    "1e-9",
                    "--json",
                ).stdout
            )["rows"][0]
            assert (
                row["converged"] == 1 and row["residual"] <= 1e-9 and row["contacts"] == SPHERES
            ), row
            with h5py.File(out) as file:
                r, u = file["solution/r"][:].reshape(-1, 3), file["solution/u"][:]
                assert numpy.allclose(r[:, 0], weights, atol=1e-6) and numpy.allclose(
                    r[:, 1:], 0, atol=1e-6
                ), (method, cone, r)
                w, q, mu = column()
                assert numpy.allclose(u, w @ r.ravel() + q, atol=1e-12)
                assert (file["fclib_local/vectors/mu"][:] == mu).all() and (
                    file["fclib_local/vectors/q"][:] == q
                ).all()
    again = json.loads(solve(out, "--json").stdout)["rows"][0]  # the tool reads its own output
    assert again["contacts"] == SPHERES and again["blocks"] == 3 * SPHERES - 2, again


def check_reports(folder):
    problem = folder / "column.hdf5"
    trace = json.loads(solve(problem, "--trace", "--json", "--method", "nsgs").stdout)["rows"]
    assert len(trace) > 2 and trace[-1]["residual"] <= 1e-6 < trace[0]["residual"], trace
    assert [row["iteration"] for row in trace] == sorted(row["iteration"] for row in trace)
    solved = folder / "apart.hdf5"
    w, q, mu = column()
    write(solved, w, -q, mu)
    # the initial impulses are the solution
    rows = json.loads(solve(solved, "--trace", "--json").stdout)["rows"]
    assert (
        len(rows) == 1
        and list(rows[0]) == ["iteration", "time", "residual"]
        and rows[0]["iteration"] == rows[0]["residual"] == 0
    ), rows
    lines = solve(problem).stdout.splitlines()
    assert lines[0].startswith(
        "file\tcontacts\tblocks\tmethod\titerations\ttime\tresidual\tpenetration\t"
        "contact_error\tconverged"
    ), lines
    few = solve(problem, "--iterations", 1, "--tolerance", "1e-12", code=3)
    assert few.stdout.splitlines()[-1].endswith("\t0"), few.stdout
    piped = subprocess.run(
        [BIN / "rubble-solve", "-"], stdin=open(problem, "rb"), capture_output=True
    )
    assert piped.returncode == 0 and b"\t1\n" in piped.stdout, piped


def check_output_to_a_pipe(folder):
    """Standard output has the file only, without the table."""
    piped = subprocess.run([BIN / "rubble-solve", folder / "column.hdf5", "-"], capture_output=True)
    assert piped.returncode == 0 and not piped.stderr, piped
    (folder / "piped.hdf5").write_bytes(piped.stdout)
    solve(folder / "column.hdf5", folder / "named.hdf5")
    assert piped.stdout == (folder / "named.hdf5").read_bytes() and b"residual" not in piped.stdout


def check_penetration(folder):
    """Heavy bodies, with an initial residual that is small although the penetration is not; because
    of the error of each contact, such impulses do not count as solved."""
    w, q, mu = column()
    write(folder / "heavy.hdf5", w * 1e-9, q, mu)
    row = json.loads(
        solve(folder / "heavy.hdf5", "--iterations", 1, "--method", "nsgs", "--json", code=3).stdout
    )["rows"][0]
    assert (
        row["residual"] < 1e-6
        and row["penetration"] > 0.01
        and row["contact_error"] > 0.01
        and not row["converged"]
    ), row
    row = json.loads(solve(folder / "heavy.hdf5", "--json").stdout)["rows"][0]
    assert row["contact_error"] <= 1e-6 and row["penetration"] < 1e-4 and row["converged"], row
    row = json.loads(
        solve(
            folder / "heavy.hdf5",
            "--tolerance",
            "1e-16",
            "--iterations",
            300,
            "--method",
            "nsgs",
            "--json",
            code=None,
        ).stdout
    )["rows"][0]
    assert row["penetration"] < 1e-4, row


def check_refusals(folder):
    def refused(said, *words):
        ran = solve(*words, code=2)
        assert ran.stderr.count("\n") == 1 and said in ran.stderr, (said, ran.stderr)

    w, q, mu = column()
    problem, bad = folder / "column.hdf5", folder / "bad.hdf5"
    refused("usage: rubble-solve [OPTIONS] PROBLEM.hdf5 [SOLUTION.hdf5]")
    refused("no such file", folder / "missing.hdf5")
    refused("expected 1 or 2 files (PROBLEM.hdf5 [SOLUTION.hdf5]), found 3", problem, bad, bad)
    refused(
        "--local needs a method that sweeps (auto, nsgs or interior-point), not --method spg",
        problem,
        "--method",
        "spg",
        "--local",
        "exact",
    )
    refused(
        "--local exact supports only --cone coulomb", problem, "--cone", "ccp", "--local", "exact"
    )
    refused("--method", problem, "--method", "newton")
    refused("--tolerance must be", problem, "--tolerance", "0")
    write(bad, w, q, mu, spacedim=2)
    refused("/fclib_local/spacedim: expected 3, found 2", bad)
    write(bad, w[:-3, :-3], q, mu)
    refused("/fclib_local/W: expected 18 x 18 numbers", bad)
    write(bad, w, q[:-1], mu)
    refused("/fclib_local/vectors/q: expected float64[18]", bad)
    write(bad, w, numpy.where(q == 0, numpy.nan, q), mu)
    refused("has no finite free velocity", bad)
    write(bad, w, q, -mu)
    refused("has friction -0.5", bad)
    write(bad, w, q, 0 * mu)
    refused("needs friction at every contact", bad, "--method", "interior-point")
    assert json.loads(solve(bad, "--json").stdout)["rows"][0]["converged"] == 1
    # Groups whose members have invalid addresses: without a checksum of such metadata, the HDF5
    # library would read foreign memory.
    data = problem.read_bytes()
    groups = [k for k in range(len(data)) if data.startswith(SYMBOL_TABLE, k)]
    assert len(groups) >= 3, groups
    for k in groups:
        bad.write_bytes(data[: k + 8] + b"\xff" * 16 + data[k + 24 :])
        refused("bad.hdf5", bad)
    bad.write_bytes(problem.read_bytes()[:-500])
    refused("bad.hdf5", bad)
    bad.write_text("no problem\n")
    refused("bad.hdf5", bad)
    before = problem.read_bytes()
    refused("exists", problem, bad)
    refused("same file", problem, problem, "--force")
    assert problem.read_bytes() == before and bad.read_text() == "no problem\n"


with tempfile.TemporaryDirectory() as name:
    write(pathlib.Path(name) / "column.hdf5", *column())
    check_solution(pathlib.Path(name))
    check_reports(pathlib.Path(name))
    check_output_to_a_pipe(pathlib.Path(name))
    check_penetration(pathlib.Path(name))
    check_refusals(pathlib.Path(name))
