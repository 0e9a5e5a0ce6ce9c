"""usage: runs_table_test.py: the table of all runs. The sections of docs/own-study.md on it are run
in a copy of the template: a sweep of 24 runs with three mistakes, its table, and its plot.
Snakemake and the tools are found on PATH."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import h5py
import pandas
import study as template

SCRIPTS = template.ROOT / "workflows" / "scripts"
sys.path.insert(0, str(SCRIPTS))
import measured  # noqa: E402
import run_values  # noqa: E402
import runs_table  # noqa: E402
import tool_table  # noqa: E402

BLOCK = re.compile(r"(?:^    .+\n)+|^```(?:toml|python)\n[\s\S]*?^```", re.M)
NUMBER = r"-?[\d.]+(?:e[-+]?\d+)?"
SEEDS, FRICTIONS = (1, 2, 3), (0, 0.1, 0.2, 0.3, 0.5, 0.7, 1)
PAGE_ROWS, START = template.START_SECTION, 'experiment = "start"'
MISTAKES = {"pile-30-negative": "refused", "pile-30-unit": "refused", "pile-30-soft": "failed"}


def called(command, cwd, **more):
    return subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL, **more
    )


def read(path, **options):
    return pandas.read_csv(path, sep="\t", comment="#", **options)


def unit_of(path, column):
    head, units = (line.split("\t") for line in path.read_text().splitlines()[:2])
    return units[head.index(column)].removeprefix("# ")


class Sweep(unittest.TestCase):
    """The commands of the page, in their order."""

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        template.copy(cls.place.name)
        cls.top = Path(cls.place.name)
        cls.mine = cls.top / "workflows" / "mine"
        shutil.copytree(cls.top / template.TEMPLATE, cls.mine)
        pages = template.sections()
        cls.text = "".join(pages[heading] for heading in template.TABLE_SECTIONS)
        cls.said, begin = [], time.monotonic()
        for block in BLOCK.findall(cls.text):
            cls.said.append(cls.run_block(block))
        print(f"{time.monotonic() - begin:.0f} s of wall time")
        cls.path = cls.mine / "results" / "smoke" / "runs.tsv"
        cls.table = read(cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    @classmethod
    def run_block(cls, block):
        """(block of the page) Runs it => its output"""
        if block.startswith("```toml"):
            content = block.removeprefix("```toml\n").removesuffix("```")
            (cls.mine / "config" / "sweep.toml").write_text(content)
            return ""
        if block.startswith("```"):
            code = block.removeprefix("```python\n").removesuffix("```")
            done = called([sys.executable, "-c", code], cls.mine)
        else:
            done = called(["bash", "-ec", block], cls.mine)
        assert done.returncode == 0, block + done.stdout + done.stderr
        return done.stdout + done.stderr

    def piles(self):
        return self.table[self.table.experiment == "friction"]

    def test_all_runs_and_their_values(self):
        piles = self.piles()
        self.assertEqual((len(self.table), len(piles)), (27, 24))
        good = piles[~piles.run.isin(MISTAKES)]
        found = sorted(zip(good["seed"], good["contact.sliding.friction"]))
        self.assertEqual(found, sorted((s, f) for s in SEEDS for f in FRICTIONS))
        for _, row in good.iterrows():
            name = f"pile-30-mu{row['contact.sliding.friction']:g}-s{row['seed']}"
            self.assertEqual((row.run, row.inputs), (name, f"cloud-30-s{row['seed']}"))

    def test_status_and_message(self):
        states = dict(zip(self.table.run, self.table.status))
        self.assertEqual({run: s for run, s in states.items() if s != "done"}, MISTAKES)
        says = dict(zip(self.table.run, self.table.message.fillna("")))
        self.assertRegex(says["pile-30-negative"], "'friction' in .* must be >= 0, not -0.5")
        self.assertIn('"1e8 Pa" is a pressure', says["pile-30-unit"])
        self.assertIn("exceeds sanity.overlap", says["pile-30-soft"])
        self.assertFalse(any(says[run] for run in states if run not in MISTAKES))

    def test_numbers_equal_those_of_the_tools(self):
        """independently: printed by the tools as tab-separated text"""
        table = read(self.path, float_precision="round_trip")
        row = table[table.run == "pile-30-mu0.3-s2"].iloc[0]
        pile = self.path.parent / row.run / "pile.h5"
        for tool in ("packing", "ellipsoid"):
            lines = called([f"rubble-{tool}", pile], self.top).stdout.splitlines()
            wanted = dict(zip(*(line.split("\t") for line in (lines[0], lines[2]))))
            units = dict(zip(*(line.removeprefix("# ").split("\t") for line in lines[:2])))
            for name in wanted.keys() - {"file"}:
                cell, column = row[f"{tool}.{name}"], f"{tool}.{name}"
                same = str(cell) == wanted[name] or cell == float(wanted[name])
                self.assertTrue(same or cell != cell and wanted[name] == "nan", column)
                self.assertEqual(unit_of(self.path, column), units[name])
        # two programs, one quantity
        self.assertEqual(row["series.time"], row["packing.time"])
        self.assertEqual(row["series.coordination"], row["packing.coordination"])
        self.assertEqual(unit_of(self.path, "series.energy/total"), "J")

    def test_types(self):
        kinds = self.table.dtypes.astype(str)
        self.assertEqual(kinds["seed"], "int64")
        for name in (
            "contact.sliding.friction",
            "contact.normal.pair_stiffness",
            "packing.bodies",
            "packing.coordination",
            "series.energy/total",
            "series.momentum_x",
        ):
            self.assertEqual(kinds[name], "float64", name)
        self.assertEqual(unit_of(self.path, "contact.normal.pair_stiffness"), "N/m")
        stiffness = dict(zip(self.table.run, self.table["contact.normal.pair_stiffness"]))
        self.assertEqual((stiffness["pile-30-mu1-s1"], stiffness["pile-30-soft"]), (1e8, 1e4))
        self.assertTrue(pandas.isna(stiffness["pile-30-unit"]))

    def test_messages_are_those_of_the_page(self):
        """the output has the lines of the page, and each mistake once"""
        shown = re.search(r"^```text\n([\s\S]*?)^```", self.text, re.M)[1].splitlines()
        out = self.said[1]
        for line in shown:
            begin = re.escape(line.removesuffix(" ..."))
            self.assertRegex(out, "(?m)^" + re.sub(NUMBER, NUMBER.replace("\\", r"\\"), begin))
        for run in MISTAKES:
            self.assertEqual(len(re.findall(f"(?m)^run {run} failed", out)), 1, out)

    def test_table_without_snakemake(self):
        """the same bytes from the runs that exist; runs that do not exist are not run"""
        other = self.top / "other.tsv"
        command = [sys.executable, SCRIPTS / "runs_table.py", "results/smoke", other]
        self.assertEqual(called(command, self.mine).returncode, 0)
        self.assertEqual(other.read_bytes(), self.path.read_bytes())
        command[2] = "results/demmo"
        done = called(command, self.mine)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        (self.mine / "results" / "demmo").mkdir()
        done = called(command, self.mine)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("no run at scale 'demmo'", done.stderr)

    def test_plot(self):
        picture = self.top / "friction.png"
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))
        said = self.said[-1]
        self.assertIn("friction.png: 21 of 24 runs; 3 failed, were refused or not run", said)

    def test_second_call_has_nothing_to_do(self):
        done = called(["snakemake", "--cores", "1", "results/smoke/runs.tsv"], self.mine)
        self.assertIn("Nothing to be done", done.stdout + done.stderr)


class Values(unittest.TestCase):
    def test_units(self):
        values = {
            "a": {"v": "1 m/s", "w": "1 m", "x": 1, "y": "2 m", "z": True},
            "b": {"v": "2.5e-3 m/s", "w": "1 km", "x": None, "y": 3, "z": False},
            "bad": {"v": "3 m", "w": None, "x": "high", "y": None, "z": None},
        }
        found, units = run_values.with_units(values, {"bad"})
        self.assertEqual(units, {"v": "m/s", "x": ""})
        self.assertEqual(found["b"], {"v": 0.0025, "w": "1 km", "x": None, "y": 3, "z": False})
        self.assertEqual(found["bad"]["v"], None)
        self.assertEqual((found["a"]["x"], found["bad"]["x"]), (1, None))
        # a study in which nothing has run yet
        found, units = run_values.with_units({"a": values["a"]}, {"a"})
        self.assertEqual((found["a"]["v"], units["v"]), (1, "m/s"))

    def test_values_of_runs_after_a_refused_one(self):
        """A refused pile and a run that starts from it have no number in the table."""
        rows = ["scale run experiment tool base inputs threads material.density".split()]
        for name, density in (("a", "2 g/cm^3"), ("b", "-2700 kg/m^3")):
            rows.append(["smoke", f"cloud-{name}", "-", "generate", "cloud", "", "1", density])
            rows.append(["smoke", f"pile-{name}", "A", "relax", "settle", f"cloud-{name}", "1", ""])
        table = "".join("\t".join(row) + "\n" for row in rows)
        with tempfile.TemporaryDirectory() as folder:
            study = Path(folder)
            shutil.copytree(template.ROOT / "workflows" / "template" / "config", study / "config")
            (study / "config" / "params.tsv").write_text(table)
            results = study / "results" / "smoke"
            (results / "cloud-b").mkdir(parents=True)
            states = {"cloud-a": "done", "pile-a": "done", "cloud-b": "refused"}

            def state_of(place):
                return states.get(place.name, "not run"), ""

            with mock.patch.object(runs_table, "state_of", state_of):
                rows, units = runs_table.rows_in(study / "config" / "params.tsv", "smoke", results)
        self.assertEqual(units["material.density"], "g/cm^3")
        found = {row["run"]: row["material.density"] for row in rows}
        self.assertEqual(found, {"cloud-a": 2, "pile-a": 2, "cloud-b": None, "pile-b": None})

    def test_cells(self):
        for value, text in (
            (None, ""),
            (True, "true"),
            (0.1, "0.1"),
            (1e-300, "1e-300"),
            ([1, 0], "[1, 0]"),
            ("two\nlines\t", "two lines"),
            ('a "#2"', '"a ""#2"""'),
        ):
            self.assertEqual(run_values.cell(value), text)

    def test_comment_signs_and_quotes_survive_pandas(self):
        texts = ["#1 of 3", 'unknown key "x"', '"quoted"', "plain"]
        rows = [{"run": f"r{k}", "message": text, "x": k / 3} for k, text in enumerate(texts)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "runs.tsv")
            path.write_text(runs_table.text_of(rows, {"run": "", "message": "", "x": "m"}))
            found = read(path)
        self.assertEqual(list(found.message), texts)
        self.assertEqual(list(found.x), [k / 3 for k in range(len(texts))])


class Measured(unittest.TestCase):
    """Tables with several rows, and a tool that could not measure."""

    def columns(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                Path(folder, f"{name}.json").write_text(text)
            return measured.columns(Path(folder), tuple(files))

    def test_rows(self):
        cells, units, notes = self.columns(
            stress='{"units": {"file": "", "sizes": "", "pressure": "Pa"}, "rows": ['
            '{"file": "p", "sizes": "all", "pressure": 2.5},'
            '{"file": "p", "sizes": "class 1", "pressure": null}]}',
            critical='{"summary": {"units": {"radius": "", "threshold": "1", "ratio": "percent"},'
            ' "rows": [{"radius": "mass95", "threshold": 0.01, "ratio": 101},'
            ' {"radius": "mass95", "threshold": 0.05, "ratio": 99}]}, "cycles": {}}',
            alphashape='{"units": {"area": "m2"}, "rows": [{"area": 1}, {"area": 2}]}',
            energy=json.dumps(
                {"failed": {"run": "p", "tool": "t", "code": 2, "message": "t: no", "because": ""}}
            ),
        )
        self.assertEqual(
            cells,
            {
                "stress.sizes": "all",
                "stress.pressure": 2.5,
                "stress.pressure[class 1]": None,
                "critical.radius": "mass95",
                "critical.threshold": 0.01,
                "critical.ratio": 101,
                "critical.ratio[mass95,0.05]": 99,
                "alphashape.area": 1,
            },
        )
        self.assertEqual(units["critical.ratio[mass95,0.05]"], "percent")
        self.assertEqual(notes, ["t: no"])

    def test_damaged_files_are_messages(self):
        """a file that cannot be read is a message with its name, and the other tables are read"""
        with tempfile.TemporaryDirectory() as top:
            folder = Path(top, "run-a")
            folder.mkdir()
            for text in (
                '{"units": {',
                "[1]",
                "{}",
                '{"units": {}, "rows": [{"x": 1}]',
                "\xff",
                "3",
            ):
                Path(folder, "packing.json").write_text(text, encoding="latin-1")
                cells, _, notes = measured.columns(folder, ("packing",))
                if text != "{}":
                    self.assertEqual(len(notes), 1, text)
                    self.assertTrue(notes[0].startswith("run-a/packing.json: cannot be read: "))
                self.assertEqual(cells, {})
            with h5py.File(folder / "track.h5", "w") as file:
                file["observables/energy/value"] = [1.0, 2.0]
                file["observables/energy/time"] = [0.0, 1.0]
            whole = (folder / "track.h5").read_bytes()
            found = measured.columns(folder, ("packing", "series"))
            self.assertEqual(found[0], {"series.time": 1.0, "series.energy": 2.0})
            for data in (whole[: len(whole) // 2], b"", b"text", b'{"failed": '):
                (folder / "track.h5").write_bytes(data)
                _, _, notes = measured.columns(folder, ("series",))
                self.assertEqual(len(notes), 1, data[:20])
                self.assertTrue(notes[0].startswith("run-a/track.h5: cannot be read: "), notes)
            with h5py.File(folder / "track.h5", "w") as file:
                file["observables/energy/value"] = [1.0, 2.0]
            _, _, notes = measured.columns(folder, ("series",))
            self.assertIn("run-a/track.h5: cannot be read: ", notes[0])
            (folder / "pile.h5").write_bytes(b"")
            (folder / "unfinished.json").write_text('{"message"')
            status, message = runs_table.state_of(folder)
            self.assertEqual(status, "unfinished")
            self.assertIn("run-a/unfinished.json: cannot be read", message)
            (folder / "pile.h5").write_text('{"failed": {"run"')
            status, message = runs_table.state_of(folder)
            self.assertEqual(status, "failed")
            self.assertIn("run-a/pile.h5: cannot be read", message)

    def test_folders_that_are_no_results(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "results", "smoke").mkdir(parents=True)
            for word in ("/", "/tmp", folder, f"{folder}/results/smoke", f"{folder}/none"):
                done = called([sys.executable, SCRIPTS / "runs_table.py", word], folder)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertIn(word, done.stderr)

    def test_shaking_has_no_labels(self):
        cells, _, _ = self.columns(
            critical='{"summary": {"units": {"rose": "1"}, "rows": [{"rose": 1}]}}'
        )
        self.assertEqual(cells, {"critical.rose": 1})


class Starts(unittest.TestCase):
    """Rows that start from files of the user."""

    def table_of(self, study, rows):
        """(study, text of rows of a sweep) Writes the sweep, makes its table of all runs. => the
        table by run, the rules that ran"""
        sweep = study / "config" / "sweep.toml"
        sweep.write_text("[scale.smoke]\n\n" + rows)
        done = called([sys.executable, SCRIPTS / "sweep.py", sweep], study)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = called(["snakemake", "--cores", "1", "results/smoke/runs.tsv"], study)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rules = re.findall(r"(?m)^(?:local)?rule (\w+):", done.stdout + done.stderr)
        return read(study / "results" / "smoke" / "runs.tsv").set_index("run"), rules

    def test_changed_meshes_repeat_their_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            study = template.copy(folder)
            meshes = study / "meshes"
            meshes.mkdir()
            cube = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1))
            cube += "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n"
            (meshes / "cube.obj").write_text("g body_0\n" + cube)
            (meshes / "hull.obj").write_text("g body_0\n" + cube)
            (study / "config" / "hulls.toml").write_text(
                'seed = 1\n[material]\nname = "rock"\ndensity = 2000.0\n'
                '[grains]\nshapes = ["cube-of-mine"]\nsized_by = "bounding"\n'
                '[size]\nlaw = "classes"\nradii = ["1 m"]\n'
                '[[shape]]\nname = "cube-of-mine"\nform = "mesh"\nfile = "meshes/hull.obj"\n'
                '[cloud]\nform = "mesh"\nfile = "meshes/cube.obj"\nunit = "60 m"\n'
                "solid_fraction = 0.01\n"
            )
            made = called(["rubble-import", "--material", "rock", "--density", "2000",
                           "meshes/hull.obj", "one.h5"], study)  # fmt: skip
            self.assertEqual(made.returncode, 0, made.stderr)
            made = called(["rubble-export", "one.h5", "meshes/one.csv"], study)
            self.assertEqual(made.returncode, 0, made.stderr)
            rows = "".join(
                f'\n[[row]]\nrun = "{run}"\n{START}\ntool = "{run}"\nbase = "{base}"\n'
                for run, base in (("generate", "hulls"), ("import", "-"))
            )
            rows += (
                '"import.path" = "meshes/one.csv"\n"import.hulls" = "meshes/hull.obj"\n'
                '"import.material" = "rock"\n'
            )
            found, _ = self.table_of(study, rows)
            self.assertEqual(list(found.status), ["done", "done"], list(found.message))
            self.assertEqual(found["packing.bodies"]["import"], 1)
            for mesh, wanted in (("cube", {"generate"}), ("hull", {"generate", "import"})):
                path = meshes / f"{mesh}.obj"
                path.write_text("# again\n" + path.read_text())
                _, rules = self.table_of(study, rows)
                self.assertEqual({*rules} & {"generate", "import"}, wanted, mesh)

    def test_files_of_walls_are_tracked(self):
        wall = {"mesh": [{"file": "a.obj"}, {"form": "box", "poses": "b.csv"}]}
        for tool in ("relax", "evolve", "collide", "spinup", "flyby", "shake"):
            found = tool_table.tracked_files(tool, wall, Path("study"))
            self.assertEqual(found, [Path("a.obj"), Path("b.csv")], tool)

    def test_placed_and_carved_piles(self):
        """the rows of the page: a pile dropped onto another one, and the scene cut to a mesh"""
        with tempfile.TemporaryDirectory() as folder:
            study = template.copy(folder)
            piles = study / "piles"
            piles.mkdir()
            called(["rubble-generate", "-c", template.ROOT / "configs/cloud.toml", "--set",
                    "cloud.count=30", piles / "mine.h5"], folder)  # fmt: skip
            called(["rubble-export", piles / "mine.h5", piles / "bodies.csv"], folder)
            corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
            (piles / "part.obj").write_text(corners + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
            text = template.sections()[PAGE_ROWS]
            rows = "".join(re.findall(r"^```toml\n([\s\S]*?)^```", text, re.M))
            rows = rows.replace('"file.hash" = "4ed50dff"\n', "").replace('experiment = "-"', START)
            rows += (
                f'\n[[row]]\nrun = "gone"\n{START}\ntool = "carve"\nbase = "-"\n'
                'inputs = "own"\n"carve.mesh" = "piles/none.obj"\n'
                f'\n[[row]]\nrun = "far"\n{START}\ntool = "place"\nbase = "-"\n'
                'inputs = "own bodies"\nplace = \'[{{rule = "att"}}]\'\n'
            )
            found, _ = self.table_of(study, rows)
            wanted = {run: "done" for run in ("own", "bodies", "scene", "part")}
            wanted |= {"gone": "refused", "far": "refused"}
            self.assertEqual(dict(found.status), wanted, list(found.message))
            self.assertIn("none.obj: no such file", found.message["gone"])
            self.assertIn("'rule'", found.message["far"])
            bodies = found["packing.bodies"]
            self.assertEqual((bodies["own"], bodies["scene"]), (30, 60))
            self.assertTrue(0 < bodies["part"] < 60, bodies["part"])
            part = study / "results" / "smoke" / "part" / "pile.h5"
            # the same pile as by hand
            scene = study / "results" / "smoke" / "scene" / "pile.h5"
            called(["rubble-carve", "--volume", "0.1 km^3", scene, "piles/part.obj", "by-hand.h5"],
                   study)  # fmt: skip
            self.assertEqual(
                called(["rubble-hash", part], study).stdout.split()[0],
                called(["rubble-hash", "by-hand.h5"], study).stdout.split()[0],
            )

    def test_piles_from_files(self):
        with tempfile.TemporaryDirectory() as folder:
            study = template.copy(folder)
            piles = study / "piles"
            piles.mkdir()
            made = called(["rubble-generate", "-c", template.ROOT / "configs/cloud.toml", "--set",
                           "cloud.count=30", piles / "mine.h5"], folder)  # fmt: skip
            self.assertEqual(made.returncode, 0, made.stderr)
            called(["rubble-export", piles / "mine.h5", piles / "bodies.csv"], folder)
            rubble_hash = called(["rubble-hash", piles / "mine.h5"], folder).stdout
            content = re.search("[0-9a-f]{64}", rubble_hash)[0]
            block = re.search(r"^```toml\n([\s\S]*?)^```", template.sections()[PAGE_ROWS], re.M)[1]
            rows = block.replace("4ed50dff", content[:8]).replace('experiment = "-"', START)
            for run, path, wanted in (
                ("gone", "nothing.h5", ""),
                ("other", "mine.h5", "0123"),
                ("text", "bodies.csv", ""),
            ):
                rows += (
                    f'\n[[row]]\nrun = "{run}"\n{START}\ntool = "file"\nbase = "-"\n'
                    f'"file.path" = "piles/{path}"\n"file.hash" = "{wanted}"\n'
                )
            sweep = study / "config" / "sweep.toml"
            sweep.write_text("[scale.smoke]\n\n" + rows)
            done = called([sys.executable, SCRIPTS / "sweep.py", sweep], study)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = called(["snakemake", "--cores", "1", "results/smoke/runs.tsv"], study)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            results = study / "results" / "smoke"
            found = read(results / "runs.tsv").set_index("run")
            self.assertEqual(
                list(found.status), ["done", "done", "refused", "refused", "refused"], found.message
            )
            for run, says in (
                ("gone", "nothing.h5: no such file"),
                ("other", "not 0123 as in file.hash"),
                ("text", "expected an HDF5 file"),
            ):
                self.assertIn(says, found.message[run])
            self.assertEqual(
                (results / "own" / "pile.h5").read_bytes(), (piles / "mine.h5").read_bytes()
            )
            self.assertNotEqual(
                os.stat(results / "own" / "pile.h5").st_ino, os.stat(piles / "mine.h5").st_ino
            )
            self.assertIn(content, (results / "own" / "log.txt").read_text())
            self.assertEqual(found["packing.mass"]["own"], found["packing.mass"]["bodies"])
            # a changed file repeats its run alone
            shutil.copy(piles / "mine.h5", piles / "nothing.h5")
            done = called(["snakemake", "--cores", "1", "results/smoke/runs.tsv"], study)
            self.assertEqual(
                re.findall(r"(?m)^rule (file|import):", done.stdout + done.stderr), ["file"]
            )
            found = read(results / "runs.tsv").set_index("run")
            self.assertEqual(found.status["gone"], "done")


if __name__ == "__main__":
    unittest.main()
