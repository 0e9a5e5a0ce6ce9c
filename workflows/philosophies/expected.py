"""Spin-ups of the table of runs that a number needs, and entries that need all of them."""
import fnmatch

from analysis import compare, verdict, workflow
import philosophies as ph


def runs(scale, *experiments, like="*"):
    """(scale, experiments, pattern of names) => these runs of the table, as rows of ph.named"""
    names = fnmatch.filter(workflow.asked("philosophies", scale, *experiments), like)
    return [ph.named(f"{run}/track.h5") for run in names]


def with_asked(rows, scale, *experiments, named=ph.named):
    """(rows, scale, experiments, names of a path) => the rows, and the names of each further run of
    these experiments in the table of runs, so that a variant remains if all of its runs failed"""
    here = {row["run"] for row in rows}
    asked = workflow.asked("philosophies", scale, *experiments)
    return rows + [named(f"{run}/track.h5") for run in asked if run not in here]


def cases(rows, scale, *experiments):
    """(rows, scale, experiments) => cases of the rows and of all runs of these experiments, so that
    a case all of whose runs failed is among them"""
    return ph.cases(rows + runs(scale, *experiments))


def lacks(rows, scale, variant, matching, *experiments):
    """=> true if the rows lack a spin-up of these experiments, variant and matching"""
    like = ph.pattern("spin", variant, matching)
    return workflow.lacks("philosophies", scale, rows, *experiments, like=like)


def pairs(rows, variant, matching, column):
    """=> {seed: (value with equal coefficients, value with this matching)} of the piles that have
    both runs"""
    equal, other = (
        {row["seed"]: row[column] for row in ph.of(rows, variant, name)}
        for name in (ph.MATCHINGS["A"], matching)
    )
    return {seed: (equal[seed], other[seed]) for seed in sorted(equal.keys() & other.keys())}


def lacks_pairs(found, scale, variant, matching, experiment):
    """(pairs, ...) => true if they lack a pile with a spin-up of this experiment, variant and
    matching"""
    wanted = runs(scale, experiment, like=ph.pattern("spin", variant, matching))
    return not found.keys() >= {run["seed"] for run in wanted}


def mean_entry(demands, name, values, lacking, scale, **more):
    """(demands, name, value of each pile or None without the event, whether a run is absent, ...)
    => the entry of the mean over the piles: censored if a pile has no value, not available if a run
    is absent"""
    if None in values:
        more["reason"] = verdict.CENSORED
    elif lacking:
        more["reason"] = verdict.MISSING
    else:
        return compare.mean_entry(demands, name, values, scale, **more)
    return compare.entry(demands, name, None, scale, **more)


def case_entry(demands, name, column, scale, rows, variant, matching, **more):
    """(demands, name, column of the rows of spin-ups, ...) => the entry of the mean over the piles
    of a variant and matching"""
    more.setdefault("where", f"{variant}, {matching}")
    values = [row[column] for row in ph.of(rows, variant, matching)]
    lacking = lacks(rows, scale, variant, matching, "spin")
    return mean_entry(demands, name, values, lacking, scale, **more)


def change_entry(demands, name, found, lacking, scale, **more):
    """(demands, name, pairs, whether a run is absent, ...) => the entry of the mean change over the
    piles, from equal coefficients to the matching of the pairs"""
    changes = [None if None in pair else pair[1] - pair[0] for pair in found.values()]
    return mean_entry(demands, name, changes, lacking, scale, **more)
