"""Common style of all figures: colours that colour-blind readers can tell apart, readable sizes, no
volatile metadata. matplotlib is imported when `figure.plt` is first used, so that scripts which
only print do not need it."""
import functools
import io
import math
from pathlib import Path

from analysis import output, points

# Colour-blind-safe palette of Okabe & Ito 2008.
BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE, BLACK = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#56B4E9",
    "#CC79A7",
    "#000000",
)
COLOURS = [BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE]
GREY = "#777777"

STYLE = {
    "figure.dpi": 100,
    "savefig.dpi": 160,
    "font.size": 11,
    "axes.titlesize": 11,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "figure.constrained_layout.use": True,
    "svg.fonttype": "none",
    "svg.hashsalt": "rubble",
}


@functools.cache
def _plt():
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot

    matplotlib.pyplot.rcParams.update(
        {**STYLE, "axes.prop_cycle": matplotlib.pyplot.cycler(color=COLOURS)}
    )
    return matplotlib.pyplot


def __getattr__(name):
    if name == "plt":
        return _plt()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def published_line(axes, value, text, left=False):
    """Draws a published value as a horizontal line with a text at its right or left end."""
    axes.axhline(value, color=BLACK, linestyle="--", linewidth=1.2)
    axes.annotate(
        text,
        (0.01 if left else 0.99, value),
        xycoords=("axes fraction", "data"),
        ha="left" if left else "right",
        va="bottom",
        fontsize=9,
    )


def unavailable():
    """=> a figure that says that its runs are absent"""
    return empty("not drawn: the runs that this figure needs are not available")


def empty(text):
    """(text) => a figure that shows this text alone"""
    page, axes = _plt().subplots(figsize=(6, 1.5))
    axes.axis("off")
    axes.text(0.5, 0.5, text, ha="center", va="center", transform=axes.transAxes, color=GREY)
    return page


def round_below(value):
    """(value > 0) => the largest number of the form 1, 2 or 5 times a power of ten that is not
    above the value"""
    digits = 10 ** math.floor(math.log10(value))
    return max(times * digits for times in (1, 2, 5) if times * digits <= value)


# candidates for ticks
STEPS = [digit * 10.0**power for power in range(-6, 9) for digit in (1, 2, 3, 5)]


def plain_ticks(axis, values):
    """(logarithmic axis, such as panel.xaxis; values) Replaces the ticks by those of the values
    that lie in the view, labelled with plain numbers."""
    low, high = sorted(axis.get_view_interval())
    shown = [value for value in values if low <= value <= high]
    axis.set_ticks(shown, [f"{value:g}" for value in shown])
    axis.set_ticks([], minor=True)


def save(figure, *paths, dpi=None, small=False):
    """Writes the figure to each path (PNG, PDF, or SVG with values), reproducible to the byte.
    Pictures of many spheres use a lower dpi. small: PNG files have at most png.MOST bytes."""
    # SVG last, because it changes the figure's resolution
    for path in sorted(map(str, paths), key=lambda path: path.endswith(".svg")):
        if path.endswith(".svg"):
            output.put(path, points.svg(figure))
            continue
        clean = {"CreationDate": None} if str(path).endswith(".pdf") else {}
        buffer = io.BytesIO()
        figure.savefig(buffer, format=Path(path).suffix[1:], metadata=clean, dpi=dpi)
        data = buffer.getvalue()
        if small and path.endswith(".png"):
            from analysis import png

            data = png.limited(data)
        output.put(path, data)
    _plt().close(figure)
