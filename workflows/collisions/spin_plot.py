"""D6, Fig. 9: the picture."""
import numpy as np

from analysis import figure

LABEL = {"none": "no spin", "par": "parallel", "anti": "anti-parallel", "perp": "perpendicular"}
AXES, MASS = "axes of target and projectile", "largest remnant / total mass"


def of(runs, q, category, axes=None):
    return [
        r
        for r in runs
        if r["Q"] == q and r["category"] == category and (axes is None or r[AXES] in axes)
    ]


def limits_of(masses):
    """=> limits of the axis of masses that show the differences at one energy; the lower half is
    for the legend"""
    span = max(max(masses) - min(masses), 0.01)
    return min(masses) - 1.5 * span, max(masses) + 0.5 * span


def draw(runs, ratios):
    page, axes = figure.plt.subplots(figsize=(7.5, 5))
    for k, (category, colour, marker) in enumerate(
        zip(LABEL, [figure.BLUE, figure.ORANGE, figure.GREEN, figure.VERMILION], "osD^")
    ):
        for x in ratios:
            masses = np.array([r[MASS] for r in of(runs, x, category)])
            if not len(masses):
                continue
            place = x + 0.12 * (k - 1.5)
            axes.plot(
                np.full(len(masses), place + 0.04),
                masses,
                ".",
                color=colour,
                markersize=4,
                alpha=0.5,
            )
            label = f"{LABEL[category]} ({len(masses)})" if x == ratios[0] else None
            if len(masses) > 1:
                axes.errorbar(
                    place,
                    masses.mean(),
                    yerr=masses.std(ddof=1),
                    fmt=marker,
                    color=colour,
                    capsize=3,
                    label=label,
                )
            else:
                axes.plot(
                    place, masses[0], marker, color=colour, markerfacecolor="white", label=label
                )
    axes.set(
        xlabel="Q (rotation not counted)",
        ylabel="largest remnant / total mass",
        xlim=(ratios[0] - 1, ratios[-1] + 1),
        xticks=ratios,
    )
    axes.set_ylim((0, 1.02) if len(ratios) > 1 else limits_of([r[MASS] for r in runs]))
    axes.legend(
        title="spin axes (runs): mean and standard deviation;\ndots: each run; open: a single run"
    )
    return page
