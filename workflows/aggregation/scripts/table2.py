"""F2, Table 2: up to which initial motion most bodies aggregate, with the relaxed cone and with Coulomb's law."""
import numpy as np

from analysis import aggregation as agg
from analysis import figure, scatter, study, verdict

NAMES = {"speed": "speed of each body [m/s]", "spin": "spin of each body [rad/s]", "frame": "rate of the frame [rad/s]"}


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for name in NAMES:
        found = {kind: agg.threshold(agg.alone(rows, kind, name), name) for kind in ("ccp", "coulomb")}
        entries += [limit(demands, name, kind, found[kind], scale) for kind in found] + [difference(demands, name, found, scale)]
    return entries + stability(rows, demands, scale), draw(rows)


def known(values):
    return [value for value in values if value is not None]


def limit(demands, name, kind, found, scale):
    demand = f"threshold_{name}" + ("" if kind == "ccp" else "_coulomb")
    if len(known(found)) < len(found):
        return agg.entry(demands, demand, None, scale, reason=verdict.CENSORED)
    return agg.entry(demands, demand, np.mean(found), scale, note=f"Each cloud: {', '.join(f'{value:.3g}' for value in found)}.")


def difference(demands, name, found, scale):
    """What the relaxation of the cone does to the threshold, from the same clouds with both laws."""
    pairs = [(a, b) for a, b in zip(found["ccp"], found["coulomb"]) if a is not None and b is not None]
    if not pairs:
        return agg.entry(demands, f"relaxation_{name}", None, scale, reason=verdict.CENSORED)
    value, error, freedom = scatter.mean(np.array([a / b for a, b in pairs]))
    return agg.entry(demands, f"relaxation_{name}", value, scale, sigma=error, freedom=freedom)


def stability(rows, demands, scale):
    """Escape speeds of the aggregates, and how near they are to breaking up by their spin."""
    large = [row for row in agg.aggregates(agg.of(rows, "ccp")) if row["share"] > 0.5]
    escape = [np.sqrt(2 * agg.G * row["mass"] / row["radius"]) for row in large]
    round_ = [row for row in large if row["elongation"] <= 2]
    ratio = [row["period"] / critical(row) for row in round_]
    return [agg.entry(demands, "escape_least", min(escape, default=None), scale), agg.entry(demands, "escape_greatest", max(escape, default=None), scale),
            agg.entry(demands, "critical", min(ratio, default=None), scale)]


def critical(row):
    """sqrt(3 pi / (G bulk density)) [h]"""
    density = row["mass"] / (4 / 3 * np.pi * row["radius"] ** 3)
    return float(np.sqrt(3 * np.pi / (agg.G * density))) / agg.HOUR


def draw(rows):
    page, axes = figure.plt.subplots(1, 3, figsize=(14, 4.2), sharey=True)
    for axis, (name, label) in zip(axes, NAMES.items()):
        for kind, colour, mark in (("ccp", figure.BLUE, "o"), ("coulomb", figure.VERMILION, "^")):
            here = agg.alone(rows, kind, name)
            axis.plot([row[name] for row in here], [row["bodies"] / row["count"] for row in here], mark, color=colour, alpha=0.6, label={"ccp": "relaxed cone", "coulomb": "Coulomb"}[kind])
            values = sorted({row[name] for row in here})
            axis.plot(values, [np.mean([row["bodies"] / row["count"] for row in here if row[name] == value]) for value in values], color=colour)
        axis.axvline(agg.GREATEST[name], color=figure.BLACK, linestyle="--", linewidth=1.2)
        axis.axhline(0.5, color=figure.GREY, linewidth=1)
        axis.set(xlabel=label)
    axes[0].set(ylabel="bodies of the largest cluster / all", ylim=(0, 1.03))
    axes[0].legend(title="dashed: published limit")
    return page


if "snakemake" in globals():
    study.make(snakemake, agg.collect, finish)  # noqa: F821
