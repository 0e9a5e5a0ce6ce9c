"""D3, Fig. 3: entries of head-on collisions, of the jump of equal piles, and of all runs."""
import numpy as np

from analysis import uncertainty, verdict
from remnants import (
    FRIENDS,
    MASS,
    SECOND,
    SPEED,
    SPEEDS,
    boundaries,
    doubtful,
    fall,
    fitted,
    means,
    of,
    realisations,
)

SIMILAR = 0.8  # second / largest remnant of "two similar clusters"


def head_on(runs, pairs, demands, scale):
    """=> entries of the head-on runs: deviation from the law with the best-fitting c*, this c*, and
    the change of the remnant from the smallest to the largest Q"""
    groups = {pair: of(runs, pair, 0) for pair in pairs}
    whole = fitted(groups.values())
    entries = of_law(whole, groups, demands, scale) if whole else []
    for (projectile, target), group in groups.items():
        q, mass = means(group)
        if len(q) > 1:
            falls = [means(own)[1][-1] - means(own)[1][0] for own in realisations(group)]
            number, error, freedom = uncertainty.mean(falls) if falls else (None, None, 0)
            entries.append(
                verdict.evaluate(
                    demands["monotone"],
                    number,
                    scale,
                    f"Largest rise from one Q to the next: {np.diff(mass).max():+.3f}.",
                    f"{projectile} + {target}",
                    "" if falls else verdict.MISSING,
                    sigma=error,
                    freedom=freedom,
                )
            )
    return entries


def of_law(whole, groups, demands, scale):
    """(fit to the means over seeds, runs of each pair) => entries of the law and of c*. The error
    of c* is over realisations of the piles, but at least the misfit of the law."""
    edge = " Censored: at the edge of the trial values." if whole["censored"] else ""
    singles = {pair: fitted([group]) for pair, group in groups.items()}
    text = ", ".join(f"{p} + {t}: {one['c_star']:.2f}" for (p, t), one in singles.items() if one)
    few = "" if whole["number"] >= 5 else verdict.MISSING
    number = sum(len(group) for group in groups.values())
    own = [fitted(sets) for sets in zip(*(realisations(group) for group in groups.values()))]
    _, error, freedom = uncertainty.mean([one["c_star"] for one in own if one] or [0.0])
    misfit = (whole["high"] - whole["low"]) / 2
    if error < misfit:
        error, freedom = misfit, whole["number"] - 1
    return [
        verdict.evaluate(
            demands["law"],
            whole["gap"],
            scale,
            f"c* = {whole['c_star']:.2f}. With c* = 5: {whole['gap_five']:.3f}.",
            reason=few,
        ),
        verdict.evaluate(
            demands["c_star"],
            whole["c_star"],
            scale,
            f"Least squares over {whole['number']} of the encounters ({number} runs); "
            f"{whole['low']:.2f} to {whole['high']:.2f} where the sum of squares rises by "
            f"1/{whole['number'] - 1} (deviations from the law).{edge} By pair: {text}.",
            reason=few,
            sigma=error,
            freedom=freedom,
        ),
    ]


def jump(group, angle, demands, scale):
    """=> entries of a group of equal piles at one angle: size of the sudden decrease of the
    remnant, and its Q relative to the regime boundaries. If the two searches for remnants place it
    differently, the run between is still undecided."""
    where, ends = f"{angle:g} degree", boundaries(group)
    found = {"three steps": fall(group, MASS), "friends": fall(group, FRIENDS)}
    low, high, before, after = found["three steps"]
    note = " ".join(
        f"By {name} between Q = {q:g} and {r:g}: from {m:.3f} to {n:.3f}."
        for name, (q, r, m, n) in found.items()
    )
    apart = len({(q, r) for q, r, *_ in found.values()}) > 1
    unclear = [f"{q:g}" for q in sorted({r["Q"] for r in group if doubtful(r)})]
    if unclear:
        note += f" The two searches disagree about the second remnant at Q = {', '.join(unclear)}."
    entries = [
        verdict.evaluate(
            demands["jump"],
            float(before - after),
            scale,
            note,
            where,
            verdict.MISSING if apart else "",
        )
    ]
    for name, key in (("jump_merging", "merging_speed"), ("jump_place", "hit_and_run_speed")):
        end = ends.get(key, 0)
        if end > 0:
            three, friends = (float(np.sqrt(q * r)) / end for q, r, *_ in found.values())
            told = f"The regime ends at Q = {end:.2f}. By friends: {friends:.2f}."
        else:
            three = None
            told = "The regime ends below the smallest Q, or impact speeds were not kept."
        entries.append(verdict.evaluate(demands[name], three, scale, told, where))
    return entries


def of_all(runs, demands, scale):
    """=> entries of statements about all impacts: numbers of clusters, speeds. Each encounter
    counts once, by its first run."""
    met = ("projectile", "target", "angle [degree]", "Q")
    runs = list({tuple(r[name] for name in met): r for r in runs[::-1]}.values())
    unequal, equal = ([r for r in runs if (r["projectile"] == r["target"]) == e] for e in (0, 1))
    oblique = [r for r in equal if r["angle [degree]"] > 0]
    grid = [r for r in oblique if r["Q"] in {other["Q"] for other in unequal}]
    entries = []
    for name, mine, fits, also in (
        ("single_cluster", unequal, lambda r: not r[SECOND], []),
        ("two_clusters", equal, lambda r: r[SECOND] > SIMILAR * r[MASS], oblique),
    ):
        if mine:
            note = f"{sum(map(fits, mine))} of {len(mine)} runs."
            if also:
                note += f" Oblique: {sum(map(fits, also))} of {len(also)}."
                note += (
                    f" Oblique, at the Q of unequal piles: {sum(map(fits, grid))} of {len(grid)}."
                )
            entries.append(
                verdict.evaluate(demands[name], sum(map(fits, mine)) / len(mine), scale, note)
            )
    if all(r.get(SPEED) is not None for r in runs):
        rates = [r[SPEED] / r[SPEEDS["merging_speed"]] for r in runs]
        entries.append(verdict.evaluate(demands["escape"], min(rates), scale))
        if equal:
            slowest = min(r[SPEED] for r in equal)
            entries.append(verdict.evaluate(demands["slowest"], slowest / 1000, scale))
    return entries
