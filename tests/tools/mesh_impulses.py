"""Walls of triangles with Contact Dynamics through the tools: hulls and compounds in a
turning drum; threads, restarts, probes, tables of contacts, overlaps, refusals.

Usage: mesh_impulses.py FOLDER_OF_THE_TOOLS
"""
import json
import pathlib
import re
import sys

import numpy as np

import runner
from runner import kill_at_checkpoint, run, same, write

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "analysis"))
import rubble  # noqa: E402

CLOUD = """
seed = 1
[material]
name = "steel"
density = "7.85 g/cm^3"
[grains]
shapes = ["brick", "staple"]
[[shape]]
name = "brick"
form = "box"
sides = ["12 mm", "8 mm", "6 mm"]
[[shape]]
name = "bar"
form = "box"
sides = ["12 mm", "4 mm", "4 mm"]
[[shape]]
name = "leg"
form = "box"
sides = ["4 mm", "4 mm", "8 mm"]
[[shape]]
name = "staple"
form = "compound"
parts = ["bar", "leg", "leg"]
positions = [[0, 0, 0], ["-4 mm", 0, "-6 mm"], ["4 mm", 0, "-6 mm"]]
[cloud]
form = "layers"
count = 24
lower = [-0.045, -0.028, -0.05]
upper = [0.045, 0.028, 0.05]
"""
RUN = """
[method]
kind = "contact-dynamics"
[run]
experiment = "evolve"
duration = "0.1 s"
record_every = "5 ms"
frame_every = "20 ms"
checkpoint_every = 0.02
[step]
dt = "0.125 ms"
[gravity]
method = "none"
constant = 6.67430e-11
[external]
uniform = [0, 0, -9.81]
[contact]
friction = 0.5
restitution = 0.2
[solver]
tolerance = 1e-4
"""
DRUM = """
[[mesh]]
form = "cylinder"
radius = 0.09
height = 0.06
ends = "both"
rotation = ["90 degree", 0, 0]
spin = [0, 5, 0]
"""
LIFTER = """
[[mesh]]
form = "box"
sides = [0.006, 0.05, 0.02]
position = [0, 0, -0.075]
spin = [0, 5, 0]
"""
FLOOR = '[[mesh]]\nform = "box"\nsides = [0.4, 0.4, 0.02]\nposition = [0, 0, -0.07]\n'
PROBES = '[[probe]]\nname = "drum"\nmesh = 0\n'


def prepare():
    write("cloud.toml", CLOUD)
    write("drum.toml", RUN + DRUM + LIFTER + PROBES)
    run("rubble-generate -q -c cloud.toml cloud.h5")


def evolve(out, more="", codes=(0,), threads=1):
    return run(
        f"rubble-evolve -q -c drum.toml {more} --track {out}-t.h5 cloud.h5 {out}.h5", codes, threads
    )


def test_any_number_of_threads_gives_the_same_bytes():
    for threads in (1, 3):
        more = f"--set run.duration=0.2 --threads {threads}"
        evolve(f"t{threads}", more, threads=threads)
    same("t1", "t3")
    walls = -1 - rubble.open("t1.h5").contact_arrays["pair"][:, 1]
    assert (walls >= 0).sum() > 3, walls


def test_a_killed_run_resumes_with_the_same_bytes():
    long = "--set run.duration=0.4 --set run.checkpoint_every=0.02"
    evolve("whole", long)
    line = f"rubble-evolve -q -c drum.toml {long} --restart --track killed-t.h5 cloud.h5 killed.h5"
    kills = sum(kill_at_checkpoint(line, "killed.h5") for _ in range(3))
    run(line)
    same("whole", "killed")
    assert kills > 0, kills


def test_a_next_run_continues():
    """The drum continues from its pose, and contacts with it are kept."""
    evolve("half", "--set run.duration=0.2")
    message = run("rubble-evolve -c drum.toml --set run.duration=0.05 half.h5 both.h5 2>&1")
    assert "are dropped" not in message, message
    assert rubble.open("both.h5").meshes[0].since == 0


def test_probes_and_contacts_name_the_drum():
    """The impulse of the probe is that of all contacts with the drum."""
    evolve("probed", "--set run.duration=0.3")
    table = rubble.open("probed-t.h5").series
    force = table["probe/drum/force_z"].to_numpy()
    assert np.abs(force[-10:]).max() > 0, force
    rows = json.loads(run("rubble-contacts --json probed.h5"))
    assert rows, rows
    pile = rubble.open("probed.h5")
    walls = -1 - pile.contact_arrays["pair"][:, 1]
    assert set(walls[walls >= 0]) <= {0, 1} and (walls >= 0).any(), walls
    # All bodies are inside the drum.
    place = pile.bodies[["x", "z"]].to_numpy()
    assert np.hypot(place[:, 0], place[:, 1]).max() < 0.09
    run("rubble-render --force -q probed.h5 probed.png && rubble-view probed-t.h5 probed.html")


def test_a_heap_rests_on_a_sheet():
    """The box is a floor of triangles: it carries all bodies, and overlaps are small."""
    write("rest.toml", RUN.replace("restitution = 0.2", "restitution = 0") + FLOOR)
    run("rubble-evolve -q -c rest.toml --set run.duration=1 cloud.h5 rest.h5")
    row = json.loads(run("rubble-packing --json rest.h5"))["rows"][0]
    assert row["deepest_overlap"] < 0.02, row
    assert rubble.open("rest.h5").bodies["z"].min() > -0.062


def test_what_is_wrong_is_refused():
    def refused(more, pattern, cloud="cloud.h5"):
        write("bad.toml", RUN + more)
        runner.refused(f"rubble-evolve -q -c bad.toml {cloud} bad.h5", pattern)

    refused(
        DRUM + "[periodic]\nperiod = [1, 1, 1]\n", r"periodic boxes do not support \[\[mesh\]\]"
    )
    # The sheet passes through bodies.
    low = FLOOR.replace("-0.07", "-0.0535")
    refused(low, r"body \d+ overlaps mesh\[0\] by .* at the start")


def test_a_step_that_passes_a_wall_ends_the_run():
    write("fast.csv", "id,m,r,x,y,z,vx,vy,vz\n0,1,0.01,0,0,0.05,0,0,-900\n")
    run("rubble-import -q --material rock fast.csv fast.h5")
    write("fast.toml", RUN + FLOOR)
    message = run("rubble-evolve -q -c fast.toml fast.h5 fast-end.h5", codes=(0, 3))
    if message:
        assert re.search(r"body 0 and wall 0 .*set step.dt", message), message
    else:  # the path was followed to the wall
        assert rubble.open("fast-end.h5").bodies["z"].min() > -0.07


if __name__ == "__main__":
    tests = [value for name, value in list(globals().items()) if name.startswith("test_")]
    runner.run_all(tests, prepare)
