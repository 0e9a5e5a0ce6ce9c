"""D7, Fig. 2: equal piles after a collision, coloured by cluster; how many clusters, and whether the largest two mirror each other."""
import csv

import numpy as np

from analysis import files, figure, spheres, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
KM = 1000.0

page, axes = figure.plt.subplots(1, len(given.labels), figsize=(4.8 * len(given.labels), 5), squeeze=False)
entries, table = [], []
for panel, name, labels, path in zip(axes[0], snakemake.params.runs, given.labels, given.clusters):  # noqa: F821
    angle = name.split("-")[3].removeprefix("a")
    tables = files.tables(path)
    clusters = files.finder(tables["clusters"], "three_step")
    with open(labels, newline="") as file:
        bodies = list(csv.DictReader(file))
    position = np.array([[float(b[axis]) for axis in "xyz"] for b in bodies])
    number = np.array([int(b["three_step"]) for b in bodies])
    radius = np.array([float(b["r"]) for b in bodies])
    colours = [figure.COLOURS[(n - 1) % len(figure.COLOURS)] if n else figure.GREY for n in number]
    # All bodies of clusters but those that the largest has caught far away: nine tenths of them, and a margin.
    distance = np.abs(position[number > 0] if (number > 0).any() else position)[:, :2].max(axis=1)
    spheres.draw(panel, position / KM, radius / KM, colours, 1.6 * np.quantile(distance, 0.9) / KM, "km")
    panel.set_title(f"{angle}°: {len(clusters)} cluster" + "s" * (len(clusters) != 1))

    where = f"{angle} degree"
    masses = [c["mass"] for c in clusters]
    shares = ", ".join(f"{c['share']:.3f} ({c['bodies']})" for c in clusters)
    entries.append(verdict.judge(demands["clusters"], len(clusters), scale, f"Shares of the mass (bodies): {shares}.", where))
    if len(masses) > 1 and masses[1] > 0.5 * masses[0]:
        entries.append(verdict.judge(demands["mirror"], (masses[0] - masses[1]) / np.mean(masses[:2]), scale, where=where))
    table += [(angle, c["cluster"], c["bodies"], c["mass"], c["share"], *(c[f"centre_{k}"] for k in "xyz"),
               *(c[f"velocity_{k}"] for k in "xyz")) for c in clusters]
figure.save(page, output.png, output.pdf)

with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["angle [degree]", "cluster", "bodies", "mass [kg]", "share of the mass", "x [m]", "y [m]", "z [m]", "vx [m/s]",
                   "vy [m/s]", "vz [m/s]"])
    rows.writerows(table)
verdict.write(output.verdict, entries)
