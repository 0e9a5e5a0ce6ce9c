"""D5, Fig. 7: the piles of the fastest collision coloured by stress (a body's largest overlap), before, during and after the impact."""
import numpy as np

from analysis import figure, files, spheres, study

KM = 1000.0
LAST = "at the end"


def fastest(given, params):
    """=> the track of the fastest collision"""
    return given.tracks[int(np.argmax(params.energy_ratio))]


def shown(path):
    """(track) => {when: frame}: the first, the one in which most bodies are pressed ten times as hard as any was before, the last"""
    frames = [files.frame(path, k) for k in range(len(files.frame_times(path)))]
    at_rest = frames[0]["overlap"].max()
    hardest = max(range(1, len(frames)), key=lambda k: int(np.sum(frames[k]["overlap"] > 10 * at_rest)))
    return {"before": frames[0], "during the impact": frames[hardest], LAST: frames[-1]}


def collect(given, params):
    return {"data": [{"when": when, "time [s]": frame["time"], "radius [km]": radius, "largest overlap / radius": stress}
                     for when, frame in shown(fastest(given, params)).items()
                     for radius, stress in zip(frame["radius"] / KM, frame["overlap"] / frame["radius"])]}


def draw(given, params):
    colours = figure.plt.get_cmap("viridis")
    page, axes = figure.plt.subplots(1, 3, figsize=(14, 5.4))
    for panel, (when, frame) in zip(axes, shown(fastest(given, params)).items()):
        draw_frame(panel, when, frame, colours)
    figure.colour_bar(page, axes, colours, "overlap / radius, as a share of the panel's brightest")
    return page


def draw_frame(panel, when, frame, colours):
    stress = frame["overlap"] / frame["radius"]
    top = np.quantile(stress, 0.99) or stress.max() or 1.0
    shade = [colours(min(1.0, s / top))[:3] for s in stress]
    place = (frame["position"] - np.median(frame["position"], axis=0)) / KM  # from the bodies' median, the middle of the densest part
    radius = frame["radius"] / KM
    half_width = 1.15 * np.quantile(np.abs(place[:, :2]).max(axis=1), 0.5 if when == LAST else 1.0) + radius.max()
    spheres.draw(panel, place, radius, shade, max(half_width, 3 * radius.max()), "km")
    legend = f"brightest: overlap / radius = {top:.1e}" if stress.max() > 0 else "nothing touches"
    panel.set_title(f"{when}: {frame['time']:.0f} s\n{legend}", fontsize=10)


if "snakemake" in globals():
    study.make(snakemake, collect, draw=draw)  # noqa: F821
