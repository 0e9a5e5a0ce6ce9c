"""A run that is killed (kill -9) at 20 random moments and restarted each time ends with the
undisturbed run's bytes.

Most kills follow a new checkpoint by a random time of at most MOST: they happen during steps,
during the next checkpoint or after it. Every fourth kill counts from the start of the program, and
may happen before it has a checkpoint. On a slow or busy machine all this takes longer, but is the
same.

Usage: kill_restart.py FOLDER_OF_THE_TOOLS soft-spheres|contact-dynamics|compounds|hard-spheres
"""
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from scenes import gravity, steps, times  # noqa: E402

KILLS = 20
ENOUGH = KILLS // 2  # minimum number of restarts for a meaningful test
MOST = 0.06  # from a checkpoint to a kill [s]: three intervals between checkpoints
SECONDS = 2  # minimum duration of the undisturbed run: more than KILLS times MOST

CLOUD = """
seed = 7
[material]
name = "rock"
density = "2 g/cm^3"
[size]
law = "uniform"
min = "5 m"
max = "10 m"
[cloud]
form = "sphere"
count = 60
solid_fraction = 0.2
"""
# All parts of a contact's memory: sliding, rolling and twisting springs. Checkpoints are as
# frequent as the loop allows.
HEAD = times("DURATION s", "20 s", 'frame_every = "100 s"\ncheckpoint_every = 0.02\n')
SPRINGS = (
    steps()
    + gravity(6.6743e-11)
    + """
[contact.normal]
law = "hertz-mindlin"
young_modulus = "1 MPa"
poisson_ratio = 0.2
restitution = 0.5
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.5
restitution = 0.5
[contact.rolling]
law = "spring"
rolling_friction = 0.3
twisting_friction = 0.3
shape_factor = 0.5
radius = "reduced"
"""
)
# Hulls, with memory in the narrow phase and in the impulses.
HULLS = """
[grains]
shapes = ["rock"]
sized_by = "bounding"
[[shape]]
name = "rock"
form = "random"
points = "sphere"
least_points = 10
most_points = 30
least_ratio = 0.5
"""
STAPLES = """
[grains]
shapes = ["staple"]
sized_by = "bounding"
[[shape]]
name = "staple"
form = "compound"
parts = ["bar", "leg", "leg"]
positions = [[0, 0, 0], [-2, 0, -1.5], [2, 0, -1.5]]
[[shape]]
name = "bar"
form = "box"
sides = [5, 1, 1]
[[shape]]
name = "leg"
form = "box"
sides = [1, 1, 2]
"""
IMPULSES = (
    steps("1 s")
    + gravity(6.6743e-11)
    + """hold = 2e-3
[method]
kind = "contact-dynamics"
[contact]
friction = 0.5
restitution = 0.2
[contact.cohesion]
cohesive_force = 2
range = 0.2
"""
)
# Aggregates that form and break while the cloud collapses. Steps are so short that this lasts for
# the whole run.
EVENTS = (
    steps("0.1 s")
    + gravity(6.6743e-11)
    + """
[method]
kind = "hard-spheres"
[contact]
restitution = 1
sliding_restitution = 0.9
[outcome]
stick = 0.1
fragment = 0.4
[strength]
model = "rigid"
tensile_strength = 0.002
shear_strength = 0.002
"""
)
STOP = """
[stop]
# never: the length of the run must not depend on when the pile comes to rest
kinetic_fraction = 1e-40
hold = "1e6 h"
remove_rotation = true
"""
# Sums of impulses that continue in the middle of an interval between records.
PROBE = """
[[probe]]
name = "half"
first_id = 0
last_id = 29
body_force = true
"""
COHESION = "[contact.cohesion]"  # not for compounds
DONE, BUDGET = 0, 4


METHODS = {
    "soft-spheres": (CLOUD, HEAD + SPRINGS + STOP + PROBE),
    "contact-dynamics": (CLOUD + HULLS, HEAD + IMPULSES + STOP + PROBE),
    "compounds": (CLOUD + STAPLES, HEAD + IMPULSES[: IMPULSES.index(COHESION)] + STOP),
    "hard-spheres": (CLOUD, HEAD + EVENTS + STOP),
}


def tool(line, folder):
    return subprocess.run(line.split(), cwd=folder, check=False, capture_output=True, text=True)


def checked(line, folder, codes):
    done = tool(line, folder)
    if done.returncode not in codes:
        sys.exit(f"{line}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def relax(name):
    return f"rubble-relax -c relax.toml --restart -t {name}-track.h5 cloud.h5 {name}.h5"


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="ascii") as file:
        file.write(text)


def undisturbed(folder, duration):
    """=> wall time of a run of that length; its outputs are whole.h5 and whole-track.h5."""
    write(folder, "relax.toml", METHODS[sys.argv[2]][1].replace("DURATION", str(duration)))
    begin = time.monotonic()
    checked(relax("whole") + " --force", folder, (BUDGET,))
    return time.monotonic() - begin


def experiment(folder):
    """=> wall time of the undisturbed run, hits and restarts of the killed one. A run that ended
    before it was hit often enough (machines change their pace) is repeated at twice the length."""
    duration = 1000
    while (seconds := undisturbed(folder, duration)) < SECONDS:
        duration = int(duration * min(10, 1.5 * SECONDS / seconds)) + 1
    for _ in range(4):
        hits, resumed = killed(folder)
        if resumed >= ENOUGH:
            break
        for name in ("killed.h5", "killed-track.h5"):
            os.remove(os.path.join(folder, name))
        duration *= 2
        seconds = undisturbed(folder, duration)
    return seconds, hits, resumed


def checkpoint(folder):
    """=> inode and time of the present checkpoint; None without one"""
    try:
        status = os.stat(os.path.join(folder, "killed.h5.ckpt"))
        return status.st_ino, status.st_mtime_ns
    except FileNotFoundError:
        return None


def killed(folder):
    """Kills the run until it was killed KILLS times or has ended => number of kills, number of
    resumptions from a checkpoint"""
    moments = random.Random(20)
    hits = resumed = 0
    while hits < KILLS:
        before = checkpoint(folder)
        run = subprocess.Popen(
            relax("killed").split(), cwd=folder, stderr=subprocess.PIPE, text=True
        )
        while hits % 4 and run.poll() is None and checkpoint(folder) in (None, before):
            time.sleep(0.002)
        time.sleep(moments.uniform(0, MOST))
        run.kill()
        said = run.communicate()[1]
        if run.returncode >= 0:
            break
        hits += 1
        resumed += "resuming from" in said
    if not finished(folder):
        # resumes, or starts again if there is no checkpoint
        checked(relax("killed"), folder, (BUDGET,))
    return hits, resumed


def finished(folder):
    """A kill may happen after the last output is on the disk."""
    names = os.listdir(folder)
    return "killed.h5" in names and "killed.h5.ckpt" not in names


def same_bytes(folder, a, b):
    with open(os.path.join(folder, a), "rb") as one, open(os.path.join(folder, b), "rb") as other:
        return one.read() == other.read()


def main():
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + os.pathsep + os.environ["PATH"]
    os.environ["OMP_NUM_THREADS"] = "1"  # one thread, because several tests run side by side
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "cloud.toml", METHODS[sys.argv[2]][0])
        checked("rubble-generate -q -c cloud.toml cloud.h5", folder, (DONE,))
        seconds, hits, resumed = experiment(folder)
        print(
            f"undisturbed: {seconds:.1f} s; killed {hits} times, of which {resumed} after "
            "going on from a checkpoint"
        )
        hashes = [
            checked(f"rubble-hash {name}.h5", folder, (DONE,)).split()[-2:]
            for name in ("whole", "killed")
        ]
        print(f"content hashes: {hashes}")
        equal = {
            "hash of the pile": set(hashes[0]) & set(hashes[1]) != set(),
            "bytes of the pile": same_bytes(folder, "whole.h5", "killed.h5"),
            "bytes of the track": same_bytes(folder, "whole-track.h5", "killed-track.h5"),
            "nothing left behind": not [
                name for name in os.listdir(folder) if ".ckpt" in name or ".tmp" in name
            ],
        }
        for what, good in equal.items():
            print(f"{'ok    ' if good else 'FAILED'} {what}")
        if resumed < ENOUGH:
            sys.exit("too few restarts to say anything")
        sys.exit(0 if all(equal.values()) else 1)


if __name__ == "__main__":
    main()
