"""D4, Fig. 6: how the mean radius of the bodies in the largest remnant differs from that of all, against energy and mass."""
import csv
import re

import numpy as np

from analysis import files, figure, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
NAME = re.compile(r"collide-(?P<np>\d+)-(?P<nt>\d+)-a(?P<angle>[\d.]+)-q(?P<q>[\d.]+)-s(?P<seed>\d+)")

# Runs that differ in their seed alone are one group.
groups = {}
for name, clusters, law in zip(snakemake.params.runs, given.clusters, given.laws):  # noqa: F821
    part = NAME.fullmatch(name).groupdict()
    found = files.finder(files.tables(clusters)["summary"], "three_step")[0]
    if found["largest_bodies"] > 0:  # else there is no remnant
        key = (int(part["np"]), int(part["nt"]), float(part["angle"]), float(part["q"]))
        groups.setdefault(key, []).append((found, files.table(law)[0]["target"]))

table = []
for (projectile, target, angle, q), runs in sorted(groups.items()):
    number = np.array([found["number_mean_radius_change"] for found, _ in runs])
    noise = np.array([found["number_mean_radius_noise"] for found, _ in runs])
    mass = float(np.mean([found["largest"] for found, _ in runs]))
    # Of few seeds the scatter itself is uncertain: chance alone is the least error.
    error = max(number.std(ddof=1) if len(number) > 1 else 0, noise.mean()) / np.sqrt(len(number))
    table.append({"projectile": projectile, "target": target, "angle": angle, "q": q, "seeds": len(runs), "mass": mass,
                  "over_target": mass / runs[0][1], "number": float(number.mean()), "error": float(error),
                  "weighed": float(np.mean([found["mass_mean_radius_change"] for found, _ in runs]))})


def mean(rows, key):
    """=> mean over the groups, weighted by their seeds, and its standard error from their scatter"""
    values, seeds = np.array([r[key] for r in rows]), np.array([r["seeds"] for r in rows])
    if len(rows) < 2:
        return np.nan, np.nan
    centre = np.average(values, weights=seeds)
    spread = np.average((values - centre) ** 2, weights=seeds) * len(rows) / (len(rows) - 1)
    return centre, np.sqrt(spread * (seeds**2).sum()) / seeds.sum()


entries = []
constructive = [r for r in table if r["over_target"] > 1]
destructive = [r for r in table if r["over_target"] <= 1 and 0.1 <= r["mass"] <= 0.5]
for name, rows in (("composition_constructive", constructive), ("composition_destructive", destructive)):
    centre, error = mean(rows, "number")
    weighed = mean(rows, "weighed")
    if len(rows) > 1:
        note = (f"{len(rows)} groups, {sum(r['seeds'] for r in rows)} runs: number mean {100 * centre:+.2f} +- {100 * error:.2f} %, "
                f"mass mean {100 * weighed[0]:+.2f} +- {100 * weighed[1]:.2f} %.")
        entries.append(verdict.judge(demands[name], float(centre / error), scale, note, comparable=len(rows) >= 4))
large = [r for r in table if r["mass"] > 0.1]
if large:
    extreme = max(large, key=lambda r: abs(r["number"]))
    entries.append(verdict.judge(
        demands["composition_size"], abs(extreme["number"]), scale,
        f"{extreme['projectile']} + {extreme['target']}, {extreme['angle']:g} degree, Q = {extreme['q']:g}; its error {extreme['error']:.3f}."))
verdict.write(output.verdict, entries)

page, axes = figure.plt.subplots(1, 2, figsize=(12, 4.8), sharey=True)
pairs = sorted({(r["projectile"], r["target"]) for r in table})
for pair, marker, colour in zip(pairs, "sD^ov", figure.COLOURS):
    for r in (r for r in table if (r["projectile"], r["target"]) == pair):
        style = {"fmt": marker, "color": colour, "capsize": 2, "markersize": 6, "elinewidth": 0.8,
                 "markerfacecolor": colour if r["over_target"] > 1 else "white"}
        axes[0].errorbar(r["q"], 100 * r["number"], yerr=100 * r["error"], **style)
        axes[1].errorbar(r["over_target"], 100 * r["number"], yerr=100 * r["error"], **style)
    axes[0].plot([], [], marker, color=colour, label=f"{pair[0]} + {pair[1]}")
for panel in axes:
    panel.axhline(0, color=figure.BLACK, linewidth=0.8)
axes[0].set(xlabel="Q", ylabel="change of the mean radius [%]", xscale="log")
axes[0].set_xticks([0.5, 1, 3, 6, 12], ["0.5", "1", "3", "6", "12"])
axes[0].minorticks_off()
axes[0].legend(title="projectile + target")
axes[1].set(xlabel="largest remnant / target mass")
figure.save(page, output.png, output.pdf)

with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["projectile", "target", "angle [degree]", "Q", "seeds", "largest remnant / total mass", "largest remnant / target",
                   "change of the number mean radius", "its error", "change of the mass mean radius"])
    rows.writerows((r["projectile"], r["target"], r["angle"], r["q"], r["seeds"], r["mass"], r["over_target"], r["number"], r["error"],
                    r["weighed"]) for r in table)
