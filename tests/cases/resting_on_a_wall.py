"""Spheres at rest on a wall in uniform gravity: small corrections of their height do not violate an
energy limit.

Correct: a sphere of mass m that is lifted by d gains the energy m g d, with g the acceleration. The
scale of a pile at rest on a wall is the sum of m g r over its spheres. A lift of 0.1 % of the
radius is below the limit of 1 %, one of 5 % is above it. Earlier error: negative heat was
subtracted from the scale, so that a lift of 2e-8 r ended the run.
"""
from commands import close, exit_code, read, run, write

RUN = """
[run]
duration = "5 s"
record_every = "1 s"
[gravity]
method = "none"
constant = 0
[external]
uniform = [0, 0, -1]
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
"""
METHODS = {
    "hard-spheres": "\n[contact]\nrestitution = 0.5\n",
    "contact-dynamics": "\n[contact]\nrestitution = 0\nfriction = 0.5\nstart_overlap = 1\n",
}


def outcome(kind, height, step):
    """(method, height of the centre above the wall [radii], step [s]) => exit code; writes end.h5
    if it is 0"""
    write("one.csv", f"id,m,r,x,y,z,vx,vy,vz\n0,1,1,0,0,{height},0,0,0\n")
    run("rubble-import", "--force", "--material", "m", "one.csv", "one.h5")
    write("run.toml", f'[method]\nkind = "{kind}"\n[step]\ndt = "{step} s"\n{METHODS[kind]}{RUN}')
    return exit_code("rubble-evolve", "--force", "-c", "run.toml", "one.h5", "end.h5")


def check():
    for kind, height in (
        ("hard-spheres", 1),
        ("hard-spheres", 0.9999),
        ("contact-dynamics", 0.9999),
        ("contact-dynamics", 0.999),
    ):
        for step in (0.003, 0.01, 0.03):
            code, text = outcome(kind, height, step)
            assert (
                code == 0
            ), f"{kind}, height {height} r, step {step} s: exit code {code}: {text[-300:]}"
            close(read("end.h5", "position")[0][2], 1, 0.01, f"{kind}: height")
    code, text = outcome("contact-dynamics", 0.95, 0.01)
    assert (
        code == 3 and "sanity.energy_made" in text
    ), f"lifted by 5 % of the radius: exit code {code}: {text[-300:]}"
