"""F5, Fig. 5: bound pairs of aggregates."""
from pathlib import Path

from analysis import figure, panels, study
import aggregation as agg
import outcomes

MOST = 4  # largest number of pictures
MOTIONS = {
    "speed": "speeds {:g} m/s",
    "spin": "spins {:g} rad/s",
    "frame": "rotation of the frame {:g} rad/s",
}


def bound(rows):
    """=> the rows with a bound pair, sorted by the share of the second cluster, largest first"""
    return sorted((row for row in rows if row["binary"] > 1), key=lambda row: -row["second"])


def title_of(row):
    motions = [text.format(row[name]) for name, text in MOTIONS.items() if row[name]]
    law = "relaxed" if row["kind"] == "ccp" else "Coulomb"
    return (
        f"{', '.join(motions)}\ncloud {row['seed']}, {law} friction law\nmass shares "
        f"{row['share']:.2f} and {row['second']:.2f}, orbital period {row['orbit_period']:.0f} h"
    )


def finish(tables, demands, scale):
    pairs = bound(tables["data"])
    lasting = agg.binaries(pairs)
    note = (
        f"{len(pairs)} bound pairs at the end. Lasting ones: "
        + (", ".join(f"{row['run']} ({row['orbit_period']:.0f} h)" for row in lasting) or "none")
        + "."
    )
    return [
        agg.entry(
            demands,
            "binaries_lasting",
            agg.of_all(len(lasting), tables["data"], scale, *agg.SETS),
            scale,
            note=note,
        )
    ], None


def draw(given, params, render):
    rows = outcomes.collect(given, params)["data"]
    piles = {Path(path).parent.name: path for path in given.piles}
    shown = (agg.binaries(rows) or bound(rows))[:MOST]
    across = max((4 * row["distance"] for row in shown), default=0)
    page, axes = figure.plt.subplots(
        1, max(len(shown), 1), figsize=(4 * max(len(shown), 1), 4.8), squeeze=False
    )
    for axis in axes.flat:
        axis.axis("off")
    if not shown:
        axes[0][0].set_title("no bound pair")
    pictures = render(
        [
            (
                piles[row["run"]],
                [
                    "--size",
                    "700,700",
                    "--colour",
                    "radius",
                    "--follow",
                    "--across",
                    f"{across:.0f} m",
                    "--view=" + agg.view_along(*(row[f"normal_{name}"] for name in "xyz")),
                ],
            )
            for row in shown
        ]
    )
    for axis, row, picture in zip(axes.flat, shown, pictures):
        panels.show(axis, picture, title_of(row), fontsize=9)
    return page


if "snakemake" in globals():
    study.make(snakemake, outcomes.collect, finish, draw, renders=True)  # noqa: F821
