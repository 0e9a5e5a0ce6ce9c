"""Statements of the paper that contradict each other, each with a number from the runs."""
import numpy as np

from analysis import accretion as acc
from analysis import failures, figure, powers, study

DENSITY, CELLS = 5164.0, {"spheres": 10.0, "wide": 11.8}  # [kg m-3], [m]
# mean volume of a sphere for the size distribution, uniform in volume: pi / 6 times 2 d_min^2
# d_max^2 / (d_min + d_max) [m3]
MEAN_VOLUME = np.pi / 6 * 642.9
PACKED = 0.60


def fall_time(cell, packed=PACKED):
    """(cell [m], final solid fraction) => time [min] of the pressureless collapse of a uniform
    ball, from one body per cell to that solid fraction"""
    density = DENSITY * MEAN_VOLUME / cell**3
    x = min((MEAN_VOLUME / cell**3 / packed) ** (1 / 3), 1)  # final radius / initial radius
    angle = np.arccos(np.sqrt(x))
    return (
        float(np.sqrt(3 / (8 * np.pi * acc.G * density)) * (angle + np.sin(2 * angle) / 2))
        / acc.MINUTE
    )


def collect(given, params):
    return {
        **acc.collect(given, params),
        "window": [window_of(path) for path in failures.succeeded(given.each)],
    }


def window_of(path):
    single, mean = acc.coordination_of(path)
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
            acc.missing(demands, scale, *(name for name in demands if name.startswith("claim_"))),
            None,
        )
    smooth = max(spheres, key=lambda row: row["count"])
    n, centre, *_ = acc.means(rows, "spheres", "peak_energy")
    power, exponential = powers.residuals(n, centre)
    ratio = np.mean([row["pressure_axes"] / radial_mean(row) for row in spheres])
    diameter, pressure = (
        acc.means(rows, "spheres", name)[1] for name in ("diameter_axes", "pressure_axes")
    )
    linear = float(pressure[-1] / pressure[0] / (diameter[-1] / diameter[0]))
    return [
        acc.entry(
            demands,
            "claim_peak",
            np.mean([row["peak_time"] for row in wide])
            - np.mean([row["peak_time"] for row in spheres]),
            scale,
            note=f"A uniform ball that falls freely to a solid fraction of {PACKED} takes "
            f"{fall_time(10):.1f} min from cells of 10 m, {fall_time(11.8):.1f} min from "
            "11.8 m.",
        ),
        acc.entry(
            demands,
            "claim_early",
            np.mean([row["coordination_20"] for row in wide]),
            scale,
            note="With cells of 10 m, whose peak is too early, "
            f"{acc.means(rows, 'spheres', 'coordination_20')[1].mean():.2f}; at their peak "
            f"{acc.means(rows, 'spheres', 'coordination_peak')[1].mean():.2f}.",
        ),
        acc.entry(demands, "claim_exponential", exponential / power, scale),
        acc.entry(
            demands,
            "claim_coordination",
            smooth["touching_end"] - smooth["coordination"],
            scale,
            note=f"{smooth['count']} spheres: {smooth['coordination']:.2f} loaded, "
            f"{smooth['touching_end']:.2f} by gaps.",
        ),
        of_window(tables["window"], demands, scale),
        acc.entry(demands, "claim_linear", linear, scale),
        acc.entry(
            demands,
            "claim_gravity",
            np.mean([4 * row["pressure_axes"] / radial_mean(row) for row in spheres]),
            scale,
        ),
        acc.entry(demands, "claim_mean", ratio, scale),
        acc.entry(
            demands,
            "claim_centre",
            np.mean([centre_of(row) / row["pressure_axes"] for row in spheres]),
            scale,
        ),
    ], draw(rows)


def of_window(rows, demands, scale):
    if not rows:
        return acc.entry(demands, "claim_window", None, scale)
    row = rows[0]
    return acc.entry(
        demands,
        "claim_window",
        row["mean_forces"] - row["single_steps"],
        scale,
        note=f"{row['count']} spheres at the end: {row['single_steps']:.2f} and "
        f"{row['mean_forces']:.2f}.",
    )


def radial_mean(row):
    """=> mean pressure by Eq. 23 with the gravity at the surface [Pa]"""
    return (
        acc.bulk(row)
        * acc.G
        * row["mass"]
        / (row["diameter_axes"] / 2) ** 2
        * row["diameter_axes"]
        / 6
    )


def centre_of(row):
    """=> pressure in the centre [Pa]: Eq. 22 of Sanchez et al. 2021,
    doi:10.1016/j.icarus.2021.114441, at r = 0"""
    return 1.5 * radial_mean(row)


def draw(rows):
    plt = figure.plt
    page, axes = plt.subplots(1, 2, figsize=(12, 4.6))
    cell = np.linspace(9, 13, 60)
    axes[0].plot(
        cell,
        [fall_time(c) for c in cell],
        color=figure.GREY,
        label=f"free fall to a solid fraction of {PACKED}",
    )
    for kind, width in CELLS.items():
        here = acc.of(rows, kind)
        axes[0].plot(
            [width] * len(here),
            [row["peak_time"] for row in here],
            "o",
            color=figure.BLUE,
            label="runs" if kind == "spheres" else None,
        )
    figure.published_line(axes[0], 20, "published: about 20 min")
    axes[0].set(
        xlabel="cell of the lattice [m]",
        ylabel="peak of the kinetic energy [min]",
        title="The peak and the lattice",
    )
    axes[0].legend()
    here = sorted(acc.of(rows, "spheres"), key=lambda row: row["diameter_axes"])
    diameter = [row["diameter_axes"] for row in here]
    axes[1].plot(
        diameter,
        [row["pressure_axes"] / radial_mean(row) for row in here],
        "o",
        color=figure.BLUE,
        label="measured / Eq. 23, g0 at the surface",
    )
    axes[1].plot(
        diameter,
        [4 * row["pressure_axes"] / radial_mean(row) for row in here],
        "s",
        color=figure.VERMILION,
        label="measured / Eq. 23, g0 = G M / D^2 as printed",
    )
    axes[1].axhline(0.6, color=figure.GREY, label="3/5: mean over the volume / over a radius")
    axes[1].axhline(1, color=figure.BLACK, linestyle="--", linewidth=1)
    axes[1].set(
        xlabel="diameter [m]",
        ylabel="ratio of pressures",
        xscale="log",
        ylim=(0, None),
        title="The mean pressure",
    )
    axes[1].legend(fontsize=8)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
