"""Clouds in meshes and piles cut to meshes: rubble-generate with form "mesh", rubble-carve.

Usage: carving.py FOLDER_OF_THE_TOOLS

Sides and distances are computed here from all triangles of the mesh.
"""
import hashlib
import os

import h5py
import numpy as np

import runner
from shapes import BOX, CONFIGS, rows_of, run, write

FILLED = """seed = 3
[material]
name = "rock"
density = "2 g/cm^3"
[size]
law = "uniform"
min = "10 m"
max = "20 m"
[cloud]
form = "mesh"
file = "asteroid.obj"
unit = "1 km"
count = 200
"""
DUMBBELLS = """seed = 2
[material]
name = "rock"
density = "2 g/cm^3"
[grains]
shapes = ["dumbbell"]
radius = "8 m"
[cloud]
form = "sphere"
count = 300
radius = "250 m"
"""


def prepare():
    with open(os.path.join(CONFIGS, "asteroid.obj"), encoding="ascii") as file:
        write("asteroid.obj", file.read())
    write("box.obj", BOX)
    write("filled.toml", FILLED)
    write("cloud.toml", DUMBBELLS)


def mesh(path):
    """=> corners of the triangles, (n, 3, 3)"""
    with open(path, encoding="ascii") as file:
        lines = [line.split() for line in file]
    points = np.array([list(map(float, x[1:])) for x in lines if x and x[0] == "v"])
    return points[np.array([list(map(int, x[1:])) for x in lines if x and x[0] == "f"]) - 1]


def volume_and_centre(triangles):
    a, b, c = triangles.transpose(1, 0, 2)
    share = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    return share.sum(), (share[:, None] * (a + b + c)).sum(0) / 4 / share.sum()


def inside(triangles, x):
    """(triangles, point) => true if the solid angle of the surface is 4 pi (Van Oosterom & Strackee
    1983, doi:10.1109/TBME.1983.325207)"""
    a, b, c = (triangles - x).transpose(1, 0, 2)
    la, lb, lc = (np.linalg.norm(side, axis=1) for side in (a, b, c))
    dot = lambda u, v: np.einsum("ij,ij->i", u, v)  # noqa: E731
    above = dot(a, np.cross(b, c))
    below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb
    return 2 * np.arctan2(above, below).sum() > 2 * np.pi


def distance(triangles, x):
    """(triangles, point) => distance from the nearest point of all triangles"""
    a, b, c = triangles.transpose(1, 0, 2)
    dot = lambda u, v: np.einsum("ij,ij->i", u, v)  # noqa: E731
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    height = dot(normal, x - a)
    foot = x - height[:, None] * normal
    above = np.ones(len(triangles), bool)
    best = np.inf
    for start, end in ((a, b), (b, c), (c, a)):
        above &= dot(normal, np.cross(end - start, foot - start)) >= 0
        t = np.clip(dot(x - start, end - start) / dot(end - start, end - start), 0, 1)
        best = min(best, np.linalg.norm(x - start - t[:, None] * (end - start), axis=1).min())
    return min(best, np.abs(height[above]).min(initial=np.inf))


def bodies(path):
    with h5py.File(path, "r") as file:
        body = file["/particles/body"]
        return body["position"][()], body["radius"][()], body["id"][()]


def test_a_filled_mesh_contains_its_bodies():
    run("rubble-generate -q -c filled.toml a.h5")
    triangles = 1000 * mesh("asteroid.obj")
    place, radius, _ = bodies("a.h5")
    assert len(place) == 200
    for x, r in zip(place, radius):
        assert inside(triangles, x) and distance(triangles, x) >= r * (1 - 1e-12), (x, r)
    gaps = np.linalg.norm(place[:, None] - place, axis=2) - radius[:, None] - radius
    assert gaps[~np.eye(200, dtype=bool)].min() >= 0, gaps


def test_the_mesh_is_an_input_of_record():
    run("rubble-generate -q -c filled.toml a.h5")
    with open("asteroid.obj", "rb") as file:
        expected = hashlib.sha256(file.read()).hexdigest()
    with h5py.File("a.h5", "r") as file:
        record = file["/provenance/0001"]
        assert [h.decode() for h in np.atleast_1d(record["inputs"][()])] == [expected]
        write("again.toml", record["config"][()].decode())
    run("rubble-generate -q -c again.toml b.h5 && rubble-diff a.h5 b.h5")
    run("rubble-carve --unit '1 km' a.h5 asteroid.obj c.h5")
    with h5py.File("c.h5", "r") as file:
        assert expected in [h.decode() for h in file["/provenance/0002/inputs"][()]]


def test_the_size_of_the_mesh():
    volume = volume_and_centre(mesh("asteroid.obj"))[0]
    solid = {}
    for name, edit in (
        ("unit", ""),
        ("volume", '/^unit/d; s/^count/volume = "0.03 km^3"\\ncount/'),
        ("extent", '/^unit/d; s/^count/extent = "700 m"\\ncount/'),
        ("bodies", "/^unit/d; s/^count/solid_fraction = 0.2\\ncount/"),
        ("number", "s/^count.*/solid_fraction = 0.2/"),
    ):
        run(f"sed '{edit}' filled.toml > {name}.toml; rubble-generate -q -c {name}.toml {name}.h5")
        solid[name] = (4 / 3 * np.pi * bodies(f"{name}.h5")[1] ** 3).sum()
    said = run("rubble-generate --force -c volume.toml volume.h5 2>&1")
    assert "mesh of volume 3e+07 m3" in said, said
    assert abs(solid["number"] / (volume * 1e9) - 0.2) < 0.01, solid
    spread = {name: np.ptp(bodies(f"{name}.h5")[0], axis=0).max() for name in solid}
    assert spread["extent"] > spread["unit"], spread  # 700 m instead of 540 m
    said = run("rubble-generate --force -c bodies.toml bodies.h5 2>&1")
    assert "solid fraction 0.2\n" in said, said


def test_every_rule_of_carving():
    """Grains of two spheres, by the sides and distances of their members."""
    run("rubble-generate -q -c cloud.toml cloud.h5")
    triangles = 1000 * mesh("asteroid.obj")
    place, radius, number = bodies("cloud.h5")
    with h5py.File("cloud.h5", "r") as file:
        grain = file["/particles/body/grain"][()]
    triangles = triangles - volume_and_centre(triangles)[1] + place.mean(0)
    within = np.array([inside(triangles, x) for x in place])
    across = np.array([distance(triangles, x) < r for x, r in zip(place, radius)])
    expected = {}
    for kept in ("inside", "outside"):
        for crossing in ("drop", "keep", "centre"):
            chosen = set()
            for g in np.unique(grain):
                own = np.flatnonzero(grain == g)
                crosses = across[own].any() or within[own].any() != within[own].all()
                right = within[own[0]] == (kept == "inside")
                if crosses and crossing != "drop":
                    middle = inside(triangles, place[own].mean(0)) == (kept == "inside")
                    right = crossing == "keep" or middle
                if right and not (crosses and crossing == "drop"):
                    chosen |= set(number[own])
            expected[kept, crossing] = chosen
            (row,) = rows_of_carve(f"--keep {kept} --crossing {crossing} --unit '1 km'")
            found = set(bodies("part.h5")[2])
            assert found == chosen and row["bodies"] == len(chosen), (kept, crossing, row)
            assert row["grains"] == len(chosen) / 2
            assert row["removed_bodies"] == len(place) - len(chosen)
    assert len(expected["inside", "drop"]) > 50
    everything = expected["inside", "keep"] | expected["outside", "drop"]
    assert everything == set(number)


def rows_of_carve(options, files="cloud.h5 asteroid.obj"):
    names, _, *lines = run(f"rubble-carve --force {options} {files} part.h5 | cat").splitlines()
    return [
        dict(zip(names.split("\t"), map(float, line.split("\t")), strict=True)) for line in lines
    ]


def test_scale_place_and_turn():
    write("one.csv", "m,r,x,y,z\n1,0.1,0,0,0\n1,0.1,10,0,0\n1,0.1,0,0.9,0\n")
    run("rubble-import -q --material rock one.csv one.h5")
    (row,) = rows_of_carve("--place file", "one.h5 box.obj --crossing keep")
    assert row["mesh_volume"] == 1 and row["bodies"] == 2, row  # x 0 to 2, y 0 to 1, z 0 to 0.5
    (row,) = rows_of_carve("--place file --volume 8", "one.h5 box.obj --crossing keep")
    assert abs(row["mesh_volume"] - 8) < 1e-12 and row["bodies"] == 2, row
    (row,) = rows_of_carve("--place file --extent 24", "one.h5 box.obj --crossing keep")
    assert abs(row["mesh_volume"] - 12**3) < 1e-9 and row["bodies"] == 3, row
    (row,) = rows_of_carve("--extent 1", "one.h5 box.obj --keep outside")  # about (3.3, 0.3, 0)
    assert row["bodies"] == 3 and np.isnan(row["solid_fraction"]), row
    # About its centre of mass, (1, 0.5, 0.25), the box ends at x = 1 +- 0.25 after a turn.
    (row,) = rows_of_carve("--turn 0,90degree,0 --place file", "one.h5 box.obj --keep outside")
    assert row["bodies"] == 3, row
    run("rubble-carve -q --place file --crossing keep one.h5 box.obj - > piped.h5")
    assert len(bodies("piped.h5")[0]) == 2


def test_threads_do_not_matter():
    run("rubble-generate -q -c cloud.toml cloud.h5")
    for threads in (1, 3):
        run(
            f"rubble-carve --threads {threads} --unit '1 km' cloud.h5 asteroid.obj {threads}.h5 "
            f"&& rubble-generate -q --threads {threads} -c filled.toml f{threads}.h5"
        )
    run("cmp 1.h5 3.h5 && cmp f1.h5 f3.h5")


def test_refusals():
    run("rubble-generate -q -c cloud.toml cloud.h5")
    run("rubble-generate -q -c filled.toml --set cloud.count=5 few.h5")
    write("open.obj", "".join(BOX.splitlines(True)[:-1]))
    write("short.obj", BOX[: BOX.index("f 1 2 6 5") + 3])
    write("two.obj", BOX + BOX.replace("o box", "o next"))
    write("inward.obj", BOX.replace("f 4 3 2 1", "f 1 2 3 4"))
    box = FILLED.replace('"mesh"', '"box"').replace("file =", "lower = [0, 0, 0] #")
    write("torus.toml", box.replace("unit = ", "upper = [9e3, 9e3, 9e3] #") + 'periodic = "x"\n')
    run("rubble-generate -q -c torus.toml periodic.h5")
    for words, message in (
        ("cloud.h5 none.obj x.h5", "none.obj: no such file"),
        ("none.h5 box.obj x.h5", "none.h5: no such file"),
        ("cloud.h5 filled.toml x.h5", "expected a name that ends in .obj, .ply or .stl"),
        ("box.obj cloud.h5 x.h5", "box.obj: "),
        ("cloud.h5 open.obj x.h5", "open.obj:1: object 'box' is not a closed surface"),
        ("cloud.h5 short.obj x.h5", "short.obj:"),
        ("cloud.h5 two.obj x.h5", "two.obj: expected one object, found 2"),
        ("cloud.h5 inward.obj x.h5", "is not a closed surface with counter-clockwise faces"),
        ("periodic.h5 box.obj x.h5", "periodic.h5: the pile is periodic: "),
        ("cloud.h5 box.obj few.h5", "few.h5"),
        ("cloud.h5 asteroid.obj x.h5", "no grain lies inside the surface of asteroid.obj"),
        ("--keep in cloud.h5 box.obj x.h5", '--keep must be one of "inside", "outside", not "in"'),
        ("--crossing cut cloud.h5 box.obj x.h5", '"drop", "keep", "centre", not "cut"'),
        ("--unit '1 kg' cloud.h5 box.obj x.h5", '--unit expects a length in m; "1 kg" is a mass'),
        ("--volume 0 cloud.h5 box.obj x.h5", "--volume must be > 0 m3, not 0"),
        ("--volume 1 --extent 1 cloud.h5 box.obj x.h5", "--extent"),
        ("--turn 1,2 cloud.h5 box.obj x.h5", "--turn needs three angles"),
    ):
        found = run(f"rubble-carve {words}", 2)
        assert message in found, (words, found)
    for edit, message in (
        ("s/asteroid.obj/none.obj/", "none.obj: no such file"),
        ("s/asteroid.obj/open.obj/", "is not a closed surface"),
        ("s/asteroid.obj/two.obj/", "expected one object, found 2"),
        ("/^file/d", "missing key 'file'"),
        ("/^count/d", "needs count, solid_fraction, or both"),
        ("s/^count/volume = 1\\ncount/", "'unit' and 'volume' in [cloud] both set the size"),
        ("s/^count/extent = 1\\nvolume = 1\\ncount/; /^unit/d", "'volume' and 'extent' in [cloud]"),
        ("s/^count/solid_fraction = 0.1\\ncount/", "remove one of them, or 'unit'"),
        ("s/^count.*/solid_fraction = 1e-6/", "one body exceeds the solid fraction of the mesh"),
        ("s/^unit.*/unit = 100/", "does not fit into the mesh"),
        ("s/^count.*/count = 2000/; s/^form/passes = 2\\nform/", "bodies do not fit into the mesh"),
        ("s/^count/units = 1\\ncount/", "unknown key 'units' in [cloud]"),
    ):
        run(f"sed '{edit}' filled.toml > bad.toml")
        found = run("rubble-generate -q -c bad.toml bad.h5", 2)
        assert message in found, (edit, found)
        assert not os.path.exists("bad.h5")


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
