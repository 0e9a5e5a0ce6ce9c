"""The inclined bed: the picture."""
from analysis import figure
from case_plot import COLOURS, OF_VARIANT
import beds
import philosophies as ph

LINEAR = 1e-4  # slips below are on a linear part of the axis, so that none vanishes
MARKS = dict(zip(ph.MATCHINGS.values(), "os^D"))


def draw(rows, found):
    """(rows of the runs, rows of beds.angles) => figure: slip against inclination, and the
    avalanche angles"""
    if not rows:
        return None
    page, (left, right) = figure.plt.subplots(1, 2, figsize=(14, 5.2), width_ratios=(3, 2))
    draw_slips(left, rows)
    draw_angles(right, found)
    return page


def draw_slips(axis, rows):
    for variant, matching in ph.cases(rows):
        slips = beds.median_slips(ph.of(rows, variant, matching))
        axis.plot(
            list(slips),
            list(slips.values()),
            MARKS[matching],
            linestyle="-" if matching == ph.MATCHINGS["A"] else "--",
            color=OF_VARIANT[variant],
            label=f"{variant}, {matching}",
        )
    axis.axhline(beds.FLOWS, color=figure.GREY, linewidth=1, linestyle=":")
    axis.annotate(
        f"above {beds.FLOWS:g}: flows",
        (0.5, beds.FLOWS),
        xycoords=axis.get_yaxis_transform(),
        xytext=(0, 3),
        textcoords="offset points",
        fontsize=8,
        color=figure.GREY,
    )
    axis.set_yscale("symlog", linthresh=LINEAR, linscale=0.3)
    axis.set_ylim(0, 2 * axis.dataLim.ymax)
    axis.set(
        xlabel="inclination [degree]",
        ylabel="slip in the last quarter / mean diameter, median",
    )
    axis.legend(fontsize=7, ncols=2, loc="lower left", bbox_to_anchor=(0, 1))


def draw_angles(axis, found):
    """Draws each avalanche angle with its interval and its coefficient of friction."""
    variants = [name for name in ph.VARIANTS.values() if any(r["variant"] == name for r in found)]
    for row in found:
        if row["angle"] is None:
            continue
        at, colour = variants.index(row["variant"]), COLOURS[row["matching"]]
        axis.errorbar(
            at, row["angle"], yerr=row["half of the interval"], fmt="o", color=colour, capsize=3
        )
        axis.annotate(
            f"{row['friction']:g}",
            (at, row["angle"]),
            xytext=(6, 4),
            textcoords="offset points",
            fontsize=8,
        )
    for matching in dict.fromkeys(row["matching"] for row in found):
        axis.plot([], [], "o", color=COLOURS[matching], label=matching)
    axis.set_xticks(range(len(variants)), [name.replace(" ", "\n", 1) for name in variants])
    axis.set_xlim(-0.5, len(variants) - 0.3)
    axis.tick_params(axis="x", labelrotation=90, labelsize=8)
    axis.set(ylabel="avalanche angle [degree]; numbers: friction")
    axis.legend(fontsize=8)
