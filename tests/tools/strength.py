"""The tools with hard spheres in aggregates and with bonds: broken bonds stay broken, for any
sticking and any division of a run; invalid input is refused with one line.

Usage: strength.py FOLDER_OF_THE_TOOLS
"""
import json

import h5py
import numpy as np

import runner
from impulses import run, write
from scenes import PACKED

OVERLAPPING = """
seed = 1
[material]
name = "rock"
density = "2000 kg/m^3"
[grains]
shapes = ["cube"]
radius = "50 m"
overlap = "union"
[cloud]
form = "sphere"
count = 2
solid_fraction = 0.05
"""
SPIN = """
[spin]
rate = "RATE"
axis = [0, 0, 1]
"""
RUN = """
[method]
kind = "hard-spheres"
[run]
duration = "10 min"
record_every = "1 min"
[step]
dt = "1 s"
[gravity]
method = "direct"
constant = "6.67430e-11 m^3 kg^-1 s^-2"
[contact]
restitution = 0.5
"""
RIGID = """
[outcome]
stick = 0.1
fragment = 1
[strength]
model = "rigid"
tensile_strength = "2.25e5 Pa"
shear_strength = "2.25e5 Pa"
"""
ELASTIC = """
[strength]
model = "elastic"
young_modulus = "500 Pa"
tensile_strength = "250 Pa"
"""
ENCOUNTER = """
[encounter]
relative_speed = "0.1 m/s"
impact_angle = "0 degree"
gap = "50 m"
constant = "6.67430e-11 m^3 kg^-1 s^-2"
orientation = "given"
"""


def prepare():
    write("rigid.toml", RUN + RIGID)
    write("elastic.toml", RUN + ELASTIC)
    write("packed.toml", PACKED)
    run("rubble-generate -q -c packed.toml glued.h5")
    run("rubble-generate -q -c packed.toml --set cloud.glued=false loose.h5")


def turned(pile, rate, out):
    write("spin.toml", SPIN.replace("RATE", rate))
    run(f"rubble-spin -q -c spin.toml {pile} {out}")


def remark(log, name):
    with open(log) as lines:
        return next(
            float(line.rsplit(":", 1)[1]) for line in lines if line.strip().startswith(name)
        )


def bonds(pile):
    """=> {(a, b)} of the elastic bonds in a pile"""
    with h5py.File(pile) as file:
        return {tuple(pair) for pair in file["connectivity/bonds/pair"][()]}


def largest_grain(pile):
    with h5py.File(pile) as file:
        if "particles/body/grain" not in file:
            return 1
        grain = file["particles/body/grain"][()]
        return max(np.bincount(grain[grain >= 0]), default=1)


def test_sticking_elsewhere_does_not_prevent_breaking():
    """A body that rotates too fast loses the same mass, whether or not slow bodies stick
    elsewhere."""
    turned("glued.h5", "300 s", "fast.h5")
    whole = {}
    for stick in (0, 0.1):
        run(f"rubble-evolve -q --force -c rigid.toml --set outcome.stick={stick} fast.h5 out.h5")
        whole[stick] = largest_grain("out.h5")
    assert 10 < whole[0] < 140, whole
    assert abs(whole[0] - whole[0.1]) <= 3, whole


def test_strain_of_aggregates_that_break():
    """Bodies are the points of the strain. Their masses in the bins sum to the mass of the
    aggregate. The pieces that break off are shed first, and have no strain."""
    turned("glued.h5", "300 s", "fast.h5")
    run("rubble-evolve -q --force -c rigid.toml --set run.frame_every='1 min' -t t.h5 fast.h5 o.h5")
    both = json.loads(run("rubble-strain --json t.h5"))
    row, bins = both["departures"]["rows"][0], both["bins"]["rows"]
    with h5py.File("fast.h5") as file:
        mass = file["particles/body/mass"][()].sum()
    whole = sum(one["mass"] for one in bins if one["frame"] == 0)
    assert abs(whole - mass) < 1e-9 * mass, (whole, mass)
    stay = sum(one["grains"] for one in bins if one["frame"] == 0)
    assert 10 < stay < 140, stay
    assert row["first"] == "shedding" and 0.1 < row["shed_mass"] / mass < 0.9, row


def test_strain_of_an_aggregate_that_lasts():
    """Grains are the points of the strain if none merges or breaks: a single one has no strain."""
    turned("glued.h5", "300 s", "slow.h5")
    strong = "--set strength.tensile_strength='1 GPa' --set strength.shear_strength='1 GPa'"
    frames = "--set run.frame_every='1 min' -t lasting-t.h5"
    run(f"rubble-evolve -q --force -c rigid.toml {strong} {frames} slow.h5 lasting.h5")
    both = json.loads(run("rubble-strain --json lasting-t.h5"))
    assert both["departures"]["rows"][0]["first"] == "none", both["departures"]
    assert sum(one["grains"] for one in both["bins"]["rows"]) == 0, both["bins"]
    assert sum(one["mass"] > 0 for one in both["bins"]["rows"] if one["frame"] == 0) == 1


def test_broken_bonds_stay_broken():
    """A run in two parts, the second starting from the final pile of the first, ends with the bonds
    and positions of a single run."""
    turned("loose.h5", "1000 s", "fast.h5")
    run("rubble-evolve -q -c elastic.toml --set run.duration='40 min' fast.h5 whole.h5")
    run("rubble-evolve -q -c elastic.toml --set run.duration='20 min' fast.h5 half.h5")
    run("rubble-evolve -q -c elastic.toml --set run.duration='20 min' half.h5 rest.h5")
    assert remark("half.h5.log", "bonds broken") > 50
    assert bonds("whole.h5") and bonds("rest.h5") == bonds("whole.h5") <= bonds("half.h5")
    with h5py.File("whole.h5") as a, h5py.File("rest.h5") as b:
        apart = np.abs(a["particles/body/position"][()] - b["particles/body/position"][()]).max()
    assert apart < 1e-3, apart


def test_bonds_in_a_periodic_box():
    """A pile with elastic bonds in a periodic box can be read by tools and continued by a later
    run."""
    run(
        "rubble-evolve -q -c elastic.toml --set periodic.period=[1e5,0,0] --set "
        "run.duration='10 s' loose.h5 box.h5"
    )
    run("rubble-info box.h5")
    run(
        "rubble-evolve -q -c elastic.toml --set periodic.period=[1e5,0,0] --set "
        "run.duration='10 s' box.h5 later.h5"
    )
    assert bonds("later.h5") == bonds("box.h5") != set()


def test_bonds_of_piles_put_together():
    """A body from an earlier run keeps its bonds, and a body from another source gets new ones; a
    stopped run resumes, regardless of later encounters."""
    run("rubble-evolve -q -c elastic.toml --set run.duration='10 s' loose.h5 begun.h5")
    write("encounter.toml", ENCOUNTER)
    run("rubble-combine -q -c encounter.toml begun.h5 loose.h5 both.h5")
    run("rubble-evolve -q -c elastic.toml --set run.duration='2 s' both.h5 later.h5")
    assert len(bonds("later.h5")) == 2 * len(bonds("begun.h5")), (
        len(bonds("later.h5")),
        len(bonds("begun.h5")),
    )
    write(
        "near.csv",
        "id,m,r,x,y,z,vx\n0,1e9,50,0,0,0,0\n1,1e9,50,100,0,0,0\n2,1e3,0.5,0,1e6,0,0\n3,1e3,"
        "0.5,1.5,1e6,0,-0.001\n",
    )
    run("rubble-import -q --material rock near.csv near.h5")
    near = (
        "rubble-evolve -q -c elastic.toml --set step.dt='10 s' --set run.record_every='1e5 s' "
        "--set run.duration='1e9 s' near.h5 far.h5"
    )
    stopped = run(f"timeout --preserve-status -s INT 2 {near}; echo $?").strip()
    assert stopped == "75", stopped
    going = run(f"timeout --preserve-status -s INT 2 {near} --restart; echo $?").strip()
    assert going == "75", going


def test_mistakes_are_told():
    mistakes = {
        "rigid.toml contact.friction=0.5": "smooth spheres",
        "rigid.toml outcome.fragment=0.05": "'fragment' in [outcome] must be at least stick = 0.1",
        "rigid.toml strength.exponent=1000": "must be in [-10, 10]",
        "rigid.toml strength.tensile_strenght=1": "did you mean 'tensile_strength'?",
        "rigid.toml gravity.torque='\"quadrupole\"'": "'torque' in [gravity] applies only to hulls",
        "rigid.toml step.dt='1 h'": "run.duration is 600 s, less than half a step of 3600 s",
        "elastic.toml strength.young_modulus=5e12": "steps of 1 s are too long for bonds",
        "elastic.toml outcome.stick=0.1": "elastic bonds do not support [outcome]",
    }
    for case, message in mistakes.items():
        config, setting = case.split(" ", 1)
        told = run(f"rubble-evolve -q --force --set {setting} -c {config} loose.h5 x.h5", (2,))
        assert message in told and told.count("\n") == 1, (case, told)
    told = run("rubble-evolve -q -c elastic.toml glued.h5 x.h5", (2,))
    assert (
        told == "rubble-evolve: error: glued.h5: elastic bonds need free spheres, found only glued "
        "ones\n"
    ), told
    run("rubble-evolve -q -c elastic.toml loose.h5 damaged.h5")
    with h5py.File("damaged.h5", "r+") as file:
        file["connectivity/bonds/pair"][0] = [1, 0]
    told = run("rubble-evolve -q -c elastic.toml damaged.h5 x.h5", (2,))
    assert (
        told.startswith("rubble-evolve: error: damaged.h5:/connectivity/bonds/pair: ")
        and told.count("\n") == 1
    ), told
    write("overlapping.toml", OVERLAPPING)
    run("rubble-generate -q -c overlapping.toml overlapping.h5")
    told = run("rubble-evolve -q -c rigid.toml overlapping.h5 x.h5", (2,))
    assert told.startswith(
        "rubble-evolve: error: overlapping.h5: hard spheres do not support grains made with overlap"
    ), told
    assert told.count("\n") == 1, told
    write("deep.csv", "id,m,r,x,y,z\n0,1e9,50,0,0,0\n1,1e9,50,60,0,0\n")
    run("rubble-import -q --material rock deep.csv deep.h5")
    told = run("rubble-evolve -q -c rigid.toml deep.h5 x.h5", (3,))
    assert "0.8 exceeds sanity.overlap" in told, told


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
