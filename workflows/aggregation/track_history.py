"""History of a run from its track."""
import numpy as np

from analysis import rubble
from aggregation import HOUR, LAST


def bodies_in(track):
    """(track) => number of bodies in the cloud"""
    import h5py

    with h5py.File(track) as file:
        return file["particles/body/position/value"].shape[1]


def history(track):
    """(track) => times of the first contact and of fractions of the dissipated heat, angular
    momentum at the start and the end, growth of the largest cluster in the last hours, errors"""
    s = rubble.open(track).records
    hours = s["time"] / HOUR
    heat = s["dissipated/impact"] + s["dissipated/friction"]
    touching = np.flatnonzero(s["contacts"] > 0)
    heat_at = np.interp([5, 10], hours, heat)
    orbital, total = np.linalg.norm(s["angular_momentum/orbital"], axis=1), np.linalg.norm(
        s["angular_momentum/orbital"] + s["angular_momentum/spin"], axis=1
    )
    grains = s["packing/largest/grains"]
    late = hours >= hours[-1] - LAST
    return {
        "hours": float(hours[-1]),
        "first_contact": float(hours[touching[0]]) if len(touching) else None,
        "half_heat": float(np.interp(0.5 * heat[-1], heat, hours)) if heat[-1] > 0 else None,
        "hundredth": float(np.interp(0.01 * heat[-1], heat, hours)) if heat[-1] > 0 else None,
        "heat_5_10": float((heat_at[1] - heat_at[0]) / heat[-1]) if heat[-1] > 0 else None,
        "orbital_start": float(orbital[0]),
        "orbital_end": float(orbital[late].mean()),
        "total": float(total[0]),
        "grains_change": float(np.ptp(grains[late])),
        "unconverged": float(s["share_unconverged"][-1]),
        "penetration": float(s["worst_penetration"].max()),
        "correction": float(s["dissipated/correction"][-1] / max(heat[-1], 1e-300)),
        "momentum_error": float(s["error/angular_momentum"].max()),
    }
