"""Cavities and notes of rubble-alphashape.

Usage: alphashape.py FOLDER_OF_THE_TOOLS

A lattice of spheres of 1 m spacing has an exact answer. With radii r and --alpha a, its cubes
belong to the shape if 3/4 < r^2 + a^2 (theory 5.13). A cube at the wall of a hollow is replaced by
the hull of those of its corners that have a sphere.
"""
import itertools
import json
import math
import subprocess

import runner


def run(line, code=0):
    """(shell command; expected exit code) => standard output, standard error"""
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
    assert (
        done.returncode == code
    ), f"{line}: exit code {done.returncode}, expected {code}\n{done.stderr}"
    return done.stdout, done.stderr


def measure(options):
    """(options and pile) => the row and the messages"""
    table, messages = run(f"rubble-alphashape --json {options}")
    (row,) = json.loads(table)["rows"]
    return row, messages


def write_spheres(name, places, radius):
    """(name, lattice places, radius [m]) writes NAME.h5"""
    rows = "".join(f"{n},1,{radius},{x},{y},{z}\n" for n, (x, y, z) in enumerate(places))
    with open(name + ".csv", "w", encoding="ascii") as file:
        file.write("id,m,r,x,y,z\n" + rows)
    run(f"rubble-import -q --force --material rock {name}.csv {name}.h5")


def lattice(half, removed):
    """(half the side, half the side of the hollow) => places of a cube without those of a smaller
    cube"""
    numbers = range(-half, half + 1)
    return [
        place for place in itertools.product(numbers, repeat=3) if max(map(abs, place)) > removed
    ]


def check(row, expected):
    for key, value in expected.items():
        assert abs(row[key] - value) <= 1e-11 * (1 + abs(value)), (key, row[key], value)


def prepare():
    """Fills the scratch folder: 27 unit cubes that fill a cube of 3 m."""
    box = [(x, y, z) for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    faces = ((4, 3, 2, 1), (5, 6, 7, 8), (1, 2, 6, 5), (2, 3, 7, 6), (3, 4, 8, 7), (4, 1, 5, 8))
    with open("cubes.obj", "w", encoding="ascii") as file:
        for number, (i, j, k) in enumerate(itertools.product(range(3), repeat=3)):
            file.write(
                f"o c{number}\n" + "".join(f"v {x + i} {y + j} {z + k}\n" for x, y, z in box)
            )
            file.write(
                "".join(
                    "f " + " ".join(str(8 * number + corner) for corner in face) + "\n"
                    for face in faces
                )
            )


def test_a_hollow_within_a_shell_of_spheres():
    """A cube of 7^3 places without its inner 3^3. The hollow is a cube of 4 m with bevelled edges.

    At its 12 edges, 24 cubes lack two corners and fill a half each; 8 cubes at its corners lack one
    corner and fill 5/6. The walls are 6 squares of 2 m, 12 bevels of 2 m by sqrt(2) m, 8 triangles
    with sides of sqrt(2) m.
    """
    walls = 6 * 4 + 12 * 2 * math.sqrt(2) + 8 * math.sqrt(3) / 2
    hollow = 64 - 24 / 2 - 8 * 5 / 6
    right = {
        "enclosed": 216,
        "volume": 216 - hollow,
        "area": 6 * 36 + walls,
        "cavities": 1,
        "cavity_volume": hollow,
        "cavity_area": walls,
        "outer_area": 216,
        "parts": 1,
        "points": 316,
        "points_within": 316,
    }
    for radius, alpha in ((0.9, 0), (0.9, 1.2), (0.5, 0.75), (0.5, 1.5)):
        write_spheres("shell", lattice(3, 1), radius)
        row, messages = measure(f"--balls --alpha {alpha} shell.h5")
        check(row, right)
        assert (
            "note: shell.h5: 1 hollow" in messages and f"a ball of alpha = {alpha:g} m" in messages
        ), messages
        assert (
            f"{walls:.6g}" in messages
            and f"{216 + walls:.6g} m2" in messages
            and "has 216 m2" in messages
        ), messages
        assert measure(f"-q --balls --alpha {alpha} shell.h5") == (row, "")
    row, messages = measure("--balls --alpha 4 shell.h5")
    check(
        row,
        {
            "enclosed": 216,
            "volume": 216,
            "area": 216,
            "cavities": 0,
            "cavity_volume": 0,
            "cavity_area": 0,
        },
    )
    assert not messages, messages


def test_a_small_hollow_has_no_note():
    """One of 5^3 positions is empty. Its 6 neighbours are the corners of an octahedron; its walls
    have 0.07 of the area."""
    write_spheres("gap", lattice(2, 0), 0.9)
    row, messages = measure("--balls --alpha 0 gap.h5")
    walls = 4 * math.sqrt(3)
    check(row, {"enclosed": 64, "volume": 64 - 4 / 3, "area": 96 + walls})
    check(row, {"cavities": 1, "cavity_volume": 4 / 3, "cavity_area": walls})
    assert not messages, messages


def test_insides_of_cubes():
    """27 unit cubes fill 27 m3 with an outer surface of 54 m2, for any internal cavities."""
    run("rubble-import -q --material rock --density 2000 cubes.obj cubes.h5")
    for alpha in ("auto", "0.42", "0.45"):
        row, messages = measure(f"--alpha {alpha} cubes.h5")
        check(
            row,
            {
                "enclosed": 27,
                "porosity": 0,
                "density": 2000,
                "parts": 1,
                "volume": 27 - row["cavity_volume"],
            },
        )
        assert (
            row["cavities"] > 0 and row["cavity_area"] > 5.4 and "note: cubes.h5: " in messages
        ), (row, messages)
        assert (
            f"{row['cavities']} hollows" in messages
            and "A larger --alpha closes hollows" in messages
        ), messages
        check(row, {"outer_area": 54})
        assert "outer surface has 54 m2" in messages, messages
        if alpha != "auto":
            check(row, {"area": 54 + row["cavity_area"]})
    row, messages = measure("--alpha 2 cubes.h5")
    check(row, {"enclosed": 27, "volume": 27, "area": 54, "cavities": 0, "cavity_area": 0})
    assert not messages, messages


def test_a_flat_layer():
    """Centres in one plane enclose no volume. Points on the surfaces of the spheres enclose at most
    the box around them."""
    write_spheres("layer", itertools.product(range(4), range(4), (0,)), 0.5)
    row, messages = measure("--balls --alpha 1 layer.h5")
    check(row, {"enclosed": 0, "volume": 0, "area": 0, "cavity_area": 0})
    assert (
        "note: layer.h5: the centres of the spheres lie in one plane" in messages
        and "remove --balls" in messages
    ), messages
    row, messages = measure("--alpha inf layer.h5")
    assert 16 * math.pi / 6 < row["enclosed"] < 16 and not messages, (row, messages)


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
