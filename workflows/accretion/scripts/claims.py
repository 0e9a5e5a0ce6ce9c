"""Statements of the paper that contradict each other, each with a number from the runs."""
import numpy as np

from analysis import compare, failures, powers, study
import accretion as acc
import clouds
import collapses
import contact_forces
from lattice_plot import draw
from uniform_ball import PACKED, centre_of, fall_time, radial_mean


def collect(given, params):
    return {
        **collapses.collect(given, params),
        "window": [window_of(path) for path in failures.succeeded(given.each)],
    }


def window_of(path):
    single, mean = contact_forces.coordination_of(path)
    return {
        "run": acc.named(path)["run"],
        "count": acc.named(path)["count"],
        "single_steps": single,
        "mean_forces": mean,
    }


def finish(tables, demands, scale):
    rows = tables["data"]
    spheres, wide = acc.of(rows, "spheres"), acc.of(rows, "wide")
    if len(acc.counts(rows, "spheres")) < 3 or not wide:
        return (
            compare.missing(
                demands, scale, *(name for name in demands if name.startswith("claim_"))
            ),
            None,
        )
    smooth = max(spheres, key=lambda row: row["count"])
    n, centre, *_ = clouds.means(rows, "spheres", "peak_energy")
    power, exponential = powers.residuals(n, centre)
    ratio = np.mean([row["pressure_axes"] / radial_mean(row) for row in spheres])
    diameter, pressure = (
        clouds.means(rows, "spheres", name)[1] for name in ("diameter_axes", "pressure_axes")
    )
    linear = float(pressure[-1] / pressure[0] / (diameter[-1] / diameter[0]))
    return [
        compare.entry(
            demands,
            "claim_peak",
            np.mean([row["peak_time"] for row in wide])
            - np.mean([row["peak_time"] for row in spheres]),
            scale,
            note=f"A uniform ball that falls freely to a solid fraction of {PACKED} takes "
            f"{fall_time(10):.1f} min from cells of 10 m, {fall_time(11.8):.1f} min from "
            "11.8 m.",
        ),
        compare.entry(
            demands,
            "claim_early",
            np.mean([row["coordination_20"] for row in wide]),
            scale,
            note="With cells of 10 m, whose peak is too early, "
            f"{clouds.means(rows, 'spheres', 'coordination_20')[1].mean():.2f}; at their peak "
            f"{clouds.means(rows, 'spheres', 'coordination_peak')[1].mean():.2f}.",
        ),
        compare.entry(demands, "claim_exponential", exponential / power, scale),
        compare.entry(
            demands,
            "claim_coordination",
            smooth["touching_end"] - smooth["coordination"],
            scale,
            note=f"{smooth['count']} spheres: {smooth['coordination']:.2f} loaded, "
            f"{smooth['touching_end']:.2f} by gaps.",
        ),
        of_window(tables["window"], demands, scale),
        compare.entry(demands, "claim_linear", linear, scale),
        compare.entry(
            demands,
            "claim_gravity",
            np.mean([4 * row["pressure_axes"] / radial_mean(row) for row in spheres]),
            scale,
        ),
        compare.entry(demands, "claim_mean", ratio, scale),
        compare.entry(
            demands,
            "claim_centre",
            np.mean([centre_of(row) / row["pressure_axes"] for row in spheres]),
            scale,
        ),
    ], draw(rows)


def of_window(rows, demands, scale):
    if not rows:
        return compare.entry(demands, "claim_window", None, scale)
    row = rows[0]
    return compare.entry(
        demands,
        "claim_window",
        row["mean_forces"] - row["single_steps"],
        scale,
        note=f"{row['count']} spheres at the end: {row['single_steps']:.2f} and "
        f"{row['mean_forces']:.2f}.",
    )


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
