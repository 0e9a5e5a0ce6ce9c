"""M1 to M3: the picture."""
import numpy as np

from analysis import figure
from grain_costs import TITLE, compositions, experiments, phases, total

# mixed shapes, on another machine [s]
PUBLISHED = {"M1": {"linear": 1.6e3, "index": 2.7e2}, "M2": {"linear": 1.8e4, "index": 6.4e3}}
PHASE = {
    "grains": figure.VERMILION,
    "gravity": figure.BLUE,
    "contacts": figure.GREEN,
    "search": figure.SKY,
    "other": figure.GREY,
}
LOOKUP = {"linear": "linear search", "index": "index", "none": "no grains"}


def draw(table):
    shown = experiments(table)
    page, axes = figure.plt.subplots(2, len(shown), figsize=(5.5 * len(shown), 8), squeeze=False)
    for (upper, lower), experiment in zip(axes.T, shown):
        draw_phases(upper, table, experiment)
        draw_shapes(lower, table, experiment)
    return page


def draw_phases(panel, table, experiment):
    bars = [lookup for lookup in ("linear", "index") if phases(table, experiment, "mixed", lookup)]
    for x, lookup in enumerate(bars):
        found, bottom = phases(table, experiment, "mixed", lookup), 0.0
        for phase, colour in PHASE.items():
            if phase in found:
                share = 100 * found[phase] / found["total"]
                panel.bar(
                    x,
                    share,
                    bottom=bottom,
                    color=colour,
                    width=0.6,
                    label=phase if x == 0 else None,
                )
                bottom += share
        panel.annotate(
            f"{found['total']:.3g} s\ngrains: {100 * found['grains'] / found['total']:.2g} %",
            (x, bottom),
            ha="center",
            va="bottom",
            fontsize=9,
        )
    panel.set_xticks(range(len(bars)), [LOOKUP[b] for b in bars])
    panel.set(
        ylabel="share of the wall time [%]",
        title=f"{experiment}: {TITLE[experiment]}, mixed shapes",
        xlim=(-0.6, len(bars) + 0.3),
        ylim=(0, 118),
    )
    panel.legend(loc="upper right")


def draw_shapes(panel, table, experiment):
    names = compositions(table, experiment)
    for shift, lookup, colour in ((-0.2, "index", figure.BLUE), (0.2, "linear", figure.VERMILION)):
        panel.bar(
            np.arange(len(names)) + shift,
            [total(table, experiment, c, lookup) for c in names],
            width=0.4,
            color=colour,
            label=LOOKUP[lookup],
        )
    free = total(table, experiment, "spheres", "none")
    if np.isfinite(free):
        panel.axhline(free, color=figure.BLACK, linewidth=1.2, label="free spheres")
    if "mixed" in names:
        for shift, lookup in ((-0.2, "index"), (0.2, "linear")):
            panel.plot(
                names.index("mixed") + shift,
                PUBLISHED[experiment][lookup],
                "d",
                color="white",
                markeredgecolor=figure.BLACK,
                markersize=8,
                label="published, mixed shapes (another machine)" if lookup == "index" else None,
            )
    panel.set_xticks(range(len(names)), names, rotation=25)
    panel.set(yscale="log", ylabel="wall time [s]", title=f"{experiment}: by shape")
    panel.margins(y=0.45)
    panel.legend(fontsize=9, ncols=2, loc="upper center")
