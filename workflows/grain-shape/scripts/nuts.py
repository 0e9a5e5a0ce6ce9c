"""M6, Table 4, Figs. 7C and 8: the intruder's height while the box is shaken, and how many cycles its rise takes."""
import csv
import re

import numpy as np

from analysis import files, figure, grains, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
NAME = re.compile(r"B(?P<number>\d)(-(?P<variant>[a-z]+))?-s(?P<seed>\d+)")
MEDIUM = ["dumbbells", "tetrahedra", "diamonds", "rods", "cubes", "spheres", "mixed shapes"]
# Of a run's name: what it says, what its curve is called, its colour.
VARIANTS = {"gentle": ("with an amplitude of 0.7 cm", "0.7 cm", figure.GREEN),
            "stiff": ("with springs 16 times as stiff", "stiffer springs", figure.PURPLE),
            "soft": ("with springs a sixteenth as stiff", "softer springs", figure.SKY)}
CM = 0.01


def reach(bed):
    """(pile at rest) => radius of the intruder, which has the first rows, or of the sphere around it [m]"""
    pile, glued = files.pile(bed), grains.read(bed)["grain"]
    own = glued == glued[0] if glued[0] >= 0 else np.arange(len(glued)) == 0
    x, m = pile["position"][own], pile["mass"][own]
    return (np.linalg.norm(x - np.average(x, axis=0, weights=m), axis=1) + pile["radius"][own]).max()


runs = []
for name, track, critical, contacts, bed in zip(snakemake.params.runs, given.tracks, given.critical, given.contacts, given.beds):  # noqa: F821
    part = NAME.fullmatch(name).groupdict()
    walls = [row for row in files.table(contacts) if row["plane"] >= 0]
    weight = files.pile(bed)["mass"].sum() * -files.settings(bed)["external"]["uniform"][2]
    # force_* is that on the body: its sum over the walls carries the weight.
    found = files.tables(critical)["summary"][0]
    runs.append({"name": name, "number": int(part["number"]), "variant": part["variant"] or "",
                 "seed": int(part["seed"]), "series": files.series(track),
                 "found": found, "reach": reach(bed), "weight": sum(row["force_z"] for row in walls) / weight})


def by_cycle(series, name):
    """=> (middle of each full cycle, mean over it) of a time series"""
    cycle = np.floor(series["shake/cycles"] + 1e-9).astype(int)
    whole = [c for c in range(cycle.max()) if np.any(cycle == c)]
    return np.array(whole) + 0.5, np.array([series[name][cycle == c].mean() for c in whole])


def surfaced(run):
    """=> whether the intruder's top ends no lower than the bed's surface was at the start"""
    return run["found"]["final_height"] + run["reach"] >= run["found"]["bed_height"]


def rise(run):
    """=> cycles that the rise takes; nan if there is none, or if it ends below the surface"""
    value = run["found"]["rise_time"]
    return np.nan if value is None or not surfaced(run) else value


entries = []


def chosen(number, variant=""):
    return [r for r in runs if (r["number"], r["variant"]) == (number, variant)]


def say(name, number, note="", where=""):
    """Judges a number by the demand of that name, at the scales for which it stands."""
    entries.append(verdict.judge(demands[name], None if number is None else float(number), scale, note, where,
                                 comparable=scale in demands[name]["scales"]))


def judge(variant, where):
    """The rows of one variant."""
    times = {n: np.array([rise(r) for r in chosen(n, variant)]) for n in range(1, len(MEDIUM) + 1) if chosen(n, variant)}
    mean = {n: t[np.isfinite(t)].mean() for n, t in times.items() if np.any(np.isfinite(t))}
    for n, of_seeds in times.items():
        found = [r["found"] for r in chosen(n, variant)]
        text = ", ".join("no rise" if not np.isfinite(t) else f"{t:.1f}" for t in of_seeds)
        ends = ", ".join(f"{f['initial_height'] / CM:.1f} to {f['final_height'] / CM:.1f}" for f in found)
        bed = ", ".join(f"{f['bed_height'] / CM:.1f}" for f in found)
        say(f"B{n}", mean.get(n), f"Seeds: {text}. Its centre came from {ends} cm in a bed of {bed} cm.", where)
    for n in (1, 2, 3, 4):
        if {n, 6} <= set(mean):
            say(f"B{n}-B6", mean[n] - mean[6], where=where)
    slow = {n: np.mean(np.where(np.isfinite(t), t, np.inf)) for n, t in times.items()}  # none: slower than any
    if {1, 2, 3, 4, 6} <= set(slow):
        say("faster", sum(slow[n] < slow[6] for n in (1, 2, 3, 4)), where=where)
    if 5 in slow and len(slow) > 2:
        say("cubes", sum(slow[n] > slow[5] for n in slow if n != 5), where=where)


for run in runs:
    say("weight", run["weight"], where=run["name"])
judge("", "")
for variant, (where, _, _) in VARIANTS.items():
    judge(variant, where)
verdict.write(output.verdict, entries)

numbers = sorted({r["number"] for r in runs if not r["variant"]})
columns = min(3, len(numbers))
page, axes = figure.plt.subplots(-(-len(numbers) // columns), columns, figsize=(4.4 * columns, 3.6 * -(-len(numbers) // columns)),
                                 sharey=True, squeeze=False)
table = []
for panel in axes.flat[len(numbers):]:
    panel.axis("off")
for panel, n in zip(axes.flat, numbers):
    for run in (r for r in runs if r["number"] == n):
        own, series = run["seed"] == 1 and not run["variant"], run["series"]
        cycles, height = by_cycle(series, "intruder/height")
        median = by_cycle(series, "others/median_height")[1]
        _, label, colour = VARIANTS.get(run["variant"], ("", "intruder's centre", figure.VERMILION))
        if own:
            panel.plot(series["shake/cycles"], series["intruder/height"] / CM, color=colour, linewidth=0.4, alpha=0.5)
            panel.axhline(series["others/top"][0] / CM, color=figure.BLACK, linestyle="--", linewidth=1, label="bed at the start")
        panel.plot(cycles, height / CM, color=colour, linewidth=2 if own else 0.9, label=label if run["seed"] == 1 else None)
        if not run["variant"]:
            panel.plot(cycles, median / CM, "--", color=figure.BLUE, linewidth=1.5 if own else 0.8, label="median grain" if own else None)
        table += [(run["name"], c, h / CM, m / CM, series["others/top"][0] / CM) for c, h, m in zip(cycles, height, median)]
    ours = [", ".join("none" if not np.isfinite(rise(r)) else f"{rise(r):.0f}" for r in chosen(n, variant)) for variant in ("", *VARIANTS)]
    others = "; ".join(f"{label}: {text}" for (_, label, _), text in zip(VARIANTS.values(), ours[1:]) if text)
    panel.set_title(f"B{n}: {MEDIUM[n - 1]}\nrise in {ours[0]} cycles, published: {demands[f'B{n}'].get('value', 'none')}"
                    + f"\n({others})" * bool(others), fontsize=9)
    panel.set_xlabel("cycles")
for panel in axes[:, 0]:
    panel.set_ylabel("height above the floor [cm]")
axes[0, 0].set_ylim(bottom=0)
handles = {label: handle for panel in axes.flat for handle, label in zip(*panel.get_legend_handles_labels())}
spare = axes.flat[len(numbers):]  # panels without a run: room for the legend
(spare if len(spare) else axes.flat)[0].legend(handles.values(), handles.keys(), fontsize=10 if len(spare) else 8)
figure.save(page, output.png, output.pdf)
with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["run", "cycle", "intruder's centre [cm]", "median of the others [cm]", "bed at the start [cm]"])
    rows.writerows(table)
