"""F2, Table 2: the picture."""
import numpy as np

from analysis import figure
import aggregation as agg
import thresholds

NAMES = {
    "speed": "speed of each body [m/s]",
    "spin": "spin of each body [rad/s]",
    "frame": "rate of the frame [rad/s]",
}
LOOKS = {
    "ccp": ("relaxed cone", figure.BLUE, "o"),
    "coulomb": ("Coulomb", figure.VERMILION, "^"),
}


def draw(rows):
    page, axes = figure.plt.subplots(1, 3, figsize=(14, 4.2), sharey=True)
    for axis, (name, label) in zip(axes, NAMES.items()):
        for kind, (law, colour, mark) in LOOKS.items():
            here = agg.alone(rows, kind, name)
            for grows, face in ((False, colour), (True, "none")):
                some = [row for row in here if may_grow(row) == grows]
                axis.plot(
                    [row[name] for row in some],
                    [row["bodies"] / row["count"] for row in some],
                    mark,
                    color=colour,
                    markerfacecolor=face,
                    alpha=0.6,
                    label=None if grows else law,
                )
            line = means(here, name)
            axis.plot(list(line), list(line.values()), color=colour)
        axis.axvline(agg.GREATEST[name], color=figure.BLACK, linestyle="--", linewidth=1.2)
        axis.axhline(thresholds.SMALLEST, color=figure.GREY, linewidth=1)
        axis.set(xlabel=label)
    axes[0].set(ylabel="bodies of the largest cluster / all", ylim=(0, 1.03))
    axes[0].legend(
        title="open: may still reach 25 bodies\n"
        "grey line: 25 of 200 bodies\n"
        "dashed: published limit"
    )
    return page


def may_grow(row):
    return thresholds.share_of(row, thresholds.SMALLEST) is None


def means(rows, name):
    """=> {motion: mean share of the bodies in the largest cluster over the clouds}"""
    return {
        value: np.mean([row["bodies"] / row["count"] for row in rows if row[name] == value])
        for value in sorted({row[name] for row in rows})
    }
