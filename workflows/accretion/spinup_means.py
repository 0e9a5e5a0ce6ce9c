"""L6, Figs. 14, 16, 17: entries of means over the piles."""
import re

import numpy as np

from analysis import compare, uncertainty, verdict, workflow
import accretion as acc
from spinup_plot import of
import spinups

NAME = re.compile(r"spin-(\d+)-f([\d.]+)-s(\d+)")


def each(rows, column):
    """=> note with the result of each run"""
    return "Each: " + ", ".join(f"{row['bond']:.4g} N {row[column]:.2g}" for row in rows) + "."


def over_seeds(rows, column):
    """(rows, column) => {force: (mean over the piles, its standard error)}, degrees of freedom. The
    standard deviation is pooled over all forces."""
    groups = {
        bond: [row[column] for row in of(rows, bond)]
        for bond in sorted({row["bond"] for row in rows})
    }
    deviation, freedom = uncertainty.pooled(groups.values())
    return {
        bond: (float(np.mean(group)), deviation / np.sqrt(len(group)))
        for bond, group in groups.items()
    }, freedom


def shape(demands, name, rows, forces, column, scale):
    """=> the entry of a column's mean for the greatest cohesion, of which the paper shows pictures;
    the note includes the least"""
    strong, weak = (of(rows, force) for force in (forces[-1], forces[0]))
    if not strong:
        return compare.entry(demands, name, None, scale)
    return compare.entry(
        demands,
        name,
        np.mean([row[column] for row in strong]),
        scale,
        note=each(weak + strong, column),
    )


def farthest(demands, name, rows, column, scale, size):
    """=> the entry of the force whose mean has the largest `size`"""
    found, freedom = over_seeds(rows, column)
    bond = max(found, key=lambda bond: size(found[bond][0]))
    value, error = found[bond]
    return acc.partial_entry(
        demands,
        name,
        value,
        rows,
        scale,
        "L6",
        sigma=error,
        freedom=freedom,
        where=f"{bond:.4g} N",
        note=each(rows, column),
    )


def extreme(demands, name, rows, forces, column, scale, choose, note=""):
    """=> the entry of the value that `choose` finds, such as min, over the piles with these forces;
    without a verdict if one of these piles was not run. Its note ends with the given one."""
    here = [row for row in rows if row["bond"] in forces]
    asked = [
        run
        for run in workflow.asked("accretion", scale, "L6")
        if spinups.bond_of(*NAME.match(run).groups()[:2]) in forces
    ]
    whole = asked and {row["run"] for row in here}.issuperset(asked)
    return compare.entry(
        demands,
        name,
        choose(row[column] for row in here) if here else None,
        scale,
        reason="" if whole else verdict.MISSING,
        note=each(here, column) + note if here else "",
    )


def held(demands, rows, forces, scale):
    if not of(rows, forces[-1]):
        return compare.entry(demands, "coordination_strong", None, scale)
    found, freedom = over_seeds(rows, "coordination_675")
    value, error = found[forces[-1]]
    return compare.entry(
        demands,
        "coordination_strong",
        value,
        scale,
        sigma=error,
        freedom=freedom,
        note=each(rows, "coordination_675"),
    )


def two(rows, column, one, other):
    """(rows, column, two forces) => mean over the piles and its standard error for each force,
    degrees of freedom. The standard deviation is pooled over these two forces alone, because it
    grows with cohesion."""
    found, freedom = over_seeds(of(rows, one) + of(rows, other), column)
    return *found[one], *found[other], freedom
