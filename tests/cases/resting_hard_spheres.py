"""Two hard spheres fall towards each other, bounce, and stay at rest in contact until the run ends.

Correct: the separation is the sum of the radii, 4; the sphere exerts G m^2 / 16 on its partner;
nothing moves and nothing is heated, so that the error of the energy does not grow with time.
"""
from commands import close, read, run, write

RUN = """
[method]
kind = "hard-spheres"
[run]
duration = "1400 s"
record_every = "10 s"
[step]
dt = "0.01 s"
[gravity]
method = "direct"
constant = 1.0
[contact]
restitution = 0.5
"""
BODIES = """id,m,r,x,y,z,vx,vy,vz,wx,wy,wz
0,1,2,10,0,0,0,0,0,0,0,0
1,1,2,-10,0,0,0,0,0,0,0,0
"""


def check():
    write("two.csv", BODIES)
    run("rubble-import", "--material", "m", "two.csv", "two.h5")
    write("run.toml", RUN)
    for step in (0.01, 0.02, 0.05):
        run(
            "rubble-evolve",
            "--force",
            "-c",
            "run.toml",
            "--set",
            f"step.dt={step}",
            "two.h5",
            "end.h5",
        )
        place = read("end.h5", "position")
        velocity = read("end.h5", "velocity")
        close(place[0][0] - place[1][0], 4, 1e-6, f"separation, step {step} s")
        close(abs(velocity).max(), 0, 1e-9, f"speed, step {step} s")
