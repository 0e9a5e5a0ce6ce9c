"""Two touching spheres by each method, with the earlier and with the present names of the keys of
cohesion, strength and stiffness.

Expected: equal content hashes and equal recorded configurations; a file with both names is refused.
"""
from commands import run, write

BODIES = """id,m,r,x,y,z,vx,vy,vz,wx,wy,wz
0,1,0.5,0,0,0,0.02,0,0,0,0,0
1,1,0.5,1.0001,0,0,-0.02,0.01,0,0,0,0
"""
RUN = """[method]
kind = "{method}"
[run]
duration = "1 s"
record_every = "0.5 s"
[step]
dt = "0.2 ms"
[gravity]
method = "none"
constant = 1
"""
NORMAL = """[contact.normal]
law = "{law}"
restitution = 0.5
{keys}
[contact.sliding]
law = "none"
[contact.rolling]
law = "none"
[contact.cohesion]
cohesive_strength = 1e-3
shape_factor = 0.5
"""
LINEAR = 'tension = "allow"\npair_stiffness = 1e4'
HYSTERETIC = "sphere_stiffness = 2e4"
HERTZ = 'tension = "allow"\nyoung_modulus = 1e5\npoisson_ratio = 0.25'
IMPULSES = """[contact]
friction = 0.5
restitution = 0.5
[contact.cohesion]
cohesive_force = 1e-4
range = 0.01
"""
BOUNCES = "[contact]\nrestitution = 0.5\n"
RIGID = """[strength]
model = "rigid"
tensile_strength = 1
shear_strength = 2
reference_radius = 3
"""
ELASTIC = """[strength]
model = "elastic"
young_modulus = 1
tensile_strength = 1
initial_range = 1.5
"""
RUNS = [
    ("soft-spheres", NORMAL.format(law="linear", keys=LINEAR)),
    ("soft-spheres", NORMAL.format(law="hysteretic", keys=HYSTERETIC)),
    ("soft-spheres", NORMAL.format(law="hertz-mindlin", keys=HERTZ)),
    ("contact-dynamics", IMPULSES),
    ("hard-spheres", BOUNCES + RIGID),
    ("hard-spheres", BOUNCES + ELASTIC),
]
# Earlier names that a key has in one of the tables.
EARLIER = {
    "pair_stiffness": "stiffness",
    "sphere_stiffness": "stiffness",
    "poisson_ratio": "poissons_ratio",
    "cohesive_strength": "strength",
    "cohesive_force": "force",
    "range": "distance",
    "shear_strength": "shear",
    "reference_radius": "radius",
    "initial_range": "reach",
}
EARLIER_OF_MODEL = {
    HERTZ: {"young_modulus": "youngs_modulus"},
    RIGID: {"tensile_strength": "tensile"},
    ELASTIC: {"young_modulus": "young", "tensile_strength": "strength"},
}


def with_earlier_keys(text):
    """(configuration) => the same configuration with the earlier names of its keys"""
    names = dict(EARLIER)
    for part, own in EARLIER_OF_MODEL.items():
        if part in text:
            names.update(own)
    lines = []
    for line in text.splitlines():
        key, equals, value = line.partition(" = ")
        lines.append(names.get(key, key) + equals + value)
    return "\n".join(lines) + "\n"


def check():
    write("two.csv", BODIES)
    run("rubble-import", "--material", "rock", "two.csv", "two.h5")
    for number, (method, tables) in enumerate(RUNS):
        text = RUN.format(method=method) + tables
        earlier = with_earlier_keys(text)
        assert earlier != text, text
        found = []
        for name, config in (("present", text), ("earlier", earlier)):
            write(f"{name}.toml", config)
            pile = f"{name}{number}.h5"
            run("rubble-evolve", "-q", "-c", f"{name}.toml", "two.h5", pile)
            recorded = run(
                "rubble-evolve", "-q", "--dry-run", "-c", f"{name}.toml", "two.h5", "x.h5"
            )
            found.append((run("rubble-hash", pile).split()[0], recorded))
        assert found[0] == found[1], f"{method}: earlier and present keys give {found}"
    write("both.toml", RUN.format(method="contact-dynamics") + IMPULSES + "force = 1\n")
    text = run("rubble-evolve", "-c", "both.toml", "two.h5", "x.h5", code=2)
    assert "'force' in [contact.cohesion] is the earlier name of 'cohesive_force'" in text, text
