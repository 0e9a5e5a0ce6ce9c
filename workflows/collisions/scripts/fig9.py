"""D6, Fig. 9: mass of the largest remnant of head-on collisions against impact energy, for
initially rotating piles."""
import re

import numpy as np

from analysis import failures, rubble, study, uncertainty, verdict
from spin_plot import AXES, KINETIC, MASS, SETTLED, draw, made, of

NAME = re.compile(
    r"spin-\d+-\d+-q(?P<q>[\d.]+)-(?P<category>none|par|anti|perp)"
    r"(-(?P<axes>[xyz]{2}))?-s(?P<seed>\d+)"
)
ENERGIES = 4  # number of energies in the paper


def collect(given, params):
    rows = []
    for name, piles, track, clusters in failures.succeeded(
        params.runs, params.piles, given.tracks, given.clusters
    ):
        part = NAME.fullmatch(name).groupdict()
        found = {row["finder"]: row["largest"] for row in rubble.rows.tables(clusters)["summary"]}
        rows.append(
            {
                "run": name,
                "Q": float(part["q"]),
                "category": part["category"],
                AXES: part["axes"],
                "seed": int(part["seed"]),
                MASS: found["three_step"],
                KINETIC: float(rubble.open(track).records["remnant/kinetic_fraction"][-1]),
                "piles": piles,
            }
        )
    return {"data": rows}


def difference(runs, q, one, other):
    """(runs, Q, two kinds of spin: (category, its axes or None)) => mean mass for the first kind
    minus that for the second, its standard error, degrees of freedom

    Each set of piles gives one difference, which cancels the individual properties of the piles.
    The error is over these realisations.
    """
    own = []
    for piles in sorted({made(r) for r in runs}):
        mine, theirs = (
            [r[MASS] for r in of(runs, q, *kind) if made(r) == piles] for kind in (one, other)
        )
        if mine and theirs:
            own.append(np.mean(mine) - np.mean(theirs))
    return uncertainty.mean(own) if own else None


def over_energies(runs, ratios, one, other):
    """=> mean difference over the energies, its standard error, degrees of freedom, and a note with
    each difference; None, None, 0 without differences"""
    found = {q: made for q in ratios if (made := difference(runs, q, one, other))}
    if not found:
        return None, None, 0, "No set of piles has runs of both kinds."
    text = ", ".join(
        f"Q = {q:g}: {number:+.3f}" + (f" +- {error:.3f}" if np.isfinite(error) else "")
        for q, (number, error, _) in found.items()
    )
    numbers, errors, freedoms = zip(*found.values())
    return float(np.mean(numbers)), *uncertainty.of_mean(errors, freedoms), f"{text}."


def finish(tables, demands, scale):
    runs, entries = tables["data"], []
    ratios, there = sorted({r["Q"] for r in runs}), {r["category"] for r in runs}
    few = "" if len(ratios) >= ENERGIES else verdict.MISSING

    hot = sum((r.get(KINETIC) or 0) > SETTLED for r in runs)
    unsettled = f" {hot} of all {len(runs)} remnants had not settled." if hot else ""

    def say(name, one, other):
        number, error, freedom, text = over_energies(runs, ratios, one, other)
        entries.append(
            verdict.evaluate(
                demands[name],
                number,
                scale,
                text + unsettled,
                reason=few if number is not None else verdict.MISSING,
                sigma=error,
                freedom=freedom,
            )
        )

    for category in ("par", "perp"):
        if {category, "none"} <= there:
            say(f"spin_{category}", (category, None), ("none", None))
    if {"anti", "par"} <= there:
        say("spin_anti", ("par", None), ("anti", None))
    if {"anti", "none"} <= there:
        say("spin_anti_none", ("anti", None), ("none", None))
    if of(runs, ratios[0], "par", ("xx",)) and of(runs, ratios[0], "par", ("yy", "zz")):
        say("spin_axis", ("par", ("yy", "zz")), ("par", ("xx",)))
    return entries, draw(runs, ratios)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
