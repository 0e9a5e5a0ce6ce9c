"""Shapes of the glued grains of a pile, and colours of spheres by shape or by grain."""
import h5py
import numpy as np

from analysis import figure

SHAPES = ["sphere", "dumbbell", "diamond", "tetrahedron", "rod", "cube"]  # in the order of legends
COLOURS = {
    "sphere": figure.GREY,
    "dumbbell": figure.SKY,
    "diamond": figure.PURPLE,
    "tetrahedron": figure.ORANGE,
    "rod": figure.VERMILION,
    "cube": figure.GREEN,
}
OTHER = figure.BLUE  # shapes of other names


def read(path):
    """(pile.h5) => {"grain": index of each sphere's grain, -1 for a free sphere [N]; "moments":
    principal moments of each grain in ascending order [G, 3], kg m2; "shape": name of each grain's
    shape, "" if it has none [G]}. A pile of free spheres has no grains.
    """
    with h5py.File(path) as file:
        body = file["particles/body"]
        if "grain" not in body:
            return {
                "grain": np.full(len(body["mass"]), -1),
                "moments": np.zeros((0, 3)),
                "shape": np.zeros(0, str),
            }
        grains = file["particles/grain"]
        names = [*file["parameters/shapes/name"].asstr()] if "parameters/shapes" in file else []
        rows = grains["shape"][()] if "shape" in grains else np.full(len(grains["moments"]), -1)
        # -1: the last, none
        return {
            "grain": body["grain"][()],
            "moments": grains["moments"][()],
            "shape": np.array([*names, ""])[rows],
        }


def shapes(glued):
    """(result of read) => name of each sphere's shape [N]: the shape of its grain, "sphere" for a
    free one"""
    return np.where(glued["grain"] >= 0, np.array([*glued["shape"], ""])[glued["grain"]], "sphere")


def by_grain(glued):
    """(result of read) => a colour for each sphere: one colour for the members of a grain, another
    one for the next grain in the file"""
    own = np.where(
        glued["grain"] >= 0, glued["grain"], np.arange(len(glued["grain"])) + len(glued["moments"])
    )
    return [figure.COLOURS[k % len(figure.COLOURS)] for k in own]


def by_shape(glued, colours=COLOURS):
    """(result of read, colours by shape) => a colour for each sphere, by its shape"""
    return [colours.get(name, OTHER) for name in shapes(glued)]


def marks(kinds, colours=COLOURS):
    """(names of shapes, colours by shape) => their entries in a legend"""
    return [
        figure.plt.Line2D([], [], marker="o", linestyle="", color=colours[name], label=name)
        for name in SHAPES
        if name in kinds
    ]
