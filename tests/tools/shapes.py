"""The tools with shapes by recipe and from meshes: rubble-shape, rubble-generate, files in OBJ, PLY
and STL.

Usage: shapes.py FOLDER_OF_THE_TOOLS

Expected values of boxes, cylinders and dumbbells are computed here.
"""
import json
import math
import os
import struct
import subprocess

import h5py
import numpy as np

import hulls
import runner

BOX = """o box
v 0 0 0
v 2 0 0
v 2 1 0
v 0 1 0
v 0 0 0.5
v 2 0 0.5
v 2 1 0.5
v 0 1 0.5
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""
CLOUD = """seed = 1
[material]
name = "rock"
density = "2 g/cm^3"
[cloud]
form = "lattice"
count = 4
cell = "10 m"
jitter = true
[grains]
shapes = ["it"]
"""
MESH = CLOUD + '[[shape]]\nname = "it"\nform = "mesh"\nfile = "{}"\n'
ROCKS = """seed = 1
[material]
name = "rock"
density = "2 g/cm^3"
[grains]
shapes = ["stone", "brick", "can", "egg", "octahedron", "box"]
sized_by = "volume"
[[shape]]
name = "stone"
form = "random"
points = "ball"
least_points = 8
most_points = 24
least_ratio = 0.5
[[shape]]
name = "brick"
form = "box"
sides = [3, 2, 1]
[[shape]]
name = "can"
form = "cylinder"
radius = 1
height = 2
corners = 8
[[shape]]
name = "egg"
form = "ellipsoid"
semi_axes = [3, 2, 1]
vertices = 20
[[shape]]
name = "octahedron"
form = "regular"
faces = 8
[[shape]]
name = "box"
form = "mesh"
file = "{}"
unit = "1 cm"
hull = false
[size]
law = "uniform"
min = 1
max = 2
[motion]
speed = "1 m/s"
spin = "1 rad/s"
[cloud]
form = "sphere"
count = 12
solid_fraction = 0.05
"""
VERTICES = [
    tuple(map(float, line.split()[1:])) for line in BOX.splitlines() if line.startswith("v ")
]
FACES = [
    [int(word) - 1 for word in line.split()[1:]]
    for line in BOX.splitlines()
    if line.startswith("f ")
]
TRIANGLES = np.array(
    [
        [VERTICES[face[0]], VERTICES[b], VERTICES[c]]
        for face in FACES
        for b, c in zip(face[1:], face[2:])
    ]
)
CONFIGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "configs")


def run(line, code=0):
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True)
    assert (
        done.returncode == code
    ), f"{line}: exit code {done.returncode}, expected {code}\n{done.stderr}"
    if code == 0:
        return done.stdout
    assert done.stderr.count("\n") == 1 and "error: " in done.stderr and not done.stdout, (
        line,
        done.stdout,
        done.stderr,
    )
    return done.stderr


def rows_of(line):
    return json.loads(run(line))["rows"]


def write(name, text):
    with open(name, "w", encoding="ascii") as file:
        file.write(text)


def stl(triangles, count=None):
    """(triangles) => the bytes of a binary STL whose header declares `count` triangles"""
    data = b"\0" * 80 + struct.pack("<I", len(triangles) if count is None else count)
    return data + b"".join(struct.pack("<12fH", 0, 0, 0, *np.ravel(t), 0) for t in triangles)


def binary_ply():
    """=> the box as a binary PLY"""
    head = (
        "ply\nformat binary_little_endian 1.0\nelement vertex 8\nproperty float x\nproperty "
        "float y\nproperty float z\n"
        "element face 6\nproperty list uchar int vertex_indices\nend_header\n"
    )
    return (
        head.encode()
        + b"".join(struct.pack("<3f", *v) for v in VERTICES)
        + b"".join(struct.pack("<B4i", 4, *f) for f in FACES)
    )


def prepare():
    write("box.obj", BOX)
    write("rocks.obj", hulls.OBJ)
    write("dented.obj", BOX.replace("f 5 6 7 8", "v 1 0.5 0.4\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9"))
    write("open.obj", BOX.replace("f 4 1 5 8\n", ""))
    write("flat.obj", BOX.replace(" 0.5\n", " 0\n"))
    write("twice.obj", BOX.replace("f 4 1 5 8", "v 0 0 0\nf 4 9 1 5 8"))
    write("nan.obj", BOX.replace("v 2 1 0.5", "v 2 nan 0.5"))
    write("none.obj", "This is no mesh.\n")
    write("none.ply", "This is no mesh.\n")
    write("none.stl", "This is no mesh.\n")
    write("empty.obj", "")


def test_a_box_by_its_closed_forms():
    (row,) = rows_of("rubble-shape --json box.obj")
    expected = {
        "vertices": 8,
        "faces": 6,
        "volume": 1,
        "area": 7,
        "bounding_radius": math.sqrt(4 + 1 + 0.25) / 2,
        "moment_1": (1 + 0.25) / 12,
        "moment_2": (4 + 0.25) / 12,
        "moment_3": (4 + 1) / 12,
        "length_a": 2 / math.sqrt(12),
        "length_b": 1 / math.sqrt(12),
        "length_c": 0.5 / math.sqrt(12),
        "elongation": 0.5,
        "flatness": 0.5,
        "radius": (3 / (4 * math.pi)) ** (1 / 3),
        "sphericity": (36 * math.pi) ** (1 / 3) / 7,
    }
    for key, value in expected.items():
        assert abs(row[key] - value) < 1e-12 * value, (key, row[key], value)
    assert row["shape"] == "box" and row["kind"] == "hull" and row["id"] == -1


def test_formats_hold_the_same_body():
    """Conversions between all formats keep the corners of a box and a random rock."""
    run(f"rubble-shape -c {CONFIGS}/chips.toml --set cloud.count=1 --write chip.obj")
    for name in ("box", "chip"):
        (first,) = rows_of(f"rubble-shape --json {name}.obj")
        run(
            f"rubble-shape --write {name}.ply {name}.obj && rubble-shape --write {name}.stl "
            f"{name}.ply && rubble-shape --write {name}2.obj {name}.stl"
        )
        for again in (f"{name}.ply", f"{name}.stl", f"{name}2.obj"):
            (row,) = rows_of(f"rubble-shape --json {again}")
            for key, value in first.items():
                if key not in ("file", "shape"):
                    assert row[key] == value or abs(row[key] - value) < 1e-12 * abs(value), (
                        again,
                        key,
                        row[key],
                        value,
                    )
    corners = {
        tuple(map(float, line.split()[1:])) for line in open("box2.obj") if line.startswith("v ")
    }
    assert corners == {(x, y, z) for x in (0, 2) for y in (0, 1) for z in (0, 0.5)}, corners


def test_binary_meshes():
    """Written here byte by byte; 32 bits suffice for all numbers of the box."""
    with open("binary.ply", "wb") as file:
        file.write(binary_ply())
    with open("binary.stl", "wb") as file:
        file.write(stl(TRIANGLES))
    (text,) = rows_of("rubble-shape --json box.obj")
    for name in ("binary.ply", "binary.stl"):
        (row,) = rows_of(f"rubble-shape --json {name}")
        assert all(row[key] == text[key] for key in row if key not in ("file", "shape")), row


def test_import_takes_meshes():
    with open("binary.ply", "wb") as file:
        file.write(binary_ply())
    with open("binary.stl", "wb") as file:
        file.write(stl(TRIANGLES))
    for name in ("binary.ply", "binary.stl"):
        run(f"rubble-import -q --force --material rock --density 2000 {name} again.h5")
        with h5py.File("again.h5") as file:
            assert (
                np.allclose(file["/particles/body/mass"], 2000, rtol=1e-12)
                and len(file["/particles/body/mass"]) == 1
            )
        assert abs(rows_of("rubble-shape --json again.h5")[0]["area"] - 7) < 1e-12
    assert "binary.stl: a binary STL file of 12 triangles has 684 bytes" in run(
        "truncate -s 683 binary.stl; rubble-import --material rock --density 2000 binary.stl x.h5",
        2,
    )


def test_several_objects_and_piles():
    rows = rows_of("rubble-shape --json rocks.obj box.obj")
    assert [row["shape"] for row in rows] == ["box", "wedge", "box"]
    assert abs(rows[1]["volume"] - 1 / 3) < 1e-12
    run("rubble-import -q --material rock --density 2700 rocks.obj rocks.h5")
    piled = rows_of("rubble-shape --json rocks.h5")
    assert [row["id"] for row in piled] == [0, 1]
    for a, b in zip(rows, piled):
        assert all(
            abs(a[key] - b[key]) < 1e-12 * abs(a[key])
            for key in a
            if key not in ("file", "id", "shape", "kind")
        ), (a, b)
    run("rubble-shape --write both.obj rocks.h5")
    assert len(rows_of("rubble-shape --json both.obj")) == 2
    assert "both.ply: this format has one shape, not 2" in run(
        "rubble-shape --write both.ply rocks.h5", 2
    )
    assert not os.path.exists("both.ply")
    assert run("rubble-shape rocks.h5") == run("rubble-shape - < rocks.h5").replace(
        "\n-\t", "\nrocks.h5\t"
    )


def test_spheres_and_glued_grains():
    """A dumbbell of unit spheres: per mass 2/5 about its axis and 1 more perpendicular to it; glued
    grains have no area."""
    write("glued.toml", CLOUD.replace('["it"]', '["dumbbell", "sphere"]\nradius = 1'))
    rows = rows_of("rubble-generate -q -c glued.toml - | rubble-shape --json -")
    assert {row["shape"] for row in rows} == {"dumbbell", "sphere"}
    for row in rows:
        double = row["shape"] == "dumbbell"
        assert abs(row["volume"] - (2 if double else 1) * 4 / 3 * math.pi) < 1e-9, row
        assert abs(row["bounding_radius"] - (2 if double else 1)) < 1e-12, row
        assert (
            abs(row["moment_1"] - 0.4) < 1e-12
            and abs(row["moment_3"] - (1.4 if double else 0.4)) < 1e-12
        ), row
        assert abs(row["elongation"] - (math.sqrt(0.2 / 1.2) if double else 1)) < 1e-9, row
        assert row["sphericity"] is None if double else abs(row["sphericity"] - 1) < 1e-12, row
    assert "supports only hulls: body" in run(
        "rubble-generate -q -c glued.toml glued.h5; rubble-shape --write x.obj glued.h5", 2
    )


def test_recipes_print_what_generate_makes():
    for name in ("hulls", "chips", "solids"):
        config = os.path.join(CONFIGS, name + ".toml")
        line = f"rubble-generate -q -c {config} --set cloud.count=12 - | rubble-shape - | cut -f2-"
        where = f"cd {os.path.join(CONFIGS, '..')} && "
        made = run(where + line)
        assert made == run(
            where + f"rubble-shape -c {config} --set cloud.count=12 | cut -f2-"
        ), name
        assert made != run(where + line.replace("-q", "-q --seed 2")), name
        assert len(made.splitlines()) == 14, made
    for row in rows_of(f"rubble-shape --json -c {CONFIGS}/hulls.toml"):
        assert (
            row["faces"] == 2 * row["vertices"] - 4
            and row["elongation"] >= 0.5
            and row["flatness"] >= 0.5
        ), row
        assert row["volume"] < 4 / 3 * math.pi * 125, row


def test_generate_takes_meshes():
    run(
        "rubble-shape --write box.ply --force box.obj; rubble-shape --write box.stl --force box.obj"
    )
    for name in ("box.obj", "box.ply", "box.stl"):
        write("mesh.toml", MESH.format(name) + 'unit = "10 cm"\n')
        run("rubble-generate -q --force -c mesh.toml boxes.h5")
        rows = rows_of("rubble-shape --json boxes.h5")
        assert len(rows) == 4 and all(
            abs(row["volume"] - 1e-3) < 1e-15 and row["shape"] == "it" for row in rows
        ), rows
        with h5py.File("boxes.h5") as file:
            assert np.allclose(file["/particles/body/mass"], 2, rtol=1e-12)
    assert run("sha256sum box.stl").split()[0] in run(
        "rubble-info boxes.h5"
    ), "the mesh is an input"


def test_bad_meshes_are_refused_by_both_tools():
    """One line with the mesh's name, and the line number if the format has lines; exit code 2; no
    output."""
    triangles = np.array([[[0, 0, 0], [0, 1, 0], [1, 0, 0]]] * 4, dtype=float)
    with open("short.stl", "wb") as file:
        file.write(stl(triangles)[:-10])
    with open("many.stl", "wb") as file:
        file.write(stl(triangles, 0xFFFFFFFF))
    with open("infinite.stl", "wb") as file:
        file.write(stl(triangles + np.inf))
    run("rubble-shape --write count.ply box.obj; sed -i 's/face 6/face 99999999999999/' count.ply")
    for name, words in (
        (
            "dented.obj",
            "dented.obj:1: object 'box' is not a closed convex surface with "
            "counter-clockwise faces: the faces enclose 0.933333 of the volume of the convex "
            "hull",
        ),
        (
            "open.obj",
            "open.obj:1: object 'box' is not a closed convex surface with counter-clockwise "
            "faces: the edge from (0, 0, 0) to (0, 1, 0) has one face only",
        ),
        ("flat.obj", "flat.obj:1: object 'box': "),
        (
            "twice.obj",
            "twice.obj:1: object 'box' is not a closed convex surface with counter-clockwise "
            "faces: a face repeats the vertex at (0, 0, 0)",
        ),
        ("nan.obj", "nan.obj:8: y: 'nan' is not finite"),
        ("none.obj", "none.obj: expected an object with faces, found none"),
        ("empty.obj", "empty.obj: expected an object with faces, found none"),
        ("none.ply", "none.ply:1: expected 'ply' in the first line, found another word"),
        ("none.stl", "none.stl: a binary STL file has at least 84 bytes, found 17"),
        ("short.stl", "short.stl: a binary STL file of 4 triangles has 284 bytes, found 274"),
        (
            "many.stl",
            "many.stl: a binary STL file of 4294967295 triangles has 214748364834 bytes, found 284",
        ),
        ("infinite.stl", "infinite.stl: triangle 0: a coordinate is not finite"),
        ("count.ply", "count.ply:24: face 6: the file ends too early"),
        ("gone.obj", "gone.obj: no such file"),
    ):
        if name != "dented.obj":
            assert words in run(f"ulimit -v 2000000; rubble-shape {name}", 2), (
                name,
                run(f"rubble-shape {name}", 2),
            )
        write("bad.toml", MESH.format(name))
        message = run("ulimit -v 2000000; rubble-generate -c bad.toml bad.h5", 2)
        assert message.startswith("rubble-generate: error: bad.toml:12:1: ") and words in message, (
            name,
            message,
        )
        assert not os.path.exists("bad.h5")


def test_a_closed_surface_that_is_not_convex_is_measured_itself():
    """The box with a pyramid of height 0.1 removed from its top of area 2: 1 - 2 * 0.1 / 3 m3, not
    the hull's 1 m3."""
    (row,) = rows_of("rubble-shape --json --write dent.ply dented.obj")
    assert row["kind"] == "surface" and row["vertices"] == 9 and row["faces"] == 9, row
    assert abs(row["volume"] - (1 - 0.2 / 3)) < 1e-12, row
    slopes = 2 * 0.5 * math.hypot(0.5, 0.1) * 2 + 2 * 0.5 * math.hypot(1, 0.1) * 1
    assert abs(row["area"] - (2 + 2 * (2 + 1) * 0.5 + slopes)) < 1e-12, row
    (again,) = rows_of("rubble-shape --json dent.ply")
    assert {**again, "file": 0, "shape": 0} == {**row, "file": 0, "shape": 0}, (row, again)


STAPLE = (
    CLOUD
    + """[[shape]]
name = "it"
form = "compound"
parts = ["bar", "leg", "leg"]
positions = [[0, 0, 0], [-4.5, 0, -3.5], [4.5, 0, -3.5]]
[[shape]]
name = "bar"
form = "box"
sides = [10, 1, 1]
[[shape]]
name = "leg"
form = "box"
sides = [1, 1, 6]
"""
)


def test_compounds():
    """A staple of three boxes of 10, 6 and 6 m3. Its two inner faces have 1 m2 on each side. The
    moments are sums over the boxes, each with its own and that of its place."""
    wide = STAPLE.replace('cell = "10 m"', 'cell = "30 m"')
    write("staple.toml", wide)
    assert "12 bodies, 12 of them hulls, joined to 4 compounds" in run(
        "rubble-generate --force -c staple.toml staples.h5 2>&1"
    )
    rows = rows_of("rubble-shape --json staples.h5")
    assert rows == [
        dict(row, file="staples.h5") for row in rows_of("rubble-shape --json -c staple.toml")
    ]
    boxes = [((10, 1, 1), (0, 0)), ((1, 1, 6), (-4.5, -3.5)), ((1, 1, 6), (4.5, -3.5))]
    middle = 12 * -3.5 / 22
    moments = np.zeros(3)
    for (a, b, c), (x, z) in boxes:
        volume, z = a * b * c, z - middle
        moments += volume * np.array(
            [
                (b * b + c * c) / 12 + z * z,
                (a * a + c * c) / 12 + x * x + z * z,
                (a * a + b * b) / 12 + x * x,
            ]
        )
    for row in rows:
        assert (row["kind"], row["shape"], row["vertices"], row["faces"]) == (
            "compound",
            "it",
            24,
            18,
        ), row
        assert abs(row["volume"] - 22) < 1e-11 and abs(row["area"] - 90) < 1e-8, row
        found = [row[f"moment_{k}"] for k in (1, 2, 3)]
        assert np.allclose(found, np.sort(moments) / 22, rtol=1e-12), (found, moments)
    assert [row["id"] for row in rows] == [0, 3, 6, 9]

    # The same body from a file with an object for each part.
    run("rubble-shape --force --write parts.obj -c staple.toml --set cloud.count=1")
    assert open("parts.obj").read().count("\no ") + 1 >= 3
    mesh = MESH.format("parts.obj").replace('cell = "10 m"', 'cell = "30 m"')
    write("parts.toml", mesh + 'parts = "objects"\n')
    (again,) = rows_of("rubble-shape --json -c parts.toml --set cloud.count=1")
    for key, value in rows[0].items():
        if isinstance(value, float):
            assert abs(again[key] - value) < 1e-11 * value, (key, again, value)

    # Flush parts leave no hollow between them.
    run(f"rubble-generate -q -c {CONFIGS}/compounds.toml --set cloud.count=12 flush.h5")
    (row,) = rows_of("rubble-alphashape --json flush.h5")
    assert (row["cavities"], row["cavity_volume"]) == (0, 0), row

    # Runs and pictures.
    heap = open(os.path.join(CONFIGS, "heap.toml")).read()
    write("sticky.toml", heap + '[contact.cohesion]\ncohesive_force = 1\nrange = "1 m"\n')
    message = run("rubble-evolve -q -c sticky.toml staples.h5 no.h5", 2)
    assert (
        "[contact.cohesion] does not support compounds of hulls: body 0 belongs" in message
    ), message
    assert run("rubble-info staples.h5")
    run("rubble-render -q --force staples.h5 staples.png")
    run("rubble-export -q --force staples.h5 staples.vtp")
    assert "the grains of glued bodies" in run("rubble-export --force staples.h5 staples.obj 2>&1")


def test_compounds_are_refused_with_the_reason():
    write("part.toml", STAPLE)
    for change, words in (
        ("s/parts = .*/parts = []/", "'parts'"),
        ('s/parts = .*/parts = ["bar"]/', "'positions' must have one entry for each of 1 parts"),
        ('s/"leg", "leg"/"leg", "log"/', "no [[shape]] has the name 'log'"),
        ('s/"leg", "leg"/"leg", "it"/', "'it' cannot be a part"),
        ("s/positions =/position =/", "position"),
        ("s/-4.5, 0, -3.5/-4.5, 0, -3.4/", "parts 0 and 1 overlap by 0.1 m"),
        ("s/-4.5, 0, -3.5/-4.5, 0, -3.6/", "part 1 is not connected to part 0"),
        ("s/sides = .1, 1, 6./sides = [1, 1, 0]/", "must be > 0"),
        ("/^positions/a angles = [0, 0, 0]", "'axes' must have one entry for each of 3 parts"),
    ):
        run(f"sed '{change}' part.toml > bad.toml")
        message = run("rubble-generate -q --force -c bad.toml bad.h5", 2)
        assert message.startswith("rubble-generate: error: bad.toml:"), (change, message)
        assert words in message and message.count("\n") == 1, (change, message)
        assert not os.path.exists("bad.h5")
    write("parts.toml", MESH.format("gone.obj") + 'parts = "objects"\n')
    assert "gone.obj: no such file" in run("rubble-generate -q -c parts.toml bad.h5", 2)
    one = "--set cloud.count=1 --set cloud.cell=30"
    run(f"rubble-shape --force --write whole.obj -c part.toml {one}")
    run("head -n 20 whole.obj > half.obj")
    write("parts.toml", MESH.format("half.obj") + 'parts = "objects"\n')
    assert "half.obj" in run("rubble-generate -q -c parts.toml bad.h5", 2)
    write("parts.toml", MESH.format("box.obj") + 'parts = "objects"\n')
    assert "box.obj: a compound needs two or more parts, found 1" in run(
        "rubble-generate -q -c parts.toml bad.h5", 2
    )
    write("parts.toml", MESH.format("box.obj") + 'parts = "many"\n')
    assert 'must be one of "one", "objects"' in run("rubble-generate -q -c parts.toml bad.h5", 2)

    # Other methods.
    run("rubble-generate -q --force -c part.toml --set cloud.cell=30 staples.h5")
    for program, method in (("relax", "relax"), ("evolve", "hard-spheres")):
        message = run(f"rubble-{program} -q -c {CONFIGS}/{method}.toml staples.h5 bad.h5", 2)
        assert "cannot be hulls: body 0 is a hull ('bar')" in message, message
        assert message.count("\n") == 1, message


def test_convex_hulls_on_request():
    for name in ("dented", "open", "twice"):
        (row,) = rows_of(f"rubble-shape --json --hull {name}.obj")
        assert abs(row["volume"] - 1) < 1e-12, row
        write("hull.toml", MESH.format(name + ".obj") + "hull = true\n")
        run("rubble-generate -q --force -c hull.toml hull.h5")
    assert "flat.obj:1: object 'box': " in run("rubble-shape --hull flat.obj", 2)


def test_refusals():
    write("rocks.toml", MESH.format("rocks.obj"))
    assert "rocks.toml:12:1: rocks.obj: expected one object, found 2" in run(
        "rubble-generate -c rocks.toml x.h5", 2
    )
    assert "x.doc: expected a name that ends in .obj, .ply or .stl, found another ending" in run(
        "rubble-shape --write x.doc box.obj", 2
    )
    assert "--write needs a file" in run("rubble-shape --write - box.obj", 2)
    assert "box.obj" in run("rubble-shape --write box.obj --force box.obj", 2)
    run("rubble-shape --write there.obj box.obj")
    assert "there.obj" in run("rubble-shape --write there.obj box.obj", 2)
    for change, words in (
        ('form = "box"\nsides = [1, 1, 0]', "'sides' in [[shape]] must be > 0 m, not 0"),
        (
            'form = "cylinder"\nradius = 1\nheight = 1\ncorners = 2',
            "'corners' in [[shape]] must be in [3, 1000], not 2",
        ),
        ('form = "ellipsoid"\nsemi_axes = [1, 1]', "must be a list of 3 numbers"),
        (
            'form = "ellipsoid"\nsemi_axes = [1, 1, 1e-9]',
            "the thickness must be at least 1e-06 of the length",
        ),
        ('form = "regular"\nfaces = 7', "a regular solid has 4, 6, 8, 12 or 20 faces, not 7"),
        ('form = "regular"\nfaces = 6', "the shape 'it' has no size: add [size]"),
        ('form = "random"\npoints = "cube"', 'must be one of "sphere", "ball", not "cube"'),
        (
            'form = "random"\npoints = "ball"\nleast_points = 9\nmost_points = '
            "8\nleast_ratio = 0.5",
            "'most_points' is below 'least_points'",
        ),
        ('form = "radnom"', 'did you mean "random"?'),
        ('form = "box"\nside = [1, 1, 1]', "did you mean 'sides'?"),
    ):
        write("bad.toml", CLOUD + '[[shape]]\nname = "it"\n' + change + "\n")
        message = run("rubble-generate -c bad.toml bad.h5", 2)
        assert words in message, (change, message)


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
