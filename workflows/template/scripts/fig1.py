"""Fig. 1: neighbours that touch and space that is filled, against friction."""
import csv

import numpy as np

from analysis import files, figure, verdict

output, demands = snakemake.output, verdict.demands(snakemake.input.published)  # noqa: F821
scale = snakemake.wildcards.scale  # noqa: F821
friction = np.array(snakemake.params.friction)  # noqa: F821
piles = [files.table(path)[0] for path in snakemake.input.packing]  # noqa: F821

count = np.array([pile["bodies"] for pile in piles])
pairs = np.array([pile["touching_pairs"] for pile in piles])
filled = np.array([pile["solid_fraction"] for pile in piles])
coordination = 2 * pairs / count
levels = np.unique(friction)
mean = np.array([coordination[friction == level].mean() for level in levels])

page, (left, right) = figure.plt.subplots(1, 2, figsize=(9, 3.8))
left.plot(friction, coordination, "o", color=figure.BLUE, label="each pile")
left.plot(levels, mean, "-", color=figure.BLUE, label="mean")
figure.published_line(left, 6, "smooth spheres: 6")
figure.published_line(left, 4, "rough spheres: 4")
left.set(xlabel="coefficient of friction", ylabel="neighbours that touch", ylim=(3.7, 6.4))
left.legend(loc="center right")
right.plot(friction, filled, "o", color=figure.ORANGE)
right.set(xlabel="coefficient of friction", ylabel="solid fraction")
figure.save(page, output.png, output.pdf)

with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["friction", "spheres", "touching pairs", "neighbours", "solid fraction"])
    rows.writerows(zip(friction, count, pairs, coordination, filled))

smooth = friction == 0
verdict.write(output.verdict, [
    verdict.judge(demands["smooth"], float((pairs / (3 * count - 6))[smooth].mean()), scale),
    verdict.judge(demands["rough"], float(mean[-1] / mean[0]), scale, note=f"friction {levels[-1]:g}"),
])
