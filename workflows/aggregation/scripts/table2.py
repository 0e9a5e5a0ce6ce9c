"""F2, Table 2: initial motions up to which most bodies aggregate, with the relaxed cone and with
Coulomb's law."""
import numpy as np

from analysis import limits, study, uncertainty, verdict
import aggregation as agg
import cloud_sizes
import outcomes
import rotation_limit
import threshold_notes
import thresholds
from thresholds_plot import NAMES, draw

TABLES = ["data", "ball"]


def collect(given, params):
    return {**outcomes.collect(given, params), "ball": limits.unit_ball()}


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for name in NAMES:
        here = {kind: agg.alone(rows, kind, name) for kind in ("ccp", "coulomb")}
        entries += [limit(demands, name, kind, here[kind], scale) for kind in here] + [
            difference(demands, name, here, scale)
        ]
    return entries + stability(rows, limits.Ball(tables["ball"]), demands, scale), draw(rows)


def limit(demands, name, kind, rows, scale):
    """=> the entry of the greatest value of one motion with an aggregate. If a cloud has no run
    that is known to be without an aggregate, the greatest values with one are reported."""
    demand = f"threshold_{name}" + ("" if kind == "ccp" else "_coulomb")
    found = thresholds.thresholds(rows, name, thresholds.SMALLEST)
    untold = [what for what in found.values() if isinstance(what, str)]
    note = f"Each cloud: {', '.join(map(threshold_notes.said, found.values()))}."
    if kind == "ccp":
        note += threshold_notes.excess(rows, name) + threshold_notes.at_published(rows, name)
    if demand == "threshold_speed":
        note += cloud_sizes.note(rows)
    if untold or not found:
        values = thresholds.greatest_aggregating(rows, name)
        return agg.entry(
            demands,
            demand,
            np.mean(values) if values else None,
            scale,
            reason=next(iter(untold), verdict.MISSING),
            note=note + " Mean of the greatest values with an aggregate." if found else "",
        )
    if len(found) < 2:
        ((*_, value),) = found.values()
        return agg.entry(demands, demand, value, scale, reason=verdict.ALONE, note=note)
    value, bracket, interval = thresholds.bracketed(list(found.values()))
    return agg.entry(
        demands,
        demand,
        value,
        scale,
        bracket=bracket,
        interval=interval,
        note=f"{note} Confidence interval over all clouds: {interval[0]:.3g} to {interval[1]:.3g}.",
    )


def difference(demands, name, rows, scale):
    """({law of friction: rows}) => the entry of the ratio of the motions at which half of the
    bodies aggregate, relaxed cone / Coulomb's law, from clouds with runs of both; the note has the
    ratios of the ends of the brackets"""
    ccp, coulomb = (
        thresholds.thresholds(rows[kind], name, thresholds.HALF) for kind in ("ccp", "coulomb")
    )
    pairs = [(ccp[seed], coulomb[seed]) for seed in ccp if seed in coulomb]
    untold = [one for pair in pairs for one in pair if isinstance(one, str)]
    if untold or not pairs:
        return agg.entry(
            demands, f"relaxation_{name}", None, scale, reason=next(iter(untold), verdict.MISSING)
        )
    value, error, freedom = uncertainty.mean(np.array([a[2] / b[2] for a, b in pairs]))
    low, high = (np.mean([a[end] / b[1 - end] for a, b in pairs]) for end in (0, 1))
    half = np.mean([middle for *_, middle in ccp.values()])
    return agg.entry(
        demands,
        f"relaxation_{name}",
        value,
        scale,
        sigma=error,
        freedom=freedom,
        note=f"{len(pairs)} cloud{'s' * (len(pairs) > 1)}; by the ends of the brackets {low:.2f} "
        f"to {high:.2f}. Mean with the relaxed cone: {half:.3g}.",
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
    notes = {"escape_greatest": heavier(max(escape))} if escape else {}
    return [
        agg.entry(
            demands,
            name,
            agg.of_all(value, rows, scale, *agg.SINGLE, like="ccp-*"),
            scale,
            note=notes.get(name, ""),
        )
        for name, value in found.items()
    ]


def heavier(speed):
    """(greatest escape speed [m/s]) => note on the mass that an aggregate of the same density needs
    for the published escape speed"""
    return f"0.8 m/s at the same density needs {(0.8 / speed) ** 3:.2g} times the mass."


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
