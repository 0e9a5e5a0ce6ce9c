"""Analysis of variance of the diagnostics: do the variants differ by more than the piles?"""
import numpy as np

from analysis import variance
import philosophies as ph

# sets of variants that are compared; the second has those with equal coefficients of friction at
# rest, and was chosen after a pilot of 100 spheres
SETS = (("1", "2a", "2b", "3", "4", "5"), ("1", "2a", "3", "4"))

BOTH = [ph.MATCHINGS[name] for name in "AB"]
# variants whose coefficient of friction is the same in both (decision 73): their runs count twice
UNCHANGED = ("1", "2a", "3", "4")


def compared(rows):
    """(rows of with_unchanged) => matching, names and variants of each set that has runs of two
    variants or more; a set of UNCHANGED variants is not repeated for matching B"""
    found = {}
    for matching in ph.MATCHINGS.values():
        for chosen in SETS:
            names = [name for name in chosen if ph.of(rows, ph.VARIANTS[name], matching)]
            repeated = matching == BOTH[1] and set(names) <= set(UNCHANGED)
            if len(names) > 1 and not repeated:
                found[matching, f"variants {', '.join(names)}"] = names
    return [(*key, names) for key, names in found.items()]


def table_of(rows, matching, variants):
    """(rows with a column `value`, matching, variants) => their values, a row for each variant that
    has runs and a column for each seed, and the seeds; nan where a pile did not fail"""
    texts = [ph.VARIANTS[name] for name in variants if ph.of(rows, ph.VARIANTS[name], matching)]
    seeds = sorted({row["seed"] for row in rows if row["matching"] == matching})
    known = {
        (row["variant"], row["seed"]): row["value"]
        for row in rows
        if row["matching"] == matching and row["value"] is not None
    }
    values = [[known.get((text, seed), np.nan) for seed in seeds] for text in texts]
    return np.array(values, float).reshape(len(texts), len(seeds)), seeds


def analyses(rows, matching, variants):
    """(as above) => {name: variance.Analysis}: seeds as independent piles, and as blocks; {} with
    fewer than two variants, or if one has no value"""
    table, seeds = table_of(rows, matching, variants)
    if len(table) < 2 or not np.isfinite(table).any(axis=1).all():
        return {}
    return {"one way": variance.one_way(table), "blocked": variance.blocked(table, seeds)}


def with_unchanged(rows):
    """=> the rows, and those of UNCHANGED variants with equal coefficients once more as matching B;
    without runs of matching B the rows alone"""
    equal, tuned = BOTH
    if not any(row["matching"] == tuned for row in rows):
        return rows
    texts = [ph.VARIANTS[name] for name in UNCHANGED]
    return rows + [
        {**row, "matching": tuned}
        for row in rows
        if row["matching"] == equal and row["variant"] in texts
    ]


def rows_of(rows, diagnostic):
    """(rows with a column `value`, text of the diagnostic) => a row for each matching, set of
    variants and kind of analysis"""
    rows = with_unchanged(rows)
    return [
        {
            "diagnostic": diagnostic,
            "matching": matching,
            "variants": name,
            "seeds": kind,
            "F": finite(found.f),
            "freedom between": found.freedom[0],
            "freedom of the residual": found.freedom[1],
            "p": finite(found.p),
            "spread": finite(np.sqrt(found.variance)),
        }
        for matching, name, variants in compared(rows)
        for kind, found in analyses(rows, matching, variants).items()
    ]


def finite(value):
    """=> the number; None if it is not finite"""
    return float(value) if np.isfinite(value) else None
