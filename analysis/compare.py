"""Entries of verdict.json for the demands of published.toml, by name."""
import numpy as np

from analysis import uncertainty, verdict


def entry(demands, name, value, scale, **more):
    """=> the entry of verdict.json for the demand of that name. The value None means that its runs
    are not available, a value that is not finite that the event never occurred."""
    if value is None:
        more.setdefault("reason", verdict.MISSING)
    known = value is not None and np.isfinite(value)
    return verdict.evaluate(demands[name], float(value) if known else None, scale, **more)


def missing(demands, scale, *names):
    """=> entries of the demands of these names, whose runs are not available"""
    return [entry(demands, name, None, scale) for name in names]


def mean_entry(demands, name, values, scale, **more):
    """=> the entry of a mean over realisations, with its standard error"""
    value, error, freedom = uncertainty.mean(values) if len(values) else (None, np.nan, 0)
    return entry(demands, name, value, scale, sigma=error, freedom=freedom, **more)


def variant_entry(demands, name, value, scale, **more):
    """=> the entry of a variant that was chosen after the results were seen; for the value None the
    reason is verdict.MISSING"""
    if value is None:
        return entry(demands, name, None, scale)
    return entry(demands, name, value, scale, reason=verdict.VARIANT, **more)
