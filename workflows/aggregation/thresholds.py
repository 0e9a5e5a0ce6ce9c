"""Initial motions up to which most bodies aggregate."""
import numpy as np

from analysis import uncertainty, verdict
from aggregation import LAST, of_seed


# least bodies of an aggregate / all: the smallest published aggregate (Fig. 9b)
SMALLEST = 25 / 200
HALF = 0.5


def thresholds(rows, name, least):
    """(rows of one law of friction, one of GREATEST, least share of the bodies in an aggregate) =>
    {seed: result of bracket_of for the initial motions of this cloud}"""
    return {
        seed: bracket_of(
            [
                (row[name], share_of(row, least))
                for row in sorted(of_seed(rows, seed), key=lambda row: row[name])
            ],
            least,
        )
        for seed in sorted({row["seed"] for row in rows if row[name] > 0})
    }


def share_of(row, least):
    """=> fraction of the bodies in the largest cluster. None if the cluster is smaller than the
    least aggregate, but would reach its size if the run were continued for as long again at the
    rate of change of the last five hours."""
    share = row["bodies"] / row["count"]
    grown = share + row["grains_change"] / row["count"] * row["hours"] / LAST
    return share if share >= least or grown < least else None


def bracket_of(points, least):
    """([(value, share or None)], in ascending order; least share of an aggregate) => last value
    with an aggregate, first value beyond it known to be without one, and the value at the least
    share by linear interpolation. Without such a pair, the reason: clusters beyond may still become
    aggregates (verdict.CENSORED), or there is no run beyond (verdict.MISSING).
    """
    above = [k for k, (_, share) in enumerate(points) if share is not None and share >= least]
    beyond = points[above[-1] + 1 :] if above else []
    known = [(value, share) for value, share in beyond if share is not None]
    if not known:
        return verdict.CENSORED if beyond else verdict.MISSING
    (a, high), (b, low) = points[above[-1]], known[0]
    return float(a), float(b), float(a + (b - a) * (high - least) / (high - low))


def greatest_aggregating(rows, name):
    """=> [greatest value with an aggregate] of each cloud; nan for a cloud without one"""
    return [
        max(
            (row[name] for row in of_seed(rows, seed) if row["bodies"] >= SMALLEST * row["count"]),
            default=np.nan,
        )
        for seed in sorted({row["seed"] for row in rows if row[name] > 0})
    ]


def mean_at(rows, name, value):
    """=> mean share of the bodies in the largest cluster at this value of the motion; nan without
    such a run"""
    shares = [row["bodies"] / row["count"] for row in rows if row[name] == value]
    return float(np.mean(shares)) if shares else np.nan


def of_half(rows, name):
    """=> mean over the clouds of the value at which the largest cluster has half of the bodies; nan
    if it is not known for all clouds"""
    found = list(thresholds(rows, name, HALF).values())
    if not found or any(isinstance(one, str) for one in found):
        return np.nan
    return float(np.mean([middle for *_, middle in found]))


def bracketed(brackets):
    """(results of bracket_of for two or more clouds) => mean of the interpolated values; bracket
    for these clouds: the means of the lower and of the upper ends; confidence interval for all
    clouds: the bracket extended by the error of the mean"""
    value, error, freedom = uncertainty.mean(np.array([middle for *_, middle in brackets]))
    half_width = uncertainty.sigmas(freedom) * error
    low, high = (float(np.mean([bracket[end] for bracket in brackets])) for end in (0, 1))
    return value, (low, high), (low - half_width, high + half_width)
