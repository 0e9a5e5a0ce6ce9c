"""Parabolic flybys: where the piles grow, and their shape and mass at the end."""
from analysis import failures, figure, study
from case_plot import draw_cases
import philosophies as ph

COLUMNS = {
    "distance": "planet's distance at 5 % growth /\ndistance of disruption",
    "growth": "longest semi-axis, end / start",
    "largest": "mass of the heaviest group, end / all",
}


def collect(given, _):
    return {
        "data": [
            {**ph.named(path), **passage(ph.records(path))}
            for path in failures.succeeded(given.tracks)
        ]
    }


def passage(s):
    """(series of a flyby) => planet's distance / distance of disruption at 5 % growth (None if the
    pile never grows), whether this is after the pericentre, growth and mass of the heaviest group
    at the end"""
    time = ph.failure(s)
    closest = s["time"][s["planet/distance"].argmin()]
    return {
        "distance": ph.at(s, s["planet/distance"] / s["planet/disruption_distance"], time),
        "outbound": None if time is None else int(time > closest),
        "growth": float(s["shape/growth"][-1]),
        "largest": float(s["bulk/largest"][-1]),
    }


def finish(tables, _demands, _scale):
    return [], draw(tables["data"])


def draw(rows):
    if not rows:
        return None
    settings = sorted({row["setting"] for row in rows}, reverse=True)
    page, axes = figure.plt.subplots(
        len(settings), len(COLUMNS), figsize=(16, 5.2 * len(settings)), squeeze=False
    )
    for line, setting in zip(axes, settings):
        here = [row for row in rows if row["setting"] == setting]
        for axis, (column, label) in zip(line, COLUMNS.items()):
            draw_cases(axis, here, column, label)
            axis.set_title(f"nominal pericentre: {setting:g} distances of disruption")
    axes[0][0].legend(fontsize=8)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
