"""M6, Fig. 7A, B: the box before the shaking and when the intruder has come up, from the side."""
import csv

import numpy as np

from analysis import files, figure, grains, spheres

given, output = snakemake.input, snakemake.output  # noqa: F821
CM = 0.01
INTRUDER = figure.VERMILION
MEDIUM = {**grains.COLOURS, "rod": figure.BLUE}  # the intruder alone is red, as in the paper


def seen(panel, place, radius, colours, always, floor, title, top):
    """Draws the rear half of the box, and what is always shown, looked at along y; heights above the moving floor."""
    middle = 0.5 * (place[:, 1].min() + place[:, 1].max())
    shown = np.array(place)
    shown[:, 2] -= floor
    view = np.column_stack([shown[:, 0] - 0.5 * (place[:, 0].min() + place[:, 0].max()), shown[:, 2] - top / 2, shown[:, 1]])
    keep = (place[:, 1] <= middle) | always
    spheres.draw(panel, view[keep] / CM, radius[keep] / CM, [c for c, k in zip(colours, keep) if k], 0.6 * max(top, np.ptp(place[:, 0]) + 2 * radius[1]) / CM, "cm")
    panel.set_title(title, fontsize=10)


page, axes = figure.plt.subplots(2, len(given.tracks), figsize=(3.8 * len(given.tracks), 7.8), squeeze=False)
table, kinds = [], set()
for column, name, track, bed in zip(axes.T, snakemake.params.runs, given.tracks, given.beds):  # noqa: F821
    pile, glued, series = files.pile(bed), grains.read(bed), files.series(track)
    shapes = grains.shapes(pile, glued)
    mixed = len(set(shapes[glued["grain"] != glued["grain"][0]])) > 1
    if mixed:
        colours = [MEDIUM[s] for s in shapes]
        kinds |= set(shapes)
    else:
        palette = [figure.SKY, figure.BLUE, figure.GREEN, figure.PURPLE, figure.GREY]
        own = np.where(glued["grain"] >= 0, glued["grain"], np.arange(len(shapes)))
        colours = [palette[k % len(palette)] for k in own]
    intruder = (glued["grain"] == glued["grain"][0]) if glued["grain"][0] >= 0 else np.arange(len(shapes)) == 0
    colours = [INTRUDER if i else c for c, i in zip(colours, intruder)]
    times = files.frame_times(track)
    frames = [files.frame(track, k) for k in range(len(times))]
    floor = [np.interp(t, series["time"], series["shake/floor"]) for t in times]
    height = [np.average(f["position"][intruder, 2], weights=pile["mass"][intruder]) - z for f, z in zip(frames, floor)]
    up = int(np.argmax(np.array(height) >= height[0] + 0.95 * (max(height) - height[0])))  # the first frame near the top of its way
    top = max((f["position"][:, 2].max() - z) for f, z in ((frames[0], floor[0]), (frames[up], floor[up]))) + 0.5 * CM
    for panel, k, when in zip(column, (0, up), ("at the start", None)):
        cycles = np.interp(times[k], series["time"], series["shake/cycles"])
        seen(panel, frames[k]["position"], pile["radius"], colours, intruder, floor[k], f"{name}: {when or f'after {cycles:.0f} cycles'}", top)
        table += [(name, cycles, *(p / CM - np.array([0, 0, floor[k] / CM])), r / CM) for p, r in zip(frames[k]["position"], pile["radius"])]
marks = [figure.plt.Line2D([], [], marker="o", linestyle="", color=INTRUDER, label="intruder")]
marks += [figure.plt.Line2D([], [], marker="o", linestyle="", color=MEDIUM[s], label=s) for s in grains.SHAPES if s in kinds]
axes[1, len(given.tracks) // 2].legend(handles=marks, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=3, fontsize=9,
                                          title="shapes where they are mixed, else one colour per grain" if kinds else None)
figure.save(page, output.png, output.pdf, dpi=100)
with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["run", "cycle", "x [cm]", "y [cm]", "height above the floor [cm]", "radius [cm]"])
    rows.writerows((name, f"{c:.2f}", *(f"{v:.4f}" for v in numbers)) for name, c, *numbers in table)
