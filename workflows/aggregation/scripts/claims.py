"""Statements of the paper that contradict each other, each with a number from the runs."""
import numpy as np

from analysis import compare, figure, limits, study
import aggregation as agg
import outcomes
import rotation_limit
import rotation_marks

TABLES = ["data", "ball"]
LEAST_ESCAPE = 0.4  # least published escape speed [m/s]


def collect(given, params):
    return {**outcomes.collect(given, params), "ball": limits.unit_ball()}


def finish(tables, demands, scale):
    rows = agg.of(tables["data"], "ccp")
    whole = [row for row in agg.aggregates(rows) if row["share"] > 0.5]
    spread = [
        100 * (row["porosity_hull"] - row["porosity_100"])
        for row in whole
        if None not in (row["porosity_hull"], row["porosity_100"])
    ]
    if not whole:
        return (
            compare.missing(
                demands, scale, "claim_critical", "claim_density", "claim_alpha", "escape_any"
            ),
            None,
        )
    ball = limits.Ball(tables["ball"])
    fastest = min(whole, key=lambda row: row["period"])
    density = rotation_limit.bulk(fastest)
    return [
        agg.entry(
            demands,
            "claim_critical",
            rotation_limit.critical(ball, agg.DENSITY),
            scale,
            note=f"2.2 h belongs to {density_of(ball, 2.2):.0f} kg/m3. "
            f"With the bulk density of the aggregates, {density:.0f} kg/m3, "
            f"{rotation_limit.critical(ball, density):.2f} h; the fastest here turns in "
            f"{fastest['period']:.2f} h.",
        ),
        agg.entry(
            demands,
            "claim_density",
            100 * (1 - 2500 / agg.DENSITY),
            scale,
            note=f"14 % corresponds to {0.86 * agg.DENSITY:.0f} kg/m3, 34 to 40 % to "
            f"{0.66 * agg.DENSITY:.0f} to {0.60 * agg.DENSITY:.0f} kg/m3.",
        ),
        agg.entry(
            demands,
            "claim_alpha",
            np.mean(spread) if spread else None,
            scale,
            note=(f"{min(spread):.1f} to {max(spread):.1f}, the same aggregates." if spread else "")
            + agg.lacking(whole, "porosity_hull", "porosity_100"),
        ),
        slowest(demands, agg.aggregates(rows), ball, scale),
    ], draw(whole, ball)


def slowest(demands, rows, ball, scale):
    """(aggregates of all sets) => the entry of the least escape speed of aggregates of any mass;
    the note has those below the published least"""
    speeds = {
        row["run"]: ball.escape_speed(row["mass"], row["radius"]) for row in rows if row["radius"]
    }
    below = {run: speed for run, speed in speeds.items() if speed < LEAST_ESCAPE}
    note = f"{len(below)} of {len(speeds)} lie below {LEAST_ESCAPE} m/s"
    if below:
        within = [row["run"] for row in rows if row["run"] in below and agg.within_published(row)]
        note += (
            f", at {min(below.values()):.3g} to {max(below.values()):.3g} m/s; {len(within)} of "
            "them within the published motions"
            + "".join(f" ({run}: {below[run]:.3g})" for run in within)
        )
    return agg.entry(demands, "escape_any", min(speeds.values()), scale, note=f"{note}.")


def ratios(rows, ball):
    """=> period / critical period of the bulk density, of each row"""
    return [row["period"] / rotation_limit.critical(ball, rotation_limit.bulk(row)) for row in rows]


def density_of(ball, period):
    """(limits.Ball, critical period [h]) => its density [kg m-3]"""
    return agg.DENSITY * (rotation_limit.critical(ball, agg.DENSITY) / period) ** 2


def draw(rows, ball):
    page, axis = figure.plt.subplots(figsize=(6, 4.2))
    rotating, resting = rotation_marks.rotating(rows), rotation_marks.resting(rows)
    axis.plot(
        [row["elongation"] for row in rotating], ratios(rotating, ball), "o", color=figure.BLUE
    )
    rotation_marks.draw(axis, [row["elongation"] for row in resting], ratios(resting, ball))
    axis.axhline(1, color=figure.BLACK, linestyle="--", linewidth=1.2)
    axis.set(
        xlabel="inertial elongation",
        ylabel="period / critical period of its bulk density",
        xscale="log",
        yscale="log",
    )
    figure.plain_ticks(axis.xaxis, figure.STEPS)
    figure.plain_ticks(axis.yaxis, [10.0**power for power in range(6)])
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
