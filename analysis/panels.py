"""Figures of pictures that rubble-render has made, side by side under their titles."""
from pathlib import Path

from analysis import figure


def collect(given, params):
    return {"data": [{"panel": title, "picture": str(Path(*Path(path).parts[-2:]))} for path, title in zip(given.pictures, params.titles)]}


def draw(given, params):
    plt = figure.plt
    columns = params.columns
    lines = -(-len(given.pictures) // columns)
    page, axes = plt.subplots(lines, columns, figsize=(3.2 * columns, 3.3 * lines), squeeze=False)
    for axis in axes.flat:
        axis.axis("off")
    for axis, path, title in zip(axes.flat, given.pictures, params.titles):
        axis.imshow(plt.imread(path), interpolation="antialiased")
        axis.set_title(title, fontsize=10)
    return page
