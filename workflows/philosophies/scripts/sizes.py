"""Spin-up and rest of piles with different numbers of spheres, with equal coefficients."""
from analysis import compare, failures, figure, rubble, study, verdict
from case_plot import OF_VARIANT
from departures import greatest
from diagnostics import mean_of, of_rest
import expected
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
        of_spin_up(track, strain)
        for track, strain in failures.succeeded(given.spins, given.strains)
    ]
    rests = [{**ph.named(track), **of_rest(track)} for track in failures.succeeded(given.rests)]
    return {
        "data": [row for row in spins if row["matching"] == EQUAL],
        "rests": [row for row in rests if row["matching"] == EQUAL],
    }


def of_spin_up(track, strain):
    """(track of a spin-up, its table of rubble-strain) => its row"""
    s = ph.records(track)
    found = ph.at_failure(s)
    radius = greatest(rubble.rows.tables(strain)["bins"], s, found["time"])
    return {**ph.named(track), **found, "strain_radius": radius}


def values_of(rows, variant, count, column):
    """=> values of the piles with this number of spheres; None for a pile that did not fail"""
    return [row[column] for row in ph.of(rows, variant, EQUAL) if row["count"] == count]


def counts_of(rows, variant):
    """=> the numbers of spheres of the piles of a variant, in ascending order"""
    return sorted({row["count"] for row in ph.of(rows, variant, EQUAL)})


def finish(tables, demands, scale):
    rows = tables["data"]
    known = rows + expected.runs(scale, "spin", "larger", like="spin-*")
    entries = []
    for variant in ph.VARIANTS.values():
        counts = counts_of(known, variant)
        if len(counts) > 1:
            entries.append(change_entry(rows, variant, counts[0], counts[-1], demands, scale))
    return entries, draw(rows, tables["rests"])


def change_entry(rows, variant, least, most, demands, scale):
    """(rows, variant, smallest and largest number of spheres, ...) => the entry of the change of
    the mean spin between them"""
    small, large = (values_of(rows, variant, count, "spin") for count in (least, most))
    change, reason = None, verdict.MISSING
    if None in small + large:
        reason = verdict.CENSORED
    elif not expected.lacks(rows, scale, variant, EQUAL, "spin", "larger"):
        change, reason = mean_of(large)[0] - mean_of(small)[0], ""
    where = f"{variant}, {most} instead of {least} spheres"
    return compare.entry(demands, "size_change", change, scale, where=where, reason=reason)


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
