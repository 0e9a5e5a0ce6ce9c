"""Probabilities of the F distribution, the ratio of two independent mean squares."""
import math


def exceeded(f, between, residual):
    """(ratio of mean squares, degrees of freedom of each) => probability that a variable with the
    F distribution is at least f; nan if f is nan or degrees of freedom are not positive. It is the
    regularised incomplete beta function I_x(residual / 2, between / 2) at x = residual /
    (residual + between f).
    """
    if math.isnan(f) or between <= 0 or residual <= 0:
        return math.nan
    if f <= 0 or math.isinf(f):
        return 1.0 if f <= 0 else 0.0
    x, y = residual / (residual + between * f), between * f / (residual + between * f)
    a, b = residual / 2, between / 2
    if x < (a + 1) / (a + b + 2):
        return _beta(a, b, x, y)
    return 1 - _beta(b, a, y, x)


def _beta(a, b, x, y):
    """I_x(a, b) for x below (a + 1) / (a + b + 2), y = 1 - x: continued fraction
    https://dlmf.nist.gov/8.17.E22, evaluated by the modified method of Lentz (Press et al. 2007,
    Numerical Recipes, ISBN 978-0-521-88068-8, Sect. 5.2 and 6.4)"""
    tiny, value, above, below = 1e-300, 1.0, 1.0, 0.0
    for j in range(1, 100000):
        half = j // 2
        step = -(a + half) * (a + b + half) if j % 2 else half * (b - half)
        step *= x / ((a + j - 1) * (a + j))
        below = 1 / (1 + step * below or tiny)
        above = 1 + step / above or tiny
        value *= above * below
        if abs(above * below - 1) < 1e-15:
            break
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(logarithm + a * math.log(x) + b * math.log(y)) / (a * value)
