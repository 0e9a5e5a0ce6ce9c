"""F2, Table 2: initial motions up to which most bodies aggregate, with the relaxed cone and with
Coulomb's law."""
import numpy as np

from analysis import figure, limits, study, uncertainty, verdict
import aggregation as agg
import outcomes
import rotation_limit
import thresholds

NAMES = {
    "speed": "speed of each body [m/s]",
    "spin": "spin of each body [rad/s]",
    "frame": "rate of the frame [rad/s]",
}
TABLES = ["data", "ball"]


def collect(given, params):
    return {**outcomes.collect(given, params), "ball": limits.unit_ball()}


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for name in NAMES:
        found = {
            kind: thresholds.thresholds(agg.alone(rows, kind, name), name)
            for kind in ("ccp", "coulomb")
        }
        entries += [limit(demands, name, kind, found[kind], scale) for kind in found] + [
            difference(demands, name, found, scale)
        ]
    return entries + stability(rows, limits.Ball(tables["ball"]), demands, scale), draw(rows)


def limit(demands, name, kind, found, scale):
    demand = f"threshold_{name}" + ("" if kind == "ccp" else "_coulomb")
    untold = [what for what in found.values() if isinstance(what, str)]
    if untold or not found:
        return agg.entry(demands, demand, None, scale, reason=next(iter(untold), verdict.MISSING))
    note = f"Each cloud: {', '.join(f'{low:.3g} to {high:.3g}' for low, high, _ in found.values())}"
    if len(found) < 2:
        return agg.entry(
            demands,
            demand,
            *(value for *_, value in found.values()),
            scale,
            reason=verdict.ALONE,
            note=note + ".",
        )
    value, bracket, interval = thresholds.bracketed(list(found.values()))
    return agg.entry(
        demands,
        demand,
        value,
        scale,
        bracket=bracket,
        interval=interval,
        note=f"{note}; confidence interval over all clouds {interval[0]:.3g} to {interval[1]:.3g}.",
    )


def difference(demands, name, found, scale):
    """=> the entry of the ratio of the thresholds with the relaxed cone and with Coulomb's law,
    from clouds with runs of both; the note has the ratios of the ends of the brackets"""
    ccp, coulomb = found["ccp"], found["coulomb"]
    pairs = [(ccp[seed], coulomb[seed]) for seed in ccp if seed in coulomb]
    untold = [one for pair in pairs for one in pair if isinstance(one, str)]
    if untold or not pairs:
        return agg.entry(
            demands, f"relaxation_{name}", None, scale, reason=next(iter(untold), verdict.MISSING)
        )
    value, error, freedom = uncertainty.mean(np.array([a[2] / b[2] for a, b in pairs]))
    low, high = (np.mean([a[end] / b[1 - end] for a, b in pairs]) for end in (0, 1))
    return agg.entry(
        demands,
        f"relaxation_{name}",
        value,
        scale,
        sigma=error,
        freedom=freedom,
        note=f"{len(pairs)} cloud{'s' * (len(pairs) > 1)}; by the ends of the brackets {low:.2f} "
        f"to {high:.2f}.",
    )


def stability(rows, ball, demands, scale):
    """=> entries of the escape speeds of the aggregates, and of the least period / critical
    period"""
    large = [row for row in agg.aggregates(agg.of(rows, "ccp")) if row["share"] > 0.5]
    escape = [ball.escape_speed(row["mass"], row["radius"]) for row in large]
    round_ = [row for row in large if row["elongation"] <= 2]
    ratio = [
        row["period"] / rotation_limit.critical(ball, rotation_limit.bulk(row)) for row in round_
    ]
    found = {
        "escape_least": min(escape, default=None),
        "escape_greatest": max(escape, default=None),
        "critical": min(ratio, default=None),
    }
    return [
        agg.entry(demands, name, agg.of_all(value, rows, scale, *agg.SINGLE, like="ccp-*"), scale)
        for name, value in found.items()
    ]


def draw(rows):
    page, axes = figure.plt.subplots(1, 3, figsize=(14, 4.2), sharey=True)
    for axis, (name, label) in zip(axes, NAMES.items()):
        for kind, colour, mark in (("ccp", figure.BLUE, "o"), ("coulomb", figure.VERMILION, "^")):
            here = agg.alone(rows, kind, name)
            for grows, face in ((False, colour), (True, "none")):
                some = [row for row in here if (thresholds.share_of(row) is None) == grows]
                axis.plot(
                    [row[name] for row in some],
                    [row["bodies"] / row["count"] for row in some],
                    mark,
                    color=colour,
                    markerfacecolor=face,
                    alpha=0.6,
                    label=None if grows else {"ccp": "relaxed cone", "coulomb": "Coulomb"}[kind],
                )
            values = sorted({row[name] for row in here})
            axis.plot(
                values,
                [
                    np.mean([row["bodies"] / row["count"] for row in here if row[name] == value])
                    for value in values
                ],
                color=colour,
            )
        axis.axvline(agg.GREATEST[name], color=figure.BLACK, linestyle="--", linewidth=1.2)
        axis.axhline(0.5, color=figure.GREY, linewidth=1)
        axis.set(xlabel=label)
    axes[0].set(ylabel="bodies of the largest cluster / all", ylim=(0, 1.03))
    axes[0].legend(title="open: may still reach 1/2\ndashed: published limit")
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
