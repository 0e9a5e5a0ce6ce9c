"""Piles without friction against spheroids of equal mass, volume and angular momentum: Maclaurin's,
and those that the friction angle of spheres without friction holds."""
import numpy as np

from analysis import failures, limits, study, verdict
from control_plot import draw
from diagnostics import friction_angle
import expected
import philosophies as ph

FROM = 0.3  # spin / critical rate from which shapes are compared
EVERY = 550.0  # [s] between the points of the curves
RATIOS = np.linspace(1, 0.3, 29)  # c / a of the spheroids that friction holds
SMOOTH = ph.MATCHINGS["mu0"]
# entries of the piles without friction that were chosen after they were seen to stay above
# Maclaurin's spheroids, and their columns
VARIANTS = {"held": "difference_held", "smooth_angle": "angle"}


def collect(given, _):
    ball = limits.Ball(limits.unit_ball())
    spheroids = [row for row in limits.fluid_curves(0.001) if row["sequence"] == "maclaurin"]
    angle = smooth_angle(verdict.demands(given.published))
    held = limits.held_spheroids(angle, RATIOS)
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


def smooth_angle(demands):
    """=> friction angle of spheres without friction in simple shear [degree]"""
    return demands["smooth_angle"]["value"]


def mean_difference(s, fluid):
    """(series, c / a of the spheroid at each record) => mean of c / sqrt(a b) minus that of the
    spheroid, from the spin FROM to the failure; None without a failure or without such records"""
    end = ph.failure(s)
    if end is None:
        return None
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
    curves until the failure, or until the end of a pile that does not fail"""
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
    for variant, matching in expected.cases(rows, scale, "spin"):
        case = {"rows": rows, "variant": variant, "matching": matching}
        name = "maclaurin" if matching == SMOOTH else "over_maclaurin"
        where = f"{variant}, {matching}"
        entries.append(expected.case_entry(demands, name, "difference", scale, **case, where=where))
        more = {"where": variant, "reason": verdict.VARIANT}
        for name, column in VARIANTS.items() if matching == SMOOTH else ():
            entries.append(expected.case_entry(demands, name, column, scale, **case, **more))
    return entries, draw(rows, tables["series"], smooth_angle(demands))


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
