"""M0, Fig. 1: the shapes, and their masses and moments against sums by hand."""
import csv

import numpy as np

from analysis import files, figure, grains, spheres, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
names = [name.removeprefix("shape-") for name in snakemake.params.runs]  # noqa: F821
TITLE = {"irregular": "irregular (155)", "intruder": "intruder of B7"}

# Principal moments of touching spheres of mass m and radius s about the centre of all, in m s^2: the members' own, 2/5 each,
# and m times the squared distances of the centres from the axis.
BY_HAND = {
    "dumbbell": (2 * 0.4, 2 * 0.4 + 2, 2 * 0.4 + 2),  # centres at +-s
    "rod": (4 * 0.4, 4 * 0.4 + 2 * (1 + 9), 4 * 0.4 + 2 * (1 + 9)),  # at +-s, +-3 s
    "diamond": (4 * 0.4 + 2, 4 * 0.4 + 2 * 3, 4 * 0.4 + 2 + 2 * 3),  # at +-s on one axis, +-sqrt(3) s on the other
    "tetrahedron": (4 * 0.4 + 4,) * 3,  # four at sqrt(3/2) s, two thirds of the squares across any axis
    "cube": (8 * 0.4 + 16,) * 3,  # eight at (+-s, +-s, +-s)
}


def by_hand(name, pile):
    """(shape, its one grain) => mass [kg] and principal moments [kg m2] summed without Rubble's code"""
    m, r = 4 / 3 * np.pi * 1700.0 * pile["radius"] ** 3, pile["radius"]
    if name in BY_HAND:
        return m.sum(), np.array(BY_HAND[name]) * m[0] * r[0] ** 2
    x = pile["position"] - np.average(pile["position"], axis=0, weights=m)
    inertia = sum(mi * ((xi @ xi + 0.4 * ri**2) * np.eye(3) - np.outer(xi, xi)) for mi, xi, ri in zip(m, x, r))
    return m.sum(), np.linalg.eigvalsh(inertia)


page, axes = figure.plt.subplots(1, len(names), figsize=(2.1 * len(names), 2.6), squeeze=False)
entries, table = [], []
for panel, name, path in zip(axes[0], names, given.piles):
    pile, glued = files.pile(path), grains.read(path)
    mass, moments = by_hand(name, pile)
    error = max(abs(pile["mass"].sum() / mass - 1), np.abs(glued["moments"][0] / moments - 1).max())
    entries.append(verdict.judge(demands["mass_properties"], float(error), scale, where=name))
    unit = pile["mass"][0] * pile["radius"][0] ** 2
    table.append((name, len(pile["mass"]), pile["mass"].sum() / pile["mass"][0], *glued["moments"][0] / unit, *moments / unit, error))
    # Seen from above the plane of the two longer axes, a little turned, so that no member hides behind another.
    x = pile["position"] - np.average(pile["position"], axis=0, weights=pile["mass"])
    x = x @ np.linalg.svd(x, full_matrices=True)[2].T
    turn, tilt = np.radians(25), np.radians(-55 if name == "cube" else -35)
    x = x @ np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    x = x @ np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]])
    half_width = 1.1 * (np.linalg.norm(x, axis=1) + pile["radius"]).max()
    image = spheres.picture(x, pile["radius"], [grains.COLOURS.get(name, figure.BLUE)] * len(x), half_width)
    panel.imshow(image, origin="lower")
    panel.set_title(TITLE.get(name, name), fontsize=10)
    panel.axis("off")
figure.save(page, output.png, output.pdf)
with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["shape", "spheres", "mass / mass of a sphere", *(f"moment {k} / (m s^2)" for k in "ABC"),
                   *(f"moment {k} by hand" for k in "ABC"), "largest relative difference"])
    rows.writerows(table)

# Angular momentum where glued grains meet: the collapses.
for name, path in zip(snakemake.params.collapses, given.collapses):  # noqa: F821
    series = files.series(path)
    for quantity in ("momentum", "angular_momentum"):
        entries.append(verdict.judge(demands[quantity], float(series[f"error/{quantity}"].max()), scale, where=name))
verdict.write(output.verdict, entries)
