"""How much runs scatter that differ in nothing but chance: the standard by which differences are judged."""
import numpy as np


def pooled(groups):
    """(groups of values of runs that differ in their bodies alone) => one standard deviation for all, from the groups with two
    values or more, and its degrees of freedom; nan, 0 if there are none"""
    groups = [np.asarray(group, float) for group in groups if len(group) > 1]
    freedom = sum(len(group) - 1 for group in groups)
    if freedom == 0:
        return np.nan, 0
    return float(np.sqrt(sum(((group - group.mean()) ** 2).sum() for group in groups) / freedom)), freedom


def mean(values):
    """(one value or more of bodies made anew) => their mean, its standard error (nan for one), degrees of freedom"""
    deviation, freedom = pooled([values])
    return float(np.mean(values)), float(deviation / np.sqrt(len(values))), freedom


def of_sum(errors, freedoms):
    """(standard errors of independent numbers, degrees of freedom of each) => standard error of their sum or difference and its degrees of freedom:
    Welch 1947, doi:10.1093/biomet/34.1-2.28, and Satterthwaite 1946, doi:10.2307/3002019, Eq. 17; nan, 0 if one of them is not known"""
    if not all(freedoms):
        return np.nan, 0
    squares = np.square(errors)
    terms = float(sum(square**2 / freedom for square, freedom in zip(squares, freedoms) if square > 0))
    return float(np.sqrt(squares.sum())), float(squares.sum() ** 2 / terms) if terms > 0 else sum(freedoms)


def of_mean(errors, freedoms):
    """(standard errors of independent numbers, degrees of freedom of each) => standard error of their mean and its degrees of freedom"""
    error, freedom = of_sum(errors, freedoms)
    return error / len(errors), freedom


def anew(runs, value, pile=lambda run: run["piles"]):
    """(runs that differ in chance alone, what each came to, which piles it started from) => one value for each set of piles:
    the mean over the runs that only turn them. Turning a body is no new body."""
    kept = {}
    for run in runs:
        kept.setdefault(pile(run), []).append(value(run))
    return np.array([np.mean(values) for values in kept.values()])
