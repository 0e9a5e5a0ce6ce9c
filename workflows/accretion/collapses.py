"""Tables of collapses, with thinned time series, and panels that show them."""
import numpy as np

from analysis import failures, figure, rubble
from accretion import MINUTE, counts, named, of
from collapse_numbers import numbers


def short(value):
    """=> the number rounded to five digits, enough for a curve"""
    return float(f"{value:.5g}")


SERIES = {
    "energy": None,
    "coordination": "packing/all/coordination",
    "touching": "packing/all/touching",
    "pressure": "packing/all/pressure_sphere",
    "pressure_axes": "packing/all/pressure_ellipsoid",
}


def series(path):
    """(track of a collapse) => rows of its time series: every half minute in the first hour, then
    every two minutes"""
    s = rubble.open(path).records
    row = named(path)
    minutes = s["time"] / MINUTE
    wanted = np.concatenate([np.arange(0, 60, 0.5), np.arange(60, minutes[-1] + 1e-9, 2)])
    rows = sorted(set(np.searchsorted(minutes, wanted[wanted <= minutes[-1] + 1e-9] - 1e-9)))
    energy = (s["energy/kinetic_translational"] + s["energy/kinetic_rotational"]) / row["count"]
    return [
        {
            "run": row["run"],
            "kind": row["kind"],
            "count": row["count"],
            "friction": row["friction"],
            "time": round(float(minutes[k]), 4),
            "energy": short(energy[k]),
            **{name: short(s[column][k]) for name, column in SERIES.items() if column},
        }
        for k in rows
    ]


def collect(given, _):
    """(input of a figure's rule: tracks) => table `data` with one row for each collapse"""
    return {"data": [numbers(path) for path in failures.succeeded(given.tracks)]}


def collect_with_series(given, params, columns=tuple(SERIES)):
    """(input of a figure's rule: tracks; names in SERIES) => tables: `data` with one row for each
    collapse, `series` with these columns for the first seeds"""
    shown = [path for path in failures.succeeded(given.tracks) if named(path)["seed"] == 1]
    kept = ("run", "kind", "count", "friction", "time", *columns)
    rows = [row for path in shown for row in series(path)]
    return {
        **collect(given, params),
        "series": [{name: row[name] for name in kept} for row in rows],
    }


def draw_series(axis, series, column, label, floor):
    """Draws a column of the time series of spheres, one line for the first cloud of each number.
    With a floor the axis is logarithmic and starts there."""
    for k, count in enumerate(counts(series, "spheres")):
        line = of(series, "spheres", count)
        axis.plot(
            [row["time"] for row in line],
            [row[column] if floor is None else max(row[column], 0.1 * floor) for row in line],
            color=figure.COLOURS[k % 6],
            linestyle="--" if k > 5 else "-",
            label=f"{count}",
        )
    axis.set(xlabel="time [min]", ylabel=label, title="a: spheres, first cloud of each number")
    if floor is not None:
        axis.set(yscale="log", ylim=(floor, None))
    if axis.lines:
        axis.legend(title="spheres")


def no_runs(axis):
    """Writes into an empty panel that its runs were not made."""
    axis.text(
        0.5,
        0.5,
        "not run at this scale",
        ha="center",
        va="center",
        transform=axis.transAxes,
        color=figure.GREY,
    )
