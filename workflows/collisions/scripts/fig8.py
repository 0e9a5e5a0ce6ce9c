"""D5, Fig. 8: the share of each size among the bodies under the largest stress, against time; and how deep overlaps are."""
import csv

import numpy as np

from analysis import files, figure, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
ratios, names = snakemake.params.energy_ratio, snakemake.params.runs  # noqa: F821
HOUR, KM = 3600.0, 1000.0
LAST = 20  # frames that what is left is averaged over

page, axes = figure.plt.subplots(1, len(names), figsize=(5 * len(names), 4.6), squeeze=False)
table, entries = [], []
for panel, name, ratio, overlaps, track in zip(axes[0], names, ratios, given.overlaps, given.tracks):
    rows = files.table(overlaps)
    sizes = sorted({row["largest_radius"] for row in rows})
    curves = {r: [row for row in rows if row["largest_radius"] == r] for r in sizes}
    time = np.array([row["time"] for row in curves[sizes[0]]])
    load = {r: np.array([row["load"] for row in curves[r]]) for r in sizes}
    error = {r: np.array([row["load_error"] for row in curves[r]]) for r in sizes}
    # Where fewer bodies touch than the top holds, the shares say nothing about who is pressed most: not drawn, not judged.
    full = np.array([row["touching"] >= row["top"] for row in curves[sizes[0]]])
    for r in sizes:
        load[r][~full] = np.nan
    for r, colour in zip(sizes, [figure.SKY, figure.GREEN, figure.VERMILION]):
        panel.fill_between(time / HOUR, load[r] - error[r], load[r] + error[r], color=colour, alpha=0.25, linewidth=0)
        panel.plot(time / HOUR, load[r], color=colour, label=f"{r / KM:g} km", linewidth=1)
        panel.axhline(curves[r][0]["load"], color=colour, linestyle="--", linewidth=1)
    soft = name.endswith("-soft")
    panel.set(xlabel="time [h]", title=f"Q = {ratio:g}" + (", soft spring" if soft else "") + f": {full.sum()} of {len(full)} frames",
              ylim=(0, None))
    table += [(name, ratio, t, r / KM, row["load"], row["load_error"]) for r in sizes for t, row in zip(time, curves[r])]

    series = files.series(track)
    where = f"Q = {ratio:g}"
    ever = float(series["overlap/ever_deep"][-1])
    worst = f"Seen at {len(series['time'])} records; largest overlap of all steps {series['worst_overlap'][-1]:.3g} of the smaller radius."
    entries.append(verdict.judge(demands["overlap_soft" if soft else "overlap"], ever, scale, worst, where))
    entries.append(verdict.judge(demands["overlap_mean"], float(series["overlap/mean"].max()), scale,
                                 where=where + (", soft spring" if soft else "")))
    if soft:
        continue
    small, middle, large = (load[r][full] for r in (sizes[0], sizes[len(sizes) // 2], sizes[-1]))
    noise = f"Bootstrap error of the largest size before the impact: {error[sizes[-1]][0]:.2g}."
    steps = min(large[0] - middle[0], middle[0] - small[0])
    largest = np.mean((large > middle) & (large > small))
    seen = f"Of {len(full)} frames {full.sum()} in which enough bodies touch."
    entries.append(verdict.judge(demands["stress_order"], float(steps), scale, noise, where))
    entries.append(verdict.judge(demands["stress_largest"], float(largest), scale, seen, where))
    if ratio == max(ratios):
        entries.append(verdict.judge(demands["stress_spike"], float(large[1:].max(initial=0) - large[0]), scale, where=where))
        # What is left: the last frames, if there are that many after the first tenth of an hour.
        after, enough = slice(-LAST, None), len(full[full & (time > 0.1 * HOUR)]) >= LAST
        entries.append(verdict.judge(demands["stress_after_large"], float(large[after].mean() - large[0]), scale, seen, where, enough))
        entries.append(verdict.judge(demands["stress_after_small"], float(small[after].mean() - small[0]), scale, seen, where, enough))
axes[0, 0].set_ylabel("share in the top / share of all")
axes[0, 0].legend(title="radius")
figure.save(page, output.png, output.pdf)

with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["run", "Q", "time [s]", "radius [km]", "share in the top / share of all", "bootstrap error"])
    rows.writerows(table)
verdict.write(output.verdict, entries)
