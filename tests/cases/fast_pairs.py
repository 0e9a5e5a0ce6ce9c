"""Soft spheres of 1 m that meet at 1e5 m/s with steps of 1e-4 s leap over each other: exit code 3
and the pair's numbers.

Each moves by five radii in a step. A sphere that passes at the same speed without contact does not
end the run.
"""
from commands import exit_code, run, write

CONFIG = """[run]
duration = "2 ms"
record_every = "1 ms"

[step]
dt = "0.1 ms"

[gravity]
method = "none"
constant = 0

[contact.normal]
law = "linear"
pair_stiffness = "1e9 N/m"
restitution = 1
tension = "allow"

[contact.sliding]
law = "none"

[contact.rolling]
law = "none"
"""


def spheres(beside):
    """(distance of the two lines [m]) writes pair.h5"""
    write(
        "pair.csv",
        f"id,m,r,x,y,z,vx,vy,vz\n0,4000,1,-52.5,0,0,5e4,0,0\n1,4000,1,50,{beside},0,-5e4,0,"
        "0\n2,4000,1,0,60,0,0,0,0\n",
    )
    run("rubble-import", "--force", "--material", "m", "pair.csv", "pair.h5")


def check():
    write("run.toml", CONFIG)
    evolve = ("rubble-evolve", "--force", "-c", "run.toml", "pair.h5", "out.h5")
    spheres(0)
    code, text = exit_code(*evolve)
    assert (
        code == 3 and "bodies 0 and 1 pass through each other" in text
    ), f"exit code {code}: {text[-400:]}"
    assert "their relative speed is 1e+05 m s-1, 10 m per step" in text, text
    spheres(2.5)
    run(*evolve)
