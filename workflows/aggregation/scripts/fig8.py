"""F4, Figs. 8, 9: the most elongated, roundest, densest and least dense aggregates; porosity
against number of bodies, for several radii of the alpha shape."""
from pathlib import Path

import numpy as np

from analysis import aggregation as agg
from analysis import figure, panels, study

LOW, HIGH = 34, 40  # published [%]
NAMES = {"100": "100 m", "195": "195 m", "400": "400 m", "hull": "convex hull", "auto": "automatic"}


def collect(given, params):
    rows = agg.collect(given, params)["data"]
    piles = {Path(path).parent.name: path for path in given.piles}
    for row in rows:
        pile = piles[row["run"]]
        row["pile"] = str(Path(*Path(pile).parts[-2:]))
    return {"data": rows}


def large(rows):
    """=> aggregates with more than 125 of 200 bodies, as published"""
    return [
        row for row in agg.aggregates(agg.of(rows, "ccp")) if row["bodies"] > 0.625 * row["count"]
    ]


def small(rows):
    return [
        row for row in agg.aggregates(agg.of(rows, "ccp")) if row["bodies"] < 0.25 * row["count"]
    ]


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = [
        porosity(demands, "porosity_large", large(rows), "195", scale),
        inside(demands, large(rows), scale),
    ]
    few, many = small(rows), large(rows)
    value, error, freedom = (np.nan, np.nan, 0)
    if few and many:
        groups = [agg.column(part, "porosity_auto") for part in (few, many)]
        value = groups[0].mean() - groups[1].mean()
        error, freedom = welch(groups)
    return (
        entries
        + [
            agg.entry(
                demands,
                "porosity_small",
                value,
                scale,
                sigma=error,
                freedom=freedom,
                note=f"{len(few)} small ones.",
            )
        ],
        None,
    )


def welch(groups):
    """(two groups) => standard error of the difference of their means, degrees of freedom"""
    if min(map(len, groups)) < 2:
        return np.nan, 0
    parts = [group.var(ddof=1) / len(group) for group in groups]
    total = sum(parts)
    return float(np.sqrt(total)), float(
        total**2 / sum(part**2 / (len(group) - 1) for part, group in zip(parts, groups))
    )


def porosity(demands, name, rows, alpha, scale):
    values = agg.column(rows, f"porosity_{alpha}")
    if not len(values):
        return agg.entry(demands, name, None, scale)
    others = ", ".join(
        f"{NAMES[key]} {100 * agg.column(rows, f'porosity_{key}').mean():.1f}"
        for key in NAMES
        if key != alpha
    )
    return agg.entry(
        demands,
        name,
        100 * values.mean(),
        scale,
        note=f"{100 * values.min():.1f} to {100 * values.max():.1f} % of {len(values)} "
        f"aggregates; {others}.{agg.lacking(rows, f'porosity_{alpha}')}",
    )


def inside(demands, rows, scale):
    """=> the entry of the fraction of aggregates whose porosity by the automatic alpha is in the
    published range; the note has the fractions for the other alphas"""
    shares = {key: agg.column(rows, f"porosity_{key}") for key in NAMES}
    shares = {
        key: np.mean((100 * values >= LOW) & (100 * values <= HIGH))
        for key, values in shares.items()
        if len(values)
    }
    values = 100 * agg.column(rows, "porosity_auto")
    if not len(values):
        return agg.entry(demands, "porosity_auto", None, scale)
    others = ", ".join(
        f"{NAMES[key]} {share:.2f}" for key, share in shares.items() if key != "auto"
    )
    return agg.entry(
        demands,
        "porosity_auto",
        shares["auto"],
        scale,
        note=f"{values.min():.1f} to {values.max():.1f} %, mean {values.mean():.1f} of "
        f"{len(values)}; by other alphas the share is "
        f"{others}.{agg.lacking(rows, 'porosity_auto')}",
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
                    "2.4 km",
                    "--view=" + agg.view_along(*(row[f"axis_{axis}"] for axis in "xyz")),
                ],
            )
            for row in extremes(rows).values()
        ]
    )
    for panel, (name, row), picture in zip(axes, extremes(rows).items(), pictures):
        panels.show(panel, picture, title_of(name, row))
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
    axes[4].set(xlabel="bodies", ylabel="porosity [%]")
    axes[4].legend(
        title="alpha; band: published", fontsize=7, loc="upper left", bbox_to_anchor=(1, 1)
    )
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish, draw, renders=True)  # noqa: F821
