"""D1, Fig. 4: the components of the total momentum in an oblique collision, against the
projectile's momentum."""
import numpy as np

from analysis import failures, figure, files, study, verdict

TABLES = ["data", "energy"]
RUN, RESTITUTION, TIME, DRIFTS, KINETIC = (
    "run",
    "restitution",
    "time [s]",
    [f"dP{k}/(Mp vp)" for k in "xyz"],
    "kinetic energy / initial",
)


def collect(given, params):
    data, energy = [], []
    projectiles = [
        row["projectile_mass"] * row["projectile_speed"]
        for row, *_ in map(files.tsv, failures.succeeded(given.encounter))
    ]
    for run, restitution, path in failures.succeeded(params.runs, params.restitution, given.tracks):
        track = files.series(path)
        drift = (track["momentum"] - track["momentum"][0]) / projectiles[0]
        data += [
            {RUN: run, RESTITUTION: restitution, TIME: t, **dict(zip(DRIFTS, d))}
            for t, d in zip(track["time"], drift)
        ]
        kinetic = track["energy/kinetic_translational"]
        energy += [
            {RUN: run, RESTITUTION: restitution, TIME: t, KINETIC: k}
            for t, k in zip(track["time"], kinetic / kinetic[0])
        ]
    return {"data": data, "energy": energy}


def finish(tables, demands, scale):
    runs = files.groups(tables["data"], RESTITUTION)
    entries = [
        verdict.evaluate(
            demands["momentum"],
            max(abs(row[name]) for row in rows for name in DRIFTS),
            scale,
            where=f"e = {restitution}",
        )
        for restitution, rows in runs.items()
    ]
    return entries, draw(
        runs, files.groups(tables["energy"], RESTITUTION), demands["momentum"]["high"]
    )


def draw(runs, energies, limit):
    page, axes = figure.plt.subplots(
        2,
        len(runs),
        figsize=(5.2 * len(runs), 6),
        sharex=True,
        sharey="row",
        height_ratios=[2, 1],
        squeeze=False,
    )
    for (top, bottom), (restitution, rows) in zip(axes.T, runs.items()):
        draw_drifts(top, rows, limit)
        top.set_title(f"restitution {restitution}")
        kinetic = energies[restitution]
        bottom.plot(files.column(kinetic, TIME), files.column(kinetic, KINETIC), color=figure.GREY)
        bottom.set_xlabel("time [s]")
        bottom.set_ylim(bottom=0)
    axes[0, 0].set(ylabel="|P - P(0)| / (M$_p$ v$_p$)")
    axes[1, 0].set(ylabel="kinetic energy / initial")
    axes[0, 0].legend(ncols=3, loc="upper right", bbox_to_anchor=(1, 0.9))
    return page


def draw_drifts(panel, rows, limit):
    time = files.column(rows, TIME)
    for drift, colour, style, name in zip(DRIFTS, figure.COLOURS, ["-", "--", "-."], "xyz"):
        size = np.abs(files.column(rows, drift))
        # The axis is logarithmic: records without a drift, such as the first, are gaps.
        panel.semilogy(
            time,
            np.where(size > 0, size, np.nan),
            style,
            color=colour,
            label=f"P$_{name}$",
            linewidth=1.2,
        )
    figure.published_line(panel, limit, "published: better than this")


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
