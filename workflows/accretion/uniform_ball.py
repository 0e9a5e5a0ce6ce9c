"""Collapse and pressure of a uniform ball."""
import numpy as np

import accretion as acc

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


READINGS = {
    "surface": "g0 = G M / R^2",
    "printed": "g0 = G M / D^2, as printed",
    "twice": "g0 = 8 G M / D^2, which Eq. 21 requires",
    "virial": "virial, uniform ball",
}


def predicted(bulk, diameter):
    """(bulk density, diameter) => {reading: mean pressure [Pa]}, by Eq. 23 with g0 at the surface,
    as printed, and as Eq. 21 requires, and by the virial theorem for a uniform ball at rest"""
    surface = acc.G * bulk * 2 * np.pi / 3 * diameter
    return {
        "surface": bulk * surface * diameter / 6,
        "printed": bulk * surface / 4 * diameter / 6,
        "twice": bulk * 2 * surface * diameter / 6,
        "virial": bulk * surface * diameter / 10,
    }
