#!/usr/bin/env python3
"""Runs bench_kernels, bench_narrow, bench_impulses or bench_events on one core and adds its rows to
results.csv, with machine and commit.

    tests/bench/baseline.py build/release/tests/bench_kernels [FILTER]

FILTER: regular expression for names of benchmarks (default: all; for bench_impulses those with 1000
bodies).

N of bench_narrow is the number of a hull's vertices; ms are for its 128 pairs.
"""

import csv
import datetime
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FIELDS = ["date", "commit", "machine", "cores_busy", "kernel", "N", "ms", "items_per_s", "item"]


def machine():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def item(kernel):
    return {
        **dict.fromkeys(
            ("rubble_separation", "rubble_touch", "rubble_faces", "fcl", "ccd", "bullet"), "pair"
        ),
        "direct_gravity": "pair",
        "close_pairs": "particle",
        "three_step": "particle",
        **dict.fromkeys(("dilute", "dense", "shower"), "impact"),
    }.get(kernel, "particle-step")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = sys.argv[1]
    pattern = (
        sys.argv[2]
        if len(sys.argv) > 2
        else "/1000$"
        if program.endswith("bench_impulses")
        else "."
    )
    load = os.getloadavg()[0]
    command = [
        program,
        f"--benchmark_filter={pattern}",
        "--benchmark_format=json",
        "--benchmark_repetitions=5",
        "--benchmark_report_aggregates_only=true",
    ]
    output = subprocess.run(
        command,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    commit = subprocess.run(
        ["git", "-C", HERE, "describe", "--always", "--dirty"], capture_output=True, text=True
    ).stdout.strip()
    path = HERE / "results.csv"
    new = not path.exists()
    with open(path, "a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if new:
            writer.writeheader()
        for row in json.loads(output)["benchmarks"]:
            if row["aggregate_name"] != "median":
                continue
            parts = row["run_name"].split("/")
            writer.writerow(
                {
                    "date": datetime.date.today().isoformat(),
                    "commit": commit,
                    "machine": machine(),
                    "cores_busy": f"{load:.1f}",
                    "kernel": "/".join(parts[:-1]),
                    "N": parts[-1],
                    "ms": f"{row['cpu_time']:.4g}",
                    "items_per_s": f"{row['items_per_second']:.4g}",
                    "item": item(parts[0]),
                }
            )


if __name__ == "__main__":
    main()
