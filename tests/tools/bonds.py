"""Bonds of soft spheres through the tools: threads, restarts, later runs, files, clusters, the
Python package; what is wrong is refused in one line.

Usage: bonds.py FOLDER_OF_THE_TOOLS
"""
import io
import pathlib
import sys

import h5py
import numpy as np
import pandas as pd

import runner
from runner import kill_at_checkpoint, refused, run, same, write

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "analysis"))
import rubble  # noqa: E402

BALL = """
seed = 1
[material]
name = "rock"
density = "2 g/cm^3"
[size]
law = "uniform"
min = "4 mm"
max = "4 mm"
[cloud]
form = "packed"
count = 120
axes = [1, 1, 1]
turned = true
glued = false
"""
BONDS = """
[bonds]
young_modulus = "50 MPa"
shear_modulus = "20 MPa"
radius_factor = 0.7
tensile_strength = "0.3 MPa"
shear_strength = "0.3 MPa"
damping = 0.02
initial_range = 1.01
"""
RUN = """
[run]
duration = "4 ms"
record_every = "0.1 ms"
frame_every = "0.5 ms"
[step]
dt = "auto"
[gravity]
method = "none"
constant = 6.67430e-11
[external]
uniform = [0, 0, -9.81]
[[mesh]]
form = "box"
sides = [0.2, 0.2, 0.01]
position = [0, 0, -0.033]
velocity = [0, 0, 5]
[contact.normal]
law = "linear"
pair_stiffness = 1e6
restitution = 0.5
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.5
restitution = 0.5
[contact.rolling]
law = "none"
"""
SPIN_UP = """
[spinup]
start_rate = 1
end_rate = 2
ramp = "1 ms"
every = "0.1 ms"
increment = "angular_momentum"
volume = "ellipsoid"
bodies = "largest"
[stop]
radius = "distance"
threshold = 10
mean = "0 s"
least_mass = 0
"""
IMPULSES = """
[method]
kind = "contact-dynamics"
[run]
duration = "1 ms"
record_every = "0.1 ms"
[step]
dt = "0.1 ms"
[gravity]
method = "none"
constant = 6.67430e-11
[contact]
restitution = 0.5
friction = 0.5
"""


def prepare():
    write("ball.toml", BALL)
    write("throw.toml", RUN + BONDS)
    run("rubble-generate -q -c ball.toml ball.h5")
    evolve("thrown")


def evolve(out, more="", start="ball.h5", threads=1):
    run(f"rubble-evolve -q -c throw.toml {more} --track {out}-t.h5 {start} {out}.h5", (0,), threads)


def test_any_number_of_threads_gives_the_same_bytes():
    evolve("t3", "--threads 3", threads=3)
    same("thrown", "t3")


def test_a_killed_run_resumes_with_the_same_bytes():
    line = (
        "rubble-evolve -q -c throw.toml --set run.checkpoint_every=0.002 --restart "
        "--track killed-t.h5 ball.h5 killed.h5"
    )
    evolve("whole", "--set run.checkpoint_every=0.002")
    kills = sum(kill_at_checkpoint(line, "killed.h5") for _ in range(4))
    run(line)
    same("whole", "killed")
    assert kills, kills


def test_series_frames_and_piles_agree():
    track, pile = rubble.open("thrown-t.h5"), rubble.open("thrown.h5")
    series = track.series
    numbers = series["bonds"].to_numpy()
    assert numbers[0] > 400 and numbers[-1] < numbers[0] - 20, numbers
    assert np.all(np.diff(numbers) <= 0)
    assert series["error/energy"].max() < 1e-3, series["error/energy"].max()
    assert np.all(np.diff(series["dissipated/fracture"]) >= 0)
    assert np.all(np.diff(series["dissipated/bond"]) >= 0)
    assert np.all(series["energy/bonds"] <= series["energy/elastic"] * (1 + 1e-12) + 1e-20)
    bonds = pile.bonds
    assert len(bonds) == numbers[-1] and len(track.frames[0].bonds) == numbers[0]
    assert np.isclose(bonds["energy"].sum(), series["energy/bonds"].iloc[-1], rtol=1e-12)
    assert len(track.frames[-1].bonds) == len(bonds)
    lost = pile.arrays["broken_bonds"]
    assert lost.sum() == 2 * (numbers[0] - numbers[-1])
    held = np.bincount(np.r_[bonds["row_a"], bonds["row_b"]], minlength=len(lost))
    assert np.array_equal(pile.arrays["liberated"] == 1, (held == 0) & (lost > 0))
    told = run("rubble-info thrown.h5")
    assert f"\nbonds\t{len(bonds)}\t1\n" in told, told
    assert f"\nbroken_bonds\t{numbers[0] - numbers[-1]:g}\t1\n" in told, told


def test_a_later_run_keeps_the_bonds():
    """Broken bonds do not form again unless `bonds = "renewed"`."""
    count = len(rubble.open("thrown.h5").bonds)
    told = run("rubble-evolve -c throw.toml --set run.duration=1e-5 thrown.h5 told.h5 2>&1")
    assert f'{count} bonds of the pile, and 0 new ones (bonds.bonds = "initial")' in told, told
    evolve("later", "--set run.duration=1e-5", "thrown.h5")
    assert len(rubble.open("later.h5").bonds) <= count
    evolve("kept", '--set run.duration=1e-5 --set bonds.bonds="kept"', "thrown.h5")
    run("rubble-diff later.h5 kept.h5")
    evolve("renewed", '--set run.duration=1e-5 --set bonds.bonds="renewed"', "thrown.h5")
    assert len(rubble.open("renewed.h5").bonds) > count


def test_beams_are_listed():
    """The list has the bonds of the file; their forces along and across have the stored size."""
    told = pd.read_csv(io.StringIO(run("rubble-contacts --csv --beams thrown.h5")))
    told.columns = [name.split(" ")[0] for name in told.columns]
    bonds = rubble.open("thrown.h5").bonds
    assert len(told) == len(bonds)
    assert np.allclose(told["energy"], bonds["energy"], rtol=1e-6)
    force = np.sqrt(sum(bonds[f"force_{axis}"] ** 2 for axis in "xyz"))
    assert np.allclose(np.hypot(told["tension"], told["shear_force"]), force, rtol=1e-6)
    stretched = told["distance"] > told["length"]
    assert np.array_equal(stretched, told["tension"] > 0)
    assert len(run("rubble-contacts --csv --beams ball.h5").splitlines()) == 1


def test_clusters_join_bonded_spheres():
    """Spheres that are apart, and joined by a bond alone."""
    write("spheres.csv", "x,y,z,radius,mass\n0,0,0,1,1\n2.2,0,0,1,1\n4.4,0,0,1,1\n9,0,0,1,1\n")
    run("rubble-import -q --material rock spheres.csv apart.h5")
    find = "grep -o '\"largest_bodies\": *[0-9][0-9]*' | sed -n 2p"  # by contacts
    largest = "rubble-clusters --json --least 1 {} | " + find
    assert run(largest.format("apart.h5")).strip().endswith(" 1")
    text = RUN[: RUN.index("[[mesh]]")] + RUN[RUN.index("[contact.normal]") :] + BONDS
    write("apart.toml", text.replace("1.01", "1.2"))
    run("rubble-evolve -q -c apart.toml --set run.duration=1e-6 --set step.dt=1e-6 apart.h5 row.h5")
    assert len(rubble.open("row.h5").bonds) == 2
    assert run(largest.format("row.h5")).strip().endswith(" 3")


def test_piles_with_bonds_are_combined_and_turned():
    write("encounter.toml", (ROOT / "configs" / "encounter.toml").read_text())
    run("rubble-combine -q -c encounter.toml thrown.h5 thrown.h5 two.h5 2>/dev/null")
    one, two = rubble.open("thrown.h5").bonds, rubble.open("two.h5").bonds
    assert len(two) == 2 * len(one)
    for name in ("length", "twisting", "energy"):
        assert np.array_equal(two[name], np.r_[one[name], one[name]]), name
    run("rubble-diff thrown.h5 thrown.h5")
    with h5py.File("thrown.h5") as file:
        lines = [name for name in file["connectivity/bonds"]]
    names = ["bending", "energy", "force", "length", "pair", "shear", "twisting"]
    assert sorted(lines) == names, lines
    placed = rubble.Placed("thrown.h5", turn=(0, 0, 1, 0), move=(1, 0, 0))
    merged = rubble.merge("merged.h5", "thrown.h5", placed).bonds
    turned = merged.iloc[len(one) :]
    assert np.allclose(turned["shear_x"], -one["shear_x"]), "a half turn about y"
    assert np.allclose(turned["shear_y"], one["shear_y"])


def test_a_spin_up_of_the_largest_group_starts_from_known_bonds():
    """Bonds that the run would make are not known when its rotation starts."""
    free = RUN.split("[external]")[0] + RUN[RUN.index("[contact.normal]") :]
    write("spun.toml", free.replace('duration = "4 ms"', 'duration = "1 ms"') + BONDS + SPIN_UP)
    told = refused("rubble-spinup -q -c spun.toml ball.h5 x.h5")
    assert "make them in an earlier run with [bonds]" in told, told
    run("rubble-spinup -q -c spun.toml --set spinup.bodies=all ball.h5 all.h5", (4,))
    run("rubble-spinup -q -c spun.toml --track spun-t.h5 all.h5 spun.h5", (4,))
    series = rubble.open("spun-t.h5").series
    assert np.allclose(series["spin/rate"].iloc[[0, -1]], [1, 2], rtol=1e-3), series["spin/rate"]


def test_bad_input_is_refused_in_one_line():
    write("without.toml", RUN)
    told = refused("rubble-evolve -q -c without.toml thrown.h5 x.h5")
    assert "thrown.h5: a run without [bonds] does not support bonds of soft spheres" in told, told
    write("impulses.toml", IMPULSES)
    told = refused("rubble-evolve -q -c impulses.toml thrown.h5 x.h5")
    assert 'set method.kind = "soft-spheres" with a table [bonds]' in told, told
    told = refused("rubble-evolve -q -c throw.toml --set step.dt=1e-4 ball.h5 x.h5")
    assert "too long for bonds of these moduli: set step.dt to less than" in told, told
    told = refused("rubble-evolve -q -c throw.toml --unset bonds.shear_modulus ball.h5 x.h5")
    assert "shear_modulus" in told, told
    told = refused("rubble-evolve -q -c throw.toml --set bonds.radius_factors=1 ball.h5 x.h5")
    assert "did you mean 'radius_factor'?" in told, told
    told = refused("rubble-evolve -q -c throw.toml --set bonds.damping=-1 ball.h5 x.h5")
    assert "damping" in told, told
    write("both.toml", IMPULSES + BONDS)
    told = refused("rubble-evolve -q -c both.toml ball.h5 x.h5")
    assert '[bonds] needs [method] kind = "soft-spheres"' in told, told
    run("cp thrown.h5 damaged.h5")
    with h5py.File("damaged.h5", "r+") as file:
        file["connectivity/bonds/length"][0] = np.nan
    told = run("rubble-info damaged.h5", (1, 2))
    assert "damaged.h5" in told, told
    run("cp thrown.h5 damaged.h5")
    with h5py.File("damaged.h5", "r+") as file:
        del file["connectivity/bonds/length"]
    refused("rubble-info damaged.h5", "/connectivity/bonds/length")
    run("cp thrown.h5 damaged.h5")
    with h5py.File("damaged.h5", "r+") as file:
        del file["connectivity/bonds/pair"]
    refused("rubble-info damaged.h5", "/connectivity/bonds/pair")


if __name__ == "__main__":
    tests = [value for name, value in list(globals().items()) if name.startswith("test_")]
    runner.run_all(tests, prepare)
