"""Film of the spin-up of the first pile under all variants side by side, with one camera and one
clock: an animated GIF."""
import io
import tempfile

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from analysis import failures, output, panels
import film
import philosophies as ph

FRAMES = 60  # largest number of frames
SIZE = 240  # pixels of a picture
TITLE = 24  # height of a title [pixels]
COLUMNS = 4
COLOURS = 64
PAUSE = 120  # time from frame to frame [ms]


def moments_of(tracks):
    """(tracks) => times of the frames of the film [s]: those of the longest track, or FRAMES of
    them at nearly equal distances, with the first and the last"""
    longest = max((film.times(track) for track in tracks), key=lambda times: times[-1])
    chosen = np.linspace(0, len(longest) - 1, min(len(longest), FRAMES))
    return longest[chosen.round().astype(int)]


def sheets(tracks, pictures, moments, roll):
    """(tracks, pictures by track and then by moment, moments, angle of the axis) => pages of the
    film"""
    lines = -(-len(tracks) // COLUMNS)
    font = ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSans.ttf", 13)
    count = len(moments)
    for number, moment in enumerate(moments):
        size = (COLUMNS * SIZE, lines * (SIZE + TITLE) + TITLE)
        page = Image.new("RGB", size, "white")
        pen = ImageDraw.Draw(page)
        clock = f"{moment / ph.DYNAMICAL_TIME:.1f} dynamical times"
        pen.text((6, size[1] - TITLE + 4), clock, fill="black", font=font)
        for place, track in enumerate(tracks):
            line, column = divmod(place, COLUMNS)
            corner = (column * SIZE, line * (SIZE + TITLE))
            pen.text((corner[0] + 6, corner[1] + 4), film.title_of(track), fill="black", font=font)
            picture = pictures[place * count + number]
            if not failures.record(picture):
                page.paste(film.turned(picture, roll), (corner[0], corner[1] + TITLE))
        yield page


def in_one_palette(pages):
    """(pages of equal size) => the pages with one palette of COLOURS colours for all of them, so
    that equal colours stay equal from page to page"""
    column = Image.fromarray(np.concatenate([np.asarray(page) for page in pages]))
    reduced = column.quantize(COLOURS, dither=Image.Dither.NONE)
    width, height = pages[0].size
    return [
        reduced.crop((0, number * height, width, (number + 1) * height))
        for number in range(len(pages))
    ]


def animated(pages):
    """(pages) => the film as bytes of a GIF"""
    first, *others = in_one_palette(list(pages))
    buffer = io.BytesIO()
    first.save(buffer, format="GIF", save_all=True, append_images=others, duration=PAUSE, loop=0)
    return buffer.getvalue()


def make(job):
    """(the snakemake object) Writes the film. Without a track it is one white page."""
    tracks = failures.succeeded(job.input.tracks)
    if not tracks:
        output.put(job.output[0], animated([Image.new("RGB", (SIZE, SIZE), "white")]))
        return
    moments = moments_of(tracks)
    camera = film.camera_for(tracks[0])
    with tempfile.TemporaryDirectory() as scratch:
        shown = film.frames(tracks, moments)
        wanted = [(s["track"], film.options(camera, s["frame"], SIZE)) for s in shown]
        pictures = panels.rendered(wanted, scratch)
        output.put(job.output[0], animated(sheets(tracks, pictures, moments, camera.roll)))


if "snakemake" in globals():
    make(snakemake)  # noqa: F821
