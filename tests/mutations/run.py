#!/usr/bin/env python3
"""Changes one sign, factor or branch of the kernels at a time and says which tests notice.

    tests/mutations/run.py [--jobs N] [NAME ...]     NAME: a file of the table, or a part of one

Each row of table.py is tried in a copy of lib/ and tests/ of its own; the sources stay as they are. The tests of its
group are compiled with the changed file and run: a change that no test notices, or that does not compile, is a failure.
A group's tests must pass unchanged. The library of the preset `ci` must be built.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from table import GROUPS, MUTATIONS

ROOT = pathlib.Path(__file__).resolve().parents[2]
EIGEN = "/usr/include/eigen3"
LIBRARY = ROOT / "build/ci/lib/librubble.a"
FLAGS = "-std=c++20 -O1 -march=native -ffp-contract=off -fno-math-errno -fno-trapping-math -fopenmp -w".split()
COMMON = "#include <Eigen/Geometry>\n#include <functional>\n#include <gtest/gtest.h>\n#include <string>\n#include <vector>\n"
LINKED = "-lgtest -lgtest_main -lfmt -lcrypto -ludunits2 -ltomlplusplus -lgmp -lmpfr".split()


def run(command, folder, seconds):
    try:
        return subprocess.run(command, cwd=folder, timeout=seconds, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return None


def precompiled(folder):
    """(empty folder) => a header of what all tests read, compiled in it: most of the time to compile a small test."""
    header = folder / "common.hpp"
    header.write_text(COMMON)
    subprocess.run(["g++", *FLAGS, "-isystem", EIGEN, "-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)
    return header


def outcome(folder, group, header):
    """(folder with lib/ and tests/, group, precompiled) => what the group's tests say: "passed", or what did not."""
    sources, headers_only, tests = GROUPS[group]
    hdf5 = subprocess.run(["pkg-config", "--cflags", "--libs", "hdf5"], text=True, stdout=subprocess.PIPE).stdout.split()
    command = ["g++", *FLAGS, "-Ilib", "-Itests", "-isystem", EIGEN, "-include", str(header), *sources, "-o", "test"]
    command += LINKED[:3] if headers_only else [str(LIBRARY), *LINKED, *hdf5]
    built = run(command, folder, 1800)
    if built is None or built.returncode != 0:
        return "does not compile: " + (built.stdout.strip().splitlines()[0] if built else "too slow")
    ran = run(["./test", f"--gtest_filter={tests}", "--gtest_brief=1"], folder, 300)
    if ran is None:
        return "hangs"
    failed = sorted(set(re.findall(r"^\[  FAILED  \] ([\w/]+\.[\w/]+)", ran.stdout, re.M)))
    if ran.returncode != 0:
        return ", ".join(failed) or f"ends with {ran.returncode}"
    return "passed"


def copy_to(folder):
    for name in ("lib", "tests"):
        shutil.copytree(ROOT / name, folder / name)


def attempt(mutation, header):
    path, old, new, group = mutation
    with tempfile.TemporaryDirectory(prefix="rubble-mutation-") as name:
        folder = pathlib.Path(name)
        copy_to(folder)
        file = folder / path
        text = file.read_text()
        if text.count(old) != 1:
            return f"found {text.count(old)} times"
        file.write_text(text.replace(old, new))
        return outcome(folder, group, header)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    rows = [m for m in MUTATIONS if not options.names or any(name in m[0] for name in options.names)]
    with tempfile.TemporaryDirectory(prefix="rubble-mutation-") as shared:
        header = precompiled(pathlib.Path(shared))
        for group in sorted({m[3] for m in rows}):
            with tempfile.TemporaryDirectory(prefix="rubble-mutation-") as name:
                copy_to(pathlib.Path(name))
                said = outcome(pathlib.Path(name), group, header)
            if said != "passed":
                sys.exit(f"unchanged, group '{group}': {said}")
        missed = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for (path, old, new, _), said in zip(rows, pool.map(lambda row: attempt(row, header), rows)):
                noticed = said != "passed" and not said.startswith(("found", "does not"))
                missed += not noticed
                print("noticed" if noticed else "MISSED ", path, f"{old}  =>  {new}", said, sep="\t", flush=True)
    print(f"{len(rows)} changes, {missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
