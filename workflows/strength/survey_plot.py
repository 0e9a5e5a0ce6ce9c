"""R4: the picture."""
import numpy as np

from analysis import figure
import strength as st


def whole(row):
    return row["glued"] == row["spheres"]


def draw(rows):
    page, axes = figure.plt.subplots(1, 2, figsize=(12, 4.6))
    for strength, mark in zip(sorted({row["strength"] for row in rows}), "os"):
        here = [row for row in rows if row["strength"] == strength]
        for keep, colour, label in (
            (True, figure.BLUE, "survives"),
            (False, figure.VERMILION, "loses mass"),
        ):
            part = [row for row in here if whole(row) == keep]
            axes[0].loglog(
                [row["radius"] / 1000 for row in part],
                [2 * np.pi / row["rate"] / st.HOUR for row in part],
                mark,
                color=colour,
                markersize=4,
                label=f"{label}, {strength:.3g} Pa m$^{{1/2}}$",
            )
        part = [row for row in here if not whole(row)]
        axes[1].semilogx(
            [max(row["tensile"], row["shear"]) for row in part],
            [row["lost"] for row in part],
            mark,
            color=figure.VERMILION,
            markersize=4,
        )
        axes[1].semilogx(
            [max(row["tensile"], row["shear"]) for row in part],
            [row["orbiting"] for row in part],
            mark,
            color=figure.GREEN,
            markersize=4,
            markerfacecolor="none",
        )
    axes[0].set(xlabel="radius [km]", ylabel="period at the start [h]")
    axes[0].legend(fontsize=8)
    figure.plain_ticks(axes[0].xaxis, figure.STEPS)
    figure.plain_ticks(axes[0].yaxis, figure.STEPS)
    figure.plain_ticks(axes[1].xaxis, [1, 1.5, 2, 3, 4, 6, 10, 20])
    axes[1].set(
        xlabel="greatest stress / strength at the start",
        ylabel="mass lost (red), in orbit (green) / all",
    )
    return page
