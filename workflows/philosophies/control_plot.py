"""Piles and the spheroids that they are compared with: the picture."""
from analysis import figure
from case_plot import OF_VARIANT, draw_cases
import philosophies as ph

LINES = {"maclaurin": "--", "held": ":"}


def draw(rows, series, angle):
    """(rows, rows of the curves, friction angle of spheres without friction [degree]) => figure"""
    if not rows:
        return None
    page, axes = figure.plt.subplots(1, 4, figsize=(21, 5.2))
    for axis, matching in zip(axes, (ph.MATCHINGS["mu0"], ph.MATCHINGS["A"])):
        draw_curves(axis, [row for row in series if row["matching"] == matching], angle)
        axis.set_title(f"{matching}, first pile")
    axes[1].sharey(axes[0])
    draw_cases(axes[2], rows, "difference", "c / sqrt(a b) - that of Maclaurin's spheroid, mean")
    axes[2].axhline(0, color=figure.BLACK, linewidth=1)
    axes[2].legend(fontsize=8)
    draw_cases(axes[3], rows, "angle", "mobilised friction angle at 5 % growth [degree]")
    figure.published_line(axes[3], angle, "spheres without friction, simple shear")
    return page


def draw_curves(axis, series, angle):
    """(axes, rows of the curves, friction angle [degree]) Draws the shape of each pile, and
    those of the spheroids with its angular momentum."""
    for variant, matching in ph.cases(series):
        here = ph.of(series, variant, matching)
        rates = [row["rate"] for row in here]
        colour = OF_VARIANT[variant]
        axis.plot(rates, [row["oblateness"] for row in here], color=colour, label=variant)
        for name, line in LINES.items():
            axis.plot(rates, [row[name] for row in here], color=colour, linestyle=line, linewidth=1)
    for line, text in (("--", "Maclaurin's spheroid"), (":", f"held by {angle:g} degrees")):
        axis.plot([], [], color=figure.GREY, linestyle=line, linewidth=1, label=text)
    axis.set(xlabel="spin / critical rate", ylabel="c / sqrt(a b)")
    axis.legend(fontsize=8)
