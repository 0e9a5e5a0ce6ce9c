"""Two pairs of overlapping spheres whose overlaps are left to the recovery of Contact Dynamics.

The messages name the cure: an overlap of the start is not removed by a shorter step, and a recovery
without a limit of the speed moves bodies by the same distance in steps of any length.
"""
import json
import re

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


def advised(said):
    """(message) => the overlap above which it advises to set sanity.penetration"""
    return float(re.search(r"set sanity.penetration to more than ([\d.]+)", said)[1])


def check_space(space, sphere, overlap):
    """(table of the space, line of a second sphere or "", overlap / radius) The overlap exists only
    in the space of the run. The advised limit, which is less by half a recovery, keeps it."""
    write("alone.csv", f"{SPHERES.splitlines()[0]}\n0,4000,1,0.2,5,5,0,0,0\n{sphere}")
    run("rubble-import", "--force", "--material", "m", "alone.csv", "alone.h5")
    assert deepest_overlap("alone.h5") == 0
    write("space.toml", RUN.replace("STEP", "0.1 s") + space)
    evolve = ("rubble-evolve", "--force", "-c", "space.toml", "--set", "contact.recovery=0.1")
    evolve += ("--set", "sanity.energy_made=1e9")
    said = run(*evolve, "alone.h5", "o.h5", code=3)
    least = advised(said)
    assert abs(least - 0.95 * overlap) < 0.02, said
    run(*evolve, "--set", f"sanity.penetration={1.0001 * least}", "alone.h5", "o.h5")


def check():
    check_space("[box]\nlower = [0, 0, 0]\nupper = [10, 10, 10]\n", "", 0.8)
    check_space("[periodic]\nperiod = [10, 10, 10]\n", "1,4000,1,9.1,5,5,0,0,0\n", 0.9)
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
        assert abs(advised(said) - 0.95 * deepest) < 0.02, said
        assert "reduce step.dt" not in said, said
        said = run(*evolve, *loose, "s.h5", "o.h5", code=3)
        assert "pass through each other" in said, said
        assert "a limit contact.recovery_speed or a smaller contact.recovery" in said, said
        run(*evolve, *loose, *slow, "s.h5", "o.h5")
        said = run(*evolve, *loose[:2], *slow, "s.h5", "o.h5", code=3)
        assert "if bodies overlap at the start, set contact.start_overlap = 0.001" in said, said
        assert "recovery_speed" not in said, said
