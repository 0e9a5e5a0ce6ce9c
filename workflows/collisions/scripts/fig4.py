"""D1, Fig. 4: the components of the total momentum in an oblique collision, against the
projectile's momentum."""
import numpy as np

from analysis import failures, figure, rubble, study, verdict

RUN, RESTITUTION, TIME, DRIFTS, KINETIC = (
    "run",
    "restitution",
    "time [s]",
    [f"dP{k}/(Mp vp)" for k in "xyz"],
    "kinetic energy / initial",
)
PUBLISHED = 1e-6  # "better than in one part per million"
MOST_ENERGIES = 500  # rows of a run; the curve of the energy is smooth


def collect(given, params):
    data, energy = [], []
    projectiles = [
        row["projectile_mass"] * row["projectile_speed"]
        for row, *_ in map(rubble.rows.tsv, failures.succeeded(given.encounter))
    ]
    for run, restitution, path in failures.succeeded(params.runs, params.restitution, given.tracks):
        track = rubble.open(path).records
        drift = (track["momentum"] - track["momentum"][0]) / projectiles[0]
        data += [
            {RUN: run, RESTITUTION: restitution, TIME: t, **dict(zip(DRIFTS, d))}
            for t, d in zip(track["time"], drift)
        ]
        kinetic = track["energy/kinetic_translational"]
        every = -(-len(kinetic) // MOST_ENERGIES)
        energy += [
            {RUN: run, RESTITUTION: restitution, TIME: t, KINETIC: k}
            for t, k in zip(track["time"][::every], kinetic[::every] / kinetic[0])
        ]
    return {"data": data, "energy": energy}


def finish(tables, demands, scale):
    runs = rubble.rows.groups(tables["data"], RESTITUTION)
    entries = [
        verdict.evaluate(
            demands["momentum"],
            max(abs(row[name]) for row in rows for name in DRIFTS),
            scale,
            where=f"e = {restitution}",
        )
        for restitution, rows in runs.items()
    ]
    energies = rubble.rows.groups(tables.get("energy", []), RESTITUTION)
    return entries, draw(runs, energies)


def draw(runs, energies):
    """({restitution: rows of the drift}, the same of the energy, {} if it was not kept)"""
    heights = [2, 1] if energies else [1]
    page, axes = figure.plt.subplots(
        len(heights),
        len(runs),
        figsize=(5.2 * len(runs), 2 * sum(heights) if energies else 4),
        sharex=True,
        sharey="row",
        height_ratios=heights,
        squeeze=False,
    )
    for column, (restitution, rows) in zip(axes.T, runs.items()):
        draw_drifts(column[0], rows)
        column[0].set_title(f"{rows[0][RUN]}: restitution {restitution}")
        column[-1].set_xlabel("time [s]")
        if energies:
            draw_energy(column[1], energies[restitution])
    axes[0, 0].set(ylabel="|P - P(0)| / (M$_p$ v$_p$)")
    axes[0, 0].legend(ncols=3, loc="upper right", bbox_to_anchor=(1, 0.9))
    if energies:
        axes[1, 0].set(ylabel="kinetic energy / initial")
    return page


def draw_energy(panel, rows):
    panel.plot(rubble.rows.column(rows, TIME), rubble.rows.column(rows, KINETIC), color=figure.GREY)
    panel.set_ylim(bottom=0)


def draw_drifts(panel, rows):
    time = rubble.rows.column(rows, TIME)
    for drift, colour, style, name in zip(DRIFTS, figure.COLOURS, ["-", "--", "-."], "xyz"):
        size = np.abs(rubble.rows.column(rows, drift))
        # The axis is logarithmic: records without a drift, such as the first, are gaps.
        panel.semilogy(
            time,
            np.where(size > 0, size, np.nan),
            style,
            color=colour,
            label=f"P$_{name}$",
            linewidth=1.2,
        )
    figure.published_line(panel, PUBLISHED, "published: better than this")


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
