"""Piles without friction against spheroids of equal mass, volume and angular momentum: Maclaurin's,
and those that the friction angle of spheres without friction holds."""
import numpy as np

from analysis import compare, failures, limits, study, verdict
from control_plot import SMOOTH_ANGLE, draw
from diagnostics import friction_angle
import philosophies as ph

FROM = 0.3  # spin / critical rate from which shapes are compared
EVERY = 550.0  # [s] between the points of the curves
RATIOS = np.linspace(1, 0.3, 29)  # c / a of the spheroids that friction holds


def collect(given, _):
    ball = limits.Ball(limits.unit_ball())
    spheroids = [row for row in limits.fluid_curves(0.001) if row["sequence"] == "maclaurin"]
    held = limits.held_spheroids(SMOOTH_ANGLE, RATIOS)
    rows, series = [], []
    for path in failures.succeeded(given.tracks):
        s, run = ph.records(path), ph.named(path)
        shapes = {
            "maclaurin": limits.maclaurin(s, spheroids, ball),
            "held": limits.maclaurin(s, held, ball),
        }
        rows.append(
            {
                **run,
                "difference": mean_difference(s, shapes["maclaurin"]),
                "difference_held": at_growth(s, oblateness(s) - shapes["held"]),
                "angle": friction_angle(s, ph.at_failure(s)["time"]),
            }
        )
        if run["seed"] == 1:
            series += curve_of(run, s, shapes)
    return {"data": rows, "series": series}


def mean_difference(s, fluid):
    """(series, c / a of the spheroid at each record) => mean of c / sqrt(a b) minus that of the
    spheroid, from the spin FROM to the failure or the end; None without such records"""
    end = ph.failure(s) or s["time"][-1]
    chosen = (ph.rate(s) >= FROM) & (s["time"] <= end) & np.isfinite(fluid)
    return float((oblateness(s) - fluid)[chosen].mean()) if chosen.any() else None


def at_growth(s, values):
    """(series, values at its records) => the value at 5 % growth; None if the pile does not grow so
    far or has no value there"""
    found = ph.at(s, values, ph.failure(s))
    return None if found is None or np.isnan(found) else found


def oblateness(s):
    """=> c / sqrt(a b), which is c / a of a spheroid"""
    return s["shape/c_over_a"] / np.sqrt(s["shape/b_over_a"])


def curve_of(run, s, shapes):
    """(names of the run, series, {name: c / a of the spheroid at each record}) => rows of the
    curves until the failure"""
    end = ph.failure(s) or s["time"][-1]
    return [
        {
            **run,
            "rate": ph.at(s, ph.rate(s), time),
            "oblateness": ph.at(s, oblateness(s), time),
            **{name: ph.at(s, values, time) for name, values in shapes.items()},
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
        if matching == ph.MATCHINGS["mu0"]:
            entries += held_entries(demands, ph.of(rows, variant, matching), scale, variant)
    return entries, draw(rows, tables["series"])


def held_entries(demands, rows, scale, where):
    """(demands, rows of the piles without friction of a variant, ...) => entries that compare them
    with the friction angle of spheres without friction: variants, because this was chosen after the
    piles were seen to stay above Maclaurin's spheroids"""
    entries = []
    for name, column in (("held", "difference_held"), ("smooth_angle", "angle")):
        values = [row[column] for row in rows]
        censored = None in values
        entries.append(
            compare.mean_entry(
                demands,
                name,
                [] if censored else values,
                scale,
                where=where,
                reason=verdict.CENSORED if censored else verdict.VARIANT,
            )
        )
    return entries


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
