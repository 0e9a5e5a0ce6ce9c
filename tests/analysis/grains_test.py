"""The shape of a grain follows from the name in its file, not from its moments; free spheres and
files without names have no shape."""
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import figure, workflow  # noqa: E402

workflow.find_modules("grain-shape")
import grains  # noqa: E402


def pile(folder, names=(), **datasets):
    """=> a file with two dumbbells and a free sphere, with the given names of shapes and further
    datasets of the grains"""
    path = Path(folder, "pile.h5")
    with h5py.File(path, "w") as file:
        file["particles/body/mass"] = np.ones(5)
        if datasets:
            file["particles/body/grain"] = np.array([0, 0, -1, 1, 1])
            file["parameters/shapes/name"] = list(names)
        for name, value in datasets.items():
            file[f"particles/grain/{name}"] = value
    return path


class Shapes(unittest.TestCase):
    def test_have_the_names_of_the_file(self):
        moments = np.array([[0.8, 2.8, 2.8]] * 2)
        with tempfile.TemporaryDirectory() as folder:
            glued = grains.read(
                pile(folder, ["rod", "dumbbell", "a nut"], moments=moments, shape=np.array([1, 2]))
            )
        self.assertEqual(
            [*grains.shapes(glued)], ["dumbbell", "dumbbell", "sphere", "a nut", "a nut"]
        )
        self.assertEqual(
            grains.by_shape(glued), [figure.SKY] * 2 + [figure.GREY] + [grains.OTHER] * 2
        )
        self.assertEqual(
            [mark.get_label() for mark in grains.marks(set(grains.shapes(glued)))],
            ["sphere", "dumbbell"],
        )
        self.assertEqual(len({*grains.by_grain(glued)}), 3)

    def test_grains_without_a_shape_have_no_name(self):
        moments = np.array([[0.8, 2.8, 2.8]] * 2)
        with tempfile.TemporaryDirectory() as folder:
            glued = grains.read(pile(folder, ["rod"], moments=moments, shape=np.array([0, -1])))
            self.assertEqual([*grains.shapes(glued)], ["rod", "rod", "sphere", "", ""])
            glued = grains.read(pile(folder, ["rod"], moments=moments))
            self.assertEqual([*grains.shapes(glued)], ["", "", "sphere", "", ""])

    def test_of_free_spheres(self):
        with tempfile.TemporaryDirectory() as folder:
            glued = grains.read(pile(folder))
        self.assertEqual([*grains.shapes(glued)], ["sphere"] * 5)
        self.assertEqual(glued["moments"].shape, (0, 3))


if __name__ == "__main__":
    unittest.main()
