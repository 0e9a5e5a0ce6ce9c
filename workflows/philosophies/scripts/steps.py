"""Spin-ups with the step of the variants and with half of it: spin at 5 % growth and error of the
energy."""
from analysis import failures, figure, study
from case_plot import OF_VARIANT
from channel_plot import ENERGY_SCALE
import expected
import philosophies as ph

FULL, HALF = ph.MATCHINGS["A"], ph.MATCHINGS["h2"]
COLUMNS = {
    "spin": "spin at 5 % growth / critical rate",
    "error": f"largest error of the energy /\n{ENERGY_SCALE}",
}


def collect(given, _):
    rows = []
    for path in failures.succeeded(given.tracks):
        s, run = ph.records(path), ph.named(path)
        if run["matching"] in (FULL, HALF):
            error = float(s["error/energy"].max())
            rows.append({**run, "spin": ph.at_failure(s)["spin"], "error": error})
    return {"data": rows}


def variants(rows):
    """=> the variants that have runs with half the step"""
    return [variant for variant, matching in ph.cases(rows) if matching == HALF]


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for variant in variants(rows + expected.runs(scale, "half")):
        found = expected.pairs(rows, variant, HALF, "spin")
        lacking = expected.lacks_pairs(found, scale, variant, HALF, "half")
        entries.append(
            expected.change_entry(demands, "step_change", found, lacking, scale, where=variant)
        )
    return entries, draw(rows)


def draw(rows):
    names = variants(rows)
    if not names:
        return None
    page, axes = figure.plt.subplots(1, len(COLUMNS), figsize=(14, 5))
    for axis, (column, label) in zip(axes, COLUMNS.items()):
        for place, variant in enumerate(names):
            for pair in expected.pairs(rows, variant, HALF, column).values():
                if None in pair:
                    continue
                axis.plot([place - 0.15, place + 0.15], pair, "-", color=OF_VARIANT[variant])
                axis.plot(place - 0.15, pair[0], "o", color=OF_VARIANT[variant])
                axis.plot(place + 0.15, pair[1], "o", color=OF_VARIANT[variant], fillstyle="none")
        axis.set_xticks(range(len(names)), [name.replace(" ", "\n", 1) for name in names])
        axis.tick_params(axis="x", labelrotation=90, labelsize=8)
        axis.set_xlim(-0.5, len(names) - 0.5)
        axis.set(ylabel=label)
    axes[1].set_yscale("log")
    axes[0].plot([], [], "o", color=figure.GREY, label="step of the variant")
    axes[0].plot([], [], "o", color=figure.GREY, fillstyle="none", label="half the step")
    axes[0].legend(fontsize=8)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
