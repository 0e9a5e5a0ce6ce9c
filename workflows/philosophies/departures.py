"""First departure of a spin-up from a rigid body, from the tables of rubble-strain: shear inside or
shedding, where, and when relative to 5 % growth; and the strain inside at 5 % growth."""
import numpy as np

from analysis import rubble
import philosophies as ph

SHELLS = 5  # of equal mass, from the centre to the surface
BANDS = {"equator": (0, 1 / 3), "middle": (1 / 3, 2 / 3), "pole": (2 / 3, 1)}  # |sin(latitude)|


def radius_of(shell):
    """(number of a shell, from 1) => the relative radius that halves its mass in a uniform body"""
    return float(((shell - 0.5) / SHELLS) ** (1 / 3))


def latitude_of(band):
    """(name of a band) => the latitude that halves its area on a sphere [degree]"""
    return float(np.degrees(np.arcsin(np.mean(BANDS[band]))))


def uniform_strain(growth):
    """(longest semi-axis / its first value) => shear strain of theory 5.21 in a spheroid that
    flattens uniformly at constant volume"""
    strain = (np.array([growth, growth, growth**-2]) ** 2 - 1) / 2
    return float(np.sqrt(2 * ((strain - strain.mean()) ** 2).sum()))


def strains_at(bins, column, time):
    """(table of bins, "shell" or "band", time of the track) => {shell or band: mean shear strain of
    its grains}, linear between the frames; None without such grains"""
    found = {}
    for value in dict.fromkeys(row[column] for row in bins):
        frames = rubble.rows.groups((row for row in bins if row[column] == value), "time")
        means = {at: mean_shear(rows) for at, rows in frames.items()}
        known = {at: mean for at, mean in means.items() if mean is not None}
        found[value] = float(np.interp(time, *zip(*known.items()))) if known else None
    return found


def mean_shear(bins):
    """=> mean shear strain of the grains of some bins; None without grains"""
    counts, shears = zip(*((row["grains"], row["shear"] or 0.0) for row in bins))
    return float(np.average(shears, weights=counts)) if sum(counts) else None


def at_rest(strain):
    """(table of rubble-strain of a run at rest) => whether the pile shears by 0.05 there"""
    (row,) = rubble.rows.tables(strain)["departures"]
    return row["shear_time"] is not None


def of_spin_up(track, strain, settles):
    """(track of a spin-up, its table of rubble-strain, at_rest of the pile or None if it is not
    known) => kind, place and times of its events; times since the start [dynamical times], None for
    an event that does not occur. `inside`: 1 if shear is first, 0 if shedding is, None if neither
    is known to be. A pile that also shears at rest has no first departure by its spin: `inside`,
    place and time are None."""
    s, tables = ph.records(track), rubble.rows.tables(strain)
    (row,) = tables["departures"]
    growth = ph.at_failure(s)["time"]
    first = row if settles is False else {}
    return {
        "settles": None if settles is None else int(settles),
        "first": row["first"],
        "inside": {"shear": 1, "shedding": 0}.get(first.get("first")),
        "departure_radius": first.get("relative_radius"),
        "departure_latitude": first.get("latitude"),
        "shear_at": since(s, row["shear_time"]),
        "shedding_at": since(s, row["shedding_time"]),
        "growth_at": None if growth is None else growth / ph.DYNAMICAL_TIME,
        "departure_time": ratio(s, first.get("time"), growth),
        "shedding_time": ratio(s, row["shedding_time"], growth),
        "strain_radius": greatest(tables["bins"], s, growth),
        "shedding_growth": ph.at(s, s["shape/growth"], row["shedding_time"]),
        **shed_places(tables["bins"]),
    }


def shed_places(bins):
    """(table of bins) => shares of the mass shed by the last frame that came from the equatorial
    band and from the outermost shell, by their places at the start; None without shed mass. In a
    uniform body the band has about a third and the shell a fifth of the mass."""
    end = max(row["time"] for row in bins)
    last = [row for row in bins if row["time"] == end]
    total = sum(row["shed_mass"] for row in last)
    shares = {}
    for name, column, value in (("equator", "band", "equator"), ("surface", "shell", SHELLS)):
        shed = sum(row["shed_mass"] for row in last if row[column] == value)
        shares[f"shed_{name}"] = shed / total if total else None
    return shares


def since(s, time):
    """(series, time of its track or None) => time since the start [dynamical times]"""
    return None if time is None else float((time - s["time"][0]) / ph.DYNAMICAL_TIME)


def ratio(s, time, growth):
    """=> time of an event since the start / time of 5 % growth; None without one of them"""
    return None if None in (time, growth) else float((time - s["time"][0]) / growth)


def greatest(bins, s, growth):
    """=> relative radius of the shell with the greatest mean shear strain at 5 % growth"""
    if growth is None:
        return None
    strains = strains_at(bins, "shell", s["time"][0] + growth)
    return radius_of(max(strains, key=lambda shell: strains[shell] or 0.0))


def profiles(track, strain):
    """(as of_spin_up) => rows "by", "place", "strain" of the mean shear strain at 5 % growth, over
    the relative radii of the shells and the latitudes of the bands; none without 5 % growth"""
    s = ph.records(track)
    time = ph.failure(s)
    if time is None:
        return []
    bins = rubble.rows.tables(strain)["bins"]
    return [
        {"by": by, "place": place_of(key), "strain": value}
        for by, place_of in (("shell", radius_of), ("band", latitude_of))
        for key, value in strains_at(bins, by, time).items()
    ]
