"""The picture of the contradicting claims."""
from analysis import figure
import accretion as acc
from uniform_ball import CELLS, PACKED, as_printed, radial_mean

# Runs in cells of the printed width beside those with a sphere in every cell: kind, mark, label.
PRINTED_CELLS = (
    ("hulls", "^", figure.GREEN, "runs, a hull in every cell"),
    ("sparse", "D", figure.VERMILION, "run, spheres in 58 % of the cells"),
)


def draw(rows, falls, ball):
    plt = figure.plt
    page, axes = plt.subplots(1, 2, figsize=(12, 4.6))
    axes[0].plot(
        [row["cell"] for row in falls],
        [row["fall_time"] for row in falls],
        color=figure.GREY,
        label=f"free fall to a solid fraction of {PACKED}",
    )
    for kind, width in CELLS.items():
        here = acc.of(rows, kind)
        axes[0].plot(
            [width] * len(here),
            [row["peak_time"] for row in here],
            "o",
            color=figure.BLUE,
            label="runs, a sphere in every cell" if kind == "spheres" else None,
        )
    for kind, mark, colour, label in PRINTED_CELLS:
        here = acc.of(rows, kind)
        axes[0].plot(
            [CELLS["spheres"]] * len(here),
            [row["peak_time"] for row in here],
            mark,
            color=colour,
            label=label if here else None,
        )
    figure.published_line(axes[0], 20, "published: about 20 min")
    axes[0].set(
        xlabel="cell of the lattice [m]",
        ylabel="peak of the kinetic energy [min]",
        title="The peak and the lattice",
    )
    axes[0].legend()
    draw_ratios(axes[1], rows, ball)
    return page


def draw_ratios(axis, rows, ball):
    """Draws the mean pressures over those of Eq. 23 by three readings, against the diameter."""
    spheres, hulls = acc.of(rows, "spheres"), acc.of(rows, "hulls")
    for here, mark, name in ((spheres, "o", "spheres"), (hulls, "^", "hulls")):
        axis.plot(
            [row["diameter_all"] for row in here],
            [row["pressure"] / as_printed(ball, row) for row in here],
            mark,
            color=figure.BLACK,
            label=f"{name}, encompassing sphere / Eq. 23 as printed" if here else None,
        )
    diameter = [row["diameter_axes"] for row in spheres]
    for factor, mark, colour, gravity in (
        (4, "s", figure.VERMILION, "g0 = G M / D^2"),
        (1, "D", figure.BLUE, "g0 at the surface"),
    ):
        axis.plot(
            diameter,
            [factor * row["pressure_axes"] / radial_mean(ball, row) for row in spheres],
            mark,
            color=colour,
            label=f"spheres, ellipsoid / Eq. 23, bulk density, {gravity}",
        )
    axis.axhline(0.6, color=figure.GREY, label="3/5: mean over the volume / over a radius")
    axis.axhline(1, color=figure.BLACK, linestyle="--", linewidth=1)
    axis.set(
        xlabel="diameter of the sphere or the ellipsoid [m]",
        ylabel="ratio of pressures",
        xscale="log",
        ylim=(0, 3.6),  # space for the legend
        title="The mean pressure",
    )
    figure.plain_ticks(axis.xaxis, [40, 60, 80, 100, 150, 200])
    axis.legend(fontsize=8, loc="upper left")
