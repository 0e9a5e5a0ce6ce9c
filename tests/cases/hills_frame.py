"""A pile keeps Hill's frame, and every tool uses it or refuses the pile.

A patch of 60 spheres runs for an orbit by hard spheres and by soft spheres. rubble-ring is compared
with sums over the file. A second run without [hill] continues in the frame of the pile. Walls,
planets, uniform gravity, sticking, steps that are too long and other rates are refused. Source:
definitions in docs/theory.md 4.10 and 5.20.
"""
import json
import pathlib
import sys

import h5py
import numpy

from commands import close, exit_code, read, run, write

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "analysis"))
import rubble  # noqa: E402

CLOUD = """seed = 2
[material]
name = "ice"
density = 900
[size]
law = "uniform"
min = 1
max = 1
[cloud]
form = "box"
count = 60
lower = [0, 0, -3]
upper = [20, 16, 3]
periodic = "xy"
[motion]
orbit = 0.1
speed = 0.1
spin = 0.05
"""
RUN = """[run]
duration = 60
record_every = 3
frame_every = 30
[gravity]
method = "none"
constant = 0
"""
HARD = RUN + '[method]\nkind = "hard-spheres"\n[step]\ndt = 0.25\n[contact]\nrestitution = 0.5\n'
SOFT = (
    RUN
    + """[step]
dt = "auto"
[contact.normal]
law = "linear"
pair_stiffness = "auto"
restitution = 0.5
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.3
restitution = 0.5
[contact.rolling]
law = "none"
"""
)
HILL = "[hill]\nrate = 0.1\n"
DIRECT = ('method = "none"\nconstant = 0', 'method = "direct"\nconstant = 1e-7')
RATE = 0.1


def row(*words):
    return json.loads(run(*words, "--json"))["rows"][0]


def check_ring(path):
    """Sums of numpy over the file."""
    x, v, m = (read(path, name) for name in ("position", "velocity", "mass"))
    own = v - numpy.outer(-1.5 * RATE * x[:, 0], [0, 1, 0])
    own -= m @ own / m.sum()
    spread = numpy.sqrt(m @ own**2 / m.sum())
    found = row("rubble-ring", path)
    for k, axis in enumerate("xyz"):
        close(found[f"dispersion_{axis}"], spread[k], 1e-12, axis)
    close(found["covariance_xy"], m @ (own[:, 0] * own[:, 1]) / m.sum(), 1e-14, "covariance")
    close(found["optical_depth"], 60 * numpy.pi / 320, 1e-12, "optical depth")
    z = x[:, 2] - m @ x[:, 2] / m.sum()
    close(found["height"], numpy.sqrt(m @ z**2 / m.sum()), 1e-12, "height")
    filled = numpy.pi * numpy.maximum(0, 1 - z**2).sum() / 320
    close(found["filling_factor"], filled, 1e-12, "filling factor")


def check_files(path):
    """The frame in the file, and tools that read it."""
    with h5py.File(path) as file:
        assert [file[f"/parameters/hill/{k}"][0] for k in ("rate", "vertical_rate", "since")] == [
            RATE,
            RATE,
            0,
        ]
        time = file["/parameters/time"][()]
    assert "hill_rate" in run("rubble-info", path)
    run("rubble-export", "--force", path, "r.xyz")
    cell = open("r.xyz").read().split("\n")[1].split('"')[1].split()
    close((float(cell[1]) + 1.5 * RATE * 20 * time) % 16 % 16, 0, 1e-9, "shift of the cell")
    for tool in ("packing", "clusters", "contacts", "energy"):
        run(f"rubble-{tool}", path)
    assert row("rubble-stress", "--volume", "cluster", path)["virial_ratio"] is None
    run("rubble-render", "--force", path, "r.png")
    for tool in ("ellipsoid", "satellites", "spinstate", "field", "gravity", "alphashape"):
        code, text = exit_code(f"rubble-{tool}", path)
        assert code == 2 and "periodic" in text, (tool, code, text)


def check_runs(text):
    """A run, and a second one that takes the frame of the pile."""
    for path in ("t.h5", "one.h5", "first.h5", "second.h5"):
        run("rm", "-f", path)
    whole, half = write("whole.toml", text + HILL), text.replace("duration = 60", "duration = 30")
    run("rubble-evolve", "-c", whole, "-t", "t.h5", "cloud.h5", "one.h5")
    check_ring("one.h5")
    check_files("one.h5")
    run("rubble-evolve", "-c", write("half.toml", half + HILL), "cloud.h5", "first.h5")
    slow = write("slow.toml", half + HILL.replace("0.1", "0.05"))
    told = run("rubble-evolve", "-c", slow, "--force", "cloud.h5", "first.h5")
    assert "circular orbits in Hill's frame have -0.075 rad/s" in told, told
    told = run("rubble-evolve", "-c", "half.toml", "--force", "cloud.h5", "first.h5")
    assert "circular orbits" not in told, told
    told = run("rubble-evolve", "-c", write("next.toml", half), "first.h5", "second.h5")
    assert "Hill's frame has rate = 0.1 rad/s" in told, told
    work = rubble.open("t.h5").series["work/walls"]
    assert work.iloc[-1] != 0, "the boundary does no work"


def check_refusals():
    other = "[[plane]]\npoint = [0, 0, -9]\nnormal = [0, 0, 1]\n"
    moon = '[[planet]]\nname = "moon"\nmass = 1\nposition = [9, 0, 0]\n'
    code, told = exit_code("rubble-ring", "cloud.h5")
    assert code == 2 and told.startswith("rubble-ring: error: cloud.h5: the pile is not"), told
    stop = "[stop]\nkinetic_fraction = 1e-3\nhold = 1\nremove_rotation = false\n"
    relax = write("relax.toml", SOFT + HILL + stop)
    code, told = exit_code("rubble-relax", "-c", relax, "cloud.h5", "no.h5")
    assert code == 2 and "need an inertial frame" in told, (code, told)
    for what, text, words in (
        ("walls", HARD + HILL + other, "does not support walls"),
        ("planets", HARD + HILL + moon, "planet"),
        ("uniform", HARD + HILL + "[external]\nuniform = [0, 0, -1]\n", "'uniform'"),
        ("step", HARD.replace("dt = 0.25", "dt = 2") + HILL, "set step.dt to at most 1 s"),
        ("rate", HARD + HILL.replace("0.1", "0.2"), "not rate = 0.2"),
        ("sticking", HARD + HILL + "[outcome]\nstick = 1\n", "sticking"),
        ("attraction", SOFT.replace(*DIRECT) + HILL, "do not support self-gravity"),
        ("z", SOFT + HILL + "[periodic]\nperiod = [20, 16, 30]\n", "cannot be periodic along z"),
        ("centre", HARD.replace("[gravity]", "centre = true\n[gravity]") + HILL, "centre"),
    ):
        path = {"rate": "one.h5", "z": "open.h5"}.get(what, "cloud.h5")
        code, told = exit_code("rubble-evolve", "-c", write("no.toml", text), path, "no.h5")
        assert code == 2 and words in told, (what, code, told)


def check_open_space():
    """A pile with self-gravity in open space: soft spheres run, hard spheres refuse it. Tools that
    measure orbits, spins and encounters refuse the pile; the Python package keeps the frame."""
    write("soft.toml", SOFT.replace(*DIRECT) + HILL)
    run("rubble-evolve", "-c", "soft.toml", "--force", "-t", "frame-t.h5", "open.h5", "frame.h5")
    write("hard.toml", HARD.replace(*DIRECT) + HILL)
    code, told = exit_code("rubble-evolve", "-c", "hard.toml", "--force", "open.h5", "no.h5")
    assert code == 2 and "hard spheres in Hill's frame do not support self-gravity" in told, told
    write("place.toml", '[[place]]\nrule = "at"\nposition = [99, 0, 0]\n')
    for line in (
        ("rubble-satellites", "frame.h5"),
        ("rubble-strain", "frame-t.h5"),
        ("rubble-spinstate", "frame.h5"),
        ("rubble-place", "-c", "place.toml", "open.h5", "frame.h5", "no.h5"),
        ("rubble-place", "-c", "place.toml", "frame.h5", "open.h5", "no.h5"),
    ):
        code, told = exit_code(*line)
        assert code == 2 and "is in Hill's rotating frame" in told, (line, code, told)
    assert row("rubble-stress", "--volume", "sphere", "frame.h5")["virial_ratio"] is None
    pile = rubble.open("frame.h5")
    rubble.write("copy.h5", pile.bodies, like=pile, force=True)
    assert read("copy.h5", "/parameters/hill/rate")[0] == RATE
    try:
        rubble.merge("no.h5", "frame.h5", "open.h5")
    except ValueError as error:
        assert "another frame" in str(error), error
    else:
        raise AssertionError("piles of two frames were merged")


def check():
    run("rubble-generate", "-c", write("cloud.toml", CLOUD), "cloud.h5")
    write("open.toml", CLOUD.replace('periodic = "xy"\n', ""))
    run("rubble-generate", "-c", "open.toml", "open.h5")
    for text in (HARD, SOFT):
        check_runs(text)
    check_open_space()
    check_refusals()
