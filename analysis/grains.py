"""Glued grains in pictures and tables: which shape each grain of a pile has, and colours by shape or by grain."""
import h5py
import numpy as np

from analysis import figure

SHAPES = ["sphere", "dumbbell", "diamond", "tetrahedron", "rod", "cube"]
COLOURS = {"sphere": figure.GREY, "dumbbell": figure.SKY, "diamond": figure.PURPLE, "tetrahedron": figure.ORANGE,
           "rod": figure.VERMILION, "cube": figure.GREEN, "other": figure.BLUE}


def read(path):
    """(pile.h5) => {"grain": each body's row of the grains, -1 if it is free [N], "moments": principal moments of each
    grain [G, 3], kg m2, rising}; a pile of free spheres has no grains"""
    with h5py.File(path) as file:
        body = file["particles/body"]
        if "grain" not in body:
            return {"grain": np.full(len(body["mass"]), -1), "moments": np.zeros((0, 3))}
        return {"grain": body["grain"][()], "moments": file["particles/grain/moments"][()]}


def shapes(pile, glued):
    """(files.pile, read) => the name of each body's shape [N], told by the number of members and the moments; "other" if
    it is none of the six"""
    number = np.bincount(glued["grain"][glued["grain"] >= 0], minlength=len(glued["moments"]))
    names = []
    for members, (low, _, high) in zip(number, glued["moments"]):
        four = "tetrahedron" if high < 1.01 * low else "rod" if high > 10 * low else "diamond"
        names.append({2: "dumbbell", 4: four, 8: "cube"}.get(members, "other"))
    return np.array([names[g] if g >= 0 else "sphere" for g in glued["grain"]])


def by_grain(glued):
    """(read) => a colour for each body: the same for all members of a grain, neighbours in the file not alike"""
    own = np.where(glued["grain"] >= 0, glued["grain"], np.arange(len(glued["grain"])) + len(glued["moments"]))
    return [figure.COLOURS[k % len(figure.COLOURS)] for k in own]


def by_shape(pile, glued):
    """(files.pile, read) => a colour for each body, by its shape"""
    return [COLOURS[name] for name in shapes(pile, glued)]


def marks(kinds, colours=COLOURS):
    """(names of shapes, colours by name) => what a legend shows of them"""
    return [figure.plt.Line2D([], [], marker="o", linestyle="", color=colours[name], label=name) for name in SHAPES if name in kinds]
