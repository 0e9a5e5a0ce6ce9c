"""Statements of the paper that contradict each other, each with a number from the runs."""
import numpy as np

from analysis import compare, failures, limits, study
import accretion as acc
import clouds
import collapses
import contact_forces
from lattice_plot import draw
from uniform_ball import CELLS, PACKED, centre_of, fall_rows, radial_mean

TABLES = ["data", "window", "ball", "fall"]


def collect(given, params):
    return {
        **collapses.collect(given, params),
        "window": contact_forces.windows(failures.succeeded(given.each)),
        "ball": limits.unit_ball(),
        "fall": fall_rows([*SHOWN_CELLS, *CELLS.values()]),
    }


SHOWN_CELLS = np.linspace(9, 13, 60)  # edges of the cells in the picture [m]


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
    ball = limits.Ball(tables["ball"])
    fall = {row["cell"]: row["fall_time"] for row in tables["fall"]}
    smooth = max(spheres, key=lambda row: row["count"])
    linear, linear_all = (
        over_linear(rows, *columns)
        for columns in (("pressure_axes", "diameter_axes"), ("pressure", "diameter_all"))
    )
    return [
        compare.entry(
            demands,
            "claim_peak",
            np.mean([row["peak_time"] for row in wide])
            - np.mean([row["peak_time"] for row in spheres]),
            scale,
            note=f"A uniform ball that falls freely to a solid fraction of {PACKED} takes "
            f"{fall[10.0]:.1f} min from cells of 10 m, {fall[11.8]:.1f} min from 11.8 m.",
        ),
        compare.entry(
            demands,
            "claim_early",
            np.mean([row["coordination_20"] for row in wide]),
            scale,
            note="With cells of 10 m, whose peak is too early, "
            f"{clouds.means(rows, 'spheres', 'coordination_20')[1].mean():.2f}; at their peak "
            f"{clouds.means(rows, 'spheres', 'coordination_peak')[1].mean():.2f}.{of_sparse(rows)}",
        ),
        compare.entry(
            demands,
            "claim_coordination",
            smooth["touching"] - smooth["coordination"],
            scale,
            note=f"{smooth['count']} spheres: {smooth['coordination']:.2f} loaded, "
            f"{smooth['touching']:.2f} by gaps.",
        ),
        of_window(tables["window"], demands, scale),
        compare.entry(
            demands,
            "claim_linear",
            linear,
            scale,
            note=f"By the encompassing sphere {linear_all:.2f}.",
        ),
        compare.entry(
            demands,
            "claim_gravity",
            np.mean([4 * row["pressure_axes"] / radial_mean(ball, row) for row in spheres]),
            scale,
        ),
        compare.entry(
            demands,
            "claim_centre",
            np.mean([centre_of(ball, row) / row["pressure_axes"] for row in spheres]),
            scale,
        ),
    ], draw(rows, tables["fall"][: len(SHOWN_CELLS)], ball)


def over_linear(rows, pressure, diameter):
    """=> ratio of the pressures of the largest and the smallest piles of spheres, over the ratio of
    their diameters"""
    high, wide = (clouds.means(rows, "spheres", name)[1] for name in (pressure, diameter))
    return float(high[-1] / high[0] / (wide[-1] / wide[0]))


def of_sparse(rows):
    """=> note on the coordination in the runs with empty cells; "" without them"""
    here = acc.of(rows, "sparse")
    if not here:
        return ""
    late, peak = (
        np.mean([row[name] for row in here]) for name in ("coordination_20", "coordination_peak")
    )
    return f" With spheres in 58 % of them {late:.2f}; at their peak {peak:.2f}."


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
