"""F2: speed, rate and time that the sizes of the boulders give to the cloud before it falls."""
import numpy as np

import aggregation as agg

GRAVITY = 6.6743e-11  # [m3 kg-1 s-2]
EDGE = 5000.0  # of the cloud [m]
RADIUS = EDGE * (3 / (4 * np.pi)) ** (1 / 3)  # of the ball with the volume of the cloud [m]
BINDING = 0.9411563  # of a uniform cube / (G M^2 / edge)
DIAMETERS = (40.0, 220.0)  # uniform between these [m]
NOMINAL = 200  # number of bodies


def nominal_mass():
    """=> mass of NOMINAL bodies with the mean cube of uniform diameters [kg]"""
    low, high = DIAMETERS
    cube = (high**4 - low**4) / (4 * (high - low))
    return NOMINAL * agg.DENSITY * np.pi / 6 * cube


def speed(mass):
    """(mass of the cloud [kg]) => speed at which its kinetic energy is its binding energy [m/s]"""
    return np.sqrt(2 * BINDING * GRAVITY * mass / EDGE)


def rate(mass):
    """(mass of the cloud [kg]) => rate at which the edge of the ball is weightless [rad/s]"""
    return np.sqrt(GRAVITY * mass / RADIUS**3)


def fall(mass):
    """(mass of the cloud [kg]) => time in which the ball falls together [h]"""
    return np.pi / 2 * np.sqrt(RADIUS**3 / (2 * GRAVITY * mass)) / agg.HOUR


def said(mass):
    return (
        f"{mass:.4g} kg: {speed(mass):.3f} m/s, {rate(mass):.3g} rad/s and a fall of "
        f"{fall(mass):.2f} h"
    )


def note(rows):
    """(rows) => note with these numbers, for the mean mass of the clouds at rest and for the
    nominal mass; empty without a cloud at rest of NOMINAL bodies"""
    masses = [row["mass"] / row["share"] for row in agg.at_rest(rows, "ccp")]
    counts = {row["count"] for row in agg.at_rest(rows, "ccp")}
    if counts != {NOMINAL}:
        return ""
    return (
        f" Cloud of the sizes used, mean mass {said(np.mean(masses))}. "
        f"Nominal mass {said(nominal_mass())}."
    )
