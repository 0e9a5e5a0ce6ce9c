"""D5, Fig. 7: the piles of the fastest collision before, during and after the impact, coloured by
stress (largest overlap of each particle)."""
import numpy as np

from analysis import failures, figure, rubble, spheres, study

KM = 1000.0
LAST = "at the end"


def fastest(given, params):
    """=> the track of the fastest collision"""
    return max(failures.succeeded(params.energy_ratio, given.tracks), key=lambda found: found[0])[1]


def shown(path):
    """(track) => {when: frame}: the first frame; the frame in which the most particles have
    overlaps more than ten times the largest one of the first frame; the last frame"""
    frames = rubble.open(path).frames[:]
    at_rest = frames[0].overlaps.max()
    hardest = max(
        range(1, len(frames)), key=lambda k: int(np.sum(frames[k].overlaps > 10 * at_rest))
    )
    return {"before": frames[0], "during the impact": frames[hardest], LAST: frames[-1]}


def collect(given, params):
    return {
        "data": [
            {
                "when": when,
                "time [s]": frame.time,
                "radius [km]": radius,
                "largest overlap / radius": stress,
            }
            for when, frame in shown(fastest(given, params)).items()
            for radius, stress in zip(
                frame.arrays["radius"] / KM, frame.overlaps / frame.arrays["radius"]
            )
        ]
    }


def draw(given, params):
    """Draws the panels with a common length scale and a common logarithmic colour scale, because
    overlaps differ by orders of magnitude."""
    frames = shown(fastest(given, params))
    half_width = 1.15 * max(
        half(frame, 0.5 if when == LAST else 1.0) for when, frame in frames.items()
    )
    pressed = np.concatenate([frame.overlaps / frame.arrays["radius"] for frame in frames.values()])
    # the scale of colours is logarithmic; bodies that touch nothing are drawn grey
    pressed = pressed[pressed > 0]
    colours = figure.plt.cm.ScalarMappable(
        figure.plt.matplotlib.colors.LogNorm(
            np.quantile(pressed, 0.02), np.quantile(pressed, 0.995), clip=True
        ),
        "viridis",
    )
    page, axes = figure.plt.subplots(1, 3, figsize=(14, 5.4))
    for panel, (when, frame) in zip(axes, frames.items()):
        draw_frame(panel, when, frame, colours, half_width)
    page.colorbar(colours, ax=axes, label="largest overlap / radius (grey: no contact)", shrink=0.8)
    return page


def centred(frame):
    """=> positions relative to the median of the particles, the middle of the densest part [km]"""
    return (frame.arrays["position"] - np.median(frame.arrays["position"], axis=0)) / KM


def half(frame, share):
    """=> half the width of the window that contains this share of the particles [km]"""
    return (
        np.quantile(np.abs(centred(frame)[:, :2]).max(axis=1), share)
        + frame.arrays["radius"].max() / KM
    )


def draw_frame(panel, when, frame, colours, half_width):
    stress = frame.overlaps / frame.arrays["radius"]
    shade = [colours.to_rgba(s)[:3] if s > 0 else (0.8, 0.8, 0.8) for s in stress]
    spheres.draw(panel, centred(frame), frame.arrays["radius"] / KM, shade, half_width, "km")
    panel.set_title(f"{when}: {frame.time:.0f} s", fontsize=10)


if "snakemake" in globals():
    study.make(snakemake, collect, draw=draw)  # noqa: F821
