#!/usr/bin/env python3
"""Changes one sign, factor or branch of the kernels at a time and reports which tests fail.

    tests/mutations/run.py [--jobs N] [NAME ...]     NAME: a file of the table, or a part of one

Each row of table.py is tried in a separate copy of lib/ and tests/; the sources are not changed.
The changed file is compiled and linked with the other files of its group (all of them are compiled
again if it is a header), and the group's tests are run. A change that no test notices, or that does
not compile, is a failure. The tests of a group must pass without the change. The library of the
preset `ci` must be built.
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
# An object of the library holds several files of a folder. The linker takes the first definition of
# a function, which is that of the group's own object.
LIBRARY = ["-Wl,--allow-multiple-definition", str(ROOT / "build/ci/lib/librubble.a")]
FLAGS = (
    "-std=c++20 -O1 -march=native -ffp-contract=off -fno-math-errno -fno-trapping-math "
    "-fopenmp -w"
).split()
COMMON = (
    "#include <Eigen/Geometry>\n#include <functional>\n#include <gtest/gtest.h>\n#include "
    "<string>\n#include <vector>\n"
)
LINKED = "-lgtest -lgtest_main -lfmt -lcrypto -ludunits2 -ltomlplusplus -lgmp -lmpfr -lz".split()
HDF5 = subprocess.run(
    ["pkg-config", "--cflags", "--libs", "hdf5"], text=True, stdout=subprocess.PIPE
).stdout.split()


def run(command, folder, seconds):
    try:
        return subprocess.run(
            command,
            cwd=folder,
            timeout=seconds,
            text=True,
            errors="replace",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    except subprocess.TimeoutExpired:
        return None


def precompiled(folder):
    """(empty folder) => a header with the includes of all tests, precompiled in the folder: most of
    the time to compile a small test."""
    header = folder / "common.hpp"
    header.write_text(COMMON)
    subprocess.run(
        ["g++", *FLAGS, "-isystem", EIGEN, "-x", "c++-header", str(header), "-o", f"{header}.gch"],
        check=True,
    )
    return header


def compiled(folder, source, header):
    """(folder with lib/ and tests/, source in it, precompiled) => output of the compiler, or
    nothing; source.o in that folder"""
    command = [
        "g++",
        *FLAGS,
        "-Ilib",
        "-Itests",
        "-isystem",
        EIGEN,
        "-include",
        str(header),
        "-c",
        source,
        "-o",
        f"{source}.o",
    ]
    built = run(command + HDF5, folder, 1800)
    if built is None:
        return "too slow"
    return "" if built.returncode == 0 else built.stdout.strip().splitlines()[0]


def outcome(folder, group, header, kept=None, changed=""):
    """(folder with lib/ and tests/, group, precompiled, folder with the group's objects as they are
    unchanged, file that differs from there) => result of the group's tests: "passed", or the
    failures."""
    sources, headers_only, tests = GROUPS[group]
    objects = []
    for source in sources:
        as_it_was = kept is not None and changed in sources and source != changed
        objects.append(str(kept / f"{source}.o") if as_it_was else f"{source}.o")
        if not as_it_was and (fault := compiled(folder, source, header)):
            return f"does not compile: {fault}"
    linked = run(
        [
            "g++",
            *FLAGS,
            *objects,
            "-o",
            "test",
            *(LINKED[:3] if headers_only else [*LIBRARY, *LINKED, *HDF5]),
        ],
        folder,
        600,
    )
    if linked is None or linked.returncode != 0:
        return "does not link: " + (linked.stdout.strip().splitlines()[0] if linked else "too slow")
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


def attempt(mutation, header, kept):
    """(row, precompiled, folder of each group with its unchanged objects) => result of the tests"""
    path, old, new, group = mutation
    with tempfile.TemporaryDirectory(prefix="rubble-mutation-") as name:
        folder = pathlib.Path(name)
        copy_to(folder)
        file = folder / path
        text = file.read_text()
        if text.count(old) != 1:
            return f"found {text.count(old)} times"
        file.write_text(text.replace(old, new))
        return outcome(folder, group, header, kept[group], path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    rows = [
        m for m in MUTATIONS if not options.names or any(name in m[0] for name in options.names)
    ]
    with tempfile.TemporaryDirectory(prefix="rubble-mutation-") as shared:
        header = precompiled(pathlib.Path(shared))
        kept = {group: pathlib.Path(shared) / group for group in sorted({m[3] for m in rows})}
        for group, folder in kept.items():
            folder.mkdir()
            copy_to(folder)
            said = outcome(folder, group, header)
            if said != "passed":
                sys.exit(f"unchanged, group '{group}': {said}")
        missed = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for (path, old, new, _), said in zip(
                rows, pool.map(lambda row: attempt(row, header, kept), rows)
            ):
                noticed = said != "passed" and not said.startswith(("found", "does not"))
                missed += not noticed
                print(
                    "noticed" if noticed else "MISSED ",
                    path,
                    f"{old}  =>  {new}",
                    said,
                    sep="\t",
                    flush=True,
                )
    print(f"{len(rows)} changes, {missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
