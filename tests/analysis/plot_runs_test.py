"""Plots of one column of a table of runs against another: points, means, names of columns, and
messages for bad input."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from analysis import plot_runs  # noqa: E402

ROWS = [
    (
        "run",
        "experiment",
        "status",
        "message",
        "contact.sliding.friction",
        "seed",
        "packing.radius",
    ),
    ("# ", "", "", "", "", "", "m"),
    ("cloud", "-", "done", "", "0", "1", ""),
    ("a", "x", "done", "", "0", "1", "10"),
    ("b", "x", "done", "", "0", "2", "14"),
    ("c", "x", "done", "", "0.5", "1", "9"),
    ("d", "x", "failed", '"run #7 ""stopped"""', "0.5", "2", ""),
]
TABLE = "".join("\t".join(row) + "\n" for row in ROWS)


class Plot(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.table = Path(self.place.name, "runs.tsv")
        self.table.write_text(TABLE)

    def tearDown(self):
        self.place.cleanup()

    def plot(self, *words, picture="out.svg"):
        """=> exit code, output and messages, path of the picture"""
        path = Path(self.place.name, picture)
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = plot_runs.run([str(self.table), *words, str(path)])
        return code, said.getvalue(), path

    def test_points_and_means(self):
        rows, units = plot_runs.read(self.table)
        self.assertEqual(rows[-1]["message"], 'run #7 "stopped"')
        self.assertEqual(units["packing.radius"], "m")
        chosen = plot_runs.points(rows, "contact.sliding.friction", "packing.radius", "")
        pairs = np.array([point[:2] for point in chosen])
        self.assertEqual(pairs.tolist(), [[0, 10], [0, 14], [0.5, 9]])
        levels, mean, error = plot_runs.means(pairs)
        self.assertEqual((levels.tolist(), mean.tolist()), ([0, 0.5], [12, 9]))
        # standard error of 10 and 14: sqrt(8) / sqrt(2)
        self.assertAlmostEqual(error[0], 2)
        self.assertTrue(np.isnan(error[1]))

    def test_pictures(self):
        for picture in ("out.svg", "out.png", "out.pdf"):
            code, said, path = self.plot("friction", "radius", "--by", "seed", picture=picture)
            self.assertEqual(code, 0, said)
            self.assertIn("3 of 4 runs; 1 failed, were refused or not run", said)
            first = path.read_bytes()
            self.plot("friction", "radius", "--by", "seed", picture=picture)
            self.assertEqual(path.read_bytes(), first)
        text = Path(self.place.name, "out.svg").read_text()
        for word in ("contact.sliding.friction", "packing.radius [m]", "seed"):
            self.assertIn(word, text)

    def test_labels(self):
        self.assertEqual(plot_runs.label("v", "kg m-3"), "v [kg m$^{-3}$]")
        self.assertEqual(plot_runs.label("v", "1"), "v")

    def test_logarithmic_axes_omit_zero(self):
        code, said, _ = self.plot("friction", "radius", "--log", "x")
        self.assertEqual(code, 0, said)
        self.assertIn("1 of 4 runs", said)

    def test_bad_input(self):
        def refused(says, *words, **more):
            code, said, path = self.plot(*words, **more)
            self.assertEqual((code, said.count("\n"), path.exists()), (2, 1, False), said)
            self.assertIn(says, said)

        refused("did you mean 'contact.sliding.friction'?", "friktion", "radius")
        refused("no column 'zzz'", "zzz", "radius")
        refused("column 'status' has no numbers", "status", "radius")
        refused("the name must end in .png, .pdf, .svg", "friction", "radius", picture="out.txt")
        self.table.write_text("a,b\n1,2\n")
        refused("not a table of runs", "a", "b")
        self.table.write_text("")
        refused("not a table of runs", "a", "b")
        self.table.unlink()
        refused("runs.tsv: No such file", "a", "b")

    def test_ambiguous_name(self):
        with self.assertRaisesRegex(plot_runs.Refused, "several columns end in '.time': a.time, b"):
            plot_runs.found("time", ["a.time", "b.time"])
        self.assertEqual(plot_runs.found("time", ["time", "b.time"]), "time")

    def test_many_groups(self):
        rows = "".join(f"r{k}\tx\tdone\t\t0\t{k}\t1\n" for k in range(9))
        self.table.write_text(TABLE + rows)
        code, said, _ = self.plot("friction", "radius", "--by", "seed")
        self.assertEqual(code, 2)
        self.assertIn("'seed' has 9 values; --by draws at most 8", said)


if __name__ == "__main__":
    unittest.main()
