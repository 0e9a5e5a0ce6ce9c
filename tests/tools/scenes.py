"""TOML for the tests of tools: functions that return one or a few tables, which are joined."""

CLOUD = """
seed = 1
[material]
name = "rock"
density = "1 g/cm^3"
[size]
law = "uniform"
min = "1 m"
max = "1.5 m"
[cloud]
form = "sphere"
count = 24
solid_fraction = 0.3
"""


PACKED = """
seed = 1
[material]
name = "rock"
density = "2 g/cm^3"
[size]
law = "uniform"
min = "50 m"
max = "50 m"
[cloud]
form = "packed"
count = 150
axes = [1, 1, 0.6]
turned = true
glued = true
"""


def times(duration, record_every, more=""):
    """(times, further lines of [run])"""
    return f"""
[run]
duration = "{duration}"
record_every = "{record_every}"
{more}"""


def declared(experiment, text):
    """(experiment, configuration of a run) => the same with `experiment` in [run]"""
    return text.replace("[run]\n", f'[run]\nexperiment = "{experiment}"\n')


def steps(dt="auto"):
    return f"""[step]
dt = "{dt}"
"""


def gravity(constant, method="direct"):
    return f"""[gravity]
method = "{method}"
constant = {constant}
"""


def contact(stiffness="auto", restitution=0.3):
    """Linear springs with sliding friction."""
    return f"""[contact.normal]
law = "linear"
pair_stiffness = "{stiffness}"
restitution = {restitution}
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.5
restitution = 0.5
[contact.rolling]
law = "none"
"""


def expansion(radius="all", threshold=0.05, mean="1 s", least_mass=0.0):
    """The stop rule of spin-ups and flybys."""
    return f"""
[stop]
radius = "{radius}"
threshold = {threshold}
mean = "{mean}"
least_mass = {least_mass}
"""


FLOOR = """
[external]
uniform = [0, 0, -9.8]
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
"""
# G is 1e4 times the physical value, so that collapse and rest take seconds of simulated time.
RUN = times("400 s", "0.5 s", 'frame_every = "5 s"\n') + steps() + gravity("6.7e-7") + contact()
STOP = """
[stop]
kinetic_fraction = 1e-4
hold = "2 s"
remove_rotation = true
"""
MEET = """
[encounter]
relative_speed = "0.3 m/s"
impact_angle = "20 degree"
gap = "1 m"
constant = 6.7e-7
orientation = "random"
target_spin = [0, 0.5, 0]
"""
SETTLED = """
[stop]
kinetic_fraction = 0.3
mass_fraction = 0.01
hold = "5 s"
"""
GRAINS = """
seed = 1
[material]
name = "rock"
density = "2.7 g/cm^3"
[grains]
shapes = ["rod", "cube", "sphere", "peanut"]
radius = "2.5 mm"
[[shape]]
name = "peanut"
centres = [[0, 0, 0], ["3 mm", 0, 0]]
radii = ["2.5 mm", "2 mm"]
[intruder]
shape = "intruder"
radius = "1.5 cm"
position = [0, 0, "1.5 cm"]
[cloud]
form = "box"
count = 60
lower = ["-5 cm", "-5 cm", 0]
upper = ["5 cm", "5 cm", "20 cm"]
"""
EXPANSION = expansion()
SPINUP = """
[spinup]
start = 0.2
end = 2.0
ramp = "60 s"
every = "0.2 s"
increment = "angular_momentum"
volume = "extents"
"""
FLYBY = """
[flyby]
planet_mass = 6e20
pericentre = "7600 km"
speed_at_infinity = "100 m/s"
start_distance = "7900 km"
end_distance = "7900 km"
rotation = "given"
volume = "hull"
[flyby.spin]
period = "300 s"
axis = [0, 0, 1]
"""
SHAKE = """
[external]
uniform = [0, 0, -9.8]
[box]
lower = [-8, -8, -8]
upper = [8, 8, 30]
amplitude = [0, 0, "0.3 m"]
frequency = "1 Hz"
[shake]
cycles = 4
intruder = 5
"""


PLACE = """
[[place]]
rule = "drop"
position = [0, 0, 0]
gap = "1 mm"
"""
