"""F3, Fig. 7: the period of the aggregates against their elongation and their mass."""
from analysis import figure, study
import aggregation as agg
import mass_trends
import outcomes
import rotation_marks
import trends


def finish(tables, demands, scale):
    rows = agg.aggregates(agg.of(tables["data"], "ccp"))
    resting = agg.at_rest(rows, "ccp")
    moving = [row for row in rows if row not in resting]
    return [
        trends.trend(
            demands,
            "period_mass",
            moving,
            "mass",
            "period",
            scale,
            "aggregates",
            f"{len(resting)} from rest are left out. {mass_trends.note(moving)}".strip(),
        )
    ], draw(rows)


def draw(rows):
    rotating, resting = rotation_marks.rotating(rows), rotation_marks.resting(rows)
    page, axes = figure.plt.subplots(1, 2, figsize=(11, 4.4), sharey=True)
    for axis, name, label, unit in (
        (axes[0], "elongation", "inertial elongation", 1),
        (axes[1], "mass", "mass [1e12 kg]", 1e12),
    ):
        points = axis.scatter(
            [row[name] / unit for row in rotating],
            [row["period"] for row in rotating],
            c=[row["bodies"] for row in rotating],
            cmap="viridis",
        )
        rotation_marks.draw(
            axis,
            [row[name] / unit for row in resting],
            [row["period"] for row in resting],
            rotation_marks.TEXT if name == "elongation" else "",
        )
        axis.set(xlabel=label, yscale="log")
    axes[0].set(ylabel="period [h]", xscale="log")
    figure.plain_ticks(axes[0].xaxis, figure.STEPS)
    figure.plain_ticks(axes[0].yaxis, [10.0**power for power in range(6)])
    page.colorbar(points, ax=axes[1], label="bodies")
    return page


if "snakemake" in globals():
    study.make(snakemake, outcomes.collect, finish)  # noqa: F821
