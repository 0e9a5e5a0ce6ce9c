"""How much runs scatter that differ in nothing but chance: the standard by which differences are judged."""
import numpy as np


def pooled(groups):
    """(groups of values of runs that differ in their bodies alone) => one standard deviation for all, from the groups with two
    values or more; nan if there are none"""
    groups = [np.asarray(group, float) for group in groups if len(group) > 1]
    freedom = sum(len(group) - 1 for group in groups)
    if freedom == 0:
        return np.nan
    return float(np.sqrt(sum(((group - group.mean()) ** 2).sum() for group in groups) / freedom))


def of_means(groups):
    """(groups as above) => standard error of each group's mean, from the pooled deviation"""
    deviation = pooled(groups)
    return [deviation / np.sqrt(len(group)) if len(group) else np.nan for group in groups]


def anew(runs, value, pile=lambda run: run["piles"]):
    """(runs that differ in chance alone, what each came to, which piles it started from) => one value for each set of piles:
    the mean over the runs that only turn them. Turning a body is no new body."""
    kept = {}
    for run in runs:
        kept.setdefault(pile(run), []).append(value(run))
    return np.array([np.mean(values) for values in kept.values()])
