#!/usr/bin/python3
"""Residual against CPU time of the solvers of friction problems, for the hardest steps of moving
piles.

    tests/bench/friction.py build/release/tests/bench_friction FOLDER OUT [SCENE...]

FOLDER keeps the problems. A problem that is absent is made, which takes minutes for the larger
piles. OUT.csv gets one row for each scene, solver and number of iterations, OUT.png the curves.
Residuals are those of docs/theory.md 10.6; bench_friction computes them for all solvers by the same
code, which no solver uses. Times include the loading of the problem by the sweeps, but not the
matrix W of the other solvers. --from draws an existing OUT.csv.
"""
import argparse
import csv
import math
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from analysis import figure  # noqa: E402

TOLERANCE = 1e-4  # of a run


def measure(options):
    """Writes OUT.csv."""
    done = subprocess.run(
        [options.program, options.folder, *options.scenes],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    options.out.with_suffix(".csv").write_text(done.stdout)


def read(path):
    """=> {scene: {solver: [(seconds, larger of residual and largest error / 16), ...]}}, and
    {scene: number of contacts}"""
    curves, contacts = {}, {}
    with open(path) as file:
        for row in csv.DictReader(file):
            contacts[row["scene"]] = row["contacts"]
            error = max(float(row["residual"]), float(row["largest"]))
            solvers = curves.setdefault(row["scene"], {})
            solvers.setdefault(row["solver"], []).append((float(row["seconds"]), error))
    return curves, contacts


def first_within(points, limit):
    """([(seconds, error)]) => seconds from which on an error is at most the limit; None if none
    is"""
    return next((seconds for seconds, error in points if error <= limit), None)


def print_times(curves):
    for scene, solvers in curves.items():
        for solver, points in solvers.items():
            times = [first_within(points, limit) for limit in (1e-3, TOLERANCE, 1e-6)]
            print(scene, solver, *(f"{1e3 * t:.3g}" if t else "-" for t in times), sep="\t")


def draw(curves, contacts, path):
    columns = min(3, len(curves))
    rows = math.ceil(len(curves) / columns)
    picture, panels = figure.plt.subplots(
        rows, columns, figsize=(4.2 * columns, 3.4 * rows), squeeze=False, layout="constrained"
    )
    for axes, (scene, solvers) in zip(panels.flat, curves.items()):
        for solver, points in solvers.items():
            if solver == "start":
                axes.axhline(points[0][1], color=figure.GREY, linestyle=":", label="start")
            else:
                axes.plot(*zip(*points), label=solver)
        axes.axhline(TOLERANCE, color=figure.BLACK, linestyle="--", linewidth=1.2)
        axes.set(xscale="log", yscale="log", ylim=(1e-9, 2))
        axes.set_title(f"{scene.replace('_', ' ')}: {contacts[scene]} contacts")
        axes.set_xlabel("CPU time [s]")
    for axes in panels[:, 0]:
        axes.set_ylabel("residual")
    for axes in list(panels.flat)[len(curves) :]:
        axes.remove()
    panels[0, 0].legend()
    figure.save(picture, path, small=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--from", dest="source", action="store_true", help="draw OUT.csv")
    options = parser.parse_args()
    if not options.source:
        measure(options)
    curves, contacts = read(options.out.with_suffix(".csv"))
    print("scene\tsolver\tms to 1e-3\tms to 1e-4\tms to 1e-6")
    print_times(curves)
    draw(curves, contacts, options.out.with_suffix(".png"))


if __name__ == "__main__":
    main()
