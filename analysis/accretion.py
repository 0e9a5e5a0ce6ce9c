"""Numbers of the accretion study: what the track of a collapse comes to, and the thinned series that figures show."""
import re
from pathlib import Path

import numpy as np

from analysis import files, scatter, verdict

G = 6.67430e-11
MINUTE = 60.0
MEAN_DIAMETER = 8.571  # [m] of the law of sizes: as much volume in each interval of diameters from 7.5 to 10 m
PLATEAU = 125  # [min] from which on means are taken
NAME = re.compile(r"(spheres|wide|hulls|rough|soft|step|tolerance|theta|alert|each)-(\d+)(?:-mu([\d.]+))?(?:-s(\d+))?")


def named(path):
    """(path of a run's file) => {"run", "kind", "count", "friction", "seed"} from its name"""
    run = Path(path).parent.name
    kind, count, friction, seed = NAME.match(run).groups()
    return {"run": run, "kind": kind, "count": int(count), "friction": float(friction or 0), "seed": int(seed or 1)}


def crossing(time, values, level):
    """(times and values from a peak on, level below it) => first time at the level, linear between records; nan if never"""
    below = np.flatnonzero(values <= level)
    if len(below) == 0:
        return np.nan
    k = below[0]
    if k == 0:
        return float(time[0])
    share = (values[k - 1] - level) / (values[k - 1] - values[k])
    return float(time[k - 1] + share * (time[k] - time[k - 1]))


def top(time, values):
    """(times, values) => time and value of the greatest, by the parabola through it and its neighbours"""
    k = int(np.argmax(values))
    if k in (0, len(values) - 1):
        return float(time[k]), float(values[k])
    a, b, c = np.polyfit(time[k - 1:k + 2] - time[k], values[k - 1:k + 2], 2)
    shift = -b / (2 * a) if a < 0 else 0.0
    return float(time[k] + shift), float(c + b * shift + a * shift**2)


def error_of_mean(values, blocks=10):
    """(records one after another) => standard error of their mean, from the means of blocks of them: neighbours are not independent"""
    means_ = [block.mean() for block in np.array_split(np.asarray(values, float), blocks) if len(block)]
    return float(np.std(means_, ddof=1) / np.sqrt(len(means_))) if len(means_) > 1 else np.nan


def numbers(path):
    """(track of a collapse) => one row: its name and what it comes to; energies for each grain, means over the time after PLATEAU"""
    s = files.series(path)
    row = named(path)
    minutes = s["time"] / MINUTE
    energy = (s["energy/kinetic_translational"] + s["energy/kinetic_rotational"]) / row["count"]
    late = minutes > PLATEAU
    if not late.any():
        late = minutes > 0.6 * minutes[-1]
    peak_time, peak_energy = top(minutes, energy)
    after = np.r_[peak_time, minutes[minutes > peak_time]]
    falling = np.r_[peak_energy, energy[minutes > peak_time]]

    def mean(name):
        return float(s[name][late].mean())

    coordination = s["packing/all/coordination"]
    volume = s["packing/all/mass"][0] / float(density(path))
    end = {name: float(s[f"packing/largest/{name}"][-1]) for name in ("mass", "radius", "semi_axis_a", "semi_axis_b", "semi_axis_c", "solid_fraction_sphere", "solid_fraction_ellipsoid")}
    axes = end["semi_axis_a"] * end["semi_axis_b"] * end["semi_axis_c"]
    sphere = 4 / 3 * np.pi * s["packing/all/radius"] ** 3
    virial = (3 * s["packing/all/pressure_sphere"] * sphere / -s["energy/gravitational"])[late]
    return {
        **row, "mass": float(s["packing/all/mass"][0]), "peak_time": peak_time, "peak_energy": peak_energy,
        "fall_time": crossing(after, falling, 0.1 * peak_energy) - peak_time,
        "plateau_energy": float(energy[late].mean()), "plateau_ratio": float(energy[late].mean() / peak_energy),
        "coordination_peak": float(np.interp(peak_time, minutes, coordination)), "coordination_20": float(np.interp(20, minutes, coordination)), "coordination": mean("packing/all/coordination"),
        "coordination_std": float(coordination[late].std()), "points": mean("packing/all/points"), "core": mean("packing/all/core"),
        "touching": mean("packing/all/touching"), "touching_end": float(s["packing/all/touching"][-1]),
        "solid_diameter": float((6 / np.pi * volume / row["count"]) ** (1 / 3)), "diameter_all": 2 * float(s["packing/all/radius"][-1]), "diameter": 2 * end["radius"],
        "diameter_axes": 2 * axes ** (1 / 3), "nu_all": float(s["packing/all/solid_fraction_sphere"][-1]), "nu": end["solid_fraction_sphere"],
        "nu_axes": end["solid_fraction_ellipsoid"], "c_over_a": end["semi_axis_c"] / end["semi_axis_a"], "share": end["mass"] / float(s["packing/all/mass"][0]),
        "pressure": mean("packing/all/pressure_sphere"), "pressure_largest": mean("packing/largest/pressure_sphere"), "pressure_axes": mean("packing/largest/pressure_ellipsoid"),
        "virial": float(virial.mean()), "virial_error": error_of_mean(virial), "unconverged": float(s.get("share_unconverged", np.array([0.0]))[-1]),
    }


def coordination_of(path, weak=1e-3):
    """(track with a frame for each step) => coordination by the forces of single steps, in the mean, and by the mean forces of all; loaded: more than weak times their mean"""
    import h5py
    with h5py.File(path) as file:
        contacts = file["connectivity/contacts"]
        offset = contacts["frame_offset"][:]
        pair = contacts["pair"][:]
        force = np.linalg.norm(contacts["force"][:], axis=1)
        count = file["particles/body/position/value"].shape[1]
    first = offset[1]  # the first frame is the state before

    def loaded(pairs, forces):
        _, place = np.unique(pairs, axis=0, return_inverse=True)
        total = np.bincount(place.ravel(), forces)
        total = total[total > 0]
        return 2 * np.sum(total > weak * total.mean()) / count

    single = [loaded(pair[a:b], force[a:b]) for a, b in zip(offset[1:-1], offset[2:]) if b > a]
    return float(np.mean(single)), float(loaded(pair[first:], force[first:]))


def density(path):
    """(track) => density of the grains [kg m-3]"""
    import h5py
    with h5py.File(path) as file:
        return file["parameters/materials/density"][0]


def short(value):
    """What a curve needs of a number."""
    return float(f"{value:.5g}")


SERIES = {"energy": None, "coordination": "packing/all/coordination", "touching": "packing/all/touching", "pressure": "packing/all/pressure_sphere",
          "pressure_axes": "packing/all/pressure_ellipsoid"}


def series(path):
    """(track of a collapse) => rows of its series: each half minute in the first hour, then each two minutes"""
    s = files.series(path)
    row = named(path)
    minutes = s["time"] / MINUTE
    wanted = np.concatenate([np.arange(0, 60, 0.5), np.arange(60, minutes[-1] + 1e-9, 2)])
    rows = sorted(set(np.searchsorted(minutes, wanted[wanted <= minutes[-1] + 1e-9] - 1e-9)))
    energy = (s["energy/kinetic_translational"] + s["energy/kinetic_rotational"]) / row["count"]
    return [{"run": row["run"], "kind": row["kind"], "count": row["count"], "friction": row["friction"], "time": round(float(minutes[k]), 4), "energy": short(energy[k]),
             **{name: short(s[column][k]) for name, column in SERIES.items() if column}} for k in rows]


def collect(given, _):
    """(input of a figure's rule: tracks) => tables: data, one row for each collapse; series, of the first seed of each"""
    rows = [numbers(path) for path in given.tracks]
    shown = [path for path in given.tracks if named(path)["seed"] == 1]
    return {"data": rows, "series": [row for path in shown for row in series(path)]}


# ------------------------------------------------------------------------------------------------ what verdicts need


def of(rows, kind, count=None, friction=None):
    """(rows, kind, ...) => those of them"""
    return [row for row in rows if row["kind"] == kind and count in (None, row["count"]) and friction in (None, row["friction"])]


def counts(rows, kind):
    return sorted({row["count"] for row in of(rows, kind)})


def means(rows, kind, name):
    """(rows, kind, column) => numbers of bodies, mean of that column over the seeds, standard deviation over the seeds pooled relative to the mean"""
    n = np.array(counts(rows, kind))
    values = [np.array([row[name] for row in of(rows, kind, count)], float) for count in n]
    centre = np.array([value.mean() for value in values])
    relative, freedom = scatter.pooled([value / value.mean() for value in values if value.mean()])
    return n, centre, relative, freedom


def power(n, values):
    """(numbers, positive values) => exponent and factor of the power law through them by least squares of the logarithms"""
    exponent, logarithm = np.polyfit(np.log(n), np.log(values), 1)
    return float(exponent), float(np.exp(logarithm))


def power_error(n, rows_of_each, relative):
    """(numbers, how many seeds each, relative deviation of one) => standard error of the exponent"""
    x = np.log(n)
    weight = x - x.mean()
    return float(np.sqrt(np.sum(weight**2 * relative**2 / np.asarray(rows_of_each))) / np.sum(weight**2))


def exponent_of(rows, kind, name):
    """(rows, kind, column) => exponent of its power law in the number of bodies, its standard error, degrees of freedom"""
    n, centre, relative, freedom = means(rows, kind, name)
    exponent, _ = power(n, centre)
    return exponent, power_error(n, [len(of(rows, kind, count)) for count in n], relative), freedom


def rises(rows, kind, name):
    """(rows, kind, column) => least step between neighbouring numbers of bodies, its standard error, degrees of freedom"""
    n, centre, relative, freedom = means(rows, kind, name)
    each = [len(of(rows, kind, count)) for count in n]
    steps = np.diff(centre)
    k = int(np.argmin(steps))
    return float(steps[k]), float(relative * np.hypot(centre[k] / np.sqrt(each[k]), centre[k + 1] / np.sqrt(each[k + 1]))), freedom, f"{n[k]} to {n[k + 1]}"


def entry(demands, name, value, scale, **more):
    """=> one entry of verdict.json, of the demand of that name"""
    return verdict.judge(demands[name], None if value is None or not np.isfinite(value) else float(value), scale, **more)
