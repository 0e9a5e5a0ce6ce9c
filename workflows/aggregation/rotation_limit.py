"""Bulk density and critical period of aggregates."""
import numpy as np

from aggregation import HOUR


def bulk(row):
    """(row) => bulk density of the largest cluster [kg m-3]"""
    return row["mass"] / (4 / 3 * np.pi * row["radius"] ** 3)


def critical(ball, density):
    """(limits.Ball, density [kg m-3]) => critical period [h]"""
    return ball.critical_period(density) / HOUR
