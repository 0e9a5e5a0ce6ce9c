"""Piles and Maclaurin's spheroids: the picture."""
from analysis import figure
from case_plot import OF_VARIANT, draw_cases
import philosophies as ph


def draw(rows, series):
    if not rows:
        return None
    page, axes = figure.plt.subplots(1, 3, figsize=(16, 5.2))
    for axis, matching in zip(axes, (ph.MATCHINGS["mu0"], ph.MATCHINGS["A"])):
        draw_curves(axis, [row for row in series if row["matching"] == matching])
        axis.set_title(f"{matching}, first pile")
    axes[1].sharey(axes[0])
    draw_cases(axes[2], rows, "difference", "c / sqrt(a b) - that of the spheroid, mean")
    axes[2].axhline(0, color=figure.BLACK, linewidth=1)
    axes[2].legend(fontsize=8)
    return page


def draw_curves(axis, series):
    """(axes, rows of the curves) Draws the shape of each pile, and, dashed, that of the spheroid
    with its angular momentum."""
    for variant, matching in ph.cases(series):
        here = ph.of(series, variant, matching)
        rates = [row["rate"] for row in here]
        colour = OF_VARIANT[variant]
        axis.plot(rates, [row["oblateness"] for row in here], color=colour, label=variant)
        axis.plot(
            rates, [row["maclaurin"] for row in here], color=colour, linestyle="--", linewidth=1
        )
    axis.set(xlabel="spin / critical rate", ylabel="c / sqrt(a b); dashed: Maclaurin spheroid")
    axis.legend(fontsize=8)
