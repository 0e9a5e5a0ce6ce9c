"""The collapse K of the spread of the variants, from equal coefficients to equal angles."""
from analysis import variance
import philosophies as ph
import spreads

LEVEL = 0.05  # p of the variants with equal coefficients from which K is not evaluated


def tuned(rows, variants):
    """(rows of with_unchanged, variants) => those with equal coefficients and equal angles"""
    return [
        name for name in variants if all(ph.of(rows, ph.VARIANTS[name], m) for m in spreads.BOTH)
    ]


def compared(rows):
    """(rows of with_unchanged) => sets of variants that have a collapse: two variants or more with
    both matchings, one of which is not UNCHANGED"""
    sets = [tuned(rows, variants) for variants in spreads.SETS]
    return [names for names in sets if len(names) > 1 and not set(names) <= set(spreads.UNCHANGED)]


def collapses(rows, variants):
    """(rows of with_unchanged, variants) => {"equal coefficients": variance.Analysis with piles as
    blocks; "one way", "blocked": variance.Collapse from equal coefficients to equal angles}, over
    the seeds that all these variants have in both. {} without such seeds, or if a pile has no
    value.

    K is relative to the spread with equal coefficients, so it has no meaning if that spread does
    not differ from 0. The result contains K only if p of "equal coefficients" is below LEVEL.
    """
    tables = tables_of(rows, variants)
    if not tables:
        return {}
    equal = variance.blocked(tables[0])
    found = {"equal coefficients": equal}
    if equal.p < LEVEL:
        found["one way"] = variance.collapse(*tables)
        found["blocked"] = variance.collapse(*tables, blocks=True)
    return found


def tables_of(rows, variants):
    """(rows of with_unchanged, variants) => tables of their values with equal coefficients and with
    equal angles, for the seeds that all variants have in both; [] without such seeds, or if a pile
    has no value"""
    seeds = set.intersection(
        *(
            {row["seed"] for row in ph.of(rows, ph.VARIANTS[name], matching)}
            for name in variants
            for matching in spreads.BOTH
        )
    )
    if not seeds or without_value(rows, variants):
        return []
    rows = [row for row in rows if row["seed"] in seeds]
    return [spreads.table_of(rows, matching, variants)[0] for matching in spreads.BOTH]


def without_value(rows, variants):
    """(rows of with_unchanged, variants) => number of their runs without a value"""
    return sum(spreads.without_value(rows, matching, variants) for matching in spreads.BOTH)


def reason_of(rows, expected, variants):
    """(rows with a column `value`, rows of these and all other runs of the scale, both of
    with_unchanged, variants) => why the spread with equal coefficients or with equal angles is not
    known"""
    found = [spreads.reason_of(rows, expected, matching, variants) for matching in spreads.BOTH]
    return min(found, key=spreads.REASONS.index)


def rows_of(rows, diagnostic):
    """(rows with a column `value`, text of the diagnostic) => a row for each set of variants: the
    collapse with piles as blocks. Without an interval for fewer than variance.ENOUGH seeds."""
    rows = spreads.with_unchanged(rows)
    return [
        {
            "diagnostic": diagnostic,
            "variants": f"variants {', '.join(variants)}",
            **numbers(collapses(rows, variants)),
            "runs without a value": without_value(rows, variants),
        }
        for variants in compared(rows)
    ]


def numbers(found):
    """(result of collapses) => its numbers; each None if it is not evaluated"""
    equal, result = (found.get(kind) for kind in ("equal coefficients", "blocked"))
    enough = result and result.seeds >= variance.ENOUGH
    return {
        "p with equal coefficients": spreads.finite(equal.p) if equal else None,
        "K": spreads.finite(result.value) if result else None,
        "low": spreads.finite(result.low) if enough else None,
        "high": spreads.finite(result.high) if enough else None,
        "seeds": int(equal.number) if equal else None,
    }
