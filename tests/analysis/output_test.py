"""Tables, verdicts, pictures, failure records and pages are either complete or not written, for any
failure of the disk."""
import contextlib
import os
import resource
import runpy
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "docs" / "site")]
import build  # noqa: E402
import reference  # noqa: E402
from analysis import failures, figure, keep, output, verdict, workflow  # noqa: E402

ENTRY = {
    "experiment": "D1",
    "kind": verdict.NUMBER,
    "figure": "1",
    "metric": "m" * 5000,
    "published": "1",
    "obtained": 1.0,
    "sigma": None,
    "freedom": None,
    "unit": "",
    "tolerance": "ours",
    "low": 0.0,
    "high": 2.0,
    "verdict": verdict.PASS,
    "reason": "",
    "scale": "demo",
    "note": "",
}


def picture(path):
    found = figure.empty("nothing")
    figure.save(found, path)


def mark(path):
    """(failed.json of a run)"""
    workflow.script(".", "call").mark(
        [path.with_name("pile.h5")], path.name, {"message": 5000 * "m"}
    )


WRITERS = {
    "table.csv": lambda path: output.write_rows(path, [{"run": "r" * 5000}]),
    "verdict.json": lambda path: verdict.write(path, [ENTRY]),
    "figure.png": picture,
    "figure.pdf": picture,
    "figure.svg": picture,
    "text": lambda path: output.put(path, 5000 * "x"),
    "bytes": lambda path: output.put(path, 5000 * b"x"),
    "track.h5": lambda path: failures.write(path, {"message": 5000 * "m"}),
    "failed.json": mark,
}


class Whole(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def limited(self, write, path):
        """As on a full disk: no file may be larger than 600 bytes."""
        with self.limit(), self.assertRaises(OSError):
            write(path)

    @contextlib.contextmanager
    def limit(self):
        before, old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN), resource.getrlimit(
            resource.RLIMIT_FSIZE
        )
        resource.setrlimit(resource.RLIMIT_FSIZE, (600, old[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, old)
            signal.signal(signal.SIGXFSZ, before)

    def test_failed_writes_keep_the_old_files(self):
        picture(self.folder / "first.png")  # matplotlib writes files for its own use
        for name, write in WRITERS.items():
            path = self.folder / name
            path.write_bytes(b"old")
            self.limited(write, path)
            self.assertEqual(path.read_bytes(), b"old", name)
        self.assertEqual(sorted(os.listdir(self.folder)), sorted([*WRITERS, "first.png"]))

    def test_the_message_names_the_file(self):
        with self.limit(), self.assertRaisesRegex(OSError, "table.csv"):
            output.put(self.folder / "table.csv", 5000 * b"x")

    def test_kept_results_stay(self):
        new, kept = self.folder / "new", self.folder / "paper" / "kept"
        new.mkdir()
        kept.mkdir(parents=True)
        picture(new / "figure.png")
        output.write_rows(new / "data.csv", [{"run": "r" * 5000}])
        old = {"figure.png": b"old", "data.csv": b"run\nold\n", "failed.csv": b"run\nold\n"}
        for name, data in old.items():
            (kept / name).write_bytes(data)
        with self.limit(), self.assertRaises(OSError):
            keep.place(new, kept, {}, False)
        self.assertEqual({path.name: path.read_bytes() for path in kept.iterdir()}, old)

    def order(self, write):
        """(function) => names of the calls of fsync and rename in it"""
        calls = []
        real = {name: getattr(os, name) for name in ("fsync", "replace", "rename")}
        with contextlib.ExitStack() as stack:
            for name, function in real.items():
                stack.enter_context(
                    mock.patch.object(
                        os,
                        name,
                        lambda *words, _name=name, _function=function: (
                            calls.append(_name),
                            _function(*words),
                        )[1],
                    )
                )
            write()
        return calls

    def test_numbers_of_tables_are_rounded(self):
        """floats to 9 significant digits; integers and text as they are"""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "table.csv")
            row = {"run": "1e5", "count": 12345678901, "x": np.float64(2 / 3), "y": -1.5e-300 / 9}
            output.write_rows(path, [row])
            self.assertEqual(
                path.read_text().splitlines()[1], "1e5,12345678901,0.666666667,-1.66666667e-301"
            )

    def test_data_are_on_the_disk_before_the_name(self):
        for name, write in WRITERS.items():
            self.assertEqual(
                self.order(lambda: write(self.folder / name)), ["fsync", "replace"], name
            )

    def test_a_sweep_is_on_the_disk_before_its_name(self):
        source = self.folder / "sweep.toml"
        source.write_text('[scale.demo]\nx = [1]\n[[row]]\nrun = "a{x}"\n')
        with mock.patch.object(sys, "argv", ["sweep.py", str(source)]):
            self.assertEqual(
                self.order(
                    lambda: runpy.run_path(
                        str(ROOT / "workflows/scripts/sweep.py"), run_name="__main__"
                    )
                ),
                ["fsync", "replace"],
            )
        self.assertIn("a1", source.with_name("params.tsv").read_text())

    def test_a_table_of_a_tool_that_stops(self):
        """standard output of a tool that the system stops while it writes"""
        table = self.folder / "table.json"
        for code, found in ((1, "old"), (137, "old"), (2, "old"), (0, "new\n"), (4, "new\n")):
            table.write_text("old")
            command = [
                sys.executable,
                ROOT / "workflows/scripts/call.py",
                "--log",
                "log",
                "--in",
                "--out",
                "x",
                "--stdout",
                table,
                "--",
                "bash",
                "-c",
                f"echo new; exit {code}",
            ]
            subprocess.run(
                command,
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stderr=subprocess.DEVNULL,
            )
            self.assertEqual(table.read_text(), found, code)
            self.assertFalse((self.folder / "table.json.part").exists())

    def test_a_record_on_a_full_disk(self):
        """exit code 1, so that the run is repeated, and one line"""
        (self.folder / "x").write_text("old")
        command = [
            sys.executable,
            ROOT / "workflows/scripts/call.py",
            "--log",
            "log",
            "--in",
            "--out",
            "x",
            "--",
            "bash",
            "-c",
            "exit 3",
        ]
        full = ["bash", "-c", 'ulimit -f 0; exec "$@"', "bash", *map(str, command)]
        done = subprocess.run(
            full,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
        )
        self.assertEqual((done.returncode, done.stderr), (1, "x: File too large\n"))
        self.assertEqual((self.folder / "x").read_text(), "old")

    def test_links_are_followed(self):
        (self.folder / "far").mkdir()
        for name, write in WRITERS.items():
            link = self.folder / name
            link.symlink_to(Path("far") / name)
            write(link)
            self.assertTrue(link.is_symlink(), name)
            self.assertGreater((self.folder / "far" / name).stat().st_size, 600, name)
        self.assertEqual(len(os.listdir(self.folder / "far")), len(WRITERS))

    def watched(self, write, folder, old, new):
        """Before each change that write() makes in the folder, each file must be the old or the new
        one."""
        seen = []

        def look(event, _):
            if self.watching and event in (
                "os.rename",
                "os.remove",
                "os.rmdir",
                "shutil.rmtree",
                "shutil.move",
            ):
                self.watching = False
                for name in old.keys() & new.keys():
                    found = (folder / name).read_text() if (folder / name).exists() else "nothing"
                    if found not in (old[name], new[name]):
                        seen.append((event, name, found))
                self.watching = True

        self.watching = True
        sys.addaudithook(look)  # active until the process ends
        try:
            write()
        finally:
            self.watching = False
        self.assertEqual(seen, [])
        self.assertEqual(
            {
                str(path.relative_to(folder)): path.read_text()
                for path in folder.rglob("*")
                if path.is_file()
            },
            new,
        )

    def lay(self, folder, texts):
        for name, text in texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)

    def test_pages_are_always_there(self):
        share = self.folder / "share"
        old = {
            "man/man1/rubble-a.1.gz": "old a",
            "man/man1/rubble-gone.1.gz": "old",
            "rubble/rubble.schema.json": "old schema",
            "man/man1/ls.1.gz": "of another package",
        }
        new = {
            "man/man1/rubble-a.1.gz": "new a",
            "man/man1/rubble-b.1.gz": "new b",
            "rubble/rubble.schema.json": "new schema",
        }
        self.lay(share, old)
        with mock.patch.object(reference, "references", lambda _: {}), mock.patch.object(
            reference, "make", lambda _, made: self.lay(made, new)
        ):
            self.watched(
                lambda: reference.main("tools", share),
                share,
                old,
                {**new, "man/man1/ls.1.gz": "of another package"},
            )
            with mock.patch.object(
                reference,
                "make",
                lambda _, made: self.lay(made, {"man/man1/rubble-a.1.gz": 5000 * "x"}),
            ):
                self.limited(lambda path: reference.main("tools", path), share)
        self.assertEqual((share / "man/man1/rubble-a.1.gz").read_text(), "new a")

    def test_the_site_is_always_there(self):
        site = self.folder / "site"
        old, new = {"index.html": "old", "tools/a.html": "old a", "gone/b.html": "old b"}, {
            "index.html": "new",
            "tools/a.html": "new a",
            "tools/c.html": "new c",
        }
        self.lay(site, old)
        with mock.patch.object(reference, "references", lambda _: {}), mock.patch.object(
            build, "stage", lambda *_: []
        ):
            with mock.patch.object(
                subprocess, "run", lambda command, **_: self.lay(Path(command[-1]), new)
            ):
                self.watched(lambda: build.main("tools", site), site, old, new)
        self.assertEqual(sorted(os.listdir(self.folder)), ["site"])
        self.assertFalse((site / "gone").exists())

    def test_a_copy(self):
        (self.folder / "a").mkdir()
        (self.folder / "x").write_bytes(b"1")
        output.copy(self.folder / "x", self.folder / "a")
        self.assertEqual((self.folder / "a/x").read_bytes(), b"1")


if __name__ == "__main__":
    unittest.main()
