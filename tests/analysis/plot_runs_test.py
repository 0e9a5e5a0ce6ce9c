"""Plots of one column of a table of runs against another: points, means, names of columns, and
messages for bad input."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy as np
import pandas

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from analysis import plot_runs  # noqa: E402
from analysis.rubble import plot, sweeps  # noqa: E402

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
        table = sweeps.runs(self.table)
        self.assertEqual(table["message"].iloc[-1], 'run #7 "stopped"')
        self.assertEqual(table.attrs["units"]["packing.radius"], "m")
        chosen = sweeps.points(table, "contact.sliding.friction", "packing.radius")
        pairs = chosen[["contact.sliding.friction", "packing.radius"]].values
        self.assertEqual(pairs.tolist(), [[0, 10], [0, 14], [0.5, 9]])
        found = sweeps.means(chosen, "contact.sliding.friction", "packing.radius")
        self.assertEqual(found["contact.sliding.friction"].tolist(), [0, 0.5])
        self.assertEqual(found["mean"].tolist(), [12, 9])
        # standard error of 10 and 14: sqrt(8) / sqrt(2)
        self.assertAlmostEqual(found["error"][0], 2)
        self.assertTrue(np.isnan(found["error"][1]))

    def test_axes(self):
        axes = plot.runs(self.table, "friction", "radius", by="seed", log="y")
        self.assertEqual(axes.get_ylabel(), "packing.radius [m]")
        self.assertEqual(axes.get_yscale(), "log")
        points = [line.get_xydata().tolist() for line in axes.lines if line.get_marker() in "os"]
        self.assertEqual(points, [[[0, 10], [0.5, 9]], [[0, 14]]])
        legend = [text.get_text() for text in axes.get_legend().get_texts()]
        self.assertEqual(legend, ["1", "2"])

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
        self.assertEqual(plot.label("v", "kg m-3"), "v [kg m$^{-3}$]")
        self.assertEqual(plot.label("v", "1"), "v")

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
        short = TABLE.replace("b\tx\tdone\t\t0\t2\t14", "b\tx\tdone")
        self.table.write_text(short)
        refused("runs.tsv:5: expected 7 cells as in the first line, found 3", "friction", "radius")
        self.table.write_text(TABLE + "e\tx\tdone\t\t0\t2\t14\t15\n")
        refused("runs.tsv:8: expected 7 cells as in the first line, found 8", "friction", "radius")
        with h5py.File(self.table, "w") as file:
            file["run"] = np.arange(3)
        refused("runs.tsv: not a table of runs", "friction", "radius")
        for data in (bytes(range(256)), b"run\0\n# \n", TABLE.encode("utf-16")):
            self.table.write_bytes(data)
            refused("runs.tsv: not a table of runs", "friction", "radius")
        self.table.write_text(TABLE + 'e\tx\tdone\t"open\t0\t2\t14\n')
        refused("runs.tsv: not a table of runs", "friction", "radius")
        self.table.unlink()
        refused("runs.tsv: No such file", "a", "b")
        self.table.mkdir()
        refused("runs.tsv: a folder, not a table of runs", "a", "b")

    def test_tables_without_standard_columns(self):
        for names in (["experiment"], ["status"], ["experiment", "status", "message"]):
            keep = [k for k, name in enumerate(ROWS[0]) if name not in names]
            rows = [[row[k] for k in keep] for row in ROWS]
            self.table.write_text("".join("\t".join(row) + "\n" for row in rows))
            code, said, path = self.plot("friction", "radius")
            self.assertEqual((code, path.exists()), (0, True), said)
            self.assertIn("3 of ", said)

    def test_table_without_runs(self):
        self.table.write_text("".join("\t".join(row) + "\n" for row in ROWS[:2]))
        self.assertEqual(len(sweeps.runs(self.table)), 0)
        code, said, _ = self.plot("friction", "radius")
        self.assertEqual((code, said.count("\n")), (2, 1), said)

    def test_ambiguous_name(self):
        table = pandas.DataFrame({"a.time": [1], "b.time": [2]})
        with self.assertRaisesRegex(KeyError, "several columns end in '.time': a.time, b"):
            sweeps.column(table, "time")
        table["time"] = 3
        self.assertEqual(sweeps.column(table, "time"), "time")

    def test_many_groups(self):
        rows = "".join(f"r{k}\tx\tdone\t\t0\t{k}\t1\n" for k in range(9))
        self.table.write_text(TABLE + rows)
        code, said, _ = self.plot("friction", "radius", "--by", "seed")
        self.assertEqual(code, 2)
        self.assertIn("'seed' has 9 values; a figure shows at most 8", said)


if __name__ == "__main__":
    unittest.main()
