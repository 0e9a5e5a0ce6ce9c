"""Writes a page that shows several tracks side by side in a browser.

All panels have one camera, one clock (the time since the first frame of each track), and one scale
of colours. A track that has ended keeps its last frame. The page is one file and needs neither
network nor other programs. Frames are left out until it has at most MOST bytes. A failure record in
place of a track becomes a panel that shows its message.

    python3 -m analysis.together OUT.html TITLE=TRACK.h5...
"""
import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import jinja2
import matplotlib
import numpy as np

from analysis import failures, motion, output, page_numbers

FOLDER = Path(__file__).parent
MOST = 10_000_000  # largest size of a page [bytes]
MARGIN = 1.6  # width of the first view / width of the largest pile in its first frame


@dataclass(frozen=True)
class Camera:
    """The first view: azimuth and elevation [degree] as of rubble-render; if upright, from the axis
    of the angular momentum of the first track in place of z."""

    view: tuple = (0.0, 15.0)
    upright: bool = False


def page(heading, tracks, camera=Camera(), most=MOST):
    """(heading, [(title, path of a track or failure record)], Camera, largest size [bytes]) => the
    text of the page. ValueError if a track cannot be shown, or if the first and the last frames
    alone are too large"""
    opened = [None if failures.record(path) else motion.opened(path) for _, path in tracks]
    longest = max((len(track.frames) for track in opened if track), default=0)
    if not longest:
        raise ValueError("no track: all files are records of failed runs")
    every = 1
    while True:
        text = html(heading, data(tracks, opened, every, camera))
        if len(text.encode()) <= most:
            return text
        if every >= longest - 1:
            raise ValueError(
                f"the page has {len(text.encode()) / 1e6:.1f} MB with the first and the last frames"
                f" alone, more than {most / 1e6:g} MB: show fewer tracks"
            )
        every = min(max(every + 1, round(every * len(text) / most)), longest - 1)


def html(heading, found):
    surroundings = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = surroundings.from_string((FOLDER / "together.html.jinja").read_text())
    return template.render(
        heading=heading,
        style=(FOLDER / "together.css").read_text(),
        script=(FOLDER / "together.js").read_text(),
        # no characters that could end the element
        data=json.dumps(found, separators=(",", ":")).replace("<", "\\u003c"),
    )


def data(tracks, opened, every, camera):
    """(titles and paths, tracks or None for failure records, interval between frames, Camera) =>
    data of the page"""
    found = [track and motion.of(track, every) for track in opened]
    known = [m for m in found if m is not None]
    ranges = {name: motion.shared_range([m.columns[name] for m in known]) for name in motion.UNITS}
    reach = max(float(abs(m.position).max()) for m in known)
    step = max(min(float(m.radius.min()) for m in known) / page_numbers.PARTS, reach / 2**28)
    return {
        "step": step,
        "turnParts": page_numbers.TURNS,
        "levels": page_numbers.LEVELS,
        "every": every,
        "end": max(float(m.time[-1]) for m in known),
        "size": max(size_of(m) for m in known),
        "reach": reach,
        "margin": MARGIN,
        "view": list(camera.view),
        "upright": motion.upright(known[0].axis if camera.upright else (0, 0, 1)).ravel().tolist(),
        "axes": ["", "", "spin"] if camera.upright else ["x", "y", "z"],
        "map": [matplotlib.colors.to_hex(matplotlib.cm.viridis(k / 16)) for k in range(17)],
        "columns": [
            {"name": name, "unit": unit, "low": ranges[name][0], "high": ranges[name][1]}
            for name, unit in motion.UNITS.items()
        ],
        "tracks": [
            {"title": title, "message": failures.record(path)["message"]}
            if m is None
            else {"title": title, **track_data(m, step, ranges)}
            for (title, path), m in zip(tracks, found)
        ],
    }


def size_of(m):
    """(motion) => largest distance of a surface from the centre in the first frame [m]"""
    return float((np.linalg.norm(m.position[0], axis=1) + m.radius).max())


def track_data(m, step, ranges):
    """(motion, resolution of positions [m], {column: ends of the colours}) => data of one panel"""
    used = sorted(set(m.shape[m.shape >= 0].tolist()))
    return {
        "bodies": len(m.radius),
        "time": m.time.tolist(),
        "radius": page_numbers.packed(m.radius, "<f4"),
        "shape": page_numbers.packed(
            [used.index(shape) if shape >= 0 else -1 for shape in m.shape], "<i4"
        ),
        "shapes": [mesh_data(m.shapes[shape]) for shape in used],
        "places": page_numbers.places(m.position, step),
        "turns": page_numbers.turns(m.turn) if len(m.turn) else "",
        "columns": {
            name: page_numbers.levels(values, *ranges[name]) for name, values in m.columns.items()
        },
    }


def mesh_data(shape):
    """(shape of hulls) => its corners and triangles, in units of the radius of a body"""
    triangles = [
        (face[0], face[k - 1], face[k]) for face in shape.faces for k in range(2, len(face))
    ]
    return {
        "corners": page_numbers.packed(shape.vertices, "<f4"),
        "triangles": page_numbers.packed(triangles, "<u2"),
    }


def camera_of(options):
    try:
        azimuth, elevation = map(float, options.view.split(","))
    except ValueError:
        raise ValueError(f"--view: expected AZIMUTH,ELEVATION, found {options.view!r}") from None
    return Camera((azimuth, elevation), options.upright)


def named(words):
    """(words TITLE=TRACK.h5) => [(title, path)]. ValueError for other words"""
    found = []
    for word in words:
        title, equals, path = word.rpartition("=")
        if not (equals and title and path):
            raise ValueError(f"expected TITLE=TRACK.h5, found {word!r}")
        found.append((title, path))
    return found


def main(arguments):
    usage = argparse.ArgumentParser(
        prog="python3 -m analysis.together", description="Shows tracks side by side in a browser."
    )
    usage.add_argument("out", metavar="OUT.html", type=Path)
    usage.add_argument("tracks", nargs="+", metavar="TITLE=TRACK.h5")
    usage.add_argument("--heading", default="Tracks side by side", help="heading of the page")
    usage.add_argument(
        "--view", default="0,15", metavar="AZIMUTH,ELEVATION", help="first view [degree]"
    )
    usage.add_argument(
        "--upright",
        action="store_true",
        help="show the axis of rotation of the first track upright",
    )
    options = usage.parse_args(arguments)
    try:
        if options.out.suffix != ".html":
            raise ValueError(f"expected a name that ends in .html, found {options.out}")
        if not options.out.parent.is_dir():
            raise ValueError(f"{options.out.parent}: no such folder")
        text = page(options.heading, named(options.tracks), camera_of(options))
        output.put(options.out, text)
    except (ValueError, OSError) as error:  # a ReadError is a ValueError
        print(f"{usage.prog}: error: {error}", file=sys.stderr)
        return 2
    print(f"{options.out}: {len(text.encode()) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
