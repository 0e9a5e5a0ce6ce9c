"""L7, Fig. 12: CPU time per step of each part of the program."""
from pathlib import Path

import numpy as np

from analysis import costs, powers
import accretion as acc

PHASES = {
    "solver": "steps: solver [s]",
    "contacts": "steps: touching pairs [s]",
    "gravity": "steps: gravity [s]",
    "lists": "steps: neighbour lists [s]",
    "motion": "steps: motion [s]",
}


def row_of(path):
    """(log of a run) => CPU seconds and iterations per step. The log of a restarted run has one
    part for each process.

    Phases are logged in wall time, which other jobs on the machine lengthen. They are multiplied by
    CPU time / wall time of the whole run. The value `clock` tells whether the log has CPU time;
    only such runs are evaluated and drawn."""
    text = Path(path).read_text()
    steps = sum(costs.numbers(text, "steps done [1]"))
    share = costs.cpu_seconds(text) / sum(costs.numbers(text, "wall time [s]"))
    phases = {
        phase: share * sum(costs.numbers(text, line)) / steps for phase, line in PHASES.items()
    }
    return (
        acc.named(path)
        | phases
        | {
            "clock": costs.clock_of(text),
            "iterations": sum(costs.numbers(text, "solver iterations [1]")) / steps,
        }
    )


def detection(row):
    """=> seconds per step for contact detection: neighbour lists and contact points"""
    return row["contacts"] + row["lists"]


def gravity(row):
    return row["gravity"]


def of_one_program(rows):
    """=> the runs of the program version with the most numbers of bodies, because times of
    different versions do not follow one power law"""
    programs = {}
    for row in rows:
        programs.setdefault(row.get("commit"), []).append(row)
    return max(programs.values(), key=lambda some: len({row["count"] for row in some}), default=[])


def slope(rows, seconds):
    """=> exponent of the time per step against n log n; None with fewer than two numbers of
    bodies"""
    if len({row["count"] for row in rows}) < 2:
        return None
    return powers.fit(
        [row["count"] * np.log(row["count"]) for row in rows], [seconds(row) for row in rows]
    )[0]


def neighbours(rows, seconds):
    """=> note with the exponents between consecutive numbers of bodies"""
    numbers = sorted({row["count"] for row in rows})
    steps = [
        (few, many, slope([row for row in rows if row["count"] in (few, many)], seconds))
        for few, many in zip(numbers, numbers[1:])
    ]
    return (
        "From one number to the next: "
        + ", ".join(f"{few} to {many}: {exponent:.2f}" for few, many, exponent in steps)
        + "."
        if steps
        else ""
    )


def solver_share(row):
    """=> time of the solver / time of all parts of a step"""
    return row["solver"] / sum(row[phase] for phase in PHASES)
