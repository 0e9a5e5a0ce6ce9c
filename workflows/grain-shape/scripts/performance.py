"""M1 to M3, Figs. 2 to 4 and Table 1: what grains cost, from the table that tests/bench makes."""
import csv
import shutil

import numpy as np

from analysis import figure, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
with open(given.table, newline="") as file:
    table = list(csv.DictReader(line for line in file if not line.startswith("#")))
for row in table:
    row.update({key: float(row[key]) for key in ("grains", "spheres", "threads", "steps", "simulated", "seconds")})
TITLE = {"M1": "box filling, uniform gravity", "M2": "collapse, self-gravity"}
PHASE = {"grains": figure.VERMILION, "gravity": figure.BLUE, "contacts": figure.GREEN, "search": figure.SKY, "other": figure.GREY}
LOOKUP = {"linear": "linear search", "index": "index", "none": "no grains"}


def phases(experiment, composition, lookup):
    """=> {phase: seconds} of one run; empty if it was not made"""
    return {row["phase"]: row["seconds"] for row in table
            if (row["experiment"], row["composition"], row["lookup"]) == (experiment, composition, lookup)}


def total(experiment, composition, lookup):
    found = phases(experiment, composition, lookup)
    return found.get("total", np.nan)


entries = []


def say(name, number, note=""):
    if np.isfinite(number):
        entries.append(verdict.judge(demands[name], float(number), scale, note))


shown = [m for m in TITLE if any(row["experiment"] == m for row in table)]
page, axes = figure.plt.subplots(2, len(shown), figsize=(5.5 * len(shown), 8), squeeze=False)
for (upper, lower), experiment in zip(axes.T, shown):
    rows = [row for row in table if row["experiment"] == experiment]
    bars = [lookup for lookup in ("linear", "index") if phases(experiment, "mixed", lookup)]
    for x, lookup in enumerate(bars):
        found, bottom = phases(experiment, "mixed", lookup), 0.0
        for phase, colour in PHASE.items():
            if phase in found:
                upper.bar(x, found[phase], bottom=bottom, color=colour, width=0.6, label=phase if x == 0 else None)
                bottom += found[phase]
        share = 100 * found["grains"] / found["total"]
        upper.annotate(f"{found['total']:.3g} s\ngrains: {share:.2g} %", (x, bottom), ha="center", va="bottom", fontsize=9)
        say(f"share_{experiment}" if lookup == "index" else f"share_before_{experiment}", share)
    upper.set_xticks(range(len(bars)), [LOOKUP[b] for b in bars])
    upper.set(ylabel="wall time [s]", title=f"{experiment}: {TITLE[experiment]}, mixed shapes", xlim=(-0.6, len(bars) + 0.3))
    upper.margins(y=0.2)
    upper.legend(loc="upper right")
    say(f"speedup_{experiment}", total(experiment, "mixed", "linear") / total(experiment, "mixed", "index"))

    compositions = list(dict.fromkeys(row["composition"] for row in rows if row["lookup"] == "index"))
    for shift, lookup, colour in ((-0.2, "index", figure.BLUE), (0.2, "linear", figure.VERMILION)):
        lower.bar(np.arange(len(compositions)) + shift, [total(experiment, c, lookup) for c in compositions], width=0.4,
                  color=colour, label=LOOKUP[lookup])
    free = total(experiment, "spheres", "none")
    if np.isfinite(free):
        lower.axhline(free, color=figure.BLACK, linewidth=1.2, label="free spheres")
    lower.set_xticks(range(len(compositions)), compositions, rotation=25)
    lower.set(ylabel="wall time [s]", title=f"{experiment}: by shape")
    lower.legend()
    shapes = [c for c in compositions if c != "mixed"]
    times = {c: total(experiment, c, "index") for c in shapes}
    if experiment == "M1" and shapes:
        say("spread_M1", max(times.values()) / min(times.values()) - 1,
            ", ".join(f"{c}: {t:.3g} s" for c, t in times.items()) + f"; free spheres: {free:.3g} s.")
        before = {c: total(experiment, c, "linear") for c in shapes}
        if np.all(np.isfinite(list(before.values()))):
            say("slowest_M1", 1 + sum(t > before["dumbbells"] for t in before.values()))
            say("fastest_M1", 1 + sum(t < before["cubes"] for t in before.values()))
figure.save(page, output.png, output.pdf)
shutil.copyfile(given.table, output.data)

trials = {row["trial"]: row for row in table if row["experiment"] == "M3" and row["phase"] == "total"}
for name, row in trials.items():
    say(name, row["seconds"] / row["simulated"],
        f"{row['spheres']:.0f} spheres, {row['threads']:.0f} threads, {row['spheres'] * row['steps'] / row['seconds']:.3g} particle-steps/s.")
per_step = {name: row["seconds"] * row["threads"] / row["steps"] for name, row in trials.items()}
if {"C1", "C2"} <= set(trials):
    say("parity", per_step["C1"] / per_step["C2"])
growth = {f"{b}/{a}": per_step[b] / per_step[a] for a, b in zip(["C1", "C2", "C3", "C4"], ["C3", "C4", "C5", "C6"])
          if {a, b} <= set(trials) and trials[a]["threads"] == trials[b]["threads"]}
if growth:
    say("growth", max(growth.values()), ", ".join(f"{name}: {g:.3g}" for name, g in growth.items()) + ".")
verdict.write(output.verdict, entries)
