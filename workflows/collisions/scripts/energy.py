"""D1: energy error in the elastic collapse of a cloud, with three time steps."""
import numpy as np

from analysis import failures, figure, powers, rubble, study, verdict, workflow

STUDY_STEP = 0.04  # [s] time step of the study, for which the demand holds
RUN, STEP, TIME, ERROR = "run", "dt [s]", "time [s]", "(E-E0)/|E0|"


def collect(given, params):
    data = []
    for run, dt, path in failures.succeeded(params.runs, params.dt, given.tracks):
        track = rubble.open(path).records
        total = track["energy/total"]
        data += [
            {RUN: run, STEP: float(dt.split()[0]), TIME: t, ERROR: e}
            for t, e in zip(track["time"], (total - total[0]) / abs(total[0]))
        ]
    return {"data": data}


def sizes_of(runs):
    """({step: rows}) => for each run the largest error, and the root mean square of the changes
    between records"""
    errors = [rubble.rows.column(rows, ERROR) for rows in runs.values()]
    return np.array([np.abs(error).max() for error in errors]), np.array(
        [np.sqrt(np.mean(np.diff(error) ** 2)) for error in errors]
    )


def order(steps, sizes):
    """=> the exponent of a power law of the step; None with fewer than two steps"""
    return powers.fit(steps, sizes)[0] if len(steps) > 1 else None


def finish(tables, demands, scale):
    runs = rubble.rows.groups(tables["data"], STEP)
    steps = list(runs)
    largest, change = sizes_of(runs)
    own = dict(zip(steps, map(float, largest))).get(STUDY_STEP)
    lacks = workflow.lacks("collisions", scale, tables["data"], "D1a", like="elastic-*")
    few = verdict.MISSING if lacks or len(steps) < 2 else ""
    entries = [
        verdict.evaluate(
            demands["energy"], own, scale, reason=verdict.MISSING if own is None else ""
        ),
        # Each impact adds an error of random sign. The rms of these changes shows the order of the
        # scheme better than the largest error, which is a sum of a few of them.
        verdict.evaluate(
            demands["energy_order"],
            order(steps, change),
            scale,
            f"Fitted over dt = {', '.join(map(str, steps))} s.",
            reason=few,
        ),
        verdict.evaluate(
            demands["energy_order_largest"],
            order(steps, largest),
            scale,
            "A random walk over the impacts: see the other order.",
            reason=few,
        ),
    ]
    return entries, draw(runs, demands["energy"]["high"])


def draw(runs, limit):
    page, (left, right) = figure.plt.subplots(1, 2, figsize=(10, 4.2))
    draw_errors(left, runs, limit)
    draw_order(right, list(runs), *sizes_of(runs))
    return page


def draw_errors(panel, runs, limit):
    for (dt, rows), colour, style in zip(runs.items(), figure.COLOURS, ["-", "--", "-."]):
        time, error = rubble.rows.column(rows, TIME), np.abs(rubble.rows.column(rows, ERROR))
        # The axis is logarithmic: the first record, whose error is 0 by definition, and errors
        # below the rounding of the sum are gaps.
        panel.semilogy(
            time[1:],
            np.where(error[1:] > 0, error[1:], np.nan),
            style,
            color=colour,
            label=f"dt = {dt:g} s",
        )
    figure.published_line(panel, limit, "demanded at 0.04 s: below this")
    panel.set(
        xlabel="time [s]", ylabel="|E - E0| / |E0|", title="elastic collapse without friction"
    )
    panel.legend(loc="lower right")


def draw_order(panel, steps, largest, change):
    guide = np.array([min(steps), max(steps)])
    for size, marker, colour, label in (
        (largest, "o", figure.BLUE, "largest of the run"),
        (change, "s", figure.VERMILION, "rms change between records"),
    ):
        panel.loglog(steps, size, marker, color=colour, label=label)
        middle = np.exp(np.mean(np.log(size)) - 2 * np.mean(np.log(steps)))
        panel.loglog(
            guide,
            middle * guide**2,
            "--",
            color=figure.GREY,
            label="second order" if marker == "s" else None,
        )
    panel.set(
        xlabel="time step dt [s]",
        ylabel="relative energy error",
    )
    if len(steps) > 1:
        panel.set_title(
            f"fitted order: {order(steps, change):.2f} (changes), "
            f"{order(steps, largest):.2f} (largest)"
        )
    panel.set_xticks(steps, [f"{dt:g}" for dt in steps])
    panel.set_xticks([], minor=True)
    panel.legend()


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
