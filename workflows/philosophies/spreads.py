"""Analysis of variance of the diagnostics: do the variants differ by more than the piles?"""
import numpy as np

from analysis import variance, verdict
import philosophies as ph

# sets of variants that are compared; the second leaves out rolling friction and hard spheres, and
# was chosen after a pilot of 100 spheres
SETS = (("1", "2a", "2b", "3", "4", "5"), ("1", "2a", "3", "4"))

BOTH = [ph.MATCHINGS[name] for name in "AB"]
# variants whose coefficient of friction is the same in both (decision 73): their runs count twice
UNCHANGED = ("1", "2a", "3", "4")
# why variances are not known, the reason with the highest precedence first
REASONS = (verdict.CENSORED, verdict.MISSING, verdict.ALONE)


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
    """(rows with a column `value`, matching, variants) => their values, a row for each variant and
    a column for each seed, and the seeds; nan where a run or its value is not available"""
    texts = [ph.VARIANTS[name] for name in variants]
    seeds = sorted({row["seed"] for row in rows if row["matching"] == matching})
    known = {
        (row["variant"], row["seed"]): row["value"]
        for row in rows
        if row["matching"] == matching and row["value"] is not None
    }
    values = [[known.get((text, seed), np.nan) for seed in seeds] for text in texts]
    return np.array(values, float).reshape(len(texts), len(seeds)), seeds


def analyses(rows, matching, variants):
    """(rows with a column `value`, matching, two variants or more) => {kind: variance.Analysis} of
    the seeds that have a run of each variant: as independent piles, and as blocks. {} without such
    seeds, or if a pile has no value."""
    table, seeds = table_of(rows, matching, variants)
    complete = np.isfinite(table).all(axis=0)
    if not complete.any() or without_value(rows, matching, variants):
        return {}
    return {
        "one way": variance.one_way(table[:, complete]),
        "blocked": variance.blocked(table, seeds),
    }


def piles_of(rows, matching, variants):
    """=> the rows of this matching and these variants, by variant and seed"""
    texts = [ph.VARIANTS[name] for name in variants]
    return {
        (row["variant"], row["seed"]): row
        for row in rows
        if row["matching"] == matching and row["variant"] in texts
    }


def without_value(rows, matching, variants):
    """(rows with a column `value`, matching, variants) => number of their piles without a value"""
    return sum(row["value"] is None for row in piles_of(rows, matching, variants).values())


def reason_of(rows, expected, matching, variants):
    """(rows with a column `value`, rows of these and of all other runs of the scale, matching,
    variants) => why their variances are not known: a pile has no value, a run is not available, or
    else there is one pile alone"""
    if without_value(rows, matching, variants):
        return verdict.CENSORED
    known, asked = (piles_of(some, matching, variants).keys() for some in (rows, expected))
    return verdict.ALONE if known >= asked else verdict.MISSING


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
    variants and kind of analysis; without numbers if a pile has no value"""
    rows = with_unchanged(rows)
    found = []
    for matching, name, variants in compared(rows):
        results = analyses(rows, matching, variants)
        found += [
            {
                "diagnostic": diagnostic,
                "matching": matching,
                "variants": name,
                "seeds": kind,
                **numbers(results.get(kind)),
                "piles without a value": without_value(rows, matching, variants),
            }
            for kind in ("one way", "blocked")
        ]
    return found


def numbers(result):
    """(variance.Analysis or None) => its numbers; each None without it or if it is not finite"""
    between, residual = result.freedom if result else (None, None)
    return {
        "F": finite(result.f) if result else None,
        "freedom between": between,
        "freedom of the residual": residual,
        "p": finite(result.p) if result else None,
        "spread": finite(np.sqrt(result.variance)) if result else None,
    }


def finite(value):
    """=> the number; None if it is not finite"""
    return float(value) if np.isfinite(value) else None
