"""Tables, verdicts and pictures are whole or not there, whatever the disk does in the midst of writing."""
import os
import resource
import signal
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import figure, files, output, verdict  # noqa: E402

ENTRY = {"experiment": "D1", "figure": "1", "metric": "m" * 5000, "published": "1", "obtained": 1.0, "sigma": None, "freedom": None, "unit": "", "tolerance": "ours", "low": 0.0,
         "high": 2.0, "verdict": verdict.PASS, "reason": "", "scale": "demo", "note": ""}


def picture(path):
    found = figure.empty("nothing")
    figure.save(found, path)


WRITERS = {"table.csv": lambda path: files.write_rows(path, [{"run": "r" * 5000}]), "verdict.json": lambda path: verdict.write(path, [ENTRY]), "figure.png": picture, "figure.pdf": picture,
           "figure.svg": picture, "text": lambda path: output.put(path, 5000 * "x"), "bytes": lambda path: output.put(path, 5000 * b"x")}


class Whole(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def limited(self, write, path):
        """As on a full disk: no file may have more than 600 bytes."""
        before, old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN), resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600, old[1]))
        try:
            with self.assertRaises(OSError):
                write(path)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, old)
            signal.signal(signal.SIGXFSZ, before)

    def test_what_was_there_stays(self):
        picture(self.folder / "first.png")  # matplotlib keeps files of its own
        for name, write in WRITERS.items():
            path = self.folder / name
            path.write_bytes(b"old")
            self.limited(write, path)
            self.assertEqual(path.read_bytes(), b"old", name)
        self.assertEqual(sorted(os.listdir(self.folder)), sorted([*WRITERS, "first.png"]))

    def test_links_are_followed(self):
        (self.folder / "far").mkdir()
        for name, write in WRITERS.items():
            link = self.folder / name
            link.symlink_to(Path("far") / name)
            write(link)
            self.assertTrue(link.is_symlink(), name)
            self.assertGreater((self.folder / "far" / name).stat().st_size, 600, name)
        self.assertEqual(len(os.listdir(self.folder / "far")), len(WRITERS))

    def test_a_copy(self):
        (self.folder / "a").mkdir()
        (self.folder / "x").write_bytes(b"1")
        output.copy(self.folder / "x", self.folder / "a")
        self.assertEqual((self.folder / "a/x").read_bytes(), b"1")


if __name__ == "__main__":
    unittest.main()
