"""Pictures of bodies before and after an experiment: M4, Fig. 5 and M5, Fig. 6 of the grain-shape
study. Colours: grains, or shapes if a body has several."""
import numpy as np

from analysis import failures, figure, rubble, spheres
import grains

KM = 1000.0
PLACE = [f"{k} [km]" for k in "xyz"]


def middle(position):
    """=> positions relative to the median of the spheres, the centre of the densest part [km]"""
    return (position - np.median(position, axis=0)) / KM


def half_widths_of(bodies, views):
    """=> for each row of panels half the width of a window that contains every body of the row
    [km]"""
    widest = max(body["radius"].max() for body in bodies) / KM
    return [
        1.05 * (max(np.abs(middle(view[row][1])[:, :2]).max() for view in views) + widest)
        for row in range(len(views[0]))
    ]


def collect(given, params, view_of):
    """(inputs: before, after; runs; function (body, path of the final state) => views: title,
    positions [m]) => the table of a figure"""
    rows = []
    for run, _, body, view in shown(given, params, view_of):
        for title, position in view:
            rows += [
                {
                    "run": run,
                    "when": title.replace("\n", " "),
                    **{name: f"{x:.4f}" for name, x in zip(PLACE, place)},
                    "radius [km]": f"{radius:.4f}",
                }
                for place, radius in zip(middle(position), body["radius"] / KM)
            ]
    return {"data": rows}


def shown(given, params, view_of):
    """=> for each run that did not fail: its name, path of the initial body, that body, its
    views"""
    own = [given.energies] if hasattr(given, "energies") else []
    found = [
        (run, before, rubble.open(before).arrays, after)
        for run, before, after, *_ in failures.succeeded(
            params.runs, given.before, given.after, *own
        )
    ]
    return [(run, before, body, view_of(body, after)) for run, before, body, after in found]


def draw(given, params, view_of):
    """(as collect) => the picture, with one column for each body and one row for each view"""
    found = shown(given, params, view_of)
    if not found:
        return figure.empty("not drawn: none of the selected runs is shown in this figure")
    runs, paths, bodies, views = zip(*found)
    page, axes = figure.plt.subplots(
        len(views[0]), len(bodies), figsize=(3.6 * len(bodies), 3.8 * len(views[0])), squeeze=False
    )
    page.get_layout_engine().set(h_pad=0.06)
    half_widths, mixed = half_widths_of(bodies, views), set()
    for column, run, body, path, view in zip(axes.T, runs, bodies, paths, views):
        colours, kinds = colours_of(path)
        mixed |= kinds if len(kinds) > 1 else set()
        for panel, half_width, (title, position) in zip(column, half_widths, view):
            spheres.draw(panel, middle(position), body["radius"] / KM, colours, half_width, "km")
            panel.set_title(f"{run}: {title}", fontsize=9)
    if mixed:
        axes[-1, len(bodies) // 2].legend(
            handles=grains.marks(mixed),
            loc="upper center",
            bbox_to_anchor=(0.5, 0),
            ncols=3,
            fontsize=9,
            title="where shapes are mixed",
        )
    return page


def colours_of(path):
    """(pile.h5) => a colour for each sphere, by grain or, if there are several shapes, by shape;
    the set of shapes"""
    glued = grains.read(path)
    kinds = set(grains.shapes(glued))
    return grains.by_shape(glued) if len(kinds) > 1 else grains.by_grain(glued), kinds
