"""A pile keeps its period, and every tool uses the period or refuses the pile.

Two of three spheres touch through the face x = 0 | 10 of a cell of 10 m: one contact, two clusters
by every search, and the period as the cell of extended XYZ. A run without [periodic] takes the
period of the pile: the spring across the face still has its energy, 12.5 J minus the energy of
motion after the first steps. A wall across a periodic axis, and a period that does not hold two of
the largest diameters, are refused; a periodic space has no centre of mass for run.centre. Source:
minimum image convention.
"""
import json

import h5py
import numpy

from commands import close, data, exit_code, read, run, write

RUN = """[run]
duration = "0.006 s"
record_every = "0.006 s"
frame_every = "0.006 s"
[step]
dt = "auto"
[gravity]
method = "none"
constant = 0
[contact.normal]
law = "linear"
pair_stiffness = "1e6 N/m"
restitution = 0.5
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.5
restitution = 0.5
[contact.rolling]
law = "none"
"""
PERIOD = "[periodic]\nperiod = [10, 10, 10]\n"
BOX = "[box]\nlower = [0, 0, 0]\nupper = [10, 10, 10]\n"
CLOUD = """seed = 1
[material]
name = "m"
density = 1000
[size]
law = "uniform"
min = 0.5
max = 0.8
[cloud]
form = "box"
count = 60
lower = [0, 0, 0]
upper = [8, 8, 8]
periodic = "xyz"
"""
DIAGNOSTICS = ("ellipsoid", "satellites", "spinstate", "field", "gravity", "alphashape")


def rows(*words):
    return json.loads(run(*words, "--json"))


def row(*words):
    return rows(*words)["rows"][0]


def refused(what, *words):
    code, text = exit_code(*words)
    assert code == 2, f"{what}: exit code {code}, not 2: {text[-300:]}"
    assert "period" in text, f"{what}: the message does not speak of the period: {text[-300:]}"


def check_tools():
    assert row("rubble-contacts", "--summary", "o.h5")["contacts"] == 1
    summary = rows("rubble-clusters", "--least", "1", "o.h5")
    found = {one["finder"]: one["clusters"] for one in summary["summary"]["rows"]}
    assert found == {"three_step": 2, "contacts": 2, "friends": 2}, f"clusters: {found}"
    centre = summary["clusters"]["rows"][2]["centre_x"]
    close(centre, 9.9975, 1e-3, "centre of the pair across the face")
    packed = row("rubble-packing", "o.h5")
    assert packed["touching_pairs"] == 1 and packed["clusters"] == 2, f"packing: {packed}"
    close(
        packed["solid_fraction_cell"],
        3 * 4 / 3 * numpy.pi / 1000,
        1e-12,
        "solid fraction of the cell",
    )
    close(packed["radius_cluster"], 1.9975, 1e-3, "radius of the pair")
    assert packed["radius"] is None, "a periodic pile has no radius"
    run("rubble-export", "o.h5", "o.xyz")
    line = open("o.xyz").read().split("\n")[1]
    assert 'pbc="T T T"' in line and 'Lattice="10 0 0 0 10 0 0 0 10"' in line, line
    for ending in ("csv", "vtp"):
        told = run("rubble-export", "o.h5", f"o.{ending}")
        assert "does not store the period" in told, f"{ending}: no note on the lost period: {told}"
    run("rubble-import", "--material", "m", "o.xyz", "back.h5")
    assert "period" in run("rubble-info", "back.h5")
    with h5py.File("o.h5") as file:
        box = file["/particles/body/box"]
        assert list(box.attrs["boundary"]) == [b"periodic"] * 3 and list(box["edges"]) == [
            10,
            10,
            10,
        ]
    for tool in DIAGNOSTICS:
        refused(tool, f"rubble-{tool}", "o.h5")
    refused("strain", "rubble-strain", "t.h5")
    assert row("rubble-spinstate", "--clusters", "0.5", "o.h5")["bodies"] == 2
    assert "period" in run("rubble-diff", "p.h5", "o.h5", code=1) or "edges" in run(
        "rubble-diff", "p.h5", "o.h5", code=1
    )
    assert row("rubble-stress", "--volume", "cell", "o.h5")["volume"] == 1000
    run("rubble-render", "o.h5", "o.png")


def check_runs():
    energy = row("rubble-energy", "o.h5")["elastic"]
    close(energy, 12.3, 0.3, "energy of the spring across the face")
    told = run("rubble-evolve", "-c", write("open.toml", RUN), "o.h5", "next.h5")
    assert (
        "the period is (10, 10, 10) m" in told
    ), f"the run does not say that it took the period: {told}"
    again = run("rubble-evolve", "-c", write("run.toml", RUN + PERIOD), "o.h5", "same.h5")
    assert "from o.h5" not in again
    assert numpy.array_equal(
        read("next.h5", "position"), read("same.h5", "position")
    ), "two ways to say one period"
    contradiction = RUN + PERIOD.replace("10, 10, 10", "11, 10, 10")
    refused(
        "another period",
        "rubble-evolve",
        "-c",
        write("other.toml", contradiction),
        "o.h5",
        "other.h5",
    )
    refused("box", "rubble-evolve", "-c", write("box.toml", RUN + PERIOD + BOX), "p.h5", "box.h5")
    refused(
        "box on a periodic pile",
        "rubble-evolve",
        "-c",
        write("box2.toml", RUN + BOX),
        "o.h5",
        "box.h5",
    )
    centred = RUN.replace("[step]", "centre = true\n[step]")
    refused(
        "centre", "rubble-evolve", "-c", write("centre.toml", centred + PERIOD), "p.h5", "centre.h5"
    )
    refused(
        "centre of a periodic pile",
        "rubble-evolve",
        "-c",
        write("centre2.toml", centred),
        "o.h5",
        "centre.h5",
    )
    short = RUN + PERIOD.replace("10, 10, 10", "1e-300, 0, 0")
    refused("tiny period", "rubble-evolve", "-c", write("short.toml", short), "p.h5", "short.h5")
    spin = write("spin.toml", "[spin]\naxis = [0, 0, 1]\nrate = 1\n")
    refused("spin", "rubble-spin", "-c", spin, "o.h5", "s.h5")


def check_cloud():
    run("rubble-generate", "-c", write("cloud.toml", CLOUD), "cloud.h5")
    x, r = read("cloud.h5", "position"), read("cloud.h5", "radius")
    way = x[:, None, :] - x[None, :, :]
    way -= 8 * numpy.round(way / 8)
    gap = numpy.linalg.norm(way, axis=2) - r[:, None] - r[None, :] + 1e9 * numpy.eye(len(r))
    assert gap.min() >= 0, f"two of the cloud overlap through a face: gap {gap.min()}"
    assert (x - r[:, None]).min() < 0, "no sphere of the cloud reaches through a face"
    assert "the period is" in run(
        "rubble-evolve", "-c", write("open.toml", RUN), "cloud.h5", "moved.h5"
    )


def check():
    run("rubble-import", "--material", "m", data("periodic_piles", "three.csv"), "p.h5")
    run("rubble-evolve", "-c", write("periodic.toml", RUN + PERIOD), "-t", "t.h5", "p.h5", "o.h5")
    check_tools()
    check_runs()
    check_cloud()
