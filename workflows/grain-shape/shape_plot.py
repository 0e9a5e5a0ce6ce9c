"""Effect of the shape of grains by all readings: the picture."""
from analysis import figure
from ratio_list_plot import COLOUR
from ratio_table import COMPOSITION, READINGS
import shape_effect
from shape_effect import COLLAPSES, LIKE, LONGEST, RADIUS, THRESHOLDS

NAME = {"S": "spin-up", "T": "tide"}
WIDTH = len(LIKE) + 1.5  # distance of neighbouring readings along the axis, 1 for each shape
ASIDE = {"": -0.2, "smooth": 0.2}  # place of the two collapses within a shape


def draw(tables, demands):
    """(tables S and T, demands) => the page: one panel for each experiment and growth of the
    radius. Each shows the ratio of each shape minus that of as many spheres, by the readings of
    the bulk radius and with and without friction during the collapse."""
    shown = [(t, threshold) for t in tables for threshold in THRESHOLDS[t.letter]]
    page, panels = figure.plt.subplots(len(shown), 1, figsize=(12.5, 12), sharex=True)
    for panel, (t, threshold) in zip(panels, shown):
        draw_panel(t, threshold, demands, panel)
        panel.margins(y=0.15)  # space for the texts of headlines
    panels[-1].set_xticks([middle(k) for k in range(len(READINGS))], RADIUS.values())
    panels[-1].set_xlabel("reading of the bulk radius")
    panels[-1].set_xlim(-1, middle(len(READINGS) - 1) + len(LIKE) / 2 + 0.5)
    page.supylabel(
        "ratio minus that of as many spheres [points]        ← stronger          weaker →",
        fontsize=11,
    )
    panels[0].legend(
        handles=handles(),
        loc="lower center",
        bbox_to_anchor=(0.5, 1.12),
        ncols=5,
        fontsize=9,
        title="headline: weaker of diamonds and rods (grey) minus strongest other composition; "
        "published: −0.5 (spin-up), −1.9 (tide); –: not run",
        title_fontsize=10,
    )
    return page


def middle(k):
    """(index of a reading) => the middle of its shapes along the axis"""
    return k * WIDTH + (len(LIKE) - 1) / 2


def draw_panel(t, threshold, demands, panel):
    panel.axhline(0, color=figure.GREY, linewidth=1)
    panel.grid(False, axis="x")
    seeds = {variant: [] for variant in COLLAPSES}
    for k, radius in enumerate(READINGS):
        place = {n: k * WIDTH + x for x, n in enumerate(LIKE)}
        first = min(place[n] for n in LONGEST)
        panel.axvspan(first - 0.5, first + len(LONGEST) - 0.5, color=figure.GREY, alpha=0.1, lw=0)
        for n, x in place.items():
            if threshold != t.threshold:
                continue
            published = demands[f"{t.letter}{n}"]["value"]
            published -= demands[f"{t.letter}{LIKE[n]}"]["value"]
            panel.plot([x - 0.45, x + 0.45], [published] * 2, color=figure.BLACK, linewidth=1.5)
        for variant in COLLAPSES:
            reading = shape_effect.reading_of(t, variant, radius, threshold)
            found = shape_effect.effects(t, **reading)
            seeds[variant] += [len(t.values(n, **reading)) for n in found]
            draw_effects(found, variant, place, panel)
        panel.text(
            middle(k),
            0.99,
            headline_text(t, radius, threshold),
            transform=panel.get_xaxis_transform(),
            ha="center",
            va="top",
            fontsize=9,
        )
    said = ", ".join(
        f"{numbers(seeds[variant])} ({word} friction)"
        for variant, word in zip(COLLAPSES, ("with", "without"))
    )
    panel.set_title(
        f"{NAME[t.letter]}, radius grown by {threshold}; seeds of a shape: {said}",
        fontsize=10,
        loc="left",
    )


def draw_effects(found, variant, place, panel):
    """(result of effects, variant, {composition: place along the axis}, panel)"""
    for n, (effect, error) in found.items():
        colour = COLOUR[COMPOSITION[n - 1]]
        panel.errorbar(
            place[n] + ASIDE[variant],
            effect,
            yerr=error if error == error else None,
            fmt="s" if variant else "o",
            color=colour,
            markerfacecolor="white" if variant else colour,
            markersize=6,
            elinewidth=1.2,
        )


def numbers(seeds):
    """(numbers of seeds) => their range as text"""
    if not seeds:
        return "none"
    return f"{min(seeds)}" if min(seeds) == max(seeds) else f"{min(seeds)} to {max(seeds)}"


def headline_text(t, radius, threshold):
    """=> the number of the headline for each collapse, as text"""
    said = []
    for variant, mark in zip(COLLAPSES, "●□"):
        reading = shape_effect.reading_of(t, variant, radius, threshold)
        found, gone = shape_effect.numbers_of(t, **reading)
        text = "–"
        if not gone:
            gap, error, *_ = shape_effect.weaker(t, found, **reading)
            text = f"{gap:+.1f}" + (f" ± {error:.1f}" if error == error else "")
        said.append(f"{mark} {text}")
    return "headline  " + "   ".join(said).replace("-", "−")


def handles():
    """=> entries of the legend"""

    def line(**style):
        return figure.plt.Line2D([], [], **{"color": figure.GREY, "linestyle": "", **style})

    names = [COMPOSITION[n - 1] for n in LIKE]
    return [
        *(line(color=COLOUR[name], marker="o", label=name) for name in names),
        line(color=figure.BLACK, linestyle="-", label="published"),
        line(marker="o", label="collapsed with friction"),
        line(marker="s", markerfacecolor="white", label="collapsed without friction"),
        line(marker="|", markersize=12, label="error, from bodies with several seeds"),
    ]
