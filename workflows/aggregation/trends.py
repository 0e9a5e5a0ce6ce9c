"""Rank correlations of results with initial motions."""
import numpy as np

from analysis import verdict
from analysis.ranks import rank_correlation, rank_interval
from aggregation import entry


def trend(demands, name, rows, x, y, scale, which="runs", more=""):
    """=> the entry of the rank correlation of two columns; 0 if one of them is constant. `more` is
    added to the note."""
    count = len(rows)
    if count < 4:
        return entry(
            demands,
            name,
            None,
            scale,
            reason=verdict.ALONE if rows else verdict.MISSING,
            note=f"{count} {which}." if count != 1 else f"1 {which[:-1]}.",
        )
    value = rank_correlation([row[x] for row in rows], [row[y] for row in rows])
    value = 0.0 if np.isnan(value) else value
    return entry(
        demands,
        name,
        value,
        scale,
        interval=rank_interval(value, count),
        note=" ".join(text for text in (f"{count} {which}.", more) if text),
    )
