"""M4, Table 2: critical spin ratio of each composition, with the published values."""
from analysis import study, verdict
import ratio_order
import ratio_plot
import ratio_table
import ratio_variants
import ratios
import rolling_order

# differences that published.toml asks for by these names
NAMED = {"rods_S": (10, 3), "second_S": (9, 7)}
RODS = 10


def finish(tables, demands, scale):
    t = ratio_table.Table(tables["data"], "S")
    entries = ratios.values_of(t, demands, scale) + ratios.differences_of(t, demands, scale, NAMED)
    entries += ratios.order_of(
        t, demands["lowest_S"], scale, lambda mean: weaker_than_rods(t, mean)
    )
    entries += ratio_order.order(t, demands, scale) + rolling_order.order(t, demands, scale)
    return entries + ratio_variants.variants_of(t, demands, scale) + smooth_rods(
        t, demands, scale
    ), ratio_plot.draw(t, demands)


def weaker_than_rods(t, mean):
    """=> number of compositions with a lower ratio than rods, text of the differences from rods,
    [(difference, its error)]"""
    gaps = {n: (mean[n] - mean[RODS], t.error(n, RODS)) for n in mean if n != RODS}
    return (
        sum(gap < 0 for gap, _ in gaps.values()),
        ", ".join(f"S{n} {gap:+.1f}" for n, (gap, _) in gaps.items()),
        list(gaps.values()),
    )


def smooth_rods(t, demands, scale):
    """=> [the entry of rods minus spheres, both collapsed without friction]; [] without such
    runs"""
    if not (len(t.values(RODS, "smooth")) and len(t.values(3, "smooth"))):
        return []
    density = t.common((RODS, "smooth"), (3, "smooth"))
    rods, balls = (t.values(n, "smooth", density=density).mean() for n in (RODS, 3))
    return [
        verdict.evaluate(
            demands["rods_smooth"],
            float(rods - balls),
            scale,
            f"{rods:.1f} and {balls:.1f} %.",
            reason=verdict.VARIANT,
        )
    ]


if "snakemake" in globals():
    study.make(snakemake, ratio_table.collect, finish)  # noqa: F821
