"""Compares collapses of the same clouds with springs and with Contact Dynamics, and tests which
differences exceed the standard error over seeds.

Usage: collapse.py FOLDER_OF_THE_TOOLS [--seeds N] [--count N] [--jobs N] [--rest FRACTION]

Clouds of equal mean size collapse under their own gravity, with friction 0.4 and no restitution
(springs: 0.05). They end at rest, when their kinetic energy is FRACTION of its peak. At 1e-6 the
spheres still move faster than the velocity change by gravity in a step, and further contacts will
form. At 1e-11, the default, they have less than a hundredth of that speed.

For each method, the output has the mean and the standard deviation over the seeds of:

- time and height of the peak of kinetic energy;
- solid fraction, mean pressure and coordination number of the pile at rest.

The last column is the difference of the means over the standard error of that difference (Welch).
"""
import argparse
import concurrent.futures
import csv
import io
import pathlib
import statistics
import subprocess
import tempfile

import h5py
import numpy as np
from scipy.spatial import cKDTree

CLOUD = """
seed = {seed}
[material]
name = "rock"
density = 5164
[size]
law = "classes"
radii = ["3.75 m", "4.3 m", "5 m"]
[cloud]
form = "sphere"
count = {count}
solid_fraction = 0.2
"""
COMMON = """
[run]
duration = "150000 s"
record_every = "20 s"
[stop]
kinetic_fraction = {rest}
hold = "5 min"
remove_rotation = true
[gravity]
method = "direct"
constant = 6.67430e-11
"""
METHODS = {
    "springs": COMMON
    + """
[step]
dt = "auto"
[contact.normal]
law = "linear"
pair_stiffness = "auto"
restitution = 0.05
tension = "clamp"
[contact.sliding]
law = "coulomb"
friction = 0.4
restitution = 0.05
[contact.rolling]
law = "none"
""",
    "impulses": COMMON
    + """
[method]
kind = "contact-dynamics"
[step]
dt = 0.25
[contact]
friction = 0.4
restitution = 0
""",
}
QUANTITIES = (
    "peak time [s]",
    "peak energy [J]",
    "solid fraction",
    "pressure [Pa]",
    "coordination",
    "coordination, gaps < 1e-5 radii",
)
# largest gap of touching spheres / mean radius, whether or not the contact carries load
NEAR = 1e-5


def tool(folder, *arguments):
    """=> standard output"""
    done = subprocess.run(
        [str(a) for a in arguments], cwd=folder, check=False, capture_output=True, text=True
    )
    if done.returncode not in (0, 4):
        raise RuntimeError(f"{arguments}: {done.stderr}")
    return done.stdout


def first_row(text, **wanted):
    """(TSV of a tool) => its first row with these values"""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for row in csv.DictReader(io.StringIO("\n".join(lines)), delimiter="\t"):
        if all(row[key] == value for key, value in wanted.items()):
            return row
    raise RuntimeError(f"no row with {wanted}")


def near_coordination(path):
    """=> pairs of spheres nearer than NEAR, times two, over the spheres"""
    with h5py.File(path) as pile:
        place, radius = pile["VTKHDF/Points"][()], pile["VTKHDF/PointData/radius"][()]
    pairs = cKDTree(place).query_pairs(2.1 * radius.max(), output_type="ndarray")
    gap = np.linalg.norm(place[pairs[:, 0]] - place[pairs[:, 1]], axis=1) - radius[pairs].sum(
        axis=1
    )
    return 2 * np.count_nonzero(gap < NEAR * radius[pairs].mean(axis=1)) / len(place)


def collapse(bin_folder, method, seed, count, rest):
    """=> QUANTITIES of one run"""
    tools = pathlib.Path(bin_folder).resolve()
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "cloud.toml").write_text(CLOUD.format(seed=seed, count=count))
        (place / "relax.toml").write_text(METHODS[method].format(rest=rest))
        tool(folder, tools / "rubble-generate", "-q", "-c", "cloud.toml", "cloud.h5")
        tool(
            folder,
            tools / "rubble-relax",
            "-q",
            "--threads",
            "1",
            "-c",
            "relax.toml",
            "-t",
            "track.h5",
            "cloud.h5",
            "pile.h5",
        )
        with h5py.File(place / "track.h5") as track:
            parts = [
                track[f"observables/energy/kinetic_{part}"]
                for part in ("translational", "rotational")
            ]
            time = parts[0]["time"][()]
            kinetic = parts[0]["value"][()] + parts[1]["value"][()]
        peak = int(np.argmax(kinetic))
        packing = first_row(tool(folder, tools / "rubble-packing", "pile.h5"))
        stress = first_row(tool(folder, tools / "rubble-stress", "pile.h5"), sizes="all")
        return (
            time[peak],
            kinetic[peak],
            float(packing["solid_fraction"]),
            float(stress["pressure"]),
            float(packing["coordination"]),
            near_coordination(place / "pile.h5"),
        )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bin")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--count", type=int, default=512)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rest", type=float, default=1e-11)
    arguments = parser.parse_args()
    jobs = [(method, seed) for seed in range(1, arguments.seeds + 1) for method in METHODS]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        values = list(
            pool.map(
                lambda job: collapse(arguments.bin, *job, arguments.count, arguments.rest), jobs
            )
        )
    rows = {method: [v for (m, _), v in zip(jobs, values) if m == method] for method in METHODS}
    print("quantity\tsprings\tdeviation\timpulses\tdeviation\tdifference / its error")
    for k, name in enumerate(QUANTITIES):
        a, b = ([row[k] for row in rows[method]] for method in METHODS)
        error = (statistics.variance(a) / len(a) + statistics.variance(b) / len(b)) ** 0.5
        print(
            f"{name}\t{statistics.mean(a):.6g}\t{statistics.stdev(a):.2g}\t"
            f"{statistics.mean(b):.6g}\t{statistics.stdev(b):.2g}"
            f"\t{(statistics.mean(b) - statistics.mean(a)) / error if error > 0 else 0:.2f}"
        )


if __name__ == "__main__":
    main()
