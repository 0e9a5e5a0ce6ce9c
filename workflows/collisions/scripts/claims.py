"""Claims of the paper that contradict each other, or that hold for one reading only, each with a
run and a number."""
import numpy as np

from analysis import failures, figure, files, study, verdict

TABLES = ["data", "impacts", "remnants"]
HOUR = 3600.0
COLOURS = {"claim-stiff": figure.BLUE, "claim-soft": figure.VERMILION}
RESTING = {
    "claim-kinetic": ("kinetic friction (the paper's)", figure.ORANGE),
    "claim-static": ("static friction springs", figure.GREEN),
}
RUN, TIME, VALUE, NOW = (
    "run",
    "time [s]",
    "share ever above 1 % overlap, or shortest / longest axis",
    "share above 1 % now",
)
WANTED_OVERLAP = 0.1  # overlap in Eq. 15 [radii]


def collect(given, params):
    tracks, data, impacts = dict(failures.succeeded(params.tracks, given.tracks)), [], []
    for run, bounce in failures.succeeded(params.springs, given.bounces):
        if run not in tracks:
            continue
        series = files.series(tracks[run])
        data += [
            {RUN: run, TIME: t, VALUE: ever, NOW: now}
            for t, ever, now in zip(
                series["time"], series["overlap/ever_deep"], series["overlap/deep"]
            )
        ]
        impacts.append(
            {
                RUN: run,
                **of_two_spheres(files.table(bounce)),
                "stiffness [N/m]": files.settings(tracks[run])["contact"]["normal"]["stiffness"],
                "ever deep": series["overlap/ever_deep"][-1],
                "largest overlap": series["worst_overlap"][-1],
            }
        )
    for run, shapes in failures.succeeded(params.resting, given.shapes):
        data += [
            {RUN: run, TIME: row["time"], VALUE: row["c_over_a"], NOW: ""}
            for row in files.table(shapes)
        ]
    remnants = [
        {
            RUN: run,
            "largest": files.finder(files.tables(path)["summary"], "three_step")[0]["largest"],
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
    curves = files.groups(tables["data"], RUN)
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
    time, ratio = files.column(rows, TIME), files.column(rows, VALUE)
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


def draw(curves, labels):
    page, (left, right) = figure.plt.subplots(1, 2, figsize=(11, 4.4))
    for run, colour in COLOURS.items():
        if run not in curves:
            continue
        time = files.column(curves[run], TIME)
        left.plot(
            time, files.column(curves[run], VALUE), color=colour, label=labels[run] + ", ever"
        )
        left.plot(
            time,
            files.column(curves[run], NOW),
            color=colour,
            linewidth=0.8,
            linestyle=":",
            label=labels[run] + ", now",
        )
    figure.published_line(left, 0.01, "published: less than 0.01")
    left.set(
        xlabel="time [s]",
        ylabel="share of particles with overlaps above 1 %",
        yscale="log",
        ylim=(3e-4, 1.5),
    )
    left.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2, fontsize=9)
    for (run, (label, colour)), style in zip(
        RESTING.items(),
        ({"linewidth": 5, "alpha": 0.5}, {"linewidth": 1.2, "marker": "o", "markersize": 3}),
    ):
        if run not in curves:
            continue
        right.plot(
            files.column(curves[run], TIME) / HOUR,
            files.column(curves[run], VALUE),
            color=colour,
            label=label,
            **style,
        )
    right.set(xlabel="time [h]", ylabel="shortest / longest axis", ylim=(0, 1.02))
    right.legend(loc="lower right")
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
