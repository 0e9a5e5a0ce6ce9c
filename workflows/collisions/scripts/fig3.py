"""D3, Fig. 3: mass of the largest remnant against the impact energy for each mass ratio and angle,
with the scaling law."""
import numpy as np

from analysis import failures, rubble, study, uncertainty, verdict
import impacts
from remnant_entries import head_on, jump, of_all
from remnants import ENDED, MASS, SPEED, SPEEDS, means, of
from remnants_plot import draw

AGREEMENT = "agreement three steps - friends"
STARS = (3, 4, 5, 6, 7)


def collect(given, params):
    rows = []
    for name, piles, clusters, law, track in failures.succeeded(
        params.runs, params.piles, given.clusters, given.laws, given.tracks
    ):
        found = {row["finder"]: row for row in rubble.rows.tables(clusters)["summary"]}
        stars = {row["c_star"]: row for row in rubble.rows.table(law)}
        five = stars[5]
        rows.append(
            {
                **impacts.columns(name),
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
                "spring": impacts.parts(name)["variant"],
                SPEED: five["impact_speed"],
                **{column: five[key] for key, column in SPEEDS.items()},
                ENDED: float(rubble.open(track).records["time"][-1]),
            }
        )
    return {"data": rows}


def finish(tables, demands, scale):
    every = impacts.lasting(tables["data"])
    runs = [r for r in every if not r.get("spring")]
    if not runs:
        absent = ("law", "c_star", "agreement")
        return [
            verdict.evaluate(demands[name], None, scale, reason=verdict.MISSING) for name in absent
        ], None
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
    entries += of_all(runs, demands, scale)
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
