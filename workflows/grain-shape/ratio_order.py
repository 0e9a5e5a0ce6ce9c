"""Order and deviation of the ratios of Tables 2 and 3 from the published ones, and their change by
other readings of the bulk radius."""
import numpy as np

from analysis import ranks, verdict
from ratio_table import COMPOSITION, READINGS
from shape_effect import density_of


def order(t, demands, scale):
    """=> entries of the rank correlation of the ratios with the published ones, and of their
    deviation from these"""
    names = [f"{kind}_{t.letter}" for kind in ("rank", "scatter")]
    if scale not in demands[names[0]].get("scales", [scale]):
        return []
    density = density_of(t, "")
    mean = t.means(density=density)
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
    # equal ratios have no order
    correlation = float(np.nan_to_num(ranks.rank_correlation(own, published)))
    scatter, error = deviation_ratio(own, published, [t.error(n, density=density) for n in mean])
    return [
        verdict.evaluate(
            demands[names[0]],
            correlation,
            scale,
            note,
            reason=reason,
            interval=ranks.rank_interval(correlation, len(mean)),
        ),
        verdict.evaluate(
            demands[names[1]],
            scatter,
            scale,
            note,
            reason=reason,
            sigma=error,
            freedom=t.deviation(density=density)[1],
        ),
    ]


def deviation_ratio(own, published, errors):
    """(ratios, published ones, standard errors of the ratios) => standard deviation of their
    differences / that of the published ones, its standard error to first order"""
    difference = own - published
    whole, freedom = np.std(published, ddof=1), len(own) - 1
    scatter = np.std(difference, ddof=1)
    slopes = (difference - difference.mean()) / (freedom * scatter)
    return float(scatter / whole), float(np.sqrt(np.sum((slopes * errors) ** 2)) / whole)


def readings(t, demands, scale):
    """=> [the entry of the change by other readings of the bulk radius]; [] without results"""
    demand, mean = demands.get(f"reading_{t.letter}"), t.means()
    if not demand or not mean:
        return []
    others = {radius: t.means(radius=radius) for radius in READINGS[1:]}
    changes = {
        n: {radius: found[n] - mean[n] for radius, found in others.items() if n in found}
        for n in mean
    }
    every = [x for found in changes.values() for x in found.values()]
    if not every:
        return []
    text = "; ".join(
        f"{t.letter}{n} " + ", ".join(f"{radius} {x:+.1f}" for radius, x in found.items())
        for n, found in changes.items()
    )
    return [verdict.evaluate(demand, max(every, key=abs), scale, f"{text} points.")]
