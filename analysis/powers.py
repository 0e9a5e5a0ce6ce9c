"""Power laws y = factor x^exponent: least-squares fits of the logarithms, and errors of the
exponents."""
import numpy as np


def fit(x, y):
    """(x, y, both positive) => exponent and factor of the fitted power law"""
    exponent, logarithm = np.polyfit(np.log(x), np.log(y), 1)
    return float(exponent), float(np.exp(logarithm))


def error(x, many, relative):
    """(x, number of values averaged in each y, relative standard deviation of one value) =>
    standard error of the exponent"""
    weight = np.log(x) - np.log(x).mean()
    return float(
        np.sqrt(np.sum(weight**2 * relative**2 / np.asarray(many))) / np.sum(weight**2)
    )


def residuals(x, y):
    """(x, y) => root mean square residual of log y about a fitted power law, and about a fitted
    exponential"""
    logs = np.log(y)
    return tuple(
        float(np.std(logs - np.polyval(np.polyfit(at, logs, 1), at)))
        for at in (np.log(x), np.asarray(x, float))
    )
