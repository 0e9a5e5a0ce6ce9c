"""L6-reach: within what distance the cohesion of a pile acts that is spun up, and when its semi-axes differ by the published length."""
import re
from pathlib import Path

import numpy as np

from analysis import accretion as acc
from analysis import figure, files, scatter, study, verdict

NAME = re.compile(r"(?:spin|reach)-(\d+)-f([\d.]+)(?:-d[\d.e-]+)?-s(\d+)")
USUAL = acc.MEAN_DIAMETER / 100  # [m] of the study


def collect(given, _):
    rows = [row_of(track, divergence) for track, divergence in zip(given.tracks, given.divergences)]
    strong = max((row["bond"] for row in rows), default=0)
    return {"data": sorted((row for row in rows if row["bond"] == strong), key=lambda row: (row["distance"], row["seed"]))}


def row_of(track, divergence):
    run = Path(track).parent.name
    count, force, seed = NAME.match(run).groups()
    distance = files.settings(track)["contact"]["cohesion"]["distance"]
    return {"run": run, "count": int(count), "force": float(force), "seed": int(seed), "bond": acc.bond_of(count, force), "distance": distance, **acc.times_of(divergence)}


def finish(tables, demands, scale):
    rows = tables["data"]
    if len({row["distance"] for row in rows}) < 2:
        return acc.missing(demands, scale, "reach_less", "reach_published"), None
    return [less(demands, rows, scale), published(demands, rows, scale)], draw(rows, demands)


def within(rows, distance):
    return [row for row in rows if np.isclose(row["distance"], distance, rtol=0.01)]


def less(demands, rows, scale):
    """A tenth of the usual distance against it, with the scatter over piles."""
    groups = [within(rows, USUAL / 10), within(rows, USUAL)]
    if not all(groups):
        return acc.entry(demands, "reach_less", None, scale)
    few, usual = (acc.mean_time(group) for group in groups)
    if few is None or usual is None:
        return acc.entry(demands, "reach_less", None, scale, reason=verdict.CENSORED)
    deviation, freedom = scatter.pooled([[row["divergence"] / acc.mean_time(group) for row in group] for group in groups])
    error = few / usual * deviation * np.sqrt(sum(1 / len(group) for group in groups))
    return acc.entry(demands, "reach_less", few / usual - 1, scale, sigma=error, freedom=freedom, note=each(rows))


def means(rows):
    """=> distances and mean times, of those distances at which all piles came to it"""
    found = {distance: acc.mean_time(within(rows, distance)) for distance in sorted({row["distance"] for row in rows})}
    return [(distance, time) for distance, time in found.items() if time is not None]


def each(rows):
    return "; ".join(f"{distance:.2g} m {time:.0f} min" for distance, time in means(rows)) + "."


def published(demands, rows, scale):
    """Where the mean times pass the published one, linear in the logarithm of the distance; none if they do not"""
    distances, times = np.array(means(rows)).T
    target = time_published(demands)
    for k in range(len(times) - 1):
        if (times[k] - target) * (times[k + 1] - target) <= 0 and times[k] != times[k + 1]:
            share = (target - times[k]) / (times[k + 1] - times[k])
            value = np.exp(np.log(distances[k]) + share * np.log(distances[k + 1] / distances[k]))
            return acc.entry(demands, "reach_published", value / acc.MEAN_DIAMETER, scale, note=each(rows))
    return acc.entry(demands, "reach_published", None, scale, note=each(rows))


def time_published(demands):
    """[min]"""
    return float(demands["divergence_strong"]["published"].split()[0])


def draw(rows, demands):
    page, axis = figure.plt.subplots(figsize=(6, 4.4))
    here = [row for row in rows if row["divergence"] is not None]
    axis.plot([row["distance"] / acc.MEAN_DIAMETER for row in here], [row["divergence"] for row in here], "o", label=f"{rows[0]['count']} spheres")
    axis.axhline(time_published(demands), color=figure.GREY, linestyle=":", label="published, 3375 spheres, 1000 N")
    axis.set(xscale="log", xlabel="distance within which cohesion acts / mean diameter", ylabel="axes differ by the length [min]", ylim=(0, None))
    axis.legend()
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
