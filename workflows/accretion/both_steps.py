"""Changes of results with the time step, over the runs of both scales: python3
workflows/accretion/both_steps.py DEMO/fig8/data.csv PAPER/fig8/data.csv"""
import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from analysis import rubble, uncertainty  # noqa: E402

RELATIVE = {
    "peak_energy": "peak of the mean kinetic energy",
    "peak_time": "time of the peak",
    "fall_time": "time from the peak to a tenth of it",
}
# kind of the runs, column, name
CHANGES = (
    ("spheres", "coordination", "loaded contacts"),
    ("hulls", "points", "loaded points"),
    ("spheres", "touching", "touching contacts"),
    ("spheres", "nu_axes", "solid fraction (ellipsoid of inertia)"),
)


def pairs_of(coarse, fine, kind=None):
    """(rows of each step, kind of the runs or None for all) => pairs of rows of the same run"""
    by_run = {row["run"]: row for row in fine}
    return [
        (row, by_run[row["run"]])
        for row in coarse
        if row["run"] in by_run and kind in (None, row["kind"])
    ]


def largest_changes(coarse, fine):
    """=> rows: name, number of runs, largest relative change [%] with the coarse step"""
    pairs = pairs_of(coarse, fine)
    return [
        (name, len(pairs), max((100 * (a[column] / b[column] - 1) for a, b in pairs), key=abs))
        for column, name in RELATIVE.items()
    ]


def mean_changes(coarse, fine):
    """=> rows: kind, name, number of runs, mean change with the fine step, its standard error, the
    same relative to the mean with the coarse step [%]"""
    rows = []
    for kind, column, name in CHANGES:
        pairs = pairs_of(coarse, fine, kind)
        change, error, _ = uncertainty.mean([b[column] - a[column] for a, b in pairs])
        before = np.mean([a[column] for a, _ in pairs])
        rows.append((kind, name, len(pairs), change, error, 100 * change / before))
    return rows


def main(arguments):
    usage = argparse.ArgumentParser(description=__doc__)
    usage.add_argument("coarse", type=Path, help="data.csv of the runs with the coarse step")
    usage.add_argument("fine", type=Path, help="data.csv of the runs with the fine step")
    chosen = usage.parse_args(arguments)
    coarse, fine = (rubble.rows.read_csv(path) for path in (chosen.coarse, chosen.fine))
    print("| result | runs | largest change with the coarse step |\n|---|---|---|")
    for name, many, change in largest_changes(coarse, fine):
        print(f"| {name} | {many} | {change:+.2f} % |")
    print("\n| bodies | result | runs | mean change with the fine step | relative |")
    print("|---|---|---|---|---|")
    for kind, name, many, change, error, relative in mean_changes(coarse, fine):
        print(f"| {kind} | {name} | {many} | {change:.4f} +- {error:.4f} | {relative:+.1f} % |")


if __name__ == "__main__":
    main(sys.argv[1:])
