"""Runs on the inclined bed: how far a bed slides, and the avalanche angle of each variant."""
import re
from pathlib import Path

import numpy as np

from analysis import rubble
import philosophies as ph

NAME = re.compile(r"bed-(\w+)-(A|B|mu0)-a([\d.]+)-(\d+)-s(\d+)")
LATE = 0.75  # part of the duration after which a bed is at rest or flows
FLOWS = 0.3  # slip in the rest of the duration / mean diameter above which beds flow


def named(path):
    """(path of a run's file) => {"run", "variant", "matching", "inclination" [degree], "count",
    "seed" of the bed} from its name"""
    run = Path(path).parent.name
    variant, matching, inclination, count, seed = NAME.fullmatch(run).groups()
    return {
        "run": run,
        "variant": ph.VARIANTS[variant],
        "matching": ph.MATCHINGS[matching],
        "inclination": float(inclination),
        "count": int(count),
        "seed": int(seed),
    }


def slip_of(track, pile):
    """(track and final pile of a run on the bed) => its slip"""
    bodies = rubble.open(pile).bodies
    free = bodies[bodies["material"] != "base"]
    return slip(rubble.open(track).records, free["mass"].sum(), 2 * free["radius"].mean())


def slip(s, mass, diameter):
    """(series, mass of the spheres that are not frozen, their mean diameter) => distance by which
    their centre of mass moves down the slope, along x, in the last quarter of the run / diameter"""
    time, speed = s["time"], s["momentum"][:, 0] / mass
    start = time[0] + LATE * (time[-1] - time[0])
    late = time > start
    times = np.concatenate([[start], time[late]])
    speeds = np.concatenate([[np.interp(start, time, speed)], speed[late]])
    return float((np.diff(times) * (speeds[1:] + speeds[:-1]) / 2).sum() / diameter)


def slips_of(rows):
    """(rows of one variant and matching) => {inclination: {seed of the bed: slip}}"""
    found = {}
    for row in rows:
        found.setdefault(row["inclination"], {})[row["seed"]] = row["slip"]
    return found


def complete(rows):
    """(rows of one variant and matching) => seeds of the beds that have a run at each inclination
    of the rows"""
    slips = slips_of(rows)
    return set.intersection(*map(set, slips.values())) if slips else set()


def median_slips(rows):
    """(rows of one variant and matching) => {inclination: median slip of the complete beds}"""
    slips, seeds = slips_of(rows), complete(rows)
    if not seeds:
        return {}
    return {
        angle: float(np.median([slips[angle][seed] for seed in seeds])) for angle in sorted(slips)
    }


def flows(moved):
    """(median slip of the beds) => whether they flow at the end; otherwise they are at rest"""
    return moved > FLOWS


def avalanche_angle(rows):
    """(rows of one variant and matching) => avalanche angle and half of its interval [degree]. The
    interval reaches from the largest inclination below which beds do not flow to the smallest one
    above which they are not at rest. None, None if no beds flow or if none are at rest."""
    slips = median_slips(rows)
    still = [angle for angle, moved in slips.items() if not flows(moved)]
    flowing = [angle for angle, moved in slips.items() if flows(moved)]
    low = max((angle for angle in still if angle < min(flowing, default=0)), default=None)
    high = min((angle for angle in flowing if angle > max(still, default=90)), default=None)
    if low is None or high is None:
        return None, None
    return (low + high) / 2, (high - low) / 2


def angles(rows):
    """(rows of all runs) => a row for each variant and matching; `beds` is the number of complete
    beds, whose median decides"""
    found = []
    for variant, matching in ph.cases(rows):
        here = ph.of(rows, variant, matching)
        angle, half = avalanche_angle(here)
        found.append(
            {
                "variant": variant,
                "matching": matching,
                "friction": here[0]["friction"],
                "angle": angle,
                "half of the interval": half,
                "spheres": here[0]["count"],
                "beds": len(complete(here)),
            }
        )
    return found
