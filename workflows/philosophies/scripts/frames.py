"""Pictures of the spin-up of the first pile under all variants at the same times."""
import textwrap

import numpy as np

from analysis import failures, figure, study
import film
import philosophies as ph

COLUMNS = 6
SIZE = 360  # pixels of a picture
SHOWN = 0.7  # height of the shown part / height of a picture; piles are never higher


def moments_of(tracks):
    """(tracks) => times of the columns [s], of equal distance, to the end of the longest track"""
    return np.linspace(0, film.longest(tracks), COLUMNS)


def collect(given, _):
    tracks = failures.succeeded(given.tracks)
    if not tracks:
        return {"data": []}
    return {"data": [row_of(shown) for shown in film.frames(tracks, moments_of(tracks))]}


def row_of(shown):
    """(an entry of film.frames) => its row of the table; times in dynamical times"""
    run = ph.named(shown["track"])
    time = film.times(shown["track"])[shown["frame"]]
    return {
        "run": run["run"],
        "variant": run["variant"],
        "moment [dynamical time]": shown["moment"] / ph.DYNAMICAL_TIME,
        "time of the frame [dynamical time]": time / ph.DYNAMICAL_TIME,
        "ended": shown["ended"],
    }


def draw(given, _, render):
    known = failures.succeeded(given.tracks)
    if not known:
        return figure.unavailable()
    moments = moments_of(known)
    camera = film.camera_for(known[0])
    shown = film.frames(given.tracks, moments)
    pictures = film.pictures(shown, camera, SIZE, render)
    return page_of(given.tracks, moments, shown, pictures, camera)


def page_of(tracks, moments, shown, pictures, camera):
    """(tracks or failure records, times of the columns, entries of film.frames, their pictures,
    Camera) => figure: a row for each track and a column for each moment"""
    page, axes = figure.plt.subplots(
        len(tracks),
        len(moments),
        figsize=(1.9 * len(moments), 1.9 * SHOWN * len(tracks) + 0.4),
        squeeze=False,
    )
    page.get_layout_engine().set(w_pad=0.01, h_pad=0.01)
    for axis, moment in zip(axes[0], moments):
        axis.set_title(f"{moment / ph.DYNAMICAL_TIME:.1f} dynamical times", fontsize=9)
    for line, track in zip(axes, tracks):
        line[0].set_ylabel(textwrap.fill(film.title_of(track), 14), fontsize=9)
    for axis, entry, picture in zip(axes.flat, shown, pictures):
        fill(axis, entry, picture, camera)
    return page


def fill(axis, entry, picture, camera):
    """Shows one picture, or the reason why there is none."""
    axis.set_xticks([])
    axis.set_yticks([])
    axis.grid(False)
    axis.spines[:].set_visible(False)
    message = film.message_of(picture)
    if message:
        place = dict(ha="center", va="center", transform=axis.transAxes)
        axis.text(0.5, 0.5, message, fontsize=7, **place)
        return
    axis.imshow(film.turned(picture, camera.roll), interpolation="antialiased")
    axis.set_ylim(SIZE * (1 + SHOWN) / 2, SIZE * (1 - SHOWN) / 2)
    if entry["ended"]:
        axis.text(0.5, 0.03, "ended", ha="center", transform=axis.transAxes, fontsize=8)


if "snakemake" in globals():
    study.make(snakemake, collect, draw=draw, dpi=120, renders=True)  # noqa: F821
