"""Glued grains in pictures and tables: which shape each grain of a pile has, and colours by shape or by grain."""
import h5py
import numpy as np

from analysis import figure

SHAPES = ["sphere", "dumbbell", "diamond", "tetrahedron", "rod", "cube"]  # in the order of legends
COLOURS = {"sphere": figure.GREY, "dumbbell": figure.SKY, "diamond": figure.PURPLE, "tetrahedron": figure.ORANGE,
           "rod": figure.VERMILION, "cube": figure.GREEN}
OTHER = figure.BLUE  # shapes of other names


def read(path):
    """(pile.h5) => {"grain": each body's row of the grains, -1 if it is free [N], "moments": principal moments of each grain [G, 3], kg m2, rising,
    "shape": name of what each grain was made as [G], "" if it has none}; a pile of free spheres has no grains"""
    with h5py.File(path) as file:
        body = file["particles/body"]
        if "grain" not in body:
            return {"grain": np.full(len(body["mass"]), -1), "moments": np.zeros((0, 3)), "shape": np.zeros(0, str)}
        grains = file["particles/grain"]
        names = [*file["parameters/shapes/name"].asstr()] if "parameters/shapes" in file else []
        rows = grains["shape"][()] if "shape" in grains else np.full(len(grains["moments"]), -1)
        return {"grain": body["grain"][()], "moments": grains["moments"][()], "shape": np.array([*names, ""])[rows]}  # -1: the last, none


def shapes(glued):
    """(read) => the name of each body's shape [N]: of its grain, or "sphere" if it is free"""
    return np.where(glued["grain"] >= 0, np.array([*glued["shape"], ""])[glued["grain"]], "sphere")


def by_grain(glued):
    """(read) => a colour for each body: the same for all members of a grain, neighbours in the file not alike"""
    own = np.where(glued["grain"] >= 0, glued["grain"], np.arange(len(glued["grain"])) + len(glued["moments"]))
    return [figure.COLOURS[k % len(figure.COLOURS)] for k in own]


def by_shape(glued, colours=COLOURS):
    """(read, colours by name) => a colour for each body, by its shape"""
    return [colours.get(name, OTHER) for name in shapes(glued)]


def marks(kinds, colours=COLOURS):
    """(names of shapes, colours by name) => their entries in a legend"""
    return [figure.plt.Line2D([], [], marker="o", linestyle="", color=colours[name], label=name) for name in SHAPES if name in kinds]
