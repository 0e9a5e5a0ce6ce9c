"""Effect of the shape of grains on Table 3 by all readings: the picture."""
from analysis import figure
from ratio_plot import COLOUR
from ratio_table import COMPOSITION, READINGS
from shape_effect import COLLAPSES, LIKE, RADIUS, THRESHOLDS, density_of, effects

MARKS = dict(zip(THRESHOLDS["T"], "os^"))
STEP = 0.2  # distance of neighbouring thresholds along the axis of compositions


def draw(t, demands, page):
    """Draws one panel for each reading of the bulk radius: ratio of each shape minus that of as
    many spheres, for each threshold and each collapse."""
    panels = page.subplots(1, len(READINGS), sharey=True)
    for panel, radius in zip(panels, READINGS):
        draw_reading(t, demands, panel, radius)
    panels[0].set_ylabel("shape minus as many spheres [points]\n← stronger          weaker →")
    panels[0].legend(
        handles=handles(any(effects(t, variant) for variant in COLLAPSES if variant)),
        fontsize=8,
        loc="lower left",
    )
    page.suptitle("effect of shape, by four readings of the bulk radius", fontsize=11)


def draw_reading(t, demands, panel, radius):
    names = list(LIKE)
    panel.axhline(0, color=figure.GREY, linewidth=1)
    for x, n in enumerate(names):
        published = demands[f"T{n}"]["value"] - demands[f"T{LIKE[n]}"]["value"]
        panel.plot([x - 0.4, x + 0.4], [published] * 2, color=figure.BLACK, linewidth=1.5)
    for variant in COLLAPSES:
        for k, (threshold, mark) in enumerate(MARKS.items()):
            reading = dict(radius=radius, threshold=threshold, density=density_of(t, variant))
            for n, effect in effects(t, variant, **reading).items():
                colour = COLOUR[COMPOSITION[n - 1]]
                panel.plot(
                    names.index(n) + STEP * (k - 1),
                    effect,
                    mark,
                    color=colour,
                    markerfacecolor="white" if variant else colour,
                    markersize=6,
                )
    panel.set_xticks(range(len(names)), [COMPOSITION[n - 1] for n in names], rotation=45)
    panel.set_title(RADIUS[radius], fontsize=10)


def handles(without_friction):
    """(bodies that collapsed without friction are drawn) => entries of the legend"""
    lines = [figure.plt.Line2D([], [], color=figure.BLACK, label="published")]
    for threshold, mark in MARKS.items():
        lines.append(
            figure.plt.Line2D(
                [],
                [],
                color=figure.GREY,
                marker=mark,
                linestyle="",
                label=f"radius grown by {threshold}",
            )
        )
    if without_friction:
        lines.append(
            figure.plt.Line2D(
                [],
                [],
                color=figure.GREY,
                marker="o",
                markerfacecolor="white",
                linestyle="",
                label="open: collapsed without friction",
            )
        )
    return lines
