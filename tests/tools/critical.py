"""Failure of a pair of spheres that a spin-up or a planet separates, in the tables of
rubble-critical --mass-lost.

Usage: critical.py FOLDER_OF_THE_TOOLS

Two spheres of mass m and radius r in contact separate at the rate of their circular orbit, w^2 = 2
G m / (2 r)^3 (Kepler). Their extents enclose 4 pi / 3 (2 r) r^2, so that w_crit^2 = 4 pi G rho / 3
= G m / r^3, and the ratio of the periods is 2. Half of the mass is then outside the largest group.
Times and ratios are computed here from the records in the tracks.
"""
import json
import math
import subprocess

import h5py
import numpy as np

import runner

PAIR = "id,m,r,x,y,z,vx,vy,vz\n0,1e6,5,-5,0,0,0,0,0\n1,1e6,5,5,0,0,0,0,0\n"
RUN = """[run]
duration = "{duration}"
record_every = "2 s"
[method]
kind = "contact-dynamics"
[step]
dt = "0.5 s"
[gravity]
method = "direct"
constant = 1e-6
[contact]
friction = 0.5
restitution = 0
[stop]
radius = "none"
threshold = 0
mean = 0
least_mass = 0
"""
SPINUP = """[spinup]
start = 0.45
end = 0.55
ramp = "600 s"
every = "1 s"
increment = "spin"
volume = "extents"
axis = [0, 0, 1]
"""
FLYBY = """[flyby]
planet_mass = "1e12 kg"
pericentre = 600
eccentricity = 1.0
start_distance = 2000
end_distance = 2000
rotation = "none"
volume = "extents"
planet_radius = 100
"""
SHARES = (0.1, 0.4, 0.6)


def run(line, codes=(0,)):
    """(command; accepted exit codes) => standard output"""
    done = subprocess.run(line.split(), capture_output=True, text=True, check=False)
    assert done.returncode in codes, f"{line}: exit code {done.returncode}: {done.stderr}"
    return done.stdout + (done.stderr if done.returncode else "")


def write(name, text):
    with open(name, "w", encoding="ascii") as file:
        file.write(text)


def series(name):
    """(observable) => its times from the start [s], its values"""
    with h5py.File("t.h5") as file:
        node = file[f"observables/{name}"]
        return node["time"][()] - node["time"][0], node["value"][()]


def prepare():
    write("pair.csv", PAIR)
    run("rubble-import -q --material rock pair.csv pair.h5")


def losses(options, critical):
    """(options; name of the unit of the ratio) => the rows of --mass-lost, once checked against the
    plain table"""
    line = f"rubble-critical --mass-lost {','.join(map(str, SHARES))} {options} t.h5"
    found = json.loads(run(line.replace("critical ", "critical --json ", 1)))["mass_lost"]["rows"]
    names, units, *lines = run(line).splitlines()
    assert units.startswith("#") and names.split("\t")[1] == "mass_lost" and critical in names, (
        names,
        units,
    )
    assert (
        [float(text.split("\t")[1]) for text in lines]
        == list(SHARES)
        == [row["mass_lost"] for row in found]
    ), lines
    return found


def check(found, measured, critical, unit):
    """(rows, observable, name and value of its unit) compares the rows with the records"""
    time, largest = series("bulk/largest")
    _, values = series(measured)
    lost = 1 - largest
    for row in found:
        after = np.flatnonzero(lost > row["mass_lost"])
        assert row["failed"] == (len(after) > 0), row
        assert (
            abs(row["most_lost"] - lost.max()) < 1e-12 and abs(row[critical] - unit) < 1e-9 * unit
        ), (row, unit)
        if not len(after):
            assert row["ratio"] is None and row["time"] is None and row["uncertainty"] is None, row
            continue
        k = after[0]
        moment = time[k - 1] + (row["mass_lost"] - lost[k - 1]) / (lost[k] - lost[k - 1]) * (
            time[k] - time[k - 1]
        )
        value = np.interp(moment, time, values)
        for key, right in (
            ("time", moment),
            ("ratio", 100 * value / unit),
            ("uncertainty", 100 * abs(values[k] - values[k - 1]) / unit),
        ):
            assert abs(row[key] - right) < 1e-9 * (1 + right), (key, row, right)


def test_a_spin_up():
    write("run.toml", RUN.format(duration="600 s") + SPINUP)
    run("rubble-spinup -q -c run.toml -t t.h5 pair.h5 out.h5", (0, 4))
    found = losses("", "critical_period")
    check(
        found,
        "spin/shortest_period",
        "critical_period",
        2 * math.pi * math.sqrt(5**3 / (1e-6 * 1e6)),
    )
    assert [row["failed"] for row in found] == [1, 1, 0], found
    assert all(abs(row["ratio"] - 200) < 1 for row in found[:2]), found


def test_a_flyby():
    write("run.toml", RUN.format(duration="1200 s") + FLYBY)
    run("rubble-flyby -q -c run.toml -t t.h5 pair.h5 out.h5", (0, 4))
    found = losses("--mean 0", "disruption_distance")
    check(found, "planet/distance", "disruption_distance", 1.26 * (1e12 * 5**3 / 1e6) ** (1 / 3))
    assert [row["failed"] for row in found] == [1, 1, 0], found
    assert all(row["mean"] == 60 for row in losses("", "disruption_distance"))


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
