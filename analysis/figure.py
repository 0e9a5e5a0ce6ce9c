"""One look for all figures: colours that colour-blind readers can tell apart, readable sizes, no volatile metadata. Scripts that only print need no matplotlib:
it is loaded when `figure.plt` is first asked for."""
import functools
import io
import math
from pathlib import Path

from analysis import output, points

# Okabe & Ito's palette.
BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE, BLACK = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#000000")
COLOURS = [BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE]
GREY = "#777777"

STYLE = {
    "figure.dpi": 100, "savefig.dpi": 160, "font.size": 11, "axes.titlesize": 11, "axes.grid": True, "grid.alpha": 0.3,
    "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False, "lines.linewidth": 1.6, "figure.constrained_layout.use": True,
    "svg.fonttype": "none", "svg.hashsalt": "rubble",
}


@functools.cache
def _plt():
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot
    matplotlib.pyplot.rcParams.update({**STYLE, "axes.prop_cycle": matplotlib.pyplot.cycler(color=COLOURS)})
    return matplotlib.pyplot


def __getattr__(name):
    if name == "plt":
        return _plt()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def published_line(axes, value, text):
    """Draws a published value across the axes."""
    axes.axhline(value, color=BLACK, linestyle="--", linewidth=1.2)
    axes.annotate(text, (0.99, value), xycoords=("axes fraction", "data"), ha="right", va="bottom", fontsize=9)


def empty(text):
    """(why) => a figure that says it"""
    page, axes = _plt().subplots(figsize=(6, 1.5))
    axes.axis("off")
    axes.text(0.5, 0.5, text, ha="center", va="center", transform=axes.transAxes, color=GREY)
    return page


def round_below(value):
    """(value > 0) => the greatest of 1, 2, 5, 10, 20, 50, ... and 0.5, 0.2, 0.1, ... that is not above it"""
    digits = 10 ** math.floor(math.log10(value))
    return max(times * digits for times in (1, 2, 5) if times * digits <= value)


STEPS = [digit * 10.0**power for power in range(-6, 9) for digit in (1, 2, 3, 5)]  # values to choose ticks from


def plain_ticks(axis, values):
    """(one axis of a panel, such as panel.xaxis, its scale logarithmic; values) => those of them within its view as ticks with plain numbers, and no others"""
    low, high = sorted(axis.get_view_interval())
    shown = [value for value in values if low <= value <= high]
    axis.set_ticks(shown, [f"{value:g}" for value in shown])
    axis.set_ticks([], minor=True)


def save(figure, *paths, dpi=None):
    """Writes the figure to each path (PNG, PDF, SVG with values), the same bytes each time; pictures of many spheres need fewer dots."""
    for path in sorted(map(str, paths), key=lambda path: path.endswith(".svg")):  # SVG changes the figure's resolution: last
        if path.endswith(".svg"):
            output.put(path, points.svg(figure))
            continue
        clean = {"CreationDate": None} if str(path).endswith(".pdf") else {}
        buffer = io.BytesIO()
        figure.savefig(buffer, format=Path(path).suffix[1:], metadata=clean, dpi=dpi)
        output.put(path, buffer.getvalue())
    _plt().close(figure)
