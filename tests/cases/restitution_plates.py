"""Thin plates and spheres that approach by many times their thickness in a step rebound with the
coefficient of restitution.

Correct: by Newton's law for a symmetric head-on impact, the relative velocity is reversed and
multiplied by 0.5, for any step. Earlier wrong results: plates of 1 mm at 1.2 to 10 m/s and spheres
at 10 radii per step flew through each other.
"""
import numpy as np

from commands import change, close, data, read, run, write

RUN = """
[method]
kind = "contact-dynamics"
[run]
duration = "0.03 s"
record_every = "0.03 s"
[step]
dt = "1 ms"
[gravity]
method = "none"
constant = 0
[contact]
friction = 0
restitution = 0.5
"""
SPHERES = """id,m,r,x,y,z,vx,vy,vz
0,1,1,-50,0,0,500,0,0
1,1,1,53,0,0,-500,0,0
"""


def check():
    write("run.toml", RUN)
    run(
        "rubble-import",
        "--material",
        "m",
        "--density",
        "1000 kg/m^3",
        data("restitution_plates", "plates.obj"),
        "p.h5",
    )
    for speed in (0.8, 1.2, 2, 5, 10, 37):
        for phase in range(5):
            velocity = np.zeros((2, 3))
            velocity[:, 2] = (0.5 * speed, -0.5 * speed)
            change("p.h5", "velocity", velocity)
            run(
                "rubble-evolve",
                "--force",
                "-c",
                "run.toml",
                "--set",
                f"run.duration={0.08 / speed}",
                "--set",
                f"run.record_every={0.08 / speed}",
                "--set",
                f"step.dt={1e-3 * (1 - 0.13 * phase)}",
                "p.h5",
                "o.h5",
            )
            after = read("o.h5", "velocity")[:, 2]
            close(
                after[1] - after[0],
                0.5 * speed,
                1e-3 * speed,
                f"plates, {speed} m/s, phase {phase}",
            )
    write("spheres.csv", SPHERES)
    run("rubble-import", "--material", "m", "spheres.csv", "s.h5")
    for step in (0.001, 0.0123, 0.02, 0.05):
        run(
            "rubble-evolve",
            "--force",
            "-c",
            "run.toml",
            "--set",
            "run.duration=0.5",
            "--set",
            "run.record_every=0.5",
            "--set",
            f"step.dt={step}",
            "s.h5",
            "so.h5",
        )
        after = read("so.h5", "velocity")[:, 0]
        for body, right in enumerate((-250, 250)):
            close(after[body], right, 1e-6, f"sphere {body}, step {step} s")
