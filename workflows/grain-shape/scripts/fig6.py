"""M5, Fig. 6: bodies before a flyby of the planet, and twice on the way out, seen along z,
perpendicular to the plane of the orbit."""
import numpy as np

from analysis import rubble, study
import bodies

HOUR, EARTH = 3600.0, 6371e3


def views(before, path):
    """(body, track of its flyby) => views: title, positions [m]"""
    track = rubble.open(path)
    series, times = track.records, track.frames.times
    closest = series["time"][np.argmin(series["planet/distance"])]
    out = [("before", before["position"])]
    for k in np.flatnonzero(times > closest)[:2]:
        far = np.interp(times[k], series["time"], series["planet/distance"]) / EARTH
        out.append(
            (
                f"{(times[k] - closest) / HOUR:.1f} h after pericentre,\nat {far:.1f} planet radii",
                track.frames[k].arrays["position"],
            )
        )
    return out


def collect(given, params):
    return bodies.collect(given, params, views)


def draw(given, params):
    return bodies.draw(given, params, views)


if "snakemake" in globals():
    study.make(snakemake, collect, draw=draw, dpi=100)  # noqa: F821
