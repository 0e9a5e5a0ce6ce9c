"""Diagnostics of the philosophies study, one value for each run, and their means over the piles."""
import numpy as np

from analysis import costs, limits, rubble, uncertainty
import philosophies as ph

LATE = 5  # dynamical times at the end of the free phase over which orbits are averaged
# name: text for figures, unit
NAMES = {
    "spin": ("spin at 5 % growth", "critical rate"),
    "c_over_a": ("c / a at 5 % growth", "1"),
    "b_over_a": ("b / a at 5 % growth", "1"),
    "solid_fraction": ("solid fraction at 5 % growth", "1"),
    "angle": ("mobilised friction angle at 5 % growth", "degree"),
    "shed": ("mass shed before 5 % growth", "1"),
    "orbiting": ("mass in orbit, free phase", "1"),
    "drift_solid": ("change of solid fraction at rest", "1"),
    "drift_shape": ("change of c / a at rest", "1"),
    "virial": ("3 P V / |W| at rest", "1"),
    "cost": ("cost of the spin-up", "core s per dynamical time"),
}


def of_rest(path):
    """(track of a run at rest) => {name: value}. A change is the last value minus the first.

    `virial` is 1 at rest for free spheres. For glued grains it is below 1, because the
    gravitational energy contains the pairs within a grain. It is a mean over the last dynamical
    time, because the forces of hard spheres are those of a single step.
    """
    s = ph.records(path)
    solid, shape = s["shape/solid_fraction"], s["shape/c_over_a"]
    volume = 4 / 3 * np.pi * s["packing/all/radius"] ** 3
    virial = 3 * s["packing/all/pressure_sphere"] * volume / np.abs(s["energy/gravitational"])
    late = s["time"] >= s["time"][-1] - ph.DYNAMICAL_TIME
    return {
        "drift_solid": float(solid[-1] - solid[0]),
        "drift_shape": float(shape[-1] - shape[0]),
        "virial": float(virial[late].mean()),
    }


def of_spin_up(track, pile):
    """(track and final pile of a spin-up) => {name: value}"""
    s = ph.records(track)
    found = ph.at_failure(s)
    found["angle"] = friction_angle(s, found.pop("time"))
    simulated = (s["time"][-1] - s["time"][0]) / ph.DYNAMICAL_TIME
    with open(f"{pile}.log") as log:
        return found | {"cost": costs.cpu_seconds(log.read()) / float(simulated)}


def friction_angle(s, time):
    """(series of a spin-up, time since its start, or None) => least friction angle with which an
    ellipsoid without cohesion keeps the shape and spin of the heaviest group at this time [degree];
    None without a time, or if no angle suffices"""
    if time is None:
        return None
    names = ("semi_axis_a", "semi_axis_b", "semi_axis_c", "mass", "spin")
    *axes, mass, spin = (
        ph.at(s, s[f"packing/largest/{name}"], s["time"][0] + time) for name in names
    )
    density = mass / (4 / 3 * np.pi * np.prod(axes))
    angle = float(limits.mobilised_friction_angles([axes], spin, density)[0])
    return None if np.isnan(angle) else angle


def of_free(path):
    """(table of rubble-satellites of a free run) => {name: value}"""
    rows = rubble.rows.tsv_texts(path)
    time = np.array([float(row["time"]) for row in rows])
    orbiting = np.array([float(row["orbiting_share"]) for row in rows])
    late = time >= time[-1] - LATE * ph.DYNAMICAL_TIME
    return {"orbiting": float(orbiting[late].mean())}


def rows_of(path, values):
    """(path of a run's file, {name: value}) => a row for each diagnostic"""
    return [
        {**ph.named(path), "diagnostic": name, "value": value} for name, value in values.items()
    ]


def values_of(rows, variant, matching, name):
    """=> values of the diagnostic over the piles; None for a pile that did not fail"""
    here = [row for row in ph.of(rows, variant, matching) if row["diagnostic"] == name]
    return [row["value"] for row in sorted(here, key=lambda row: row["seed"])]


def mean_of(values):
    """=> mean over the piles and its standard error (nan for one pile); None, nan without a value
    or if a pile did not fail, because the mean over the others is not the mean over all"""
    if not values or any(value is None for value in values):
        return None, np.nan
    return uncertainty.mean(values)[:2]


def means(rows):
    """(rows of the diagnostics) => a row for each variant, matching and diagnostic"""
    found = []
    for variant, matching in ph.cases(rows):
        for name, (text, unit) in NAMES.items():
            values = values_of(rows, variant, matching, name)
            mean, error = mean_of(values)
            found.append(
                {
                    "variant": variant,
                    "matching": matching,
                    "diagnostic": text,
                    "mean": mean,
                    "standard error": None if np.isnan(error) else error,
                    "unit": unit,
                    "piles": len(values),
                    "piles without a value": sum(value is None for value in values),
                }
            )
    return found
