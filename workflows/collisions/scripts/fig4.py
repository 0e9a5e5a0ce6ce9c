"""D1, Fig. 4: the components of the total momentum in an oblique collision, against the projectile's momentum."""
import csv

import numpy as np

from analysis import files, figure, verdict

output, demands = snakemake.output, verdict.demands(snakemake.input.published)  # noqa: F821
scale = snakemake.wildcards.scale  # noqa: F821
restitutions = snakemake.params.restitution  # noqa: F821

encounter = files.tsv(snakemake.input.encounter[0])[0]  # noqa: F821
projectile = encounter["projectile_mass"] * encounter["projectile_speed"]

page, axes = figure.plt.subplots(2, len(restitutions), figsize=(5.2 * len(restitutions), 6), sharex=True, sharey="row",
                                 height_ratios=[2, 1], squeeze=False)
entries, table = [], []
for (top, bottom), e, path in zip(axes.T, restitutions, snakemake.input.tracks):  # noqa: F821
    track = files.series(path)
    time = track["time"]
    drift = (track["momentum"] - track["momentum"][0]) / projectile
    for component, colour, style, name in zip(drift.T, figure.COLOURS, ["-", "--", "-."], "xyz"):
        size = np.abs(component)
        top.semilogy(time, np.where(size > 0, size, np.nan), style, color=colour, label=f"P$_{name}$", linewidth=1.2)
    figure.published_line(top, demands["momentum"]["high"], "published: better than this")
    top.set_title(f"restitution {e}")
    kinetic = track["energy/kinetic_translational"]
    bottom.plot(time, kinetic / kinetic[0], color=figure.GREY)
    bottom.set_xlabel("time [s]")
    bottom.set_ylim(bottom=0)
    entries.append(verdict.judge(demands["momentum"], float(np.abs(drift).max()), scale, where=f"e = {e}"))
    table += [(e, t, *d) for t, d in zip(time, drift)]
axes[0, 0].set(ylabel="|P - P(0)| / (M$_p$ v$_p$)")
axes[1, 0].set(ylabel="kinetic energy / initial")
axes[0, 0].legend(ncols=3, loc="upper right", bbox_to_anchor=(1, 0.9))
figure.save(page, output.png, output.pdf)

with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["restitution", "time [s]", "dPx/(Mp vp)", "dPy/(Mp vp)", "dPz/(Mp vp)"])
    rows.writerows(table)
verdict.write(output.verdict, entries)
