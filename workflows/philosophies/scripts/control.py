"""Piles without friction against Maclaurin's spheroids of equal mass, volume and angular
momentum."""
import numpy as np

from analysis import compare, failures, limits, study
from control_plot import draw
import philosophies as ph

FROM = 0.3  # spin / critical rate from which shapes are compared
EVERY = 550.0  # [s] between the points of the curves


def collect(given, _):
    ball = limits.Ball(limits.unit_ball())
    spheroids = [row for row in limits.fluid_curves(0.001) if row["sequence"] == "maclaurin"]
    rows, series = [], []
    for path in failures.succeeded(given.tracks):
        s, run = ph.records(path), ph.named(path)
        fluid = limits.maclaurin(s, spheroids, ball)
        rows.append({**run, "difference": mean_difference(s, fluid)})
        if run["seed"] == 1:
            series += curve_of(run, s, fluid)
    return {"data": rows, "series": series}


def mean_difference(s, fluid):
    """(series, c / a of the spheroid at each record) => mean of c / sqrt(a b) minus that of the
    spheroid, from the spin FROM to the failure or the end; None without such records"""
    end = ph.failure(s) or s["time"][-1]
    chosen = (ph.rate(s) >= FROM) & (s["time"] <= end) & np.isfinite(fluid)
    return float((oblateness(s) - fluid)[chosen].mean()) if chosen.any() else None


def oblateness(s):
    """=> c / sqrt(a b), which is c / a of a spheroid"""
    return s["shape/c_over_a"] / np.sqrt(s["shape/b_over_a"])


def curve_of(run, s, fluid):
    """=> rows of the curves until the failure"""
    end = ph.failure(s) or s["time"][-1]
    return [
        {
            **run,
            "rate": ph.at(s, ph.rate(s), time),
            "oblateness": ph.at(s, oblateness(s), time),
            "maclaurin": ph.at(s, fluid, time),
        }
        for time in np.arange(s["time"][0], end, EVERY)
    ]


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for variant, matching in ph.cases(rows):
        values = [row["difference"] for row in ph.of(rows, variant, matching)]
        name = "maclaurin" if matching == ph.MATCHINGS["mu0"] else "over_maclaurin"
        entries.append(
            compare.mean_entry(
                demands,
                name,
                [value for value in values if value is not None],
                scale,
                where=f"{variant}, {matching}",
            )
        )
    return entries, draw(rows, tables["series"])


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
