"""Two pairs of overlapping spheres whose overlaps are left to the recovery of Contact Dynamics.

The messages name the cure: an overlap of the start is not removed by a shorter step, and a recovery
without a limit of the speed moves bodies by the same distance in steps of any length.
"""
import json

from commands import run, write

SPHERES = """id,m,r,x,y,z,vx,vy,vz
0,4000,1,0,0,0,0,0,0
1,4000,1,0.2,0,0,0,0,0
2,4000,1,3.3,0,0,0,0,0
3,4000,1,3.5,0,0,0,0,0
"""
RUN = """[method]
kind = "contact-dynamics"
[run]
duration = "20 s"
record_every = "1 s"
[step]
dt = "STEP"
[gravity]
method = "none"
constant = 0
[contact]
friction = 0
restitution = 0
start_overlap = "none"
recovery = 1
recovery_speed = "none"
"""


def deepest_overlap(pile):
    """=> overlap / half the thickness of the thinner body, as rubble-packing prints it"""
    return json.loads(run("rubble-packing", "--json", pile))["rows"][0]["deepest_overlap"]


def check():
    write("s.csv", SPHERES)
    run("rubble-import", "--material", "m", "s.csv", "s.h5")
    deepest = deepest_overlap("s.h5")
    assert abs(deepest - 1.8) < 1e-12, deepest
    loose = ("--set", "sanity.penetration=3", "--set", "sanity.energy_made=1e9")
    for step in ("1 s", "0.01 s"):
        write("run.toml", RUN.replace("STEP", step))
        evolve = ("rubble-evolve", "--force", "-c", "run.toml")
        slow = ("--set", "contact.recovery=0.1")
        said = run(*evolve, *slow, "s.h5", "o.h5", code=3)
        assert "present at the start; set contact.start_overlap = 0.001" in said, said
        assert (
            "above the deepest overlap of the pile (rubble-packing, deepest_overlap)" in said
        ), said
        assert "reduce step.dt" not in said, said
        said = run(*evolve, *loose, "s.h5", "o.h5", code=3)
        assert "pass through each other" in said, said
        assert "a limit contact.recovery_speed or a smaller contact.recovery" in said, said
        run(*evolve, *loose, *slow, "s.h5", "o.h5")
        said = run(*evolve, *loose[:2], *slow, "s.h5", "o.h5", code=3)
        assert "if bodies overlap at the start, set contact.start_overlap = 0.001" in said, said
        assert "recovery_speed" not in said, said
