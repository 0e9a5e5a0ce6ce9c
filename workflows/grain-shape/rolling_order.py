"""Order and deviation of the ratios of Tables 2 and 3 with spheres without rolling and twisting
friction in place of the standard ones."""
import numpy as np

from analysis import ranks, verdict
import ratio_order
from ratio_table import COMPOSITION, READINGS
from shape_effect import LIKE

FREE = "noroll"  # variant: spheres without rolling and twisting friction
SPHERES = (1, 2, 3, 4)  # compositions of free spheres


def order(t, demands, scale):
    """=> entries of the order and the deviation with spheres without rolling and twisting friction
    in place of the standard ones; [] with fewer than four compositions"""
    found = {radius: without_rolling(t, radius) for radius in READINGS}
    mean, standard = found[READINGS[0]]
    if len(mean) < 4 or not set(SPHERES) & set(mean):
        return []
    effects = ", ".join(
        f"{t.letter}{n} {mean[n] - mean[like]:+.1f} ({standard[n] - standard[like]:+.1f})"
        for n, like in LIKE.items()
        if {n, like} <= set(mean)
    )
    entries = []
    for kind, number_of in (("rank", rank_of), ("scatter", deviation_of)):
        others = ", ".join(
            f"{radius} {number_of(t, demands, found[radius][0]):.2f}"
            + ("" if len(found[radius][0]) == len(mean) else f" ({len(found[radius][0])} of these)")
            for radius in READINGS[1:]
            if len(found[radius][0]) > 3
        )
        note = (
            f"{len(mean)} of {len(COMPOSITION)} compositions; with rolling friction these have "
            f"{number_of(t, demands, standard):.2f}. By other readings of the bulk radius: "
            f"{others or 'none'}. Minus as many spheres (with rolling friction): "
            f"{effects} points."
        )
        entries.append(
            verdict.evaluate(
                demands[f"{kind}_{t.letter}"],
                number_of(t, demands, mean),
                scale,
                note,
                "spheres without rolling and twisting friction",
                verdict.VARIANT,
            )
        )
    return entries


def without_rolling(t, radius):
    """(table, reading of the bulk radius) => ratios of the compositions, those of spheres without
    rolling and twisting friction; the ratios of the same compositions with it"""
    free = [n for n in SPHERES if t.chosen(n, FREE)]
    glued = [n for n in t.numbers if n not in SPHERES]
    density = t.common(*((n, FREE) for n in free), *((n, "") for n in free + glued))
    reading = dict(radius=radius, density=density)
    values = {n: t.values(n, FREE if n in free else "", **reading) for n in free + glued}
    mean = {n: float(own.mean()) for n, own in values.items() if len(own)}
    return mean, {n: ratio for n, ratio in t.means(**reading).items() if n in mean}


def rank_of(t, demands, mean):
    """(table, demands, {composition: ratio}) => rank correlation with the published ratios"""
    # equal ratios have no order
    correlation = ranks.rank_correlation([*mean.values()], published(t, demands, mean))
    return float(np.nan_to_num(correlation))


def deviation_of(t, demands, mean):
    """(table, demands, {composition: ratio}) => deviation from the published ratios / theirs"""
    whole = published(t, demands, mean)
    return ratio_order.deviation_ratio(np.array([*mean.values()]), whole, np.zeros(len(whole)))[0]


def published(t, demands, mean):
    return np.array([demands[f"{t.letter}{n}"]["value"] for n in mean])
