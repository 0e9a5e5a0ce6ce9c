"""Power laws y = factor x^exponent: least squares of the logarithms, and how well they are known."""
import numpy as np


def fit(x, y):
    """(x, y, both positive) => exponent and factor of the power law through them"""
    exponent, logarithm = np.polyfit(np.log(x), np.log(y), 1)
    return float(exponent), float(np.exp(logarithm))


def error(x, many, relative):
    """(x, how many values stand behind each y, relative standard deviation of one value) => standard error of the exponent"""
    weight = np.log(x) - np.log(x).mean()
    return float(np.sqrt(np.sum(weight**2 * relative**2 / np.asarray(many))) / np.sum(weight**2))


def left(x, y):
    """(x, y) => root mean square of what a power law and an exponential leave of the logarithm of y"""
    logs = np.log(y)
    return tuple(float(np.std(logs - np.polyval(np.polyfit(at, logs, 1), at))) for at in (np.log(x), np.asarray(x, float)))
