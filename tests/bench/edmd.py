#!/usr/bin/env python3
"""Compares the impacts per second of EDMD (Smallenburg 2022, arXiv:2201.01100) and of Rubble, one
after the other on one core.

    tests/bench/edmd.py FOLDER_OF_EDMD build/release/tests/bench_events

FOLDER_OF_EDMD: a checkout of github.com/FSmallenburg/EDMD. Its variant Single runs the dense gas,
and its variant Cell, the fastest one for this case, the dilute gas. It is compiled with gcc -O3
-march=native. Runs of EDMD start from a lattice, with velocities that EDMD draws. The CPU time and
the impacts of a short run are subtracted from those of a long run. Input, preparation and
equilibration therefore do not count.
"""
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

# Name in bench_events => EDMD's variant, solid fraction, time of the short run, and additional time
# of the long run (1000 spheres).
CASES = {"dense": ("Single", 0.5, 4, 300), "dilute": ("Cell", 0.01, 30, 6000)}
SIDES = (10, 20, 40)  # sides of the lattice


def write_lattice(path, side, fraction):
    """Spheres of diameter 1 on a simple cubic lattice, in EDMD's format: their number, lengths of
    the box, and one line for each."""
    spacing = (3.141592653589793 / 6 / fraction) ** (1 / 3)
    lines = [str(side**3), " ".join([f"{side * spacing:.12f}"] * 3)]
    for k in range(side**3):
        cell = (k % side, k // side % side, k // side**2)
        lines.append("a " + " ".join(f"{(c + 0.5) * spacing:.12f}" for c in cell) + " 0.5")
    path.write_text("\n".join(lines) + "\n")


def program(edmd, variant, duration, folder):
    """=> EDMD's variant, configured for the given time without thermostat and pictures"""
    source = (edmd / variant / f"md{variant}.c").read_text()
    for name, value in {
        "maxtime": duration * (1 + 1e-9),
        "writeinterval": duration / 4,
        "usethermostat": 0,
    }.items():
        source, found = re.subn(
            rf"^((?:const )?(?:double|int) {name} = )[^;]+;",
            rf"\g<1>{value!r};",
            source,
            flags=re.M,
        )
        if found != 1:
            sys.exit(f"no global '{name}' in EDMD's {variant}")
    (folder / "md.c").write_text(source)
    for part in (
        edmd / variant / f"md{variant}.h",
        *sorted(edmd.glob("*/mt19937ar.c"))[:1],
        *edmd.glob("mt19937ar.c"),
    ):
        shutil.copy(part, folder)
    subprocess.run(
        ["gcc", "-O3", "-march=native", "md.c", "-o", "md", "-lm"], cwd=folder, check=True
    )
    return folder / "md"


def run(edmd, variant, side, fraction, duration):
    """=> CPU time [s], impacts"""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_lattice(folder / "init.sph", side, fraction)
        made = program(edmd, variant, duration, folder)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = subprocess.run([made], cwd=folder, check=True, capture_output=True, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(re.findall(r"Collisions: (\d+)", told)[-1])


def rubble(bench, name, count):
    """=> impacts per second, as bench_events counts them"""
    command = [bench, f"--benchmark_filter=^{name}/{count}$", "--benchmark_min_time=2"]
    told = subprocess.run(
        command,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    number, prefix = re.search(r"items_per_second=([\d.]+)([kM]?)", told).groups()
    return float(number) * {"": 1, "k": 1e3, "M": 1e6}[prefix]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    edmd, bench = pathlib.Path(sys.argv[1]), sys.argv[2]
    print("gas,N,edmd_per_s,rubble_per_s,ratio")
    for name, (variant, fraction, start, more) in CASES.items():
        for side in SIDES:
            longer = max(1, more * SIDES[0] ** 3 / side**3)
            (t0, n0), (t1, n1) = (
                run(edmd, variant, side, fraction, time) for time in (start, start + longer)
            )
            theirs, ours = (n1 - n0) / (t1 - t0), rubble(bench, name, side**3)
            print(f"{name},{side**3},{theirs:.4g},{ours:.4g},{ours / theirs:.3f}", flush=True)


if __name__ == "__main__":
    main()
