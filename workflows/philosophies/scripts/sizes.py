"""Spin-up and rest of piles with different numbers of spheres, with equal coefficients."""
from analysis import compare, failures, figure, study, verdict
from case_plot import OF_VARIANT
from departures import of_spin_up as departure_of
from diagnostics import mean_of, of_rest
import philosophies as ph

EQUAL = ph.MATCHINGS["A"]
COLUMNS = {
    "spin": "spin at 5 % growth / critical rate",
    "c_over_a": "c / a at 5 % growth",
    "solid_fraction": "solid fraction at 5 % growth",
    "strain_radius": "relative radius of the greatest shear at 5 % growth",
    "drift_solid": "change of the solid fraction at rest",
}


def collect(given, _):
    spins = [
        {**ph.named(track), **ph.at_failure(ph.records(track)), **departure_of(track, strain)}
        for track, strain in failures.succeeded(given.spins, given.strains)
    ]
    rests = [{**ph.named(track), **of_rest(track)} for track in failures.succeeded(given.rests)]
    return {
        "data": [row for row in spins if row["matching"] == EQUAL],
        "rests": [row for row in rests if row["matching"] == EQUAL],
    }


def values_of(rows, variant, count, column):
    """=> values of the piles with this number of spheres; None for a pile that did not fail"""
    return [row[column] for row in ph.of(rows, variant, EQUAL) if row["count"] == count]


def variants(rows):
    """=> the variants that have runs with more than one number of spheres"""
    return [
        variant
        for variant, _ in ph.cases(rows)
        if len({row["count"] for row in ph.of(rows, variant, EQUAL)}) > 1
    ]


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for variant in variants(rows):
        counts = sorted({row["count"] for row in ph.of(rows, variant, EQUAL)})
        small, large = (
            mean_of(values_of(rows, variant, count, "spin"))[0] for count in (counts[0], counts[-1])
        )
        change = None if None in (small, large) else large - small
        where = f"{variant}, {counts[-1]} instead of {counts[0]} spheres"
        more = {"reason": verdict.CENSORED} if change is None else {}
        entries.append(compare.entry(demands, "size_change", change, scale, where=where, **more))
    return entries, draw(rows, tables["rests"])


def draw(rows, rests):
    if not rows:
        return None
    page, axes = figure.plt.subplots(1, len(COLUMNS), figsize=(4.2 * len(COLUMNS), 4.6))
    counts = sorted({row["count"] for row in rows})
    names = [variant for variant, _ in ph.cases(rows)]
    for axis, (column, label) in zip(axes, COLUMNS.items()):
        chosen = rests if column == "drift_solid" else rows
        for place, variant in enumerate(names):
            look = {"color": OF_VARIANT[variant]}
            means = []
            for count in counts:
                values = values_of(chosen, variant, count, column)
                known = [value for value in values if value is not None]
                shifted = count * 1.02 ** (place - len(names) / 2)
                axis.plot([shifted] * len(known), known, "o", markersize=4, alpha=0.5, **look)
                means += [(shifted, mean)] if (mean := mean_of(values)[0]) is not None else []
            axis.plot(*zip(*means), **look, label=variant) if means else None
        axis.set(xscale="log", xlabel="number of spheres", ylabel=label)
        figure.plain_ticks(axis.xaxis, counts)
    axes[0].legend(fontsize=8)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
