"""Standard deviations and standard errors over realisations: runs that differ only in their random
seeds."""
import math
import statistics

import numpy as np


def pooled(groups):
    """(groups of values; the runs of a group differ only in their bodies) => pooled sample standard
    deviation of the groups with two or more values, and its degrees of freedom; nan, 0 if there is
    no such group"""
    groups = [np.asarray(group, float) for group in groups if len(group) > 1]
    freedom = sum(len(group) - 1 for group in groups)
    if freedom == 0:
        return np.nan, 0
    return (
        float(np.sqrt(sum(((group - group.mean()) ** 2).sum() for group in groups) / freedom)),
        freedom,
    )


def mean(values):
    """(values of realisations, at least one) => their mean, its standard error (nan for one value),
    degrees of freedom"""
    deviation, freedom = pooled([values])
    return float(np.mean(values)), float(deviation / np.sqrt(len(values))), freedom


def of_sum(errors, freedoms):
    """(standard errors of independent numbers, degrees of freedom of each) => standard error of
    their sum or difference and its degrees of freedom: Welch 1947, doi:10.1093/biomet/34.1-2.28,
    and Satterthwaite 1946, doi:10.2307/3002019, Eq. 17; nan, 0 if an error is not known
    """
    if not all(freedoms):
        return np.nan, 0
    squares = np.square(errors)
    terms = float(
        sum(square**2 / freedom for square, freedom in zip(squares, freedoms) if square > 0)
    )
    return float(np.sqrt(squares.sum())), float(squares.sum() ** 2 / terms) if terms > 0 else sum(
        freedoms
    )


def of_mean(errors, freedoms):
    """(standard errors of independent numbers, degrees of freedom of each) => standard error of
    their mean and its degrees of freedom"""
    error, freedom = of_sum(errors, freedoms)
    return error / len(errors), freedom


def per_realisation(runs, value, pile=lambda run: run["piles"]):
    """(runs, function for the value of a run, function for the piles that a run started from) =>
    one value for each set of piles, the mean over its runs. Runs of the same piles in other
    orientations belong to the same realisation."""
    groups = {}
    for run in runs:
        groups.setdefault(pile(run), []).append(value(run))
    return np.array([np.mean(values) for values in groups.values()])


SIGMAS = 2  # half width of the confidence interval in standard errors, for many degrees of freedom


def sigmas(freedom, comparisons=1):
    """(degrees of freedom of a standard error) => half width of the confidence interval in standard
    errors: Student's t at the two-sided probability of two normal sigma, 0.9545. Exact for 1 and 2
    degrees of freedom; values from 1 to 2 count as 1, those from 2 to 3 as 2. From 3 on the
    Cornish-Fisher expansion in 1 / freedom, accurate to 0.2 %: Abramowitz & Stegun 1964, 26.7.5.

    - comparisons: number of intervals that all contain their numbers with this probability
      (Bonferroni). For 20 intervals the expansion is accurate to 3 %, from 5 degrees of freedom on
      to 0.3 %.
    """
    outside = math.erfc(SIGMAS / math.sqrt(2)) / comparisons
    if freedom < 2:
        return 1 / math.tan(math.pi / 2 * outside)
    if freedom < 3:
        return (1 - outside) * math.sqrt(2 / (outside * (2 - outside)))
    x, n = SIGMAS, freedom
    if comparisons > 1:
        x = statistics.NormalDist().inv_cdf(1 - outside / 2)
    return (
        x
        + (x**3 + x) / (4 * n)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * n**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * n**3)
        + (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * n**4)
    )
