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


# A body with a fiftieth of the mass, of the same density, on the equator of a sphere.
MOON_MASS = 2e4
MOON_RADIUS = 5 * (MOON_MASS / 1e6) ** (1 / 3)
MOON_DISTANCE = 5 + MOON_RADIUS
MOON = f"""id,m,r,x,y,z,vx,vy,vz
0,1e6,5,0,0,0,0,0,0
1,{MOON_MASS},{MOON_RADIUS},{MOON_DISTANCE},0,0,0,0,0
"""


def flight(rate, push):
    """(orbital rate [rad/s] at which the small body leaves the equator, growth of the rate by the
    pushes [rad/s^2]) => time until its gap is 0.1 mean diameters, its position and velocity then
    relative to the large body, by leapfrog in complex numbers. Each second a push adds its rate
    times the distance."""
    step, strength = 0.01, 1e-6 * (1e6 + MOON_MASS)
    place, speed = complex(MOON_DISTANCE), 1j * rate * MOON_DISTANCE
    for k in range(10**6):
        if abs(place) > 1.1 * MOON_DISTANCE:
            return k * step, place, speed
        if k % 100 == 0:
            speed += 1j * push * place
        middle = place + 0.5 * step * speed
        speed -= step * strength * middle / abs(middle) ** 3
        place = middle + 0.5 * step * speed
    raise AssertionError("the body is not lost")


def losses(options, critical, group="neighbours"):
    """(options; name of the unit of the ratio) => the rows of --mass-lost of this group, once
    checked against the plain table"""
    line = f"rubble-critical --mass-lost {','.join(map(str, SHARES))} {options} t.h5"
    found = json.loads(run(line.replace("critical ", "critical --json ", 1)))["mass_lost"]["rows"]
    names, units, *lines = run(line).splitlines()
    assert units.startswith("#") and names.split("\t")[1] == "mass_lost" and critical in names, (
        names,
        units,
    )
    shares = [share for share in SHARES for _ in range(2)]
    assert (
        [float(text.split("\t")[1]) for text in lines]
        == shares
        == [row["mass_lost"] for row in found]
    ), lines
    assert [row["group"] for row in found] == ["neighbours", "bound"] * len(SHARES), lines
    return [row for row in found if row["group"] == group]


def check(found, measured, critical, unit, kept="bulk/largest"):
    """(rows, observable, name and value of its unit, column of the mass that is not lost) compares
    the rows with the records"""
    time, largest = series(kept)
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
    bound = losses("", "critical_period", "bound")
    critical = 2 * math.pi * math.sqrt(5**3 / (1e-6 * 1e6))
    check(bound, "spin/shortest_period", "critical_period", critical, "bulk/bound")


def test_a_spin_up_from_above_the_critical_spin():
    """Above half of the critical spin the pair separates at once: its track gives no more than a
    limit."""
    for start, limits in ((0.6, 1), (0.45, 0)):
        drive = SPINUP.replace("start = 0.45", f"start = {start}").replace("0.55", "0.61")
        write("run.toml", RUN.format(duration="600 s") + drive)
        run("rubble-spinup -q --force -c run.toml -t t.h5 pair.h5 out.h5", (0, 4))
        line = ["rubble-critical", "--mass-lost", "0.3", "t.h5"]
        done = subprocess.run(line, capture_output=True, text=True, check=True)
        assert (
            done.stderr.count("the pile failed without spinning faster than at the start") == limits
        ), done


def test_a_spin_up_that_ends_at_a_loss():
    """The small body leaves the equator at its orbital rate w^2 = G (M + m) / d^3, 400 s after the
    start, and is lost at a gap of 0.1 mean diameters. The loss ends the run: the last record is the
    first one after it. The rotation is that of the large body, which the pushes keep accelerating.
    """
    write("moon.csv", MOON)
    run("rubble-import -q --material rock moon.csv moon.h5")
    rate = math.sqrt(1e-6 * (1e6 + MOON_MASS) / MOON_DISTANCE**3)
    push = 0.3 * rate / 1200
    after, place, speed = flight(rate, push)
    moment = 400 + after
    rates = f"start_rate = {0.9 * rate}\nend_rate = {1.2 * rate}"
    drive = SPINUP.replace("start = 0.45\nend = 0.55", rates).replace("600 s", "1200 s")
    stop = RUN.format(duration="1200 s").replace("least_mass = 0", "least_mass = 0.99")
    write("run.toml", stop + drive)
    run("rubble-spinup -q -c run.toml -t t.h5 moon.h5 out.h5")
    time, largest = series("bulk/largest")
    assert list(np.flatnonzero(largest < 0.99)) == [len(time) - 1], largest
    assert abs(time[-1] - moment) < 6, (time[-1], moment)
    rows = json.loads(run("rubble-critical --json --mass-lost 0.01 t.h5"))["mass_lost"]["rows"]
    row = rows[0]
    assert row["group"] == "neighbours" and row["failed"] == 1, row
    # Angular momentum / moment of inertia: the spins of two spheres, and the orbit.
    spheres = 0.4 * (1e6 * 5**2 + MOON_MASS * MOON_RADIUS**2)
    reduced = 1e6 * MOON_MASS / (1e6 + MOON_MASS)
    momentum = spheres * (rate + push * after) + reduced * (place.conjugate() * speed).imag
    expected = momentum / (spheres + reduced * abs(place) ** 2)
    assert abs(row["rate"] / expected - 1) < 0.003, (row, expected)
    assert time[-2] < row["time"] <= time[-1], (row, time[-2:])
    for name, column in (("period", "spin/period"), ("rate", "spin/rate")):
        _, values = series(column)
        assert min(values[-2:]) <= row[name] <= max(values[-2:]), (row, values[-2:])
        change = abs(values[-1] - values[-2])
        assert abs(row[name + "_uncertainty"] - change) <= 1e-9 * change, (row, change)
    # The body that leaves at its orbital rate is not lost to gravity.
    assert rows[1]["group"] == "bound" and rows[1]["failed"] == 0, rows[1]


def test_a_spin_up_that_ends_at_the_loss_of_bound_mass():
    write(
        "run.toml",
        RUN.format(duration="3000 s") + "least_bound_mass = 0.9\n" + SPINUP.replace("0.55", "0.8"),
    )
    run("rubble-spinup -q -c run.toml -t t.h5 pair.h5 out.h5")
    time, bound = series("bulk/bound")
    assert list(np.flatnonzero(bound < 0.9)) == [len(time) - 1], bound
    _, largest = series("bulk/largest")
    assert np.flatnonzero(largest < 0.9)[0] < len(time) - 1, largest


def test_a_flyby():
    write("run.toml", RUN.format(duration="1200 s") + FLYBY)
    run("rubble-flyby -q -c run.toml -t t.h5 pair.h5 out.h5", (0, 4))
    found = losses("--mean 0", "disruption_distance")
    check(found, "planet/distance", "disruption_distance", 1.26 * (1e12 * 5**3 / 1e6) ** (1 / 3))
    assert [row["failed"] for row in found] == [1, 1, 0], found
    bound = losses("--mean 0", "disruption_distance", "bound")
    check(
        bound,
        "planet/distance",
        "disruption_distance",
        1.26 * (1e12 * 5**3 / 1e6) ** (1 / 3),
        "bulk/bound",
    )
    assert all(row["mean"] == 60 for row in losses("", "disruption_distance"))


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
