"""F0: clouds at rest, against the limit of the speed of recovery, with and without overlaps at the
start."""
import numpy as np

from analysis import compare, figure, study
import aggregation as agg
import outcomes
import rotation_marks

NONE = "none"  # no limit
PUBLISHED = {"bodies": 193, "period": 1e3}
QUANTITIES = {"bodies": "bodies of the largest aggregate", "period": "period [h]"}
# demand: kind of its runs; both kinds without a limit of the speed of recovery
FREE = {"apart": "free", "overlaps": "overlaps"}


def limit_of(row):
    """=> limit of the speed of recovery [m/s] as text"""
    return NONE if np.isnan(row["value"]) else f"{row['value']:g}"


def cases(rows):
    """=> {limit: rows of the clouds with overlaps}, in rising order of the limit"""
    here = agg.of(rows, "overlaps")
    limits = sorted({limit_of(row) for row in here}, key=lambda text: (text == NONE, text))
    return {limit: [row for row in here if limit_of(row) == limit] for limit in limits}


def groups(rows):
    """=> {label: rows of clouds with one placement and one limit}, without empty ones"""
    found = {
        "no overlaps\n0.02 m/s": agg.at_rest(rows, "ccp"),
        "no overlaps\nno limit": agg.of(rows, FREE["apart"]),
    }
    for limit, here in cases(rows).items():
        found[f"overlaps\n{'no limit' if limit == NONE else f'{limit} m/s'}"] = here
    return {label: here for label, here in found.items() if here}


def finish(tables, demands, scale):
    rows = tables["data"]
    return [
        free_entry(demands, start, quantity, rows, scale)
        for start in FREE
        for quantity in QUANTITIES
    ], draw(groups(rows))


def free_entry(demands, start, quantity, rows, scale):
    """=> the entry of the median over the clouds that start in this way, without a limit of the
    speed of recovery; the note has the value of each cloud"""
    here = [row for row in agg.of(rows, FREE[start]) if limit_of(row) == NONE]
    shown = cases(rows) if start == "overlaps" else {NONE: here} if here else {}
    median = np.median(agg.column(here, quantity)) if here else None
    return compare.variant_entry(
        demands,
        f"{start}_{quantity}",
        agg.of_all(median, rows, scale, "F0-overlaps", like=f"{FREE[start]}-*"),
        scale,
        note=" ".join(
            f"Limit {limit}{'' if limit == NONE else ' m/s'}, each cloud: "
            f"{agg.said(clouds, quantity)}.{lost(clouds, quantity)}"
            for limit, clouds in shown.items()
        ),
    )


def lost(rows, quantity):
    """=> note on the mass outside of the aggregate, for the number of bodies; empty if there is
    none"""
    outside = [100 * (1 - row["share"]) for row in rows]
    if quantity != "bodies" or max(outside, default=0) < 1e-6:
        return ""
    return f" Mass outside of it [%]: {', '.join(f'{value:.3g}' for value in outside)}."


def draw(found):
    if not found:
        return None
    page, axes = figure.plt.subplots(1, 2, figsize=(12, 4.2))
    for axis, (quantity, label) in zip(axes, QUANTITIES.items()):
        for place, (name, here) in enumerate(found.items()):
            spread = place + 0.04 * (np.arange(len(here)) - (len(here) - 1) / 2)
            limit = quantity == "period" and not rotation_marks.rotating(here)
            axis.plot(
                spread,
                [row[quantity] for row in here],
                "^" if limit else "o",
                color=figure.GREY if name.startswith("no") else figure.BLUE,
                markerfacecolor="none" if limit else None,
            )
        figure.published_line(axis, PUBLISHED[quantity], "published")
        axis.set_xticks(range(len(found)), list(found))
        axis.set(xlabel="placement, limit of the speed of recovery", ylabel=label)
    axes[1].set_yscale("log")
    axes[1].set_title("triangles: no rotation, 1e5 h or more")
    return page


if "snakemake" in globals():
    study.make(snakemake, outcomes.collect, finish)  # noqa: F821
