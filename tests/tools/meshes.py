"""Walls of triangles through the tools: threads, restarts, files, exports, pictures and pages; what
is wrong is refused in one line.

Usage: meshes.py FOLDER_OF_THE_TOOLS
"""
import base64
import json
import os
import pathlib
import re
import struct
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
count = 150
lower = [-0.055, -0.028, -0.055]
upper = [0.055, 0.028, 0.055]
"""
RUN = """
[run]
duration = "DURATION s"
record_every = "5 ms"
frame_every = "20 ms"
checkpoint_every = 0.02
[step]
dt = "auto"
[gravity]
method = "none"
constant = 6.67430e-11
[external]
uniform = [0, 0, -9.81]
[contact.normal]
law = "linear"
pair_stiffness = 5e3
restitution = 0.6
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.5
restitution = 0.6
[contact.rolling]
law = "none"
"""
DRUM = """
[[mesh]]
form = "cylinder"
radius = 0.08
height = 0.06
ends = "both"
rotation = ["90 degree", 0, 0]
spin = [0, 5, 0]
"""
POSES = "time,x,ry\n0,0,0\n0.05,0.01,0.4\n0.2,0,1\n"
BLADE = """
[[mesh]]
form = "mesh"
file = "blade.obj"
unit = "1 cm"
position = [0, 0, -0.066]
poses = "poses.csv"
"""
OBJ = "v -3 -2.5 0\nv 3 -2.5 0\nv 3 2.5 0\nv -3 2.5 0\nf 1 2 3\nf 1 3 4\n"
PLANES = "[box]\nlower = [-0.1, -0.1, -0.1]\nupper = [0.1, 0.1, 0.1]\n"


def prepare():
    write("cloud.toml", CLOUD)
    write("blade.obj", OBJ)
    write("poses.csv", POSES)
    write("drum.toml", RUN.replace("DURATION", "0.1") + DRUM + BLADE)
    run("rubble-generate -q -c cloud.toml cloud.h5")


def evolve(out, more="", codes=(0,), threads=1):
    return run(
        f"rubble-evolve -q -c drum.toml {more} --track {out}-t.h5 cloud.h5 {out}.h5", codes, threads
    )


def test_any_number_of_threads_gives_the_same_bytes():
    write("cloud.toml", CLOUD.replace("count = 150", "count = 400").replace('"6 mm"', '"4.1 mm"'))
    run("rubble-generate -q --force -c cloud.toml cloud.h5")
    fast = "--set run.duration=0.03 --set external.uniform='[0, 0, -200]'"
    for threads in (1, 2, 4):
        evolve(f"t{threads}", f"{fast} --threads {threads}", threads=threads)
    same("t1", "t2")
    same("t1", "t4")
    walls = -1 - rubble.open("t1.h5").contact_arrays["pair"][:, 1]
    assert (walls >= 0).sum() > 5, walls


def test_a_killed_run_resumes_with_the_same_bytes():
    long = "--set run.duration=0.4 --set run.checkpoint_every=0.02"
    evolve("whole", long)
    line = f"rubble-evolve -q -c drum.toml {long} --restart --track killed-t.h5 cloud.h5 killed.h5"
    kills = sum(kill_at_checkpoint(line, "killed.h5") for _ in range(4))
    run(line)
    same("whole", "killed")
    assert kills > 1, kills


def test_restarts_notice_changed_files():
    """A finished and a stopped run, with another table of poses under the same name"""
    evolve("done")
    more = "--set run.duration=10 --set run.checkpoint_every=0.01"
    begin = f"rubble-evolve -q -c drum.toml {more} --track stopped-t.h5 cloud.h5 stopped.h5"
    assert kill_at_checkpoint(begin, "stopped.h5")
    write("poses.csv", POSES.replace("0.01", "0.02"))
    end = "rubble-evolve -q -c drum.toml --restart --track done-t.h5 cloud.h5 done.h5"
    for line in (end, begin + " --restart"):
        runner.refused(line, r"a file that the configuration names has changed")
    write("poses.csv", POSES)
    run(end)


def test_two_runs_are_one():
    """A second run continues from the poses of the first, with its springs."""
    evolve("whole")
    evolve("half", "--set run.duration=0.05")
    run("rubble-evolve -q -c drum.toml --set run.duration=0.05 half.h5 both.h5")
    one, two = rubble.open("whole.h5"), rubble.open("both.h5")
    for a, b, since in zip(one.meshes, two.meshes, (0, 0)):
        assert a.since == b.since == since
    shift = np.abs(one.bodies[["x", "y", "z"]] - two.bodies[["x", "y", "z"]]).to_numpy().max()
    assert shift < 1e-4, shift
    message = run(
        "sed '/mesh..$/,$d' drum.toml > none.toml; "
        "rubble-evolve -c none.toml --set run.duration=0.001 half.h5 free.h5 2>&1"
    )
    assert re.search(r"note: \d+ contacts of the pile with walls are dropped: .* no walls", message)
    with h5py.File("free.h5") as file:
        assert "meshes" not in file["parameters"]


def test_contacts_name_walls_of_the_file():
    """The contact points of each wall lie on its triangle in the pose of the frame."""
    evolve("a", "--set run.duration=0.2")
    seen = set()
    for frame in rubble.open("a-t.h5").frames:
        contacts = frame.contact_arrays
        for (_, wall), triangle, point, normal in zip(
            contacts["pair"], contacts["feature"], contacts["point"], contacts["normal"]
        ):
            if wall >= 0:
                continue
            mesh = frame.meshes[-1 - wall]
            corners = mesh.at(frame.time)[mesh.triangles[triangle]]
            across = np.cross(corners[1] - corners[0], corners[2] - corners[0])
            across /= np.linalg.norm(across)
            if abs(abs(across @ normal) - 1) < 1e-12:  # no edge is touched
                seen.add(-1 - wall)
                assert abs(across @ (point - corners[0])) < 1e-9
    assert seen == {0, 1}, seen


def test_info_lists_walls():
    evolve("a")
    rows = {
        row["quantity"]: row["value"] for row in json.loads(run("rubble-info --json a.h5"))["rows"]
    }
    assert rows["walls"] == 2 and rows["wall_0_triangles"] == 128 + 2 * 62, rows
    assert rows["wall_0_open_edges"] == 0 and rows["wall_1_open_edges"] == 4
    lower, upper = (
        [float(x) for x in rows[f"wall_1_{name}_corner"].split()] for name in ("lower", "upper")
    )
    corners = rubble.open("a.h5").meshes[1].at(rows["time"])
    assert np.allclose(lower, corners.min(0)) and np.allclose(upper, corners.max(0))
    turned = [float(x) for x in rows["wall_0_rotation"].split()]
    assert np.allclose(turned, [0, 5 * rows["time"], 0], atol=1e-9), turned


def test_walls_are_exported():
    evolve("a")
    pile = rubble.open("a.h5")
    expected = np.concatenate([mesh.at(pile.time) for mesh in pile.meshes])
    run("rubble-export -q --walls a.h5 walls.obj && rubble-export -q --walls a.h5 walls.ply")
    run("rubble-export -q --walls a.h5 walls.vtp && rubble-export -q --walls a-t.h5 walls.pvd")
    lines = [line.split() for line in open("walls.obj")]
    vertices = np.array([line[1:4] for line in lines if line[0] == "v"], float)
    assert np.allclose(vertices, expected, rtol=0, atol=1e-12)
    assert [line[1] for line in lines if line[0] == "o"] == ["wall_0", "wall_1"]
    assert sum(line[0] == "f" for line in lines) == 254
    assert os.path.exists("walls_0005.vtp")
    # exported walls are walls again
    write("again.toml", RUN.replace("DURATION", "0.001") + '[[mesh]]\nfile = "walls.obj"\n')
    run("rubble-evolve -q -c again.toml a.h5 again.h5")
    assert len(rubble.open("again.h5").meshes[0].triangles) == 254
    for line, message in (
        ("--walls cloud.h5 x.obj", "--walls needs walls of [[mesh]], found none"),
        ("--walls --bodies a.h5 x.vtp", "--walls cannot be combined with --bodies or --points"),
        ("--walls a.h5 x.csv", "--walls applies only to .vtp, .pvd, .obj and .ply"),
    ):
        assert message in run(f"rubble-export {line}", (2,))
    assert "2 walls" in run("rubble-export a.h5 a.csv 2>&1")


def unpacked(text, kind):
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), kind)


def test_pages_have_walls():
    evolve("a")
    write("three.js", "")
    run("rubble-view --three three.js a-t.h5 a.html")
    found = re.search(r'id="data">(.*?)</script>', open("a.html").read(), re.S)
    data = json.loads(found[1])
    track = rubble.open("a-t.h5")
    for wall, mesh in zip(data["walls"], track.frames[0].meshes, strict=True):
        corners = unpacked(wall["corners"], "<f4").reshape(-1, 3)
        poses = unpacked(wall["poses"], "<f4").reshape(-1, 3, 4)
        assert np.array_equal(unpacked(wall["triangles"], "<u4").reshape(-1, 3), mesh.triangles)
        for frame, pose in zip(track.frames, poses, strict=True):
            seen = corners @ pose[:, :3].T + pose[:, 3] + data["origin"]
            assert np.allclose(seen, mesh.at(frame.time), atol=1e-6)


def test_pictures_have_walls():
    try:
        from matplotlib.image import imread
    except ImportError:
        return
    evolve("a")
    run("rubble-render -q --plain --size 200,200 --across 0.4 a.h5 with.png")
    picture = imread("with.png")
    tinted = (picture[:, :, 2] - picture[:, :, 0] > 0.02).mean()
    assert 0.05 < tinted < 0.8, tinted


def test_wrong_walls_are_refused():
    def refused(tables, pattern, more=""):
        write("bad.toml", RUN.replace("DURATION", "0.01") + tables)
        runner.refused(f"rubble-evolve -q -c bad.toml {more} --force cloud.h5 bad.h5", pattern)

    box = '[[mesh]]\nform = "box"\nsides = [1, 1, 1]\n'
    mesh = '[[mesh]]\nfile = "FILE"\n'
    refused(mesh.replace("FILE", "none.obj"), r"bad.toml:\d+:\d+: .*none.obj: no such file")
    refused(mesh.replace("FILE", "cloud.toml"), r"expected a name that ends in .obj, .ply or .stl")
    write("short.obj", OBJ[: OBJ.index("v -3 2.5 0")] + "f 1 2 3\nf 1 3 4\n")
    refused(mesh.replace("FILE", "short.obj"), r"short.obj:5: vertex 4 of a face is not among")
    write("none.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n")
    refused(mesh.replace("FILE", "none.ply"), r"none.ply")
    with open("short.stl", "wb") as file:
        file.write(bytes(80) + struct.pack("<I", 3) + bytes(50))
    refused(mesh.replace("FILE", "short.stl"), r"short.stl")
    write("empty.obj", "v 0 0 0\n")
    refused(mesh.replace("FILE", "empty.obj"), r"empty.obj.*face")
    write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n")
    refused(mesh.replace("FILE", "flat.obj"), r"face.* no area")
    write("twin.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n")
    refused(
        mesh.replace("FILE", "twin.obj"),
        r"two faces have the same corners, \(0, 0, 0\), \(0, 1, 0\), \(1, 0, 0\)",
    )
    write("twin.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 3 2 1 4\n")
    refused(mesh.replace("FILE", "twin.obj"), r"two faces have the same corners")
    write("twin.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 1 2 3\n")
    refused(mesh.replace("FILE", "twin.obj"), r"two faces have the same corners")
    refused(box + "radius = 1\n", r"radius")
    refused(
        box.replace("[[mesh]]", "[[meshes]]"),
        r"unknown table \[\[meshes\]\]; did you mean \[\[mesh\]\]\?",
    )
    refused(
        box + box.replace("[[mesh]]", "[[meshes]]"),
        r"unknown table \[\[meshes\]\]; did you mean \[\[mesh\]\]\?",
    )
    refused('[[mesh]]\nform = "sphere"\n', r"must be one of .*\"funnel\"")
    refused('[[mesh]]\nform = "cylinder"\nheight = 1\n', r"radius")
    refused(box + "amplitude = [0, 0, 1]\n", r"need each other")
    refused(box + 'poses = "none.csv"\n', r"none.csv: no such file")
    refused(box + 'poses = "poses.csv"\nspin = [0, 0, 1]\n', r"'poses' replaces 'velocity'")
    write("bad.csv", "time,x\n0,0\n0,1\n")
    refused(box + 'poses = "bad.csv"\n', r"bad.csv:3: expected a time above 0 s")
    refused(box + "[periodic]\nperiod = [1, 1, 1]\n", r"periodic boxes do not support \[\[mesh\]\]")
    # The sheet passes through bodies.
    refused(BLADE.replace("-0.066", "0"), r"body \d+ overlaps mesh\[0\] by .* of its radius at")
    method = '[method]\nkind = "{}"\n'
    rigid = RUN[: RUN.index("[contact.normal]")].replace('"auto"', '"1 ms"')
    write(
        "bad.toml",
        rigid.replace("DURATION", "0.01")
        + method.format("hard-spheres")
        + box
        + "[contact]\nrestitution = 0.5\nsliding_restitution = 1\n",
    )
    runner.refused(
        "rubble-evolve -q -c bad.toml cloud.h5 bad.h5",
        r"hard spheres do not support \[\[mesh\]\]: .* \"soft-spheres\" or \"contact-dynamics\"",
    )


def test_seams_are_found_in_any_direction():
    """A vertex in the middle of a rim edge, with the rim in a plane across each axis."""
    for axis in range(3):
        corners = np.roll(
            [[0, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0.5, 0], [0, 0.5, -1], [0, 1, -1]], axis, 1
        )
        lines = ["v {} {} {}".format(*x) for x in corners] + ["f 1 2 3", "f 4 5 6"]
        write("seam.obj", "\n".join(lines))
        write("bad.toml", RUN.replace("DURATION", "0.01") + '[[mesh]]\nfile = "seam.obj"\n')
        runner.refused(
            "rubble-evolve -q -c bad.toml cloud.h5 bad.h5", r"vertex .* lies within the edge from"
        )


def test_frozen_bodies_may_overlap_walls():
    """They do not touch walls, as at planes. A free body there is refused."""
    box = '[[mesh]]\nform = "box"\nsides = [2, 2, 2]\n'
    write("near.csv", "id,m,r,x,y,z\n0,1,0.1,0,0,0.98\n1,1,0.1,0,0,0\n")
    run("rubble-import -q --material rock near.csv near.h5")
    write("near.toml", RUN.replace("DURATION", "0.001") + box)
    runner.refused("rubble-evolve -q -c near.toml near.h5 no.h5", r"body 0 overlaps mesh\[0\]")
    write("near.toml", RUN.replace("DURATION", "0.001") + box + "[[frozen]]\nids = [0]\n")
    run("rubble-evolve -q -c near.toml near.h5 held.h5")


def test_hulls_placed_into_walls_are_noted():
    """A cube of 2 cm at the top of the drum, half outside, and one inside."""
    evolve("a")
    hull = "".join(f"v {x} {y} {z}\n" for x in (0, 0.02) for y in (0, 0.02) for z in (0, 0.02))
    hull += "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n"
    write("hull.obj", "g body_0\n" + hull)
    run("rubble-import -q --material rock --density 2000 hull.obj hull.h5")
    for height, noted in ((0.078, True), (0.065, False)):
        write("place.toml", f'[[place]]\nrule = "at"\nposition = [0, 0, {height}]\n')
        message = run("rubble-place --force -c place.toml a.h5 hull.h5 placed.h5 2>&1")
        assert bool(re.search(r"note: \d placed bodies reach into", message)) == noted, message


def test_shaking_moves_no_meshes():
    write(
        "shake.toml",
        RUN.replace("DURATION", "1").replace("[run]", '[run]\nexperiment = "shake"')
        + PLANES
        + "amplitude = [0, 0, 0.01]\nfrequency = 5\n[shake]\ncycles = 1\nintruder = 0\n",
    )
    run("rubble-shake -q -c shake.toml cloud.h5 shaken.h5")
    write("moved.toml", open("shake.toml").read() + DRUM.replace("0.08", "0.8"))
    runner.refused(
        "rubble-shake -q -c moved.toml cloud.h5 no.h5",
        r"only the walls of \[box\] and \[\[plane\]\] can shake",
    )
    write("held.toml", open("shake.toml").read() + "[[frozen]]\nids = [0]\n")
    runner.refused("rubble-shake -q -c held.toml cloud.h5 no.h5", r"intruder: body 0 is frozen")


def test_sizes_are_questioned():
    """A wall in mm that was read in m, and the reverse."""
    for unit, pattern in (
        ("10 m", r"is 60 m, that of the pile 0.\d+ m: check"),
        ("1e-5 m", r"is 6e-05 m, and the smallest body measures 0.00\d+ m: check"),
    ):
        sheet = f'[[mesh]]\nfile = "blade.obj"\nunit = "{unit}"\nposition = [0, 0, -1]\n'
        write("sized.toml", RUN.replace("DURATION", "0.001") + sheet)
        message = run("rubble-evolve -c sized.toml --force cloud.h5 sized.h5 2>&1")
        assert re.search(r"note: the longest side of mesh\[0\] " + pattern, message), message


def test_files_that_end_early_are_refused():
    cube = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1))
    write(
        "cut.obj",
        "o a\n"
        + cube
        + "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\no b\nv 0 0 0\n",
    )
    line = "rubble-import -q --material rock --density 2000 cut.obj no.h5"
    runner.refused(
        line, r"cut.obj:\d+: .*expected faces after the last vertices, found the end of the file"
    )


def test_starts_are_noted():
    write("apart.csv", "id,m,r,x,y,z\n0,1,0.1,0,0,0\n1,1,0.1,0,0,2\n2,1,0.1,0,0,0.58\n")
    run("rubble-import -q --material rock apart.csv apart.h5")
    box = '[[mesh]]\nform = "box"\nsides = [1, 1, 1]\n'
    write("start.toml", RUN.replace("DURATION", "0.001") + box)
    message = run("rubble-evolve -c start.toml apart.h5 start.h5 --force 2>&1")
    assert "note: mesh[0] is closed; bodies inside at the start: 1, outside: 2" in message, message
    note = "overlap by more than 0.05 of the radius: body 2 overlaps mesh[0] by 0.2 "
    assert f"note: 1 contacts with [[mesh]] {note}" in message, message
    row = json.loads(run("rubble-packing --json start.h5"))["rows"][0]
    assert abs(row["deepest_overlap"] - 0.2) < 2e-3, row["deepest_overlap"]


def test_planes_and_meshes_share_numbers():
    """Walls 0 to 5 are those of the box, wall 6 is the sheet."""
    sheet = '[[mesh]]\nfile = "blade.obj"\nunit = "1 cm"\nposition = [0, 0, -0.07]\n'
    write("both.toml", RUN.replace("DURATION", "0.15") + PLANES + sheet)
    run("rubble-evolve -q -c both.toml cloud.h5 both.h5")
    walls = set(-1 - rubble.open("both.h5").contact_arrays["pair"][:, 1])
    assert {4, 6} <= {wall for wall in walls if wall >= 0}, walls


if __name__ == "__main__":
    tests = [value for name, value in list(globals().items()) if name.startswith("test_")]
    runner.run_all(tests, prepare)
