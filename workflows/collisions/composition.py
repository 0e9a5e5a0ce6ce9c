"""D4: change of the mean particle radius in the largest remnants, in groups of runs that differ in
their seed alone."""
import numpy as np

from analysis import uncertainty

CHANGE, ERROR, NOISE, WEIGHED = (
    "change of the number mean radius",
    "its error",
    "its sampling noise",
    "change of the mass mean radius",
)
MASS, OVER = "largest remnant / total mass", "largest remnant / target"
PILE, PILES, SEEDS, SPRING = "target pile", "target piles", "seeds", "spring"
GROUP = ("projectile", "target", "angle [degree]", "Q", SPRING)


def groups(rows):
    """(rows of runs) => one row for each group of runs that differ in their seed alone, sorted"""
    found = {}
    for row in rows:
        key = tuple(row[name] for name in GROUP[:-1]) + (row[SPRING] or "",)
        found.setdefault(key, []).append(row)
    return [grouped(found[key]) for key in sorted(found)]


def grouped(rows):
    """(rows of the runs of one group) => the row of the group"""
    change, noise, mass, over, weighed = (
        np.array([row[name] for row in rows]) for name in (CHANGE, NOISE, MASS, OVER, WEIGHED)
    )
    # The standard deviation over few seeds is uncertain; the sampling noise of the remnant's
    # particles is a lower bound.
    deviation = max(change.std(ddof=1) if len(rows) > 1 else 0, noise.mean())
    return {
        **{name: rows[0][name] for name in GROUP},
        SEEDS: len(rows),
        MASS: float(mass.mean()),
        OVER: float(over.mean()),
        CHANGE: float(change.mean()),
        ERROR: float(deviation / np.sqrt(len(rows))),
        WEIGHED: float(weighed.mean()),
        PILES: {row[PILE] for row in rows},
    }


def mean(rows):
    """=> mean change over the groups, weighted by their numbers of seeds, its standard error and
    its degrees of freedom

    The error combines the errors of the groups and does not include differences between energies.
    The error of a single run is its sampling noise, which is known exactly.
    """
    seeds = np.array([r[SEEDS] for r in rows])
    share = seeds / seeds.sum()
    errors = share * [r[ERROR] for r in rows] * len(rows)  # of_mean divides by the number of groups
    return float(share @ [r[CHANGE] for r in rows]), *uncertainty.of_mean(
        errors, [n - 1 if n > 1 else np.inf for n in seeds]
    )


def larger(rows):
    """(rows of runs) => share of the runs whose mean radius increased: mean over the targets, its
    standard error, degrees of freedom, and the counts of each pair as text; None without runs"""
    if not rows:
        return None
    shares = uncertainty.per_realisation(rows, lambda r: float(r[CHANGE] > 0), lambda r: r[PILE])
    pairs = {}
    for r in rows:
        pairs.setdefault((r["projectile"], r["target"]), []).append(r[CHANGE] > 0)
    text = ", ".join(
        f"{p} + {t}: {sum(found)} of {len(found)}" for (p, t), found in sorted(pairs.items())
    )
    return *uncertainty.mean(shares), f"{text}."
