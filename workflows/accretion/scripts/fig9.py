"""L1, L2, L3, Fig. 9: coordination against time, against the number of bodies, against friction."""
import numpy as np

from analysis import compare, failures, study
import accretion as acc
import clouds
import collapses
import contact_forces
from coordination_plot import draw
from first_rise import early, first_rise, of_many
from hull_coordination import hulls, hulls_curve


def collect(given, params):
    return {
        **collapses.collect_with_series(given, params, ("coordination", "touching")),
        "window": contact_forces.windows(failures.succeeded(given.each)),
    }


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = (
        spheres(rows, demands, scale)
        + first_rise(rows, tables["series"], demands, scale)
        + [early(tables["series"], demands, scale)]
        + hulls(rows, demands, scale)
        + [hulls_curve(rows, demands, scale)]
        + friction(rows, demands, scale)
    )
    return entries, draw(rows, tables["series"], tables.get("window", []))


def spheres(rows, demands, scale):
    here = acc.of(rows, "spheres")
    if not here:
        return compare.missing(
            demands,
            scale,
            "coordination_20",
            "fluctuations",
            "coordination_rise",
            "coordination_125",
            "coordination_8000",
            "isostatic",
        )
    least, error, freedom, where = clouds.rises(rows, "spheres", "coordination")
    above = max(row["coordination"] - (6 - 12 / row["count"]) for row in here)
    core, touching = (np.mean([row[name] for row in here]) for name in ("core", "touching"))
    return [
        by_number(rows, demands, "coordination_20", scale),
        fluctuations(rows, demands, scale),
        compare.entry(
            demands, "coordination_rise", least, scale, sigma=error, freedom=freedom, where=where
        ),
        clouds.mean_entry(demands, "coordination_125", rows, "spheres", 125, "coordination", scale),
        clouds.mean_entry(
            demands, "coordination_8000", rows, "spheres", 8000, "coordination", scale
        ),
        compare.entry(
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
    n, centre, relative, freedom = clouds.means(rows, "spheres", name)
    error = relative * np.sqrt(np.sum(centre**2 / acc.seeds(rows, "spheres"))) / len(n)
    return compare.entry(
        demands,
        name,
        centre.mean(),
        scale,
        sigma=error,
        freedom=freedom,
        note=", ".join(f"{count}: {value:.2f}" for count, value in zip(n, centre))
        + f".{of_many(dict(zip(n, centre)))}",
    )


def fluctuations(rows, demands, scale):
    """=> the entry of the exponent of the coordination's standard deviation in time"""
    exponent, error, freedom = clouds.exponent_of(rows, "spheres", "coordination_std")
    return compare.entry(demands, "fluctuations", exponent, scale, sigma=error, freedom=freedom)


def friction(rows, demands, scale):
    line = acc.by_friction(rows)
    if not line:
        return compare.missing(
            demands, scale, "coordination_rough", "coordination_fall", "coordination_smooth"
        )
    smooth = line[0]
    most = acc.with_friction(rows, acc.MOST_FRICTION)
    values = np.array([row["coordination"] for row in line])
    k = int(np.argmax(np.diff(values)))
    relative, freedom = clouds.deviation_at(rows, "spheres", smooth["count"], "coordination")
    return [
        compare.entry(
            demands,
            "coordination_rough",
            most and most[1]["coordination"],
            scale,
            sigma=most and relative * most[1]["coordination"],
            freedom=freedom,
        ),
        acc.partial_entry(
            demands,
            "coordination_fall",
            values[k + 1] - values[k],
            rows,
            scale,
            "L3",
            sigma=relative * np.hypot(*values[k : k + 2]),
            freedom=freedom,
            where=f"{line[k]['friction']:g} to {line[k + 1]['friction']:g}",
        ),
        compare.entry(
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
    study.make(snakemake, collect, finish)  # noqa: F821
