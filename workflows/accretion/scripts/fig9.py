"""L1, L2, L3, Fig. 9: coordination against time, against the number of bodies, against friction."""
import numpy as np

from analysis import accretion as acc
from analysis import study, uncertainty, verdict
from workflows.accretion.coordination_plot import draw

# least number of hulls whose contact points are compared with those of the paper's 8000 hulls
MANY = 3375


def finish(tables, demands, scale):
    rows = tables["data"]
    return spheres(rows, demands, scale) + first_rise(tables["series"], demands, scale) + hulls(
        rows, demands, scale
    ) + friction(rows, demands, scale), draw(rows, tables["series"])


# [min] latest time of the first maximum of the coordination, and end of the decrease after it
RISE, DIP = 15, 40
SMOOTH = 3  # records, each half a minute


def first_maximum(time, value):
    """=> index of the first maximum before RISE: no value within three minutes is larger; None
    without one"""
    for k in np.flatnonzero(time <= RISE):
        near = np.abs(time - time[k]) <= 3
        if time[k] >= 3 and value[k] >= value[near].max():
            return int(k)
    return None


def first_rise(series, demands, scale):
    """=> entries of the first maximum of the coordination, and of the decrease after it, over the
    numbers of spheres with such a maximum. Uses the first cloud of each number and running means
    over SMOOTH records."""
    tops, dips = {}, {}
    for count in acc.counts(series, "spheres"):
        line = acc.of(series, "spheres", count)
        value = np.convolve(
            [row["coordination"] for row in line], np.full(SMOOTH, 1 / SMOOTH), mode="same"
        )
        time = np.array([row["time"] for row in line])
        top = first_maximum(time, value)
        if top is not None:
            tops[count], dips[count] = value[top], value[top:][time[top:] <= DIP].min() / value[top]
    if not tops:
        return acc.missing(demands, scale, "coordination_first", "coordination_dip")
    rising = [str(count) for count in acc.counts(series, "spheres") if count not in tops]
    without = f"; with {', '.join(rising)} spheres it rises on" if rising else ""
    return [
        acc.entry(
            demands,
            "coordination_first",
            max(tops.values(), key=lambda value: abs(value - 1.5)),
            scale,
            note=", ".join(f"{count}: {value:.2f}" for count, value in tops.items())
            + without
            + ".",
        ),
        acc.entry(
            demands,
            "coordination_dip",
            min(dips.values()),
            scale,
            note=", ".join(f"{count}: {value:.2f}" for count, value in dips.items()) + ".",
        ),
    ]


def spheres(rows, demands, scale):
    here = acc.of(rows, "spheres")
    if not here:
        return acc.missing(
            demands,
            scale,
            "coordination_20",
            "coordination_rise",
            "coordination_125",
            "coordination_8000",
            "isostatic",
        )
    least, error, freedom, where = acc.rises(rows, "spheres", "coordination")
    above = max(row["coordination"] - (6 - 12 / row["count"]) for row in here)
    core, touching = (np.mean([row[name] for row in here]) for name in ("core", "touching"))
    return [
        by_number(rows, demands, "coordination_20", scale),
        acc.entry(
            demands, "coordination_rise", least, scale, sigma=error, freedom=freedom, where=where
        ),
        acc.mean_entry(demands, "coordination_125", rows, "spheres", 125, "coordination", scale),
        acc.mean_entry(demands, "coordination_8000", rows, "spheres", 8000, "coordination", scale),
        acc.entry(
            demands,
            "isostatic",
            above,
            scale,
            note=f"{acc.over(rows, 'spheres')} Contacts {of_core(core)}by gaps below 1e-3 "
            f"diameters {touching:.2f} in the mean of all runs.",
        ),
    ]


def of_core(value, before="", after=", "):
    """=> note on the coordination of the core; "" if there is no core, because without friction no
    grain has four loaded contacts in a single step"""
    return f"{before}of the core {value:.2f}{after}" if value > 0.5 else ""


def by_number(rows, demands, name, scale):
    """=> the entry of the mean over the numbers of spheres, each the mean over its clouds"""
    n, centre, relative, freedom = acc.means(rows, "spheres", name)
    error = relative * np.sqrt(np.sum(centre**2 / acc.seeds(rows, "spheres"))) / len(n)
    return acc.entry(
        demands,
        name,
        centre.mean(),
        scale,
        sigma=error,
        freedom=freedom,
        note=", ".join(f"{count}: {value:.2f}" for count, value in zip(n, centre)) + ".",
    )


def hulls(rows, demands, scale):
    n, centre, *_ = acc.means(rows, "hulls", "points")
    if not len(n):
        return acc.missing(
            demands,
            scale,
            "coordination_hulls_125",
            "coordination_hulls_many",
            "coordination_hulls_rise",
            "coordination_shapes",
            "face_share",
        )
    enough = {} if n[-1] >= MANY else {"reason": verdict.MISSING}
    entries = [
        acc.mean_entry(
            demands,
            "coordination_hulls_125",
            rows,
            "hulls",
            125,
            "points",
            scale,
            note=pairs_of(rows, 125),
        ),
        acc.mean_entry(
            demands,
            "coordination_hulls_many",
            rows,
            "hulls",
            n[-1],
            "points",
            scale,
            where=f"{n[-1]}",
            note=pairs_of(rows, n[-1]),
            **enough,
        ),
    ]
    least, error, freedom, where = acc.rises(rows, "hulls", "points")
    shares = [row["face_share"] for row in acc.of(rows, "hulls") if row["face_share"] is not None]
    return entries + [
        acc.entry(
            demands,
            "coordination_hulls_rise",
            least,
            scale,
            sigma=error,
            freedom=freedom,
            where=where,
        ),
        more_than_spheres(rows, demands, scale),
        acc.entry(
            demands,
            "face_share",
            min(shares, default=None),
            scale,
            note="Each: " + ", ".join(f"{share:.4f}" for share in shares) + ".",
        ),
    ]


def more_than_spheres(rows, demands, scale):
    """=> the entry of the contact points of a hull minus the contacts of a sphere, smallest over
    the numbers of bodies"""
    pairs, freedoms = acc.hulls_and_spheres(rows, "points", "coordination")
    if not pairs:
        return acc.entry(demands, "coordination_shapes", None, scale, reason=verdict.MISSING)
    n, points, contacts, *errors = min(pairs, key=lambda pair: pair[1] - pair[2])
    error, freedom = uncertainty.of_sum(errors, freedoms)
    return acc.entry(
        demands,
        "coordination_shapes",
        points - contacts,
        scale,
        sigma=error,
        freedom=freedom,
        where=f"{n}",
    )


def pairs_of(rows, count):
    found = [row["coordination"] for row in acc.of(rows, "hulls", count)]
    return f"Neighbours, however many points: {np.mean(found):.2f}." if found else ""


def friction(rows, demands, scale):
    line = acc.by_friction(rows)
    if not line:
        return acc.missing(
            demands, scale, "coordination_rough", "coordination_fall", "coordination_smooth"
        )
    smooth = line[0]
    most = acc.with_friction(rows, acc.MOST_FRICTION)
    values = np.array([row["coordination"] for row in line])
    k = int(np.argmax(np.diff(values)))
    relative, freedom = acc.deviation_at(rows, "spheres", smooth["count"], "coordination")
    return [
        acc.entry(
            demands,
            "coordination_rough",
            most and most[1]["coordination"],
            scale,
            sigma=most and relative * most[1]["coordination"],
            freedom=freedom,
        ),
        acc.entry(
            demands,
            "coordination_fall",
            acc.of_all(values[k + 1] - values[k], rows, scale, "L3"),
            scale,
            sigma=relative * np.hypot(*values[k : k + 2]),
            freedom=freedom,
            where=f"{line[k]['friction']:g} to {line[k + 1]['friction']:g}",
        ),
        acc.entry(
            demands,
            "coordination_smooth",
            smooth["coordination"],
            scale,
            sigma=relative * smooth["coordination"],
            freedom=freedom,
            note="By gaps below 1e-3 diameters "
            f"{smooth['touching']:.2f}{of_core(smooth['core'], ', ', '')}.",
        ),
    ]


if "snakemake" in globals():
    study.make(snakemake, acc.collect, finish)  # noqa: F821
