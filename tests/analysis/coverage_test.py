"""Coverage of the published figures: each run belongs to a figure; the page of coverage and the
first table of docs/REPRODUCTION.md are up to date."""
import re
import sys
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import coverage, summary_table, verdict  # noqa: E402

WRITE = "run: python3 -m analysis.coverage --write"
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
                list(line.values()), ["Fig. 1", 3, 3, 2, 1, 1, 2, "4", "3", "01234567, ?"]
            )
            self.assertEqual(coverage.not_kept("own"), ["b", "c"])

    def test_configurations_without_a_kept_seed(self):
        runs = {name: {"experiment": "A"} for name in ("a-s1", "a-s2", "b-s1-soft", "b-s2-soft")}
        for kept, expected in (({"a-s2"}, 1), ({"a-s1", "b-s2-soft"}, 0), (set(), 2)):
            with mock.patch.multiple(
                coverage, simulations=lambda study: runs, kept=lambda study: kept
            ):
                line = coverage.counted("own", {**ROW, "runs": "A"}, Costs())
                self.assertEqual(line["no seed kept"], expected, kept)

    def test_each_figure_says_why_runs_are_left_out(self):
        for study in coverage.STUDIES:
            for row in coverage.rows_of(study):
                runs = set(coverage.matching(study, row["runs"]))
                left = runs - coverage.kept(study)
                self.assertEqual(row["left"] != "-", bool(left), (study, row["figure"]))

    def test_each_run_belongs_to_a_figure(self):
        for study in coverage.STUDIES:
            self.assertEqual(coverage.unnamed(study), [], study)

    def test_no_variant_belongs_to_a_published_figure(self):
        for study in coverage.STUDIES:
            lines = [(r, set(coverage.matching(study, r["runs"]))) for r in coverage.rows_of(study)]
            for row, runs in lines:
                for other, variants in lines:
                    if row["published"] != "0" and other["published"] == "0":
                        self.assertFalse(runs & variants, (study, row["figure"], other["figure"]))

    def test_each_figure_has_runs(self):
        for study in coverage.STUDIES:
            for row in coverage.rows_of(study):
                self.assertTrue(coverage.matching(study, row["runs"]), (study, row["figure"]))

    def test_the_page_is_up_to_date(self):
        kept = coverage.COVERAGE.read_text()
        self.assertTrue(kept == coverage.page(), WRITE)

    def test_the_first_table_is_up_to_date(self):
        text = coverage.SUMMARY.read_text()
        found = [row[2] for row in re.finditer(summary_table.ROW, text, re.M)]
        self.assertEqual(found, list(coverage.STUDIES))
        self.assertEqual(summary_table.written(text, coverage.cells), text, WRITE)

    def test_changed_numbers_of_the_first_table_are_written(self):
        text = coverage.SUMMARY.read_text()
        old = re.sub(r"(?<=\| )(\d+)(?= of \d+ \|)", lambda found: f"{found[1]}0", text)
        self.assertNotEqual(old, text)
        self.assertEqual(summary_table.written(old, coverage.cells), text, WRITE)

    def test_runs_that_the_figures_need(self):
        """runs of other rows, such as variants, and runs that prepare bodies are not needed"""
        for study, run in (
            ("collisions", "collide-5000-5000-a20.5-q1-s1"),
            ("collisions", "spin-5000-5000-q3-none-s1"),
            ("collisions", "spin-5000-5000-q3-perp-xy-s1"),
            ("collisions", "elastic-500-dt0.08"),
            ("collisions", "collision-5000-e1.0"),
            ("collisions", "pile-5000"),
            ("accretion", "spheres-512-s1"),
        ):
            self.assertIn(run, coverage.kept(study) & coverage.needed(study))
        for run in ("claim-stiff", "settled-5000", "encounter-5000-5000-a0-q1-s1"):
            self.assertNotIn(run, coverage.needed("collisions"))

    def test_counts_of_the_first_table(self):
        demand = {
            "experiment": "X",
            "figure": "-",
            "metric": "m",
            "published": "1",
            "kind": verdict.NUMBER,
        }
        limits = {"high": 1.0, "tolerance": "ours"}
        entries = [
            verdict.evaluate({**demand, **more}, obtained, "paper", reason=reason)
            for more, obtained, reason in (
                (limits, 0.5, ""),
                (limits, 2.0, ""),
                (limits, 2.0, verdict.MISSING),
                ({**limits, "kind": verdict.TREND}, 0.5, ""),
                ({"reason": verdict.CALIBRATED}, 0.5, ""),
                ({"reason": verdict.CONTRADICTION}, 2.0, ""),
                (limits, 0.5, verdict.SCALE),
                (limits, 0.5, verdict.VARIANT),
                (limits, 2.0, verdict.VARIANT),
            )
        ]
        self.assertEqual(
            summary_table.cells("3 of 4", entries),
            [
                "3 of 4",
                "1 / 1 / 1, 1 calibrated, 1 contradictory, 1 not comparable, 2 variants",
                "1 / 0 / 0",
                "0 / 0 / 0",
            ],
        )

    def test_small_tests_are_counted_apart(self):
        self.assertEqual(summary_table.runs(3, 4, {}), "3 of 4")
        self.assertEqual(
            summary_table.runs(3, 4, {"one or two hulls": (78, 78)}),
            "3 of 4, and 78 tests of one or two hulls",
        )
        self.assertEqual(
            summary_table.runs(3, 4, {"two hulls": (5, 78)}),
            "3 of 4, and 5 of 78 tests of two hulls",
        )
        found = coverage.needed_by_kind("accretion")
        self.assertEqual(set(found), {"", "one or two hulls"})
        self.assertFalse(found[""] & found["one or two hulls"])
        self.assertEqual(set().union(*found.values()), coverage.needed("accretion"))


if __name__ == "__main__":
    unittest.main()
