"""F3, Fig. 7: rank correlation of period and mass in parts of the aggregates."""
from analysis.ranks import rank_correlation, rank_interval
import aggregation as agg

LEAST = 4  # aggregates that have a confidence interval


def parts(rows):
    """(aggregates of moving clouds) => {text: rows}"""
    return {
        "in frames": [row for row in rows if row["frame"] > 0],
        "without a frame": [row for row in rows if row["frame"] == 0],
        "with spins alone": agg.alone(rows, None, "spin"),
    }


def note(rows):
    """(aggregates of moving clouds) => text with the correlation of each part"""
    return " ".join(
        f"{len(here)} {text}: {said(here)}."
        for text, here in parts(rows).items()
        if len(here) >= LEAST
    )


def said(rows):
    value = rank_correlation([row["mass"] for row in rows], [row["period"] for row in rows])
    low, high = rank_interval(value, len(rows))
    return f"{value:.3g} ({low:.2f} to {high:.2f})"
