"""L1, L2, L3, Fig. 8: the picture."""
import numpy as np

from analysis import figure, powers
import accretion as acc
import clouds
import collapses


def draw(rows, series):
    plt = figure.plt
    page, axes = plt.subplots(1, 3, figsize=(15, 4.6))
    collapses.draw_series(axes[0], series, "energy", "mean kinetic energy of a grain [J]", 1e-2)
    axes[0].axvline(20, color=figure.BLACK, linestyle=":", linewidth=1.2, label="published peak")
    draw_falls(axes[0])
    axes[0].legend(title="spheres", fontsize=9)
    for kind, mark, colour in (
        ("spheres", "o", figure.BLUE),
        ("wide", "s", figure.SKY),
        ("sparse", "d", figure.GREEN),
        ("hulls", "^", figure.VERMILION),
    ):
        n, centre, *_ = clouds.means(rows, kind, "peak_energy") if acc.of(rows, kind) else ([], [])
        if len(n) == 0:
            continue
        exponent, factor = powers.fit(n, centre) if len(n) > 1 else (np.nan, np.nan)
        name = {
            "spheres": "spheres, cell 10 m",
            "wide": "spheres, cell 11.8 m",
            "sparse": "spheres, empty cells",
            "hulls": "hulls, cell 10 m",
        }[kind]
        axes[1].plot(
            n,
            centre,
            mark,
            color=colour,
            label=f"{name}: exponent {exponent:.2f}" if len(n) > 1 else name,
        )
        if len(n) > 1:
            axes[1].plot(n, factor * np.asarray(n, float) ** exponent, color=colour, linewidth=1)
    axes[1].set(
        xlabel="number of bodies",
        ylabel="peak of the mean kinetic energy [J]",
        xscale="log",
        yscale="log",
        title="a, inset: peak",
    )
    figure.plain_ticks(axes[1].xaxis, sorted({row["count"] for row in rows}))
    figure.plain_ticks(axes[1].yaxis, [20, 50, 100, 200, 500, 1000, 2000, 5000])
    axes[1].legend()
    draw_friction(axes[2], acc.by_friction(rows), series)
    return page


# Published falls after the peak: height in the panel, start and end [min], spheres, line
FALLS = ((0.08, 20, 40, "125", "-"), (0.04, 20, 25, "27,000", "--"))


def draw_falls(axis):
    """Draws the published times of the fall after the peak as bars at the bottom of the panel."""
    for height, start, end, count, style in FALLS:
        axis.plot(
            [start, end],
            [height, height],
            style,
            color=figure.BLACK,
            linewidth=2.5,
            transform=axis.get_xaxis_transform(),
            label=f"published fall, {count}",
        )


def draw_friction(axis, line, series):
    if not line:
        return collapses.no_runs(axis)
    count = line[0]["count"]
    for k, row in enumerate(line):
        here = acc.of(series, row["kind"], count, row["friction"])
        axis.plot(
            [r["time"] for r in here],
            [max(r["energy"], 1e-3) for r in here],
            color=figure.COLOURS[k % 6],
            linestyle="--" if k > 5 else "-",
            label=f"{row['friction']:g}",
        )
    axis.set(
        xlabel="time [min]",
        ylabel="mean kinetic energy of a grain [J]",
        yscale="log",
        ylim=(1e-2, None),
        title=f"b: {count} spheres with friction",
    )
    axis.legend(title="friction")
