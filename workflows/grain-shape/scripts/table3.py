"""M5, Table 3: disruption ratio of each composition, with the published values."""
import numpy as np

from analysis import study, verdict
import ratio_order
import ratio_plot
import ratio_table
import ratio_variants
import ratios
import rolling_order

NAMED = {"rods_T": (10, 3)}  # differences that published.toml asks for by these names

EARTH, ROCHE, CLOSEST = 5513.0, 1.26, 1.2  # mean density [kg/m3]; distances [radii of the planet]
SHAKEN = 2700.0  # density of a grain in the shaken box, section 4.3 [kg/m3]


def finish(tables, demands, scale):
    t = ratio_table.Table(tables["data"], "T")
    entries = (
        ratios.values_of(t, demands, scale)
        + ratios.differences_of(t, demands, scale, NAMED)
        + ratio_order.order(t, demands, scale)
        + rolling_order.order(t, demands, scale)
        + speeds(t, demands, scale)
        + ratio_order.changes(t, demands, scale)
        + density_asked(t, demands, scale)
        + thresholds(t, demands, scale)
    )
    page = ratio_plot.draw(t, demands, lowest_ratio)
    return entries + ratio_variants.variants_of(t, demands, scale), page


def speeds(t, demands, scale):
    """=> entries of rods minus spheres for flybys with a speed at infinity; [] without such
    flybys"""
    a, b = NAMED["rods_T"]
    entries = []
    for variant in ("v5", "v10"):
        if not (len(t.values(a, variant)) and len(t.values(b, variant))):
            continue
        gaps = {radius: gap_of(t, a, b, variant, radius) for radius in ratio_table.READINGS}
        parabola = {radius: gap_of(t, a, b, "", radius) for radius in ratio_table.READINGS}
        each = ", ".join(
            f"{radius} {gap:+.1f} (parabola {parabola[radius]:+.1f})"
            for radius, gap in gaps.items()
        )
        entries.append(
            verdict.evaluate(
                demands[f"T{a}-T{b}"],
                gaps[ratio_table.READINGS[0]],
                scale,
                f"By the readings of the bulk radius: {each}.",
                ratio_variants.VARIANTS[variant][0],
                verdict.VARIANT,
            )
        )
    return entries


def gap_of(t, a, b, variant, radius):
    """=> mean ratio of composition a minus that of composition b, in a variant and by a reading"""
    reading = dict(radius=radius, density=t.common((a, variant), (b, variant)))
    return float(t.values(a, variant, **reading).mean() - t.values(b, variant, **reading).mean())


def thresholds(t, demands, scale):
    """=> [the entry of other thresholds of the growth]; [] without results for spheres"""
    mean = t.means()
    late = {threshold: t.means(threshold=threshold) for threshold in ("1 %", "5 %")}
    changes = {n: late["1 %"][n] - mean[n] for n in mean if n in late["1 %"]}
    if not changes or not {1, 2} & set(mean):
        return []
    text = ", ".join(
        f"T{n} {changes[n]:+.1f}"
        + (f" ({late['5 %'][n] - mean[n]:+.1f})" if n in late["5 %"] else "")
        for n in changes
    )
    return [
        verdict.evaluate(
            demands["thresholds"],
            max(changes.values(), key=abs),
            scale,
            f"With 1 % (5 %) in place of 0.5 %: {text} points.",
        )
    ]


def highest_density(ratio):
    """(disruption ratio [%]) => highest bulk density that allows it [kg/m3]: a body fails at the
    closest approach or before, and the Roche distance falls with the cube root of its density"""
    return EARTH * (ratio / 100 * ROCHE / CLOSEST) ** 3


def lowest_ratio(density):
    """(bulk density [kg/m3]) => lowest ratio [%] of a body that never comes nearer"""
    return 100 * CLOSEST / ROCHE * (density / EARTH) ** (1 / 3)


def densities_here(t, number=6):
    """=> remark on the mean bulk densities of a composition's bodies; "" without them"""
    found = {
        name: [run[column] for run in t.chosen(number) if run.get(column)]
        for name, column in (("extents", ratio_table.EXTENTS), ("alpha shape", ratio_table.ALPHA))
    }
    text = ", ".join(
        f"{np.mean(values):.0f} kg/m3 by the {name}" for name, values in found.items() if values
    )
    heavier = " and ".join(
        f"{np.mean(values) * SHAKEN / ratio_table.GRAIN:.0f}" for values in found.values() if values
    )
    return f" T{number} here: {text}; with grains of {SHAKEN:.0f} kg/m3 {heavier}." if text else ""


def density_asked(t, demands, scale):
    """=> [the entry of the density that the lowest published ratios allow]"""
    lowest = sorted((demands[f"T{n}"]["value"], n) for n in range(1, 11))[:3]
    limits = [highest_density(ratio) for ratio, _ in lowest]
    each = ", ".join(
        f"{limit:.0f} for {ratio} % (T{n})" for limit, (ratio, n) in zip(limits, lowest)
    )
    note = (
        f"{each}. Roche distance: {ROCHE} R_E by the cube root of the densities. Grains of "
        f"{SHAKEN:.0f} kg/m3, printed for the shaken box alone, must fill at most "
        f"{limits[0] / SHAKEN:.3f} of the volume.{densities_here(t)}"
    )
    return [verdict.evaluate(demands["density_asked"], limits[0], scale, note)]


if "snakemake" in globals():
    study.make(snakemake, ratio_table.collect, finish)  # noqa: F821
