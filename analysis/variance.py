"""Analysis of variance of a number that several methods computed for the same seeds: whether the
methods differ, and how far.

A table has one row for each method and one column for each seed, all in the unit of the number.
A seed names one pile, which all methods start from, so seeds are blocks. nan, None and infinity
stand for a number that is not available: not run, failed or censored. A censored number is not
missing by chance, so that results without it do not hold for all seeds.

Formulas of mean squares and variances: Searle, Casella & McCulloch 1992, Variance Components, ISBN
0-471-62162-5, chapters 3 and 4.
"""
import math
from typing import NamedTuple

import numpy as np

from analysis import f_distribution

DRAWS = 2000  # resamplings for an interval
GENERATOR = 20240229  # seed of their random numbers
ENOUGH = 5  # least number of seeds for which `said` gives an interval


class Analysis(NamedTuple):
    """Ratio of two mean squares, in the unit of the number squared"""

    between: float  # mean square between methods
    residual: float  # mean square that the methods do not explain
    freedom: tuple  # degrees of freedom of both
    number: float  # effective number of seeds of a method
    left_out: tuple = ()  # seeds that were left out because a method has no number for them

    @property
    def f(self):
        """between / residual; nan if that is 0 / 0 or has no degrees of freedom"""
        if self.residual == 0 and self.between > 0:
            return math.inf
        return self.between / self.residual if self.residual > 0 else math.nan

    @property
    def p(self):
        """Probability of a ratio of at least f if the methods do not differ, for numbers with
        independent normal errors of equal variance"""
        return f_distribution.exceeded(self.f, *self.freedom)

    @property
    def variance(self):
        """Variance of the methods about their mean, estimated from the expected mean squares and
        at least 0; nan without residual degrees of freedom. Its square root is the spread."""
        return float(_variance(self.between, self.residual, self.number))


def one_way(table):
    """(table, m x s) => Analysis: mean square between methods over that within methods, with m - 1
    and N - m degrees of freedom for N available numbers, which is m(s - 1) for a complete table.
    Methods may have different numbers of seeds.

    The seeds count as independent in each method. Differences between seeds that all methods share
    are part of the residual, which makes f and variance too small; see blocked. Fewer than two
    methods, or a method without any number, raise ValueError.
    """
    table = _checked(table)
    empty = np.flatnonzero(~np.isfinite(table).any(axis=1))
    if len(empty):
        raise ValueError(f"row {empty[0] + 1} has no finite number: remove this method")
    between, within, number = _one_way_squares(table)
    freedom = (len(table) - 1, int(np.isfinite(table).sum()) - len(table))
    return Analysis(float(between), float(within), freedom, float(number))


def blocked(table, seeds=None):
    """(table, m x s, names of its columns; 1, 2, ... if not given) => Analysis of two ways without
    repetition: mean square between methods over the residual about the means of methods and seeds,
    with m - 1 and (m - 1)(s - 1) degrees of freedom. Seeds that lack a number of any method are
    left out for all methods. f is nan if fewer than two seeds remain. Fewer than two methods raise
    ValueError.
    """
    table = _checked(table)
    seeds = range(1, table.shape[1] + 1) if seeds is None else seeds
    complete = np.isfinite(table).all(axis=0)
    left_out = tuple(seed for seed, kept in zip(seeds, complete, strict=True) if not kept)
    between, residual, number = _blocked_squares(table[:, complete])
    methods = len(table) - 1
    freedom = (methods, methods * max(int(number) - 1, 0))
    return Analysis(float(between), float(residual), freedom, float(number), left_out)


def _squared(deviations, table):
    """(deviations from means of the table, table) => their squares; 0 for rounding errors"""
    error = 16 * np.finfo(float).eps * np.abs(table[np.isfinite(table)]).max(initial=0)
    return np.where(np.abs(deviations) <= error, 0, deviations**2)


def _checked(table):
    table = np.asarray(table, float)
    if table.ndim != 2 or len(table) < 2:
        raise ValueError(f"expected two or more rows of equal length, found shape {table.shape}")
    return table


@np.errstate(divide="ignore", invalid="ignore")
def _one_way_squares(table):
    """(tables, ... x m x s) => mean squares between and within methods, effective number of seeds,
    each with the leading shape of the tables"""
    known = np.isfinite(table)
    counts = known.sum(axis=-1)
    total, methods = counts.sum(axis=-1), table.shape[-2]
    means = np.where(known, table, 0).sum(axis=-1) / counts
    mean = (counts * means).sum(axis=-1, keepdims=True) / total[..., None]
    between = (counts * _squared(means - mean, table)).sum(axis=-1) / (methods - 1)
    within = _squared(np.where(known, table - means[..., None], 0), table).sum(axis=(-2, -1))
    number = (total - (counts**2).sum(axis=-1) / total) / (methods - 1)
    return between, within / (total - methods), number


@np.errstate(divide="ignore", invalid="ignore")
def _blocked_squares(table):
    """(complete tables, ... x m x s) => mean square between methods, residual mean square, number
    of seeds"""
    methods, number = table.shape[-2:]
    means = table.sum(axis=-1, keepdims=True) / number
    blocks = table.mean(axis=-2, keepdims=True)
    mean = means.mean(axis=-2, keepdims=True)
    between = number * _squared(means - mean, table).sum(axis=(-2, -1)) / (methods - 1)
    residual = _squared(table - means - blocks + mean, table).sum(axis=(-2, -1))
    return between, residual / np.float64((methods - 1) * max(number - 1, 0)), number


@np.errstate(divide="ignore", invalid="ignore")
def _variance(between, residual, number):
    return np.maximum(0, (between - residual) / number)


class Collapse(NamedTuple):
    """K = 1 - spread(B) / spread(A) of two ways A and B of matching the methods: 1 if their spread
    vanishes in B, 0 if it remains, negative if it grows, nan if it is 0 in A"""

    value: float
    low: float  # 95 % interval
    high: float
    seeds: int  # number of seeds that were resampled
    defined: float  # share of the resamplings in which K is defined


def collapse(first, second, blocks=False):
    """(tables of A and B, each m x s, same seeds in the same columns) => Collapse. The variances
    are those of one_way or, with blocks, of blocked; then seeds that lack a number in either table
    are left out. Different numbers of methods or seeds, or too few methods, raise ValueError.

    The interval has the percentiles 2.5 and 97.5 of K in 2000 resamplings of the seeds, drawn with
    replacement, jointly for all methods and both tables. Its limits are nan if K is nan.
    Resamplings in which K is not defined are left out.

    With 2 to 5 seeds the interval is too narrow. In simulated tables of five methods, whose spread
    in A is twice the residual standard deviation, it contains the true K in about 50, 75 and 85 %
    of the cases for 2, 3 and 5 seeds. Only 3, 10 and 126 different resamplings exist.
    The interval is also biased, because chance moves the resampled means of the methods apart:
    resampled variances are too large by about the residual mean square over the number of seeds.
    This matters more for the smaller variance, usually that of B, and shifts the interval down, so
    that it may lie below K. Where variances of B are cut off at 0 its upper limit is 1. The methods
    are not resampled: the interval holds for these methods only.
    """
    first, second = _checked(first), _checked(second)
    if first.shape != second.shape:
        raise ValueError(f"A has the shape {first.shape}, B {second.shape}: expected equal")
    if blocks:
        complete = np.isfinite(first).all(axis=0) & np.isfinite(second).all(axis=0)
        first, second = first[:, complete], second[:, complete]
    squares = _blocked_squares if blocks else _one_way_squares
    seeds = first.shape[1]
    value = float(_collapse(squares, first, second))
    if math.isnan(value):
        return Collapse(value, math.nan, math.nan, seeds, math.nan)
    drawn = np.random.default_rng(GENERATOR).integers(seeds, size=(DRAWS, seeds))
    resampled = (np.moveaxis(table[:, drawn], 1, 0) for table in (first, second))
    values = _collapse(squares, *resampled)
    values = values[np.isfinite(values)]
    low, high = np.percentile(values, (2.5, 97.5)) if len(values) else (math.nan, math.nan)
    return Collapse(value, float(low), float(high), seeds, len(values) / DRAWS)


@np.errstate(divide="ignore", invalid="ignore")
def _collapse(squares, first, second):
    before, after = (_variance(*squares(table)) for table in (first, second))
    return np.where(before > 0, 1 - np.sqrt(after / before), np.nan)


def said(result):
    """(Analysis or Collapse) => text, such as "F = 4.2 (4 and 16 degrees of freedom, p = 0.016)"
    or "K = 0.62 (95 % interval 0.41 to 0.79, 5 seeds)"; names the seeds that were left out. With
    fewer than ENOUGH seeds it gives no interval, because that would be much too narrow."""
    if isinstance(result, Collapse):
        if math.isnan(result.value):
            return "K not defined"
        if result.seeds < ENOUGH:
            return f"K = {result.value:.2g} ({result.seeds} seeds, too few for an interval)"
        span = f"95 % interval {result.low:.2g} to {result.high:.2g}, {result.seeds} seeds"
        span += "" if result.defined == 1 else f", defined in {result.defined:.0%} of resamplings"
        return f"K = {result.value:.2g} ({span})"
    freedom = f"{result.freedom[0]} and {result.freedom[1]} degrees of freedom"
    without = f"; without seeds {', '.join(map(str, result.left_out))}" if result.left_out else ""
    if math.isnan(result.p):
        return f"F not defined ({freedom}{without})"
    p = f"p = {result.p:.2g}" if result.p >= 1e-4 else "p < 0.0001"
    return f"F = {result.f:.3g} ({freedom}, {p}{without})"
