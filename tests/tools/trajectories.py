"""Tracks for other programs: extended XYZ frame after frame, series of VTK PolyData with ParaView's
list.

Usage: trajectories.py FOLDER_OF_THE_TOOLS

The files are read here by the definitions of their formats, and compared with the track as read by
h5py.
"""
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

import h5py
import numpy as np

import runner
import scenes
import vtp

RUN = (
    scenes.times("4 s", "1 s", 'frame_every = "1 s"\n')
    + scenes.steps("0.01 s")
    + scenes.gravity("6.7e-7")
    + scenes.contact("1e6 N/m")
)
IMPULSES = (
    scenes.times("4 s", "1 s", 'frame_every = "1 s"\n')
    + """[method]
kind = "contact-dynamics"
[step]
dt = "0.5 s"
[gravity]
method = "direct"
constant = "6.7e-7 m^3 kg^-1 s^-2"
[contact]
friction = 0.5
restitution = 0
"""
)
ROCKS = """[grains]
shapes = ["rock"]
[[shape]]
name = "rock"
form = "box"
sides = ["2 m", "1.5 m", "1 m"]
"""
RODS = """[grains]
shapes = ["rod"]
radius = "0.5 m"
overlap = "union"
"""
SIZE = re.compile(r"\[size\][^\[]*")


def call(line, code=0):
    done = subprocess.run(
        line.split(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == code, (line, done.returncode, done.stderr)
    return done.stderr


def track(kind):
    """(spheres, rods or rocks) => makes KIND.h5, a track."""
    cloud = (
        scenes.CLOUD
        if kind == "spheres"
        else SIZE.sub({"rods": RODS, "rocks": ROCKS}[kind], scenes.CLOUD)
    )
    for name, text in (("cloud.toml", cloud), ("run.toml", IMPULSES if kind == "rocks" else RUN)):
        with open(name, "w", encoding="ascii") as file:
            file.write(text)
    call("rubble-generate -q --force -c cloud.toml cloud.h5")
    call(f"rubble-evolve -q --force -c run.toml --track {kind}.h5 cloud.h5 end.h5")


def frames_of(path):
    """(extended XYZ) => for each frame its keys and {property: rows}; fails if the text violates
    the format."""
    frames = []
    with open(path, encoding="ascii") as file:
        while line := file.readline():
            count = int(line)
            keys = {}
            comment = file.readline().rstrip("\n")
            for key, quoted, bare in re.findall(r'(\w+)=(?:"([^"]*)"|(\S+))', comment):
                assert key not in keys, key
                keys[key] = quoted or bare
            rest = re.sub(r'(\w+)=(?:"([^"]*)"|(\S+))', "", comment)
            assert not rest.strip(), rest
            rows = [file.readline().split() for _ in range(count)]
            parts = keys["Properties"].split(":")
            values, at = {}, 0
            for name, kind, width in zip(parts[::3], parts[1::3], parts[2::3]):
                assert kind in "RISL" and name not in values
                convert = {"R": float, "I": int, "S": str}[kind]
                values[name] = np.array(
                    [[convert(row[k]) for k in range(at, at + int(width))] for row in rows]
                )
                at += int(width)
            assert all(len(row) == at for row in rows)
            frames.append((keys, values))
    return frames


def prepare():
    pass


def check_trajectory(kind):
    track(kind)
    call(f"rubble-export {kind}.h5 {kind}.xyz")
    frames = frames_of(f"{kind}.xyz")
    with h5py.File(f"{kind}.h5") as file:
        body = file["particles/body"]
        times, position = body["position/time"][()], body["position/value"][()]
        velocity, radius, ids = body["velocity/value"][()], body["radius"][()], body["id"][()]
    assert len(frames) == len(times) > 3
    cells = {keys["Lattice"] + keys["Origin"] for keys, _ in frames}
    assert len(cells) == 1, "one cell for all frames"
    for f, (keys, values) in enumerate(frames):
        assert float(keys["Time"]) == times[f] and keys["pbc"] == "F F F"
        assert (values["id"][:, 0] == ids).all() and (values["radius"][:, 0] == radius).all()
        assert (values["pos"] == position[f]).all() and (values["velo"] == velocity[f]).all()
        lattice = np.array(keys["Lattice"].split(), float).reshape(3, 3)
        origin = np.array(keys["Origin"].split(), float)
        assert (lattice == np.diag(np.diag(lattice))).all()
        assert (values["pos"] > origin).all() and (values["pos"] < origin + np.diag(lattice)).all()
        assert ("grain" in values) == (kind != "spheres") and ("orientation" in values) == (
            kind == "rocks"
        )


def test_spheres():
    check_trajectory("spheres")


def test_glued_grains():
    check_trajectory("rods")


def test_hulls():
    check_trajectory("rocks")


def test_one_frame_is_as_before():
    track("spheres")
    call("rubble-export --frame 2 spheres.h5 frame.xyz")
    call("rubble-export --frame 2 spheres.h5 frame.h5")
    call("rubble-export frame.h5 pile.xyz")
    with open("frame.xyz", "rb") as a, open("pile.xyz", "rb") as b:
        assert a.read() == b.read()
    call("rubble-export --frame -1 spheres.h5 frame.csv")
    assert "--frame" in call("rubble-export spheres.h5 all.csv", 2)


def test_series():
    track("rocks")
    for option in ("", " --bodies", " --points"):
        call(f"rubble-export --force{option} rocks.h5 series.pvd")
        sets = ElementTree.parse("series.pvd").getroot().findall("Collection/DataSet")
        with h5py.File("rocks.h5") as file:
            times = list(file["particles/body/position/time"])
        assert [float(s.get("timestep")) for s in sets] == times
        assert [s.get("file") for s in sets] == [f"series_{k:04}.vtp" for k in range(len(times))]
        call(f"rubble-export --force{option} --frame 2 rocks.h5 one.vtp")
        with open("one.vtp", "rb") as a, open("series_0002.vtp", "rb") as b:
            assert a.read() == b.read()


def test_bodies_as_points():
    """Each body is a vertex at its centre of mass with the values of the surfaces, also in
    frames."""
    for kind in ("spheres", "rods", "rocks"):
        track(kind)
        call(f"rubble-export --force --points end.h5 {kind}.vtp")
        call(f"rubble-export --force --points --frame -1 {kind}.h5 {kind}-last.vtp")
        with h5py.File("end.h5") as file:
            body = file["particles/body"]
            expected = {
                name: body[name][()]
                for name in ("id", "mass", "radius", "material", "velocity", "spin")
            }
            place = body["position"][()]
            grain = (
                file["VTKHDF/PointData/grain"][()] if kind != "spheres" else np.full(len(place), -1)
            )
        for path in (f"{kind}.vtp", f"{kind}-last.vtp"):
            points, cells, _, values = vtp.polydata(path, "Verts")
            assert (points == place).all() and cells == [[k] for k in range(len(place))], (
                path,
                cells,
            )
            assert all((values[name] == column).all() for name, column in expected.items()), (
                path,
                list(values),
            )
            assert (values["grain"] == grain).all(), (path, values["grain"])
            assert ((values["shape"] >= 0) == (kind == "rocks")).all(), (path, values["shape"])
    assert "--bodies" in call("rubble-export --points --bodies end.h5 both.vtp", 2)
    assert "--points" in call("rubble-export --points end.h5 end.csv", 2)


def test_nothing_is_replaced_by_mistake():
    track("spheres")
    with open("s_0001.vtp", "w", encoding="ascii") as file:
        file.write("mine")
    told = call("rubble-export spheres.h5 s.pvd", 2)
    assert "s_0001.vtp" in told and "--force" in told and told.count("\n") == 1, told
    assert sorted(n for n in os.listdir(".") if n.startswith("s")) == [
        "s_0001.vtp",
        "spheres.h5",
        "spheres.xdmf2",
    ], os.listdir(".")
    assert "--frame" in call("rubble-export --frame 1 spheres.h5 s.pvd", 2)
    assert "track" in call("rubble-export end.h5 s.pvd", 2)


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
