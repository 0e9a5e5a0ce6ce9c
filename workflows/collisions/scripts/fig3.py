"""D3, Fig. 3: mass of the largest remnant against the impact energy for each mass ratio and angle,
with the scaling law."""
import numpy as np

from analysis import failures, files, impacts, study, uncertainty, verdict
from workflows.collisions.remnants import MASS, SPEEDS, boundaries, fitted, means, of
from workflows.collisions.remnants_plot import draw

AGREEMENT = "agreement three steps - friends"
STARS = (3, 4, 5, 6, 7)


def collect(given, params):
    rows = []
    for name, piles, clusters, law in failures.succeeded(
        params.runs, params.piles, given.clusters, given.laws
    ):
        run = impacts.parts(name)
        found = {row["finder"]: row for row in files.tables(clusters)["summary"]}
        stars = {row["c_star"]: row for row in files.table(law)}
        five = stars[5]
        rows.append(
            {
                "projectile": run["projectile"],
                "target": run["target"],
                "angle [degree]": run["angle"],
                "Q": run["q"],
                "seed": run["seed"],
                **{
                    f"{what} / total mass, {finder}": found[finder][what]
                    for finder in found
                    for what in ("largest", "second")
                },
                AGREEMENT: found["three_step"]["agreement_friends"],
                **{f"law, c* = {star}": stars[star]["largest"] for star in STARS},
                "regime, c* = 5": five["regime"],
                "target / total mass": five["target"],
                "piles": piles,
                "spring": run["variant"],
                "impact speed [m/s]": five["impact_speed"],
                **{column: five[key] for key, column in SPEEDS.items()},
            }
        )
    return {"data": rows}


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
                f"c* = {whole['c_star']:.2f}, {whole['number']} means over seeds.",
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


def finish(tables, demands, scale):
    every = tables["data"]
    runs = [r for r in every if not r.get("spring")]
    pairs, angles = (
        sorted({key(r) for r in runs})
        for key in (lambda r: (r["projectile"], r["target"]), lambda r: r["angle [degree]"])
    )
    entries = head_on(runs, pairs, demands, scale)
    for pair in pairs:
        for angle in angles:
            group = of(runs, pair, angle)
            if pair[0] == pair[1] and angle > 0 and len({r["Q"] for r in group}) > 1:
                entries += jump(group, angle, demands, scale)
    groups = [
        [r for r in of(runs, pair, angle) if r["Q"] == q]
        for pair in pairs
        for angle in angles
        for q in {r["Q"] for r in of(runs, pair, angle)}
    ]
    made, _ = uncertainty.pooled(
        [uncertainty.per_realisation(group, lambda r: r[MASS]) for group in groups]
    )
    if np.isfinite(made):
        entries.append(
            verdict.evaluate(
                demands["seeds"],
                made,
                scale,
                f"From {sum(len({r['piles'] for r in g}) > 1 for g in groups)} encounters.",
            )
        )
    soft = [r for r in every if r.get("spring")]
    for r in soft:
        stiff = means(
            [
                s
                for s in of(runs, (r["projectile"], r["target"]), r["angle [degree]"])
                if s["Q"] == r["Q"]
            ]
        )[1]
        if len(stiff):
            entries.append(
                verdict.evaluate(
                    demands["soft"],
                    r[MASS] - float(stiff[0]),
                    scale,
                    f"{stiff[0]:.3f} and {r[MASS]:.3f}.",
                    f"{r['projectile']} + {r['target']}, Q = {r['Q']:g}",
                    verdict.VARIANT,
                )
            )
    agreed = [r[AGREEMENT] for r in runs]
    entries.append(
        verdict.evaluate(
            demands["agreement"], float(np.median(agreed)), scale, f"Least: {min(agreed):.3f}."
        )
    )
    return entries, draw(every, runs, pairs, angles)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
