"""D3: the largest remnants of the collisions of two piles at one angle, and the scaling law for
them (Fig. 3)."""
import numpy as np

import impacts

MASS, SECOND = "largest / total mass, three_step", "second / total mass, three_step"
SPEEDS = {
    "merging_speed": "merging speed [m/s]",
    "hit_and_run_speed": "hit-and-run speed [m/s]",
    "erosion_speed": "erosion speed [m/s]",
}


def of(runs, pair, angle, spring=None):
    return [
        r
        for r in runs
        if (r["projectile"], r["target"], r["angle [degree]"], r.get("spring"))
        == (*pair, angle, spring)
    ]


def means(group, column=MASS):
    """(runs) => their values of Q in ascending order, and the mean of the column over the seeds at
    each"""
    ratios = sorted({r["Q"] for r in group})
    return np.array(ratios), np.array(
        [np.mean([r[column] for r in group if r["Q"] == q]) for q in ratios]
    )


def fitted(groups):
    """(groups of runs) => impacts.fit to the means over seeds of all groups"""
    mass, law = (
        [value for group in groups for value in means(group, column)[1]]
        for column in (MASS, "law, c* = 5")
    )
    return impacts.fit(mass, law)


def boundaries(group):
    """(runs of one pair at one angle) => {regime: Q at its boundary}; {} if impact speeds were not
    kept"""
    if any(r.get("impact speed [m/s]") is None for r in group):
        return {}
    q, speed = means(group, "impact speed [m/s]")
    return {key: impacts.ratio_at(group[0][column], q, speed) for key, column in SPEEDS.items()}


def law_curve(group, c_star):
    """(runs of one pair and angle, c*) => values of Q, and the largest remnant by the law at each;
    results in regimes that do not depend on c* are unchanged"""
    q = sorted({r["Q"] for r in group})
    law = []
    for ratio in q:
        run = next(r for r in group if r["Q"] == ratio)
        free = run["law, c* = 3"] != run["law, c* = 7"]
        law.append(
            float(impacts.scaled_law(run["law, c* = 5"], c_star)) if free else run["law, c* = 5"]
        )
    return q, law
