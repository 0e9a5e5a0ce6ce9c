"""F4, Figs. 8, 9: porosity of aggregates."""
import numpy as np

from analysis import uncertainty
import aggregation as agg

LOW, HIGH = 34, 40  # published [%]
SMALL = (25, 14)  # published small aggregate: bodies, porosity [%]
NAMES = {"100": "100 m", "195": "195 m", "400": "400 m", "hull": "convex hull", "auto": "automatic"}


def large(rows):
    """=> aggregates with more than 125 of 200 bodies, as published"""
    return [
        row for row in agg.aggregates(agg.of(rows, "ccp")) if row["bodies"] > 0.625 * row["count"]
    ]


def small(rows):
    return [
        row for row in agg.aggregates(agg.of(rows, "ccp")) if row["bodies"] < 0.25 * row["count"]
    ]


def welch(groups):
    """(two groups) => standard error of the difference of their means, degrees of freedom"""
    if min(map(len, groups)) < 2:
        return np.nan, 0
    parts = [group.var(ddof=1) / len(group) for group in groups]
    total = sum(parts)
    return float(np.sqrt(total)), float(
        total**2 / sum(part**2 / (len(group) - 1) for part, group in zip(parts, groups))
    )


def porosity(demands, name, rows, alpha, scale):
    values = agg.column(rows, f"porosity_{alpha}")
    if not len(values):
        return agg.entry(demands, name, None, scale)
    others = ", ".join(
        f"{NAMES[key]} {100 * agg.column(rows, f'porosity_{key}').mean():.1f}"
        for key in NAMES
        if key != alpha
    )
    return agg.entry(
        demands,
        name,
        100 * values.mean(),
        scale,
        note=f"{100 * values.min():.1f} to {100 * values.max():.1f} % of {len(values)} "
        f"aggregates; {others}.{agg.lacking(rows, f'porosity_{alpha}')}",
    )


def inside(demands, rows, scale):
    """=> the entry of the fraction of aggregates whose porosity by the automatic alpha is in the
    published range; the note has the fractions for the other alphas"""
    shares = {key: agg.column(rows, f"porosity_{key}") for key in NAMES}
    shares = {
        key: np.mean((100 * values >= LOW) & (100 * values <= HIGH))
        for key, values in shares.items()
        if len(values)
    }
    values = 100 * agg.column(rows, "porosity_auto")
    if not len(values):
        return agg.entry(demands, "porosity_auto", None, scale)
    others = ", ".join(
        f"{NAMES[key]} {share:.2f}" for key, share in shares.items() if key != "auto"
    )
    return agg.entry(
        demands,
        "porosity_auto",
        shares["auto"],
        scale,
        note=f"{values.min():.1f} to {values.max():.1f} %, mean {values.mean():.1f} of "
        f"{len(values)}; by other alphas the share is "
        f"{others}.{agg.lacking(rows, 'porosity_auto')}",
    )


def denser(demands, rows, scale, more=""):
    """=> the entry of the porosity of small aggregates minus that of large ones; `more` is added to
    the note"""
    few, many = small(rows), large(rows)
    value, error, freedom = np.nan, np.nan, 0
    if few and many:
        groups = [agg.column(part, "porosity_auto") for part in (few, many)]
        value = groups[0].mean() - groups[1].mean()
        error, freedom = welch(groups)
    return agg.entry(
        demands,
        "porosity_small",
        value,
        scale,
        sigma=error,
        freedom=freedom,
        note=f"{len(few)} small ones.{of_each(few)}{gap(value, error, freedom)}{more}",
    )


def of_each(rows):
    """(small aggregates) => note with the run, the bodies and the porosity of each"""
    known = [row for row in rows if row["porosity_auto"] is not None]
    texts = [
        f"{row['run']}, {row['bodies']} bodies: {100 * row['porosity_auto']:.1f} %" for row in known
    ]
    return f" {'; '.join(texts)}." if texts else ""


def gap(value, error, freedom):
    """(difference, its standard error, degrees of freedom) => note with its confidence interval and
    the published gap"""
    if not np.isfinite(error):
        return ""
    half_width = uncertainty.sigmas(freedom) * error
    low, high = (100 * (value + sign * half_width) for sign in (-1, 1))
    return (
        f" Confidence interval {low:.1f} to {high:.1f} points; published "
        f"{SMALL[1] - HIGH} to {SMALL[1] - LOW} points."
    )
