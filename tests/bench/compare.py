#!/usr/bin/env python3
"""Speed of two builds, measured alternately in one run: smallest time of each benchmark and their
ratio.

    tests/bench/compare.py OLD NEW [--repeats N] [--kernels REGEX] [--gravity REGEX] [--narrow
    REGEX] [--impulses REGEX] [--events REGEX]

OLD, NEW: folders such as build/ci. One core for contacts; gravity takes the threads that its rows
name. The machine must be otherwise idle.
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess

KERNELS = "contacts/.*/(10648|97336)$|close_pairs/97336|direct_gravity/10000"
NARROW = "rubble_touch/.*/(8|40)$|rubble_faces"
IMPULSES = "/1000$"
EVENTS = "(dilute|dense)/8000$|shower/1000$"
GRAVITY = "fmm/bodies:(10000|100000|1000000)/"


def times(program, pattern):
    """=> {benchmark: time}"""
    ran = subprocess.run(
        [program, f"--benchmark_filter={pattern}", "--benchmark_format=json"],
        capture_output=True,
        text=True,
        check=True,
    )
    return {row["name"]: row["real_time"] for row in json.loads(ran.stdout)["benchmarks"]}


def add_options(parser):
    parser.add_argument("--repeats", type=int, default=4)
    parser.add_argument("--kernels", default=KERNELS)
    parser.add_argument("--gravity", default=GRAVITY)
    parser.add_argument("--narrow", default=NARROW)
    parser.add_argument("--impulses", default=IMPULSES)
    parser.add_argument("--events", default=EVENTS)


def in_turns(old, new, options):
    """(folders of two builds, options of add_options) => {benchmark: (smallest time of the old
    build, of the new one)}. Benchmarks that only one build has are left out."""
    builds = {"old": old, "new": new}
    found = {name: collections.defaultdict(list) for name in builds}
    for repeat in range(options.repeats):
        # so that neither always runs on the warmer machine
        for name in builds if repeat % 2 == 0 else reversed(builds):
            for program in ("kernels", "gravity", "narrow", "impulses", "events"):
                path = builds[name] / "tests" / f"bench_{program}"
                for row, time in times(path, getattr(options, program)).items():
                    found[name][row].append(time)
    return {
        row: (min(values), min(found["new"][row]))
        for row, values in found["old"].items()
        if row in found["new"]
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    add_options(parser)
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    print("benchmark\told\tnew\tnew / old")
    for row, (old, new) in in_turns(options.old, options.new, options).items():
        print(f"{row}\t{old:.4g}\t{new:.4g}\t{new / old:.3f}")


if __name__ == "__main__":
    main()
