"""docs/results stays small and is reproducible (docs/decisions/0059-size-of-docs-results.md)."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import png, study, verdict  # noqa: E402

MOST = 13_000_000  # [bytes]
ENTRY = {
    "experiment": "D1",
    "figure": "-",
    "metric": "m",
    "published": "-",
    "reason": verdict.UNPUBLISHED,
}


def kept():
    """=> the files of docs/results that git does not ignore; all files outside of a checkout"""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", study.RESULTS],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    paths = (
        [ROOT / name for name in listed.stdout.split("\0") if name]
        if listed.returncode == 0
        else study.RESULTS.rglob("*")
    )
    return [path for path in paths if path.is_file()]


class Kept(unittest.TestCase):
    def test_size(self):
        self.assertLess(sum(path.stat().st_size for path in kept()), MOST)

    def test_files(self):
        found = kept()
        self.assertGreater(len(found), 300)
        self.assertEqual(
            {path.suffix for path in found} - {".csv", ".tsv", ".json", ".md", ".png"}, set()
        )
        pictures = [path for path in found if path.suffix == ".png"]
        self.assertEqual([path for path in pictures if path.stat().st_size > png.MOST], [])
        figures = [path.parent for path in pictures if path.name == "figure.png"]
        self.assertEqual([path for path in figures if not study.pictured(path)], [])

    def test_scales_whose_pictures_are_kept(self):
        for name, kept in (
            ("accretion/paper/reach", True),
            ("accretion/demo/reach", True),
            ("strength/demo/strengths", True),
            ("accretion/smoke/reach", False),
            ("accretion/demo/fig8", False),
            ("accretion/demo/none", False),
        ):
            self.assertEqual(study.pictured(study.RESULTS / name), kept, name)
        for name in ("accretion/demo/reach", "strength/demo/strengths"):
            self.assertTrue((study.RESULTS / name / "figure.png").exists(), name)


class Digits(unittest.TestCase):
    def test_last_digits_of_a_fit_are_not_written(self):
        """values of one fit on two machines"""
        with tempfile.TemporaryDirectory() as folder:
            path, written = Path(folder, "verdict.json"), set()
            for value in (1.9476151872491028, 1.9476151872491054):
                verdict.write(
                    path, [verdict.evaluate(ENTRY, value, "demo", sigma=value / 3, freedom=value)]
                )
                written.add(path.read_text())
            self.assertEqual(len(written), 1)
            verdict.write(path, verdict.read([path]))
            self.assertEqual({path.read_text()}, written)

    def test_kept_verdicts_are_rounded(self):
        for path in kept():
            if path.name == "verdict.json":
                entries = verdict.read([path])
                self.assertEqual(entries, [verdict.rounded(entry) for entry in entries], path)


if __name__ == "__main__":
    unittest.main()
