"""L6, Figs. 14, 16, 17: semi-axes, energy, pressure, solid fraction and coordination of a pile
during a stepwise spin-up."""
from pathlib import Path

from analysis import compare, failures, limits, rubble, study, workflow
import accretion as acc
from spinup_cohesion import cohesion, compaction, divergence, gain, ten
from spinup_means import NAME, extreme, farthest, held, shape
from spinup_numbers import means_of, numbers
from spinup_plot import draw
import spinup_series
import spinups


def collect(given, _):
    rows, series = [], []
    ball = limits.Ball(limits.unit_ball())
    spheroids = [row for row in limits.fluid_curves(0.001) if row["sequence"] == "maclaurin"]
    for track, times in failures.succeeded(given.tracks, given.divergences):
        count, force, seed = NAME.match(Path(track).parent.name).groups()
        key = {
            "run": Path(track).parent.name,
            "count": int(count),
            "force": float(force),
            "seed": int(seed),
            "bond": spinups.bond_of(count, force),
        }
        s = rubble.open(track).records
        s["minutes"] = (s["time"] - s["time"][0]) / acc.MINUTE
        s["maclaurin"] = limits.maclaurin(s, spheroids, ball)
        rows.append({**key, **spinups.times_of(times), **numbers(s)})
        if seed == "1":
            series += means_of(key, s)
    return {"data": rows, "series": series}


def bonds_asked(scale):
    """=> the cohesion forces of the study at this scale, as spinups.bond_of"""
    return sorted(
        {
            spinups.bond_of(*found.groups()[:2])
            for found in map(NAME.match, workflow.asked("accretion", scale, "L6"))
        }
    )


def published_times(demands, forces):
    """=> {force: published time at which the semi-axes differ [min]} of the least and the greatest
    force"""
    names = "divergence_weak", "divergence_strong"
    return {
        force: float(demands[name]["published"].split()[0])
        for force, name in zip((forces[0], forces[-1]), names)
    }


NUMBERS = (
    "divergence_weak",
    "divergence_strong",
    "divergence_gain",
    "divergence_ten",
    "axis_end",
    "pressure_fluctuations",
    "pressure_end",
    "pressure_end_largest",
    "flattening",
    "round",
    "maclaurin",
    "energy_end",
    "energy_end_strong",
    "fraction_first",
    "fraction_second",
    "fraction_cohesion",
    "disruption",
    "ejected_weak",
    "ejected_strong",
    "ejected_strongest",
    "coordination_strong",
    "coordination_cohesion",
)


def finish(tables, demands, scale):
    rows = tables["data"]
    forces = bonds_asked(scale)
    if not rows or len(forces) < 2:
        return compare.missing(demands, scale, *NUMBERS), None

    def farthest_from_zero(values):
        return max(values, key=abs)

    growth = spinup_series.energies(tables["series"], forces[0])
    sphere = f" One mean sphere: {1 / rows[0]['count']:.3g}."
    ejected = [force for force in forces if force < 50], [force for force in forces if force > 50]
    return [
        divergence(
            demands,
            "divergence_weak",
            rows,
            forces[0],
            scale,
            spinup_series.with_printed_length(tables["series"], rows),
        ),
        divergence(demands, "divergence_strong", rows, forces[-1], scale),
        gain(demands, rows, forces, scale),
        ten(demands, rows, forces, scale),
        spinup_series.axis_end(demands, tables["series"], scale),
        spinup_series.pressure_fluctuations(demands, tables["series"], forces, scale),
        *(
            extreme(demands, name, rows, chosen, column, scale, choose)
            for name, chosen, column, choose in (
                ("pressure_end", forces, "pressure_all_800", farthest_from_zero),
                ("pressure_end_largest", forces, "pressure_800", farthest_from_zero),
                ("energy_end_strong", forces[-1:], "energy_end", min),
                ("ejected_strong", ejected[1][:-1], "outside_560", max),
                ("ejected_strongest", ejected[1][-1:], "outside_560", max),
                ("maclaurin", forces, "over_maclaurin", min),
            )
        ),
        extreme(demands, "ejected_weak", rows, ejected[0], "outside_560", scale, min, sphere),
        extreme(demands, "energy_end", rows, forces[:-1], "energy_end", scale, min, growth),
        shape(demands, "flattening", rows, forces, "c_over_a_320", scale),
        shape(demands, "round", rows, forces, "c_over_a_160", scale),
        shape(demands, "disruption", rows, forces, "largest_mass_640", scale),
        farthest(
            demands, "fraction_first", rows, "fraction_300", scale, lambda mean: abs(mean - 1)
        ),
        farthest(demands, "fraction_second", rows, "fraction_600", scale, float),
        compaction(demands, rows, forces, scale),
        held(demands, rows, forces, scale),
        cohesion(demands, rows, forces, scale),
    ], draw(rows, tables["series"], published_times(demands, forces))


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
