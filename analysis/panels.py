"""Figures that show pictures from rubble-render side by side, each with a title and a scale bar."""
import os
import subprocess
import sys
import textwrap
from pathlib import Path

from analysis import failures, figure, workflow


def collect(given, params):
    return {
        "data": [
            {
                "panel": title.replace("\n", ", "),
                "width [m]": width,
                "picture": str(Path(*Path(path).parts[-2:])),
            }
            for path, title, width in failures.succeeded(
                given.pictures, params.titles, params.widths
            )
        ]
    }


def draw(given, params):
    """(pictures; titles, widths of the pictured regions [m], number of columns) => figure"""
    found = list(zip(given.pictures, params.titles, params.widths, strict=True))
    if not failures.succeeded(given.pictures):
        return figure.empty("not drawn: the runs that this figure shows are not available")
    plt = figure.plt
    columns = params.columns
    lines = -(-len(found) // columns)
    page, axes = plt.subplots(lines, columns, figsize=(3.2 * columns, 3.5 * lines), squeeze=False)
    page.get_layout_engine().set(h_pad=0.1)
    for axis in axes.flat:
        axis.axis("off")
    for axis, (path, title, width) in zip(axes.flat, found):
        picture = show(axis, path, title)
        if picture is not None:
            scale_bar(axis, picture.shape[1] / width, picture.shape[0])
    return page


def rendered(wanted, folder):
    """([(pile of a run, options of rubble-render)], scratch folder) => paths of the pictures.
    call.py handles the exit code, as in the rules. A picture that would fail again becomes a
    failure record. If the system stopped the program, CalledProcessError is raised, so that
    Snakemake repeats the figure."""
    paths = [
        Path(folder, Path(pile).parent.name, f"{number}.png")
        for number, (pile, _) in enumerate(wanted)
    ]
    for path, (pile, options) in zip(paths, wanted):
        path.parent.mkdir(exist_ok=True)
        call = [
            sys.executable,
            workflow.ROOT / "workflows" / "scripts" / "call.py",
            "--log",
            path.with_suffix(".log"),
            "--in",
            pile,
            "--out",
            path,
            "--",
        ]
        subprocess.run(
            [*call, "rubble-render", "--force", *options, pile, path],
            check=True,
            env={**os.environ, "PYTHONPATH": str(workflow.ROOT)},
        )
    return paths


def show(axis, path, title, fontsize=10):
    """(axes, picture or failure record, title) => the pixels; None for a record, whose message is
    shown in place of the picture"""
    axis.axis("off")
    axis.set_title(title, fontsize=fontsize)
    record = failures.record(path)
    if record:
        axis.text(
            0.5,
            0.5,
            textwrap.fill(f"no picture: {record['message']}", 40),
            ha="center",
            va="center",
            transform=axis.transAxes,
            fontsize=8,
            color=figure.GREY,
        )
        return None
    picture = figure.plt.imread(path)
    axis.imshow(picture, interpolation="antialiased")
    return picture


def scale_bar(axis, dots, height):
    """(axis, pixels per metre, height of the picture [pixels]) Draws a scale bar of a round length,
    up to a quarter of the picture, into its lower left corner."""
    length = figure.round_below(height / dots / 4)
    left, bottom = 0.04 * height, 0.95 * height
    for colour, width in (("white", 4.5), (figure.BLACK, 2.5)):
        axis.plot(
            [left, left + length * dots],
            [bottom, bottom],
            color=colour,
            linewidth=width,
            solid_capstyle="butt",
        )
    name = f"{length / 1000:g} km" if length >= 1000 else f"{length:g} m"
    axis.text(
        left + length * dots / 2,
        bottom - 0.03 * height,
        name,
        ha="center",
        va="bottom",
        fontsize=8,
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.7, "pad": 1},
    )
