"""D3: the largest remnants of the collisions of two piles at one angle, and the scaling law for
them (Fig. 3)."""
import numpy as np

import impacts

MASS, SECOND = "largest / total mass, three_step", "second / total mass, three_step"
FRIENDS, SECOND_FRIENDS = "largest / total mass, friends", "second / total mass, friends"
SPEED = "impact speed [m/s]"
ENDED = "time at the end [s]"
LIMIT = 18000.0  # [s] run.duration of the impacts at paper scale
DOUBT = 0.25  # [total mass]; half of an equal projectile
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


def fall(group, column):
    """(runs of one pair at one angle) => the two neighbouring values of Q with the largest fall of
    the column, and the column at them"""
    q, mass = means(group, column)
    at = int(np.argmin(np.diff(mass)))
    return q[at], q[at + 1], mass[at], mass[at + 1]


def doubtful(run):
    """=> true if the three-step search and the friends of friends disagree about the second
    remnant: the halves of the pair are one group of neighbours, but not bound to each other"""
    return abs(run[SECOND] - run.get(SECOND_FRIENDS, run[SECOND])) > DOUBT


def unsettled(run):
    """=> true if the run ended at its time limit, without the stop rule"""
    return (run.get(ENDED) or 0) >= LIMIT


def realisations(group):
    """(runs of one pair at one angle) => the runs of each set of piles, those that have all values
    of Q"""
    ratios, sets = {r["Q"] for r in group}, {}
    for run in group:
        sets.setdefault(run["piles"], []).append(run)
    return [mine for mine in sets.values() if {r["Q"] for r in mine} == ratios]


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
    if any(r.get(SPEED) is None for r in group):
        return {}
    q, speed = means(group, SPEED)
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
