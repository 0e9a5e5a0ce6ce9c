"""F4, Figs. 8, 9: the most elongated, roundest, densest and least dense aggregates; porosity
against number of bodies, for several radii of the alpha shape."""
from pathlib import Path

from analysis import figure, panels, study
import aggregation as agg
from motion_sets import set_of
import outcomes
from porosity import HIGH, LOW, NAMES, SMALL, denser, inside, large, porosity


ACROSS = 2400  # width of the pictured region [m]


def collect(given, params):
    rows = outcomes.collect(given, params)["data"]
    piles = {Path(path).parent.name: path for path in given.piles}
    for row in rows:
        pile = piles[row["run"]]
        row["pile"] = str(Path(*Path(pile).parts[-2:]))
    return {"data": rows}


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = [
        porosity(demands, "porosity_large", large(rows), "195", scale),
        inside(demands, large(rows), scale),
    ]
    entries.append(denser(demands, rows, scale, sets(rows)))
    return entries, None


def sets(rows):
    """=> note with the sets of the least and the most dense aggregate"""
    shown = extremes(rows)
    if "densest" not in shown:
        return ""
    return (
        f" Least dense: set {set_of(shown['least dense'])}, published 1.2; densest: set "
        f"{set_of(shown['densest'])}, published 2.1."
    )


def extremes(rows):
    """=> title: row"""
    many, every = large(rows), agg.aggregates(agg.of(rows, "ccp"))
    if not many:
        return {}
    dense = sorted(
        (row for row in every if row["porosity_auto"] is not None),
        key=lambda row: row["porosity_auto"],
    )
    shapes = {
        "roundest": min(many, key=lambda row: row["elongation"]),
        "longest": max(many, key=lambda row: row["elongation"]),
    }
    return shapes | ({"least dense": dense[-1], "densest": dense[0]} if dense else {})


def title_of(name, row):
    if name in ("roundest", "longest"):
        return f"{name}: elongation {row['elongation']:.2f}"
    return f"{name}: porosity {100 * row['porosity_auto']:.0f} %, {row['bodies']} bodies"


def draw(given, _, render):
    rows = collect(given, None)["data"]
    piles = {Path(path).parent.name: path for path in given.piles}
    page, axes = figure.plt.subplots(
        1, 5, figsize=(19, 4.6), gridspec_kw={"width_ratios": [1, 1, 1, 1, 1.2]}
    )
    for panel in axes[:4]:
        panel.axis("off")
    pictures = render(
        [
            (
                piles[row["run"]],
                [
                    "--size",
                    "700,700",
                    "--colour",
                    "radius",
                    "--plain",
                    "--follow",
                    "--across",
                    f"{ACROSS} m",
                    "--view=" + agg.view_along(*(row[f"axis_{axis}"] for axis in "xyz")),
                ],
            )
            for row in extremes(rows).values()
        ]
    )
    for panel, (name, row), picture in zip(axes, extremes(rows).items(), pictures):
        shown = panels.show(panel, picture, title_of(name, row))
        if shown is not None:
            panels.scale_bar(panel, shown.shape[1] / ACROSS, shown.shape[0])
    here = agg.aggregates(agg.of(rows, "ccp"))
    for key, colour in zip(NAMES, figure.COLOURS):
        known = [row for row in here if row[f"porosity_{key}"] is not None]
        axes[4].plot(
            [row["bodies"] for row in known],
            [100 * row[f"porosity_{key}"] for row in known],
            ".",
            color=colour,
            label=NAMES[key]
            + (
                f" (none: {len(here) - len(known)} of {len(here)})"
                if len(known) < len(here)
                else ""
            ),
        )
    axes[4].axhspan(LOW, HIGH, color=figure.GREY, alpha=0.2)
    axes[4].plot(*SMALL, "*", color=figure.BLACK, markersize=11, label="published, Fig. 9b")
    axes[4].set(xlabel="bodies", ylabel="porosity [%]")
    axes[4].legend(
        title="alpha; band: published", fontsize=7, loc="upper left", bbox_to_anchor=(1, 1)
    )
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish, draw, renders=True)  # noqa: F821
