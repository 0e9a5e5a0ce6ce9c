"""Motion of the bodies of a track for pages: positions relative to the pile, orientations
of hulls, and columns that colour the bodies."""
from dataclasses import dataclass

import numpy as np

from analysis import rubble

START, RELATIVE, SPEED = (
    "distance from the centre at the start",
    "speed relative to rigid rotation",
    "speed",
)
UNITS = {RELATIVE: "m/s", SPEED: "m/s", START: "m"}  # in the order of the list of a page


@dataclass
class Motion:
    """Frames of a track. F frames, N bodies."""

    time: np.ndarray  # [F] since the first frame of the track [s]
    radius: np.ndarray  # [N] m
    position: np.ndarray  # [F, N, 3] relative to the centre of the pile [m]
    turn: np.ndarray  # [F, N, 4] unit quaternions (w, x, y, z); F = 0 without hulls
    shape: np.ndarray  # [N] index in `shapes`, -1 for a sphere
    shapes: list  # rubble.Shape
    columns: dict  # name => [F, N], or [1, N] if the values do not change
    axis: np.ndarray  # [3] angular momentum about the centre in the last frame [kg m2 s-1]


def opened(path):
    """(path) => the track. ValueError for another file, and for a track without frames or bodies"""
    track = rubble.open(path)
    if not isinstance(track, rubble.Track):
        raise ValueError(f"{path}: expected a track, found a pile")
    if not len(track.frames) or not len(track.last.arrays["mass"]):
        raise ValueError(f"{path}: the track has no {'bodies' if len(track.frames) else 'frames'}")
    return track


def times_of(track):
    """(track) => times of its frames since the first one [s]"""
    times = np.asarray(track.frames.times, float)
    return times - times[0]


def of(track, every=1):
    """(track, interval) => its motion, with the first frame, each frame after that interval, and
    the last one"""
    count = len(track.frames)
    chosen = [*range(0, count - 1, every), count - 1]
    frames = [track.frames[k] for k in chosen]
    states = [in_pile(frame.arrays) for frame in frames]
    first = frames[0].arrays
    shape = first.get("shape", np.full(len(first["mass"]), -1))
    position = np.array([state["position"] for state in states])
    hulls = bool((shape >= 0).any())
    return Motion(
        time=times_of(track)[chosen],
        radius=first["radius"],
        position=position,
        turn=np.array([frame.orientations for frame in frames]) if hulls else np.zeros((0, 0, 4)),
        shape=shape,
        shapes=track.shapes if hulls else [],
        columns={
            RELATIVE: np.array([state["relative"] for state in states]),
            SPEED: np.array([state["speed"] for state in states]),
            START: np.linalg.norm(position[:1], axis=2),
        },
        axis=states[-1]["momentum"],
    )


def in_pile(body):
    """(arrays of the bodies) => positions and speeds relative to the pile: the bodies within twice
    the median distance from the median position, so that shed bodies have no influence"""
    x, v, m = body["position"], body["velocity"], body["mass"]
    distance = np.linalg.norm(x - np.median(x, axis=0), axis=1)
    core = distance <= 2 * np.median(distance)
    weight = m[core] / m[core].sum()
    x, v = x - weight @ x[core], v - weight @ v[core]
    momentum, rate = rotation(x[core], v[core], m[core])
    return {
        "position": x,
        "speed": np.linalg.norm(v, axis=1),
        "relative": np.linalg.norm(v - np.cross(rate, x), axis=1),
        "momentum": momentum,
    }


def rotation(x, v, m):
    """(positions and velocities about the centre of mass, masses) => angular momentum of the
    centres, and the angular velocity of the rigid rotation that has it"""
    momentum = (m[:, None] * np.cross(x, v)).sum(axis=0)
    inertia = np.einsum("i,ij,ij", m, x, x) * np.eye(3) - np.einsum("i,ij,ik->jk", m, x, x)
    # bodies on a line have no moment of inertia about it
    return momentum, np.linalg.pinv(inertia, rcond=1e-9) @ momentum


def upright(axis):
    """(vector) => rows of a right-handed frame: the first is horizontal and across the vector, the
    third along it. For a vector along z or zero, the frame of the file."""
    length = np.linalg.norm(axis)
    if not length > 0 or np.hypot(*axis[:2]) < 1e-3 * length:
        return np.eye(3) if length == 0 or axis[2] > 0 else np.diag([1.0, -1.0, -1.0])
    up = np.asarray(axis, float) / length
    across = np.cross([0, 0, 1], up)
    across /= np.linalg.norm(across)
    return np.array([across, np.cross(up, across), up])


def shared_range(values):
    """(values of a column in each track) => lowest and highest value of the colours, the same for
    all tracks: from zero to a round number that one value in a hundred exceeds"""
    every = np.concatenate([np.ravel(of) for of in values])
    high = float(np.quantile(every, 0.99)) if len(every) else 0.0
    return 0.0, round_above(high) if high > 0 else 1.0


def round_above(value):
    """(value > 0) => the smallest number with two significant digits that is not below it"""
    digits = 10.0 ** (np.floor(np.log10(value)) - 1)
    return float(f"{np.ceil(value / digits * (1 - 1e-12)) * digits:.2g}")
