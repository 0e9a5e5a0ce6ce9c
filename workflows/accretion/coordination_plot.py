"""L1, L2, L3, Fig. 9: the picture."""
import numpy as np

from analysis import figure
import accretion as acc
import collapses


BARS = "b: each cloud; bars: standard deviation in time"


def draw(rows, series, windows):
    """(rows, time series, rows of contact_forces.windows) => figure"""
    plt = figure.plt
    page, axes = plt.subplots(1, 3, figsize=(15, 4.6))
    collapses.draw_series(axes[0], series, "coordination", "coordination", None)
    axes[0].plot(20, 1.5, "x", color=figure.BLACK, label="published: 1.5 at 20 min")
    axes[0].legend(title="spheres")
    for kind, column, mark, colour, name in (
        ("spheres", "coordination", "o", figure.BLUE, "spheres, loaded"),
        ("spheres", "core", "D", figure.SKY, "spheres, core"),
        ("spheres", "touching", "s", figure.GREEN, "spheres, gaps < 1e-3 d"),
        ("hulls", "points", "^", figure.VERMILION, "hulls, loaded points"),
        ("hulls", "coordination", "v", figure.ORANGE, "hulls, loaded neighbours"),
    ):
        here = acc.of(rows, kind)
        if not here:
            continue
        n, value, spread = (
            np.array([row[key] for row in here]) for key in ("count", column, "coordination_std")
        )
        known = has_value(column, value)
        if not known.any():
            continue
        axes[1].errorbar(
            n[known],
            value[known],
            yerr=spread[known] if column == "coordination" else None,
            fmt=mark,
            markersize=5,
            color=colour,
            label=name + absent(np.unique(n[~known])),
            capsize=3,
        )
    n = np.array(acc.counts(rows, "spheres"))
    axes[1].plot(n, 6 - 12 / n, color=figure.GREY, linestyle=":", label="6 - 12 / n")
    draw_windows(axes[1], "count", [row for row in windows if row["friction"] == 0])
    for count, value in ((125, 3.5), (27000, 5.0)):
        axes[1].plot(
            count,
            value,
            "x",
            color=figure.BLACK,
            zorder=5,
            markersize=9,
            label="published, spheres" if count == 125 else None,
        )
    for count, value in ((125, 5.0), (8000, 7.0)):
        axes[1].plot(
            count,
            value,
            "+",
            color=figure.BLACK,
            zorder=5,
            markersize=9,
            label="published, hulls" if count == 125 else None,
        )
    axes[1].set(
        xscale="log", xlabel="number of bodies", ylabel="coordination after 125 min", title=BARS
    )
    figure.plain_ticks(axes[1].xaxis, [125, 512, 1000, 3375, 8000, 27000])
    axes[1].set(ylim=(None, 9.4))  # space for the legend
    axes[1].legend(fontsize=7, loc="upper center", ncols=2)
    line = acc.by_friction(rows)
    draw_friction(axes[2], line)
    if line:
        here = [row for row in windows if row["count"] == line[0]["count"]]
        draw_windows(axes[2], "friction", here)
        axes[2].legend()
    return page


def draw_windows(axis, column, windows):
    """Draws the coordination by forces averaged over 50 steps, against the column."""
    if windows:
        axis.plot(
            [row[column] for row in windows],
            [row["mean_forces"] for row in windows],
            "o",
            color=figure.BLUE,
            markerfacecolor="none",
            label="spheres, mean forces of 50 steps",
        )


def has_value(column, values):
    """=> true for each value that is drawn: a pile without a core has the core coordination 0"""
    return values > 0 if column == "core" else np.full(len(values), True)


def absent(places):
    """=> end of a label that names the numbers of bodies, or frictions, without a core"""
    return f" (none at {', '.join(f'{place:g}' for place in places)})" if len(places) else ""


def draw_friction(axis, line):
    if not line:
        return collapses.no_runs(axis)
    for column, colour, name in (
        ("coordination", figure.BLUE, "loaded"),
        ("core", figure.SKY, "core"),
        ("touching", figure.GREEN, "gaps < 1e-3 d"),
    ):
        mu, value = (np.array([row[key] for row in line]) for key in ("friction", column))
        known = has_value(column, value)
        axis.plot(mu[known], value[known], "o-", color=colour, label=name + absent(mu[~known]))
    axis.plot([0, 0.8], [6, 4], "x", color=figure.BLACK, label="published")
    axis.set(
        xlabel="friction",
        ylabel="coordination after 125 min",
        title=f"b, inset: {line[0]['count']} spheres",
    )
    axis.legend()
