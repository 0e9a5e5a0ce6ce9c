#!/usr/bin/env python3
"""Flips a sign, drops a term or swaps an index at random places of the physics code, chosen by a
seed, and reports which tests fail.

    tests/mutations/draw.py [--seed N] [--places N] [--only N,N] [--list]

Places are drawn evenly from the library folders laws, ssdem, gravity, measure, drive and friction
and from the three kinds of change, among all statements in which such a change is possible. Each
change is tested in a copy of the sources with its own build. The unit and physics tests run first
and, if none of them fails, those of tools and determinism. A change that no test notices is a
failure. So is one that does not compile, because it does not change the physics.
"""

import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ("laws", "ssdem", "gravity", "measure", "drive", "friction")
FOLDERS = ("lib", "tools", "tests", "configs", "docs", "analysis", "workflows")
# Statements with computations: no comments, messages, declarations of templates, tables of
# parameters, or loop heads.
SKIPPED = re.compile(
    r'//|"|#|template|static_assert|throw|for \(|operator|prefetch|using '
    r"|constexpr|std::size_t \w+ = |reserve\("
)
SIGN = [(" + ", " - "), (" - ", " + "), (" += ", " -= "), (" -= ", " += ")]
INDEX = [
    (".x", ".y"),
    (".z", ".x"),
    ("[0]", "[1]"),
    ("[2]", "[1]"),
    ("[i]", "[0]"),
    ("[a]", "[b]"),
    ("[b]", "[a]"),
    ("key.a", "key.b"),
    ("key.b", "key.a"),
]
TERM = re.compile(r" [+-] ((?:[\w.:]|->|\[[^][]*\]|\([^()]*\)|\s\*\s|\s/\s)+)(?=[;,)])")


def changes_of(line):
    """(a line of code) => {kind: [changed lines]}"""
    found = {"sign": [], "term": [], "index": []}
    for old, new in SIGN:
        for at in re.finditer(re.escape(old), line):
            found["sign"].append(line[: at.start()] + new + line[at.end() :])
    for at in TERM.finditer(line):
        found["term"].append(line[: at.start()] + line[at.end() :])
    for old, new in INDEX:
        for at in re.finditer(re.escape(old) + r"(?![\w(])", line):
            found["index"].append(line[: at.start()] + new + line[at.end() :])
    return found


def places_of(room):
    """(room) => {kind: [(file, number of the line, changed line)]}"""
    places = {"sign": [], "term": [], "index": []}
    for path in sorted((ROOT / "lib" / room).glob("*.[ch]pp")):
        for number, line in enumerate(path.read_text().splitlines()):
            if SKIPPED.search(line):
                continue
            for kind, changed in changes_of(line).items():
                places[kind] += [(path.relative_to(ROOT), number, text) for text in changed]
    return places


def draw(seed, count):
    """=> this number of different places, from each library folder in turn"""
    rng = random.Random(seed)
    of_room = {room: places_of(room) for room in ROOMS}
    drawn = []
    while len(drawn) < count:
        room = ROOMS[len(drawn) % len(ROOMS)]
        kind = rng.choice([k for k, places in of_room[room].items() if places])
        place = rng.choice(of_room[room][kind])
        if place not in [p for _, p in drawn]:
            drawn.append((kind, place))
    return drawn


def run(command, folder, seconds=3600):
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


def build(folder, targets):
    return run(["cmake", "--build", "build", "--", *targets], folder).returncode == 0


def failed_tests(folder, program):
    ran = run([f"build/tests/{program}", "--gtest_brief=1"], folder, 1200)
    if ran is None:
        return ["hangs"]
    names = sorted(set(re.findall(r"^\[  FAILED  \] ([\w/]+\.[\w/]+)", ran.stdout, re.M)))
    return names if names or ran.returncode == 0 else [f"{program} ends with {ran.returncode}"]


def failed_others(folder):
    if not build(folder, ["all"]):
        return None
    ran = run(
        ["ctest", "--test-dir", "build", "-L", "tools|determinism", "-E", "fuzz|bombs"], folder
    )
    return re.findall(r"\d+ - (\S+) \(Failed\)", ran.stdout) if ran else ["hangs"]


def attempt(folder, place):
    """(folder with a build, place) => names of the failing tests; None if the change does not
    compile"""
    path, number, changed = place
    file = folder / path
    text = file.read_text()
    lines = text.splitlines(keepends=True)
    lines[number] = changed + "\n"
    file.write_text("".join(lines))
    try:
        if not build(folder, ["test_unit", "test_physics"]):
            return None
        return (
            failed_tests(folder, "test_unit")
            or failed_tests(folder, "test_physics")
            or failed_others(folder)
        )
    finally:
        file.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--places", type=int, default=20)
    parser.add_argument(
        "--only",
        type=lambda text: [int(n) for n in text.split(",")],
        help="these of the places drawn, from 1",
    )
    parser.add_argument("--list", action="store_true", help="say the places only")
    options = parser.parse_args()
    drawn = draw(options.seed, options.places)
    if options.only:
        drawn = [drawn[n - 1] for n in options.only]
    missed = 0
    with tempfile.TemporaryDirectory(prefix="rubble-draw-") as name:
        folder = pathlib.Path(name)
        if not options.list:
            for part in FOLDERS:
                shutil.copytree(ROOT / part, folder / part)
            for part in ("CMakeLists.txt", "CMakePresets.json", "README.md", "CHANGELOG.md"):
                shutil.copy(ROOT / part, folder / part)
            run(["cmake", "--preset", "ci", "-B", "build", "-DRUBBLE_WERROR=OFF"], folder)
            if not build(folder, ["test_unit", "test_physics"]):
                sys.exit("the sources do not build unchanged")
            failed = failed_tests(folder, "test_unit") + failed_tests(folder, "test_physics")
            if failed:
                sys.exit(f"unchanged, these tests fail: {', '.join(failed)}")
        for kind, place in drawn:
            path, number, changed = place
            said = [] if options.list else attempt(folder, place)
            noticed = bool(said)
            missed += not noticed and not options.list
            word = (
                ""
                if options.list
                else "noticed"
                if noticed
                else "does not compile"
                if said is None
                else "MISSED"
            )
            print(
                word,
                kind,
                f"{path}:{number + 1}",
                changed.strip(),
                ", ".join((said or [])[:4]),
                sep="\t",
                flush=True,
            )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
