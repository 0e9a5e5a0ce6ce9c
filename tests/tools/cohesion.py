"""Laws of cohesion of soft spheres through the tools: threads, near pairs in files, strength of a
pile; what is wrong is refused in one line.

Usage: cohesion.py FOLDER_OF_THE_TOOLS
"""
import pathlib
import re
import sys

import h5py
import numpy as np

import runner
from runner import run, write

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "analysis"))
import rubble  # noqa: E402

HERTZ = """
[run]
duration = "20 us"
record_every = "1 us"
frame_every = "5 us"
[step]
dt = "1 ns"
[gravity]
method = "none"
constant = 6.67430e-11
[contact.normal]
law = "hertz-mindlin"
young_modulus = "1 GPa"
poisson_ratio = 0.3
restitution = 0.7
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.3
restitution = 0.5
[contact.rolling]
law = "none"
[contact.cohesion]
"""
LAWS = {
    "dmt": 'work_of_adhesion = "50 mJ/m^2"',
    "jkr": 'work_of_adhesion = "50 mJ/m^2"',
    "van-der-waals": 'hamaker_constant = 1e-18\nleast_separation = "2 nm"\nrange = "0.2 um"',
}
MESH = '[[mesh]]\nform = "box"\nsides = [1, 1, 1]\n'


def config(law, keys=None):
    return HERTZ + f'law = "{law}"\n' + (LAWS[law] if keys is None else keys) + "\n"


def prepare():
    """A block of grains of two materials, with narrow gaps, that contracts slowly."""
    rows = ["r,m,x,y,z,vx,vy,vz,density,material"]
    for k in range(343):
        name, density = (("rock", 2700), ("ice", 920))[k % 2]
        r = 1e-5 * (0.999 + 0.0005 * (k % 3))
        x, y, z = (2.002e-5 * (i - 3) for i in (k % 7, k // 7 % 7, k // 49))
        mass = 4 / 3 * np.pi * r**3 * density
        numbers = [r, mass, x, y, z, -300 * x, -300 * y, -300 * z, density]
        rows.append(",".join(f"{number:.17g}" for number in numbers) + f",{name}")
    write("pile.csv", "\n".join(rows))
    run("rubble-import -q pile.csv pile.h5")


def states(path):
    with h5py.File(path) as file:
        names = ("connectivity/contacts/gap", "connectivity/contacts/force")
        names += tuple(f"particles/body/{name}" for name in ("position", "velocity", "spin"))
        return [np.array(file[name]) for name in names]


def test_threads_keep_all_bits():
    for law in LAWS:
        write("run.toml", config(law))
        for threads, out in (1, "one.h5"), (4, "four.h5"):
            run(f"rubble-evolve -q --force -c run.toml pile.h5 {out}", threads=threads)
        pairs = zip(states("one.h5"), states("four.h5"), strict=True)
        assert all(np.array_equal(x, y) for x, y in pairs), law
        touch, near = ((sign * states("one.h5")[0] > 0).sum() for sign in (-1, 1))
        assert touch > 100 and (near > 20) == (law == "van-der-waals"), (law, touch, near)
        with h5py.File("one.h5") as file:
            assert ("contact_radius" in file["connectivity/contacts/columns"]) == (law == "jkr")


def test_periodic_piles_are_read_again():
    """Files of each law in a periodic box, and a second run from them."""
    box = '[periodic]\nperiod = ["140 um", "140 um", "140 um"]\n'
    for law in LAWS:
        write("run.toml", config(law) + box)
        short = "--set run.duration=2e-8 --set run.frame_every=1e-8"
        run(f"rubble-evolve -q --force -c run.toml {short} -t t.h5 pile.h5 first.h5")
        with h5py.File("first.h5") as file:
            image = file["connectivity/contacts/columns/image"][()]
        assert image.any(), law
        run("rubble-info first.h5")
        run("rubble-info t.h5")
        run(f"rubble-evolve -q --force -c run.toml {short} first.h5 second.h5")


def test_strength_follows_from_the_greatest_tension():
    """rubble-advise prints the strength of each law; bulk_strength gives back the work."""
    for law in ("dmt", "jkr"):
        write("run.toml", config(law).replace("[run]", '[run]\nexperiment = "evolve"'))
        run("rubble-evolve -q --force -c run.toml pile.h5 end.h5")
        table = run("rubble-advise -q --csv -c run.toml end.h5").splitlines()
        names, row = re.sub(r" \[.*?\]", "", table[0]).split(","), table[-1].split(",")
        strength = float(row[names.index("tensile_strength")])
        bulk = config(law, f'bulk_strength = {strength}\nvolume = "alpha"')
        write("bulk.toml", bulk)
        run("rubble-evolve -q --force -c bulk.toml --set run.duration=1e-9 end.h5 x.h5")
        found = rubble.open("x.h5").provenance[-1]["config"]
        work = float(re.search(r"work_of_adhesion = ([\d.e-]+)", found).group(1))
        assert strength > 0 and abs(work / 0.05 - 1) < 1e-6, (law, work)


def refused(text, pattern):
    write("bad.toml", text)
    runner.refused("rubble-evolve -q -c bad.toml pile.h5 bad.h5", pattern)


def test_faults_are_named_with_their_places():
    linear = config("jkr").replace('"hertz-mindlin"', '"linear"\npair_stiffness = 1')
    linear = linear.replace('young_modulus = "1 GPa"\npoisson_ratio = 0.3\n', "")
    refused(linear, r'bad.toml:\d+:\d+.*law = "jkr" in .* needs contact.normal.law = "hertz-m')
    refused(
        config("jkr", LAWS["jkr"] + "\nbulk_strength = 3"), "both set the attraction at a contact"
    )
    refused(config("van-der-waals", 'bulk_strength = 3\nvolume = "alpha"'), "does not support law")
    refused(config("dmt", "cohesive_strength = 1"), "missing key 'work_of_adhesion'")
    refused(HERTZ + LAWS["jkr"], r"'work_of_adhesion' in \[.*\] needs law = \"dmt\" or \"jkr\"")
    refused(config("dmt", LAWS["dmt"] + '\nrange = "1 um"'), "unknown key 'range' .*van-der-waals")
    refused(config("jkl", ""), r"'law' in \[contact.cohesion\] must be one of .*did you mean")
    for law in ("jkr", "van-der-waals"):
        refused(config(law) + MESH, f'do not support law = "{law}" in .*: use planes')
    wide = config("van-der-waals").replace('"0.2 um"', '"90 um"')
    refused(
        wide + "[periodic]\nperiod = [2e-4, 2e-4, 2e-4]\n",
        "periodic box is 0.0002 m wide, too narrow for 'range'",
    )
    ice = '[[contact.material]]\nmaterial = "ice"\nhamaker_constant = 1e-19\n'
    refused(config("dmt") + ice, 'needs contact.cohesion.law = "van-der-waals"')
    other = '[run]\nduration = 1\nrecord_every = 1\n[method]\nkind = "hard-spheres"\n'
    other += '[contact.cohesion]\nlaw = "dmt"\n'
    refused(other, r"'law' in \[contact.cohesion\] needs \[method\] kind = \"soft-spheres\"")


if __name__ == "__main__":
    tests = [value for name, value in list(globals().items()) if name.startswith("test_")]
    runner.run_all(tests, prepare)
