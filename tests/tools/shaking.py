"""Shaken walls by Contact Dynamics. A floor is pulled down faster than a bed of cubes, of glued
grains or of spheres falls. The bed leaves it and lands again at the times of the closed form. The
work of walls is force times velocity. A stopped run resumes with the same bytes.

Usage: shaking.py FOLDER_OF_THE_TOOLS
"""
import os
import signal
import subprocess
import time

import h5py
import numpy as np

import runner
from impulses import run, write

GRAVITY, AMPLITUDE, FREQUENCY, STEP = 9.81, 0.05, 4.0, 2e-4
RATE = 2 * np.pi * FREQUENCY
ACCELERATION = AMPLITUDE * RATE**2  # 3.2 times gravity's
CUBE_FACES = ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
CONFIG = """
[method]
kind = "contact-dynamics"
[run]
duration = "DURATION s"
record_every = "RECORD s"
frame_every = "FRAME s"
checkpoint_every = 0.2
[step]
dt = "STEP s"
[gravity]
method = "none"
constant = 6.67430e-11
[external]
uniform = [0, 0, -9.81]
[contact]
friction = 0.4
restitution = RESTITUTION
recovery = RECOVERY
[shake]
cycles = 1000
intruder = 0
"""
FLOOR = """
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
amplitude = [0, 0, 0.05]
frequency = 4
"""
BOX = """
[box]
lower = [-0.8, -0.8, 0]
upper = [1.6, 1.6, 9]
amplitude = [0.02, 0, 0.03]
frequency = 3
"""


def config(duration, record, frame, restitution, walls, recovery=0.1):
    return (
        CONFIG.replace("DURATION", repr(duration))
        .replace("RECORD", repr(record))
        .replace("FRAME", repr(frame))
        .replace("STEP", repr(STEP))
        .replace("RESTITUTION", repr(restitution))
        .replace("RECOVERY", repr(recovery))
        + walls
    )


def cubes(height, lean=0.0):
    """=> OBJ: three by three columns of cubes, two high"""
    text, count = "", 0
    for x in (0, 0.7, 1.4):
        for y in (0, 0.7, 1.4):
            for level in (0, 1):
                text += "o cube\n"
                for z in (0, 0.5):
                    for dx, dy in ((0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5)):
                        text += (
                            f"v {x - 0.7 + dx + lean * level} {y - 0.7 + dy} "
                            f"{height + 0.5 * level + z}\n"
                        )
                text += "".join(
                    "f " + " ".join(str(count + k + 1) for k in face) + "\n" for face in CUBE_FACES
                )
                count += 8
    return text


def table(height, grains):
    """=> CSV: nine dumbbells that lie, or spheres"""
    lines = ["id,m,r,x,y,z,grain"]
    for k, (x, y) in enumerate((x, y) for x in (-0.6, 0, 0.6) for y in (-0.6, 0, 0.6)):
        lines.append(f"{2 * k},30,0.2,{x},{y},{height + 0.2},{k if grains else -1}")
        lines.append(
            f"{2 * k + 1},30,0.2,{x + 0.15 if grains else x},{y},"
            f"{height + (0.2 if grains else 0.6)},{k if grains else -1}"
        )
    return "\n".join(lines) + "\n"


def prepare():
    for name, height in (("resting", 0.0), ("falling", 0.4)):
        write(f"{name}.obj", cubes(height, 0.1 if name == "falling" else 0))
        run(f"rubble-import -q --material rock --density 2000 {name}.obj {name}-cubes.h5")
        for kind in ("dumbbells", "balls"):
            write(f"{name}.csv", table(height, kind == "dumbbells"))
            run(f"rubble-import -q --material rock {name}.csv {name}-{kind}.h5")


def series(track, name):
    with h5py.File(track) as file:
        return file[f"observables/{name}/value"][()]


def times(track):
    with h5py.File(track) as file:
        return file["observables/momentum/time"][()]


def landing(start):
    """(time at which it left the floor) => time at which a body thrown by the floor lands on it
    again"""

    def height(t):
        flight = t - start
        return (
            AMPLITUDE * np.sin(RATE * start)
            + AMPLITUDE * RATE * np.cos(RATE * start) * flight
            - GRAVITY / 2 * flight**2
        ) - AMPLITUDE * np.sin(RATE * t)

    low, high = start + 0.05, start + 0.05
    while height(high) > 0:
        high += 1e-3
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if height(middle) > 0 else (low, middle)
    return low


def test_a_bed_leaves_the_floor():
    """sin(phase) = g / a at the start of the flight; without restitution the bed stays on the floor
    after the landing."""
    left = np.arcsin(GRAVITY / ACCELERATION) / RATE
    back = landing(left)
    for kind in ("cubes", "dumbbells", "balls"):
        write("shake.toml", config(back + 0.02, STEP, 0.0, 0, FLOOR, recovery=0))
        run(f"rubble-shake -q --force -c shake.toml -t t.h5 resting-{kind}.h5 out.h5", (4,))
        time_of, force = times("t.h5"), np.gradient(series("t.h5", "impulse")[:, 2], times("t.h5"))
        weight = mass_of(f"resting-{kind}.h5") * GRAVITY
        carried = (force + weight) / weight  # force of the floor in weights
        before, flight = (time_of > 0.002) & (time_of < left - 3 * STEP), (
            time_of > left + 3 * STEP
        ) & (time_of < back - 3 * STEP)
        expected = 1 - ACCELERATION / GRAVITY * np.sin(RATE * time_of)
        assert np.abs(carried - expected)[before].max() < 0.02, (
            kind,
            np.abs(carried - expected)[before].max(),
        )
        assert np.abs(carried[flight]).max() < 1e-6, (kind, np.abs(carried[flight]).max())
        # the impact
        assert carried[(time_of > back - 2 * STEP) & (time_of < back + 3 * STEP)].max() > 5, kind


def mass_of(path):
    with h5py.File(path) as file:
        return file["/particles/body/mass"][()].sum()


def wall_work(track, walls):
    """=> sum over the steps of force on bodies that touch a wall, times the wall's velocity in the
    middle of the step, times the step"""
    lower, amplitude, rate = walls
    work = 0.0
    with h5py.File(track) as file:
        frame = file["/connectivity/contacts/frame_offset"][()]
        pair, force = (
            file["/connectivity/contacts/pair"][()],
            file["/connectivity/contacts/force"][()],
        )
        time_of = file["/particles/body/position/time"][()]
        for f in range(1, len(time_of)):
            own = slice(frame[f], frame[f + 1])
            on_wall = pair[own][:, 1] < 0
            velocity = amplitude * rate * np.cos(rate * (time_of[f] - STEP / 2))
            work += (force[own][on_wall] @ velocity).sum() * STEP
    return work


def test_walls_work_by_force_times_velocity():
    """All six walls of a box move, along their normals and tangentially; bodies fall, roll and
    bounce inside."""
    for kind in ("cubes", "dumbbells", "balls"):
        write("shake.toml", config(0.8, STEP, STEP, 0.3, BOX))
        run(f"rubble-shake -q --force -c shake.toml -t t.h5 falling-{kind}.h5 out.h5", (4,))
        work = wall_work("t.h5", (None, np.array([0.02, 0, 0.03]), 2 * np.pi * 3))
        booked, total = series("t.h5", "work/walls"), series("t.h5", "energy/total")
        moving = series("t.h5", "energy/kinetic_translational").max()
        assert abs(booked).max() > 0.05 * moving, (kind, booked[-1], moving)
        assert abs(work - booked[-1]) < 1e-9 * abs(booked).max(), (kind, work, booked[-1])
        assert np.ptp(total) < 1e-3 * moving, (kind, np.ptp(total), moving)


def test_a_stopped_run_resumes_with_identical_bytes():
    """SIGTERM in the middle, twice; then identical bytes."""
    for kind in ("cubes", "dumbbells"):
        write("shake.toml", config(6, 0.01, 0.05, 0.3, BOX))
        run(
            f"rubble-shake -q -c shake.toml -t {kind}-whole-t.h5 falling-{kind}.h5 {kind}-whole.h5",
            (4,),
        )
        line = (
            f"rubble-shake -c shake.toml --restart -t {kind}-parts-t.h5 falling-{kind}.h5 "
            f"{kind}-parts.h5"
        )
        resumed = 0
        for _ in range(20):
            with subprocess.Popen(line.split(), stderr=subprocess.PIPE, text=True) as process:
                told = ""
                while "at most" not in told and (words := process.stderr.readline()):
                    told += words
                time.sleep(0.03)
                process.send_signal(signal.SIGTERM)
                told += process.communicate()[1]
            resumed += "resuming from" in told
            if process.returncode == 4:
                break
        else:
            run(line, (4,))
        assert resumed >= 1, (kind, told)
        for name in ("", "-t"):
            with open(f"{kind}-whole{name}.h5", "rb") as whole, open(
                f"{kind}-parts{name}.h5", "rb"
            ) as parts:
                assert whole.read() == parts.read(), (kind, name)
        assert not os.path.exists(f"{kind}-parts.h5.ckpt")


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
