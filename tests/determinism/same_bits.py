#!/usr/bin/env python3
"""Runs the scenes below with the programs of two builds and compares the content hashes of all
piles and tracks.

    tests/determinism/same_bits.py OLD NEW [--only NAME ...]
    tests/determinism/same_bits.py --self-test PROGRAMS

OLD, NEW, PROGRAMS: folders with the programs, such as build/ci/bin. Use it for changes of the code
that must not change results. The programs of NEW compute all hashes. Exit code 1 if a hash differs.
The self-test requires that every scene runs and that another seed of the initial pile is noticed in
every scene.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"
CLOUD = "rubble-generate -c cloud.toml --set cloud.count=100 cloud.h5"
FEW = "rubble-generate -c cloud.toml --set cloud.count=40 cloud.h5"
GRAINS = (
    "rubble-generate -c grains.toml --set cloud.count=100 --set "
    "'cloud.upper=[0.05,0.05,0.08]' grains.h5"
)
HULLS = "rubble-generate -c hulls.toml --set cloud.count=27 hulls.h5"
EJECTA = "rubble-generate -c ejecta.toml ejecta.h5"
PACKED = "rubble-generate -c packed.toml --set cloud.count=150 --set cloud.glued={} packed.h5"
SPIN = "rubble-spin -c spin.toml --set spin.rate='{}' packed.h5 fast.h5"
IMPULSES = "rubble-relax -c impulses.toml --set run.duration='{}' --set run.frame_every='5 min'"
EVENTS = "rubble-evolve -c hard-spheres.toml --set run.duration='{}' --set run.record_every='1 min'"
BREAKING = EVENTS + " --set step.dt='1 s' --set gravity.method=direct"

# Each command ends with its output. The runs, which have a track, are compared.
SCENES = {
    "soft spheres, linear law, held gravity": [
        CLOUD,
        "rubble-relax -c relax.toml --set run.duration='2 h' cloud.h5 OUT",
    ],
    "soft spheres, Hertz-Mindlin law": [
        FEW,
        "rubble-evolve -c hertz.toml --set run.duration='30 min' cloud.h5 OUT",
    ],
    "soft spheres, rolling springs": [
        CLOUD,
        "rubble-evolve -c gravel.toml --set run.duration='1 h' cloud.h5 OUT",
    ],
    "grains in a shaken box": [
        GRAINS,
        "rubble-shake -c shake.toml --set run.duration='0.2 s' grains.h5 OUT",
    ],
    "grains with held gravity": [
        GRAINS,
        "rubble-evolve -c box.toml --set run.duration='0.3 s' --set gravity.method=direct "
        "--set gravity.hold=1e-3 --set gravity.constant=1e-4 grains.h5 OUT",
    ],
    "flyby": [
        FEW,
        "rubble-flyby -c flyby.toml --set run.duration='1 h' --set stop.radius=none --set "
        "stop.least_mass=0 --set flyby.start_distance='9000 km' cloud.h5 OUT",
    ],
    "spheres of Contact Dynamics": [CLOUD, IMPULSES.format("2 h") + " cloud.h5 OUT"],
    "restitution and cohesion of Contact Dynamics": [
        CLOUD,
        IMPULSES.format("1 h") + " --set contact.restitution=0.5"
        " --set contact.cohesion.cohesive_force=1000 --set contact.cohesion.range=0.05 "
        "cloud.h5 OUT",
    ],
    "hulls with held gravity": [
        HULLS,
        IMPULSES.format("40 min") + " --set gravity.hold=1e-3 hulls.h5 OUT",
    ],
    "glued grains of Contact Dynamics": [
        GRAINS,
        IMPULSES.format("0.2 s") + " --set step.dt=1e-4 --set run.record_every=0.01"
        " --set gravity.constant=0.01 grains.h5 OUT",
    ],
    "hard spheres": [
        EJECTA,
        EVENTS.format("2 h") + " --set contact.restitution=0.8 --set outcome.stick=0 ejecta.h5 OUT",
    ],
    "aggregates that form and break": [EJECTA, EVENTS.format("4 h") + " ejecta.h5 OUT"],
    "rigid aggregate that fails": [
        PACKED.format("true"),
        SPIN.format("300 s"),
        BREAKING.format("10 min") + " packed.h5 OUT",
    ],
}


def run(line, programs, folder):
    """(command, folder of the programs, working folder) Ends the comparison if the command
    fails."""
    words = shlex.split(line)
    words[0] = str(programs / words[0])
    done = subprocess.run(
        words[:1] + ["-q"] + words[1:], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 4):  # 4: the duration ended before the stop rule
        sys.exit(f"{line}\nexit code {done.returncode}: {done.stderr}")


def time_of(pile, program, folder):
    """(pile, rubble-info, working folder) => its time [s]"""
    done = subprocess.run(
        [program, "--json", pile], cwd=folder, capture_output=True, text=True, check=True
    )
    rows = json.loads(done.stdout)["rows"]
    return next(float(row["value"]) for row in rows if row["quantity"] == "time")


def hashes(name, programs, hashing):
    """(scene, folder of the programs, program that computes hashes) => hashes of the pile and of
    the track"""
    with tempfile.TemporaryDirectory() as folder:
        for path in CONFIGS.iterdir():
            shutil.copy(path, folder)
        for path in pathlib.Path(folder).glob("*.toml"):  # earlier programs refuse this key
            path.write_text(re.sub("^experiment = .*\n", "", path.read_text(), flags=re.M))
        *making, last = SCENES[name]
        for line in making:
            run(line, programs, folder)
        run(last.replace("OUT", "-t track.h5 out.h5"), programs, folder)
        if time_of("out.h5", hashing.with_name("rubble-info"), folder) == 0:
            sys.exit(f"{last}\nended at its start")
        lines = subprocess.run(
            [hashing, "out.h5", "track.h5"], cwd=folder, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        return [line.split()[0] for line in lines]


def compare(old, new, names):
    """(folder of the programs of each build, names of scenes) => names of the scenes whose hashes
    differ"""
    differ = []
    for name in names:
        begin = time.monotonic()
        if hashes(name, old, new / "rubble-hash") != hashes(name, new, new / "rubble-hash"):
            differ.append(name)
        print(
            f"{'DIFFER' if name in differ else 'ok    '} {name} ({time.monotonic() - begin:.1f} s)",
            flush=True,
        )
    return differ


def self_test(programs):
    with tempfile.TemporaryDirectory() as folder:
        for path in programs.iterdir():
            pathlib.Path(folder, path.name).symlink_to(path)
        changed = pathlib.Path(folder, "rubble-generate")
        changed.unlink()
        changed.write_text(
            f'#!/bin/sh\nexec "{programs / changed.name}" --seed 2 "$@"\n', encoding="ascii"
        )
        changed.chmod(0o755)
        missed = set(SCENES) - set(compare(programs, pathlib.Path(folder), SCENES))
    if missed:
        sys.exit(
            f"self-test: another seed did not change the hashes of: {', '.join(sorted(missed))}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", type=pathlib.Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--only", nargs="+", choices=SCENES, default=list(SCENES))
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    folders = [path.resolve() for path in options.programs]
    if len(folders) != (1 if options.self_test else 2):
        parser.error("give the folders OLD and NEW, or --self-test and one folder")
    if options.self_test:
        return self_test(folders[0])
    sys.exit(1 if compare(*folders, options.only) else 0)


if __name__ == "__main__":
    main()
