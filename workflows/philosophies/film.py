"""Pictures of the spin-ups of one pile under all variants, with one camera and one clock.

The camera is across the axis of rotation of the first track, which is upright in the picture, and
follows the heaviest group of touching spheres. A track that has ended keeps its last frame. A
failed run has its message in place of pictures.
"""
import textwrap
from dataclasses import dataclass

import numpy as np
from PIL import Image

from analysis import failures, motion
import philosophies as ph

MARGIN = 1.45  # width of the pictures / width of the pile in its first frame
MESSAGE = dict(width=26, max_lines=8, placeholder=" ...")  # a message that fits into a panel


@dataclass(frozen=True)
class Camera:
    """azimuth of the viewer [degree]; angle by which pictures are turned anticlockwise, so that the
    axis is upright [degree]; width of the pictured region [m]"""

    azimuth: float
    roll: float
    across: float


def camera_for(path):
    """(track) => the Camera of the pictures"""
    found = motion.of(motion.opened(path), every=10**9)
    reach = (np.linalg.norm(found.position[0], axis=1) + found.radius).max()
    return Camera(*angles_for(found.axis), 2 * MARGIN * reach)


def angles_for(axis):
    """(axis of rotation) => azimuth of a horizontal viewer across the axis, and the angle by which
    the picture is turned anticlockwise, so that the axis is upright [degrees]"""
    viewer, _, up = motion.upright(axis)
    right = np.cross([0, 0, 1], viewer)
    return (
        float(np.degrees(np.arctan2(viewer[1], viewer[0]))),
        float(np.degrees(np.arctan2(up @ right, up[2]))),
    )


def options(camera, frame, size):
    """(Camera, number of a frame, pixels) => options of rubble-render"""
    return [
        "--frame",
        f"{frame}",
        f"--size={size},{size}",
        "--follow",
        "--plain",
        "--across",
        f"{camera.across:.1f} m",
        f"--view={camera.azimuth:.2f},0",
    ]


def slack_of(clocks):
    """(times of the frames of each track [s]) => tolerance of the clock [s]: a tenth of the
    smallest mean interval, at most a thousandth of the longest time. Steps of different length do
    not divide the interval between frames, so that frames of the same nominal time differ.
    analysis/together.js has the same tolerance."""
    intervals = [clock[-1] / (len(clock) - 1) for clock in clocks if len(clock) > 1]
    longest_time = max((clock[-1] for clock in clocks), default=0.0)
    return min([1e-3 * longest_time, *(0.1 * interval for interval in intervals)])


def frame_at(clock, time, slack):
    """(times of the frames of a track, time, tolerance [s]) => number of the last frame that is not
    later"""
    return int(max(np.searchsorted(clock, time + slack, side="right") - 1, 0))


def has_ended(clock, time, slack):
    """(times of the frames of a track, time, tolerance [s]) => whether the last frame is earlier"""
    return bool(time > clock[-1] + slack)


def frames(paths, moments):
    """(tracks or failure records, times since their first frames [s]) => one dict for each path and
    moment: "track", "moment", number of the "frame", and whether the track has "ended" before this
    moment; the frame is None for a failure record"""
    clocks = {path: times(path) for path in failures.succeeded(paths)}
    slack = slack_of(list(clocks.values()))
    return [
        {"track": path, "moment": moment, **place_in(clocks.get(path), moment, slack)}
        for path in paths
        for moment in moments
    ]


def place_in(clock, moment, slack):
    """(times of the frames of a track, or None for a failed run; time; tolerance [s]) => "frame"
    and "ended" of `frames`"""
    if clock is None:
        return {"frame": None, "ended": False}
    return {"frame": frame_at(clock, moment, slack), "ended": has_ended(clock, moment, slack)}


def pictures(shown, camera, size, render):
    """(entries of `frames`, Camera, pixels, render([(track, options of rubble-render)]) => paths)
    => for each entry the path of its picture, for a failed run the path of its failure record"""
    wanted = [
        (entry["track"], options(camera, entry["frame"], size))
        for entry in shown
        if entry["frame"] is not None
    ]
    made = iter(render(wanted))
    return [entry["track"] if entry["frame"] is None else next(made) for entry in shown]


def message_of(picture):
    """(path of a picture or failure record) => the text of a panel without a picture, in lines;
    None if there is a picture"""
    record = failures.record(picture)
    return record and textwrap.fill(f"no picture: {record['message']}", **MESSAGE)


def times(path):
    """(track) => times of its frames since the first one [s]"""
    return motion.times_of(motion.opened(path))


def longest(paths):
    """(tracks) => duration of the longest one [s]"""
    return max(float(times(path)[-1]) for path in paths)


def turned(path, roll):
    """(picture, angle in degrees) => the picture on white, turned anticlockwise about its centre"""
    picture = Image.open(path).convert("RGB")
    return picture.rotate(roll, resample=Image.Resampling.BICUBIC, fillcolor="white")


def title_of(path):
    """(track or failure record) => title of its pictures"""
    return ph.named(path)["variant"]
