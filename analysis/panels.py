"""Figures of pictures that rubble-render has made, side by side under their titles, each with a scale bar."""
from pathlib import Path

from analysis import failures, figure


def collect(given, params):
    return {"data": [{"panel": title.replace("\n", ", "), "width [m]": width, "picture": str(Path(*Path(path).parts[-2:]))}
                     for path, title, width in failures.succeeded(given.pictures, params.titles, params.widths)]}


def draw(given, params):
    """(pictures; titles, widths of what they show [m], columns) => figure"""
    found = failures.succeeded(given.pictures, params.titles, params.widths)
    if not found:
        return figure.empty("runs that this figure shows are missing")
    plt = figure.plt
    columns = params.columns
    lines = -(-len(found) // columns)
    page, axes = plt.subplots(lines, columns, figsize=(3.2 * columns, 3.5 * lines), squeeze=False)
    page.get_layout_engine().set(h_pad=0.1)
    for axis in axes.flat:
        axis.axis("off")
    for axis, (path, title, width) in zip(axes.flat, found):
        picture = plt.imread(path)
        axis.imshow(picture, interpolation="antialiased")
        axis.set_title(title, fontsize=10)
        scale_bar(axis, picture.shape[1] / width, picture.shape[0])
    return page


def scale_bar(axis, dots, height):
    """Draws a bar of a round length, about a quarter of the picture, into its lower left corner: dots for each metre, height of the picture [dots]."""
    length = figure.round_below(height / dots / 4)
    left, bottom = 0.04 * height, 0.95 * height
    for colour, width in (("white", 4.5), (figure.BLACK, 2.5)):
        axis.plot([left, left + length * dots], [bottom, bottom], color=colour, linewidth=width, solid_capstyle="butt")
    name = f"{length / 1000:g} km" if length >= 1000 else f"{length:g} m"
    axis.text(left + length * dots / 2, bottom - 0.03 * height, name, ha="center", va="bottom", fontsize=8, bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.7, "pad": 1})
