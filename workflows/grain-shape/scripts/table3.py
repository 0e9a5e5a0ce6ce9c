"""M5, Table 3: disruption ratio of each composition, with the published values."""
from analysis import study, verdict
import ratio_plot
import ratio_table
import ratio_variants
import ratios

LIKE = {5: 2, 6: 4, 7: 3, 8: 3, 9: 3, 10: 3}  # composition: composition of as many spheres
LONGEST = (9, 10)  # diamonds and rods


def finish(tables, demands, scale):
    # The Roche distance is proportional to the bulk density to the power -1/3.
    t = ratio_table.Table(
        tables["data"], "T", "0.5 %", 1 / 3, "distance at failure / Roche distance"
    )
    entries = (
        ratios.values_of(t, demands, scale)
        + ratios.differences_of(t, demands, scale)
        + thresholds(t, demands, scale)
    )
    entries += ratios.order_of(
        t, demands["lowest_T"], scale, lambda mean: among_the_lowest(t, mean)
    )
    return entries + ratio_variants.variants_of(t, demands, scale), ratio_plot.draw(t, demands)


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


def among_the_lowest(t, mean):
    """=> number of the two longest shapes among the three with the largest decrease relative to as
    many spheres, text of all differences, [(difference, its error)] between the third and the
    fourth"""
    falls = sorted((mean[n] - mean[like], n) for n, like in LIKE.items())
    (third, a), (fourth, b) = falls[2:4]
    text = ", ".join(f"{ratio_table.COMPOSITION[n - 1]} {fall:+.1f}" for fall, n in falls)
    return (
        sum(n in LONGEST for _, n in falls[:3]),
        text,
        [(fourth - third, t.error(a, LIKE[a], b, LIKE[b]))],
    )


if "snakemake" in globals():
    study.make(snakemake, ratio_table.collect, finish)  # noqa: F821
