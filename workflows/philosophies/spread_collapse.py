"""The collapse K of the spread of the variants, from equal coefficients to equal angles."""
import numpy as np

from analysis import variance
import philosophies as ph
import spreads


def tuned(rows, variants):
    """(rows of with_unchanged, variants) => those with equal coefficients and equal angles"""
    return [
        name for name in variants if all(ph.of(rows, ph.VARIANTS[name], m) for m in spreads.BOTH)
    ]


def collapses(rows, variants):
    """(rows of with_unchanged, variants) => {name: variance.Collapse} from equal coefficients to
    equal avalanche angles, over the seeds that all these variants have in both; {} with fewer than
    two variants, if all are UNCHANGED, without such seeds, or if one has no value"""
    if len(variants) < 2 or set(variants) <= set(spreads.UNCHANGED):
        return {}
    seeds = set.intersection(
        *(
            {row["seed"] for row in ph.of(rows, ph.VARIANTS[name], matching)}
            for name in variants
            for matching in spreads.BOTH
        )
    )
    if not seeds:
        return {}
    rows = [row for row in rows if row["seed"] in seeds]
    tables = [spreads.table_of(rows, matching, variants)[0] for matching in spreads.BOTH]
    if not all(np.isfinite(table).any(axis=1).all() for table in tables):
        return {}
    return {
        "one way": variance.collapse(*tables),
        "blocked": variance.collapse(*tables, blocks=True),
    }


def rows_of(rows, diagnostic):
    """(rows with a column `value`, text of the diagnostic) => a row for each set of variants: the
    collapse, with piles as blocks"""
    found, rows = [], spreads.with_unchanged(rows)
    for variants in spreads.SETS:
        variants = tuned(rows, variants)
        result = collapses(rows, variants).get("blocked")
        if result:
            found.append(
                {
                    "diagnostic": diagnostic,
                    "variants": f"variants {', '.join(variants)}",
                    "K": spreads.finite(result.value),
                    "low": spreads.finite(result.low),
                    "high": spreads.finite(result.high),
                    "seeds": result.seeds,
                }
            )
    return found
