"""D4, Fig. 6: change of the mean particle radius in the largest remnant against impact energy and
remnant mass."""
import numpy as np

from analysis import failures, files, study, uncertainty, verdict
from composition_plot import CHANGE, ERROR, MASS, OVER, WEIGHED, draw
import impacts


def collect(given, params):
    # Runs that differ in their seed alone form one group.
    groups, empty = {}, []
    for name, piles, clusters, law in failures.succeeded(
        params.runs, params.piles, given.clusters, given.laws
    ):
        run = impacts.parts(name)
        found = files.finder(files.tables(clusters)["summary"], "three_step")[0]
        if not found["largest_bodies"]:  # no remnant, so no composition
            empty.append({"run": name})
        else:
            key = (run["projectile"], run["target"], run["angle"], run["q"], run["variant"])
            groups.setdefault(key, []).append(
                (found, files.table(law)[0]["target"], piles.split()[0])
            )
    rows = []
    for (projectile, target, angle, q, spring), runs in sorted(groups.items()):
        number = np.array([found["number_mean_radius_change"] for found, *_ in runs])
        noise = np.array([found["number_mean_radius_noise"] for found, *_ in runs])
        mass = float(np.mean([found["largest"] for found, *_ in runs]))
        # The standard deviation over few seeds is uncertain; the sampling noise of the remnant's
        # particles is a lower bound.
        error = max(number.std(ddof=1) if len(number) > 1 else 0, noise.mean()) / np.sqrt(
            len(number)
        )
        rows.append(
            {
                "projectile": projectile,
                "target": target,
                "angle [degree]": angle,
                "Q": q,
                "seeds": len(runs),
                MASS: mass,
                OVER: mass / runs[0][1],
                CHANGE: float(number.mean()),
                ERROR: float(error),
                WEIGHED: float(np.mean([found["mass_mean_radius_change"] for found, *_ in runs])),
                "target piles": " ".join(sorted({pile for *_, pile in runs})),
                "spring": spring,
            }
        )
    return {"data": rows, "empty": empty}


def mean(rows):
    """=> mean change over the groups, weighted by their numbers of seeds, its standard error and
    its degrees of freedom

    The error combines the errors of the groups and does not include differences between energies.
    The error of a single run is its sampling noise, which is known exactly.
    """
    seeds = np.array([r["seeds"] for r in rows])
    share = seeds / seeds.sum()
    errors = share * [r[ERROR] for r in rows] * len(rows)  # of_mean divides by the number of groups
    return float(share @ [r[CHANGE] for r in rows]), *uncertainty.of_mean(
        errors, [n - 1 if n > 1 else np.inf for n in seeds]
    )


def piles(rows):
    """=> names of the targets that the runs of these rows started from; a target in several
    orientations counts once"""
    return {name for r in rows for name in (r.get("target piles") or "one").split()}


def say(rows, names, demands, scale, where="", reason="", lost=""):
    """=> entries for the mean change in a class of remnants"""
    if len(rows) < 2:
        return []
    centre, error, freedom = mean(rows)
    weighed = np.average([r[WEIGHED] for r in rows], weights=[r["seeds"] for r in rows])
    note = (
        f"{len(rows)} groups, {sum(r['seeds'] for r in rows)} runs; mass mean "
        f"{100 * weighed:+.2f} %."
    )
    note += lost
    single = all(r["seeds"] < 2 for r in rows)
    note += " Single runs: the error is the sampling noise alone." if single else ""
    if len(piles(rows)) < 2:
        reason, note = (
            reason or verdict.ALONE,
            f"{note} All from one target in several orientations.",
        )
    elif single:
        reason = reason or verdict.ALONE
    elif len(rows) < 4:
        reason = reason or verdict.MISSING
    return [
        verdict.evaluate(
            demands[name],
            float(100 * centre),
            scale,
            note,
            where,
            reason,
            sigma=100 * error,
            freedom=freedom,
        )
        for name in names
    ]


def finish(tables, demands, scale):
    every, entries = tables["data"], []
    empty = [row["run"] for row in tables.get("empty", [])]
    lost = (
        f" {len(empty)} runs left no remnant and are left out: {', '.join(empty)}." if empty else ""
    )
    for spring, where, reason in (
        (None, "", ""),
        ("soft", "soft spring (1e15 N/m)", verdict.VARIANT),
    ):
        table = [r for r in every if r.get("spring") == spring]
        constructive = [r for r in table if r[OVER] > 1]
        destructive = [r for r in table if r[OVER] <= 1 and 0.1 <= r[MASS] <= 0.5]
        entries += say(
            constructive,
            ["composition_constructive", "composition_size"],
            demands,
            scale,
            where,
            reason,
            lost,
        )
        entries += say(
            destructive, ["composition_destructive"], demands, scale, where, reason, lost
        )
    return entries, draw(every, demands["composition_size"])


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
