"""Two spheres meet with a step that is far too long: their energy grows by two thirds in every
frame.

The laws are Galilean invariant, so that the run ends with exit code 3 whatever the common velocity
is. A pile in heliocentric coordinates, where neighbouring numbers are 3e-5 m apart (IEEE 754: 2^37
m has a spacing of 2^-15 m), is refused, and runs in coordinates of its centre of mass.
"""
from commands import exit_code, read, run, write

CONFIG = """[run]
duration = "4 s"
record_every = "0.4 s"

[step]
dt = "0.07 s"

[gravity]
method = "none"
constant = 0

[contact.normal]
law = "linear"
pair_stiffness = "1e6 N/m"
restitution = 1
tension = "allow"

[contact.sliding]
law = "coulomb"
friction = 0.5
restitution = 0.5

[contact.rolling]
law = "none"
"""


def pair(x, speed):
    """(place [m], common velocity [m/s]) => output of rubble-import; writes pair.h5. The contact
    lasts 0.14 s"""
    rows = (
        f"0,4188.790204786391,1,{x - 1.2!r},0.3,0,{speed + 1!r},0,0\n1,4188.790204786391,1,"
        f"{x + 1.2!r},0,0,{speed - 1!r},0,0\n"
    )
    write("pair.csv", "id,m,r,x,y,z,vx,vy,vz\n" + rows)
    return run("rubble-import", "--force", "--material", "m", "pair.csv", "pair.h5")


def check():
    write("run.toml", CONFIG)
    for step, right in ((0.07, 3), (0.05, 3), (0.0035, 0)):
        for speed in (0.0, 30.0, 1000.0, 30000.0):
            said = pair(0.0, speed)
            assert "note" not in said, said
            code, text = exit_code(
                "rubble-evolve",
                "--force",
                "-c",
                "run.toml",
                "--set",
                f"step.dt={step}",
                "pair.h5",
                "out.h5",
            )
            assert code == right, f"step {step} s at {speed} m/s: exit code {code}: {text[-300:]}"
            assert right == 0 or "relative energy error" in text, text

    said = pair(1.5e11, 30000.0)
    assert "note: the middle of the pile lies 1.5e+11 m from the origin" in said, said
    evolve = ("rubble-evolve", "--force", "-c", "run.toml", "--set", "step.dt=1e-3")
    text = run(*evolve, "pair.h5", "out.h5", code=2)
    assert "set run.centre = true" in text, text
    run(*evolve, "--set", "run.centre=true", "pair.h5", "out.h5")
    velocity = read("out.h5", "velocity")
    assert abs(velocity[0] + velocity[1]).max() < 1e-9 and abs(velocity[0][0]) > 0.5, velocity
    walls = ("--set", "run.centre=true", "--set", "plane=[{point=[0,0,-9], normal=[0,0,1]}]")
    text = run(*evolve, *walls, "pair.h5", "out.h5", code=2)
    assert "'centre' in [run] needs a free pile" in text, text
