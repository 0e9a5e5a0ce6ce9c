"""M4, Fig. 5 and M5, Fig. 6: bodies before and after, coloured by grain or, where shapes are mixed, by shape."""
import csv

import numpy as np

from analysis import files, figure, grains, spheres

given, output = snakemake.input, snakemake.output  # noqa: F821
KM, HOUR, EARTH = 1000.0, 3600.0, 6371e3


def spun(before, path):
    """(body, the pile it became) => views along the axis of rotation: title, positions [km]"""
    after = files.pile(path)
    z = (after["mass"][:, None] * np.cross(after["position"], after["velocity"])).sum(axis=0)
    z /= np.linalg.norm(z)
    x = np.cross([0.0, 1.0, 0.0] if abs(z[1]) < 0.9 else [0.0, 0.0, 1.0], z)
    x /= np.linalg.norm(x)
    turn = np.column_stack([x, np.cross(z, x), z])
    return [("before", before["position"] @ turn), ("failed", after["position"] @ turn)]


def torn(before, path):
    """(body, track of its flyby) => views across the orbit, which lies in x and y: title, positions [km]"""
    series, times = files.series(path), files.frame_times(path)
    closest = series["time"][np.argmin(series["planet/distance"])]
    out = [("before", before["position"])]
    for k in np.flatnonzero(times > closest)[:2]:
        far = np.interp(times[k], series["time"], series["planet/distance"]) / EARTH
        out.append((f"{(times[k] - closest) / HOUR:.1f} h after the closest point,\nat {far:.1f} radii", files.frame(path, k)["position"]))
    return out


bodies = [files.pile(path) for path in given.before]
views = [(spun if path.endswith("pile.h5") else torn)(body, path) for body, path in zip(bodies, given.after)]


def distances(position):
    return np.linalg.norm(position - np.median(position, axis=0), axis=1) / KM


# One window for all, since all bodies have about the same mass; streams go beyond it.
largest = max(distances(body["position"]).max() for body in bodies)
reach = min(2.2 * largest, 1.2 * max(np.quantile(distances(position), 0.99) for view in views for _, position in view))
page, axes = figure.plt.subplots(len(views[0]), len(bodies), figsize=(3.6 * len(bodies), 3.8 * len(views[0])), squeeze=False)
page.get_layout_engine().set(h_pad=0.06)
table, seen = [], set()
for column, run, body, path, view in zip(axes.T, snakemake.params.runs, bodies, given.before, views):  # noqa: F821
    glued = grains.read(path)
    kinds = set(grains.shapes(body, glued))
    colours = grains.by_shape(body, glued) if len(kinds) > 1 else grains.by_grain(glued)
    seen |= kinds if len(kinds) > 1 else set()
    for panel, (title, position) in zip(column, view):
        place = (position - np.median(position, axis=0)) / KM
        spheres.draw(panel, place, body["radius"] / KM, colours, reach, "km")
        panel.set_title(f"{run}: {title}", fontsize=9)
        table += [(run, title.replace("\n", " "), *p, r) for p, r in zip(place, body["radius"] / KM)]
if seen:
    marks = [figure.plt.Line2D([], [], marker="o", linestyle="", color=grains.COLOURS[name], label=name) for name in grains.SHAPES if name in seen]
    axes[-1, len(bodies) // 2].legend(handles=marks, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=3, fontsize=9,
                                      title="where shapes are mixed")
figure.save(page, output.png, output.pdf, dpi=100)
with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["run", "when", "x [km]", "y [km]", "z [km]", "radius [km]"])
    rows.writerows((run, when, *(f"{v:.4f}" for v in numbers)) for run, when, *numbers in table)
