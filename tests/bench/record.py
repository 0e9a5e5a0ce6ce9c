#!/usr/bin/env python3
"""Cost of a record of a large pile: ledger and contact table, file, largest memory. Builds are
measured in turns.

    tests/bench/record.py FOLDER_OF_TOOLS... OUT.csv [--count N] [--repeats N]

The pile is a hexagonal packing of equal spheres. Each run of rubble-evolve makes four steps of soft
spheres with fast multipoles, a record at the start and after each step, and one file with all
contacts. One thread; the machine must be otherwise idle. The times of parts are wall times from the
run's log. Builds are numbered in their order. All rows are written, and the smallest numbers of
each build are printed.
"""
import argparse
import csv
import os
import pathlib
import re
import tempfile

CONFIG = pathlib.Path(__file__).resolve().parents[2] / "configs" / "packed.toml"
RUN = """[run]
experiment = "evolve"
duration = "0.02 s"
record_every = "0.005 s"
[step]
dt = "0.005 s"
[gravity]
method = "fmm"
error = 1e-3
constant = "6.67430e-11 m^3 kg^-1 s^-2"
[contact.normal]
law = "linear"
pair_stiffness = "auto"
tension = "allow"
restitution = 0.5
[contact.sliding]
law = "coulomb"
friction = 0.5
restitution = 0.5
[contact.rolling]
law = "none"
"""
RECORDS = 5
COLUMNS = (
    "build",
    "bodies",
    "steps [s]",
    "record [s]",
    "file [s]",
    "CPU [s]",
    "file [MB]",
    "memory [GB]",
)


def run(folder, *words):
    """(tools, words of a command) => its largest memory [GB], one thread"""
    program = folder / words[0]
    child = os.posix_spawn(
        program, [str(program), *map(str, words[1:])], os.environ | {"OMP_NUM_THREADS": "1"}
    )
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        raise SystemExit(f"{program} failed")
    return usage.ru_maxrss * 1024 / 1e9


def measured(folder, place):
    """(tools, folder with the pile) => numbers of a row"""
    out = place / "out.h5"
    options = ("--force", "--threads", "1", "-c", place / "run.toml")
    memory = run(folder, "rubble-evolve", *options, place / "pile.h5", out)
    log = (place / "out.h5.log").read_text()
    parts = re.search(r"steps ([\d.]+), ledger and contacts ([\d.]+), files ([\d.]+)", log)
    steps, records, files = map(float, parts.groups())
    cpu = float(re.search(r"CPU time \[s\]: ([\d.]+)", log)[1])
    numbers = (steps, records / RECORDS, files, cpu, out.stat().st_size / 1e6, memory)
    return [f"{number:.4g}" for number in numbers]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tools", type=pathlib.Path, nargs="+")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000000)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        (place / "run.toml").write_text(RUN)
        size = ("--set", f"cloud.count={options.count}", "--set", "cloud.glued=false")
        run(options.tools[-1], "rubble-generate", "-c", CONFIG, *size, place / "pile.h5")
        for _ in range(options.repeats):
            for number, folder in enumerate(options.tools, 1):
                rows.append([number, options.count, *measured(folder, place)])
    with open(options.out, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)
    print(*COLUMNS, sep="\t")
    for number in range(1, len(options.tools) + 1):
        own = zip(*(row[2:] for row in rows if row[0] == number))
        least = (f"{min(map(float, values)):.4g}" for values in own)
        print(number, options.count, *least, sep="\t")


if __name__ == "__main__":
    main()
