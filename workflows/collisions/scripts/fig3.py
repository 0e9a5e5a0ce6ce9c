"""D3, Fig. 3: mass of the largest remnant against the energy for each mass ratio and angle, with the scaling law."""
import csv
import re

import numpy as np

from analysis import files, figure, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
NAME = re.compile(r"collide-(?P<np>\d+)-(?P<nt>\d+)-a(?P<angle>[\d.]+)-q(?P<q>[\d.]+)-s(?P<seed>\d+)")

runs = []
for name, clusters, law, curve in zip(snakemake.params.runs, given.clusters, given.laws, given.curves):  # noqa: F821
    part = NAME.fullmatch(name).groupdict()
    found = {row["finder"]: row for row in files.tables(clusters)["summary"]}
    runs.append({"pair": (int(part["np"]), int(part["nt"])), "angle": float(part["angle"]), "q": float(part["q"]),
                 "seed": int(part["seed"]), "found": found, "mass": found["three_step"]["largest"],
                 "law": {row["c_star"]: row for row in files.table(law)}, "curve": files.table(curve)})
pairs, angles = sorted({r["pair"] for r in runs}), sorted({r["angle"] for r in runs})


def of(pair, angle):
    return [r for r in runs if r["pair"] == pair and r["angle"] == angle]


def means(group, key=lambda run: run["mass"]):
    """(runs) => their Q in rising order, and the mean over seeds at each"""
    ratios = sorted({r["q"] for r in group})
    return np.array(ratios), np.array([np.mean([key(r) for r in group if r["q"] == q]) for q in ratios])


# One c* for all head-on runs: the one whose worst run is the least bad. The law is held against means over seeds.
head_on = [r for r in runs if r["angle"] == 0]
stars = sorted(runs[0]["law"])


def worst(star):
    """=> largest |M_lr - law| over the head-on runs' means where the law gives 0.15 or more, and how many there are"""
    gaps = []
    for pair in pairs:
        group = [r for r in head_on if r["pair"] == pair]
        law, mass = means(group, lambda r: r["law"][star]["largest"])[1], means(group)[1]
        gaps += list(np.abs(mass - law)[law >= 0.15])
    return max(gaps, default=np.nan), len(gaps)


best = min(stars, key=lambda star: worst(star)[0])
entries = []
gap, number = worst(best)
text = ", ".join(f"{star:g}: {worst(star)[0]:.3f}" for star in stars)
entries.append(verdict.judge(demands["law"], float(gap), scale, f"c* = {best:g}, {number} means over seeds. By c*: {text}.",
                             comparable=number >= 5))
for pair in pairs:
    q, mass = means(of(pair, 0.0))
    if len(q) > 1:
        entries.append(verdict.judge(demands["monotone"], float(np.diff(mass).max()), scale, where=f"{pair[0]} + {pair[1]}"))


def merging_ends(run):
    """=> Q at which the impact has the law's merging speed; the square of the impact speed is linear in Q"""
    rows = [row for row in run["curve"] if row["c_star"] == best]
    square, start = np.polyfit([row["energy_ratio"] for row in rows], [row["impact_speed"] ** 2 for row in rows], 1)
    return (rows[0]["merging_speed"] ** 2 - start) / square


for pair in pairs:
    for angle in angles:
        q, mass = means(of(pair, angle))
        if pair[0] != pair[1] or angle == 0 or len(q) < 2:
            continue
        at = int(np.argmin(np.diff(mass)))
        where = f"{angle:g} degree"
        place = float(np.sqrt(q[at] * q[at + 1]))
        note = f"Between Q = {q[at]:g} and {q[at + 1]:g}: from {mass[at]:.3f} to {mass[at + 1]:.3f}."
        entries.append(verdict.judge(demands["jump"], float(mass[at] - mass[at + 1]), scale, note, where))
        run = of(pair, angle)[0]
        grazing, law = run["law"][best]["grazing"], merging_ends(run)
        if grazing and law > 0:
            entries.append(verdict.judge(demands["jump_place"], place / law, scale,
                                         f"The law: Q = {law:.2f}; what lies between the two runs: {q[at] / law:.2f} to {q[at + 1] / law:.2f}.", where))
        elif grazing:
            entries.append(verdict.judge(demands["jump_place"], place, scale,
                                         "The law has no merging at any Q here: Q of the change itself.", where, comparable=False))
agreed = [r["found"]["three_step"]["agreement_friends"] for r in runs]
entries.append(verdict.judge(demands["agreement"], float(np.median(agreed)), scale, f"Least: {min(agreed):.3f}."))
verdict.write(output.verdict, entries)

page, axes = figure.plt.subplots(len(pairs), len(angles), figsize=(4.3 * len(angles), 3.3 * len(pairs)), sharex=True, sharey=True,
                                 squeeze=False)
for row, pair in zip(axes, pairs):
    for panel, angle in zip(row, angles):
        group = of(pair, angle)
        if not group:
            panel.axis("off")
            continue
        curve = {star: [r for r in group[0]["curve"] if r["c_star"] == star] for star in stars}
        ratios = [r["energy_ratio"] for r in curve[best]]
        largest = np.array([[r["largest"] for r in curve[star]] for star in stars])
        panel.fill_between(ratios, largest.min(axis=0), largest.max(axis=0), color=figure.GREY, alpha=0.25, linewidth=0,
                           label=f"law, c* = {stars[0]:g} to {stars[-1]:g}")
        panel.plot(ratios, largest[stars.index(best)], color=figure.BLACK, linewidth=1, label=f"law, c* = {best:g}")
        panel.axhline(group[0]["law"][best]["target"], color=figure.GREY, linestyle=":", linewidth=1)
        panel.plot([r["q"] for r in group], [r["mass"] for r in group], "o", color=figure.BLUE, markersize=6, alpha=0.7,
                   label="largest remnant")
        panel.plot([r["q"] for r in group], [r["found"]["three_step"]["second"] for r in group], "^", color=figure.VERMILION,
                   markersize=3.5, alpha=0.7, label="second")
        panel.set(xscale="log", ylim=(-0.03, 1.05), title=f"{pair[0]} + {pair[1]}, {angle:g}°")
for panel in axes[-1]:
    panel.set_xlabel("Q")
    panel.set_xticks([0.5, 1, 3, 6, 12], ["0.5", "1", "3", "6", "12"])
    panel.minorticks_off()
for panel in axes[:, 0]:
    panel.set_ylabel("remnant / total mass")
axes[0, 0].legend(loc="lower left", fontsize=8)
figure.save(page, output.png, output.pdf)

with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["projectile", "target", "angle [degree]", "Q", "seed",
                   *(f"{what} / total mass, {finder}" for finder in runs[0]["found"] for what in ("largest", "second")),
                   "agreement three steps - friends", *(f"law, c* = {star:g}" for star in stars), f"regime, c* = {best:g}"])
    for r in runs:
        rows.writerow([*r["pair"], r["angle"], r["q"], r["seed"],
                       *(found[what] for found in r["found"].values() for what in ("largest", "second")),
                       r["found"]["three_step"]["agreement_friends"], *(r["law"][star]["largest"] for star in stars),
                       r["law"][best]["regime"]])
