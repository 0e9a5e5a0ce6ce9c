"""A pile whose spheres overlap by some percent, as soft spheres leave it, continues with Contact
Dynamics without gaining energy.

Correct: overlaps are removed before the first step, which the run reports; afterwards spheres at
rest stay at rest, at any step. If overlaps are kept, they are removed no faster than the pile's own
forces move bodies. A faster recovery set by the user creates energy, which ends the run. Earlier
error: overlaps became speed, without a message.
"""
import numpy as np

from commands import close, read, run, write

SPHERES = """id,m,r,x,y,z,vx,vy,vz
0,1000,1,0,0,0,0,0,0
1,1000,1,1.94,0,0,0,0,0
2,2000,1.2,0,2.1,0.1,0,0,0
"""
RUN = """
[method]
kind = "contact-dynamics"
[run]
duration = "20 s"
record_every = "1 s"
[step]
dt = "STEP"
[gravity]
method = "direct"
constant = 6.6743e-11
[contact]
friction = 0.5
restitution = 0
"""


def check():
    write("s.csv", SPHERES)
    run("rubble-import", "--material", "m", "s.csv", "s.h5")
    for step in ("2 ms", "10 ms", "50 ms"):
        write("run.toml", RUN.replace("STEP", step))
        spheres_at_rest_stay()
        said = run(
            "rubble-evolve",
            "--force",
            "-c",
            "run.toml",
            "--set",
            "contact.start_overlap=10",
            "s.h5",
            "o.h5",
        )
        assert "were removed" not in said, said
        close(
            np.abs(read("o.h5", "velocity")).max(),
            0,
            1e-5,
            "greatest velocity with the overlaps kept",
        )
        fast = ("--set", "contact.start_overlap=10", "--set", "contact.recovery_speed=0.1")
        said = run("rubble-evolve", "--force", "-c", "run.toml", *fast, "s.h5", "o.h5", code=3)
        assert "energy created" in said, said


def spheres_at_rest_stay():
    mass = np.array((1000, 1000, 2000))
    centre = mass @ read("s.h5", "position") / mass.sum()
    said = run("rubble-evolve", "--force", "-c", "run.toml", "s.h5", "o.h5")
    assert "overlaps of up to 0.0976" in said, said
    position = read("o.h5", "position")
    close(np.abs(read("o.h5", "velocity")).max(), 0, 1e-5, "greatest velocity")
    close(np.abs(mass @ position / mass.sum() - centre).max(), 0, 1e-12, "centre of mass")
    close(np.linalg.norm(position[1] - position[0]), 2, 1e-6, "distance of spheres 0 and 1")
    close(np.linalg.norm(position[2] - position[0]), 2.2, 1e-6, "distance of spheres 0 and 2")
