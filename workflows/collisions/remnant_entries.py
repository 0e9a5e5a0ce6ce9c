"""D3, Fig. 3: entries of head-on collisions, and of the jump of equal piles."""
import numpy as np

from analysis import verdict
from remnants import boundaries, fitted, means, of


def head_on(runs, pairs, demands, scale):
    """=> entries of the head-on runs: deviation from the law with the best-fitting c*, this c*, and
    monotonic decrease with Q"""
    entries, whole = [], fitted([of(runs, pair, 0) for pair in pairs])
    if whole:
        edge = " Censored: at the edge of the trial values." if whole["censored"] else ""
        singles = {pair: fitted([of(runs, pair, 0)]) for pair in pairs}
        text = ", ".join(
            f"{p} + {t}: {one['c_star']:.2g}" for (p, t), one in singles.items() if one
        )
        few = "" if whole["number"] >= 5 else verdict.MISSING
        entries.append(
            verdict.evaluate(
                demands["law"],
                whole["gap"],
                scale,
                f"c* = {whole['c_star']:.2f}, {whole['number']} means over seeds. With c* = 5: "
                f"{whole['gap_five']:.3f}.",
                reason=few,
            )
        )
        entries.append(
            verdict.evaluate(
                demands["c_star"],
                whole["c_star"],
                scale,
                f"Least squares over {whole['number']} means; {whole['low']:.1f} to "
                f"{whole['high']:.1f} within one share of the squares.{edge} By pair: {text}.",
                reason=few,
                sigma=(whole["high"] - whole["low"]) / 2,
                freedom=whole["number"] - 1,
            )
        )
    for pair in pairs:
        q, mass = means(of(runs, pair, 0))
        if len(q) > 1:
            entries.append(
                verdict.evaluate(
                    demands["monotone"],
                    float(np.diff(mass).max()),
                    scale,
                    where=f"{pair[0]} + {pair[1]}",
                )
            )
    return entries


def jump(group, angle, demands, scale):
    """=> entries of a group of equal piles at one angle: size of the sudden decrease of the
    remnant, and its Q relative to the regime boundaries"""
    q, mass = means(group)
    at, where = int(np.argmin(np.diff(mass))), f"{angle:g} degree"
    place, ends = float(np.sqrt(q[at] * q[at + 1])), boundaries(group)
    note = f"Between Q = {q[at]:g} and {q[at + 1]:g}: from {mass[at]:.3f} to {mass[at + 1]:.3f}."
    entries = [
        verdict.evaluate(demands["jump"], float(mass[at] - mass[at + 1]), scale, note, where)
    ]
    for name, key in (("jump_merging", "merging_speed"), ("jump_place", "hit_and_run_speed")):
        end = ends.get(key)
        if end is None:
            entries.append(
                verdict.evaluate(
                    demands[name],
                    None,
                    scale,
                    "Impact speeds were not kept.",
                    where,
                    verdict.MISSING,
                )
            )
        elif end > 0:
            entries.append(
                verdict.evaluate(
                    demands[name],
                    place / end,
                    scale,
                    f"{note} The regime ends at Q = {end:.2f}.",
                    where,
                    bracket=(q[at] / end, q[at + 1] / end),
                )
            )
        else:
            entries.append(
                verdict.evaluate(
                    demands[name],
                    None,
                    scale,
                    "The regime ends below the smallest Q of these runs.",
                    where,
                    verdict.UNPUBLISHED,
                )
            )
    return entries
