"""All tools with piles of every kind: free spheres, glued grains, hulls, and a mixture of all; with
Contact Dynamics. Output of each tool is compared with numpy's sums over the file (pile_numbers.py).

Usage: matrix.py FOLDER_OF_THE_TOOLS
"""
import json
import os
import pathlib
import shutil
import sys
import tempfile

import h5py
import numpy as np

import impulses
import runner
import shapes
import vtp
from impulses import rows, run, write
from pile_numbers import G, Pile, solid_integrals

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from analysis import limits  # noqa: E402

KINDS = {
    **impulses.GRAINS,
    "mixed": impulses.GRAINS["hulls"].replace('["rock"]', '["rock", "rod", "sphere"]'),
}
PILES = tempfile.TemporaryDirectory()
NEAR = 1e-9  # relative error of two sums of the same numbers
SPIN = '[spin]\nrate = "3 h"\naxis = [1, 2, 2]\n'


def prepare():
    """Makes the piles at rest."""
    for kind, grains in KINDS.items():
        names = (f"{kind}.h5", f"{kind}-t.h5")
        if not os.path.exists(os.path.join(PILES.name, names[0])):
            impulses.GRAINS[kind] = grains
            impulses.settle(kind)
            for name in names:
                shutil.copy(name, PILES.name)
        for name in names:
            if not os.path.exists(name):
                shutil.copy(os.path.join(PILES.name, name), ".")


def close(found, expected, what, tolerance=NEAR, scale=None):
    """scale: size of the terms that cancel in the numbers"""
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    size = np.linalg.norm(expected) if scale is None else scale
    assert np.linalg.norm(found - expected) <= tolerance * size, (what, found, expected)


def vector(row, name):
    return np.array([row[f"{name}_{axis}"] for axis in "xyz"])


def each_pile():
    for kind in KINDS:
        yield kind, f"{kind}.h5", Pile(f"{kind}.h5")


# --------------------------------------------------------------------------------------------------
# readers


def test_energy():
    for kind, path, pile in each_pile():
        write("spin.toml", SPIN)
        run(f"rubble-spin -q --force -c spin.toml {path} fast.h5")
        pile, row = Pile("fast.h5"), rows("rubble-energy fast.h5")[0]
        translation, rotation = pile.kinetic()
        orbital, own = pile.angular_momentum()
        close(row["mass"], pile.mass.sum(), (kind, "mass"))
        close(row["kinetic_translational"], translation, (kind, "translation"))
        close(row["kinetic_rotational"], rotation, (kind, "rotation"))
        close(row["gravitational"], pile.gravitational(), (kind, "gravity"))
        close(
            vector(row, "momentum"),
            pile.momentum(),
            (kind, "momentum"),
            scale=pile.mass @ np.linalg.norm(pile.velocity, axis=1),
        )
        close(vector(row, "angular_momentum_orbital"), orbital, (kind, "orbital"))
        close(vector(row, "angular_momentum_spin"), own, (kind, "spin"))
        assert row["grains"] == len(pile.rigid) == 30, (kind, row["grains"])


def test_spin():
    """L = I w, E = w I w / 2."""
    write("spin.toml", SPIN)
    for kind, path, pile in each_pile():
        run(f"rubble-spin -q -c spin.toml {path} {kind}-fast.h5")
        fast, spin = Pile(f"{kind}-fast.h5"), 2 * np.pi / 10800 * np.array([1, 2, 2]) / 3
        momentum = sum(fast.angular_momentum()) - np.cross(fast.centre(), fast.momentum())
        close(momentum, pile.inertia() @ spin, (kind, "angular momentum"))
        close(
            sum(fast.kinetic()) - 0.5 * fast.momentum() @ fast.momentum() / fast.mass.sum(),
            0.5 * spin @ pile.inertia() @ spin,
            (kind, "energy, but for what moves within"),
            1e-3,
        )


def test_masses_and_moments_are_those_of_the_surfaces():
    for kind, path, pile in each_pile():
        for i, body in enumerate(pile.bodies):
            density = pile.density[pile.material[i]]
            if body.corners is None:
                continue
            volume, centre, second = solid_integrals(body.corners, body.faces)
            close(pile.mass[i], density * volume, (kind, i, "mass"))
            close(
                centre,
                body.position,
                (kind, i, "centre"),
                scale=np.linalg.norm(body.position) + body.radius,
            )
            inertia = density * (np.trace(second) * np.eye(3) - second)
            close(pile.motion([i])[4], inertia, (kind, i, "inertia"), 1e-8)


def test_contacts():
    for kind, path, pile in each_pile():
        points = pile.pairs()
        pairs = {(a, b) for a, b, _, _ in points}
        row = rows(f"rubble-contacts --summary {path}")[0]
        assert row["contact_points"] == len(points) > 30 and row["contacts"] == len(pairs), (
            kind,
            row,
        )
        listed = rows(f"rubble-contacts {path}")
        close(
            [vector(r, "force") for r in listed],
            [force for _, _, _, force in points],
            (kind, "forces"),
        )
        pressed = [r["normal_force"] for r in listed]
        close(row["normal_force_mean"], np.mean(pressed), (kind, "mean"))


def test_forces_of_a_step():
    """The mean forces of a step, together with gravity, give the change of momentum of each body in
    it."""
    for kind, path, pile in each_pile():
        write("evolve.toml", impulses.RUN.replace("DURATION", "1") + impulses.METHOD)
        run(f"rubble-evolve -q --force -c evolve.toml {path} step.h5")
        after = Pile("step.h5")
        net = np.array([after.mass[own] @ after.gravity()[0][own] for own in after.rigid])
        size = np.linalg.norm(net)
        for a, b, _, force in after.pairs():
            net[a] += force
            net[b] -= force
        gained = [
            after.mass[own] @ (after.velocity[own] - pile.velocity[own]) for own in after.rigid
        ]
        close(net, gained, (kind, "momentum of a step"), 1e-5, size)


def test_kernels():
    """Candidates: pairs of bodies of different grains whose bounding balls are nearer than 1 % of
    the smallest radius; points by the kinds of both bodies."""
    for kind, path, pile in each_pile():
        table = {
            (row["first"], row["second"]): row for row in rows(f"rubble-contacts --kernels {path}")
        }
        bound = np.array([body.bound() for body in pile.bodies])
        reach = 0.01 * min(pile.radius)
        count = {pair: 0 for pair in table}
        for i in range(len(bound)):
            for j in range(i):
                if (
                    pile.grain[i] == pile.grain[j] >= 0
                    or np.linalg.norm(pile.position[i] - pile.position[j])
                    > bound[i] + bound[j] + reach
                ):
                    continue
                hulls = int(pile.shape[i] >= 0) + int(pile.shape[j] >= 0)
                count[(("sphere", "sphere"), ("sphere", "hull"), ("hull", "hull"))[hulls]] += 1
        for pair, row in table.items():
            assert row["kernel"] and row["candidates"] == (
                None if pair[1] == "wall" else count[pair]
            ), (kind, row, count)
        assert sum(row["contact_points"] for row in table.values()) == len(pile.pairs()), (
            kind,
            table,
        )
        assert (table["hull", "hull"]["contact_points"] > 0) == (kind in ("hulls", "mixed")), (
            kind,
            table,
        )


def test_stress():
    for kind, path, pile in each_pile():
        row = [r for r in rows(f"rubble-stress {path}") if r["sizes"] == "all"][0]
        volume = 4 / 3 * np.pi * pile.radius_about_centre() ** 3
        close(row["volume"], volume, (kind, "volume"))
        tensor = pile.stress_moment() / volume
        close([vector(row, f"stress_{axis}") for axis in "xyz"], tensor, (kind, "tensor"))
        close(row["pressure"], np.trace(tensor) / 3, (kind, "pressure"))
        # Virial theorem: sum of f.l = -sum X.F of gravity, with the centres X of rigid bodies.
        acceleration = pile.gravity()[0]
        load = -sum(
            (pile.mass[own] @ acceleration[own]) @ (pile.motion(own)[1] - pile.centre())
            for own in pile.rigid
        )
        close(row["virial_ratio"], 3 * row["pressure"] * volume / load, (kind, "virial"), 0.01)
        assert abs(row["virial_ratio"] - 1) < 0.01, (kind, row["virial_ratio"])


def test_packing():
    for kind, path, pile in each_pile():
        row, pairs = rows(f"rubble-packing {path}")[0], {(a, b) for a, b, _, _ in pile.pairs()}
        assert (row["bodies"], row["grains"]) == (len(pile.mass), len(pile.rigid)), (kind, row)
        close(row["coordination"], 2 * len(pairs) / len(pile.rigid), (kind, "coordination"))
        assert row["contact_points"] == len(pile.pairs()), kind
        radius = pile.radius_about_centre()
        close(row["radius_sphere"], radius, (kind, "radius"))
        # masses over densities: overlapping glued members count their common volume once
        volume = pile.volume()
        surfaces = sum(body.volume() for body in pile.bodies)
        close(volume, surfaces, (kind, "volume"), 1e-9 if kind in ("spheres", "hulls") else 0.3)
        close(
            row["solid_fraction_sphere"],
            volume / (4 / 3 * np.pi * radius**3),
            (kind, "solid fraction"),
        )
        assert row["clusters"] == 1 and 0.3 < row["solid_fraction"] < 0.85, (kind, row)
        assert 0 < row["deepest_overlap"] < 0.1, (kind, row)
        if (pile.shape < 0).all():
            deepest = pile.deepest_overlap_of_spheres()
            close(row["deepest_overlap"], deepest, (kind, "overlap"), 1e-6)
        hull = convex_volume(pile)
        if hull:
            close(
                row["solid_fraction_hull"],
                volume / hull,
                (kind, "hull"),
                1e-9 if kind == "hulls" else 0.03,
            )


def convex_volume(pile):
    """=> volume of the convex hull of the vertices of hulls and of points on spheres; None without
    scipy"""
    try:
        from scipy.spatial import ConvexHull
    except ImportError:
        return None
    k = np.arange(2000) + 0.5
    polar, turn = np.arccos(1 - 2 * k / 2000), np.pi * (1 + 5**0.5) * k
    sphere = np.stack(
        [np.cos(turn) * np.sin(polar), np.sin(turn) * np.sin(polar), np.cos(polar)], axis=1
    )
    return ConvexHull(
        np.concatenate(
            [
                body.position + body.radius * sphere if body.corners is None else body.corners
                for body in pile.bodies
            ]
        )
    ).volume


def test_ellipsoid():
    for kind, path, pile in each_pile():
        row = rows(f"rubble-ellipsoid {path}")[0]
        moments, axes = np.linalg.eigh(pile.inertia())
        close([row[f"moment_{name}"] for name in "ABC"], moments, (kind, "moments"))
        centre = pile.centre()
        reach = [
            max(
                body.reach(side * axis) + side * axis @ (body.position - centre)
                for body in pile.bodies
                for side in (1, -1)
            )
            for axis in axes.T
        ]
        close([row[f"extent_{name}"] for name in "abc"], reach, (kind, "extents"), 1e-8)
        close(vector(row, "centre"), centre, (kind, "centre"), scale=pile.radius_about_centre())


def test_spinstate():
    """A pile in rigid rotation with a drift: its angular momentum, rate, period and energy."""
    write("spin.toml", SPIN)
    for kind, path, pile in each_pile():
        run(f"rubble-spin -q --force -c spin.toml {path} fast.h5")
        fast, row = Pile("fast.h5"), rows("rubble-spinstate fast.h5")[0]
        momentum = sum(fast.angular_momentum()) - np.cross(fast.centre(), fast.momentum())
        rate = np.linalg.solve(fast.inertia(), momentum)
        close(vector(row, "momentum"), momentum, (kind, "momentum"), 1e-8)
        close(vector(row, "rate"), rate, (kind, "rate"), 1e-8)
        # except for relative motion within the pile
        close(row["period"], 10800, (kind, "period"), 1e-3)
        close(row["rotational"], 0.5 * momentum @ rate, (kind, "rotational"), 1e-8)
        close(
            row["kinetic"],
            sum(fast.kinetic()) - 0.5 * fast.momentum() @ fast.momentum() / fast.mass.sum(),
            (kind, "kinetic"),
            1e-8,
        )
        assert row["grains"] == 30 and row["share"] == 1, (kind, row)


def test_alphashape():
    """The convex hull is that of rubble-packing; smaller radii enclose less; the bulk density is
    mass / enclosed volume."""
    for kind, path, pile in each_pile():
        usual, hull, whole = rows(f"rubble-alphashape --alpha 1e3 --alpha inf --alpha auto {path}")
        packing = rows(f"rubble-packing {path}")[0]
        close(1 - hull["porosity"], packing["solid_fraction_hull"], (kind, "hull"))
        close(hull["mass"], pile.mass.sum(), (kind, "mass"))
        for row in (usual, hull, whole):
            close(row["density"] * row["enclosed"], row["mass"], (kind, "density"))
            assert row["enclosed"] <= hull["enclosed"] * (1 + NEAR), (kind, row)
        assert whole["parts"] == 1 and whole["points_within"] == whole["points"], (kind, whole)
        if kind in ("hulls", "mixed"):
            run(f"rubble-alphashape --balls {path}", (2,))
        else:
            balls = rows(f"rubble-alphashape --balls --alpha 0 --alpha inf {path}")
            assert balls[0]["enclosed"] < balls[1]["enclosed"] < hull["enclosed"], (kind, balls)
        close(
            rows(f"rubble-alphashape --clusters 0 --link 1e9 --alpha inf {path}")[0]["enclosed"],
            hull["enclosed"],
            (kind, "one cluster"),
        )


def test_gravity():
    for kind, path, pile in each_pile():
        acceleration, potential = pile.gravity()
        listed = rows(f"rubble-gravity -G {G} {path}")
        close([vector(r, "acceleration") for r in listed], acceleration, (kind, "acceleration"))
        close([r["potential"] for r in listed], potential, (kind, "potential"))


def test_field():
    """The cells of a slice that contains the whole pile have all grains and all mass, and no
    momentum about the centre of mass."""
    for kind, path, pile in each_pile():
        cells = rows(f"rubble-field --thickness 1e6 --cell 5 {path}")
        assert sum(cell["grains"] for cell in cells) == 30 and len(cells) > 1, (kind, cells)
        close(sum(cell["mass"] for cell in cells), pile.mass.sum(), (kind, "mass"))
        momentum = sum(
            cell["mass"] * np.array([cell[f"velocity_{axis}"] for axis in ("u", "v", "normal")])
            for cell in cells
        )
        close(
            momentum,
            np.zeros(3),
            (kind, "momentum"),
            scale=pile.mass @ np.linalg.norm(pile.velocity, axis=1),
        )


def test_satellites():
    """Two equal piles approach each other too fast to stay bound: one is the remnant, and the other
    escapes."""
    write("encounter.toml", impulses.MEET.replace("0.2 m/s", "10 m/s"))
    for kind, path, pile in each_pile():
        run(f"rubble-combine -q --force -c encounter.toml {path} {path} two.h5")
        row = json.loads(run("rubble-satellites --json two.h5"))["summary"]["rows"][0]
        close(row["mass"], 2 * pile.mass.sum(), (kind, "mass"))
        close([row["remnant_share"], row["escaping_share"]], [0.5, 0.5], (kind, "shares"))
        assert row["remnant_bodies"] == row["largest_escaping_bodies"] == len(pile.mass), (
            kind,
            row,
        )
        assert (
            row["escaping_clusters"] == 1
            and row["orbiting_clusters"] == row["returning_clusters"] == 0
        ), (kind, row)


def test_info():
    for kind, path, pile in each_pile():
        shown = {row["quantity"]: row["value"] for row in rows(f"rubble-info {path}")}
        assert (shown["bodies"], shown["grains"], shown["contacts"]) == (
            len(pile.mass),
            len(pile.rigid),
            len(pile.contacts["pair"]),
        ), (kind, shown)
        close(shown["mass"], pile.mass.sum(), (kind, "mass"))
        lower = [
            min(body.position[k] - body.reach(-np.eye(3)[k]) for body in pile.bodies)
            for k in range(3)
        ]
        close([float(x) for x in shown["lower_corner"].split()], lower, (kind, "lower corner"))
        if kind == "hulls":
            vertices = [len(body.corners) for body in pile.bodies]
            assert (shown["least_vertices"], shown["most_vertices"]) == (
                min(vertices),
                max(vertices),
            ), shown
            assert shown["shapes_of_hulls"] == 30 and "shape" not in shown, shown
            ratios = []
            for body in pile.bodies:
                lengths = np.sqrt(np.linalg.eigvalsh(body.second_moment()))
                ratios.append((lengths[1] / lengths[2], lengths[0] / lengths[1]))
            for column, name in enumerate(("elongation", "flatness")):
                own = [r[column] for r in ratios]
                close(
                    [shown[f"least_{name}"], shown[f"most_{name}"]],
                    [min(own), max(own)],
                    name,
                    1e-7,
                )
            assert (
                sum(row["quantity"] == "shape" for row in rows(f"rubble-info --verbose {path}"))
                == 30
            )


def test_shape():
    for kind, path, pile in each_pile():
        listed = rows(f"rubble-shape {path}")
        assert len(listed) == 30, kind
        for row, own in zip(listed, pile.rigid):
            close(
                [row[f"moment_{k}"] for k in (1, 2, 3)],
                np.linalg.eigvalsh(pile.motion(own)[4]) / pile.mass[own].sum(),
                (kind, row["id"]),
                1e-8,
            )
            close(
                row["volume"],
                pile.volume() * pile.mass[own].sum() / pile.mass.sum(),
                (kind, row["id"], "volume"),
            )


def printed(line):
    """=> the only row of a tool that prints a table beside its output"""
    names, _, values = run(line + " | cat").splitlines()
    return dict(zip(names.split("\t"), map(float, values.split("\t")), strict=True))


def test_carve():
    """Whole piles inside a large box, and the part inside a small one, with its contacts."""
    write("box.obj", shapes.BOX)
    for kind, path, pile in each_pile():
        row = printed(f"rubble-carve --force --extent 1e4 {path} box.obj part.h5")
        run(f"rubble-diff {path} part.h5")
        close(row["mass"], pile.mass.sum(), (kind, "mass"))
        close(row["solid_volume"], pile.volume(), (kind, "volume"))
        close(row["mesh_volume"], 1e12 / 8, (kind, "mesh"))
        half = f"--crossing keep --place file --extent {2 * np.ptp(pile.position, axis=0).max()}"
        row = printed(f"rubble-carve --force {half} {path} box.obj part.h5")
        part = Pile("part.h5")
        close(row["mass"], part.mass.sum(), (kind, "mass of the part"))
        assert 0 < row["grains"] == len(part.rigid) < 30, (kind, row)
        assert 0 < row["bodies"] < len(pile.mass), (kind, row)


def test_diff():
    for kind, path, pile in each_pile():
        assert rows(f"rubble-diff {path} {path}") == []
        shutil.copy(path, "pushed.h5")
        with h5py.File("pushed.h5", "r+") as file:
            file["/connectivity/contacts/force"][7] += [0, 0.3, 0.4]
        found = run(f"rubble-diff {path} pushed.h5 || true").splitlines()[2].split("\t")
        assert found[0] == "/connectivity/contacts/force" and found[3:5] == ["1", "7"], (
            kind,
            found,
        )
        close(float(found[5]), 0.5, (kind, "change"))
        run(f"rubble-diff --atol 0.51 {path} pushed.h5")


def test_place():
    """A pile dropped onto a copy of itself: mass, places of its bodies, ids; the smallest distance
    of the spheres is not below the gap, and that of the two bodies of the first contact is the
    gap."""
    write("place.toml", "[[place]]\nrule = 'drop'\nposition = [0, 0, 0]\ngap = 1e-3\n")
    for kind, path, pile in each_pile():
        told = run(f"rubble-place -q --force -c place.toml {path} {path} two.h5").splitlines()
        row = dict(zip(told[0].split("\t"), told[2].split("\t")))
        two, n = Pile("two.h5"), len(pile.mass)
        close(two.mass.sum(), 2 * pile.mass.sum(), (kind, "mass"))
        assert (two.id[n:] == pile.id + int(row["id_shift"])).all(), kind
        centre = [float(row[f"centre_{axis}"]) for axis in "xyz"]
        close(two.position[n:] - centre, pile.position - pile.centre(), (kind, "places"))
        first, on = (list(two.id).index(int(row[name])) for name in ("landed", "landed_on"))
        assert on < n <= first, (kind, on, first)
        if "hulls" in kind or kind == "mixed":
            continue
        distance = (
            np.linalg.norm(two.position[n:, None] - two.position[None, :n], axis=2)
            - two.radius[n:, None]
            - two.radius[None, :n]
        )
        assert abs(distance[first - n, on] - 1e-3) < 1e-9, (kind, distance[first - n, on])
        assert distance.min() > 1e-3 - 1e-9, (kind, distance.min())


def test_clusters_and_combine():
    """Two distant piles: momentum and position of the centre are 0, each pile is a half, and the
    kinetic energy is that of the table."""
    write("encounter.toml", impulses.MEET)
    for kind, path, pile in each_pile():
        told = run(f"rubble-combine -q -c encounter.toml {path} {path} {kind}-two.h5").splitlines()
        row = dict(zip(told[0].split("\t"), (float(x) for x in told[2].split("\t"))))
        two = Pile(f"{kind}-two.h5")
        speed, size = np.linalg.norm(two.velocity, axis=1).max(), two.radius_about_centre()
        close(two.momentum(), 0, (kind, "momentum"), scale=two.mass.sum() * speed)
        close(two.centre(), 0, (kind, "centre"), scale=size)
        close(two.mass.sum(), 2 * pile.mass.sum(), (kind, "mass"))
        reduced = pile.mass.sum() / 2
        close(
            0.5 * reduced * row["relative_speed"] ** 2,
            row["kinetic_energy"],
            (kind, "energy"),
            1e-9,
        )
        # The orbital part about the centre: reduced mass x speed x offset; the spins of the piles
        # are unchanged.
        total = sum(two.angular_momentum())
        own = sum(pile.angular_momentum()) - np.cross(pile.centre(), pile.momentum())
        error = 2 * np.linalg.norm(own) / np.linalg.norm(total) + 1e-9
        close(
            np.linalg.norm(total),
            reduced * row["relative_speed"] * row["offset"],
            (kind, "angular momentum"),
            error,
        )
        # No corner is nearer than the gap: bounding spheres about the centres of mass determine it.
        halves = [Pile(f"{kind}-two.h5").bodies[: len(pile.mass)], two.bodies[len(pile.mass) :]]
        centres = [
            two.mass[part] @ two.position[part] / two.mass[part].sum()
            for part in (slice(0, len(pile.mass)), slice(len(pile.mass), None))
        ]
        reach = [
            max(body.farthest(centre) for body in half) for half, centre in zip(halves, centres)
        ]
        close(reach, [pile.radius_about_centre()] * 2, (kind, "reach"))
        assert np.linalg.norm(centres[1] - centres[0]) >= sum(reach), (kind, "gap")
        for found in json.loads(
            run(f"rubble-clusters --json --labels {kind}.csv --force {kind}-two.h5")
        )["summary"]["rows"]:
            assert (
                found["clusters"] == 2
                and abs(found["largest"] - 0.5) < 1e-12
                and found["largest_grains"] == 30
            ), (kind, found)
        header, *lines = open(f"{kind}.csv").read().splitlines()
        column = header.split(",").index("contacts")
        labels = [line.split(",")[column] for line in lines]
        assert (
            len(set(labels[: len(pile.mass)])) == len(set(labels[len(pile.mass) :])) == 1
            and labels[0] != labels[-1]
        ), (kind, labels)


def test_impact_law():
    write("encounter.toml", impulses.MEET)
    for kind, path, pile in each_pile():
        run(f"rubble-combine -q -c encounter.toml {path} {path} {kind}-two.h5")
        assert run(f"rubble-impact-law {kind}-two.h5"), kind


def test_tables():
    """CSV and extended XYZ: mass, momentum; orientations of hulls map their shapes to the corners;
    grains and materials are restored."""
    for kind, path, pile in each_pile():
        run(f"rubble-export {path} {kind}.csv && rubble-export {path} {kind}.xyz")
        header, *lines = open(f"{kind}.csv").read().splitlines()
        column = {
            name: np.array([float(line.split(",")[k]) for line in lines])
            for k, name in enumerate(header.split(","))
        }
        assert (column["m"] == pile.mass).all() and (column["r"] == pile.radius).all(), kind
        for k, axis in enumerate("xyz"):
            assert (
                (column[axis] == pile.position[:, k]).all()
                and (column["v" + axis] == pile.velocity[:, k]).all()
                and (column["w" + axis] == pile.spin[:, k]).all()
            ), (kind, axis)
        text = open(f"{kind}.xyz").read().splitlines()
        assert text[0] == str(len(pile.mass)), kind
        if kind in ("spheres", "glued"):
            for ending in ("csv", "xyz"):
                run(f"rubble-import -q --material rock {kind}.{ending} back.h5 --force")
                back = Pile("back.h5")
                close(back.inertia(), pile.inertia(), (kind, ending))
                close(
                    np.concatenate(back.angular_momentum()),
                    np.concatenate(pile.angular_momentum()),
                    (kind, ending),
                    1e-6,
                )
            continue
        assert (column["shape"] == pile.shape).all(), kind
        orientation = [[float(x) for x in line.split()[-4:]] for line in text[2:]]
        for i, body in enumerate(pile.bodies):
            w, x, y, z = (column["q" + part][i] for part in "wxyz")
            assert orientation[i] == [x, y, z, w], (kind, i)
            if body.corners is not None:
                require_turned(path, pile, i, (w, x, y, z))
        for ending in ("csv", "xyz"):
            told = run(f"rubble-import --material rock {kind}.{ending} none.h5", (2,))
            assert "read hulls from OBJ, PLY or STL" in told and told.count("\n") == 1, told


# Parts of a pile that no table has, and parts of glued grains that are computed again.
NOT_IN_TABLES = (
    "/connectivity/",
    "/parameters/contact_columns/",
    "/parameters/step",
    "/parameters/time",
)
OF_GLUED = (
    "/particles/body/shape",
    "/parameters/shapes/",
    "/particles/grain/shape",
    "/particles/grain/orientation",
    "/particles/body/offset",
)


def test_round_trips_of_tables():
    """A table, with the mesh of the hulls, gives the same pile but for the parts above."""
    for kind, path, pile in each_pile():
        hulls = (pile.shape >= 0).any()
        if hulls:
            run(f"rubble-export --force -q {path} {kind}.obj")
        for ending in ("csv", "xyz"):
            told = run(f"rubble-export --force {path} {kind}.{ending} 2>&1")
            assert told.count("\n") == 1 and "does not store" in told and "contacts" in told, told
            mesh = f"--hulls {kind}.obj" if hulls else ""
            run(f"rubble-import -q --force --material rock {mesh} {kind}.{ending} back.h5")
            told = run(f"rubble-diff --json --rtol 1e-9 --atol 1e-9 {path} back.h5 || true")
            differ = {row["dataset"] for row in json.loads(told)["rows"]}
            accepted = NOT_IN_TABLES + (() if kind == "hulls" else OF_GLUED)
            left = {name for name in differ if not name.startswith(accepted)}
            assert not left, (kind, ending, left)


def require_turned(path, pile, i, q):
    """The quaternion maps the shape's principal axes to those of the body."""
    from pile_numbers import matrix

    with h5py.File(path) as file:
        moments = file["/parameters/shapes/moments"][pile.shape[i]]
    second = pile.bodies[i].second_moment()
    inertia = np.trace(second) * np.eye(3) - second
    turned = matrix(q) @ np.diag(moments) @ matrix(q).T
    close(turned / np.trace(turned), inertia / np.trace(inertia), (path, i, "orientation"), 1e-8)


# --------------------------------------------------------------------------------------------------
# surfaces


def polydata(path):
    """(.vtp) => points, polygons, values of the polygons"""
    points, polygons, values, _ = vtp.polydata(path)
    return points, polygons, values


def ply(path):
    """=> points, polygons, body of each polygon"""
    head, body = open(path).read().split("end_header\n")
    vertices, faces = (
        int(line.split()[2]) for line in head.splitlines() if line.startswith("element")
    )
    lines = [line.split() for line in body.splitlines()]
    assert len(lines) == vertices + faces
    polygons = [[int(x) for x in line[1:-1]] for line in lines[vertices:]]
    assert all(len(p) == int(line[0]) for p, line in zip(polygons, lines[vertices:]))
    return (
        np.array(lines[:vertices], float),
        polygons,
        np.array([int(line[-1]) for line in lines[vertices:]]),
    )


def obj(path):
    points, polygons, owner, body = [], [], [], None
    for line in open(path):
        word, *rest = line.split()
        if word == "v":
            points.append([float(x) for x in rest])
        if word == "g":
            body = int(rest[0].removeprefix("body_"))
        if word == "f":
            polygons.append([int(x) - 1 for x in rest])
            owner.append(body)
    return np.array(points), polygons, np.array(owner)


def require_closed(polygons, what):
    """Each edge is in two polygons, once in each direction, and all polygons are connected."""
    edges = [(a, b) for p in polygons for a, b in zip(p, p[1:] + p[:1])]
    assert len(edges) == len(set(edges)) and all((b, a) in set(edges) for a, b in edges), (
        what,
        "not closed",
    )
    reached, left = set(polygons[0]), [set(p) for p in polygons[1:]]
    while left:
        near = [p for p in left if p & reached]
        assert near, (what, "in parts")
        left = [p for p in left if not p & reached]
        reached |= set().union(*near)


def test_surfaces():
    """Each hull is one closed surface with faces outwards: its volume is mass / density, its centre
    the body's."""
    for kind in ("hulls", "mixed"):
        path, pile = f"{kind}.h5", Pile(f"{kind}.h5")
        run(f"rubble-export --bodies {path} {kind}.vtp")
        points, polygons, values = polydata(f"{kind}.vtp")
        surfaces = {"vtp": (points, polygons, values["id"].astype(int))}
        row = {number: i for i, number in enumerate(pile.id)}
        rows_of = [row[i] for i in values["id"]]
        for name in ("mass", "radius", "velocity", "spin", "material", "grain", "shape"):
            assert (values[name] == getattr(pile, name)[rows_of]).all(), (kind, name)
        assert (values["centre"] == pile.position[rows_of]).all(), kind
        if kind == "hulls":
            for ending, read in (("obj", obj), ("ply", ply)):
                run(f"rubble-export {path} {kind}.{ending}")
                surfaces[ending] = read(f"{kind}.{ending}")
        for ending, (points, polygons, owner) in surfaces.items():
            assert set(owner) == set(pile.id), (kind, ending)
            for i, body in enumerate(pile.bodies):
                own = [p for p, number in zip(polygons, owner) if number == pile.id[i]]
                require_closed(own, (kind, ending, i))
                volume, centre, _ = solid_integrals(points, own)
                hull = body.corners is not None
                # A sphere's polyhedron has its 92 corners on the sphere, and a slightly smaller
                # volume.
                assert (
                    abs(volume / body.volume() - 1) < 1e-9
                    if hull
                    else 0.9 < volume / body.volume() < 0.96
                ), (kind, ending, i, volume, body.volume())
                close(
                    centre,
                    body.position,
                    (kind, ending, i),
                    1e-9 if hull else 1e-2,
                    scale=np.linalg.norm(body.position),
                )
                if hull:
                    close(
                        volume,
                        pile.mass[i] / pile.density[pile.material[i]],
                        (kind, ending, i),
                        1e-9,
                    )


def test_round_trip_of_hulls():
    pile = Pile("hulls.h5")
    for ending in ("obj", "ply"):
        run(
            f"rubble-export hulls.h5 x.{ending} && rubble-import -q --force --material rock "
            f"--density 3000 x.{ending} back.h5"
        )
        back = Pile("back.h5")
        close(back.mass, pile.mass, (ending, "mass"))
        close(back.inertia(), pile.inertia(), (ending, "inertia"))
        assert (back.id == pile.id).all(), ending
    # Ids and order of bodies other than 0, 1, ...: PLY restores them.
    shutil.copy("hulls.h5", "renamed.h5")
    with h5py.File("renamed.h5", "r+") as file:
        file["/particles/body/id"][...] = 100 + 3 * pile.id
    run(
        "rubble-export --force renamed.h5 x.ply && rubble-import -q --force --material rock "
        "--density 3000 x.ply back.h5"
    )
    assert (Pile("back.h5").id == 100 + 3 * pile.id).all()
    with h5py.File("renamed.h5", "r+") as file:
        file["/particles/body/id"][3] = 2**40
    told = run("rubble-export --force renamed.h5 x.ply", (2,))
    assert "renamed.h5: the id 1099511627776 is too large for PLY, which has 32 bits" in told, told
    for kind in ("spheres", "glued"):
        for ending in ("obj", "ply"):
            told = run(f"rubble-export {kind}.h5 none.{ending}", (2,))
            assert (
                f"{kind}.h5: {ending.upper()} supports only hulls: body" in told
                and told.count("\n") == 1
            ), told
            assert not os.path.exists(f"none.{ending}")


def test_frames_of_tracks():
    """The last frame is the pile, except for the rotation that relax removed; overlaps and packing
    of each frame."""
    for kind, path, pile in each_pile():
        run(
            f"rubble-export --frame -1 {kind}-t.h5 last.h5 --force && rubble-export --force "
            f"--frame -1 {kind}-t.h5 last.vtp"
        )
        last = Pile("last.h5")
        close(last.mass, pile.mass, kind)
        close(last.contacts["gap"], pile.contacts["gap"], (kind, "gaps"))
        points = polyline_count("last.vtp")
        assert points == len(last.pairs()), (kind, points)
        found = [row for row in rows(f"rubble-overlaps {kind}-t.h5") if row["time"] == last.time]
        deep = {
            g
            for k, (a, b, _, _) in enumerate(last.pairs())
            if last_gap(last, k) < 0
            for g in (a, b)
        }
        assert (
            found
            and all(row["touching"] == len(deep) for row in found)
            and sum(row["grains"] for row in found) == 30
        ), (kind, found[:1], len(deep))


def local_strains(first, last):
    """(two piles of equal grains) => for each grain of the first with a defined deformation the
    shear strain, and the mean square displacement of its neighbours relative to the fit"""
    before, now = ([pile.motion(own)[1] for own in pile.rigid] for pile in (first, last))
    volume = [(first.mass / first.density[first.material])[own].sum() for own in first.rigid]
    radius = np.cbrt(3 / (4 * np.pi) * np.array(volume))
    found = []
    for g, centre in enumerate(before):
        near = [
            h
            for h in range(len(before))
            if h != g and np.linalg.norm(before[h] - centre) < 1.5 * (radius[g] + radius[h])
        ]
        then = np.array([before[h] - centre for h in near])
        moved = np.array([now[h] - now[g] for h in near])
        sizes = np.linalg.svd(then, compute_uv=False) ** 2
        if len(near) < 3 or sizes[2] <= 0.01 * sizes[0]:
            continue
        gradient, *_ = np.linalg.lstsq(then, moved, rcond=None)
        strain = (gradient @ gradient.T - np.eye(3)) / 2
        deviator = strain - np.trace(strain) / 3 * np.eye(3)
        rest = ((moved - then @ gradient) ** 2).sum() / len(near)
        found.append((np.sqrt(2 * (deviator**2).sum()), rest))
    return np.array(found)


def test_strain():
    """Means of the strains of all grains by numpy, until the first grain leaves a pile that rotates
    too fast."""
    for kind, path, pile in each_pile():
        write("spin.toml", SPIN.replace("3 h", "2.1 h"))
        write("evolve.toml", impulses.RUN.replace("DURATION", "900") + impulses.METHOD)
        run(f"rubble-spin -q --force -c spin.toml {path} fast.h5")
        run("rubble-evolve -q --force -c evolve.toml -t fast-t.h5 fast.h5 after.h5", (0,))
        both = json.loads(run("rubble-strain --json fast-t.h5"))
        row, bins = both["departures"]["rows"][0], both["bins"]["rows"]
        close(vector(row, "axis"), [1 / 3, 2 / 3, 2 / 3], (kind, "axis"), 1e-6)
        assert row["axis"] == "rotation", (kind, row)
        run("rubble-export -q --force --frame 0 fast-t.h5 first.h5")
        first, compared = Pile("first.h5"), 0
        for frame in sorted({one["frame"] for one in bins}):
            own = [one for one in bins if one["frame"] == frame]
            close(sum(one["mass"] for one in own), pile.mass.sum(), (kind, "mass"))
            if sum(one["shed_mass"] for one in own) > 0:
                continue
            run(f"rubble-export -q --force --frame {frame} fast-t.h5 now.h5")
            expected = local_strains(first, Pile("now.h5"))
            full = [one for one in own if one["grains"] > 0]
            assert sum(one["grains"] for one in full) == len(expected), (kind, frame)
            total = [
                sum(one["grains"] * one["shear"] for one in full),
                sum(one["grains"] * one["nonaffine"] ** 2 for one in full),
            ]
            close(total, expected.sum(axis=0), (kind, frame, "strain"), 1e-6, scale=1e-3)
            compared += total[0] > 0.1
        assert compared > 0, (kind, "no frame with a strain")


def last_gap(pile, k):
    of = pile.of_row()
    between = [c for c, (a, b) in enumerate(pile.contacts["pair"]) if b < 0 or of[a] != of[b]]
    return pile.contacts["gap"][between[k]]


def polyline_count(path):
    return len(vtp.polydata(path, "Lines")[1])


# --------------------------------------------------------------------------------------------------
# runs


def series(track, name):
    with h5py.File(track) as file:
        return file[f"observables/{name}/value"][()]


def require_balance(kind, tool, start):
    """The changes in a run equal those in its account: momentum, angular momentum about the origin,
    energy. => its total at each record"""
    before, after = Pile(start), Pile("out.h5")
    impulse, torque = (
        series("t.h5", "impulse")[-1],
        series("t.h5", "angular_impulse")[-1] + series("t.h5", "gravity/angular_impulse")[-1],
    )
    exchanged, turned = (
        series("t.h5", "exchanged/impulse")[-1],
        series("t.h5", "exchanged/angular_impulse")[-1],
    )
    moved = after.mass @ np.linalg.norm(after.velocity, axis=1)
    what = (kind, tool)
    assert (after.id == before.id).all() and (after.mass == before.mass).all(), what
    if tool not in ("spinup", "flyby"):  # which set the motion of the pile before the first record
        close(
            after.momentum() - before.momentum(),
            impulse,
            (*what, "momentum"),
            1e-9,
            exchanged + moved,
        )
        close(
            sum(after.angular_momentum()) - sum(before.angular_momentum()),
            torque,
            (*what, "angular momentum"),
            1e-9,
            turned + moved * after.radius_about_centre(),
        )
    # The last record of the track is the state in the file.
    translation, rotation = after.kinetic()
    close(series("t.h5", "energy/kinetic_translational")[-1], translation, (*what, "translation"))
    close(series("t.h5", "energy/kinetic_rotational")[-1], rotation, (*what, "rotation"))
    heat = sum(
        series("t.h5", f"dissipated/{name}")[-1] for name in ("impact", "friction", "correction")
    )
    outside = (
        series("t.h5", "energy/external")[-1]
        - series("t.h5", "work/walls")[-1]
        - series("t.h5", "work/driven")[-1]
    )
    pull = after.gravitational() if series("t.h5", "energy/gravitational")[-1] else 0.0
    total = series("t.h5", "energy/total")
    close(
        total[-1],
        translation + rotation + pull + heat + outside,
        (*what, "energy"),
        1e-9,
        translation + rotation + abs(pull) + abs(heat) + abs(outside),
    )
    return total


def run_one(kind, tool, text, start, codes=(0,)):
    write(f"{tool}.toml", text)
    for name in ("t.h5", "t.xdmf2", "out.h5", "out.h5.log"):
        if os.path.exists(name):
            os.remove(name)
    run(f"rubble-{tool} -q -c {tool}.toml -t t.h5 {start} out.h5", codes)
    return require_balance(kind, tool, start)


def test_evolve_collide_and_relax():
    write("encounter.toml", impulses.MEET)
    for kind in KINDS:
        run(f"rubble-combine -q -c encounter.toml {kind}.h5 {kind}.h5 {kind}-two.h5")
        times = impulses.RUN.replace("DURATION", "400")
        for tool, more in (
            ("evolve", ""),
            ("collide", impulses.REMNANT),
            ("relax", impulses.AT_REST.replace("true", "false")),
        ):
            total = run_one(kind, tool, times + impulses.METHOD + more, f"{kind}-two.h5", (0, 4))
            kinetic = series("t.h5", "energy/kinetic_translational")
            heat = (
                series("t.h5", "dissipated/impact")[-1] + series("t.h5", "dissipated/friction")[-1]
            )
            assert np.ptp(total) < 0.02 * kinetic[0], (kind, tool, np.ptp(total), kinetic[0])
            assert heat > 0.01 * kinetic[0], (kind, tool, "they met", heat, kinetic[0])


def test_spinup_of_the_largest_group():
    """The largest group of a whole pile is the pile: the run equals that of all bodies exactly."""
    text = impulses.RUN.replace("DURATION", "100") + impulses.METHOD
    write("spinup.toml", text + impulses.SPINUP + impulses.GROWTH)
    for kind in KINDS:
        found = []
        for bodies in ("all", "largest"):
            choice = f"--set spinup.bodies={bodies} -t t.h5"
            run(f"rubble-spinup -q --force -c spinup.toml {choice} {kind}.h5 out.h5", (0, 4))
            assert (series("t.h5", "bulk/largest") == 1).all(), kind
            found.append((series("t.h5", "spin/moment"), Pile("out.h5").velocity))
        assert all((one == other).all() for one, other in zip(*found)), kind
        assert np.ptp(found[0][0]) > 0, kind


def test_spinup_and_critical():
    for kind in KINDS:
        run_one(
            kind,
            "spinup",
            impulses.RUN.replace("DURATION", "300")
            + impulses.METHOD
            + impulses.SPINUP.replace('increment = "angular_momentum"', 'increment = "spin"')
            + impulses.GROWTH,
            f"{kind}.h5",
            (0, 4),
        )
        rate, critical = series("t.h5", "spin/rate"), series("t.h5", "spin/critical_rate")
        close(
            critical,
            np.sqrt(4 / 3 * np.pi * G * series("t.h5", "bulk/density")),
            (kind, "critical rate"),
        )
        close(rate[0], 0.5 * critical[0], (kind, "start"), 1e-6)
        assert rate[-1] > 1.1 * rate[0], (kind, rate)
        start = Pile(f"{kind}.h5")
        extents = rows(f"rubble-ellipsoid --volume extents {kind}.h5")[0]
        close(
            series("t.h5", "bulk/density")[0],
            start.mass.sum() / (4 / 3 * np.pi * np.prod([extents[f"extent_{a}"] for a in "abc"])),
            (kind, "bulk density"),
        )
        found = json.loads(run("rubble-critical --json t.h5"))["summary"]["rows"]
        assert len(found) == 4 and all(row["growth"] >= 0 for row in found), (kind, found)


def test_flyby():
    """The planet's attraction on the pile as a whole is subtracted: its tide acts, and the centre
    is at rest."""
    for kind in KINDS:
        run_one(
            kind,
            "flyby",
            impulses.RUN.replace("DURATION", "600")
            + impulses.METHOD
            + impulses.FLYBY
            + impulses.GROWTH,
            f"{kind}.h5",
            (0, 4),
        )
        work, heat = series("t.h5", "work/driven"), series("t.h5", "dissipated/friction")
        assert np.isfinite(work).all() and np.isfinite(heat).all(), kind
        found = json.loads(run("rubble-critical --json t.h5"))["summary"]["rows"]
        assert len(found) == 12, (kind, found)


def test_limits():
    write("limits.toml", '[body]\ndensity = "2000 kg/m^3"\nconstant = 6.67430e-11\n')
    row = json.loads(run("rubble-limits --json -c limits.toml"))["rows"][0]
    close(row["critical_rate"], np.sqrt(4 / 3 * np.pi * G * 2000), "critical rate", 1e-12)


def test_friction_angles_of_records():
    """Spheres at (rate / critical rate)^2 = q: sin(phi) = q / (2 - q), and no angle for q > 1. A
    prolate body at rest: sin(phi) = (P - p) / (P + p), with the closed forms of the pressures."""
    q = np.array([0, 0.3, 0.9, 1.1])
    densities = np.array([1000, 2000, 3000, 1000])
    rates = np.sqrt(q * 4 / 3 * np.pi * G * densities)
    expected = np.degrees(np.arcsin(np.where(q > 1, np.nan, q / (2 - q))))
    axes = np.outer([1, 10, 100, 1000], np.ones(3))
    found = limits.mobilised_friction_angles(axes, rates, densities)
    np.testing.assert_allclose(found, expected, atol=1e-9)
    e, f = 0.8, 0.6
    along = f**2 / e**3 * (np.log((1 + e) / (1 - e)) - 2 * e)
    across = (1 - along / 2) * f**2
    expected = np.degrees(np.arcsin((along - across) / (along + across)))
    found = limits.mobilised_friction_angles((5, 3, 3), 0, densities)
    np.testing.assert_allclose(found, np.full(4, expected), atol=1e-9)


def test_held_spheroids():
    """With a small friction angle they are Maclaurin's spheroids (Chandrasekhar 1969), with a
    larger one they have more angular momentum."""
    curve = sorted(
        (row["c_over_a"], row["momentum"])
        for row in limits.fluid_curves(0.001)
        if row["sequence"] == "maclaurin"
    )
    for row in limits.held_spheroids(0.05, (0.9, 0.7, 0.5)):
        fluid = np.interp(row["c_over_a"], *zip(*curve))
        assert 1 < row["momentum"] / fluid < 1.02, row
        (held,) = limits.held_spheroids(5.76, (row["c_over_a"],))
        assert held["momentum"] > 1.1 * fluid, held


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
