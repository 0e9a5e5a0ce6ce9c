"""Film of the spin-up of the first pile under all variants side by side, with one camera and one
clock: an animated GIF."""
import functools
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


@functools.cache
def font():
    """=> font of titles and messages"""
    return ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSans.ttf", 13)


def sheets(shown, pictures, count, roll):
    """(entries of film.frames, their pictures or failure records, number of moments, angle of the
    axis) => pages of the film"""
    for number in range(count):
        yield page_of(shown[number::count], pictures[number::count], roll)


def page_of(shown, pictures, roll):
    """(entries of film.frames at one moment, their pictures or failure records, angle of the axis)
    => page of the film"""
    lines = -(-len(shown) // COLUMNS)
    size = (COLUMNS * SIZE, lines * (SIZE + TITLE) + TITLE)
    page = Image.new("RGB", size, "white")
    clock = f"{shown[0]['moment'] / ph.DYNAMICAL_TIME:.1f} dynamical times"
    ImageDraw.Draw(page).text((6, size[1] - TITLE + 4), clock, fill="black", font=font())
    for place, (entry, picture) in enumerate(zip(shown, pictures)):
        line, column = divmod(place, COLUMNS)
        fill(page, column * SIZE, line * (SIZE + TITLE), entry, picture, roll)
    return page


def fill(page, left, top, entry, picture, roll):
    """Draws one panel: its title and its picture, or the reason why there is none."""
    pen = ImageDraw.Draw(page)
    pen.text((left + 6, top + 4), film.title_of(entry["track"]), fill="black", font=font())
    message = film.message_of(picture)
    if message:
        pen.multiline_text((left + 6, top + TITLE + 4), message, fill="black", font=font())
        return
    page.paste(film.turned(picture, roll), (left, top + TITLE))
    if entry["ended"]:
        low = (left + SIZE // 2, top + TITLE + SIZE - 6)
        pen.text(low, "ended", fill="black", font=font(), anchor="ms")


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


def pages_of(tracks, scratch):
    """(tracks or failure records, scratch folder) => pages of the film; without a track one page
    with the messages"""
    known = failures.succeeded(tracks)
    if not known:
        return [page_of(film.frames(tracks, [0.0]), tracks, 0.0)]
    moments = moments_of(known)
    camera = film.camera_for(known[0])
    shown = film.frames(tracks, moments)
    render = functools.partial(panels.rendered, folder=scratch)
    pictures = film.pictures(shown, camera, SIZE, render)
    return sheets(shown, pictures, len(moments), camera.roll)


def make(job):
    """(the snakemake object) Writes the film."""
    with tempfile.TemporaryDirectory() as scratch:
        output.put(job.output[0], animated(pages_of(list(job.input.tracks), scratch)))


if "snakemake" in globals():
    make(snakemake)  # noqa: F821
