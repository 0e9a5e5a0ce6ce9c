"""One sphere of 10 cm, then a layer of nine, falls at 3 m/s onto a floor at rest, with stiffness
and step on auto.

The rule uses twice the largest speed relative to the floor, which is 6 m/s here. A contact then has
an overlap of at most 0.005 r and lasts 50 steps, and e = 0.5 leaves a speed of 1.5 m/s upwards. A
lander of a tonne on grains of 0.01 kg in open space is stopped by grains: the step is that of two
grains (theory 2.9).

The other laws: a contact of the hysteretic law is not damped while it is loaded, so that the
overlap is 0.005 r. The overlap of Hertz's law follows from its equation of motion (theory 2.2.1),
which is integrated here. In a swarm of 27 spheres no contact is faster than 6 m/s. Earlier wrong
results with walls: steps of 0.1 s and more, and overlaps of 3 radii.
"""
import math

from commands import close, read, run, write

TABLES = """[run]
duration = "0.25 s"
record_every = "0.05 s"

[step]
dt = "auto"

[gravity]
method = "none"
constant = 0

[contact.normal]
law = {law}
restitution = 0.5

[contact.sliding]
law = "none"

[contact.rolling]
law = "none"
"""
LAWS = {
    "linear": '"linear"\npair_stiffness = "auto"\ntension = "allow"',
    "hysteretic": '"hysteretic"\nsphere_stiffness = "auto"',
    "hertz": '"hertz-mindlin"\nyoung_modulus = "1e8 Pa"\npoisson_ratio = 0.25\ntension = "allow"',
}
CONFIG = TABLES.format(law=LAWS["linear"])
FLOOR = "\n[[plane]]\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n"
HEAD = "id,m,r,x,y,z,vx,vy,vz\n"


def dt_of(config, pile):
    """(configuration, pile file) => the step that auto chooses [s]"""
    effective = run("rubble-evolve", "-q", "--dry-run", "-c", config, pile, "out.h5")
    return float(
        next(
            line.split("=")[1].split("s")[0].strip(' "')
            for line in effective.splitlines()
            if line.startswith("dt ")
        )
    )


def hertz_impact(damping, first=3.0):
    """(factor zeta of the dashpot, speed [m/s]) => largest overlap [m], restitution: 10 kg, 0.1 m,
    1e8 Pa, onto a wall"""
    mass, radius, modulus, step = 10, 0.1, 1e8 / (2 * (1 - 0.25**2)), 1e-6
    overlap, speed, largest = 0.0, first, 0.0
    while overlap >= 0:
        middle = overlap + step / 2 * speed
        stiffness = 2 * modulus * math.sqrt(radius * max(middle, 0))
        force = (
            2 / 3 * stiffness * middle
            + 2 * math.sqrt(5 / 6) * damping * math.sqrt(stiffness * mass) * speed
        )
        speed -= step * force / mass
        overlap = middle + step / 2 * speed
        largest = max(largest, overlap)
    return largest, -speed / first


def hertz_overlap():
    """=> largest overlap / radius at a restitution of 0.5, by bisection of the damping"""
    low, high = 0.0, 1.0
    for _ in range(12):
        damping = (low + high) / 2
        overlap, restitution = hertz_impact(damping)
        low, high = (damping, high) if restitution > 0.5 else (low, damping)
    return overlap / 0.1


def overlap_in(said):
    """(messages of rubble-evolve) => largest overlap / smaller radius"""
    return float(said.split("audit: largest overlap / smaller radius ")[1].split(" (")[0])


def write_swarm(name, places):
    """(pile, centres) writes the pile: spheres of 10 kg and 10 cm that fall at 3 m/s"""
    rows = "".join(f"{n},10,0.1,{x},{y},{z},0,0,-3\n" for n, (x, y, z) in enumerate(places))
    write(name + ".csv", HEAD + rows)
    run("rubble-import", "--force", "--material", "m", name + ".csv", name + ".h5")


def rebounds(law, overlap, tolerance, most):
    """(law, overlap / radius, its tolerance, its bound at twice the speed) checks 1, 9 and 27
    spheres that fall onto a floor"""
    config = write(law + ".toml", TABLES.format(law=LAWS[law]) + FLOOR)
    layer = [(0.3 * i, 0.3 * j, 0.5) for i in range(3) for j in range(3)]
    for name, places in (("alone", layer[:1]), ("layer", layer)):
        write_swarm(name, places)
        assert dt_of(config, name + ".h5") < 5e-4
        said = run("rubble-evolve", "--force", "-c", config, name + ".h5", "out.h5")
        close(overlap_in(said), overlap, tolerance, f"{law}, {name}: largest overlap")
        for velocity in read("out.h5", "velocity"):
            # theory 2.2, 2.9
            close(
                velocity[2],
                1.5,
                0.03 if law == "hertz" else 0.02,
                f"{law}, {name}: speed of the rebound",
            )

    write_swarm(
        "swarm",
        [
            (0.25 * i, 0.25 * j, 0.5 + 0.25 * k)
            for i in range(3)
            for j in range(3)
            for k in range(3)
        ],
    )
    assert dt_of(config, "swarm.h5") < 5e-4
    said = run("rubble-evolve", "--force", "-c", config, "swarm.h5", "out.h5")
    assert (
        overlap_in(said) < most
    ), f"{law}, swarm: largest overlap {overlap_in(said)}, bound {most}"
    error = float(said.split("relative errors at the end: energy ")[1].split()[0])
    assert error < 0.01, f"{law}, swarm: relative error of the energy {error}"


def check():
    rebounds("linear", 0.00371, 0.0002, 0.01)  # 0.005, damped: theory 2.1
    rebounds("hysteretic", 0.005, 0.0001, 0.01)
    rebounds("hertz", hertz_overlap(), 0.001, hertz_impact(0, 6)[0] / 0.1)

    write("open.toml", CONFIG)

    grains = "".join(f"{n},0.01,0.01,{0.02 * n},0,0,0,0,{0.5 * (-1) ** n}\n" for n in range(20))
    write("grains.csv", HEAD + grains)
    write("lander.csv", HEAD + grains + "20,1000,0.5,0,0,0.6,0,0,-0.5\n")
    for name in ("grains", "lander"):
        run("rubble-import", "--force", "--material", "m", name + ".csv", name + ".h5")
    ratio = dt_of("open.toml", "lander.h5") / dt_of("open.toml", "grains.h5")
    assert ratio > 0.3, f"the lander makes the step {ratio} of that of grains"
