"""Initial motions up to which most bodies aggregate."""
import numpy as np

from analysis import uncertainty, verdict
from aggregation import LAST, of_seed


def thresholds(rows, name):
    """(rows of one law of friction, one of GREATEST) => {seed: result of bracket_of for the initial
    motions of this cloud}"""
    return {
        seed: bracket_of(
            [
                (row[name], share_of(row))
                for row in sorted(of_seed(rows, seed), key=lambda row: row[name])
            ]
        )
        for seed in sorted({row["seed"] for row in rows if row[name] > 0})
    }


def share_of(row):
    """=> fraction of the bodies in the largest cluster. None if the cluster has less than half of
    the bodies, but would reach half if the run were continued for as long again at the rate of
    change of the last five hours."""
    share = row["bodies"] / row["count"]
    grown = share + row["grains_change"] / row["count"] * row["hours"] / LAST
    return share if share > 0.5 or grown <= 0.5 else None


def bracket_of(points):
    """([(value, share or None)], in ascending order) => last value with a share above one half,
    first value beyond it with a share known to be lower, and the value of one half by linear
    interpolation. Without such a pair, the reason: clusters beyond may still reach one half
    (verdict.CENSORED), or there is no run beyond (verdict.MISSING).
    """
    above = [k for k, (_, share) in enumerate(points) if share is not None and share > 0.5]
    beyond = points[above[-1] + 1 :] if above else []
    known = [(value, share) for value, share in beyond if share is not None]
    if not known:
        return verdict.CENSORED if beyond else verdict.MISSING
    (a, high), (b, low) = points[above[-1]], known[0]
    return float(a), float(b), float(a + (b - a) * (high - 0.5) / (high - low))


def bracketed(brackets):
    """(results of bracket_of for two or more clouds) => mean of the interpolated values; bracket
    for these clouds: the means of the lower and of the upper ends; confidence interval for all
    clouds: the bracket extended by the error of the mean"""
    value, error, freedom = uncertainty.mean(np.array([middle for *_, middle in brackets]))
    half_width = uncertainty.sigmas(freedom) * error
    low, high = (float(np.mean([bracket[end] for bracket in brackets])) for end in (0, 1))
    return value, (low, high), (low - half_width, high + half_width)
