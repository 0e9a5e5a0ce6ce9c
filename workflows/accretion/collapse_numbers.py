"""Results of a collapse from its track."""
import numpy as np

from analysis import rubble
from accretion import MINUTE, PLATEAU, named
from contact_forces import face_share


def crossing(time, values, level):
    """(times and values from a peak on, level below the peak) => first time at the level, by linear
    interpolation; nan if never"""
    below = np.flatnonzero(values <= level)
    if len(below) == 0:
        return np.nan
    k = below[0]
    if k == 0:
        return float(time[0])
    share = (values[k - 1] - level) / (values[k - 1] - values[k])
    return float(time[k - 1] + share * (time[k] - time[k - 1]))


def top(time, values):
    """(times, values) => time and value of the maximum, by a parabola through the largest value and
    its neighbours"""
    k = int(np.argmax(values))
    if k in (0, len(values) - 1):
        return float(time[k]), float(values[k])
    a, b, c = np.polyfit(time[k - 1 : k + 2] - time[k], values[k - 1 : k + 2], 2)
    shift = -b / (2 * a) if a < 0 else 0.0
    return float(time[k] + shift), float(c + b * shift + a * shift**2)


def error_of_mean(values, blocks=10):
    """(consecutive records) => standard error of their mean, from block averages, because
    consecutive records are correlated"""
    means_ = [
        block.mean() for block in np.array_split(np.asarray(values, float), blocks) if len(block)
    ]
    return float(np.std(means_, ddof=1) / np.sqrt(len(means_))) if len(means_) > 1 else np.nan


def running(time, values, width):
    """(equally spaced times of records, values, width in the unit of time) => running mean over
    that width, for the records whose window is complete"""
    many = int(round(width / (time[1] - time[0]))) + 1
    return np.convolve(values, np.full(many, 1 / many), mode="valid")


def numbers(path):
    """(track of a collapse) => one row: its name and its results. Energies are per grain; means are
    over the time after PLATEAU."""
    s = rubble.open(path).records
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
    end = {
        name: float(s[f"packing/largest/{name}"][-1])
        for name in (
            "mass",
            "radius",
            "semi_axis_a",
            "semi_axis_b",
            "semi_axis_c",
            "solid_fraction_sphere",
            "solid_fraction_ellipsoid",
        )
    }
    axes = end["semi_axis_a"] * end["semi_axis_b"] * end["semi_axis_c"]
    sphere = 4 / 3 * np.pi * s["packing/all/radius"] ** 3
    early = minutes <= PLATEAU
    virial = (3 * s["packing/all/pressure_sphere"] * sphere / -s["energy/gravitational"])[late]
    return {
        **row,
        "mass": float(s["packing/all/mass"][0]),
        "peak_time": peak_time,
        "peak_energy": peak_energy,
        "fall_time": crossing(after, falling, 0.1 * peak_energy) - peak_time,
        "plateau_energy": float(energy[late].mean()),
        "plateau_ratio": float(energy[late].mean() / peak_energy),
        "coordination_peak": float(np.interp(peak_time, minutes, coordination)),
        "coordination_20": float(np.interp(20, minutes, coordination)),
        "coordination": mean("packing/all/coordination"),
        "coordination_std": float(coordination[late].std()),
        "points": mean("packing/all/points"),
        "core": mean("packing/all/core"),
        "touching": mean("packing/all/touching"),
        "touching_end": float(s["packing/all/touching"][-1]),
        "solid_diameter": float((6 / np.pi * volume / row["count"]) ** (1 / 3)),
        "diameter_all": 2 * float(s["packing/all/radius"][-1]),
        "diameter": 2 * end["radius"],
        "diameter_axes": 2 * axes ** (1 / 3),
        "nu_all": float(s["packing/all/solid_fraction_sphere"][-1]),
        "nu": end["solid_fraction_sphere"],
        "nu_axes": end["solid_fraction_ellipsoid"],
        "c_over_a": end["semi_axis_c"] / end["semi_axis_a"],
        "share": end["mass"] / float(s["packing/all/mass"][0]),
        "face_share": face_share(path) if row["kind"] == "hulls" else None,
        "pressure_peak": float(
            running(minutes[early], s["packing/all/pressure_sphere"][early], 2).max()
        ),
        "pressure": mean("packing/all/pressure_sphere"),
        "pressure_largest": mean("packing/largest/pressure_sphere"),
        "pressure_axes": mean("packing/largest/pressure_ellipsoid"),
        "virial": float(virial.mean()),
        "virial_error": error_of_mean(virial),
        "unconverged": float(s.get("share_unconverged", np.array([0.0]))[-1]),
    }


def density(path):
    """(track) => density of the grains [kg m-3]"""
    import h5py

    with h5py.File(path) as file:
        return file["parameters/materials/density"][0]
