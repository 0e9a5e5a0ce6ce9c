"""Standard deviations and standard errors over realisations: runs that differ only in their random
seeds."""
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
