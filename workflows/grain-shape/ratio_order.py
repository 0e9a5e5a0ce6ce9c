"""Order and deviation of the ratios of Tables 2 and 3 from the published ones, and their change by
other readings of the bulk radius."""
import numpy as np

from analysis import ranks, verdict
import readings
from ratio_table import COMPOSITION, READINGS
from shape_effect import density_of


def order(t, demands, scale):
    """=> entries of the rank correlation of the ratios with the published ones, and of their
    deviation from these, evaluated if all readings of the bulk radius give the same verdict"""
    names = [f"{kind}_{t.letter}" for kind in ("rank", "scatter")]
    if scale not in demands[names[0]].get("scales", [scale]):
        return []
    mean = t.means(density=density_of(t, ""))
    note = f"{len(mean)} of {len(COMPOSITION)} compositions"
    if len(mean) < 4:
        return [
            verdict.evaluate(demands[name], None, scale, f"{note}.", reason=verdict.MISSING)
            for name in names
        ]
    reason = "" if len(mean) == len(COMPOSITION) else verdict.MISSING
    published = np.array([demands[f"{t.letter}{n}"]["value"] for n in mean])
    own = np.array(list(mean.values()))
    note += f"; mean of obtained minus published: {(own - published).mean():+.1f} points."
    entries = []
    for name, number_of in zip(names, (correlation_by, deviation_by)):
        values = {radius: number_of(t, demands, radius) for radius in READINGS}
        differ, remark = readings.conflict(demands[name], scale, values.get)
        number, error = values[READINGS[0]]
        others = ", ".join(
            f"{radius} {values[radius][0]:.2f}"
            for radius in READINGS[1:]
            if values[radius][0] is not None
        )
        said = f"{note} By other readings of the bulk radius: {others or 'none'}.{remark}"
        if number_of is deviation_by:
            said += (
                f" A constant lies within the limits of {rows_of_a_constant(t, demands)} of "
                f"{len(COMPOSITION)} rows."
            )
        entries.append(
            verdict.evaluate(demands[name], number, scale, said, reason=reason or differ, **error)
        )
    return entries


def rows_of_a_constant(t, demands):
    """=> the largest number of rows of the table whose limits contain one constant ratio"""
    limits = [demands[f"{t.letter}{n}"] for n in range(1, len(COMPOSITION) + 1)]
    return max(sum(d["low"] <= one["low"] <= d["high"] for d in limits) for one in limits)


def compared(t, demands, radius):
    """=> ratios of the compositions with results by a reading of the bulk radius, the published
    ones, and the reading as arguments of the table"""
    reading = dict(radius=radius, density=density_of(t, ""))
    mean = t.means(**reading)
    return mean, np.array([demands[f"{t.letter}{n}"]["value"] for n in mean]), reading


def correlation_by(t, demands, radius):
    """=> rank correlation of the ratios with the published ones, None for fewer than four; the
    arguments of verdict.evaluate for its uncertainty"""
    mean, published, _ = compared(t, demands, radius)
    if len(mean) < 4:
        return None, {}
    # equal ratios have no order
    own = np.array(list(mean.values()))
    correlation = float(np.nan_to_num(ranks.rank_correlation(own, published)))
    return correlation, {"interval": ranks.rank_interval(correlation, len(mean))}


def deviation_by(t, demands, radius):
    """=> deviation of the ratios from the published ones / that of a constant, None for fewer than
    four; the arguments of verdict.evaluate for its uncertainty"""
    mean, published, reading = compared(t, demands, radius)
    if len(mean) < 4:
        return None, {}
    errors = [t.error(n, **reading) for n in mean]
    scatter, error = deviation_ratio(np.array(list(mean.values())), published, errors)
    return scatter, {"sigma": error, "freedom": t.deviation(**reading)[1]}


def deviation_ratio(own, published, errors):
    """(ratios, published ones, standard errors of the ratios) => standard deviation of their
    differences / that of the published ones, its standard error to first order"""
    difference = own - published
    whole, freedom = np.std(published, ddof=1), len(own) - 1
    scatter = np.std(difference, ddof=1)
    slopes = (difference - difference.mean()) / (freedom * scatter)
    return float(scatter / whole), float(np.sqrt(np.sum((slopes * errors) ** 2)) / whole)


def changes(t, demands, scale):
    """=> [the entry of the change by other readings of the bulk radius]; [] without results"""
    demand, mean = demands.get(f"reading_{t.letter}"), t.means()
    if not demand or not mean:
        return []
    others = {radius: t.means(radius=radius) for radius in READINGS[1:]}
    found = {
        n: {radius: other[n] - mean[n] for radius, other in others.items() if n in other}
        for n in mean
    }
    every = [x for each in found.values() for x in each.values()]
    if not every:
        return []
    text = "; ".join(
        f"{t.letter}{n} " + ", ".join(f"{radius} {x:+.1f}" for radius, x in each.items())
        for n, each in found.items()
    )
    return [verdict.evaluate(demand, max(every, key=abs), scale, f"{text} points.")]
