#!/usr/bin/env python3
"""Tests for `./check --fast`: all unit tests, and the tests of what changed since the merge base
with main.

usage: fast.py targets
       fast.py run BUILD [OPTION ...]
       fast.py --self-test BUILD

The first prints the CMake targets to build. The second runs the tests of a build folder within
BUDGET; the options go to ctest. The self-test checks that each folder of lib/ and each tracked file
has a rule, and that each pattern finds something.
"""
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
# [s] of wall time for the tests, by the times of earlier runs; the build takes the rest of two
# minutes
BUDGET = 95
# [s] of a test that has not run yet, by label; others 10
UNKNOWN = {"unit": 0.2, "physics": 2, "determinism": 10, "workflow": 20}
ALWAYS = r"^(rooms|mutations|fast|format)\."  # tests beside test_unit that run for any change

# Folder of lib/ -> tests/physics/NAME_test.cpp (patterns of NAME), and names of other tests
# (patterns). All of tests/unit always runs.
SOFT = (
    "adhesion attraction bonds cohesive_block contact drive driven_walls first_touch friction "
    "grains hill* impact materials memory mesh_walls off_centre periodic pile probes* rotation "
    "soft_energy"
)
ROOMS = {
    "base": ("gravity* hull_gravity pile impulse hard_spheres_bits", "tools.cases"),
    "config": ("checkpoint", "tools.cases tools.parameters tools.plausible"),
    "detect": ("contact driven_walls mesh_walls periodic impulse* hard_spheres_lists", ""),
    "experiment": ("drive", "determinism.drives_* Drives.* tools.shaking tools.critical"),
    "friction": ("friction impulse*", "tools.friction"),
    "gravity": ("gravity* hull_gravity held impulse_held balance hard_spheres_orbit", ""),
    "hsdem": (
        "hard_spheres_* hill* frame checkpoint materials probes*",
        "tools.strength tools.case_*hard_spheres",
    ),
    "laws": (
        f"{SOFT} hard_spheres_impacts impulse_accounts impulse_energy",
        "tools.case_restitution_plates tools.case_cohesion_energy tools.case_soft_pile",
    ),
    "generate": ("pile impulse_frame hard_spheres_often", "tools.shapes"),
    "measure": ("balance pile grains", "tools.alphashape tools.critical tools.lists tools.matrix"),
    "model": (
        "checkpoint grains hard_spheres_aggregates held materials planet probes* rotation",
        "tools.store_h5py",
    ),
    "motion": ("rotation grains impulse_rotation hard_spheres_aggregates frame", ""),
    "nscd": (
        "impulse* hull_gravity frame checkpoint materials probes*",
        "tools.impulses tools.shaking",
    ),
    "picture": ("", "tools.pictures tools.pages"),
    "cli": ("", "tools.cases tools.parameters tools.outputs tools.lists"),
    "run": ("balance checkpoint impulse_energy", "tools.cases tools.parameters tools.outputs"),
    "setup": (
        "checkpoint memory frame planet",
        "tools.case_hills_frame tools.cases tools.parameters tools.impulses tools.probes "
        "tools.materials",
    ),
    "simd": ("contact grains rotation gravity* impulse hard_spheres_bits", ""),
    "shape": (
        "hull_gravity impulse_hulls impulse_within impulse_ahead",
        "tools.shapes tools.hulls",
    ),
    "spatial": ("gravity_fmm *periodic hill pile hard_spheres_lists", "Determinism.NeighbourLists"),
    "ssdem": (
        f"{SOFT} balance held frame checkpoint frozen_bodies",
        "tools.case_soft_pile tools.case_fast_* tools.materials tools.bonds tools.cohesion "
        "BondDeterminism.*",
    ),
    "store": (
        "checkpoint",
        "tools.store_h5py tools.version1 tools.version2 tools.trajectories tools.outputs",
    ),
}

# Changed file (regular expression) -> other tests by name (patterns); \1 is what the expression
# found. The first match counts.
PATHS = [
    (r"lib/[^/]*|CMakeLists\.txt|CMakePresets\.json|\.ci/.*|check|\.clang.*|\.git.*|LICENSE", ""),
    (r"lib/\w+/.*|tests/unit/.*|tests/physics/.*", ""),
    (r"tools/.*", "tools.cases tools.lists tools.parameters docs.reference"),
    (
        r"tests/tools/(CMakeLists\.txt|lists\.py|tool_list\.py)",
        "tools.lists tools.parameters docs.reference",
    ),
    (r"tests/tools/(other_readers|vtp)\.py", "tools.vtk tools.paraview tools.trajectories"),
    (
        r"tests/tools/(runner|scenes|pile_numbers|friction_problem)\.py",
        "tools.cases tools.matrix tools.friction tools.calm",
    ),
    (r"tests/tools/(\w+)\.py", r"tools.\1"),
    (r"tests/cases/(commands|run)\.py", "tools.case_*"),
    (r"tests/cases/(\w+)[./].*", r"tools.case_\1"),
    (r"tests/fuzz/.*", "tools.fuzz tools.lists"),
    (r"tests/data/(version\d)/.*", r"tools.\1"),
    (r"tests/determinism/bonds_test\.cpp", "BondDeterminism.*"),
    (r"tests/determinism/(kill_restart|drives|same_bits)\.py", r"determinism.\1_*"),
    (
        r"tests/determinism/determinism_test\.cpp",
        "Determinism.* FastGravity.ThreadsListsAndRestarts Ordering.ListsAndRestarts "
        "Grains.ThreadsListsSlicesAndRestarts",
    ),
    (r"tests/determinism/drives_test\.cpp", "Drives.*"),
    (r"tests/docs/commands\.py|docs/how-to\.md", "tools.docs docs.prose"),
    (r"tests/docs/notebooks\.py|docs/notebooks/.*", "docs.notebooks"),
    (r"tests/docs/site\.py|docs/site/.*", "docs.site docs.reference"),
    (r"tests/docs/(prose|messages)(_test|_debt)?\.(py|txt)", r"docs.\1 docs.\1_self_test"),
    (r"tests/docs/(\w+)\.py", "docs.equations docs.walks docs.reference docs.*_self_test"),
    (r"docs/(reproduction/.*|results/.*|REPRODUCTION\.md)", "analysis.reproduction docs.prose"),
    (r"docs/parameters\.md", "tools.parameters docs.prose"),
    (
        r"docs/.*|[^/]*\.(md|cff)|\.codespellrc|configs/README\.md",
        "docs.prose docs.spelling docs.walks docs.equations docs.site",
    ),
    (r"configs/.*", "docs.reference tools.docs tools.plausible"),
    (r"tests/analysis/(\w+)_test\.py", r"analysis.\1"),
    (r"analysis/(rubble/.*|pyproject\.toml)", "tools.python analysis.*"),
    (r"analysis/.*|tests/analysis/CMakeLists\.txt", "analysis.*"),
    (r"tests/workflow/(\w+)_test\.py", r"workflow.\1"),
    (r"tests/workflow/.*", "workflow.template.*"),
    (
        r"workflows/(rules|scripts|schemas|envs|profiles)/.*|workflows/[^/]*|reproduce",
        "workflow.*.lint workflow.run_config workflow.run_toml workflow.sweep workflow.progress"
        " workflow.failed workflow.runs_table workflow.estimate workflow.reproduce"
        " workflow.template.jobs",
    ),
    (r"workflows/([\w-]+)/.*\.py", r"workflow.\1.lint workflow.\1.jobs analysis.*"),
    (r"workflows/([\w-]+)/.*", r"workflow.\1.lint workflow.\1.jobs"),
    (
        r"tests/mutations/.*|tests/(rooms|class_members|fast|format)\.py|tests/CMakeLists\.txt|"
        r"tests/(sanitize|tsan).*",
        "",
    ),
    (r"tests/package/.*", "package.install"),
    (r"tests/cross/.*", "cross.*"),
    (r"tests/bench/(compare|regressions).*", "bench.regressions"),
    (r"tests/bench/.*", ""),  # run by hand
]
# Names that are absent if Snakemake, FCL or codespell is not installed, or if test_determinism is
# not built.
OPTIONAL = r"workflow\.|cross\.|docs\.spelling|[A-Z]"


def git(*words):
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def changed_files():
    """=> paths that differ from the merge base with main, including new files; without a branch
    main, from HEAD"""
    base = "HEAD"
    for branch in ("origin/main", "main"):
        found = subprocess.run(
            ["git", "merge-base", "HEAD", branch], cwd=ROOT, capture_output=True, text=True
        )
        if found.returncode == 0:
            base = found.stdout.strip()
            break
    return sorted(
        {
            *git("diff", "--name-only", base).split("\n"),
            *git("ls-files", "--others", "--exclude-standard").split("\n"),
        }
        - {""}
    )


def stems():
    return sorted(
        path.name.removesuffix("_test.cpp") for path in (ROOT / "tests/physics").glob("*_test.cpp")
    )


def users_of(header):
    """(header of tests/) => names of the physics tests that include it"""
    return [
        stem
        for stem in stems()
        if f'"{header}"' in (ROOT / f"tests/physics/{stem}_test.cpp").read_text()
    ]


def chosen(path):
    """(changed file) => names of physics tests, patterns of other tests; None if the file is not
    mapped"""
    match = next(
        ((found, tests) for pattern, tests in PATHS if (found := re.fullmatch(pattern, path))), None
    )
    if match is None:
        return None
    physics, others = [], match[0].expand(match[1])
    if room := re.fullmatch(r"lib/(\w+)/.*", path):
        if room[1] not in ROOMS:
            return None
        patterns, others = ROOMS[room[1]]
        physics = [
            stem
            for stem in stems()
            if any(fnmatch.fnmatchcase(stem, pattern) for pattern in patterns.split())
        ]
    elif test := re.fullmatch(r"tests/physics/(\w+)_test\.cpp", path):
        physics = [test[1]] if test[1] in stems() else []  # none for a file that was removed
    elif re.fullmatch(r"tests/(physics|unit)/\w+\.hpp", path):
        physics = users_of(path.removeprefix("tests/"))
    return physics, others.split()


def wanted(paths):
    """(changed files) => names of physics tests, patterns of other tests"""
    found = [choice for path in paths if (choice := chosen(path))]
    return sorted({stem for physics, _ in found for stem in physics}), sorted(
        {other for _, others in found for other in others}
    )


def targets(paths):
    """(changed files) => CMake targets; no target means all programs and tests"""
    physics, others = wanted(paths)
    if any(
        re.match(
            r"tools|docs\.(site|reference)|workflow|[Dd]eterminism|Drives|package|cross", other
        )
        for other in others
    ):
        return []
    return ["test_unit"] + (["test_physics"] if physics else [])


def cases_of(source):
    """(file with GoogleTest's tests) => their names, as Suite.Name"""
    return {
        f"{suite}.{name}"
        for suite, name in re.findall(
            r"^\s*(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", source.read_text(), re.M
        )
    }


def plain(name):
    """(name of a test in ctest) => Suite.Name, without prefix and parameters"""
    return re.sub(r"^(?:\w+/)?([A-Z]\w*)(?:/\w+)?\.(\w+)(?:/.*| .*)?$", r"\1.\2", name)


def all_tests(build):
    """(build folder) => [(name, label, COST, processors)] in the order of ctest's numbers"""
    told = json.loads(
        subprocess.run(
            ["ctest", "--test-dir", build, "--show-only=json-v1"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    )
    found = []
    for test in told["tests"]:
        known = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
        found.append(
            (
                test["name"],
                (known.get("LABELS") or [""])[0],
                known.get("COST"),
                known.get("PROCESSORS", 1),
            )
        )
    return found


def measured(build):
    """(build folder) => {name: mean time of earlier runs [s]}"""
    path = pathlib.Path(build) / "Testing/Temporary/CTestCostData.txt"
    rows = (
        re.fullmatch(r"(.*) (\d+) ([\d.e+-]+)", line)
        for line in (path.read_text().splitlines() if path.exists() else ())
    )
    return {row[1]: float(row[3]) for row in rows if row and int(row[2])}


def selection(tests, paths, times, seconds):
    """(tests, changed files, times of earlier runs, budget [s of CPU time]) => numbers of tests to
    run, names of tests that do not fit"""
    physics, others = wanted(paths)
    own = {case for stem in physics for case in cases_of(ROOT / f"tests/physics/{stem}_test.cpp")}
    edited = {
        case
        for path in paths
        if re.fullmatch(r"tests/(unit|physics)/\w+_test\.cpp", path) and (ROOT / path).exists()
        for case in cases_of(ROOT / path)
    }
    picked = []
    for number, (name, label, cost, processors) in enumerate(tests, 1):
        gtest = label in ("unit", "physics", "determinism") and not re.match(r"[a-z]+\.", name)
        unit = (gtest and label == "unit") or re.search(ALWAYS, name)
        if not (
            unit
            or (gtest and plain(name) in own)
            or any(fnmatch.fnmatchcase(plain(name), other) for other in others)
        ):
            continue
        time = times.get(name, UNKNOWN.get(label, 10) if cost is None else cost) * processors
        picked.append((0 if plain(name) in edited else 1 if unit else 2, time, number, name))
    run, left, used = [], [], 0.0
    for _, time, number, name in sorted(picked):
        used += time
        (run if used <= seconds else left).append((number, name))
    return sorted(number for number, _ in run), [name for _, name in left]


def run(build, options):
    """(build folder, options of ctest) => exit code of ctest"""
    if any(
        re.match(r"-([RELIU]|LE)$|--(tests-|label-|exclude-|union|rerun)", option)
        for option in options
    ):
        sys.exit(
            "fast.py: options of ctest that select tests would change the numbers of the "
            "chosen tests: leave out --fast, or these options"
        )
    paths, processors = changed_files(), os.cpu_count()
    for path in paths:
        if chosen(path) is None:
            print(f"{path}: no rule in tests/fast.py: only unit tests run for it")
    numbers, left = selection(all_tests(build), paths, measured(build), BUDGET * processors)
    print(f"{len(paths)} changed files, {len(numbers)} tests", flush=True)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        # ctest ignores a number at the very end of the file
        file.write("0,0,0," + ",".join(map(str, numbers)) + "\n")
        file.flush()
        code = subprocess.run(
            [
                "ctest",
                "--test-dir",
                build,
                "-I",
                file.name,
                "--output-on-failure",
                "--parallel",
                str(processors),
                *options,
            ],
            stdin=subprocess.DEVNULL,
        ).returncode
    if left:
        print(
            f"not run, because all tests together take more than {BUDGET} s: {len(left)} "
            "tests. ./check runs them:\n  " + "\n  ".join(left[:20] + ["..."] * (len(left) > 20))
        )
    return code


def self_test(build):
    rooms = {path.name for path in (ROOT / "lib").iterdir() if path.is_dir()}
    faults = [f"lib/{room}: no row in ROOMS" for room in sorted(rooms - set(ROOMS))] + [
        f"ROOMS: lib/{room} does not exist" for room in sorted(set(ROOMS) - rooms)
    ]
    for path in sorted((ROOT / "tests/unit").glob("*_test.cpp")):
        if re.split(r"_", path.name)[0] not in {*rooms, "tools"}:
            faults.append(
                f"tests/unit/{path.name}: the name does not begin with a folder of lib/ or "
                "with tools"
            )
    used = {pattern for patterns, _ in ROOMS.values() for pattern in patterns.split()}
    faults += [
        f"tests/physics/{stem}_test.cpp: no row of ROOMS selects it"
        for stem in stems()
        if not any(fnmatch.fnmatchcase(stem, pattern) for pattern in used)
    ]
    faults += [
        f"ROOMS: no file tests/physics/{pattern}_test.cpp"
        for pattern in sorted(used)
        if not fnmatch.filter(stems(), pattern)
    ]
    tracked = [path for path in git("ls-files").splitlines() if (ROOT / path).exists()]
    faults += [f"{path}: no rule in PATHS" for path in tracked if chosen(path) is None]
    unused = [
        pattern for pattern, _ in PATHS if not any(re.fullmatch(pattern, path) for path in tracked)
    ]
    faults += [f"PATHS: {pattern}: no such file" for pattern in unused]
    names = [name for name, *_ in all_tests(build)]
    for other in wanted(tracked)[1]:
        if not fnmatch.filter(map(plain, names), other) and not re.match(OPTIONAL, other):
            faults.append(f"no test has a name that matches {other}")
    # Choice within a budget: edited tests first, then units, then others in the order of their
    # times.
    tests = [
        ("A.One", "unit", None, 1),
        ("tools.fuzz", "tools", 60, 1),
        ("tools.lists", "tools", None, 1),
        ("B.Two", "physics", None, 1),
    ]
    numbers, left = selection(tests, ["tests/fuzz/fuzz.py"], {"A.One": 1, "tools.lists": 2}, 10)
    if (numbers, left) != ([1, 3], ["tools.fuzz"]):
        faults.append(f"selection: {numbers}, {left}")
    for name, expected in (
        ("Laws.Hertz", "Laws.Hertz"),
        ("All/Laws.Hertz/3", "Laws.Hertz"),
        ("Laws/0.Hertz", "Laws.Hertz"),
        ("All/Laws.Hertz/3  # GetParam() = 2", "Laws.Hertz"),
    ):
        if plain(name) != expected:
            faults.append(f"plain: {name}: {plain(name)}")
    print(
        "\n".join(faults)
        or f"{len(rooms)} folders of lib/, {len(stems())} physics tests, {len(tracked)} files"
    )
    return bool(faults)


def main():
    words = sys.argv[1:]
    if words == ["targets"]:
        print(" ".join(targets(changed_files())))
    elif len(words) > 1 and words[0] == "run":
        sys.exit(run(words[1], words[2:]))
    elif len(words) == 2 and words[0] == "--self-test":
        sys.exit(self_test(words[1]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
