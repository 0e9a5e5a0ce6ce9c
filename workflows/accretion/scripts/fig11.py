"""L1, L2, Fig. 11: the granular pressure against time and diameter, compared with the virial
theorem and three readings of Eq. 23."""
import numpy as np

from analysis import compare, limits, powers, study, uncertainty
import accretion as acc
import clouds
import collapses
import hull_pressure
import pressure_peaks
from pressure_plot import draw
from uniform_ball import READINGS, over_printed, predicted

TABLES = ["data", "series", "ball"]


def collect(given, params):
    columns = ("pressure", "pressure_axes")
    return {
        **collapses.collect_with_series(given, params, columns),
        "ball": limits.unit_ball(),
    }


def finish(tables, demands, scale):
    rows = tables["data"]
    spheres = acc.of(rows, "spheres")
    if len(acc.counts(rows, "spheres")) < 2:
        return (
            compare.missing(
                demands,
                scale,
                "virial",
                "pressure_peak",
                "pressure_peak_growth",
                "pressure_hulls_curve",
                "pressure_exponent",
                "pressure_exponent_axes",
                "pressure_published",
                "pressure_printed",
                "pressure_hulls",
                "pressure_hulls_density",
            ),
            None,
        )
    ball = limits.Ball(tables["ball"])
    worst = max(
        acc.of(rows, "spheres") + acc.of(rows, "hulls") + acc.of(rows, "rough"),
        key=lambda row: abs(row["virial"] - 1),
    )
    ratios = {
        reading: np.mean(
            [
                row["pressure_axes"] / predicted(ball, acc.bulk(row), row["diameter_axes"])[reading]
                for row in spheres
            ]
        )
        for reading in READINGS
    }
    entries = [
        compare.entry(
            demands,
            "virial",
            worst["virial"],
            scale,
            sigma=worst["virial_error"],
            freedom=9,
            where=worst["run"],
            note="Of the stress about all bodies: it does not depend on the volume.",
        ),
        *pressure_peaks.entries(tables["series"], demands, scale),
        pressure_peaks.of_hulls(tables["series"], demands, scale),
        exponent(demands, "pressure_exponent", rows, "pressure", "diameter_all", scale),
        exponent(demands, "pressure_exponent_axes", rows, "pressure_axes", "diameter_axes", scale),
        compare.entry(
            demands,
            "pressure_published",
            ratios["surface"],
            scale,
            note="; ".join(f"{READINGS[reading]}: {value:.2f}" for reading, value in ratios.items())
            + ".",
        ),
        printed(ball, demands, rows, scale),
        hull_pressure.on_one_line(demands, rows, scale),
        compare.entry(
            demands,
            "pressure_hulls_density",
            hull_pressure.farthest(rows, ball),
            scale,
            note=acc.over(rows, "hulls"),
        ),
    ]
    return entries, draw(rows, tables["series"], ball)


def printed(ball, demands, rows, scale):
    """=> the entry of the mean pressure over Eq. 23 as printed; the note has each cloud, and the
    reason why the ratio grows: the solid fraction within the encompassing sphere"""
    spheres, hulls = (over_printed(ball, rows, kind) for kind in ("spheres", "hulls"))
    of_bulk = [
        ratio / row["nu_all"]
        for count, values in spheres.items()
        for ratio, row in zip(values, acc.of(rows, "spheres", count))
    ]
    return compare.entry(
        demands,
        "pressure_printed",
        np.mean(sum(spheres.values(), [])),
        scale,
        note=f"Spheres {hull_pressure.said(spheres, '.3f')} Hulls "
        f"{hull_pressure.said(hulls, '.3f')} Over the solid fraction within the sphere, as with "
        f"the bulk density: {min(of_bulk):.2f} to {max(of_bulk):.2f}.",
    )


def exponent(demands, name, rows, pressure, diameter, scale):
    """=> the entry of the exponent of pressure against diameter. Its standard error comes from the
    standard deviation of pressure / diameter^2 over the seeds."""
    by_square = [{**row, "of square": row[pressure] / row[diameter] ** 2} for row in rows]
    *_, relative, freedom = clouds.means(by_square, "spheres", "of square")
    widths, heights = (clouds.means(rows, "spheres", column)[1] for column in (diameter, pressure))
    value = powers.fit(widths, heights)[0]
    error = powers.error(widths, acc.seeds(rows, "spheres"), relative)
    half_width = uncertainty.sigmas(freedom) * error if freedom else np.nan
    return compare.entry(
        demands,
        name,
        value,
        scale,
        sigma=error,
        freedom=freedom,
        note=f"Interval of 95 %: {value - half_width:.2f} to {value + half_width:.2f}."
        if np.isfinite(half_width)
        else "",
    )


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
