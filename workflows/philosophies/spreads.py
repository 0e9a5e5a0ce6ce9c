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


def tuned(rows, variants):
    """(rows of with_unchanged, variants) => those with equal coefficients and equal angles"""
    return [name for name in variants if all(ph.of(rows, ph.VARIANTS[name], m) for m in BOTH)]


def collapses(rows, variants):
    """(rows of with_unchanged, variants) => {name: variance.Collapse} from equal coefficients to
    equal avalanche angles, over the seeds that all these variants have in both; {} with fewer than
    two variants, if all are UNCHANGED, without such seeds, or if one has no value"""
    if len(variants) < 2 or set(variants) <= set(UNCHANGED):
        return {}
    seeds = set.intersection(
        *(
            {row["seed"] for row in ph.of(rows, ph.VARIANTS[name], matching)}
            for name in variants
            for matching in BOTH
        )
    )
    if not seeds:
        return {}
    rows = [row for row in rows if row["seed"] in seeds]
    tables = [table_of(rows, matching, variants)[0] for matching in BOTH]
    if not all(np.isfinite(table).any(axis=1).all() for table in tables):
        return {}
    return {
        "one way": variance.collapse(*tables),
        "blocked": variance.collapse(*tables, blocks=True),
    }


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


def collapse_rows(rows, diagnostic):
    """(as rows_of) => a row for each set of variants: the collapse, with piles as blocks"""
    found, rows = [], with_unchanged(rows)
    for variants in SETS:
        variants = tuned(rows, variants)
        result = collapses(rows, variants).get("blocked")
        if result:
            found.append(
                {
                    "diagnostic": diagnostic,
                    "variants": f"variants {', '.join(variants)}",
                    "K": finite(result.value),
                    "low": finite(result.low),
                    "high": finite(result.high),
                    "seeds": result.seeds,
                }
            )
    return found


def finite(value):
    """=> the number; None if it is not finite"""
    return float(value) if np.isfinite(value) else None
