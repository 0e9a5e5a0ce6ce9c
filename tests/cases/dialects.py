"""Meshes and tables as other programs write them.

Correct results: the cube of side 2 has volume 8 and area 24; an L of three unit cubes has volume 3
and area 14, its hull 3.5; both by elementary geometry. Each table holds the same two spheres, of
radius 1 and mass 1000 at x = 0 and 3.
"""
import json

from commands import close, exit_code, read, run, write

CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
PRISM = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
POSITIONS = [[0, 0, 0], [3, 0, 0]]


def vertex(x):
    return "v {} {} {}\n".format(*x)


def face(corners):
    return "f " + " ".join(str(corner + 1) for corner in corners) + "\n"


def stl():
    """=> the cube as triangles, ASCII"""
    text = "solid a\n"
    for a, *rest in FACES:
        for b, c in zip(rest, rest[1:]):
            text += "facet normal 0 0 0\nouter loop\n"
            text += "".join("vertex {} {} {}\n".format(*CORNERS[corner]) for corner in (a, b, c))
            text += "endloop\nendfacet\n"
    return text + "endsolid a\n"


def cubes():
    """=> names of files that hold the cube"""
    plain = "".join(map(vertex, CORNERS)) + "".join(map(face, FACES))
    own = "".join(vertex(CORNERS[corner]) for corners in FACES for corner in corners)
    own += "".join(face(range(4 * f, 4 * f + 4)) for f in range(6))
    ply = (
        "ply\nformat ascii 1.0\nelement vertex 24\nproperty float x\nproperty float "
        "y\nproperty float z\n"
        "element face 6\nproperty list uchar int vertex_indices\nend_header\n"
    )
    ply += own.split("f ")[0].replace("v ", "") + "".join(
        "4 {} {} {} {}\n".format(*range(4 * f, 4 * f + 4)) for f in range(6)
    )
    return [
        write("plain.obj", plain),
        write("own.obj", own),
        write("own.ply", ply),
        write("continued.obj", plain.replace("f 1 2 4 3", "f 1 2 \\\n  4 3")),
        write("fortran.obj", plain.replace("v -1 -1 1\n", "v -1.0D+00 -1.d0 1.0D+00\n")),
        write("blank.stl", " " + stl()),
        write("capitals.stl", stl().upper()),
        write("plain.stl", stl()),
    ]


def measured(*words):
    return json.loads(run("rubble-shape", "--json", *words))["rows"]


def meshes():
    for name in cubes():
        (row,) = measured(name)
        close(row["volume"], 8, 1e-12, f"volume of {name}")
        close(row["area"], 24, 1e-12, f"area of {name}")
        assert row["kind"] == "hull" and row["vertices"] == 8, row
    text = "".join(vertex((*x, z)) for z in (0, 1) for x in PRISM)
    text += face(range(5, -1, -1)) + face(range(6, 12))
    text += "".join(face((k, (k + 1) % 6, (k + 1) % 6 + 6, k + 6)) for k in range(6))
    name = write("nonconvex.obj", text)
    (row,) = measured(name)
    close(row["volume"], 3, 1e-12, "volume of the L")
    close(row["area"], 14, 1e-12, "area of the L")
    close(row["moment_3"], 1 / 6 + 4 / 9, 1e-12, "greatest moment per mass of the L")
    close(measured("--hull", name)[0]["volume"], 3.5, 1e-12, "volume of its hull")
    assert exit_code("rubble-import", "--material", "m", "--density", "1000", name, "l.h5")[0] == 2


def table(name, text, *options, note=""):
    told = run(
        "rubble-import", "--force", "--material", "m", *options, write(name, text), "table.h5"
    )
    assert note in told, (name, told)
    assert read("table.h5", "position").tolist() == POSITIONS, (name, read("table.h5", "position"))
    assert read("table.h5", "mass").tolist() == [1000, 1000], name
    assert read("table.h5", "radius").tolist() == [1, 1], name
    return sorted(read("table.h5", "id").tolist())


def tables():
    ase = (
        '2\nLattice="10 0 0 0 10 0 0 0 10" '
        'Properties=species:S:1:pos:R:3:radius:R:1:mass:R:1 pbc="T T T"\n'
        "Si 0 0 0 1 1000\nSi 3 0 0 1 1000\n"
    )
    assert table("ase.xyz", ase, note="ignored: species") == [0, 1]
    ovito = (
        "2\nProperties=id:I:1:pos:R:3:radius:R:1:Color:R:3:mass:R:1\n5 0 0 0 1 .1 .2 .3 1000\n6 "
        "3 0 0 1 .1 .2 .3 1000\n"
    )
    assert table("ovito.xyz", ovito, note="ignored: Color") == [5, 6]
    dump = (
        "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp ff ff\n0 10\n0 10\n0 "
        "10\nITEM: ATOMS id type "
    )
    assert table(
        "lmp.dump",
        dump + "x y z radius mass vx\n1 1 0 0 0 1 1000 0\n2 1 3 0 0 1 1000 0\n",
        note="ignored: type",
    ) == [1, 2]
    assert table(
        "scaled.lammpstrj",
        dump + "xs ys zs diameter mass\n1 1 0 0 0 2 1000\n2 1 .3 0 0 2 1000\n",
        note="the pile is periodic with (10, 0, 0) m",
    ) == [1, 2]
    assert table("reb.csv", "m,x,y,z,vx,vy,vz,r\n1000,0,0,0,0,0,0,1\n1000,3,0,0,0,0,0,1\n") == [
        0,
        1,
    ]
    assert table(
        "plain.txt",
        "0 0 0 100 1e6\n300 0 0 100 1e6\n",
        "--columns",
        "x,y,z,r,m",
        "--units",
        "g,cm,s",
    ) == [0, 1]


def check():
    meshes()
    tables()
