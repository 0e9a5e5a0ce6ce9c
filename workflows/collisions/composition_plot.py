"""D4, Fig. 6: the picture."""
from analysis import figure
from composition import CHANGE, ERROR, MASS, OVER, SPRING

BAR = "sampling noise of one run,\nor error over seeds if larger"


def draw(table):
    """(groups of runs) => the picture"""
    page, axes = figure.plt.subplots(1, 2, figsize=(12, 4.8), sharey=True)
    pairs = sorted({(r["projectile"], r["target"]) for r in table})
    for pair, marker, colour in zip(pairs, "sD^ov", figure.COLOURS):
        for r in (r for r in table if (r["projectile"], r["target"]) == pair):
            soft = bool(r[SPRING])
            own = figure.GREY if soft else colour
            style = {
                "fmt": "x" if soft else marker,
                "color": own,
                "capsize": 2,
                "markersize": 6,
                "elinewidth": 0.8,
                "markerfacecolor": own if r[OVER] > 1 else "white",
            }
            axes[0].errorbar(r["Q"], 100 * r[CHANGE], yerr=100 * r[ERROR], **style)
            axes[1].errorbar(r[OVER], 100 * r[CHANGE], yerr=100 * r[ERROR], **style)
        axes[0].plot([], [], marker, color=colour, label=f"{pair[0]} + {pair[1]}")
    for face, label in ((figure.GREY, "heavier than the target"), ("white", "lighter")):
        axes[0].plot([], [], "o", color=figure.GREY, markerfacecolor=face, label=label)
    axes[0].errorbar([], [], yerr=[], color=figure.GREY, capsize=2, label=BAR)
    if any(r[SPRING] for r in table):
        axes[0].plot([], [], "x", color=figure.GREY, label="soft spring (variant)")
    for panel in axes:
        panel.axhline(0, color=figure.BLACK, linewidth=0.8)
    axes[0].set(xlabel="Q", ylabel="change of the mean radius [%]", xscale="log")
    axes[0].set_xticks([0.5, 1, 3, 6, 12], ["0.5", "1", "3", "6", "12"])
    axes[0].minorticks_off()
    axes[0].legend(title="projectile + target")
    axes[1].axvline(1, color=figure.BLACK, linewidth=0.8, linestyle=":")
    axes[1].set(xlabel="largest remnant / target mass", xlim=(0, 2.05))
    for x, sign, side in ((1.05, "larger (+)", "left"), (0.95, "mostly smaller (-)", "right")):
        axes[1].annotate(
            f"published:\n{sign}",
            (x, 0.97),
            xycoords=("data", "axes fraction"),
            ha=side,
            va="top",
            fontsize=9,
        )
    return page
