"""F3, F5, Table 3: the sets of initial motions and the final states of their clouds."""
import numpy as np

from analysis import compare, figure, study
import aggregation as agg
import frame_periods
import motion_changes
import outcomes
from motion_sets import SETS, set_of

OUTCOMES = {
    "one aggregate": figure.BLUE,
    "bound pair": figure.ORANGE,
    "several": figure.SKY,
    "dispersed": figure.GREY,
}


def final_state(row):
    if row["binary"] > 1:
        return "bound pair"
    if row["share"] > 0.5:
        return "one aggregate"
    return "several" if row["bodies"] >= agg.AGGREGATE else "dispersed"


def finish(tables, demands, scale):
    rows = [row for row in agg.of(tables["data"], "ccp")]
    bound = agg.binaries(rows)
    near = [row for row in rows if set_of(row) in ("2.2", "2.3")]
    note = (
        f"Of {len(rows)} runs; of sets 2.2 and 2.3 {len(agg.binaries(near))} of {len(near)}. "
        f"In {sum(final_state(row) == 'bound pair' for row in rows)} runs a pair is bound at the "
        f"end, on any orbit: the definition planned before the result. {one_cloud(rows)}"
        + "; ".join(
            f"{row['run']}: shares {row['share']:.2f} and {row['second']:.2f}, period "
            f"{row['orbit_period']:.0f} h, pericentre {row['pericentre']:.2g} sums of radii"
            for row in bound
        )
    )
    steady = [agg.steady(row) for row in rows if row["share"] > 0.5]
    missing = not bound and not whole(rows)
    return [
        compare.variant_entry(
            demands, "binaries", None if missing else len(bound), scale, note=note
        ),
        agg.entry(
            demands,
            "steady",
            agg.of_all(np.mean(steady) if steady else None, tables["data"], scale, *agg.SETS),
            scale,
        ),
        largest(demands, "momentum_error", tables["data"], scale),
        largest(demands, "unconverged", tables["data"], scale),
        agg.entry(demands, "runs", len(tables["data"]), scale),
        frame_periods.entry(demands, tables["data"], scale),
        *(
            motion_changes.entry(demands, tables["data"], name, scale)
            for name in motion_changes.QUANTITIES
        ),
    ], draw(rows)


def one_cloud(rows):
    """=> note on the sets of two and three motions, if all their runs start from one cloud"""
    here = [row for row in rows if set_of(row)[0] in "23"]
    if len({row["seed"] for row in here}) != 1:
        return ""
    return (
        f"Sets 2.1 to 3 start from one cloud: {len(here)} of {len(rows)} runs, "
        f"{len(agg.binaries(here))} of {len(agg.binaries(rows))} lasting binaries. "
    )


def largest(demands, name, rows, scale):
    """=> the entry of the greatest value of the column of this name in the runs of all sets"""
    value = max((row[name] for row in rows), default=None)
    return agg.entry(demands, name, agg.of_all(value, rows, scale, *agg.SETS), scale)


def whole(rows):
    """=> true if there are runs of all sets of motions, and of sets 2.2 and 2.3, which may give
    binaries, as many as in the campaign. Otherwise a run that was not made could have given one."""
    counts = {name: sum(set_of(row) == name for row in rows) for name in SETS}
    return all(counts.values()) and min(counts["2.2"], counts["2.3"]) >= 16


def draw(rows):
    page, axis = figure.plt.subplots(figsize=(9, 4.2))
    left = np.zeros(len(SETS))
    for outcome, colour in OUTCOMES.items():
        counts = np.array(
            [
                sum(set_of(row) == name and final_state(row) == outcome for row in rows)
                for name in SETS
            ]
        )
        axis.barh(list(SETS), counts, left=left, color=colour, label=outcome)
        left += counts
    axis.invert_yaxis()
    axis.set(xlabel="runs with the relaxed cone, also beyond Table 2", ylabel="set of Table 3")
    axis.legend(loc="upper left", bbox_to_anchor=(1, 1))
    return page


if "snakemake" in globals():
    study.make(snakemake, outcomes.collect, finish)  # noqa: F821
