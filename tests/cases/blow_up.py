"""Hulls that touch, moved by Contact Dynamics with steps of 1000 s and more, blow up between two
records.

In any state such a run ends with exit code 3 and one line: at positions beyond 1e100 m volumes
overflow, so that these positions are invalid.
"""
import shutil

from commands import data, exit_code, write

CONFIG = """[method]
kind = "contact-dynamics"

[run]
duration = 1e8
record_every = 1e7

[step]
dt = "1 s"

[gravity]
method = "direct"
constant = 1e-9

[contact]
friction = 0.5
restitution = 0.2

[solver]
tolerance = 1e-4
"""


def check():
    shutil.copy(data("blow_up", "pile.h5"), "pile.h5")
    write("run.toml", CONFIG)
    for changes in (
        ["step.dt=1000"],
        ["step.dt=1e4"],
        ["step.dt=1000", "step.theta=1"],
        ["step.dt=1e4", "step.rotation=exponential"],
    ):
        sets = [word for change in changes for word in ("--set", change)]
        code, text = exit_code(
            "rubble-evolve", "-q", "--force", "-c", "run.toml", *sets, "pile.h5", "out.h5"
        )
        assert (
            code == 3 and len(text.strip().splitlines()) == 1
        ), f"{changes}: exit code {code}: {text[-300:]}"
