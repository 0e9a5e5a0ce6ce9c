"""Coverage of the published figures: each run belongs to a figure, and the page is up to date."""
import sys
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import coverage  # noqa: E402

ROW = {"figure": "Fig. 1", "published": 3, "runs": "a-*,X"}
RUNS = {
    "a-1-s1": {"experiment": "A"},
    "a-1-s2": {"experiment": "A"},
    "b": {"experiment": "X"},
    "c": {"experiment": "C"},
}


class Costs:
    """Each kept run costs 2 core hours, any other is estimated to cost 3."""

    def of(self, study, scale, run):
        return (2.0, "measured") if run in ("a-1-s1", "a-1-s2") else (3.0, "study")


class Coverage(unittest.TestCase):
    def test_counts(self):
        with mock.patch.multiple(
            coverage,
            simulations=lambda study: RUNS,
            kept=lambda study: {"a-1-s1", "a-1-s2"},
            commits=lambda study: {"a-1-s1": "0123456789ab"},
        ):
            line = coverage.counted("own", ROW, Costs())
            self.assertEqual(
                list(line.values()), ["Fig. 1", 3, 3, 2, 1, 2, "4", "3", "01234567, ?"]
            )
            self.assertEqual(coverage.not_kept("own"), ["b", "c"])

    def test_each_run_belongs_to_a_figure(self):
        for study in coverage.STUDIES:
            self.assertEqual(coverage.unnamed(study), [], study)

    def test_each_figure_has_runs(self):
        for study in coverage.STUDIES:
            for row in coverage.rows_of(study):
                self.assertTrue(coverage.matching(study, row["runs"]), (study, row["figure"]))

    def test_the_page_is_up_to_date(self):
        kept = (ROOT / "docs/reproduction/coverage.md").read_text()
        self.assertTrue(
            kept == coverage.page(),
            "run: python3 -m analysis.coverage > docs/reproduction/coverage.md",
        )


if __name__ == "__main__":
    unittest.main()
