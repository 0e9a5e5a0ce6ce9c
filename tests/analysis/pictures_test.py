"""Figures of pictures whose rubble-render fails: the figure is made, and figure and report name the
missing picture; a picture that the system stops is not a result."""
import base64
import os
import re
import runpy
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import failures, figure, panels, report, rubble, study, workflow  # noqa: E402

workflow.find_modules("aggregation")
import outcomes  # noqa: E402

# a picture of one pixel
DOT = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5E"
    "rkJggg=="
)
FAKE = """#!/bin/bash
echo "$@" >> "$CALLS"
if [[ " $FAILS " == *" $(basename "$(dirname "${@: -2:1}")") "* ]]; then
  echo "error: the pile has no bodies" >&2
  exit "$CODE"
fi
cp "$DOT" "${@: -1}"
"""


class Files(list):
    """Files of a rule, with names as Snakemake gives them."""

    def __init__(self, **named):
        super().__init__(
            path
            for paths in named.values()
            for path in (paths if isinstance(paths, list) else [paths])
        )
        self.__dict__.update(named)


class Scratch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        (self.folder / "dot.png").write_bytes(base64.b64decode(DOT))


class Rendered(Scratch):
    """Fig. 8 of the aggregation study, with its kept rows; the pictured runs are those of the
    table."""

    def setUp(self):
        super().setUp()
        fake = self.folder / "bin" / "rubble-render"
        fake.parent.mkdir()
        fake.write_text(FAKE)
        fake.chmod(0o755)

    def make(self, name, fails, code, failed_inputs=()):
        """(figure, runs whose picture fails, exit code, runs that failed) => folder of the
        figure"""
        rows = rubble.rows.read_csv(study.RESULTS / "aggregation/paper" / name / "data.csv")
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        piles = [self.folder / "runs" / row["run"] / "pile.h5" for row in rows]
        for pile in piles:
            pile.parent.mkdir(parents=True, exist_ok=True)
            pile.write_text("a pile")
        lost = [self.folder / "runs" / run / "pile.h5" for run in failed_inputs]
        for pile in lost:
            pile.parent.mkdir(exist_ok=True)
            failures.write(
                pile,
                {
                    "run": pile.parent.name,
                    "tool": "rubble-evolve",
                    "code": 3,
                    "message": "broken",
                    "because": "",
                },
            )
        outputs = {kind: str(folder / f"figure.{kind}") for kind in ("png", "pdf", "svg")}
        job = SimpleNamespace(
            input=Files(
                runs=[],
                piles=list(map(str, piles + lost)),
                published=str(ROOT / "workflows/aggregation/config/published.toml"),
            ),
            output=Files(**outputs, data=str(folder / "data.csv")),
            params=SimpleNamespace(),
            wildcards=SimpleNamespace(scale="paper"),
            config={},
        )
        where = {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "CALLS": str(self.folder / "calls"),
            "DOT": str(self.folder / "dot.png"),
            "FAILS": " ".join(fails),
            "CODE": str(code),
        }
        (self.folder / "calls").write_text("")
        with mock.patch.dict(os.environ, where), mock.patch.object(
            outcomes, "collect", lambda *_: {"data": [dict(row) for row in rows]}
        ), redirect_stderr(StringIO()):
            runpy.run_path(
                str(ROOT / f"workflows/aggregation/scripts/{name}.py"),
                init_globals={"snakemake": job},
            )
        return folder

    def shown(self):
        """=> runs whose pictures were requested, in order"""
        return [
            Path(line.split()[-2]).parent.name
            for line in (self.folder / "calls").read_text().splitlines()
        ]

    def texts(self, folder):
        return " ".join(re.findall(r">([^<>]+)</text>", (folder / "figure.svg").read_text()))

    def test_all_pictures(self):
        folder = self.make("fig8", [], 0)
        self.assertNotIn("no picture", self.texts(folder))
        self.assertFalse((folder / "failed.csv").exists())
        self.assertEqual(len(self.shown()), 4)

    def test_a_picture_that_fails(self):
        """exit codes 2, 3 and a crash: the figure is made, and the verdicts follow from the rows"""
        verdicts = (self.make("fig8", [], 0) / "verdict.json").read_text()
        run = self.shown()[0]
        for code in (2, 3, 139):
            folder = self.make("fig8", [run], code)
            self.assertIn("no picture: error: the pile has no bodies", self.texts(folder))
            found = [
                {key: row[key] for key in ("run", "tool", "code")}
                for row in report.failed_in(folder)
            ]
            self.assertEqual(found, [{"run": run, "tool": "rubble-render", "code": code}])
            self.assertEqual((folder / "verdict.json").read_text(), verdicts)

    def test_a_picture_that_the_system_stops(self):
        """not a result, so that Snakemake repeats the figure, even if another run failed"""
        self.make("fig8", [], 0)
        run = self.shown()[0]
        for others in ((), ("ccp-v0-w0-o0-s99",)):
            with self.assertRaises(subprocess.CalledProcessError):
                self.make("fig8", [run], 1, others)

    def test_scripts_run_no_tool_themselves(self):
        """call.py alone decides by exit codes"""
        found = [
            str(path)
            for path in (ROOT / "workflows").glob("*/scripts/*.py")
            if re.search(r"\bsubprocess\b|os\.system|Popen", path.read_text())
        ]
        self.assertEqual(found, [])


class Snapshots(Scratch):
    def test_a_picture_that_fails(self):
        """its panel keeps its place and its title"""
        record = self.folder / "failed.png"
        failures.write(
            record,
            {
                "run": "a",
                "tool": "rubble-render",
                "code": 2,
                "message": "error: no frame 7",
                "because": "",
            },
        )
        page = panels.draw(
            SimpleNamespace(pictures=[self.folder / "dot.png", record, self.folder / "dot.png"]),
            SimpleNamespace(titles=["0 h", "7 h", "9 h"], widths=[10, 10, 10], columns=3),
        )
        self.assertEqual([axis.get_title() for axis in page.axes], ["0 h", "7 h", "9 h"])
        self.assertEqual(
            [[text.get_text() for text in axis.texts] for axis in page.axes],
            [["2 m"], ["no picture: error: no frame 7"], ["2 m"]],
        )
        figure.plt.close(page)


if __name__ == "__main__":
    unittest.main()
