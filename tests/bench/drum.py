#!/usr/bin/python3
"""Cost of a wall of triangles: spheres in a drum of planes and in one of triangles, by Rubble and
LIGGGHTS (if installed), on one core.

    tests/bench/drum.py BIN FOLDER [--count 100000] [--repeats 3] [--output drum.csv]

BIN: folder of Rubble's programs. FOLDER keeps the settled spheres for later calls. The drum is a
prism of 90 sides and two ends with the axis y, half full of spheres of mean diameter 1 m. Its walls
are 92 planes or 9900 triangles. All runs use the contact law of deck.py and the same step.

- planes: at rest. LIGGGHTS has no inclined planes and uses a cylinder and two planes instead.
- triangles: the drum of triangles at rest.
- turning: the same, 1.2 turns per minute from the start. LIGGGHTS does not limit the tangential
  dashpot by friction in the first steps, so that its spheres start faster. The kinetic energies of
  10,000 spheres differ by 19 % after 100 steps, 4 % after 500 and 0.3 % after 2000.

Each run warms up for 100 steps, so that contact histories are filled, and is timed for the next
ones. The runs alternate, and the fastest of each kind counts. Columns of the table:

- us_per_step: CPU time of a step [us]. over_planes: this / that of the same program with planes.
- kinetic_J, coordination: at the end, computed by the same code for all programs.
"""
import argparse
import csv
import dataclasses
import datetime
import math
import pathlib
import re
import tempfile

import h5py
import numpy as np
from scipy.spatial import cKDTree

import deck
import peers
import programs

HERE = pathlib.Path(__file__).resolve().parent
FIELDS = [
    "date",
    "cpu",
    "commit",
    "N",
    "triangles",
    "program",
    "version",
    "walls",
    "steps",
    "us_per_step",
    "over_planes",
    "kinetic_J",
    "coordination",
    "core_share",
]
SIDES, RINGS = 90, 15  # the outermost ring of an end has 6 RINGS = SIDES corners
SPIN = 2 * math.pi / 50  # [rad s-1]
WALLS = ("planes", "triangles", "turning")
SETTLING = 14000  # steps


@dataclasses.dataclass
class Drum:
    radius: float  # of the circle through the corners [m]
    width: float  # length along the axis y [m]
    rows: int  # of rectangles on each side

    @staticmethod
    def half_full(count):
        """=> drum of width 2 R that is half full of `count` spheres of diameter 1 m."""
        solid = count * math.pi / 6 / 0.6
        radius = (2 * solid / (2 * math.pi)) ** (1 / 3)
        return Drum(radius, 2 * radius, 40)

    def ring(self, k, y):
        """Corners of ring k of an end, 6 k of them (k = 0: the middle)."""
        angle = 2 * math.pi * np.arange(max(1, 6 * k)) / max(1, 6 * k)
        r = self.radius * k / RINGS
        return np.stack([r * np.cos(angle), np.full(len(angle), y), r * np.sin(angle)], axis=1)

    def mesh(self):
        """=> vertices [V][3], triangles [T][3] of the closed surface."""
        ys = np.linspace(-0.5 * self.width, 0.5 * self.width, self.rows + 1)
        vertices = [self.ring(RINGS, y) for y in ys]
        triangles = []
        for row in range(self.rows):
            for i in range(SIDES):
                a, b = SIDES * row + i, SIDES * row + (i + 1) % SIDES
                triangles += [(a, b, b + SIDES), (a, b + SIDES, a + SIDES)]
        first = SIDES * (self.rows + 1)
        for rim, y in ((0, ys[0]), (SIDES * self.rows, ys[-1])):
            start = [first + 3 * k * (k - 1) + 1 if k else first for k in range(RINGS)] + [rim]
            vertices += [self.ring(k, y) for k in range(RINGS)]
            first += 3 * RINGS * (RINGS - 1) + 1
            for k in range(1, RINGS + 1):
                outer = [start[k] + i for i in range(6 * k)]
                inner = [start[k - 1] + i for i in range(max(1, 6 * (k - 1)))]
                for sector in range(6):
                    for i in range(k):
                        a, b = outer[sector * k + i], outer[(sector * k + i + 1) % (6 * k)]
                        c = inner[(sector * (k - 1) + i) % len(inner)]
                        triangles.append((a, b, c))
                        if i + 1 < k:
                            triangles.append((b, inner[(sector * (k - 1) + i + 1) % len(inner)], c))
        return np.concatenate(vertices), np.array(triangles)

    def planes(self):
        """=> points and inward normals of the sides and ends."""
        corner = self.ring(RINGS, 0.0)
        middle = 0.5 * (corner + np.roll(corner, -1, axis=0))
        normal = -middle / np.linalg.norm(middle, axis=1, keepdims=True)
        ends = np.array([[0, -0.5 * self.width, 0], [0, 0.5 * self.width, 0]])
        return np.concatenate([middle, ends]), np.concatenate([normal, -np.sign(ends)])

    def loose_spheres(self, count):
        """=> radii, positions on a lattice, as low as possible in the drum."""
        random = np.random.default_rng(1)
        radius = random.uniform(0.45, 0.55, count)
        free = self.radius * math.cos(math.pi / SIDES) - 0.6
        steps = [
            np.arange(-length, length, 1.12) for length in (free, 0.5 * self.width - 0.6, free)
        ]
        place = np.stack(np.meshgrid(*steps, indexing="ij"), axis=-1).reshape(-1, 3)
        place = place[np.hypot(place[:, 0], place[:, 2]) < free]
        place = place[np.argsort(place[:, 2], kind="stable")[:count]]
        if len(place) < count:
            raise SystemExit("the drum is too small for the spheres")
        return radius, place + random.uniform(-0.005, 0.005, place.shape)


def write_stl(vertices, triangles, path):
    with open(path, "w") as file:
        file.write("solid drum\n")
        for corners in vertices[triangles]:
            normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
            normal /= np.linalg.norm(normal)
            file.write("facet normal {!r} {!r} {!r}\nouter loop\n".format(*normal.tolist()))
            for x in corners.tolist():
                file.write("vertex {!r} {!r} {!r}\n".format(*x))
            file.write("endloop\nendfacet\n")
        file.write("endsolid drum\n")


def write_obj(vertices, triangles, path):
    with open(path, "w") as file:
        for x in vertices.tolist():
            file.write("v {!r} {!r} {!r}\n".format(*x))
        for t in (triangles + 1).tolist():
            file.write("f {} {} {}\n".format(*t))


def rubble_walls(drum, walls):
    """=> tables of the TOML file"""
    if walls != "planes":
        spin = f"spin = [0, {SPIN!r}, 0]\n" if walls == "turning" else ""
        return f'[[mesh]]\nfile = "drum.obj"\nunit = "1 m"\n{spin}'
    return "".join(
        f"[[plane]]\npoint = {x.tolist()}\nnormal = {n.tolist()}\n" for x, n in zip(*drum.planes())
    )


def rubble_deck(law, drum, walls, steps):
    """The TOML of deck.py without its floor and its periodic box."""
    text = deck.rubble(law, deck.Packing(None, None, (1.0, 1.0)), steps)
    for table in (r"\[periodic\]\n.*\n", r"\[\[plane\]\]\n.*\n.*\n"):
        text = re.sub(table, "", text)
    return text + rubble_walls(drum, walls)


def liggghts_walls(drum, walls):
    model = "model hooke/stiffness tangential history"
    if walls == "planes":
        radius, half = drum.radius * math.cos(0.5 * math.pi / SIDES), 0.5 * drum.width
        shapes = (f"ycylinder {radius!r} 0 0", f"yplane {-half!r}", f"yplane {half!r}")
        return "".join(
            f"fix wall{k} all wall/gran {model} primitive type 1 {shape}\n"
            for k, shape in enumerate(shapes)
        )
    rotation = f"rotate origin 0 0 0 axis 0 1 0 period {2 * math.pi / SPIN!r}"
    turn = f"fix turn all move/mesh mesh cad {rotation}\n" if walls == "turning" else ""
    return (
        "fix cad all mesh/surface file drum.stl type 1 heal auto_remove_duplicates\n"
        f"{turn}fix wall0 all wall/gran {model} mesh n_meshes 1 meshes cad\n"
    )


def liggghts_deck(law, drum, walls, warm, steps):
    """The script of deck.py with other walls and open boundaries."""
    text = deck.liggghts(law, "packing.data", "end.dump", warm, steps)
    text = text.replace("boundary p p f", "boundary f f f")
    return re.sub(r"fix 3 all wall/gran .*\n", lambda _: liggghts_walls(drum, walls), text)


def write_data(radius, position, drum, path):
    edge = drum.radius + 1
    with open(path, "w") as file:
        file.write(f"drum\n\n{len(radius)} atoms\n1 atom types\n\n")
        for axis in "xyz":
            file.write(f"{-edge!r} {edge!r} {axis}lo {axis}hi\n")
        file.write("\nAtoms\n\n")
        for i, (r, x) in enumerate(zip(radius.tolist(), position.tolist()), 1):
            file.write(f"{i} 1 {2 * r!r} 1 {x[0]!r} {x[1]!r} {x[2]!r}\n")


def kinetic(radius, velocity):
    return 0.5 * float(np.sum(4 / 3 * math.pi * radius**3 * np.sum(velocity**2, axis=1)))


def coordination(radius, position):
    """Overlapping neighbours per sphere, without walls."""
    pairs = cKDTree(position).query_pairs(2 * radius.max(), output_type="ndarray")
    gap = position[pairs[:, 0]] - position[pairs[:, 1]]
    reach = radius[pairs[:, 0]] + radius[pairs[:, 1]]
    return 2 * int(np.sum(np.sum(gap**2, axis=1) < reach**2)) / len(radius)


class Rubble(programs.Rubble):
    """A drum with one kind of walls, from the settled spheres at rest."""

    def prepare_drum(self, law, drum, walls, start, warm, steps, folder, core):
        self.folder, self.core, self.steps = pathlib.Path(folder), core, steps
        write_obj(*drum.mesh(), self.folder / "drum.obj")
        for name, count in (("warm.toml", warm), ("timed.toml", steps)):
            (self.folder / name).write_text(rubble_deck(law, drum, walls, count))
        self.start = "warm.h5"
        self.evolve("warm.toml", start, "warm.h5")


class Liggghts(programs.Peer):
    def __init__(self):
        super().__init__("LIGGGHTS", "liggghts")

    def prepare_drum(self, law, drum, walls, packing, warm, steps, folder, core):
        self.packing, self.steps, self.folder, self.core = (
            packing,
            steps,
            pathlib.Path(folder),
            core,
        )
        self.script, self.dump = "deck.in", "end.dump"
        write_stl(*drum.mesh(), self.folder / "drum.stl")
        write_data(packing.radius, packing.position, drum, self.folder / "packing.data")
        (self.folder / self.script).write_text(liggghts_deck(law, drum, walls, warm, steps))


def settled(rubble, law, drum, count, folder):
    """=> file of the settled spheres, and their radii and positions. They come to rest between
    planes; later calls take the file of the first one."""
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    start = folder / f"start-{count}.h5"
    if not start.exists():
        radius, position = drum.loose_spheres(count)
        loose = deck.Packing(radius, position, None)
        deck.write_csv(loose, folder / "loose.csv")
        rubble.folder, rubble.core = folder, None
        (folder / "settle.toml").write_text(rubble_deck(law, drum, "planes", SETTLING))
        words = ["--quiet", "--force", "--material", "rock", "loose.csv", "loose.h5"]
        programs.on_core([rubble.bin / "rubble-import", *words], None, folder)
        rubble.evolve("settle.toml", "loose.h5", "settled.h5")
        with h5py.File(folder / "settled.h5") as file:
            body = file["particles/body"]
            order = np.argsort(body["id"][()], kind="stable")
            rest = deck.Packing(body["radius"][()][order], body["position"][()][order], None)
        deck.write_csv(rest, folder / "rest.csv")
        words = ["--quiet", "--force", "--material", "rock", "rest.csv", start]
        programs.on_core([rubble.bin / "rubble-import", *words], None, folder)
    with h5py.File(start) as file:
        body = file["particles/body"]
        order = np.argsort(body["id"][()], kind="stable")
        return start, deck.Packing(
            body["radius"][()][order], body["position"][()][order], (1.0, 1.0)
        )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bin", type=pathlib.Path, metavar="BIN")
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--count", type=int, default=100000, help="spheres (default 100000)")
    parser.add_argument("--steps", type=int, default=200, help="timed steps (default 200)")
    parser.add_argument("--warm", type=int, default=100, help="steps before (default 100)")
    parser.add_argument("--repeats", type=int, default=2, help="runs of each kind (default 2)")
    parser.add_argument("--core", type=int, default=0, help="core of all runs (default 0)")
    parser.add_argument("--walls", nargs="+", choices=WALLS, default=list(WALLS))
    parser.add_argument("--no-peer", action="store_true", help="measure Rubble alone")
    parser.add_argument(
        "--output", type=pathlib.Path, default=HERE / "drum.csv", help="table to add to"
    )
    options = parser.parse_args()
    law, drum = deck.Law(), Drum.half_full(options.count)
    rubble = Rubble(options.bin)
    start, packing = settled(rubble, law, drum, options.count, options.folder)
    peer = Liggghts()
    if not options.no_peer and not peer.installed():
        print("LIGGGHTS is not installed: its runs are left out")
    runs = {}  # (program, walls) => prepared run
    with tempfile.TemporaryDirectory(prefix="rubble-drum-") as scratch:
        for walls in options.walls:
            for name in ("Rubble", "LIGGGHTS"):
                if name == "LIGGGHTS" and (options.no_peer or not peer.installed()):
                    continue
                run = Rubble(options.bin) if name == "Rubble" else Liggghts()
                place = pathlib.Path(scratch) / f"{name}-{walls}"
                place.mkdir()
                source = start if name == "Rubble" else packing
                run.prepare_drum(
                    law, drum, walls, source, options.warm, options.steps, place, options.core
                )
                runs[name, walls] = run
        best = {}
        for _ in range(options.repeats):
            for key, run in runs.items():
                outcome = run.run()
                if key not in best or outcome.seconds < best[key].seconds:
                    best[key] = outcome
    new = []
    for (name, walls), outcome in best.items():
        planes = best.get((name, "planes"))
        row = {
            "date": datetime.date.today().isoformat(),
            "cpu": peers.cpu(),
            "commit": rubble.commit(),
            "N": options.count,
            "triangles": 0 if walls == "planes" else len(drum.mesh()[1]),
            "program": name,
            "version": rubble.commit() if name == "Rubble" else peer.version(),
            "walls": walls,
            "steps": options.steps,
            "us_per_step": f"{1e6 * outcome.seconds / options.steps:.5g}",
            "over_planes": f"{outcome.seconds / planes.seconds:.3f}" if planes else "",
            "kinetic_J": f"{kinetic(packing.radius, outcome.velocity):.5g}",
            "coordination": f"{coordination(packing.radius, outcome.position):.4f}",
            "core_share": f"{outcome.share:.2f}",
        }
        print(
            "  ".join(f"{key} {value}" for key, value in row.items() if key not in ("date", "cpu"))
        )
        new.append(row)
    fresh = not options.output.exists()
    with open(options.output, "a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if fresh:
            writer.writeheader()
        writer.writerows(new)


if __name__ == "__main__":
    main()
