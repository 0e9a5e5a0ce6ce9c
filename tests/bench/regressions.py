#!/usr/bin/env python3
"""Looks for benchmarks that became slower since the last committed row of results.csv: builds that
commit in a folder of its own, and runs the benchmarks of both builds in turns on this machine.

    tests/bench/regressions.py BUILD [--since COMMIT] [--limit RATIO] [options of compare.py]

BUILD: folder of a build of this checkout, such as build/release. The earlier commit is built beside
it, in BUILD-COMMIT, with the same options, and kept there. The times of results.csv are not read:
they belong to other machines. Rows above the limit (default: 1.05) are marked. The exit status is 0
for any times, because times on a shared machine are no test.
"""
import argparse
import csv
import os
import pathlib
import subprocess
import sys

import compare

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
OPTIONS = ("CMAKE_BUILD_TYPE", "RUBBLE_ARCH", "RUBBLE_WERROR", "CMAKE_CXX_COMPILER_LAUNCHER")
TARGETS = [f"bench_{name}" for name in ("kernels", "gravity", "narrow", "impulses", "events")]


def last_commit(rows):
    """(rows of results.csv) => commit of the last row of the latest day, of the rows that were
    measured in a clean checkout; None without one"""
    clean = [row for row in rows if not row["commit"].endswith("-dirty")]
    latest = max((row["date"] for row in clean), default=None)
    return next((row["commit"] for row in reversed(clean) if row["date"] == latest), None)


def marked(found, limit):
    """({benchmark: (old time, new time)}, largest ratio) => lines of a table, the largest ratio
    first"""
    ratios = sorted(((new / old, row) for row, (old, new) in found.items()), reverse=True)
    return [
        f"{row}\t{found[row][0]:.4g}\t{found[row][1]:.4g}\t{ratio:.3f}"
        + ("\tslower" if ratio > limit else "")
        for ratio, row in ratios
    ]


def options_of(build):
    """(folder of a build) => its options as arguments of cmake"""
    cache = (build / "CMakeCache.txt").read_text().splitlines()
    lines = [line for line in cache if line.split(":")[0] in OPTIONS]
    return [f"-D{line}" for line in lines]


def build_of(commit, build):
    """(commit, folder of a build) => folder of a build of this commit with the same options"""
    tree = build.parent / f"{build.name}-{commit}"
    if not tree.exists():
        archive = tree.with_suffix(".tar")
        try:
            run("git", "-C", TOP, "archive", "--output", archive, commit)
            tree.mkdir()
            run("tar", "-x", "-f", archive, "-C", tree)
        finally:
            archive.unlink(missing_ok=True)
    folder = tree / "build"
    run("cmake", "-S", tree, "-B", folder, "-G", "Ninja", *options_of(build))
    run("cmake", "--build", folder, "--target", *TARGETS)
    return folder


def run(*words):
    """Runs a command. Its messages go to the standard error, because the table is the output."""
    subprocess.run([str(word) for word in words], check=True, stdout=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--since", metavar="COMMIT")
    parser.add_argument("--limit", type=float, default=1.05, metavar="RATIO")
    compare.add_options(parser)
    options = parser.parse_args()
    build = options.build.resolve()
    if not (build / "CMakeCache.txt").exists():
        parser.error(f"{options.build}: expected the folder of a build, found no CMakeCache.txt")
    with open(HERE / "results.csv", newline="") as file:
        since = options.since or last_commit(list(csv.DictReader(file)))
    if not since:
        parser.error("results.csv has no row of a clean checkout: give a commit with --since")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    try:
        earlier = build_of(since, build)
    except subprocess.CalledProcessError as error:
        parser.error(
            f"commit {since} cannot be built: {error.cmd[0]} ended with {error.returncode}"
        )
    found = compare.in_turns(earlier, build, options)
    print(f"benchmark\t{since}\tnow\tratio")
    print("\n".join(marked(found, options.limit)))


if __name__ == "__main__":
    main()
