"""M6, Table 4, Figs. 7C and 8: height of the intruder during the shaking, and its rise time in
cycles."""
import re

import numpy as np

from analysis import failures, figure, files, rises, study, verdict

NAME = re.compile(r"B(?P<number>\d)(-(?P<variant>[a-z][a-z0-9-]*?))?-s(?P<seed>\d+)")
# For each variant in the names of runs: its description, the label of its curve, its colour.
VARIANTS = {
    "gentle": ("with an amplitude of 0.7 cm", "0.7 cm", figure.GREEN),
    "a08": ("with an amplitude of 0.8 cm", "0.8 cm", figure.SKY),
    "a09": ("with an amplitude of 0.9 cm", "0.9 cm", figure.BLUE),
    "ramp": ("with a soft start", "soft start", figure.BLACK),
    "noroll": ("without rolling and twisting friction", "no rolling friction", figure.GREY),
    "stiff": ("with springs 16 times as stiff", "stiffer springs", figure.PURPLE),
    "soft": ("with springs a sixteenth as stiff", "softer springs", figure.SKY),
}
# Variants of spheres that also have no rolling friction.
VARIANTS |= {
    f"{name}-noroll": (
        f"{where}, without rolling and twisting friction",
        f"{label}, no rolling",
        colour,
    )
    for name, (where, label, colour) in VARIANTS.items()
    if name != "noroll"
}
CM = 0.01
CYCLE, HEIGHT, MEDIAN = "cycle", "intruder's centre [cm]", "median of the others [cm]"


def collect(given, params):
    data, runs = [], []
    for name, critical, contacts, bed in failures.succeeded(
        params.runs, given.critical, given.contacts, given.beds
    ):
        tables = files.tables(critical)
        found = tables["summary"][0]
        walls = [row for row in files.table(contacts) if row["plane"] >= 0]
        weight = files.pile(bed)["mass"].sum() * -files.settings(bed)["external"]["uniform"][2]
        # force_* is the force of a wall on the body; the sum over the walls balances the weight.
        runs.append(
            {
                "run": name,
                "weight": sum(row["force_z"] for row in walls) / weight,
                rises.TOP: float("nan") if found["final_top"] is None else found["final_top"] / CM,
                "final height [cm]": found["final_height"] / CM,
                rises.BED: found["bed_height"] / CM,
                **{key: found[f"rise_{key}"] for key in rises.READINGS},
                "between margins": found["rise_time"],
            }
        )
        data += [
            {
                "run": name,
                CYCLE: row["cycle"] - 0.5,
                HEIGHT: row["intruder_height"] / CM,
                MEDIAN: row["median_height"] / CM,
                rises.BED: found["bed_height"] / CM,
            }
            for row in tables["cycles"]
        ]
    return {"data": data, "runs": runs}


def finish(tables, demands, scale):
    runs = [{**r, **NAME.fullmatch(r["run"]).groupdict(default="")} for r in tables["runs"]]
    for r in runs:
        r.update(number=int(r["number"]), seed=int(r["seed"]))
    entries = [
        verdict.evaluate(demands["weight"], r["weight"], scale, where=r["run"])
        for r in runs
        if r["weight"] is not None
    ]
    for key, words in rises.READINGS.items():
        entries += rises.entries_of(runs, "", key, words, "", demands, scale)
        for variant, (where, *_) in VARIANTS.items():
            if any(r["variant"] == variant for r in runs):
                entries += rises.entries_of(
                    runs, variant, key, f"{words}, {where}", verdict.VARIANT, demands, scale
                )
    return entries, draw(tables["data"], runs, demands)


def draw(data, runs, demands):
    numbers = sorted({r["number"] for r in runs})
    columns = min(3, len(numbers))
    lines = -(-len(numbers) // columns)
    page, axes = figure.plt.subplots(
        lines, columns, figsize=(4.4 * columns, 3.6 * lines), sharey=True, squeeze=False
    )
    for panel in axes.flat[len(numbers) :]:
        panel.axis("off")
    for panel, n in zip(axes.flat, numbers):
        draw_medium(panel, data, [r for r in runs if r["number"] == n], demands[f"B{n}"], n)
    for panel in axes[:, 0]:
        panel.set_ylabel("height above the floor [cm]")
    axes[0, 0].set_ylim(bottom=0)
    handles = {
        label: handle
        for panel in axes.flat
        for handle, label in zip(*panel.get_legend_handles_labels())
    }
    spare = axes.flat[len(numbers) :]  # empty panels, used for the legend
    (spare if len(spare) else axes.flat)[0].legend(
        handles.values(), handles.keys(), fontsize=9 if len(spare) else 7
    )
    return page


def draw_medium(panel, data, runs, demand, n):
    for k, run in enumerate(sorted(runs, key=lambda r: bool(r["variant"]))):
        rows = [r for r in data if r["run"] == run["run"]]
        cycle, height, median = (
            np.array([r[key] for r in rows]) for key in (CYCLE, HEIGHT, MEDIAN)
        )
        _, label, colour = VARIANTS.get(run["variant"], ("", "intruder's centre", figure.VERMILION))
        own = not run["variant"] and run["seed"] == 1
        panel.plot(
            cycle,
            height,
            color=colour,
            linewidth=2 if own else 0.9,
            label=label if run["seed"] == 1 else None,
        )
        if k == 0:
            panel.axhline(
                rows[0][rises.BED],
                color=figure.BLACK,
                linestyle="--",
                linewidth=1,
                label="bed at the start",
            )
            panel.plot(cycle, median, "--", color=figure.BLUE, linewidth=1.2, label="median grain")
    own = [[rises.rise(r, key) for r in runs if not r["variant"]] for key in rises.READINGS]
    text = (
        "; ".join(
            ", ".join("none" if not np.isfinite(t) else f"{t:.0f}" for t in values)
            for values in own
            if values
        )
        or "? (not run)"
    )
    panel.set_title(
        f"B{n}: {rises.MEDIUM[n - 1]}\nrise in {text} cycles (two readings), published: "
        f"{demand.get('value', 'none')}",
        fontsize=9,
    )
    panel.set_xlabel("cycles")


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
