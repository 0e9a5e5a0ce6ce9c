"""Hard spheres collide across the face of a periodic box, off their centres; an elastic bond holds
two together there.

Expected: the errors of momentum, angular momentum and energy in the ledger are as close to rounding
as for the same collision inside the box. An impulse between a sphere and the image of another acts
at two points one period apart. It therefore adds the angular momentum of that period times the
impulse.
"""
from commands import run, write

RUN = """
[method]
kind = "hard-spheres"
[run]
duration = "10 s"
record_every = "1 s"
[step]
dt = "0.1 s"
[gravity]
method = "none"
constant = 1.0
[contact]
restitution = 0.8
[periodic]
period = [10, 10, 10]
"""
BODIES = """id,m,r,x,y,z,vx,vy,vz,wx,wy,wz
0,1,0.5,0.6,1,1,-0.3,0.1,0,0,0,0
1,1,0.5,9.4,1.3,1,0.2,0,0,0,0,0
"""
BONDS = """
[strength]
model = "elastic"
young_modulus = 1
tensile_strength = 1
"""


def check():
    write("two.csv", BODIES)
    run("rubble-import", "--material", "rock", "two.csv", "two.h5")
    write("run.toml", RUN)
    run("rubble-evolve", "-c", "run.toml", "two.h5", "free.h5")
    run(
        "rubble-evolve",
        "-c",
        "run.toml",
        "--set",
        "contact.sliding_restitution=0.4",
        "two.h5",
        "rough.h5",
    )
    write("bonds.toml", RUN + BONDS)
    run(
        "rubble-evolve",
        "-c",
        "bonds.toml",
        "--set",
        "strength.initial_range=1.5",
        "two.h5",
        "bonded.h5",
    )
