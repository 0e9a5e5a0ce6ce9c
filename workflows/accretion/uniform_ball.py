"""Collapse and pressure of a uniform ball."""
import numpy as np

from analysis import limits
import accretion as acc

DENSITY, CELLS = 5164.0, {"spheres": 10.0, "wide": 11.8}  # [kg m-3], [m]
# mean volume of a sphere for the size distribution, uniform in volume: pi / 6 times 2 d_min^2
# d_max^2 / (d_min + d_max) [m3]
MEAN_VOLUME = np.pi / 6 * 642.9
PACKED = 0.60


def density_in(cell):
    """(edge of the cell of a body [m]) => density of the cloud [kg m-3]"""
    return DENSITY * MEAN_VOLUME / cell**3


def fall_rows(cells):
    """(edges of the cell of a body [m]) => rows with the time [min] of the pressureless collapse of
    a uniform ball from one body per cell to the solid fraction PACKED"""
    times = limits.fall_times(map(density_in, cells), PACKED * DENSITY)
    return [
        {"cell": float(cell), "fall_time": time / acc.MINUTE} for cell, time in zip(cells, times)
    ]


READINGS = {
    "surface": "g0 = G M / R^2",
    "printed": "g0 = G M / D^2",
    "twice": "g0 = 8 G M / D^2, which Eq. 21 requires",
    "virial": "virial, uniform ball",
}


def predicted(ball, density, diameter):
    """(limits.Ball, bulk density, diameter) => {reading: mean pressure [Pa]}. By Eq. 23 of Sanchez
    et al. 2021, doi:10.1016/j.icarus.2021.114441, with g0 at the surface, the mean over a radius is
    two thirds of the pressure in the centre; the other readings have other g0. By the virial
    theorem it is the mean over the volume."""
    surface = 2 / 3 * ball.central_pressure(density, diameter / 2)
    return {
        "surface": surface,
        "printed": surface / 4,
        "twice": 2 * surface,
        "virial": ball.mean_pressure(density, diameter / 2),
    }


def as_printed(ball, row):
    """=> mean pressure by Eq. 23 of Sanchez et al. 2021, doi:10.1016/j.icarus.2021.114441, as
    printed [Pa]: the density is that of a particle, D the diameter of the encompassing sphere, and
    g0 = G M / D^2"""
    density = row["mass"] / (np.pi / 6 * row["diameter_all"] ** 3)
    return DENSITY / density * predicted(ball, density, row["diameter_all"])["printed"]


def over_printed(ball, rows, kind):
    """(limits.Ball, rows, kind) => {number of bodies: for each cloud the mean pressure by the
    encompassing sphere / Eq. 23 as printed}"""
    return {
        count: [row["pressure"] / as_printed(ball, row) for row in acc.of(rows, kind, count)]
        for count in acc.counts(rows, kind)
    }


def radial_mean(ball, row):
    """=> mean pressure by Eq. 23 with the gravity at the surface [Pa]"""
    return predicted(ball, acc.bulk(row), row["diameter_axes"])["surface"]


def centre_of(ball, row):
    """=> pressure in the centre [Pa]: Eq. 22 of Sanchez et al. 2021,
    doi:10.1016/j.icarus.2021.114441, at r = 0"""
    return ball.central_pressure(acc.bulk(row), row["diameter_axes"] / 2)
