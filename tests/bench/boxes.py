#!/usr/bin/python3
"""A settled box of cubes by Rubble, Bullet and Siconos' mechanics, on one core: body-steps/s, and
the quality of the final pile.

    tests/bench/boxes.py BIN PILES [--counts 125,1000] [--output boxes.csv]

BIN: folder of Rubble's programs. Cubes of 1 m and 1 kg with random orientations fall into a box
with a floor and four walls and settle (by Rubble, 20 s; PILES keeps the result for later calls).
Each program starts from that pile at rest, warms up for 200 steps and is timed for the next 200,
all of 5 ms. Friction is 0.5, restitution 0, gravity 9.81 m s-2. Slow programs make fewer steps,
down to 40 (Siconos: 20). Bullet (bullet_boxes.cpp) and Siconos (siconos_boxes.cpp) are compiled if
their headers are installed.

All states are evaluated by the same code from positions and velocities. Columns:

- deepest, overlap: largest and root mean square overlap of overlapping pairs of cubes or of a cube
  and a wall, by separating axes [m].
- unbalanced: change of the velocity in the last step over g h, that is, the unbalanced force over
  the weight.
- speed: velocity over g h.
- creep: displacement of a cube's centre in the timed steps, over their time [m s-1].

The last three are the 0.9 quantiles over the cubes, because in a large pile some cubes always
topple.
"""
import argparse
import csv
import dataclasses
import pathlib
import re
import shutil
import subprocess
import tempfile

import h5py
import numpy as np
from scipy.spatial import cKDTree
from scipy.spatial.transform import Rotation

import peers
import programs

HERE = pathlib.Path(__file__).resolve().parent
FIELDS = [
    "cpu",
    "commit",
    "N",
    "program",
    "version",
    "setting",
    "steps",
    "body_steps_per_s",
    "ms_per_step",
    "contacts",
    "deepest_m",
    "overlap_m",
    "unbalanced",
    "speed",
    "creep_m_s",
    "core_share",
]
STEP, GRAVITY, FRICTION, CELL = 0.005, 9.81, 0.5, 1.8

CLOUD = """
seed = 1
[material]
name = "stone"
density = "1 kg/m^3"
[grains]
shapes = ["block"]
[[shape]]
name = "block"
form = "box"
sides = ["1 m", "1 m", "1 m"]
[cloud]
form = "lattice"
count = {count}
cell = "{cell} m"
jitter = true
"""
RUN = """
[method]
kind = "contact-dynamics"
[run]
duration = {duration!r}
record_every = {duration!r}
[step]
dt = {step!r}
[gravity]
method = "none"
constant = 0
[external]
uniform = [0, 0, {fall!r}]
[box]
lower = [{low!r}, {low!r}, {low!r}]
upper = [{high!r}, {high!r}, {ceiling!r}]
[contact]
friction = {friction!r}
restitution = 0
[solver]
tolerance = {tolerance!r}
[sanity]
unconverged = 1
"""


def width(count):
    return CELL * round(count ** (1 / 3))


def config(count, steps, tolerance):
    half = 0.5 * width(count)
    return RUN.format(
        duration=steps * STEP,
        step=STEP,
        fall=-GRAVITY,
        low=-half,
        high=half,
        ceiling=100 * half,
        friction=FRICTION,
        tolerance=tolerance,
    )


def rubble(bin_folder, folder, core, name, steps, count, tolerance, source, target):
    """One run of rubble-evolve in `folder` => (its log, share of the core)"""
    (folder / f"{name}.toml").write_text(config(count, steps, tolerance))
    command = [
        bin_folder / "rubble-evolve",
        "--quiet",
        "--force",
        "--threads",
        "1",
        "-c",
        f"{name}.toml",
        source,
        target,
    ]
    share = programs.on_core(command, core, folder)[1]
    return pathlib.Path(f"{folder / target}.log").read_text(), share


def settled(bin_folder, folder, core, count):
    """=> the pile in `folder`, made if it does not exist"""
    pile = folder / f"cubes-{count}.h5"
    if not pile.exists():
        (folder / "cubes.toml").write_text(CLOUD.format(count=count, cell=CELL))
        programs.on_core(
            [bin_folder / "rubble-generate", "--quiet", "--force", "-c", "cubes.toml", "cloud.h5"],
            core,
            folder,
        )
        rubble(bin_folder, folder, core, "settle", 4000, count, 1e-4, "cloud.h5", "settling.h5")
        (folder / "settling.h5").rename(pile)
    return pile


def states(path, count):
    """(file of a pile) => [N][10]: places above the floor's middle, quaternions w x y z,
    velocities"""
    with h5py.File(path) as file:
        body, grain = file["particles/body"], file["particles/grain"]
        order = np.argsort(body["id"][()], kind="stable")
        corner = file["parameters/shapes/vertex"][()] * body["radius"][0]
        if not np.allclose(np.abs(corner), 0.5):
            raise RuntimeError(f"{path}: not cubes of 1 m along the axes of their shape")
        turn = Rotation.from_quat(
            grain["orientation"][()][body["grain"][()]][:, [1, 2, 3, 0]]
        ) * Rotation.from_quat(body["turn"][()][:, [1, 2, 3, 0]])
        place = body["position"][()] + [0, 0, 0.5 * width(count)]
        return np.hstack([place, turn.as_quat()[:, [3, 0, 1, 2]], body["velocity"][()]])[order]


def overlaps(cubes, count):
    """([N][10]) => overlaps of all pairs of cubes, and of cubes and walls, that overlap [m]"""
    # columns: the cube's axes
    place, axes = cubes[:, :3], Rotation.from_quat(cubes[:, [4, 5, 6, 3]]).as_matrix()
    pairs = cKDTree(place).query_pairs(np.sqrt(3), output_type="ndarray")
    a, b = axes[pairs[:, 0]], axes[pairs[:, 1]]
    crossed = np.cross(a[:, :, :, None], b[:, :, None, :], axis=1).reshape(len(pairs), 3, 9)
    normal = np.concatenate([a, b, crossed], axis=2)
    length = np.linalg.norm(normal, axis=1)
    normal = normal / np.maximum(length, 1e-300)[:, None, :]
    reach = 0.5 * sum(np.abs(np.einsum("pik,pij->pjk", normal, c)).sum(axis=1) for c in (a, b))
    apart = np.abs(np.einsum("pik,pi->pk", normal, place[pairs[:, 1]] - place[pairs[:, 0]]))
    depth = np.where(length > 1e-6, reach - apart, np.inf).min(axis=1)
    extent = 0.5 * np.abs(axes).sum(axis=2)
    half = 0.5 * width(count)
    walls = [extent[:, 2] - place[:, 2]] + [
        extent[:, k] + sign * place[:, k] - half for k in (0, 1) for sign in (-1, 1)
    ]
    all_of_them = np.concatenate([depth, *walls])
    return all_of_them[all_of_them > 0]


def quality(before, after, last, count, steps):
    """(states before and after the timed steps, one step later) => columns of a row"""
    depth = overlaps(after, count)
    most = lambda rows: float(np.quantile(np.linalg.norm(rows, axis=1), 0.9))
    scale = GRAVITY * STEP
    return {
        "deepest_m": f"{depth.max(initial=0):.2e}",
        "overlap_m": f"{np.sqrt((depth**2).mean()) if len(depth) else 0:.2e}",
        "unbalanced": f"{most(last[:, 7:10] - after[:, 7:10]) / scale:.2e}",
        "speed": f"{most(after[:, 7:10]) / scale:.2e}",
        "creep_m_s": f"{most(after[:, :3] - before[:, :3]) / (steps * STEP):.2e}",
    }


def of_rubble(options, pile, count, tolerance, folder):
    """=> seconds, contacts, states before and after and one step later, share of the core, timed
    steps"""
    call = lambda *rest: rubble(options.bin, folder, options.core, *rest)
    shutil.copy(pile, folder / "rest.h5")
    with h5py.File(folder / "rest.h5", "r+") as file:
        for name in ("velocity", "spin"):
            file[f"particles/body/{name}"][...] = 0
    call("warm", options.steps, count, tolerance, "rest.h5", "warm.h5")
    log, share = call("timed", options.steps, count, tolerance, "warm.h5", "end.h5")
    call("last", 1, count, tolerance, "end.h5", "last.h5")
    seconds = float(re.search(r"^wall time \[s\]: .*\(steps ([0-9.]+)", log, re.M).group(1)) * share
    with h5py.File(folder / "end.h5") as file:
        contacts = int((np.abs(file["connectivity/contacts/force"][()]).sum(axis=1) > 0).sum())
    return (
        seconds,
        contacts,
        [states(folder / f"{name}.h5", count) for name in ("warm", "end", "last")],
        share,
        options.steps,
    )


def of_peer(options, peer, setting, pile, count, folder):
    """The results of of_rubble() for another program."""
    states(pile, count)[:, :7].tofile(folder / "poses.bin")
    steps = peer.steps(count, setting, options.steps)
    command = [
        peer.program,
        "poses.bin",
        "out.bin",
        width(count),
        GRAVITY,
        FRICTION,
        STEP,
        steps,
        steps,
        setting.iterations,
        setting.shape,
    ]
    text, share = programs.on_core(command, options.core, folder)
    seconds, contacts = text.split()[-2:]
    return (
        float(seconds),
        int(contacts),
        list(np.fromfile(folder / "out.bin").reshape(3, -1, 10)),
        share,
        steps,
    )


@dataclasses.dataclass
class Setting:
    shape: str
    iterations: int
    text: str


@dataclasses.dataclass
class Peer:
    name: str
    version: str
    program: pathlib.Path
    settings: list
    work: float  # largest cubes x steps x iterations of the timed steps
    least: int  # smallest number of steps

    def steps(self, count, setting, most):
        return int(min(most, max(self.least, self.work / (count * setting.iterations))))

    def bears(self, count, setting):
        return count * setting.iterations * self.least <= 2 * self.work


def compiled(source, name, folder, flags):
    """=> the program; None if its library is not installed"""
    command = [
        "c++",
        "-O3",
        "-march=native",
        "-w",
        str(HERE / source),
        "-o",
        str(folder / name),
        *flags,
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    if (
        done.returncode != 0
        and "No such file" not in done.stderr
        and "cannot find" not in done.stderr
    ):
        raise SystemExit(f"{source} does not compile:\n{done.stderr}")
    return folder / name if done.returncode == 0 else None


def contestants(folder):
    """=> the other programs that are installed"""
    out = []
    for name, suffix, flags, shapes in (
        ("Bullet", "", [], ("box", "hull")),
        ("Bullet double", "-float64", ["-DBT_USE_DOUBLE_PRECISION"], ("box",)),
    ):
        libraries = [
            f"-l{library}{suffix}"
            for library in ("BulletDynamics", "BulletCollision", "LinearMath")
        ]
        program = compiled(
            "bullet_boxes.cpp",
            f"bullet{suffix}",
            folder,
            [*flags, "-I/usr/include/bullet", *libraries],
        )
        settings = [
            Setting(shape, n, f"{shape}, {n} iterations")
            for shape in shapes
            for n in (10, 50, 200, 1000)
        ]
        out.append(Peer(name, package("libbullet-dev"), program, settings, 4e7, 40))
    include = pathlib.Path("/usr/include/siconos")
    flags = [
        f"-I{place}"
        for place in (
            include,
            include / "kernel",
            include / "mechanics",
            include / "numerics",
            "/usr/include/suitesparse",
            "/usr/include/bullet",
        )
    ]
    program = compiled(
        "siconos_boxes.cpp",
        "siconos",
        folder,
        [*flags, "-lsiconos_mechanics", "-lsiconos_kernel", "-lsiconos_numerics"],
    )
    settings = [Setting("box:1e-4", 1000, "box, tolerance 1e-4, 1000 iterations")]
    out.append(Peer("Siconos", package("libsiconos-mechanics-dev"), program, settings, 9e6, 20))
    return [peer for peer in out if peer.program]


def package(name):
    said = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True
    )
    return said.stdout.strip() or "unknown"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bin", type=pathlib.Path, help="folder of Rubble's programs")
    parser.add_argument("piles", type=pathlib.Path, help="folder of the settled piles")
    parser.add_argument(
        "--counts",
        default="125,1000",
        help="cubes, third powers (default 125,1000; Siconos: 125 alone; 8000 settle for half an "
        "hour and more)",
    )
    parser.add_argument(
        "--tolerances", default="1e-3,1e-4", help="of Rubble's sweeps (default 1e-3,1e-4)"
    )
    parser.add_argument(
        "--peers",
        nargs="*",
        metavar="NAME",
        help="Bullet, 'Bullet double', Siconos (default: all that are there)",
    )
    parser.add_argument(
        "--steps", type=int, default=200, help="to warm up, and timed (default 200)"
    )
    parser.add_argument("--core", type=int, default=0, help="core to be bound to (default 0)")
    parser.add_argument(
        "--output",
        type=pathlib.Path,
        default=HERE / "boxes.csv",
        help="table to add to (default: boxes.csv here)",
    )
    options = parser.parse_args()
    options.bin, options.piles = options.bin.resolve(), options.piles.resolve()
    return options


def measured(options, count, peers_there):
    """=> rows, each after its measurement"""
    pile = settled(options.bin, options.piles, options.core, count)
    commit = programs.Rubble(options.bin).commit()
    tasks = [
        (
            "Rubble",
            commit,
            f"tolerance {t}",
            lambda folder, t=t: of_rubble(options, pile, count, float(t), folder),
        )
        for t in options.tolerances.split(",")
    ]
    tasks += [
        (
            peer.name,
            peer.version,
            setting.text,
            lambda folder, peer=peer, setting=setting: of_peer(
                options, peer, setting, pile, count, folder
            ),
        )
        for peer in peers_there
        for setting in peer.settings
        if peer.bears(count, setting)
    ]
    for name, version, setting, work in tasks:
        with tempfile.TemporaryDirectory(prefix="rubble-boxes-") as folder:
            seconds, contacts, of_states, share, steps = work(pathlib.Path(folder))
        yield {
            "cpu": peers.cpu(),
            "commit": commit,
            "N": count,
            "program": name,
            "version": version,
            "setting": setting,
            "steps": steps,
            "body_steps_per_s": f"{count * steps / seconds:.4g}",
            "ms_per_step": f"{1e3 * seconds / steps:.4g}",
            "contacts": contacts,
            **quality(*of_states, count, steps),
            "core_share": f"{share:.2f}",
        }


def main():
    options = arguments()
    options.piles.mkdir(parents=True, exist_ok=True)
    fresh = not options.output.exists()
    with tempfile.TemporaryDirectory(prefix="rubble-boxes-") as folder, open(
        options.output, "a", newline=""
    ) as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        if fresh:
            writer.writeheader()
        there = [
            peer
            for peer in contestants(pathlib.Path(folder))
            if options.peers is None or peer.name in options.peers
        ]
        for count in map(int, options.counts.split(",")):
            for row in measured(options, count, there):
                writer.writerow(row)
                file.flush()
                print(*(row[field] for field in FIELDS[2:]), sep="\t", flush=True)


if __name__ == "__main__":
    main()
