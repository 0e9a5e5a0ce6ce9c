"""L1, L2, L3, Fig. 8: the mean kinetic energy against time; its peak against the number of bodies;
with friction."""
import numpy as np

from analysis import compare, study, uncertainty
import accretion as acc
import clouds
import collapses
import energy_plateau
from energy_peaks import peaks, peaks_with_friction, windows
from energy_plot import draw


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = (
        times(rows, demands, scale)
        + peaks(rows, demands, scale)
        + energy_plateau.entries(rows, tables["series"], demands, scale)
        + friction(rows, demands, scale)
    )
    return entries, draw(rows, tables["series"])


def times(rows, demands, scale):
    peak = np.array([row["peak_time"] for row in acc.of(rows, "spheres")])
    if not len(peak):
        return compare.missing(
            demands,
            scale,
            "peak_time",
            "peak_time_wide",
            "peak_time_sparse",
            "peak_spread",
            "fall_windows",
            "fall_few",
        )
    n, centre, *_ = clouds.means(rows, "spheres", "peak_time")
    wide, sparse = ([row["peak_time"] for row in acc.of(rows, kind)] for kind in ("wide", "sparse"))
    exponent, error, freedom = clouds.exponent_of(rows, "spheres", "fall_time")
    few = [row["fall_time"] for row in acc.of(rows, "spheres", 125)]
    time, time_error, time_freedom = uncertainty.mean(few) if few else (None, None, 0)
    said = ", ".join(f"{count}: {time:.1f} min" for count, time in zip(n, centre)) + "."
    spread, spread_error, spread_freedom = clouds.spread(rows, "spheres", "peak_time")
    return [
        compare.entry(demands, "peak_time", peak.mean(), scale, note=said),
        compare.entry(
            demands,
            "peak_time_wide",
            np.mean(wide) if wide else None,
            scale,
            note=each_time(acc.of(rows, "wide")),
        ),
        compare.entry(demands, "peak_time_sparse", np.mean(sparse) if sparse else None, scale),
        compare.entry(
            demands,
            "peak_spread",
            spread,
            scale,
            sigma=spread_error,
            freedom=spread_freedom,
            note=acc.over(rows, "spheres"),
        ),
        compare.entry(
            demands,
            "fall_windows",
            exponent,
            scale,
            sigma=error,
            freedom=freedom,
            note=windows(rows),
        ),
        compare.entry(demands, "fall_few", time, scale, sigma=time_error, freedom=time_freedom),
    ]


def each_time(rows):
    """=> note with the time of the peak in each run"""
    times = "; ".join(f"{row['run']}: {row['peak_time']:.2f} min" for row in rows)
    return times and f"{times}."


ONE_CLOUD = (
    "Both runs start from the same cloud; the standard error, from different clouds, is an "
    "upper limit."
)


def friction(rows, demands, scale):
    if not acc.by_friction(rows):
        return compare.missing(demands, scale, "peak_friction", "fall_friction")
    smooth, *rough = acc.by_friction(rows)
    changes = {row["friction"]: row["peak_energy"] / smooth["peak_energy"] - 1 for row in rough}
    most = acc.with_friction(rows, acc.MOST_FRICTION)
    faster = most and most[1]["fall_time"] / smooth["fall_time"]
    each = ", ".join(f"{mu:g}: {change:+.3f}" for mu, change in changes.items())
    sigma, freedom = clouds.ratio_error(rows, "fall_time", faster or np.nan, smooth["count"])
    value, error, each_cloud = peaks_with_friction(rows)
    return [
        acc.partial_entry(
            demands,
            "peak_friction",
            value,
            rows,
            scale,
            "L3",
            like=f"*-mu{acc.MOST_FRICTION}-*",
            sigma=error,
            freedom=len(each_cloud) - 1,
            note=f"Each cloud: {', '.join(f'{change:+.3f}' for change in each_cloud)}. The first "
            f"one with each friction: {each}.",
        ),
        compare.entry(
            demands,
            "fall_friction",
            faster,
            scale,
            sigma=sigma,
            freedom=freedom,
            reason=acc.reason_of(rows, acc.MOST_FRICTION),
            note=ONE_CLOUD,
        ),
    ]


def collect(given, params):
    return collapses.collect_with_series(given, params, ("energy",))


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
