"""Walls that a force or a torque drives, through the tools: threads, restarts, files, series,
exports, pages and the Python package; what is wrong is refused in one line.

Usage: driven.py FOLDER_OF_THE_TOOLS
"""
import base64
import json
import pathlib
import re
import sys
import zlib

import h5py
import numpy as np

import runner
from runner import kill_at_checkpoint, run, same, write

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "analysis"))
import rubble  # noqa: E402

CLOUD = """
seed = 1
[material]
name = "glass"
density = "2.5 g/cm^3"
[size]
law = "uniform"
min = "4 mm"
max = "6 mm"
[cloud]
form = "box"
count = 60
lower = [-0.03, -0.03, 0.01]
upper = [0.03, 0.03, 0.06]
"""
RUN = """
[run]
duration = "0.12 s"
record_every = "2 ms"
frame_every = "20 ms"
[step]
dt = "auto"
[gravity]
method = "none"
constant = 6.67430e-11
[external]
uniform = [0, 0, -9.81]
[box]
lower = [-0.03, -0.03, 0]
upper = [0.03, 0.03, 0.3]
[contact.normal]
law = "linear"
pair_stiffness = 2e4
restitution = 0.5
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.3
restitution = 0.5
[contact.rolling]
law = "none"
"""
PLATE = """
[[mesh]]
form = "box"
sides = [0.058, 0.058, 0.01]
position = [0, 0, 0.075]
axis = [0, 0, 2]
force = -4
mass = 0.1
speed_limit = "0.8 m/s"
"""
BLADE = """
[[mesh]]
file = "blade.obj"
axis = [0, 0, 1]
torque = 0.02
moment_of_inertia = "1e-5 kg m^2"
spin_limit = 30
"""
OBJ = "v -0.028 0 0\nv 0.028 0 0\nv 0.028 0 0.006\nv -0.028 0 0.006\nf 1 2 3 4\n"
PROBES = '[[probe]]\nname = "floor"\nbox = "-z"\n[[probe]]\nname = "plate"\nmesh = 0\n'


def prepare():
    write("cloud.toml", CLOUD)
    write("blade.obj", OBJ)
    write("press.toml", RUN + PLATE + BLADE + PROBES)
    run("rubble-generate -q -c cloud.toml cloud.h5")


def evolve(out, more="", start="cloud.h5", threads=1):
    run(f"rubble-evolve -q -c press.toml {more} --track {out}-t.h5 {start} {out}.h5", (0,), threads)


def test_any_number_of_threads_gives_the_same_bytes():
    for threads in (1, 3):
        evolve(f"t{threads}", f"--set run.duration=0.05 --threads {threads}", threads=threads)
    same("t1", "t3")


def test_a_killed_run_resumes_with_the_same_bytes():
    long = "--set run.duration=0.4 --set run.checkpoint_every=0.02"
    evolve("whole", long)
    line = f"rubble-evolve -q -c press.toml {long} --restart --track killed-t.h5 cloud.h5 killed.h5"
    kills = sum(kill_at_checkpoint(line, "killed.h5") for _ in range(4))
    run(line)
    same("whole", "killed")
    assert kills > 1, kills


def test_series_and_files_agree():
    """Speed is the rate of the travel, and the balances of energy hold for each wall."""
    evolve("a")
    series, track = rubble.open("a-t.h5").series, rubble.open("a-t.h5")
    assert {"wall/6/travel", "wall/6/speed", "wall/7/rotation", "wall/7/spin"} <= set(series)
    rate = np.gradient(series["wall/6/travel"], series["time"])
    assert np.allclose(rate[2:-2], series["wall/6/speed"][2:-2], atol=0.1)
    assert np.allclose(series["wall/6/kinetic_energy"], 0.05 * series["wall/6/speed"] ** 2)
    works = series["wall/6/work"] + series["wall/7/work"]
    assert np.allclose(series["work/walls"], works, atol=1e-12)
    assert series["error/energy"].max() < 1e-2, series["error/energy"].max()
    last = track.frames[-1].wall_arrays
    assert last["travel"][0] == series["wall/6/travel"].iloc[-1] and last["travel"][1] == 0
    assert last["rotation"][1] == series["wall/7/rotation"].iloc[-1] and last["spin"][0] == 0
    assert np.array_equal(rubble.open("a.h5").wall_arrays["work"], last["work"])
    assert abs(last["travel"][0]) > 0.02 and abs(last["rotation"][1]) > 0.1, last


def test_contacts_lie_on_the_walls_of_each_frame():
    evolve("a", "--set run.duration=0.2")
    seen = set()
    for frame in rubble.open("a-t.h5").frames:
        contacts = frame.contact_arrays
        for (_, wall), triangle, point, normal in zip(
            contacts["pair"], contacts["feature"], contacts["point"], contacts["normal"]
        ):
            if wall >= -6:
                continue
            mesh = frame.meshes[-7 - wall]
            corners = mesh.at(frame.time)[mesh.triangles[triangle]]
            across = np.cross(corners[1] - corners[0], corners[2] - corners[0])
            across /= np.linalg.norm(across)
            if abs(abs(across @ normal) - 1) < 1e-12:  # no edge is touched
                seen.add(-1 - wall)
                assert abs(across @ (point - corners[0])) < 1e-9
    assert seen == {6, 7}, seen


def test_the_force_of_the_drive_reaches_the_floor():
    """At rest the plate presses with its force, the floor also carries the beads. Without friction
    the side walls carry nothing."""
    write("rest.toml", (RUN + PLATE + PROBES).replace("friction = 0.3", "friction = 0"))
    run("rubble-evolve -q -c rest.toml --set run.duration=2 --track r-t.h5 cloud.h5 r.h5")
    pile, last = rubble.open("r.h5"), rubble.open("r-t.h5").series.iloc[-1]
    weight = 9.81 * pile.bodies["mass"].sum()
    assert abs(last["probe/plate/force_z"] - 4) < 0.01, last["probe/plate/force_z"]
    assert abs(last["probe/floor/force_z"] + 4 + weight) < 0.01, last["probe/floor/force_z"]
    assert abs(last["wall/6/speed"]) < 1e-3


def test_two_runs_are_one():
    """A second run continues from the poses of the first, also with another force."""
    evolve("whole")
    evolve("half", "--set run.duration=0.06")
    evolve("both", "--set run.duration=0.06", "half.h5")
    one, two = rubble.open("whole.h5"), rubble.open("both.h5")
    for name in ("travel", "rotation", "work"):
        apart = np.abs(one.wall_arrays[name] - two.wall_arrays[name]).max()
        assert apart < 1e-3 * np.abs(one.wall_arrays[name]).max(), (name, apart)
    write("press.toml", (RUN + PLATE + BLADE + PROBES).replace("force = -4", "force = -8"))
    evolve("more", "--set run.duration=1e-4", "half.h5")
    before, after = rubble.open("half.h5").wall_arrays, rubble.open("more.h5").wall_arrays
    assert abs(before["travel"][0] - after["travel"][0]) < 0.01 * abs(before["travel"][0])
    write("press.toml", RUN + PLATE.replace("[0, 0, 2]", "[0, 0.01, 2]") + BLADE + PROBES)
    evolve("other", "--set run.duration=1e-5", "half.h5")
    assert abs(rubble.open("other.h5").wall_arrays["travel"][0]) < 1e-6


def test_lost_poses_are_noted():
    """A drive that is removed, and another axis, return the wall to its given position. A run that
    continues keeps the time `since` of its walls."""

    def notes(tables):
        write("press.toml", RUN + tables)
        line = "rubble-evolve -c press.toml --force --set run.duration=1e-5 half.h5 next.h5"
        return run(line + " 2>&1")

    write("press.toml", RUN + PLATE + BLADE)
    evolve("half", "--set run.duration=0.06")
    assert "in the pile a drive" not in notes(PLATE + BLADE)
    with h5py.File("half.h5") as before, h5py.File("next.h5") as after:
        since = "parameters/meshes/since"
        assert np.array_equal(before[since], after[since]) and after[since][0] == 0
    undriven = PLATE[: PLATE.index("axis")]
    text = notes(undriven + BLADE)
    assert re.search(
        r"a drive has displaced mesh\[0\] by -0.0\d+ m; this run has no drive", text
    ), text
    assert rubble.open("next.h5").meshes[0].at(0)[:, 2].min() > 0.069
    text = notes(PLATE.replace("[0, 0, 2]", "[0, 1e-9, 2]") + BLADE)
    assert re.search(r"a drive has displaced mesh\[0\] .*; this run has another axis", text), text


def test_huge_axes_are_directions():
    for name, axis in (("unit", "[0, 0, 1]"), ("huge", "[0, 0, 1e200]")):
        write("press.toml", RUN + PLATE.replace("[0, 0, 2]", axis))
        evolve(name, "--set run.duration=0.01")
    travels = [rubble.open(f"{name}.h5").wall_arrays["travel"][0] for name in ("unit", "huge")]
    assert travels[0] == travels[1] != 0, travels


def test_effective_configurations_run_again():
    evolve("a", "--set run.duration=0.01")
    config = rubble.open("a.h5").provenance[-1]["config"]
    assert "since" not in config and "speed_limit = 0.8" in config, config
    write("again.toml", config)
    run("rubble-evolve -q -c again.toml --track again-t.h5 cloud.h5 again.h5")
    run("rubble-diff a.h5 again.h5 && rubble-diff again.h5 a.h5")


def test_tools_show_the_pose():
    evolve("a")
    pile = rubble.open("a.h5")
    rows = {
        row["quantity"]: row["value"] for row in json.loads(run("rubble-info --json a.h5"))["rows"]
    }
    for number, mesh in enumerate(pile.meshes, 6):
        upper = [float(x) for x in rows[f"wall_{number}_upper_corner"].split()]
        assert np.allclose(upper, mesh.at(pile.time).max(0))
    assert rows["wall_6_speed"] == pile.wall_arrays["speed"][0]
    assert rows["wall_6_travel"] == pile.wall_arrays["travel"][0]
    assert rows["wall_7_rotation_about_axis"] == pile.wall_arrays["rotation"][1]
    assert [rows["wall_6_work"], rows["wall_7_work"]] == list(pile.wall_arrays["work"])
    expected = np.concatenate([mesh.at(pile.time) for mesh in pile.meshes])
    run("rubble-export -q --walls a.h5 walls.obj && rubble-export -q --walls a.h5 walls.vtp")
    vertices = [line.split()[1:4] for line in open("walls.obj") if line.startswith("v ")]
    assert np.allclose(np.array(vertices, float), expected, rtol=0, atol=1e-12)
    write("three.js", "")
    run("rubble-view --three three.js a-t.h5 a.html && rubble-render -q a.h5 a.png")
    found = re.search(r'id="data">(.*?)</script>', open("a.html").read(), re.S)
    data, track = json.loads(found[1]), rubble.open("a-t.h5")
    unpacked = [
        [
            np.frombuffer(zlib.decompress(base64.b64decode(wall[name])), "<f4")
            for wall in data["walls"]
        ]
        for name in ("corners", "poses")
    ]
    for number, (corners, poses) in enumerate(zip(*unpacked)):
        for frame, pose in zip(track.frames, poses.reshape(-1, 3, 4), strict=True):
            seen = corners.reshape(-1, 3) @ pose[:, :3].T + pose[:, 3] + data["origin"]
            assert np.allclose(seen, frame.meshes[number].at(frame.time), atol=1e-6)


def test_differences_and_hashes_include_poses():
    evolve("a", "--set run.duration=0.01")
    with h5py.File("a.h5") as file:
        assert list(file["particles/wall"]) == [
            "box",
            "rotation",
            "speed",
            "spin",
            "travel",
            "work",
        ]
    pile = rubble.open("a.h5")
    rubble.write("same.h5", pile.bodies, like=pile)
    assert np.array_equal(rubble.open("same.h5").wall_arrays["travel"], pile.wall_arrays["travel"])
    run("cp a.h5 b.h5")
    with h5py.File("b.h5", "r+") as file:
        file["particles/wall/travel"][0] += 1e-3
    assert "/particles/wall/travel" in run("rubble-diff a.h5 b.h5 || true")
    assert run("rubble-hash a.h5").split()[0] != run("rubble-hash b.h5").split()[0]
    with h5py.File("b.h5", "r+") as file:
        del file["particles/wall"]
    run("rubble-info b.h5")
    evolve("c", "--set run.duration=1e-5", "b.h5")
    assert abs(rubble.open("c.h5").wall_arrays["travel"][0]) < 1e-6


def test_wrong_drives_are_refused():
    def refused(tables, pattern, base=RUN):
        write("bad.toml", base + tables)
        runner.refused("rubble-evolve -q -c bad.toml --force cloud.h5 bad.h5", pattern)

    def plate(old, new):
        assert old in PLATE
        return PLATE.replace(old, new)

    refused(plate("mass = 0.1\n", ""), r"bad.toml:\d+:\d+: missing key 'mass' in \[\[mesh\]\]")
    refused(plate("force = -4\n", ""), r"missing key 'force'")
    refused(plate("axis = [0, 0, 2]\n", ""), r"missing key 'axis'")
    refused(plate("[0, 0, 2]", "[0, 0, 0]"), r"bad.toml:\d+:\d+: 'axis' .* must not be zero")
    refused(plate("0.1", "0"), r"'mass' .* must be > 0 kg")
    refused(plate('"0.8 m/s"', "-1"), r"'speed_limit' .* must be >= 0 m s-1")
    refused(plate('"0.8 m/s"', '"1 m"'), r"speed_limit.*m/?.*s")
    refused(PLATE + "torque = 1\n", r"driven by a force or a torque: remove 'force' or 'torque'")
    refused(PLATE + "spin_limit = 1\n", r"set 'speed_limit' instead of 'spin_limit'")
    refused(BLADE + "speed_limit = 1\n", r"set 'spin_limit' instead of 'speed_limit'")
    refused(plate("[0, 0, 2]", "[5e-324, 5e-324, 0]"), r"'axis' .* give a unit vector")
    refused(
        PLATE + "[[frozen]]\nids = [1]\n",
        r"bad.toml:\d+:\d+: walls driven .* pass through bodies of \[\[frozen\]\]: give the wall",
    )
    refused(PLATE + "velocity = [0, 0, 1]\n", r"no given motion: remove 'velocity', or 'force'")
    refused(PLATE + "since = 0\n", r"no given motion: remove 'since', or 'force'")
    refused(PLATE + "friction = 1\n", r"unknown key 'friction' in \[\[mesh\]\]")
    bare = PLATE[: PLATE.index("force")]
    refused(bare, r"'axis' in \[\[mesh\]\] needs a drive: set 'force' or 'torque'")
    head = RUN[: RUN.index("[contact.normal]")].replace('"auto"', '"1 ms"')
    rigid = "[contact]\nfriction = 0.5\nrestitution = 0.5\n"
    refused(
        PLATE + rigid,
        r"bad.toml:\d+:\d+: Contact Dynamics does not support walls driven by a force",
        head + '[method]\nkind = "contact-dynamics"\n',
    )
    refused(
        PLATE + "[contact]\nrestitution = 0.5\nsliding_restitution = 1\n",
        r"hard spheres do not support walls driven .*: use \[\[plane\]\] or \[box\], or use",
        head + '[method]\nkind = "hard-spheres"\n',
    )
    moving = RUN.replace("[box]", "[box]\namplitude = [0, 0, 1e-3]\nfrequency = 20")
    write("shake.toml", moving + PLATE + "[shake]\nintruder = 0\ncycles = 2\n")
    runner.refused(
        "rubble-shake -q -c shake.toml cloud.h5 bad.h5",
        r"remove the motion or the drive of \[\[mesh\]\], or use rubble-evolve",
    )


if __name__ == "__main__":
    tests = [value for name, value in list(globals().items()) if name.startswith("test_")]
    runner.run_all(tests, prepare)
