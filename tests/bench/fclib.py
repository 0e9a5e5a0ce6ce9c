#!/usr/bin/env python3
"""Time to a residual, of rubble-solve and of Siconos' NSGS, over a folder of problems in FCLIB's
format.

    tests/bench/fclib.py BIN FOLDER OUT.csv [--tolerances 1e-4,1e-6] [--methods auto,nsgs,apgd:ccp]
    [--repeats N] [--limit SECONDS]

BIN: folder of the tools. Siconos is measured if its library and header are installed (Debian:
libsiconos-numerics-dev, libsuitesparse-dev). Each problem is solved from zero impulses on one core,
at most 100,000 iterations; times are the smallest of the repeats, each in a process of its own, and
exclude the reading of the problem. Residuals are computed here, from W, q, mu and the impulses, by
code that no solver uses; for a method with ":ccp" they refer to the relaxed law. A solver that
exceeds the time limit is stopped, and its row has neither iterations nor residual. The machine must
be otherwise idle.

Each program has an error measure of its own, which is stricter: Siconos its full error, Rubble also
the error of each contact. Both are therefore asked for less and less accurate solutions, from 1
downwards, until the residual computed here is at most the tolerance. A row is the first such
solution, and `asked` is the tolerance that the program got. The ratios of times therefore compare
solutions of the same residual.
"""
import argparse
import csv
import functools
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

import h5py
import numpy
import scipy.sparse

HERE = pathlib.Path(__file__).resolve().parent
ITERATIONS = 100000  # of siconos_nsgs.c
LONG = 20  # a solution is not repeated if the repeats took so long [s]
COLUMNS = (
    "problem",
    "contacts",
    "tolerance",
    "solver",
    "asked",
    "seconds",
    "iterations",
    "residual",
    "converged",
)


def residual(w, q, mu, r, relaxed=False):
    """=> |r - P(r - u - mu |u_t| n)| / max(|q|, |u|, |r|); for the relaxed law without mu |u_t|"""
    u = w @ r + q
    v = (r - u).reshape(-1, 3)
    if not relaxed:
        v[:, 0] -= mu * numpy.hypot(u[1::3], u[2::3])
    pull = numpy.hypot(v[:, 1], v[:, 2])
    normal = numpy.maximum(0, (v[:, 0] + mu * pull) / (1 + mu**2))
    nearest = numpy.column_stack(
        [normal, *((mu * normal / numpy.maximum(pull, 1e-300)) * v[:, 1:].T)]
    )
    nearest[pull <= mu * v[:, 0]] = v[pull <= mu * v[:, 0]]
    return numpy.linalg.norm(r - nearest.ravel()) / max(map(numpy.linalg.norm, (q, u, r)))


def read_local(path):
    """(file that rubble-solve wrote) => W, q, mu, r"""
    with h5py.File(path) as file:
        g = file["fclib_local"]
        w = scipy.sparse.csc_matrix(
            (g["W/x"][:], g["W/i"][:], g["W/p"][:]), shape=(g["W/m"][0], g["W/n"][0])
        )
        return w, g["vectors/q"][:], g["vectors/mu"][:], file["solution/r"][:]


def run(command, limit=None):
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        env=os.environ | one_thread,
        timeout=limit,
    )


def ours(folder, bin_folder, problem, method, tolerance, repeats, limit):
    """=> (seconds, iterations, (W, q, mu, r)); None if it exceeded the limit"""
    out = folder / "out.hdf5"
    name, _, cone = method.partition(":")
    command = [
        bin_folder / "rubble-solve",
        problem,
        out,
        "--force",
        "--json",
        "--method",
        name,
        "--cone",
        cone or "coulomb",
        "--tolerance",
        tolerance,
    ]
    times = []
    while len(times) < repeats and sum(times) < LONG:
        try:
            ran = run(command, limit)
        except subprocess.TimeoutExpired:
            return None
        row = json.loads(ran.stdout)["rows"][0]
        times.append(row["time"])
    return min(times), row["iterations"], read_local(out)


def siconos(folder, driver, local, repeats, tolerance):
    w, q, mu, _ = local
    w = w.tocsc()
    w.sort_indices()
    with open(folder / "problem.bin", "wb") as out:
        for values in (numpy.array([len(mu), w.nnz]), w.indptr, w.indices):
            values.astype("i8").tofile(out)
        for values in (w.data, q, mu):
            values.astype("f8").tofile(out)
    times = []
    while len(times) < repeats and sum(times) < LONG:
        ran = run([driver, folder / "problem.bin", tolerance, 1, folder / "r.bin"])
        time, iterations, _ = ran.stdout.split()[-3:]
        times.append(float(time))
    return min(times), int(iterations), (w, q, mu, numpy.fromfile(folder / "r.bin"))


# Tolerances that the programs are asked for: half decades from 1 downwards.
LADDER = [f"{10 ** (-step / 2):.3g}" for step in range(17)]


def first_within(tolerance, solve):
    """(tolerance, function: asked tolerance => (seconds, iterations, (W, q, mu, r)) or None) =>
    asked tolerance and solution of the first one whose residual is at most the tolerance; the most
    accurate one if there is none"""
    for asked in LADDER:
        solved = solve(asked)
        if solved is None or solved[1] >= ITERATIONS:
            break
        if residual(*solved[2]) <= float(tolerance) * 1.001:
            break
    return asked, solved


def make_driver(folder):
    """=> the program that times Siconos; None without its header"""
    include = pathlib.Path("/usr/include")
    if not (include / "siconos/numerics/SiconosNumerics.h").is_file():
        return None
    command = [
        "cc",
        "-O2",
        HERE / "siconos_nsgs.c",
        "-o",
        folder / "siconos_nsgs",
        f"-I{include}/siconos",
        f"-I{include}/siconos/numerics",
        f"-I{include}/suitesparse",
        "-lsiconos_numerics",
        "-lcxsparse",
        "-lm",
    ]
    compiled = run(command)
    if compiled.returncode != 0:
        raise SystemExit(f"siconos_nsgs.c does not compile:\n{compiled.stderr}")
    return folder / "siconos_nsgs"


def print_ratios(rows, tolerance, method):
    """Prints Siconos' time / time of a method for the problems that both solved, and lists the
    other problems."""
    of_tolerance = [dict(zip(COLUMNS, row)) for row in rows if row[2] == tolerance]
    times = {
        (row["problem"], row["solver"]): float(row["seconds"])
        for row in of_tolerance
        if row["converged"]
    }
    problems = sorted({row["problem"] for row in of_tolerance})
    both = [p for p in problems if (p, method) in times and (p, "siconos-nsgs") in times]
    for solver in (method, "siconos-nsgs"):
        unsolved = [p for p in problems if (p, solver) not in times]
        print(f"{tolerance}: not solved by {solver}: {', '.join(unsolved) or 'none'}")
    if both:
        ratios = [times[p, "siconos-nsgs"] / times[p, method] for p in both]
        print(
            f"{tolerance}: Siconos' time / {method}'s over {len(both)} problems, median "
            f"{statistics.median(ratios):.3g}, least {min(ratios):.3g}"
        )


def row_of(problem, tolerance, solver, asked, solved, known, limit):
    """=> a row of the table

    asked: tolerance that the solver got; solved: its result, or None; known: (W, q, mu, r) of any
    solver that succeeded, or None; limit [s]
    """
    if solved is None:
        contacts = len(known[2]) if known else ""
        return problem, contacts, tolerance, solver, asked, f">{limit:g}", "", "", 0
    time, iterations, (w, q, mu, r) = solved
    error = residual(w, q, mu, r, solver.endswith(":ccp"))
    return (
        problem,
        len(mu),
        tolerance,
        solver,
        asked,
        f"{time:.4g}",
        iterations,
        f"{error:.2e}",
        int(error <= float(tolerance) * 1.001),
    )


def own(folder, options, problem, method, tolerance):
    """=> asked tolerance and solution of a method; for the relaxed law, whose residual is another
    one, the tolerance itself"""

    def solve(asked):
        return ours(folder, options.bin, problem, method, asked, options.repeats, options.limit)

    return (tolerance, solve(tolerance)) if ":" in method else first_within(tolerance, solve)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--tolerances", default="1e-4,1e-6")
    parser.add_argument("--methods", default="auto,nsgs")
    parser.add_argument("--without-siconos", action="store_true")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument(
        "--limit",
        type=float,
        help="seconds that one solution may take, Siconos' excepted (default: any)",
    )
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        driver = None if options.without_siconos else make_driver(folder)
        for problem in sorted(options.folder.glob("*.hdf5")):
            for tolerance in options.tolerances.split(","):
                measured = [
                    (m, *own(folder, options, problem, m, tolerance))
                    for m in options.methods.split(",")
                ]
                known = next((solved[2] for _, _, solved in measured if solved), None)
                if driver and known:
                    solve = functools.partial(siconos, folder, driver, known, options.repeats)
                    measured.append(("siconos-nsgs", *first_within(tolerance, solve)))
                for result in measured:
                    rows.append(row_of(problem.stem, tolerance, *result, known, options.limit))
                    print(*rows[-1], sep="\t", flush=True)
    with open(options.out, "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)
    if driver:
        for tolerance in options.tolerances.split(","):
            print_ratios(rows, tolerance, options.methods.split(",")[0])


if __name__ == "__main__":
    main()
