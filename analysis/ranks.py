"""Rank correlations and their confidence intervals."""
import numpy as np

from analysis import uncertainty


def rank_correlation(x, y):
    """(values, as many others) => Spearman's rank correlation, ties at their mean rank; nan with
    fewer than three pairs or if one of them is constant"""

    def ranks(values):
        values = np.asarray(values, float)
        return np.array([np.mean(np.flatnonzero(np.sort(values) == value)) for value in values])

    if len(x) < 3:
        return np.nan
    a, b = ranks(x), ranks(y)
    return float(np.corrcoef(a, b)[0, 1]) if np.ptp(a) > 0 and np.ptp(b) > 0 else np.nan


def rank_interval(correlation, count):
    """(rank correlation, number of pairs, at least four) => confidence interval: two standard
    errors sqrt(1.06 / (n - 3)) of its inverse hyperbolic tangent, Fieller, Hartley & Pearson 1957,
    doi:10.1093/biomet/44.3-4.470. A perfect correlation uses the value for two exchanged
    neighbours, because the inverse hyperbolic tangent of 1 is infinite.
    """
    most = 1 - 12 / (count * (count**2 - 1))
    half_width = uncertainty.SIGMAS * np.sqrt(1.06 / (count - 3))
    middle = np.arctanh(np.clip(correlation, -most, most))
    return min(float(np.tanh(middle - half_width)), correlation), max(
        float(np.tanh(middle + half_width)), correlation
    )
