"""A sphere falls onto a planet, by each method; planets that cannot exist; the earlier form.

Expected: the sphere reaches the surface R at the time sqrt(r^3 / (2 G M)) (acos sqrt x + sqrt(x (1
- x))), x = R / r, of free fall from r. With on_impact = "stop" the run ends there with exit code 0
and its record names the body, with "error" it ends with exit code 3. A mesh with eight corners at
+-4 m has its faces at 4 m. [external.planet] gives the same bits as the same [[planet]].
"""
import math

import h5py
from commands import close, read, run, write

BODIES = """id,m,r,x,y,z,vx,vy,vz,wx,wy,wz
7,1,0.001,30,0,0,0,0,0,0,0,0
9,1,0.001,10,0,0,0,0,0,0,0,0
"""
RUN = """[method]
kind = "{method}"
[run]
duration = "60 s"
record_every = "20 s"
[step]
dt = "20 ms"
[gravity]
method = "none"
constant = 1
"""
CONTACTS = {
    "soft-spheres": "",
    "contact-dynamics": "[contact]\nfriction = 0.5\nrestitution = 0.5\n",
    "hard-spheres": "[contact]\nrestitution = 0.5\n",
}
PLANET = """[[planet]]
name = "Mars"
mass = "1 kg"
position = ["0 m", "0 m", "0 m"]
"""
BALL = 'radius = "4 m"\n'
MESH = 'mesh = "cube.obj"\n'
ORBIT = """[[planet]]
mass = "1 kg"
about = "Mars"
semi_major_axis = "100 m"
eccentricity = 0.1
"""
MOON = """[[planet]]
mass = "1 g"
focus = [0, 0, "1 km"]
period = "1 day"
pericentre = "200 m"
eccentricity = 0.5
"""
CUBE = """v -4 -4 -4
v 4 -4 -4
v -4 4 -4
v 4 4 -4
v -4 -4 4
v 4 -4 4
v -4 4 4
v 4 4 4
f 1 3 4 2
f 5 6 8 7
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
"""
WRONG = [
    (PLANET + PLANET, 'planets 0 and 1 have the name "Mars"'),
    (PLANET + ORBIT.replace('"Mars"', '"Mras"'), 'has the name "Mras"; did you mean "Mars"?'),
    (ORBIT.replace("mass", 'name = "Mars"\nmass', 1), 'the orbit of "Mars" is about itself'),
    (PLANET + ORBIT.replace("0.1", "1.0"), "'eccentricity' in [[planet]] must be"),
    (PLANET + ORBIT + "position = [1, 2, 3]\n", "'position' applies only to planets at rest"),
    (PLANET + ORBIT + "focus = [1, 2, 3]\n", "needs either 'about', the name of another planet"),
    (PLANET + ORBIT.replace('about = "Mars"', "focus = [0, 0, 0]"), "needs its 'period'"),
    (PLANET + ORBIT + 'pericentre = "3 m"\n', "needs either 'semi_major_axis' or 'pericentre'"),
    (PLANET + 2 * (ORBIT + "recoil = true\n"), 'only one planet about "Mars" can have'),
    (PLANET + 'radius = "9e6 m"\n' + ORBIT, "the pericentre of planet 1, "),
    (PLANET + "j2 = 0.1\n", "'j2' and 'c22' in [[planet]] need 'radius'"),
    (PLANET + BALL + MESH, "remove 'radius', 'j2' and 'c22'"),
    (PLANET + 'mesh = "open.obj"\n', "edge"),
    (PLANET + 'mesh = "none.obj"\n', "none.obj: no such file"),
    (PLANET + "pole = [0, 0, 0]\n", "'pole' in [[planet]] must not be zero"),
    (PLANET + 'radius = "12 m"\n', "body 9 reaches the surface of planet 'Mars' at the start"),
    (PLANET + "mesh_unit = 2\n", "'mesh_unit' in [[planet]] has no effect without 'mesh'"),
    (PLANET + "pole = [1, 0, 0]\n", "'pole' in [[planet]] has no effect without"),
    (PLANET + 'rotation_period = "1 h"\n', "'rotation_period' in [[planet]] has no effect without"),
    (PLANET + BALL + "j2 = 0.6\n", "'j2' in [[planet]] must be"),
    (
        PLANET + '[periodic]\nperiod = ["100 m", 0, 0]\n',
        "periodic boxes do not support planets: remove [periodic] or [[planet]]",
    ),
    (
        "[external.planet]\nmass = 1\nposition = [0, 0, 0]\n[periodic]\nperiod = [100, 0, 0]\n",
        "periodic boxes do not support planets: remove [periodic] or [external.planet]",
    ),
    (PLANET + "raduis = 3\n", "did you mean 'radius'?"),
    (
        PLANET + ORBIT + '[external]\nuniform = [0, 0, "-1 m/s^2"]\n',
        "uniform gravity does not support planets that move",
    ),
    (
        PLANET + "[external.planet]\nmass = 1\nposition = [0, 0, 0]\n",
        "[external.planet] is the earlier form of [[planet]]",
    ),
]


def fall_time(start, end):
    """(distances at the start and at the end [m]) => time of free fall with G M = 1 [s]"""
    x = end / start
    return math.sqrt(start**3 / 2) * (math.acos(math.sqrt(x)) + math.sqrt(x * (1 - x)))


def check_impacts(method, contacts):
    text = RUN.format(method=method) + contacts
    expected = fall_time(10, 4)
    for shape in (BALL, MESH):
        write("stop.toml", text + PLANET + shape + 'on_impact = "stop"\n')
        said = run("rubble-evolve", "-c", "stop.toml", "--force", "two.h5", "end.h5")
        assert "body 9 reaches the surface of planet 'Mars'" in said, said
        time = float(said.split("the run ends at ")[1].split()[0])
        # The field of a cube differs from that of a point by a few percent.
        close(time, expected, 0.05 if shape == BALL else 1, f"{method}: time of the impact")
        distance = read("end.h5", "position")[1, 0]
        close(distance, 4, 0.02, f"{method}: distance at the end")
        write("error.toml", text + PLANET + shape)
        said = run("rubble-evolve", "-q", "-c", "error.toml", "two.h5", "none.h5", code=3)
        assert "body 9 reaches the surface of planet 'Mars' at t = " in said, said


def check_positions(text):
    """(tables of a run) The track has the positions of the bodies of a binary on their orbits."""
    binary = (
        PLANET.replace('"1 kg"', '"3 kg"')
        + '[[planet]]\nmass = 1\nabout = "Mars"\nrecoil = true\n'
        + "semi_major_axis = 100\neccentricity = 0\n"
    )
    write("binary.toml", text + binary)
    run("rubble-evolve", "-q", "-c", "binary.toml", "-t", "binary-t.h5", "two.h5", "binary.h5")
    with h5py.File("binary-t.h5") as track:
        series = track["observables/planet"]
        one, two = (series[f"{k}/position/value"][...] for k in (0, 1))
        time = series["0/position/time"][...]
    for k, now in enumerate(time):
        angle = math.sqrt(4 / 100**3) * now
        for place, distance in ((one[k], -25), (two[k], 75)):
            close(place[0], distance * math.cos(angle), 1e-9, f"x of a planet at {now} s")
            close(place[1], distance * math.sin(angle), 1e-9, f"y of a planet at {now} s")


def check_continuation(text):
    """(tables of a run) A second run notes planets whose motion starts again, or that it does not
    have. With `since` of the first run, the planets continue their motion."""
    text = text.replace('"60 s"', '"10 s"')
    moon = PLANET + ORBIT.replace("0.1", "0")
    write("first.toml", text + moon)
    run("rubble-evolve", "-q", "-c", "first.toml", "two.h5", "first.h5")
    said = run("rubble-evolve", "-c", "first.toml", "--force", "first.h5", "second.h5")
    assert "starts again: set since = 0 in each [[planet]]" in said, said
    write("second.toml", text + moon.replace("mass", "since = 0\nmass"))
    said = run("rubble-evolve", "-c", "second.toml", "-t", "second-t.h5", "first.h5", "again.h5")
    assert "note" not in said, said
    with h5py.File("second-t.h5") as track:
        place = track["observables/planet/1/position/value"][0]
    angle = math.sqrt(2 / 100**3) * 10  # G = 1, masses of 1 kg each, 10 s in the first run
    close(place[0], 100 * math.cos(angle), 1e-6, "x of a planet in the second run")
    write("none.toml", text)
    said = run("rubble-evolve", "-c", "none.toml", "first.h5", "without.h5")
    assert "the run that made first.h5 had 2 planets, and this run has 0" in said, said


def check():
    write("two.csv", BODIES)
    run("rubble-import", "--material", "rock", "two.csv", "two.h5")
    write("cube.obj", CUBE)
    write("open.obj", CUBE.replace("f 2 4 8 6\n", ""))
    for method, contacts in CONTACTS.items():
        check_impacts(method, contacts)
    text = RUN.format(method="hard-spheres") + CONTACTS["hard-spheres"]
    write("orbit.toml", text + PLANET + ORBIT + "recoil = true\n" + MOON)
    recorded = run("rubble-evolve", "-q", "--dry-run", "-c", "orbit.toml", "two.h5", "x.h5")
    write("recorded.toml", recorded)
    again = run("rubble-evolve", "-q", "--dry-run", "-c", "recorded.toml", "two.h5", "x.h5")
    assert recorded == again, f"a recorded configuration is read as another one: {recorded} {again}"
    for tables, message in WRONG:
        write("wrong.toml", text + tables)
        said = run("rubble-evolve", "-q", "-c", "wrong.toml", "two.h5", "x.h5", code=2)
        assert message in said and len(said.splitlines()) == 1, f"{message!r}: {said}"
    check_positions(text)
    check_continuation(text)
    write("none.toml", text.replace("constant = 1", "constant = 0") + PLANET)
    said = run("rubble-evolve", "-q", "-c", "none.toml", "two.h5", "x.h5", code=2)
    assert "planets need gravity: set gravity.constant to a value above 0" in said, said
    write("light.toml", text + PLANET.replace('"1 kg"', "1e-4"))
    said = run("rubble-evolve", "--dry-run", "-c", "light.toml", "two.h5", "x.h5")
    assert "planet[0].mass = 0.0001 has no unit and is read as 0.0001 kg" in said, said
    found = []
    for name, tables in (
        ("present", PLANET.replace('name = "Mars"\n', "")),
        (
            "earlier",
            PLANET.replace('name = "Mars"\n', "").replace("[[planet]]", "[external.planet]"),
        ),
    ):
        write(f"{name}.toml", text + tables)
        run(
            "rubble-evolve",
            "-q",
            "-c",
            f"{name}.toml",
            "--set",
            "run.duration=5 s",
            "two.h5",
            f"{name}.h5",
        )
        found.append(run("rubble-hash", f"{name}.h5").split()[0])
    assert found[0] == found[1], f"[external.planet] and [[planet]] give {found}"
