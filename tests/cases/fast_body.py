"""One fast body costs Contact Dynamics about as much as a slow one.

Correct: the cost depends on the pairs that can meet in a step, so that 2000 spheres, of which one
leaves at 1000 m/s, take at most three times the CPU time of the same cloud at rest. Earlier wrong
results: 25 times at 100 m/s, and no end within a minute at 1000 m/s, because one alert distance,
twice the path of the fastest body, was used for all pairs.
"""
import resource

import numpy as np

from commands import change, read, run, write

CLOUD = """
seed = 1
[material]
name = "rock"
density = "2 g/cm^3"
[size]
law = "classes"
radii = ["10 m"]
[cloud]
form = "sphere"
count = 2000
solid_fraction = 0.1
"""
RUN = """
[method]
kind = "contact-dynamics"
[run]
duration = "20 s"
record_every = "20 s"
[step]
dt = "1 s"
[gravity]
method = "none"
constant = 0
[contact]
friction = 0.5
restitution = 0
"""


def cpu_time(pile):
    """(pile) => CPU time of a run of it [s]"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run("rubble-evolve", "--force", "--threads", "1", "-c", "run.toml", pile, "o.h5")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def check():
    write("cloud.toml", CLOUD)
    write("run.toml", RUN)
    run("rubble-generate", "-c", "cloud.toml", "p.h5")
    slow = min(cpu_time("p.h5") for _ in range(2))
    velocity = read("p.h5", "velocity")
    position = read("p.h5", "position")
    outermost = np.argmax(np.linalg.norm(position, axis=1))
    outwards = position[outermost] / np.linalg.norm(position[outermost])
    for speed in (100, 1000):
        velocity[outermost] = speed * outwards
        change("p.h5", "velocity", velocity)
        fast = min(cpu_time("p.h5") for _ in range(2))
        assert (
            fast < 3 * slow + 0.1
        ), f"one body at {speed} m/s: {fast:.2f} s, all at rest: {slow:.2f} s"
