"""Claims of the paper that contradict each other, or that hold for one reading only, each with a
run and a number."""
import numpy as np

from analysis import failures, rubble, study, verdict
from claims_plot import HOUR, NOW, RESTING, RUN, TIME, VALUE, draw

TABLES = ["data", "impacts", "remnants"]
WANTED_OVERLAP = 0.1  # overlap in Eq. 15 [radii]


def collect(given, params):
    tracks, data, impacts = dict(failures.succeeded(params.tracks, given.tracks)), [], []
    for run, bounce in failures.succeeded(params.springs, given.bounces):
        if run not in tracks:
            continue
        series = rubble.open(tracks[run]).records
        data += [
            {RUN: run, TIME: t, VALUE: ever, NOW: now}
            for t, ever, now in zip(
                series["time"], series["overlap/ever_deep"], series["overlap/deep"]
            )
        ]
        impacts.append(
            {
                RUN: run,
                **of_two_spheres(rubble.rows.table(bounce)),
                "stiffness [N/m]": rubble.open(tracks[run]).settings["contact"]["normal"][
                    "sphere_stiffness"
                ],
                "ever deep": series["overlap/ever_deep"][-1],
                "largest overlap": series["worst_overlap"][-1],
            }
        )
    for run, shapes in failures.succeeded(params.resting, given.shapes):
        data += [
            {RUN: run, TIME: row["time"], VALUE: row["c_over_a"], NOW: ""}
            for row in rubble.rows.table(shapes)
        ]
    remnants = [
        {
            RUN: run,
            "largest": rubble.rows.finder(rubble.rows.tables(path)["summary"], "three_step")[0][
                "largest"
            ],
        }
        for run, path in failures.succeeded(params.clusters, given.clusters)
    ]
    return {"data": data, "impacts": impacts, "remnants": remnants}


def of_two_spheres(rows):
    """(rows of rubble-bounce) => values for the claims about two spheres"""
    head_on, oblique = (
        {row["pair"]: row for row in rows if (row["angle"] == 0) == straight}
        for straight in (True, False)
    )
    smallest, unequal = head_on["smallest"], oblique["unequal"]
    return {
        "speed [m/s]": unequal["speed"],
        "overlap of the largest": head_on["largest"]["overlap"],
        # twice the loading time, which is shorter than the unloading time
        "steps in a contact": 2 * smallest["loading_time"] / smallest["dt"],
        "levers: radii": unequal["radius_levers"],
        "levers: up to the contact": unequal["angular_momentum"],
    }


def finish(tables, demands, scale):
    curves = rubble.rows.groups(tables["data"], RUN)
    entries = [entry for row in tables["impacts"] for entry in of_springs(row, demands, scale)]
    entries += [
        creep(curves.get(run), label, demands, scale) for run, (label, _) in RESTING.items()
    ]
    entries += of_remnants({row[RUN]: row["largest"] for row in tables["remnants"]}, demands, scale)
    return entries, draw(curves, {row[RUN]: spring(row) for row in tables["impacts"]})


def spring(row):
    return f"k = {row['stiffness [N/m]']:.0e} N/m"


def of_springs(row, demands, scale):
    """=> entries of the fastest collision with one spring; the overlap is proportional to the
    stiffness to the power -1/2"""
    depth = f"Largest overlap of all steps: {row['largest overlap']:.3g} of the smaller radius."
    levers = f"With levers up to the plane of contact {row['levers: up to the contact']:.1e}."
    return [
        verdict.evaluate(
            demands["claim_stiffness"],
            (WANTED_OVERLAP / row["overlap of the largest"]) ** 2,
            scale,
            f"Impact at {row['speed [m/s]']:.0f} m/s.",
            spring(row),
        ),
        verdict.evaluate(demands["claim_steps"], row["steps in a contact"], scale, "", spring(row)),
        verdict.evaluate(
            demands["claim_overlap"],
            row["ever deep"],
            scale,
            depth,
            spring(row),
            "" if row[RUN] == "claim-stiff" else verdict.VARIANT,
        ),
        verdict.evaluate(demands["claim_levers"], row["levers: radii"], scale, levers, spring(row)),
    ]


def creep(rows, label, demands, scale):
    """=> the entry of two piles that rest on each other; rows is None if their run is not
    available"""
    if rows is None:
        return verdict.evaluate(
            demands["claim_creep"], None, scale, where=label, reason=verdict.MISSING
        )
    time, ratio = rubble.rows.column(rows, TIME), rubble.rows.column(rows, VALUE)
    note = (
        f"At the start {ratio[0]:.3f}; change in the last hour "
        f"{ratio[-1] - np.interp(time[-1] - HOUR, time, ratio):+.4f}."
    )
    return verdict.evaluate(demands["claim_creep"], float(ratio[-1]), scale, note, label)


def of_remnants(largest, demands, scale):
    """({run: share of the mass}, the reference run first) => entries of other contact laws"""
    if not largest:
        return []
    run, own = next(iter(largest.items()))
    if run.startswith("claim-"):  # the reference collision is not available
        return [
            verdict.evaluate(demands[name], None, scale, reason=verdict.MISSING)
            for name in ("claim_restitution", "claim_rolling")
        ]
    tried = {
        "claim_restitution": (
            "claim-springs-ratio",
            f"Largest remnant with k_out / k_in = 0.81: {own:.4f} of all mass.",
        ),
        "claim_rolling": ("claim-rolling", f"With 1e-5: {own:.4f}."),
    }
    return [
        verdict.evaluate(demands[name], largest[other] - own, scale, note)
        if other in largest
        else verdict.evaluate(demands[name], None, scale, reason=verdict.MISSING)
        for name, (other, note) in tried.items()
    ]


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
