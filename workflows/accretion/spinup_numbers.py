"""L6, Figs. 14, 16, 17: numbers and means of a spin-up from its time series."""
import numpy as np

from spinup_plot import WIDTH

SHOWN = (
    "semi_axis_a",
    "semi_axis_b",
    "semi_axis_c",
    "kinetic",
    "coordination",
    "touching",
    "solid_fraction_ellipsoid",
    "pressure_ellipsoid",
    "mass",
    "spin",
)


def at(s, column, minute):
    return float(np.interp(minute, s["minutes"], s[column]))


def window(s, column, first, last):
    return float(s[column][(s["minutes"] >= first) & (s["minutes"] <= last)].mean())


def ratio(s, column, late, early):
    """(time series, column, two windows [min]) => mean over the first window / mean over the
    second"""
    return window(s, f"packing/{column}", *late) / window(s, f"packing/{column}", *early)


# [min] before the first step of the spin-up, without the first records, in which the pile responds
# to the added cohesion
START = (5, 50)


def numbers(s):
    axes = [
        at(s, "packing/largest/semi_axis_c", t) / at(s, "packing/largest/semi_axis_a", t)
        for t in (160, 320)
    ]
    flatter = s["packing/largest/semi_axis_c"] / s["packing/largest/semi_axis_a"] - s["maclaurin"]
    return {
        "c_over_a_160": axes[0],
        "c_over_a_320": axes[1],
        "over_maclaurin": float(np.nanmin(flatter)),
        "over_maclaurin_time": float(s["minutes"][np.nanargmin(flatter)]),
        "pressure_800": ratio(s, "largest/pressure_ellipsoid", (780, 820), START),
        "pressure_all_800": ratio(s, "all/pressure_ellipsoid", (780, 820), START),
        "energy_end": ratio(s, "all/kinetic", (850, 900), (750, 800)),
        "fraction_300": ratio(s, "all/solid_fraction_ellipsoid", (250, 300), START),
        "fraction_600": ratio(s, "all/solid_fraction_ellipsoid", (550, 600), (250, 300)),
        "fraction_500": window(s, "packing/all/solid_fraction_ellipsoid", 480, 520),
        "outside_560": 1 - window(s, "packing/largest/mass", 550, 570) / s["packing/all/mass"][0],
        "coordination_675": ratio(s, "all/coordination", (625, 675), START),
        "largest_mass_640": at(s, "packing/largest/mass", 640) / s["packing/all/mass"][0],
    }


def means_of(key, s):
    """(columns that identify a run, its time series) => rows with means over consecutive intervals
    of WIDTH, for all bodies and for the largest cluster"""
    rows = []
    for first in np.arange(0, s["minutes"][-1] - 1e-9, WIDTH):
        for group in ("all", "largest"):
            rows.append(
                {
                    "run": key["run"],
                    "bond": key["bond"],
                    "group": group,
                    "time": first + WIDTH / 2,
                    "maclaurin": window(s, "maclaurin", first, first + WIDTH),
                    **{
                        name: window(s, f"packing/{group}/{name}", first, first + WIDTH)
                        for name in SHOWN
                    },
                }
            )
    return rows
