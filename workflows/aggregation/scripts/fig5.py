"""F5, Fig. 5: lasting binaries, drawn to scale from their masses and distances."""
import numpy as np

from analysis import figure, study
import aggregation as agg
import outcomes

KM = 1e3
ROW = 1.3  # distance of two binaries in the figure [km]
LAWS = {"ccp": ("relaxed cone", figure.BLUE), "coulomb": ("Coulomb's law", figure.VERMILION)}
MOTIONS = {"frame": "frame {:g} rad/s", "spin": "spins {:g} rad/s", "speed": "speeds {:g} m/s"}


def bound(rows):
    """=> the rows with a bound pair, sorted by the share of the second cluster, largest first"""
    return sorted((row for row in rows if row["binary"] > 1), key=lambda row: -row["second"])


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
    ], draw(lasting)


def radii(row):
    """=> radii [km] of balls with the masses of both clusters and a solid fraction of one half"""
    total = row["mass"] / row["share"]
    masses = np.array([row["mass"], row["second"] * total])
    return np.cbrt(3 * masses / (0.5 * agg.DENSITY) / (4 * np.pi)) / KM


def title_of(row):
    motions = [text.format(row[name]) for name, text in MOTIONS.items() if row[name]]
    return f"{', '.join(motions)}\ncloud {row['seed']}, period {row['orbit_period']:.0f} h"


def draw(rows):
    """(rows of lasting binaries) => the figure, or a text if there are none"""
    if not rows:
        return figure.empty("no lasting binary")
    page, axes = figure.plt.subplots(1, 2, figsize=(14, 6.6))
    most = max(len(agg.of(rows, kind)) for kind in LAWS)
    far = max(row["distance"] for row in rows) / KM + 0.8
    for axis, (kind, (law, colour)) in zip(axes, LAWS.items()):
        here = sorted(agg.of(rows, kind), key=lambda row: (row["frame"], row["spin"], row["seed"]))
        for place, row in enumerate(here):
            draw_pair(axis, row, ROW * place, colour)
        axis.set_yticks([ROW * place for place in range(len(here))], list(map(title_of, here)))
        axis.set_aspect("equal")
        axis.set(
            title=f"{law}: {len(here)} binaries",
            xlabel="distance of the centres [km]; dashed: at pericentre",
            xlim=(-0.8, far),
            ylim=(ROW * (most - 0.4), -0.6 * ROW),
        )
        axis.tick_params(axis="y", labelsize=9, length=0)
        axis.grid(visible=False)
    return page


def draw_pair(axis, row, height, colour):
    """Draws both clusters as balls at the end of the run, to scale, and the second one as an open
    ball at the least distance of its orbit."""
    distance, (first, second) = row["distance"] / KM, radii(row)
    nearest = row["pericentre"] * distance / row["binary"]
    axis.plot([0, distance], [height, height], color=figure.GREY, linewidth=0.8, zorder=0)
    for place, size in ((0, first), (distance, second)):
        axis.add_patch(figure.plt.Circle((place, height), size, color=colour, linewidth=0))
    axis.add_patch(
        figure.plt.Circle(
            (nearest, height), second, fill=False, color=figure.BLACK, linewidth=1, linestyle="--"
        )
    )


if "snakemake" in globals():
    study.make(snakemake, outcomes.collect, finish)  # noqa: F821
