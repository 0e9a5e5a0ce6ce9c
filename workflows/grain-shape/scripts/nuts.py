"""M6, Table 4, Figs. 7C and 8: the intruder's height while the box is shaken, and how many cycles its rise takes."""
import re

import numpy as np

from analysis import figure, files, grains, scatter, study, verdict

NAME = re.compile(r"B(?P<number>\d)(-(?P<variant>[a-z][a-z0-9-]*?))?-s(?P<seed>\d+)")
MEDIUM = ["dumbbells", "tetrahedra", "diamonds", "rods", "cubes", "spheres", "mixed shapes"]
# Of a run's name: what it says, what its curve is called, its colour.
VARIANTS = {"gentle": ("with an amplitude of 0.7 cm", "0.7 cm", figure.GREEN), "a08": ("with an amplitude of 0.8 cm", "0.8 cm", figure.SKY),
            "a09": ("with an amplitude of 0.9 cm", "0.9 cm", figure.BLUE), "ramp": ("with a soft start", "soft start", figure.BLACK),
            "noroll": ("without rolling and twisting friction", "no rolling friction", figure.GREY),
            "stiff": ("with springs 16 times as stiff", "stiffer springs", figure.PURPLE),
            "soft": ("with springs a sixteenth as stiff", "softer springs", figure.SKY)}
# A variant of spheres without rolling friction: the same, and said.
VARIANTS |= {f"{name}-noroll": (f"{where}, without rolling and twisting friction", f"{label}, no rolling", colour)
             for name, (where, label, colour) in VARIANTS.items() if name != "noroll"}
CM = 0.01
# Two readings of "rise time", as rubble-critical has them, and the words for them.
READINGS = {"crossing": "first crossing of the end's mean", "plateau": "95 % of the maximum of a five-cycle mean"}
CYCLE, HEIGHT, MEDIAN, BED = "cycle", "intruder's centre [cm]", "median of the others [cm]", "bed at the start [cm]"


def reach(bed):
    """(pile at rest) => radius of the intruder, which has the first rows, or of the sphere around it [m]"""
    pile, glued = files.pile(bed), grains.read(bed)["grain"]
    own = glued == glued[0] if glued[0] >= 0 else np.arange(len(glued)) == 0
    x, m = pile["position"][own], pile["mass"][own]
    return (np.linalg.norm(x - np.average(x, axis=0, weights=m), axis=1) + pile["radius"][own]).max()


def collect(given, params):
    data, runs = [], []
    for name, critical, contacts, bed in zip(params.runs, given.critical, given.contacts, given.beds):
        tables = files.tables(critical)
        found = tables["summary"][0]
        walls = [row for row in files.table(contacts) if row["plane"] >= 0]
        weight = files.pile(bed)["mass"].sum() * -files.settings(bed)["external"]["uniform"][2]
        # force_* is that on the body: its sum over the walls carries the weight.
        runs.append({"run": name, "weight": sum(row["force_z"] for row in walls) / weight,
                     "top of the intruder [cm]": (found["final_height"] + reach(bed)) / CM,
                     "final height [cm]": found["final_height"] / CM, BED: found["bed_height"] / CM, **{key: found[f"rise_{key}"] for key in READINGS},
                     "between margins": found["rise_time"]})
        data += [{"run": name, CYCLE: row["cycle"] - 0.5, HEIGHT: row["intruder_height"] / CM, MEDIAN: row["median_height"] / CM, BED: found["bed_height"] / CM}
                 for row in tables["cycles"]]
    return {"data": data, "runs": runs}


def rise(run, key):
    """=> cycles that the rise takes; nan if there is none, or if the intruder's top ends below the bed's surface at the start"""
    value = run[key]
    return np.nan if value is None or run["top of the intruder [cm]"] < run[BED] else value


def finish(tables, demands, scale):
    runs = [{**r, **NAME.fullmatch(r["run"]).groupdict(default="")} for r in tables["runs"]]
    for r in runs:
        r.update(number=int(r["number"]), seed=int(r["seed"]))
    entries = [verdict.judge(demands["weight"], r["weight"], scale, where=r["run"]) for r in runs if r["weight"] is not None]
    for key, words in READINGS.items():
        entries += judged(runs, "", key, words, "", demands, scale)
        for variant, (where, *_) in VARIANTS.items():
            if any(r["variant"] == variant for r in runs):
                entries += judged(runs, variant, key, f"{words}, {where}", verdict.VARIANT, demands, scale)
    return entries, draw(tables["data"], runs, demands)


def judged(runs, variant, key, where, reason, demands, scale):
    """=> entries of one variant by one reading"""
    entries = []
    times = {n: np.array([rise(r, key) for r in runs if (r["number"], r["variant"]) == (n, variant)]) for n in range(1, len(MEDIUM) + 1)}
    times = {n: t for n, t in times.items() if len(t)}
    mean = {n: float(t[np.isfinite(t)].mean()) for n, t in times.items() if np.any(np.isfinite(t))}
    deviation, freedom = scatter.pooled([t[np.isfinite(t)] for t in times.values()])

    def error(*numbers):
        return float(deviation * np.sqrt(sum(1 / np.isfinite(times[n]).sum() for n in numbers)))

    def censored(*numbers):
        """=> the remark on seeds without a rise; empty if there are none"""
        lost = [(n, int(np.sum(~np.isfinite(times[n])))) for n in numbers]
        return " ".join(f"Censored: {gone} of {len(times[n])} seeds of B{n} without a rise." for n, gone in lost if gone)

    def missing(name):
        if not variant and scale in demands[name].get("scales", [scale]):
            entries.append(verdict.judge(demands[name], None, scale, where=where, reason=verdict.MISSING))

    for n in range(1, len(MEDIUM) + 1):
        if n not in times:
            missing(f"B{n}")
            continue
        found = [r for r in runs if (r["number"], r["variant"]) == (n, variant)]
        seeds = ", ".join("no rise" if not np.isfinite(t) else f"{t:.1f}" for t in times[n])
        margins = ", ".join("none" if r["between margins"] is None else f"{r['between margins']:.1f}" for r in found)
        note = f"Seeds: {seeds}; from 5 % of the bed above the start to 5 % below the end: {margins}."
        some = censored(n) if n in mean else ""
        entries.append(verdict.judge(demands[f"B{n}"], mean.get(n), scale, f"{note} {some}".strip(), where, reason or (verdict.CENSORED if some else "")))
    for n in (1, 2, 3, 4):
        if not {n, 6} <= set(times):
            missing(f"B{n}-B6")
            continue
        some, both = censored(n, 6), {n, 6} <= set(mean)
        entries.append(verdict.judge(demands[f"B{n}-B6"], mean[n] - mean[6] if both else None, scale, some, where,
                                     reason or (verdict.CENSORED if some else ""), error(n, 6) if both else None, freedom))
    slow = {n: float(np.mean(np.where(np.isfinite(t), t, np.inf))) for n, t in times.items()}  # none: slower than any
    for name, against, others, least, counts in (("faster", 6, (1, 2, 3, 4), 4, np.less), ("cubes", 5, (1, 2, 3, 4, 6, 7), 2, np.greater)):
        there = [n for n in others if n in slow]
        if against not in slow or len(there) < least:
            missing(name)
            continue
        found = int(sum(counts(slow[n], slow[against]) for n in there))
        why = [pair_reason(times[n], times[against], deviation, freedom) for n in there]
        open_pairs = [r for r in (verdict.MISSING, verdict.CENSORED, verdict.SCATTER) if r in why]
        entries.append(verdict.judge(demands[name], found, scale, where=where, reason=reason or (open_pairs or [""])[0]))
    return entries


def pair_reason(one, other, deviation, freedom):
    """(rise times of the seeds of two media, nan: no rise; scatter) => why their order is open; empty if it is not: they are clear of each
    other, or all seeds of the one rise and none of the other, two at least"""
    rises = [np.isfinite(times) for times in (one, other)]
    if all(r.all() for r in rises):
        sigma = deviation * np.sqrt(1 / len(one) + 1 / len(other))
        if not np.isfinite(sigma):
            return verdict.MISSING
        return verdict.SCATTER if abs(one.mean() - other.mean()) < verdict.sigmas(freedom) * sigma else ""
    if min(len(one), len(other)) < 2:
        return verdict.MISSING
    return "" if sorted(r.mean() for r in rises) == [0, 1] else verdict.CENSORED


def draw(data, runs, demands):
    numbers = sorted({r["number"] for r in runs})
    columns = min(3, len(numbers))
    lines = -(-len(numbers) // columns)
    page, axes = figure.plt.subplots(lines, columns, figsize=(4.4 * columns, 3.6 * lines), sharey=True, squeeze=False)
    for panel in axes.flat[len(numbers):]:
        panel.axis("off")
    for panel, n in zip(axes.flat, numbers):
        draw_medium(panel, data, [r for r in runs if r["number"] == n], demands[f"B{n}"], n)
    for panel in axes[:, 0]:
        panel.set_ylabel("height above the floor [cm]")
    axes[0, 0].set_ylim(bottom=0)
    handles = {label: handle for panel in axes.flat for handle, label in zip(*panel.get_legend_handles_labels())}
    spare = axes.flat[len(numbers):]  # panels without a run: room for the legend
    (spare if len(spare) else axes.flat)[0].legend(handles.values(), handles.keys(), fontsize=9 if len(spare) else 7)
    return page


def draw_medium(panel, data, runs, demand, n):
    for k, run in enumerate(sorted(runs, key=lambda r: bool(r["variant"]))):
        rows = [r for r in data if r["run"] == run["run"]]
        cycle, height, median = (np.array([r[key] for r in rows]) for key in (CYCLE, HEIGHT, MEDIAN))
        _, label, colour = VARIANTS.get(run["variant"], ("", "intruder's centre", figure.VERMILION))
        own = not run["variant"] and run["seed"] == 1
        panel.plot(cycle, height, color=colour, linewidth=2 if own else 0.9, label=label if run["seed"] == 1 else None)
        if k == 0:
            panel.axhline(rows[0][BED], color=figure.BLACK, linestyle="--", linewidth=1, label="bed at the start")
            panel.plot(cycle, median, "--", color=figure.BLUE, linewidth=1.2, label="median grain")
    own = [[rise(r, key) for r in runs if not r["variant"]] for key in READINGS]
    text = "; ".join(", ".join("none" if not np.isfinite(t) else f"{t:.0f}" for t in values) for values in own if values) or "? (not run)"
    panel.set_title(f"B{n}: {MEDIUM[n - 1]}\nrise in {text} cycles (two readings), published: {demand.get('value', 'none')}", fontsize=9)
    panel.set_xlabel("cycles")


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
