"""D5, Fig. 7: the piles of the fastest collision coloured by stress (a body's largest overlap), before, during and after the impact."""
import csv

import numpy as np

from analysis import files, figure, spheres

output, tracks = snakemake.output, snakemake.input.tracks  # noqa: F821
ratios = snakemake.params.energy_ratio  # noqa: F821
KM = 1000.0

path = tracks[int(np.argmax(ratios))]
times = files.frame_times(path)
at_rest = files.frame(path, 0)["overlap"].max()


def pressed(number):
    """=> how many bodies are pressed ten times as hard as any was before"""
    return int(np.sum(files.frame(path, number)["overlap"] > 10 * at_rest))


frames = {
    "before": 0,
    "during the impact": max(range(1, len(times)), key=pressed),
    "at the end": len(times) - 1,
}
colours = figure.plt.get_cmap("viridis")
page, axes = figure.plt.subplots(1, 3, figsize=(14, 5.4))
table = []
for panel, (when, number) in zip(axes, frames.items()):
    pile = files.frame(path, number)
    stress = pile["overlap"] / pile["radius"]
    top = np.quantile(stress, 0.99) or stress.max() or 1.0
    shade = [colours(min(1.0, s / top))[:3] for s in stress]
    # The middle of the densest part: the bodies' median.
    place = (pile["position"] - np.median(pile["position"], axis=0)) / KM
    half_width = 1.15 * np.quantile(np.abs(place[:, :2]).max(axis=1), 0.5 if number == len(times) - 1 else 1.0) + pile["radius"].max() / KM
    half_width = max(half_width, 3 * pile["radius"].max() / KM)
    spheres.draw(panel, place, pile["radius"] / KM, shade, half_width, "km")
    legend = f"brightest: overlap / radius = {top:.1e}" if stress.max() > 0 else "nothing touches"
    panel.set_title(f"{when}: {pile['time']:.0f} s\n{legend}", fontsize=10)
    table += [(when, pile["time"], r, s) for r, s in zip(pile["radius"] / KM, stress)]
figure.colour_bar(page, axes, colours, "overlap / radius, as a share of the panel's brightest")
figure.save(page, output.png, output.pdf)
with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["when", "time [s]", "radius [km]", "largest overlap / radius"])
    rows.writerows(table)
