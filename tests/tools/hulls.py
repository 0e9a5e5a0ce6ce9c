"""A hull made by hand goes through the tools: import, info, hash, diff, export (OBJ, VTK), combine,
ellipsoid, packing, stress, envelope, and back.

Usage: hulls.py FOLDER_OF_THE_TOOLS

Expected values of a box, a wedge and a pile of both are computed here, from their corners.
"""
import json
import os
import subprocess

import h5py
import numpy as np

import runner
import vtp

DENSITY = 2700.0
# A box of 2 x 1 x 0.5 m and a corner cut off a cube, with legs of 1, 1 and 2 m.
OBJ = """# two rocks
o box
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
f 3/1 4/1 8/2 7/2
f 4 1 5 8
o wedge
v 2 0 0
v 4 0 0
v 2 1 0
v 2 0 1
f -2 -3 -4
f -4 -3 -1
f -3 -2 -1
f -2 -4 -1
"""
BOX_MASS = DENSITY * 1.0
WEDGE_MASS = DENSITY * 2.0 / 6
BOX_CENTRE = np.array([1, 0.5, 0.25])
WEDGE_CENTRE = np.array([2.5, 0.25, 0.25])


def run(line, code=0):
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True)
    assert (
        done.returncode == code
    ), f"{line}: exit code {done.returncode}, expected {code}\n{done.stderr}"
    return done.stdout if code == 0 else done.stderr


def row_of(line):
    return json.loads(run(line))["rows"][0]


def prepare():
    with open("rocks.obj", "w") as file:
        file.write(OBJ)
    run("rubble-import -q --material rock --density 2.7e3 rocks.obj rocks.h5")


def quaternion_matrix(q):
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def corners(path):
    """(pile of hulls) => vertices of each body in space, as docs/formats.md describes them"""
    with h5py.File(path) as f:
        shapes, body, grain = f["/parameters/shapes"], f["/particles/body"], f["/particles/grain"]
        start = np.concatenate([[0], np.cumsum(shapes["vertices"])])
        found = []
        for i, s in enumerate(body["shape"]):
            turn = quaternion_matrix(grain["orientation"][body["grain"][i]]) @ quaternion_matrix(
                body["turn"][i]
            )
            found.append(
                body["position"][i]
                + body["radius"][i] * shapes["vertex"][start[s] : start[s + 1]] @ turn.T
            )
        return found


def sorted_rows(points):
    return points[np.lexsort(np.round(points, 6).T)]


def obj_corners(text):
    """(OBJ) => vertices of each object"""
    objects = []
    for line in text.splitlines():
        if line.startswith("o "):
            objects.append([])
        if line.startswith("v "):
            objects[-1].append([float(x) for x in line.split()[1:]])
    return [np.array(points) for points in objects]


def test_files_say_where_the_corners_are():
    for points, expected in zip(corners("rocks.h5"), obj_corners(OBJ)):
        assert np.allclose(sorted_rows(points), sorted_rows(expected), atol=1e-12), points
    with h5py.File("rocks.h5") as f:
        assert np.allclose(f["/particles/body/mass"], [BOX_MASS, WEDGE_MASS], rtol=1e-13)
        assert np.allclose(f["/particles/body/position"], [BOX_CENTRE, WEDGE_CENTRE], atol=1e-13)
        # of a box with sides a, b, c: m (b2 + c2) / 12
        expected = BOX_MASS / 12 * np.array([1 + 0.25, 4 + 0.25, 4 + 1])
        assert np.allclose(f["/particles/grain/moments"][0], expected, rtol=1e-12)


def test_info_names_the_shapes():
    shown = json.loads(run("rubble-info --json rocks.h5"))["rows"]
    shapes = [row["value"] for row in shown if row["quantity"] == "shape"]
    assert shapes == [
        "box (hull: 8 vertices, 6 faces)",
        "wedge (hull: 4 vertices, 4 faces)",
    ], shapes
    assert {"quantity": "grains", "value": 2, "unit": "1"} in shown, shown


def test_hash_and_diff():
    run("rubble-import -q --material rock --density 2700 rocks.obj again.h5")
    first, second = (run(f"rubble-hash {name}").split()[0] for name in ("rocks.h5", "again.h5"))
    assert first == second
    run("rubble-diff rocks.h5 again.h5")
    run(
        "sed 's/^v 4 0 0/v 4.5 0 0/' rocks.obj > longer.obj; rubble-import -q --material "
        "rock --density 2700 longer.obj longer.h5"
    )
    shown = subprocess.run(["rubble-diff", "rocks.h5", "longer.h5"], capture_output=True, text=True)
    assert shown.returncode == 1 and "/parameters/shapes/vertex" in shown.stdout, shown.stdout
    assert run("rubble-hash longer.h5").split()[0] != first


def test_obj_and_back():
    run(
        "rubble-export rocks.h5 back.obj; rubble-import -q --material rock --density 2700 "
        "back.obj back.h5"
    )
    for points, expected in zip(corners("back.h5"), obj_corners(OBJ)):
        assert np.allclose(sorted_rows(points), sorted_rows(expected), atol=1e-12), points
    with h5py.File("rocks.h5") as a, h5py.File("back.h5") as b:
        assert np.allclose(a["/particles/body/mass"], b["/particles/body/mass"], rtol=1e-12)
        assert np.allclose(a["/particles/grain/moments"], b["/particles/grain/moments"], rtol=1e-12)


def test_rounded_and_repeated_rocks():
    """Coordinates with three digits are sufficiently convex; copies share a shape; comments and
    endings in capitals are read."""
    turn = quaternion_matrix(np.array([0.8, 0.36, 0.48, 0.0]))
    with open("PRISM.OBJ", "w") as file:
        for k in range(3):
            for z in (0, 1):
                for angle in np.arange(6) * np.pi / 3:
                    point = turn @ [np.cos(angle), np.sin(angle), z] + [0, 5 * k, 0]
                    file.write("v {:.3f} {:.3f} {:.3f}\n".format(*point))
            file.write(
                "o prism # of six sides\nf -1 -2 -3 -4 -5 -6\n".replace(
                    "-1 -2 -3 -4 -5 -6", "-6 -5 -4 -3 -2 -1  # top"
                )
            )
            file.write("f -7 -8 -9 -10 -11 -12\n")
            for a in range(6):
                b = (a + 1) % 6
                file.write(f"f {a - 12} {b - 12} {b - 6} {a - 6}\n")
    run("rubble-import -q --material rock --density 1000 PRISM.OBJ prism.h5")
    with h5py.File("prism.h5") as f:
        assert list(f["/parameters/shapes/name"]) == [b"prism"], list(f["/parameters/shapes/name"])
        assert np.allclose(f["/particles/body/mass"], 1500 * np.sqrt(3), rtol=1e-3)


def test_vtk_has_closed_surfaces():
    """The polygons of each body enclose its volume (divergence theorem over the fans of the
    faces)."""
    run("rubble-export --bodies rocks.h5 rocks.vtp")
    points, polygons, values, _ = vtp.polydata("rocks.vtp")
    volume = {0: 0.0, 1: 0.0}
    for body, face in zip(values["id"], polygons):
        for b, c in zip(face[1:], face[2:]):
            volume[body] += np.dot(points[face[0]], np.cross(points[b], points[c])) / 6
    assert np.allclose([volume[0], volume[1]], [1, 1 / 3], rtol=1e-12), volume


def test_ellipsoid_by_the_parallel_axis_theorem():
    """Half the trace of the inertia is the sum of m x^2: for a box m (a^2 + b^2 + c^2) / 12 about
    its centre."""
    total = BOX_MASS + WEDGE_MASS
    centre = (BOX_MASS * BOX_CENTRE + WEDGE_MASS * WEDGE_CENTRE) / total
    box = BOX_MASS * (
        np.diag([4, 1, 0.25]) / 12 + np.outer(BOX_CENTRE - centre, BOX_CENTRE - centre)
    )
    # For a tetrahedron with corners p: m / 20 sum (p - c)(p - c)^T, with its centre c.
    legs = np.array([[2, 0, 0], [4, 0, 0], [2, 1, 0], [2, 0, 1]]) - WEDGE_CENTRE
    wedge = WEDGE_MASS * (
        legs.T @ legs / 20 + np.outer(WEDGE_CENTRE - centre, WEDGE_CENTRE - centre)
    )
    semi_axes = np.sqrt(5 / total * np.linalg.eigvalsh(box + wedge))[::-1]
    row = row_of("rubble-ellipsoid --json rocks.h5")
    assert np.allclose([row[f"inertia_ellipsoid_{k}"] for k in "abc"], semi_axes, rtol=1e-10), (
        row,
        semi_axes,
    )


def test_packing():
    row = row_of("rubble-packing --json rocks.h5")
    assert row["bodies"] == 2 and row["grains"] == 2
    points = np.concatenate(obj_corners(OBJ))
    centre = (BOX_MASS * BOX_CENTRE + WEDGE_MASS * WEDGE_CENTRE) / (BOX_MASS + WEDGE_MASS)
    farthest = np.linalg.norm(points - centre, axis=1).max()
    assert abs(row["radius_sphere"] - farthest) < 1e-9 * farthest, row
    assert row["touching_pairs"] == 1, row  # they share a part of a face


def test_envelope_of_one_box_is_the_box():
    run(
        "awk '/^o wedge/ {exit} {print}' rocks.obj > box.obj; rubble-import -q --material "
        "rock --density 2700 box.obj box.h5"
    )
    row = row_of("rubble-packing --json box.h5")
    assert abs(row["solid_fraction_hull"] - 1) < 1e-9, row
    assert abs(row["solid_fraction_alpha"] - 1) < 1e-9, row
    assert abs(row["alpha_area"] - 7) < 1e-9, row


def test_combine_turns_hulls():
    """Two randomly rotated piles at a distance: each keeps the distances of its corners, its mass
    and moments."""
    with open("meet.toml", "w") as file:
        file.write(
            '[encounter]\nimpact_angle = "30 degree"\ngap = "1 m"\nrelative_speed = "1 '
            'm/s"\norientation = "random"\n'
            "constant = 6.67430e-11\n"
        )
    run("rubble-combine -q -c meet.toml --seed 4 rocks.h5 rocks.h5 pair.h5")
    found, expected = corners("pair.h5"), corners("rocks.h5")
    assert len(found) == 4
    for k, points in enumerate(found):
        a = np.linalg.norm(points[:, None] - points[None], axis=2)
        b = np.linalg.norm(expected[k % 2][:, None] - expected[k % 2][None], axis=2)
        assert np.allclose(a, b, atol=1e-9), k
    for pile in (found[:2], found[2:]):  # the two bodies of a pile keep their relative positions
        a = np.linalg.norm(pile[0][:, None] - pile[1][None], axis=2)
        b = np.linalg.norm(expected[0][:, None] - expected[1][None], axis=2)
        assert np.allclose(a, b, atol=1e-9)
    with h5py.File("pair.h5") as f:
        assert len(f["/parameters/shapes/name"]) == 2


def test_stress_of_a_pile_without_contacts_is_none():
    row = row_of("rubble-stress --json rocks.h5")
    assert row["contacts"] == 0 and row["pressure"] == 0, row


def test_a_frame_becomes_a_pile():
    """The first frame of a run of glued grains whose overlaps count once is the initial pile of the
    run."""
    configs = os.path.join(
        os.path.dirname(os.path.abspath(__file__)), "..", "..", "configs", "grains.toml"
    )
    run(f"rubble-generate -q -c {configs} --set cloud.count=30 grains.h5")
    with open("evolve.toml", "w") as file:
        file.write(
            "[run]\nduration = 0.02\nrecord_every = 0.01\nframe_every = 0.01\n[step]\ndt = 0.01\n"
            '[gravity]\nmethod = "none"\nconstant = 1\n'
        )
    run("rubble-evolve -q -c evolve.toml -t track.h5 grains.h5 later.h5")
    run("rubble-export --frame 0 track.h5 first.h5; rubble-export --frame -1 track.h5 last.h5")
    run("rubble-diff grains.h5 first.h5; rubble-diff later.h5 last.h5")
    assert "provenance_3_tool" in run("rubble-info first.h5")


def test_damaged_files():
    """A dataset that does not fit is refused with its path."""

    def refused(path, change):
        run("cp rocks.h5 bad.h5")
        with h5py.File("bad.h5", "r+") as f:
            values = f[path][()]
            change(values)
            f[path][...] = values
        message = run("rubble-info bad.h5", 2)
        assert f"bad.h5:{path}" in message, (path, message)

    def scale_first(values):
        values[0] *= 1.01

    refused("/parameters/shapes/vertex", scale_first)
    for path, wrong in [
        ("/particles/body/shape", 7),
        ("/particles/body/shape", -2),
        ("/particles/grain/shape", 2),
        ("/particles/body/turn", 0),
        ("/parameters/shapes/faces", 60),
        ("/parameters/shapes/vertices", -1),
        ("/particles/body/grain", 3),
        ("/particles/grain/moments", -1),
    ]:

        def spoil(values, wrong=wrong):
            values[0] = wrong

        # the message names the dataset with the negative number, or the one that is too short
        if path.endswith(("faces", "vertices")):
            path_shown = {"faces": "corners", "vertices": "vertices"}[path.rsplit("/", 1)[1]]
            run("cp rocks.h5 bad.h5")
            with h5py.File("bad.h5", "r+") as f:
                values = f[path][()]
                spoil(values)
                f[path][...] = values
            assert f"bad.h5:/parameters/shapes/{path_shown}: expected" in run(
                "rubble-info bad.h5", 2
            ), path
        else:
            refused(path, spoil)


def test_refusals():
    run(
        "rubble-export rocks.h5 rocks2.obj; printf 'id,m,r,x,y,z\\n1,1,1,0,0,0\\n' > "
        "ball.csv; rubble-import -q --material rock ball.csv ball.h5"
    )
    assert "ball.h5: OBJ supports only hulls: body 1 is a sphere" in run(
        "rubble-export ball.h5 ball.obj", 2
    )
    with open("evolve.toml", "w") as file:
        file.write(
            "[run]\nduration = 1\nrecord_every = 1\n[step]\ndt = 1e-2\n[gravity]\nmethod = "
            '"none"\nconstant = 1\n'
        )
    assert "rocks.h5: soft spheres cannot be hulls: body 0 is a hull ('box')" in run(
        "rubble-evolve -c evolve.toml rocks.h5 out.h5", 2
    )
    assert "--density VALUE is required" in run("rubble-import --material rock rocks.obj x.h5", 2)
    run("sed 's/^f 4 3 2 1/f 1 2 3 4/' rocks.obj > turned.obj")
    assert "turned.obj:2: object 'box' is not a closed convex surface" in run(
        "rubble-import --material rock --density 1 turned.obj x.h5", 2
    )
    run("sed 's/^f 4 3 2 1/f 4 3 2 99/' rocks.obj > missing.obj")
    assert "missing.obj:11: vertex 99 of a face is not among the 8" in run(
        "rubble-import --material rock --density 1 missing.obj x.h5", 2
    )
    run("sed 's/^v 4 0 0/v 2 0 0/' rocks.obj > flat.obj")
    assert "flat.obj:17: object 'wedge'" in run(
        "rubble-import --material rock --density 1 flat.obj x.h5", 2
    )


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
