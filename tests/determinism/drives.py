"""Spin-up, flyby, shaking, planets and frozen bodies: the same bytes for any number of threads, and
for a run that was stopped and resumed.

Usage: drives.py FOLDER_OF_THE_TOOLS soft-spheres|contact-dynamics|hard-spheres
"""
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from scenes import contact, expansion, gravity, steps, times  # noqa: E402

STOPS = 3
ENOUGH = 2  # minimum number of resumed runs for a meaningful test
SECONDS = 0.5  # minimum duration of a run: ten intervals between checkpoints
LEAST = 20  # minimum simulated time of a run [s]: two periods of the shaking

# Free spheres and glued grains, enough to divide the work among threads. Runs of Contact Dynamics
# add hulls (HULLS).
CLOUD = """
seed = 7
[material]
name = "rock"
density = "2 g/cm^3"
[grains]
shapes = ["sphere", "dumbbell", "rod", "cube"]
radius = "6 m"
[cloud]
form = "sphere"
count = 160
solid_fraction = 0.2
"""


HULLS = """
[[shape]]
name = "rock"
form = "random"
points = "sphere"
least_points = 10
most_points = 30
least_ratio = 0.5
[size]
law = "uniform"
min = "6 m"
max = "9 m"
"""
IMPULSES = """[method]
kind = "contact-dynamics"
[contact]
friction = 0.5
restitution = 0.2
[contact.cohesion]
cohesive_force = 1
range = 0.1
[sanity]
penetration = 0.5
"""
EVENTS = """[method]
kind = "hard-spheres"
[contact]
restitution = 0.5
[outcome]
stick = 0.2
fragment = 2
[sanity]
passed_over = 0.1
"""
METHOD = sys.argv[2] if len(sys.argv) > 2 else "soft-spheres"
BY_IMPULSES, BY_EVENTS = METHOD == "contact-dynamics", METHOD == "hard-spheres"
if BY_IMPULSES:
    CLOUD = (
        CLOUD.replace('"cube"]', '"cube", "rock", "rock"]').replace(
            'radius = "6 m"', 'sized_by = "bounding"'
        )
        + HULLS
    )


def common(record_every, dt, stiffness):
    begin = times(
        "DURATION s", record_every, 'frame_every = "20 s"\ncheckpoint_every = 0.05\n'
    ) + gravity('"6.6743e-11 m^3 kg^-1 s^-2"')
    if BY_EVENTS:
        return begin + steps("0.05 s") + EVENTS
    return begin + (
        steps("0.05 s") + IMPULSES if BY_IMPULSES else steps(dt) + contact(stiffness, 0.5)
    )


SPINUP = (
    common("2 s", "0.02 s", "1 MN/m")
    + """
[spinup]
start = 0.5
end = 2.0
ramp = "1 h"
every = "0.1 s"
increment = "angular_momentum"
volume = "extents"
"""
    + expansion("none", 0.05, "10 s", 0.0)
)
FLYBY = (
    common("2 s", "0.02 s", "1 MN/m")
    + """
[flyby]
planet_mass = "5.972e24 kg"
pericentre = "7645 km"
eccentricity = 1.0
start_distance = "8000 km"
end_distance = "20000 km"
rotation = "none"
volume = "extents"
"""
    + expansion("all", 9.0, "10 s", 0.0)
)
SHAKE = (
    common("0.5 s", "0.01 s", "100 MN/m")
    + """
[external]
uniform = ["0 m/s^2", "0 m/s^2", "-0.1 m/s^2"]
[box]
lower = ["-200 m", "-200 m", "-150 m"]
upper = ["200 m", "200 m", "400 m"]
amplitude = ["0 m", "0 m", "5 m"]
frequency = "0.1 Hz"
[shake]
cycles = 1000000
intruder = 3
"""
)
# A frozen pile turns and shakes in a falling cloud (soft spheres).
FROZEN = (
    common("0.5 s", "0.01 s", "100 MN/m")
    + """
[external]
uniform = ["0 m/s^2", "0 m/s^2", "-0.1 m/s^2"]
[[plane]]
point = ["0 m", "0 m", "-300 m"]
normal = [0, 0, 1]
[[frozen]]
placed = 0
spin = [0, "0.1 rad/s", "0.3 rad/s"]
centre = ["0 m", "0 m", "-200 m"]
amplitude = ["0 m", "0 m", "5 m"]
frequency = "0.1 Hz"
"""
)
PLACE = """[[place]]
rule = "at"
position = ["0 m", "0 m", "-200 m"]
"""
# A binary, one of whose bodies is elongated and rotates.
PLANETS = (
    common("2 s", "0.02 s", "1 MN/m")
    + """
[[planet]]
name = "one"
mass = "5e11 kg"
position = ["0 m", "1100 m", "0 m"]
radius = "390 m"
j2 = 0.1
c22 = 0.02
pole = [0, 1, 5]
rotation_period = "2.26 h"
[[planet]]
mass = "1e11 kg"
about = "one"
recoil = true
semi_major_axis = "1200 m"
eccentricity = 0.1
mean_anomaly = "150 deg"
"""
)
CONFIGS = {"spinup": SPINUP, "flyby": FLYBY, "shake": SHAKE, "planets": PLANETS}
TOOLS = {"planets": "evolve"}  # the others have the name of their tool
if METHOD == "soft-spheres":
    CONFIGS["evolve"] = FROZEN
PILES = {"evolve": "scene.h5"}
DONE, BUDGET, STOPPED = 0, 4, 75


def run(tool, name, folder, threads=1):
    line = (
        f"rubble-{TOOLS.get(tool, tool)} -c {tool}.toml --restart --threads {threads} "
        f"-t {name}-track.h5 "
        f"{PILES.get(tool, 'cloud.h5')} {name}.h5"
    )
    return subprocess.Popen(line.split(), cwd=folder, stderr=subprocess.PIPE, text=True)


def through(process, name):
    message = process.communicate()[1]
    if process.returncode not in (DONE, BUDGET):
        sys.exit(f"{name}: exit code {process.returncode}: {message}")
    return message


def same(folder, a, b):
    def read(name):
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()

    return read(f"{a}.h5") == read(f"{b}.h5") and read(f"{a}-track.h5") == read(f"{b}-track.h5")


def configure(folder, tool, duration):
    with open(os.path.join(folder, f"{tool}.toml"), "w", encoding="ascii") as file:
        file.write(CONFIGS[tool].replace("DURATION", str(duration)))


def whole(folder, tool):
    """An undisturbed run of SECONDS or more, and of LEAST of simulated time or more."""
    duration = LEAST
    while True:
        configure(folder, tool, duration)
        begin = time.monotonic()
        through(run(tool, f"{tool}-1", folder), tool)
        seconds = time.monotonic() - begin
        if seconds > SECONDS:
            return
        duration = int(duration * min(10, 1.5 * SECONDS / seconds)) + 1
        for end in (".h5", "-track.h5"):
            os.remove(os.path.join(folder, f"{tool}-1{end}"))


def checkpoint_time(folder, tool):
    try:
        return os.stat(os.path.join(folder, f"{tool}-stopped.h5.ckpt")).st_mtime_ns
    except FileNotFoundError:
        return 0


def stopped(folder, tool):
    """Stops the run shortly after a checkpoint, alternately by signal and by kill => number of
    resumptions"""
    moments, resumed = random.Random(5), 0
    for k in range(STOPS):
        before = checkpoint_time(folder, tool)
        process = run(tool, f"{tool}-stopped", folder)
        while process.poll() is None and checkpoint_time(folder, tool) in (0, before):
            time.sleep(0.01)
        time.sleep(moments.uniform(0, 0.05))
        (process.terminate if k % 2 else process.kill)()
        resumed += "resuming from" in process.communicate()[1]
    if not os.path.exists(os.path.join(folder, f"{tool}-stopped.h5")):
        resumed += "resuming from" in through(run(tool, f"{tool}-stopped", folder), tool)
    return resumed


def main():
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + os.pathsep + os.environ["PATH"]
    good = True
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "cloud.toml"), "w", encoding="ascii") as file:
            file.write(CLOUD)
        with open(os.path.join(folder, "place.toml"), "w", encoding="ascii") as file:
            file.write(PLACE)
        for line in (
            "rubble-generate -q -c cloud.toml cloud.h5",
            "rubble-generate -q -c cloud.toml --set cloud.count=20 small.h5",
            "rubble-place -q -c place.toml cloud.h5 small.h5 scene.h5",
        ):
            subprocess.run(line.split(), cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for tool in CONFIGS:
            whole(folder, tool)
            with ThreadPoolExecutor() as beside:
                times_resumed = beside.submit(stopped, folder, tool)
                for threads in (2, 4):
                    through(run(tool, f"{tool}-{threads}", folder, threads), tool)
                    equal = same(folder, f"{tool}-1", f"{tool}-{threads}")
                    good &= equal
                    print(f"{'ok    ' if equal else 'FAILED'} {tool}: {threads} threads")
            resumed = times_resumed.result()
            equal = same(folder, f"{tool}-1", f"{tool}-stopped")
            good &= equal and resumed >= ENOUGH
            print(
                f"{'ok    ' if equal else 'FAILED'} {tool}: stopped, {resumed} times gone on "
                "from a checkpoint",
                flush=True,
            )
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
