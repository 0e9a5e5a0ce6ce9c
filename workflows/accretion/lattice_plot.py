"""The picture of the contradicting claims."""
from analysis import figure
import accretion as acc
from uniform_ball import CELLS, PACKED, radial_mean

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
    here = sorted(acc.of(rows, "spheres"), key=lambda row: row["diameter_axes"])
    diameter = [row["diameter_axes"] for row in here]
    axes[1].plot(
        diameter,
        [row["pressure_axes"] / radial_mean(ball, row) for row in here],
        "o",
        color=figure.BLUE,
        label="measured / Eq. 23, g0 at the surface",
    )
    axes[1].plot(
        diameter,
        [4 * row["pressure_axes"] / radial_mean(ball, row) for row in here],
        "s",
        color=figure.VERMILION,
        label="measured / Eq. 23, g0 = G M / D^2 as printed",
    )
    axes[1].axhline(0.6, color=figure.GREY, label="3/5: mean over the volume / over a radius")
    axes[1].axhline(1, color=figure.BLACK, linestyle="--", linewidth=1)
    axes[1].set(
        xlabel="diameter [m]",
        ylabel="ratio of pressures",
        xscale="log",
        ylim=(0, None),
        title="The mean pressure",
    )
    figure.plain_ticks(axes[1].xaxis, [40, 60, 80, 100, 150, 200])
    axes[1].legend(fontsize=8)
    return page
