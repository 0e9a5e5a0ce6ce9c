"""Spin at which the longest semi-axis of the heaviest group has grown by 5 %."""
import numpy as np

from analysis import compare, failures, figure, study, variance, verdict
from case_plot import OF_VARIANT, draw_cases
import philosophies as ph
import spread_collapse
import spreads

EVERY = 550.0  # [s] between the points of the curves


def collect(given, _):
    rows, series = [], []
    for path in failures.succeeded(given.tracks):
        s, run = ph.records(path), ph.named(path)
        rows.append({**run, **ph.at_failure(s)})
        times = np.arange(s["time"][0], s["time"][-1], EVERY)
        for time in times if run["seed"] == 1 else ():
            series.append(
                {
                    **run,
                    "time": time - s["time"][0],
                    "rate": ph.at(s, ph.rate(s), time),
                    "growth": ph.at(s, s["shape/growth"], time),
                    "largest": ph.at(s, s["bulk/largest"], time),
                }
            )
    return {"data": rows, "series": series}


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for variant, matching in ph.cases(rows):
        values = [row["spin"] for row in ph.of(rows, variant, matching)]
        where = f"{variant}, {matching}"
        entries.append(
            compare.entry(demands, "spin", None, scale, where=where, reason=verdict.CENSORED)
            if None in values
            else compare.mean_entry(demands, "spin", values, scale, where=where)
        )
    entries += differences(rows, demands, scale) + collapses(rows, demands, scale)
    return entries, draw(rows, tables["series"])


def differences(rows, demands, scale):
    """=> entries of the ratio F of the variances between variants and between piles, for each
    matching and set of variants with a ratio"""
    entries = []
    values = spreads.with_unchanged([{**row, "value": row["spin"]} for row in rows])
    for matching, name, variants in spreads.compared(values):
        found = spreads.analyses(values, matching, variants)
        if found and np.isfinite(found["one way"].f):
            spread = np.sqrt(found["blocked"].variance)
            note = f"Piles as blocks: {variance.said(found['blocked'])}, spread {spread:.2g}."
            entries.append(
                compare.entry(
                    demands,
                    "spin_variances",
                    found["one way"].f,
                    scale,
                    where=f"{name}, {matching}",
                    note=f"{variance.said(found['one way'])}. {note}",
                )
            )
    return entries


def collapses(rows, demands, scale):
    """=> entries of the collapse K from equal coefficients to equal avalanche angles, for each set
    of variants that has both"""
    values = spreads.with_unchanged([{**row, "value": row["spin"]} for row in rows])
    entries = []
    for variants in spreads.SETS:
        variants = spread_collapse.tuned(values, variants)
        found = spread_collapse.collapses(values, variants)
        if found and np.isfinite(found["blocked"].value):
            entries.append(
                compare.entry(
                    demands,
                    "collapse",
                    found["blocked"].value,
                    scale,
                    where=f"variants {', '.join(variants)}",
                    note=f"Piles as blocks: {variance.said(found['blocked'])}. "
                    f"Independent piles: {variance.said(found['one way'])}.",
                )
            )
    return entries


def draw(rows, series):
    if not rows:
        return None
    page, (left, middle, right) = figure.plt.subplots(1, 3, figsize=(16, 5.2))
    draw_cases(left, rows, "spin", "spin at 5 % growth / critical rate")
    left.legend(fontsize=8)
    equal = [row for row in series if row["matching"] == ph.MATCHINGS["A"]]
    for variant, _ in ph.cases(equal):
        here = [row for row in equal if row["variant"] == variant]
        look = {"color": OF_VARIANT[variant], "label": variant}
        middle.plot([row["rate"] for row in here], [row["growth"] for row in here], **look)
        right.plot(
            [row["time"] / ph.DYNAMICAL_TIME for row in here],
            [row["largest"] for row in here],
            **look,
        )
    middle.axhline(ph.GROWTH, color=figure.GREY, linewidth=1, linestyle=":")
    middle.set(
        xlabel="spin of the heaviest group / critical rate",
        ylabel="longest semi-axis / its first value",
        title=f"{ph.MATCHINGS['A']}, first pile",
    )
    middle.legend(fontsize=8)
    right.set(
        xlabel="time / dynamical time",
        ylabel="mass of the heaviest group / all",
        title=f"{ph.MATCHINGS['A']}, first pile",
    )
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
