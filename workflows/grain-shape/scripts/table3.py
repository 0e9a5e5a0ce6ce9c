"""M5, Table 3: disruption ratio of each composition, with the published values."""
from analysis import figure, study, verdict
import ratio_order
import ratio_plot
import ratio_table
import ratio_variants
import ratios
import shape_effect
import shape_plot

NAMED = {"rods_T": (10, 3)}  # differences that published.toml asks for by these names


def finish(tables, demands, scale):
    # The Roche distance is proportional to the bulk density to the power -1/3.
    t = ratio_table.Table(
        tables["data"], "T", "0.5 %", 1 / 3, "distance at failure / Roche distance"
    )
    entries = (
        ratios.values_of(t, demands, scale)
        + ratios.differences_of(t, demands, scale, NAMED)
        + shape_effect.headlines(t, demands, scale)
        + ratio_order.order(t, demands, scale)
        + ratio_order.changes(t, demands, scale)
        + thresholds(t, demands, scale)
    )
    return entries + ratio_variants.variants_of(t, demands, scale), draw(t, demands)


def draw(t, demands):
    page = figure.plt.figure(figsize=(12.5, 10.4))
    above, below = page.subfigures(2, 1)
    ratio_plot.draw(t, demands, above)
    shape_plot.draw(t, demands, below)
    return page


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


if "snakemake" in globals():
    study.make(snakemake, ratio_table.collect, finish)  # noqa: F821
