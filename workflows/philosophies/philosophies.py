"""Runs of the philosophies study: names, the moment of failure, and values at that moment."""
import re
from pathlib import Path

import numpy as np

from analysis import rubble

DYNAMICAL_TIME = 2200.0  # [s]
GROWTH = 1.05  # longest semi-axis of the heaviest group / its first value, at failure
NAME = re.compile(
    r"(?:rest|spin|free|flyby|collide)-(\w+)-(A|B|h2|e01|mu0|grains|hulls|bonds)"
    r"(?:-[qv]([\d.]+))?-(\d+)-s(\d+)"
)
VARIANTS = {
    "1": "1 hysteretic springs",
    "2a": "2a linear springs",
    "2b": "2b rolling friction",
    "3": "3 Contact Dynamics",
    "4": "4 relaxed cone",
    "5": "5 hard spheres",
    "5s": "5s hard spheres, slow = 0",
}
MATCHINGS = {
    "A": "equal coefficients",
    "B": "equal avalanche angle",
    "e01": "restitution 0.1",
    "mu0": "no friction",
    "h2": "equal coefficients, half step",
    "grains": "equal coefficients, glued grains",
    "hulls": "equal coefficients, hulls",
    "bonds": "equal coefficients, bonded spheres",
}


def named(path):
    """(path of a run's file) => {"run", "variant", "matching", "count", "seed"} from its name, and
    for an encounter "setting": pericentre / distance of disruption, or speed / escape speed"""
    run = Path(path).parent.name
    variant, matching, setting, count, seed = NAME.fullmatch(run).groups()
    return {
        "run": run,
        "variant": VARIANTS[variant],
        "matching": MATCHINGS[matching],
        "count": int(count),
        "seed": int(seed),
        **({} if setting is None else {"setting": float(setting)}),
    }


def cases(rows):
    """=> the pairs (variant, matching) of the rows, in the order of MATCHINGS and VARIANTS"""
    found = {(row["variant"], row["matching"]) for row in rows}
    return [(v, m) for m in MATCHINGS.values() for v in VARIANTS.values() if (v, m) in found]


def pattern(protocol, variant, matching):
    """=> pattern of the names of the runs of a protocol, variant and matching"""
    return f"{protocol}-{key_of(VARIANTS, variant)}-{key_of(MATCHINGS, matching)}-*"


def key_of(texts, text):
    return next(key for key, value in texts.items() if value == text)


def of(rows, variant, matching):
    return [row for row in rows if (row["variant"], row["matching"]) == (variant, matching)]


def records(path):
    """(track) => its time series by name; `shape/...` are quantities of the heaviest group"""
    s = rubble.open(path).records
    a, b, c = (s[f"packing/largest/semi_axis_{name}"] for name in "abc")
    return s | {
        "shape/growth": a / a[0],
        "shape/c_over_a": c / a,
        "shape/b_over_a": b / a,
        "shape/solid_fraction": s["packing/largest/solid_fraction_ellipsoid"],
        "shape/coordination": s["packing/largest/coordination"],
    }


def rate(s):
    """=> spin rate of the heaviest group / critical rate of the pile at the start of the run, at
    each record"""
    return s["packing/largest/spin"] / s["spin/critical_rate"]


def failure(s):
    """=> first time at which the longest semi-axis of the heaviest group exceeds GROWTH times its
    first value, linear between records [s]; None if it never does"""
    beyond = np.flatnonzero(s["shape/growth"] > GROWTH)
    if not len(beyond):
        return None
    pair = slice(beyond[0] - 1, beyond[0] + 1)
    return float(np.interp(GROWTH, s["shape/growth"][pair], s["time"][pair]))


def at(s, values, time):
    """(series, values at its records, time or None) => the value at the time; None without a
    time"""
    return None if time is None else float(np.interp(time, s["time"], values))


def at_failure(s):
    """(series of a spin-up) => time, spin and shape at the failure, and the mass outside of the
    heaviest group; each None if the pile does not fail"""
    time = failure(s)
    return {
        "time": None if time is None else time - s["time"][0],
        "spin": at(s, rate(s), time),
        "c_over_a": at(s, s["shape/c_over_a"], time),
        "b_over_a": at(s, s["shape/b_over_a"], time),
        "solid_fraction": at(s, s["shape/solid_fraction"], time),
        "shed": at(s, 1 - s["bulk/largest"], time),
    }
