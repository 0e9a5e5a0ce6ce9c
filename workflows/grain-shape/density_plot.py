"""Table 3: ratios against bulk densities, with the lowest ratio that a density allows."""
import numpy as np

from analysis import figure
from ratio_table import ALPHA, EXTENTS


def draw_densities(t, demands, panel, lowest):
    """(table, demands, panel, function: bulk density [kg/m3] => lowest ratio [%])"""
    density = np.linspace(400, 2000, 50)
    panel.plot(density, lowest(density), color=figure.BLACK, label="lowest ratio at 1.2 R$_E$")
    cubes = demands["T6"]["value"]
    most = float(np.interp(cubes, lowest(density), density))
    panel.plot([400, most, most], [cubes, cubes, 30], "--", color=figure.GREEN)
    panel.annotate(
        f" published T6: {cubes} %,\n at most {most:.0f} kg/m$^3$", (most, 42), fontsize=9
    )
    for column, mark, name in ((EXTENTS, "o", "extents"), (ALPHA, "^", "alpha shape")):
        runs = [run for n in t.numbers for run in t.chosen(n) if run.get(column)]
        panel.plot(
            [run[column] for run in runs],
            [t.ratio(run) for run in runs],
            mark,
            color=figure.GREY,
            label=f"bodies here, density of the {name}",
        )
        cube = [run for run in runs if run["number"] == 6]
        panel.plot([r[column] for r in cube], [t.ratio(r) for r in cube], mark, color=figure.GREEN)
    panel.set(
        xlabel="bulk density [kg/m$^3$] (green: T6, cubes)",
        ylabel=f"{t.axis} [%]",
        ylim=(30, 120),
    )
    panel.legend(loc="upper center", bbox_to_anchor=(0.5, 1.2), fontsize=8)
