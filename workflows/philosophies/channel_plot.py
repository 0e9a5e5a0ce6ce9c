"""Energy by channel: values and the picture."""
import numpy as np

from analysis import figure
from diagnostics import mean_of
import philosophies as ph

# channels of the ledger: those of all methods that take the same motion
GROUPS = {
    "normal": ("normal", "impact"),
    "tangential": ("sliding", "friction"),
    "rolling and twisting": ("rolling", "twisting"),
    "contacts at rest, overlap correction": ("resting", "correction"),
}
# the scale of the errors (theory 3.6.5) of a pile without walls or planets
ENERGY_SCALE = "(kinetic + |gravitational| + elastic energy + heat)"
LINEAR = 1e-8  # errors below are on a linear part of the axis, so that zeros can be drawn
COLOURS = dict(zip(GROUPS, (figure.BLUE, figure.ORANGE, figure.GREEN, figure.GREY)))


def heats_at(s, time, scale):
    """(series, time, energy [J]) => {group: heat of its channels since the start / this energy};
    None without a time"""
    return {
        group: ph.at(s, heat_of(s, names) / float(scale), time) for group, names in GROUPS.items()
    }


def heat_of(s, names):
    """(series, names of channels) => their heat at each record [J]"""
    return sum(s.get(f"dissipated/{name}", np.zeros(len(s["time"]))) for name in names)


def draw(rows):
    if not rows:
        return None
    height = 1.6 + 0.35 * len(ph.cases(rows))
    page, (left, right) = figure.plt.subplots(1, 2, figsize=(15, height))
    draw_heats(left, rows, "heat until 5 % growth / |gravitational energy|")
    for column, mark, colour, label in (
        ("error", "o", figure.BLUE, "error of the energy"),
        ("made", "x", figure.VERMILION, "energy created by a channel"),
    ):
        for place, line in enumerate(ph.cases(rows)):
            values = [row[column] for row in ph.of(rows, *line)]
            right.plot(values, [place] * len(values), mark, color=colour)
        right.plot([], [], mark, color=colour, label=label)
    right.set_xscale("symlog", linthresh=LINEAR, linscale=0.5)
    right.set_xlim(-0.4 * LINEAR)
    right.set_xlabel(f"largest value / {ENERGY_SCALE}")
    right.set_yticks(range(len(ph.cases(rows))), [])
    right.set_ylim(left.get_ylim())
    right.legend(fontsize=8)
    return page


def draw_heats(axis, rows, label):
    """(axes, rows with the columns of heats_at, label) Draws a bar for each variant and matching,
    with means over its runs; no bar if a run has no value."""
    lines = ph.cases(rows)
    places, above, below = np.arange(len(lines)), np.zeros(len(lines)), np.zeros(len(lines))
    for group, colour in COLOURS.items():
        means = [mean_of([row[group] for row in ph.of(rows, *line)])[0] for line in lines]
        mean = np.array([0 if value is None else value for value in means])
        start = np.where(mean > 0, above, below)
        axis.barh(places, mean, left=start, color=colour, label=group)
        above, below = above + np.maximum(mean, 0), below + np.minimum(mean, 0)
    axis.set_yticks(places, [", ".join(line) for line in lines], fontsize=8)
    axis.margins(x=0.05)
    axis.set(xlabel=label)
    axis.invert_yaxis()
    axis.legend(fontsize=8, ncols=2, loc="lower left", bbox_to_anchor=(0, 1))
