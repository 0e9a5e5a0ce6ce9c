"""F0: clouds at rest that start with overlaps, against the limit of the speed of recovery."""
import numpy as np

from analysis import compare, figure, study
import aggregation as agg
import outcomes

NONE = "none"  # no limit
PUBLISHED = {"bodies": 193, "period": 1e3}
QUANTITIES = {"bodies": "bodies of the largest aggregate", "period": "period [h]"}


def limit_of(row):
    """=> limit of the speed of recovery [m/s] as text"""
    return NONE if np.isnan(row["value"]) else f"{row['value']:g}"


def cases(rows):
    """=> {limit: rows of the clouds with overlaps}, in rising order of the limit"""
    here = agg.of(rows, "overlaps")
    limits = sorted({limit_of(row) for row in here}, key=lambda text: (text == NONE, text))
    return {limit: [row for row in here if limit_of(row) == limit] for limit in limits}


def finish(tables, demands, scale):
    rows = tables["data"]
    found = cases(rows)
    free = found.get(NONE, [])
    entries = []
    for quantity in QUANTITIES:
        values = agg.column(free, quantity)
        entries.append(
            compare.variant_entry(
                demands,
                f"overlaps_{quantity}",
                agg.of_all(
                    np.median(values) if free else None,
                    rows,
                    scale,
                    "F0-overlaps",
                    like="overlaps-*",
                ),
                scale,
                note=" ".join(
                    f"Limit {limit}{'' if limit == NONE else ' m/s'}, each cloud: "
                    f"{agg.said(here, quantity)}."
                    for limit, here in found.items()
                ),
            )
        )
    return entries, draw(rows, found)


def draw(rows, found):
    apart = agg.at_rest(rows, "ccp")
    shown = {"without\noverlaps, 0.02": apart} if apart else {}
    shown |= {
        f"{limit} m/s" if limit != NONE else "no limit": here for limit, here in found.items()
    }
    if not found:
        return None
    page, axes = figure.plt.subplots(1, 2, figsize=(10, 4.2))
    for axis, (quantity, label) in zip(axes, QUANTITIES.items()):
        for place, (name, here) in enumerate(shown.items()):
            axis.plot(
                place + 0.04 * (np.arange(len(here)) - (len(here) - 1) / 2),
                [row[quantity] for row in here],
                "o",
                color=figure.GREY if here is apart else figure.BLUE,
            )
        figure.published_line(axis, PUBLISHED[quantity], "published")
        axis.set_xticks(range(len(shown)), list(shown))
        axis.set(xlabel="limit of the speed of recovery", ylabel=label)
    axes[1].set_yscale("log")
    return page


if "snakemake" in globals():
    study.make(snakemake, outcomes.collect, finish)  # noqa: F821
