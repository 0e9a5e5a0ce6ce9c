"""Tables 2 and 3: the picture."""
import numpy as np

from analysis import figure
from ratio_table import COMPOSITION
from density_plot import draw_densities
from ratio_densities import NAMES
from ratio_list_plot import COLOUR, draw_list


def draw(t, demands, lowest=None):
    """(table, demands, lowest ratio [%] of a bulk density, or None) => the page"""
    widths = [1.25, 1, 1] if lowest else [1.25, 1]
    page, (left, right, *rest) = figure.plt.subplots(
        1, len(widths), figsize=(4 + 4.3 * len(widths), 5.6), width_ratios=widths
    )
    if lowest:
        draw_densities(t, demands, rest[0], lowest)
    every = list(range(1, len(COMPOSITION) + 1))
    grains = {r["number"]: r["grains"] for r in reversed(t.runs)}
    draw_list(t, demands, left, every, grains)
    left.set_xlabel(
        f"{t.axis} [%]\nby the density of the {NAMES[t.density]}\n"
        "← stronger                    weaker →"
    )
    draw_numbers(t, demands, right, grains)
    right.set(xscale="log", xlabel="grains", ylabel=f"{t.axis} [%]")
    right.set_xticks(sorted(set(grains.values())), sorted(set(grains.values())))
    right.minorticks_off()
    return page


def draw_numbers(t, demands, panel, grains):
    mean, known = t.means(), np.isfinite(t.deviation()[0])
    spheres = [n for n in (1, 2, 3, 4) if n in mean]
    panel.errorbar(
        [grains[n] for n in spheres],
        [mean[n] for n in spheres],
        yerr=[t.error(n) for n in spheres] if known else None,
        fmt="o-",
        color=figure.BLACK,
        capsize=3,
        label="spheres",
    )
    panel.plot(
        [20000, 10000, 5000, 2500],
        [demands[f"{t.letter}{n}"]["value"] for n in (1, 2, 3, 4)],
        "d--",
        color=figure.BLACK,
        markerfacecolor="white",
        **{"label": "spheres, published", "linewidth": 1},
    )
    free = {n: t.values(n, "noroll").mean() for n in (1, 2, 3, 4) if len(t.values(n, "noroll"))}
    panel.plot(
        [grains[n] for n in free],
        list(free.values()),
        "x:",
        color=figure.GREY,
        label="spheres without rolling friction" if free else None,
    )
    crowd = {}
    for n in (n for n in mean if n > 4):
        colour, name = COLOUR[COMPOSITION[n - 1]], COMPOSITION[n - 1]
        crowd[grains[n]] = crowd.get(grains[n], 0) + 1
        # compositions with equal numbers of grains side by side
        x = grains[n] * 1.05 ** (crowd[grains[n]] - 2)
        panel.errorbar(
            x,
            mean[n],
            yerr=t.error(n) if known else None,
            **{"fmt": "s", "color": colour, "capsize": 3, "label": name},
        )
        panel.plot(
            {5: 10000, 6: 2500}.get(n, 5000) * x / grains[n],
            demands[f"{t.letter}{n}"]["value"],
            "d",
            color=colour,
            markerfacecolor="white",
        )
    if crowd:
        panel.plot(
            *([], [], "d"),
            color=figure.GREY,
            markerfacecolor="white",
            label="other shapes, published",
        )
    panel.legend(fontsize=9, loc="center left", bbox_to_anchor=(1.0, 0.5))
