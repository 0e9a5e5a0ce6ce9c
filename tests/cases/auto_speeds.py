"""One sphere of 10 cm, then a layer of nine, falls at 3 m/s onto a floor at rest, with stiffness and step on auto.

The rule uses twice the largest speed relative to the floor, which is 6 m/s here. A contact then has an overlap of at most
0.005 r and lasts 50 steps, and e = 0.5 leaves a speed of 1.5 m/s upwards. A lander of a tonne on grains of 0.01 kg in
open space is stopped by grains: the step is that of two grains (theory 2.9).
"""
from commands import close, read, run, write

CONFIG = """[run]
duration = "2 s"
record_every = "0.1 s"

[step]
dt = "auto"

[gravity]
method = "none"
constant = 0

[contact.normal]
law = "linear"
stiffness = "auto"
restitution = 0.5
tension = "allow"

[contact.sliding]
law = "none"

[contact.rolling]
law = "none"
"""
FLOOR = '\n[[plane]]\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n'
HEAD = "id,m,r,x,y,z,vx,vy,vz\n"


def dt_of(config, pile):
    """(configuration, pile file) => the step that auto chooses [s]"""
    effective = run("rubble-evolve", "-q", "--dry-run", "-c", config, pile, "out.h5")
    return float(next(line.split("=")[1].split("s")[0].strip(' "') for line in effective.splitlines() if line.startswith("dt ")))


def check():
    write("floor.toml", CONFIG + FLOOR)
    write("open.toml", CONFIG)
    layer = [(0.3 * i, 0.3 * j, 0.5) for i in range(3) for j in range(3)]
    for name, places in (("alone", layer[:1]), ("layer", layer)):
        rows = "".join(f"{n},10,0.1,{x},{y},{z},0,0,-3\n" for n, (x, y, z) in enumerate(places))
        write(name + ".csv", HEAD + rows)
        run("rubble-import", "--force", "--material", "m", name + ".csv", name + ".h5")
        assert dt_of("floor.toml", name + ".h5") < 5e-4
        said = run("rubble-evolve", "--force", "-c", "floor.toml", name + ".h5", "out.h5")
        overlap = float(said.split("largest overlap / smaller radius ")[1].split(",")[0])
        close(overlap, 0.00371, 0.0002, "largest overlap")  # 0.005, damped: theory 2.1
        for velocity in read("out.h5", "velocity"):
            close(velocity[2], 1.5, 0.02, "speed of the rebound")

    grains = "".join(f"{n},0.01,0.01,{0.02 * n},0,0,0,0,{0.5 * (-1) ** n}\n" for n in range(20))
    write("grains.csv", HEAD + grains)
    write("lander.csv", HEAD + grains + "20,1000,0.5,0,0,0.6,0,0,-0.5\n")
    for name in ("grains", "lander"):
        run("rubble-import", "--force", "--material", "m", name + ".csv", name + ".h5")
    ratio = dt_of("open.toml", "lander.h5") / dt_of("open.toml", "grains.h5")
    assert ratio > 0.3, f"the lander makes the step {ratio} of that of grains"
