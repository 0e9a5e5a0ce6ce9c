"""D6, Fig. 9: the picture."""
import numpy as np

from analysis import figure, uncertainty

LABEL = {"none": "no spin", "par": "parallel", "anti": "anti-parallel", "perp": "perpendicular"}
AXES, MASS = "axes of target and projectile", "largest remnant / total mass"
KINETIC = "kinetic / |gravitational energy| within it"
SETTLED = 0.2  # kinetic_fraction of the stop rule, config/collide.toml


def made(run):
    """=> names of the piles of a run: a turned pile is the same realisation"""
    return run.get("piles") or "one"


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


def draw_runs(axes, runs, place, colour):
    """Draws a dot for each run, which is open if the run ended before its remnant had settled."""
    for run in runs:
        hot = (run.get(KINETIC) or 0) > SETTLED
        axes.plot(
            place,
            run[MASS],
            "o",
            color=colour,
            markersize=3.5,
            markerfacecolor="white" * hot or colour,
        )


def draw(runs, ratios):
    page, axes = figure.plt.subplots(figsize=(7.5, 5))
    for k, (category, colour, marker) in enumerate(
        zip(LABEL, [figure.BLUE, figure.ORANGE, figure.GREEN, figure.VERMILION], "osD^")
    ):
        for x in ratios:
            mine = of(runs, x, category)
            if not mine:
                continue
            masses = np.array([r[MASS] for r in mine])
            own = [
                np.mean([r[MASS] for r in mine if made(r) == piles])
                for piles in sorted({made(r) for r in mine})
            ]
            place = x + 0.32 * (k - 1.5)
            draw_runs(axes, mine, place + 0.13, colour)
            label = f"{LABEL[category]} ({len(masses)}, {len(own)})" if x == ratios[0] else None
            axes.errorbar(
                place,
                np.mean(own),
                yerr=uncertainty.mean(own)[1] if len(own) > 1 else None,
                fmt=marker,
                color=colour,
                markerfacecolor=colour if len(own) > 1 else "white",
                capsize=3,
                label=label,
            )
    axes.set(
        xlabel="Q (rotation not counted)",
        ylabel="largest remnant / total mass",
        xlim=(ratios[0] - 1, ratios[-1] + 1),
        xticks=ratios,
    )
    if len(ratios) == 1:
        axes.set_xlim(ratios[0] - 0.4, ratios[0] + 0.4)
    axes.set_ylim((0, 1.02) if len(ratios) > 1 else limits_of([r[MASS] for r in runs]))
    several = len({made(r) for r in runs}) > 1
    error = "and standard error over the piles" if several else "of turned piles, without an error"
    dots = "dots: each run, open if not settled at its end"
    axes.legend(title=f"spin axes (runs, pairs of piles):\nmean {error};\n{dots}")
    return page
