"""M4, Fig. 5 and M5, Fig. 6: bodies before and after, coloured by grain or, where shapes are mixed, by shape."""
import csv

import numpy as np

from analysis import files, figure, grains, spheres

given, output = snakemake.input, snakemake.output  # noqa: F821
KM = 1000.0

page, axes = figure.plt.subplots(2, len(given.after), figsize=(3.6 * len(given.after), 7.4), squeeze=False)
table, seen = [], set()
# One window for all: all bodies have about the same mass.
reach = max(2.0 * np.linalg.norm(pile["position"] - np.median(pile["position"], axis=0), axis=1).max() / KM for pile in map(files.pile, given.before))
for column, run, before, after in zip(axes.T, snakemake.params.runs, given.before, given.after):  # noqa: F821
    for panel, path, when in zip(column, (before, after), ("before", "after")):
        pile, glued = files.pile(path), grains.read(path)
        mixed = len(set(grains.shapes(pile, glued))) > 1
        colours = grains.by_shape(pile, glued) if mixed else grains.by_grain(glued)
        if mixed:
            seen |= set(grains.shapes(pile, glued))
        # Along the axis of rotation, or across the orbit: both leave the plane in which the body stretches.
        place = (pile["position"] - np.median(pile["position"], axis=0)) / KM
        weight = pile["mass"][:, None]
        spin = (weight * np.cross(place, pile["velocity"])).sum(axis=0)
        if when == "after" and np.linalg.norm(spin) > 0:
            z = spin / np.linalg.norm(spin)
            x = np.cross([0.0, 1.0, 0.0] if abs(z[1]) < 0.9 else [0.0, 0.0, 1.0], z)
            x /= np.linalg.norm(x)
            place = place @ np.column_stack([x, np.cross(z, x), z])
        spheres.draw(panel, place, pile["radius"] / KM, colours, reach, "km")
        panel.set_title(f"{run}: {when}", fontsize=10)
        table += [(run, when, *p, r) for p, r in zip(place, pile["radius"] / KM)]
if seen:
    marks = [figure.plt.Line2D([], [], marker="o", linestyle="", color=grains.COLOURS[name], label=name) for name in grains.SHAPES if name in seen]
    axes[1, len(given.after) // 2].legend(handles=marks, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=3, fontsize=9,
                                          title="where shapes are mixed")
figure.save(page, output.png, output.pdf)
with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["run", "when", "x [km]", "y [km]", "z [km]", "radius [km]"])
    rows.writerows((run, when, *(f"{v:.4f}" for v in numbers)) for run, when, *numbers in table)
