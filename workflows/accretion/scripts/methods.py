"""Comparison of two contact methods on the same clouds: soft spheres and Contact Dynamics."""
from pathlib import Path

from analysis import compare, costs, failures, figure, study
import accretion as acc
import clouds
import collapses

COLUMNS = {
    "peak_time": "peak time [min]",
    "peak_energy": "peak energy of a grain [J]",
    "nu_axes": "solid fraction",
    "pressure_axes": "pressure, ellipsoid [Pa]",
    "coordination": "coordination",
    "coordination_20": "coordination at 20 min",
}
# without a standard error: runs of the same cloud are equal up to the impacts
PAIRED = {"peak_time", "peak_energy"}


def collect(given, params):
    tables = collapses.collect_with_series(given, params)
    for row, path in zip(tables["data"], failures.succeeded(given.tracks)):
        log = Path(path).with_name("pile.h5.log").read_text()
        row.update(cpu_time=costs.cpu_seconds(log), clock=costs.clock_of(log))
    return tables


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    soft = [row for row in acc.of(rows, "soft") if twin(rows, row)]
    if not soft:
        return compare.missing(demands, scale, *(f"methods_{column}" for column in COLUMNS)), None
    for column in COLUMNS:
        changes = {row["count"]: row[column] / twin(rows, row)[column] - 1 for row in soft}
        worst = max(changes, key=lambda count: abs(changes[count]))
        sigma, freedom = (
            (None, 0) if column in PAIRED else clouds.ratio_error(rows, column, count=worst)
        )
        entries.append(
            compare.entry(
                demands,
                f"methods_{column}",
                acc.of_all(changes[worst], rows, scale, "soft"),
                scale,
                where=f"{worst} spheres",
                sigma=sigma,
                freedom=freedom,
                note="; ".join(f"{count}: {change:+.3f}" for count, change in changes.items())
                + "."
                + (times_of(rows, soft) if column == "peak_time" else ""),
            )
        )
    return entries, draw(rows, soft, tables["series"])


def times_of(rows, soft):
    """=> note with the times of the peak of each pair: soft spheres, Contact Dynamics"""
    pairs = (
        f"{row['run']}: {row['peak_time']:.2f} and {twin(rows, row)['peak_time']:.2f} min"
        for row in soft
    )
    return f" Soft spheres and Contact Dynamics: {'; '.join(pairs)}."


def twin(rows, row):
    """=> the collapse of the same cloud by Contact Dynamics; None if it is not available"""
    return next(
        (other for other in acc.of(rows, "spheres", row["count"]) if other["seed"] == row["seed"]),
        None,
    )


def draw(rows, soft, series):
    plt = figure.plt
    page, axes = plt.subplots(2, 5, figsize=(19, 7.6))
    names = {
        "soft": ("soft spheres", figure.ORANGE, "s"),
        "spheres": ("Contact Dynamics", figure.BLUE, "o"),
    }
    counts = [row["count"] for row in soft]
    for axis, column, title in (
        (axes[0][0], "energy", "mean kinetic energy [J]"),
        (axes[0][1], "coordination", "coordination"),
        (axes[0][2], "pressure_axes", "pressure, ellipsoid [Pa]"),
    ):
        for kind, (name, colour, _) in names.items():
            line = acc.of(series, kind, counts[-1])
            axis.plot(
                [r["time"] for r in line],
                [max(r[column], 1e-3) for r in line],
                color=colour,
                label=name,
            )
        axis.set(xlabel="time [min]", ylabel=title, title=f"{counts[-1]} spheres")
    axes[0][0].set_yscale("log")
    axes[0][0].legend()
    panels = dict(zip(("cpu_time", *COLUMNS), [axes[0][3], axes[0][4], *axes[1]]))
    for column, axis in panels.items():
        for kind, (name, colour, mark) in names.items():
            here = [twin(rows, row) if kind == "spheres" else row for row in soft]
            axis.plot(
                [row["count"] for row in here],
                [row[column] for row in here],
                mark,
                color=colour,
                label=name,
            )
        axis.set(
            xscale="log",
            xlabel="spheres",
            xticks=counts,
            xticklabels=[str(count) for count in counts],
            ylabel={"cpu_time": "CPU time of the run [s]"}.get(column) or COLUMNS[column],
        )
        axis.minorticks_off()
    for column in ("cpu_time", "peak_energy", "pressure_axes"):
        panels[column].set_yscale("log")
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
