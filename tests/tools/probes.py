"""Probes of contact forces: a bed between smooth walls presses on the floor with its weight. The
series are the same bytes for any number of threads, and their impulses do not depend on the
interval between records. Targets that do not exist are refused with one line.

Usage: probes.py FOLDER_OF_THE_TOOLS
"""
import json
import subprocess

import h5py
import numpy as np

import runner

GRAVITY = 9.81
CLOUD = """
seed = 4
[material]
name = "glass"
density = 2500
[size]
law = "uniform"
min = 0.004
max = 0.006
[cloud]
form = "box"
count = COUNT
lower = [-0.03, -0.03, 0.007]
upper = [0.03, 0.03, HEIGHT]
"""
RUN = """
[run]
duration = DURATION
record_every = RECORD
[gravity]
method = "none"
constant = 6.67430e-11
[external]
uniform = [0, 0, -9.81]
[box]
lower = [-0.03, -0.03, 0]
upper = [0.03, 0.03, 0.3]
"""
METHODS = {
    "soft-spheres": """
[step]
dt = "auto"
[contact.normal]
law = "linear"
pair_stiffness = 2000
restitution = 0.3
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.4
restitution = 0.3
[contact.rolling]
law = "none"
""",
    "contact-dynamics": """
[method]
kind = "contact-dynamics"
[step]
dt = 5e-4
[contact]
friction = 0.4
restitution = 0
""",
    "hard-spheres": """
[method]
kind = "hard-spheres"
[step]
dt = 5e-4
[contact]
restitution = 0.5
""",
}
PROBES = """
[[probe]]
name = "floor"
box = "-z"
[[probe]]
name = "some"
first_id = 0
last_id = 9
body_force = true
[[probe]]
name = "glass"
material = "glass"
[[probe]]
name = "one"
body = 3
about = [0, 0, 0]
"""


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def tool(*words, threads=1):
    return subprocess.run(
        [str(w) for w in words] + ["--threads", str(threads)] * (words[0] == "rubble-evolve"),
        check=False,
        capture_output=True,
        text=True,
    )


def evolve(method, duration, record, name, threads=1, smooth=False, more=PROBES):
    """=> the observables of the track."""
    text = RUN.replace("DURATION", repr(duration)).replace("RECORD", repr(record))
    law = METHODS[method].replace("friction = 0.4", f"friction = {0 if smooth else 0.4}")
    write("run.toml", text + law + more)
    done = tool(
        "rubble-evolve", "-c", "run.toml", "--force", "-t", name, "bed.h5", "o.h5", threads=threads
    )
    assert done.returncode == 0, (method, done.stderr)
    with h5py.File(name) as file:
        found = {}
        file["observables/probe"].visititems(
            lambda path, item: (
                found.update({path[:-6]: item[...]}) if path.endswith("/value") else None
            )
        )
        found["time"] = file["observables/momentum/time"][...]
        found["impulse"] = file["observables/impulse/value"][...]
        found["momentum"] = file["observables/momentum/value"][...]
    return found


def make(count, height=0.1):
    write("cloud.toml", CLOUD.replace("COUNT", str(count)).replace("HEIGHT", str(height)))
    done = tool("rubble-generate", "-c", "cloud.toml", "--force", "bed.h5")
    assert done.returncode == 0, done.stderr


def mass():
    with h5py.File("bed.h5") as file:
        found = file["particles/body/mass"]
        return np.sum(found["value"][...] if isinstance(found, h5py.Group) else found[...])


def test_floor_carries_weight():
    make(60)
    for method in METHODS:
        found = evolve(method, 1.2, 0.3, "t.h5", smooth=True)
        weight = mass() * GRAVITY
        force = found["floor/force"][-1, 2]
        limit = 0.02 if method == "hard-spheres" else 2e-3
        assert abs(force / -weight - 1) < limit, (method, force, weight)
        # Walls and gravity give the whole change of momentum: contacts of all bodies and B of some.
        walls = found["glass/impulse"][-1]
        fields = np.array([0, 0, -weight]) * (found["time"][-1] - found["time"][0])
        change = found["momentum"][-1] - found["momentum"][0]
        assert np.abs(walls + fields - change).max() < 1e-6 * weight, method
        assert np.abs(found["impulse"][-1] - change).max() < 1e-6 * weight, method
        # Areas only where contacts have them.
        assert ("floor/contact_area" in found) == (method == "soft-spheres"), method


CUBE = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1))
CUBE += "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n"
REST = """
[run]
duration = {}
record_every = {}
[gravity]
method = "none"
constant = 6.67430e-11
[external]
uniform = [0, 0, -9.81]
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
[method]
kind = "contact-dynamics"
[step]
dt = {}
[contact]
friction = 0.5
restitution = 0
[[probe]]
name = "floor"
plane = 0
"""


def test_small_bodies_press_as_large_ones():
    """A cube at rest: its contact area and its weight scale with its size, also in the contacts."""
    for side in (1.0, 1e-2, 1e-4, 1e-6):
        write(
            "cube.obj",
            "\n".join(
                " ".join([line.split()[0], *(repr(side * float(x)) for x in line.split()[1:])])
                if line.startswith("v")
                else line
                for line in CUBE.splitlines()
            ),
        )
        done = tool(
            "rubble-import",
            "-q",
            "--force",
            "--material",
            "rock",
            "--density",
            2000,
            "cube.obj",
            "bed.h5",
        )
        assert done.returncode == 0, done.stderr
        dt = 1e-3 * side**0.5
        write("run.toml", REST.format(20 * dt, 10 * dt, dt))
        done = tool(
            "rubble-evolve", "-q", "-c", "run.toml", "--force", "-t", "t.h5", "bed.h5", "o.h5"
        )
        assert done.returncode == 0, done.stderr
        weight = 2000 * side**3 * GRAVITY
        with h5py.File("t.h5") as file:
            force = file["observables/probe/floor/force/value"][-1, 2]
            area = file["observables/probe/floor/contact_area/value"][-1]
        assert abs(-force / weight - 1) < 1e-6, (side, force, weight)
        assert abs(area / side**2 - 1) < 1e-6, (side, area)
        done = tool("rubble-contacts", "--json", "o.h5")
        found = sum(row["force_z"] for row in json.loads(done.stdout)["rows"])
        assert abs(found / weight - 1) < 1e-6, (side, found, weight)


PLACE = """
[[place]]
rule = "drop"
position = [0, 0, 0]
direction = [0, 0, -1]
gap = 1e-4
"""
PUSH = """
[[frozen]]
placed = 0
velocity = [0, 0, -0.02]
[[probe]]
name = "tip"
placed = 0
[[probe]]
name = "bed"
first_id = 0
last_id = 59
body_force = true
"""


def place():
    """=> bed.h5 with a ball that was placed on it, and the mass of the bed."""
    make(60)
    beads = mass()
    settle = RUN.replace("DURATION", "0.4").replace("RECORD", "0.4") + METHODS["soft-spheres"]
    write("run.toml", settle)
    one = CLOUD.replace("COUNT", "1").replace("HEIGHT", "0.1").replace("0.004", "0.01")
    write("ball.toml", one.replace("0.006", "0.01").replace("0.007", "0.02"))
    write("place.toml", PLACE)
    for command in (
        "rubble-evolve -c run.toml --force bed.h5 settled.h5",
        "rubble-generate -c ball.toml --force ball.h5",
        "rubble-place -c place.toml --force settled.h5 ball.h5 bed.h5",
    ):
        done = tool(*command.split())
        assert done.returncode == 0, (command, done.stderr)
    return beads


def test_frozen_pile_that_was_placed():
    """The ledger has the impulse of walls, frozen bodies and fields; the probe of the bed has that
    of walls and frozen bodies."""
    beads = place()
    for method in ("soft-spheres", "contact-dynamics"):
        found = evolve(method, 0.1, 0.02, "t.h5", more=PUSH)
        time = found["time"] - found["time"][0]
        fields = np.outer(time, [0, 0, -beads * GRAVITY])
        scale = beads * GRAVITY * time[-1]
        assert found["tip/impulse"][-1, 2] > 0.1 * scale, (method, found["tip/impulse"])
        error = found["bed/impulse"] + fields - found["impulse"]
        assert np.abs(error).max() < 1e-6 * scale, (method, error)
        assert np.abs(found["bed/body_force"][1:, 2] / (-beads * GRAVITY) - 1).max() < 1e-6, method
        walls = (
            found["bed/impulse"] + found["tip/impulse"]
        )  # bodies press on the floor and the sides
        assert walls[-1, 2] > 0, (method, walls)
    refused(probe("placed = 1"), "placed as number 1", "rubble-place")
    held = "body_force = true\n[[frozen]]\nplaced = 0\n"
    refused(probe("placed = 0\n" + held), "[[frozen]]", "body_force")
    refused(probe('material = "glass"\n' + held), "[[frozen]]", "body_force")
    refused(probe("placed = 0\nids = [1]"), "one target")


def test_intervals_agree():
    make(30)
    for method in METHODS:
        coarse = evolve(method, 0.3, 0.3, "t.h5")
        fine = evolve(method, 0.3, 0.01, "u.h5")
        for name in ("floor", "some", "one"):
            scale = np.abs(fine[name + "/impulse"]).max()
            ends = coarse[name + "/impulse"][-1], fine[name + "/impulse"][-1]
            assert np.abs(ends[0] - ends[1]).max() < 1e-9 * scale, (method, name, ends)
            steps = np.diff(fine["time"])[:, None]
            sums = np.cumsum(fine[name + "/force"][1:] * steps, axis=0)
            gained = fine[name + "/impulse"][1:] - fine[name + "/impulse"][0]
            assert np.abs(sums - gained).max() < 1e-9 * scale, (method, name)
        fall = fine["some/body_force"][1:, 2]
        assert np.ptp(fall) < 1e-6 * abs(fall[0]), (method, fall)


def test_threads_change_no_bit():
    make(300, 0.25)
    for method in METHODS:
        tracks = []
        for threads in (1, 2, 4):
            evolve(method, 0.03, 0.01, "t.h5", threads=threads)
            with open("t.h5", "rb") as file:
                tracks.append(file.read())
        assert tracks[0] == tracks[1] == tracks[2], method


def refused(probes, *words, method="soft-spheres", more=""):
    text = RUN.replace("DURATION", "0.1").replace("RECORD", "0.1") + METHODS[method] + more
    write("run.toml", text + probes)
    done = tool("rubble-evolve", "-c", "run.toml", "--force", "bed.h5", "o.h5")
    lines = done.stderr.strip().splitlines()
    assert done.returncode == 2 and len(lines) == 1, (probes, done.returncode, done.stderr)
    for word in words:
        assert word in lines[0], (word, lines[0])


def probe(keys, name="a"):
    return f'[[probe]]\nname = "{name}"\n{keys}\n'


def test_bad_targets():
    make(5)
    refused(probe("body = 77"), "no body with the id 77", "run.toml:")
    refused(probe("ids = [1, 77]"), "no body with the id 77")
    refused(probe("ids = []"), "one or more numbers")
    refused(probe("ids = [1, 1]"), "has 1 twice")
    refused(probe("ids = [1.5]"), "whole numbers")
    refused(probe("first_id = 10\nlast_id = 20"), "no body with an id from 10 to 20")
    refused(probe("first_id = 0"), "last_id")
    refused(probe("first_id = 2\nlast_id = 1"), "must not be above 'last_id'")
    refused(probe("ids = [9007199254740993]"), "takes ids below 2^53")
    refused(probe("placed = 0"), "placed as number 0")
    refused(probe('material = "ice"'), 'no body of material "ice"')
    refused(probe("grain = 0"), "there is no grain 0")
    refused(probe("plane = 0"), "there is no [[plane]] 0")
    refused(probe("mesh = 0"), "there is no [[mesh]] 0")
    refused(probe('box = "up"'), "-z")
    refused(probe("body = -1"), ">= 0")
    refused(probe(""), "needs a target")
    refused(probe("body = 1\nplane = 0"), "one target")
    refused(probe("body = 1\nbodyforce = true"), "bodyforce")
    refused(probe('box = "-z"\nbody_force = true'), "needs bodies")
    refused(probe("body = 1", name="a/b"), "letters, digits")
    refused(probe("body = 1") + probe("body = 2"), 'two tables [[probe]] have the name "a"')
    refused("[[probe]]\nbody = 1\n", "name")
    outcome = "[outcome]\nstick = 0.1\n"
    refused(probe("body = 1"), "[outcome]", method="hard-spheres", more=outcome)


def test_without_track():
    make(5)
    text = RUN.replace("DURATION", "0.01").replace("RECORD", "0.01") + METHODS["soft-spheres"]
    write("run.toml", text + probe("body = 1") + "[packing]\nlink = 0.1\nweak = 0.01\ncore = 4\n")
    done = tool("rubble-evolve", "-c", "run.toml", "--force", "bed.h5", "o.h5")
    assert done.returncode == 0, done.stderr
    for table in ("[[probe]]", "[packing]"):
        assert f"{table} has no effect without --track" in done.stderr, done.stderr


def test_no_box():
    make(5)
    text = RUN.replace("DURATION", "0.1").replace("RECORD", "0.1").split("[box]")[0]
    write("run.toml", text + METHODS["soft-spheres"] + probe('box = "-z"'))
    done = tool("rubble-evolve", "-c", "run.toml", "--force", "bed.h5", "o.h5")
    assert done.returncode == 2 and "there is no [box]" in done.stderr, done.stderr


if __name__ == "__main__":
    tests = [value for name, value in list(globals().items()) if name.startswith("test_")]
    runner.run_all(tests, lambda: None)
