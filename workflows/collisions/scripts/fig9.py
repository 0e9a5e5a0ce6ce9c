"""D6, Fig. 9: the mass of the largest remnant of head-on collisions against their energy, for piles that rotate before."""
import csv
import re

import numpy as np

from analysis import files, figure, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
names = snakemake.params.runs  # noqa: F821
NAME = re.compile(r"spin-\d+-\d+-q(?P<q>[\d.]+)-(?P<category>none|par|anti|perp)(-(?P<axes>[xyz]{2}))?-s(?P<seed>\d+)")
LABEL = {"none": "no spin", "par": "parallel", "anti": "anti-parallel", "perp": "perpendicular"}

runs = []
for name, track, clusters in zip(names, given.tracks, given.clusters):
    part = NAME.fullmatch(name).groupdict()
    series, found = files.series(track), files.tables(clusters)["summary"]
    mass = {row["finder"]: row["largest"] for row in found}["three_step"]
    runs.append({"q": float(part["q"]), "category": part["category"], "axes": part["axes"] or "", "seed": int(part["seed"]),
                 "mass": mass, "kinetic": float(series["remnant/kinetic_fraction"][-1])})
ratios = sorted({run["q"] for run in runs})


def masses(q, category):
    return np.array([run["mass"] for run in runs if run["q"] == q and run["category"] == category])


def dispersion(q):
    """=> standard deviation of single runs about the mean of their category, pooled over all categories at this energy"""
    groups = [masses(q, category) for category in LABEL]
    freedom = sum(len(group) - 1 for group in groups if len(group))
    return np.sqrt(sum(len(group) * group.var() for group in groups if len(group)) / freedom) if freedom else np.nan


page, axes = figure.plt.subplots(figsize=(7.5, 5))
for k, (category, colour, marker) in enumerate(zip(LABEL, [figure.BLUE, figure.ORANGE, figure.GREEN, figure.VERMILION], "osD^")):
    there = [q for q in ratios if len(masses(q, category))]
    if not there:
        continue
    place = np.array(there) + 0.12 * (k - 1.5)
    for x, q in zip(place, there):
        axes.plot(np.full(len(masses(q, category)), x + 0.04), masses(q, category), ".", color=colour, markersize=4, alpha=0.5)
    axes.errorbar(place, [masses(q, category).mean() for q in there],
                  yerr=np.nan_to_num([dispersion(q) for q in there]), fmt=marker, color=colour, capsize=3,
                  label=f"{LABEL[category]} ({len(masses(there[0], category))})")
axes.set(xlabel="Q (rotation not counted)", ylabel="largest remnant / total mass", xlim=(ratios[0] - 1, ratios[-1] + 1),
         xticks=ratios)
if len(ratios) > 1:
    axes.set_ylim(0, 1.02)
else:
    axes.margins(y=0.9)  # room for the legend beside a few points
axes.legend(title="spin axes (runs): mean and pooled dispersion, each run")
figure.save(page, output.png, output.pdf)

with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["Q", "category", "axes of target and projectile", "seed", "largest remnant / total mass",
                   "kinetic / |gravitational energy| within it"])
    rows.writerows((r["q"], r["category"], r["axes"], r["seed"], r["mass"], r["kinetic"]) for r in runs)


def difference(q, category):
    """=> mean mass less that of piles without spin, and its standard error, from the pooled dispersion: one run stands alone at times"""
    mine, none = masses(q, category), masses(q, "none")
    return mine.mean() - none.mean(), dispersion(q) * np.sqrt(1 / len(mine) + 1 / len(none))


entries = []
there = {run["category"] for run in runs}
for category in sorted(there & {"par", "perp"}):
    found = [difference(q, category) for q in ratios]
    lower = sum(change < -error for change, error in found)
    text = ", ".join(f"{change:+.3f} +- {error:.3f}" for change, error in found)
    entries.append(verdict.judge(demands[f"spin_{category}"], int(lower), scale,
                                 f"Changes at Q = {', '.join(f'{q:g}' for q in ratios)}: {text}.", comparable=len(ratios) >= 4))
if {"anti", "par"} <= there:
    anti, par = (np.mean([difference(q, category)[0] for q in ratios]) for category in ("anti", "par"))
    entries.append(verdict.judge(demands["spin_anti"], float(abs(par) - abs(anti)), scale,
                                 f"Mean changes: parallel {par:+.3f}, anti-parallel {anti:+.3f}.", comparable=len(ratios) >= 4))


def along(axes, q):
    """=> masses of runs with parallel spins about these axes"""
    return [r["mass"] for r in runs if r["category"] == "par" and r["q"] == q and r["axes"] in axes]


both = [q for q in ratios if along(("xx",), q) and along(("yy", "zz"), q)]
if both:
    changes = [np.mean(along(("yy", "zz"), q)) - np.mean(along(("xx",), q)) for q in both]
    entries.append(verdict.judge(demands["spin_axis"], float(np.mean(changes)), scale,
                                 ", ".join(f"Q = {q:g}: {change:+.3f}" for q, change in zip(both, changes)) + "."))
verdict.write(output.verdict, entries)
