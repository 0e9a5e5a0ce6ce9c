"""The rules of verdicts: a given reason takes precedence, 2 sigma for differences, both ends of a
band, no verdicts for variants."""
import json
import math
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import summary, uncertainty, verdict, verdict_table  # noqa: E402

BAND = {
    "experiment": "X",
    "figure": "-",
    "metric": "m",
    "published": "a few per cent",
    "low": 0.01,
    "high": 0.1,
    "tolerance": "1 to 10 %",
}
BELOW = {
    "experiment": "X",
    "figure": "-",
    "metric": "d",
    "published": "-10 points",
    "high": 0.0,
    "tolerance": "below 0",
    "difference": True,
}
OPEN = {
    "experiment": "X",
    "figure": "-",
    "metric": "o",
    "published": "-",
    "reason": verdict.UNPUBLISHED,
}


def said(*given, **more):
    entry = verdict.evaluate(*given, "demo", **more)
    return entry["verdict"], entry["reason"]


class Evaluate(unittest.TestCase):
    def test_values_against_both_ends(self):
        self.assertEqual(said(BAND, 0.05), ("pass", ""))
        self.assertEqual(said(BAND, 0.2), ("FAIL", ""))
        self.assertEqual(said(BAND, 0.0), ("FAIL", ""))  # no effect is not "a few per cent"
        self.assertEqual(said(BAND, None), ("FAIL", ""))

    def test_differences_need_two_sigma(self):
        self.assertEqual(said(BELOW, -3.0, sigma=1.4), ("pass", ""))
        self.assertEqual(
            said(BELOW, -3.0, sigma=1.6), ("not evaluated", "limit within uncertainty")
        )
        self.assertEqual(said(BELOW, 3.0, sigma=1.6), ("not evaluated", "limit within uncertainty"))
        self.assertEqual(said(BELOW, 3.0, sigma=1.4), ("FAIL", ""))

    def test_few_bodies_need_more_than_two_sigma(self):
        """Student's t at 95.45 %: 13.97 and 4.53 for one and two degrees of freedom"""
        self.assertEqual(
            said(BELOW, -13.9, sigma=1.0, freedom=1), ("not evaluated", "limit within uncertainty")
        )
        self.assertEqual(said(BELOW, -14.0, sigma=1.0, freedom=1), ("pass", ""))
        self.assertEqual(
            said(BELOW, -4.5, sigma=1.0, freedom=2), ("not evaluated", "limit within uncertainty")
        )
        self.assertEqual(said(BELOW, 4.6, sigma=1.0, freedom=2), ("FAIL", ""))
        self.assertEqual(
            verdict.number(
                verdict.evaluate({**BELOW, "unit": "%"}, -4.0, "demo", sigma=1.0, freedom=2)
            ),
            "-4 +- 1 % (2 d.o.f.)",
        )

    def test_sigmas_are_quantiles(self):
        """Student's density, integrated by Simpson's rule, has within these limits the probability
        of the normal density within 2 sigma"""
        for freedom in (1, 1.5, 2, 3, 4, 7.5, 10, 30, 1000):
            x = np.linspace(0, uncertainty.sigmas(freedom), 20001)
            weight = np.ones(len(x))
            weight[1:-1:2], weight[2:-1:2] = 4, 2
            norm = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(
                freedom * math.pi
            )
            inside = (
                2 * norm * (weight * (1 + x * x / freedom) ** (-(freedom + 1) / 2)).sum() * x[1] / 3
            )
            if freedom == 1.5:  # counts as 1: the interval is too wide, never too narrow
                self.assertGreater(inside, math.erf(2**0.5))
            else:
                self.assertAlmostEqual(inside, math.erf(2**0.5), delta=2e-4)
        self.assertEqual(uncertainty.sigmas(math.inf), 2)

    def test_sigmas_of_several_intervals(self):
        """Abramowitz & Stegun 1964, Table 26.10: quantiles of Student's t at probabilities outside
        of 0.01 and 0.002"""
        outside = math.erfc(2**0.5)
        for freedom, most, least in ((1, 63.657, 318.309), (2, 9.925, 22.327), (20, 2.845, 3.552)):
            self.assertAlmostEqual(uncertainty.sigmas(freedom, outside / 0.01), most, delta=2e-3)
            self.assertAlmostEqual(uncertainty.sigmas(freedom, outside / 0.002), least, delta=2e-3)

    def test_rate_of_false_verdicts(self):
        """two seeds each from the same distribution: the mean of two is reported as different from
        0 in 4.55 % of all cases"""
        draws = np.random.default_rng(1).normal(size=(4000, 2))
        evaluated = sum(
            said(BELOW, mean, sigma=error, freedom=freedom)[0] != "not evaluated"
            for mean, error, freedom in map(uncertainty.mean, draws)
        )
        self.assertAlmostEqual(evaluated / len(draws), 0.0455, delta=0.01)

    def test_differences_need_a_standard_error(self):
        for unknown in (None, math.nan):
            self.assertEqual(
                said(BELOW, -30.0, sigma=unknown), ("not evaluated", "no second realisation")
            )

    def test_a_limit_within_the_uncertainty_gives_no_verdict(self):
        self.assertEqual(said(BAND, 0.05, sigma=0.019), ("pass", ""))
        self.assertEqual(
            said(BAND, 0.05, sigma=0.021), ("not evaluated", "limit within uncertainty")
        )
        self.assertEqual(said(BAND, 0.001, sigma=0.0044), ("FAIL", ""))

    def test_brackets(self):
        ratio = {**BAND, "low": 0.667, "high": 1.5}
        self.assertEqual(said(ratio, 1.2, bracket=(1.0, 1.4)), ("pass", ""))
        self.assertEqual(said(ratio, 2.0, bracket=(1.6, 2.5)), ("FAIL", ""))
        self.assertEqual(
            said(ratio, 1.4, bracket=(1.0, 2.0)), ("not evaluated", "run not available")
        )
        # The bracket of the runs is on one side of the limit, but the interval for other seeds
        # includes it: more runs would not help.
        self.assertEqual(
            said(ratio, 1.2, bracket=(1.0, 1.4), interval=(0.8, 1.6)),
            ("not evaluated", "limit within uncertainty"),
        )
        self.assertEqual(said(ratio, 1.2, bracket=(1.0, 1.4), interval=(0.9, 1.45)), ("pass", ""))
        self.assertEqual(
            said(ratio, 1.4, bracket=(1.0, 2.0), interval=(0.8, 2.2)),
            ("not evaluated", "run not available"),
        )

    def test_distance_beyond_the_limits(self):
        for demand, obtained, far in (
            (BAND, 0.05, 0),
            (BAND, 0.19, 1),
            (BAND, 0.0, 0.01 / 0.09),
            (BELOW, 3.0, 1),
            ({**BELOW, "high": 2.0}, 3.0, 0.5),
            (OPEN, 3.0, 0),
        ):
            self.assertAlmostEqual(summary.beyond(verdict.evaluate(demand, obtained, "demo")), far)
        self.assertEqual(summary.beyond(verdict.evaluate(BAND, None, "demo")), math.inf)

    def test_no_number_is_no_verdict(self):
        for wrong in (math.nan, math.inf, -math.inf):
            for more in ({}, {"sigma": 1.0}, {"reason": verdict.MISSING}):
                self.assertRaises(ValueError, verdict.evaluate, BELOW, wrong, "demo", **more)
        self.assertEqual(
            said(BELOW, None, reason=verdict.MISSING), ("not evaluated", "run not available")
        )

    def test_files_are_json(self):
        entry = {**verdict.evaluate(BAND, 0.05, "demo"), "obtained": math.nan}
        with tempfile.TemporaryDirectory() as folder:
            self.assertRaises(ValueError, verdict.write, Path(folder, "verdict.json"), [entry])
            self.assertFalse(Path(folder, "verdict.json").exists())

    def test_order_of_reasons(self):
        small = {**BELOW, "scales": ["paper"]}
        self.assertEqual(
            said(small, -30.0, sigma=1.0), ("not evaluated", "not comparable at this scale")
        )
        self.assertEqual(
            said(small, -30.0, sigma=1.0, reason=verdict.VARIANT), ("not evaluated", "variant")
        )
        self.assertEqual(
            said(OPEN, 1.0, reason=verdict.MISSING), ("not evaluated", "not published")
        )
        # for any number
        self.assertEqual(said(BAND, 0.05, reason=verdict.VARIANT), ("not evaluated", "variant"))

    def test_why_there_is_no_number_precedes_that_none_is_published(self):
        for reason in (verdict.RUN_FAILED, verdict.MISSING, verdict.CENSORED):
            self.assertEqual(said(OPEN, None, reason=reason), ("not evaluated", reason))
            self.assertEqual(said(OPEN, 1.0, reason=reason), ("not evaluated", "not published"))
        for reason in ("", verdict.ALONE, verdict.UNCERTAIN):
            self.assertEqual(said(OPEN, None, reason=reason), ("not evaluated", "not published"))
        # other reasons of the demand hold without a number, too
        by_method = {**OPEN, "reason": verdict.BY_CONSTRUCTION}
        self.assertEqual(
            said(by_method, None, reason=verdict.MISSING), ("not evaluated", "by construction")
        )

    def test_a_failed_run_is_named_where_no_number_is_published(self):
        missing = verdict.evaluate(OPEN, None, "demo", reason=verdict.MISSING)
        entry = verdict.without_failed(missing, ["pile-s1"])
        self.assertEqual((entry["reason"], entry["note"]), ("run failed", "Failed: pile-s1."))

    def test_entries_that_break_the_rules(self):
        entry = verdict.evaluate(BAND, 0.05, "demo")
        for broken in (
            {"verdict": "not evaluated", "reason": ""},
            {"verdict": "not evaluated", "reason": "too hard"},
            {"verdict": "pass", "reason": "variant"},
            {"verdict": "good", "reason": ""},
        ):
            with self.assertRaises(ValueError):
                verdict.write("/dev/null", [{**entry, **broken}])
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "verdict.json")
                path.write_text(json.dumps([{**entry, **broken}]))
                self.assertRaises(ValueError, verdict.read, [path])

    def test_text(self):
        entry = verdict.evaluate(BELOW, -3.0, "demo", sigma=1.6)
        self.assertEqual(verdict.number(entry), "-3 +- 1.6")
        self.assertEqual(verdict.said(entry), "not evaluated: limit within uncertainty")
        variant = verdict.evaluate(BAND, 0.05, "demo", reason=verdict.VARIANT)
        self.assertEqual(verdict.said(variant), "variant, not evaluated")
        self.assertEqual(
            verdict_table.count([entry, variant, verdict.evaluate(BAND, 0.05, "demo")]),
            "own numerics: 1 pass, 0 FAIL, 2 not evaluated (limit within uncertainty: 1, "
            "variant: 1)",
        )


def of(kind, demand=BAND, obtained=0.05, **more):
    return verdict.evaluate({**demand, "kind": kind, **more}, obtained, "demo")


class Kinds(unittest.TestCase):
    """Numbers and trends that the paper prints, and own numerics, are counted separately."""

    def test_three_counts(self):
        entries = [
            of(verdict.OWN),
            of(verdict.OWN),
            of(verdict.NUMBER),
            of(verdict.NUMBER, obtained=0.2),
            of(verdict.TREND, OPEN),
            of(verdict.TREND, OPEN, reason=verdict.CALIBRATED),
            of(verdict.TREND, OPEN, reason=verdict.CONTRADICTION),
        ]
        self.assertEqual(
            verdict_table.counts(entries),
            [
                "printed numbers: 1 pass, 1 FAIL, 0 not evaluated",
                "printed trends: 0 pass, 0 FAIL, 1 calibrated, 1 contradiction within the paper, "
                "1 not evaluated (not published: 1)",
                "own numerics: 2 pass, 0 FAIL, 0 not evaluated",
            ],
        )

    def test_entries_have_a_kind(self):
        self.assertEqual(verdict.evaluate(BAND, 0.05, "demo")["kind"], verdict.OWN)
        for kind in (None, "number"):
            with self.assertRaises(ValueError):
                verdict.check({**of(verdict.OWN), "kind": kind})

    def test_named_reasons_are_neither_pass_nor_failure(self):
        """whatever the number is; without it, the reason says why there is none"""
        for reason in verdict.NAMED:
            demand = {**OPEN, "reason": reason, "scales": ["demo"]}
            for obtained in (0.0, 1e9):
                entry = verdict.evaluate(demand, obtained, "demo", reason=verdict.MISSING)
                self.assertEqual((entry["verdict"], entry["reason"]), ("not evaluated", reason))
                self.assertEqual(verdict.said(entry), reason)
            self.assertEqual(
                said(demand, None, reason=verdict.MISSING), ("not evaluated", "run not available")
            )
            self.assertEqual(
                said(demand, 1.0, reason=verdict.VARIANT), ("not evaluated", "variant")
            )
            elsewhere = verdict.evaluate(demand, None, "paper", reason=verdict.MISSING)
            self.assertEqual(elsewhere["reason"], verdict.SCALE)
            # the caller can give it as well, even if the number is within the limits
            self.assertEqual(said(BAND, 0.05, reason=reason), ("not evaluated", reason))

    def test_difference_from_the_published_number(self):
        for published, more, text in (
            ("193", {}, "+7"),
            ("about 193", {}, "+7"),
            ("193 +- 2 h (Table 1)", {"unit": "h"}, "+7 h"),
            ("193 h", {"unit": "h"}, "+7 h"),
            ("193 %: the largest", {"unit": "%"}, "+7 points"),
            ("-1e2 points", {"unit": "points"}, "+300 points"),
            # another unit, several numbers, a number within words: no published number
            ("193 min", {"unit": "h"}, ""),
            ("193 min", {}, ""),
            ("193 to 195", {}, ""),
            ("193 of 200", {}, ""),
            ("above 193", {}, ""),
            ("a few", {}, ""),
            ("193 of 200", {"value": 193}, "+7"),
            ("193", {"value": 190.0}, "+10"),
        ):
            entry = of(verdict.NUMBER, OPEN, 200.0, published=published, **more)
            self.assertEqual(verdict_table.difference(entry), text, published)
        self.assertEqual(verdict_table.difference(of(verdict.NUMBER, OPEN, None, value=1.0)), "")

    def test_table_has_kind_choice_and_difference(self):
        """also of a number that is not evaluated"""
        chosen = {**BELOW, "published": "-10 h", "unit": "h", "chosen": "Before the first run."}
        row = verdict_table.markdown([of(verdict.NUMBER, chosen, -30.0)]).splitlines()[-1]
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        self.assertEqual(
            dict(zip(verdict_table.HEAD, cells)),
            {
                "id": "X",
                "figure": "-",
                "metric": "d",
                "published": "-10 h",
                "obtained": "-30 h",
                "difference": "-20 h",
                "tolerance": "below 0. Before the first run",
                "kind": "printed number",
                "verdict": "not evaluated: no second realisation",
                "note": "",
            },
        )


class Commands(unittest.TestCase):
    def test_tables_need_no_plots(self):
        """scripts that only print work without matplotlib"""
        data = ROOT / "docs" / "results" / "collisions" / "demo" / "fig3" / "data.csv"
        code = (
            "import runpy, sys; sys.modules['matplotlib'] = None; sys.path.insert(0, '{0}'); "
            "sys.argv.pop(0); runpy.run_module('{1}', run_name='__main__', alter_sys=True)"
        )
        verdicts = data.with_name("verdict.json")
        for folder, module, file in (
            ("workflows/collisions", "resolution", data),
            (".", "analysis.verdict", verdicts),
        ):
            done = subprocess.run(
                [sys.executable, "-c", code.format(folder, module), module, str(file)],
                cwd=ROOT,
                capture_output=True,
                text=True,
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("\n| ", done.stdout)

    def test_missing_files_give_one_line(self):
        for module, path, message in (
            ("again", "docs/results/absent/paper", "expected a folder of docs/results with tables"),
            ("again", "docs", "expected a folder of docs/results with tables"),
            ("verdict", "docs/results/absent/verdict.json", "no such file"),
        ):
            done = subprocess.run(
                [sys.executable, "-m", f"analysis.{module}", path],
                cwd=ROOT,
                capture_output=True,
                text=True,
            )
            self.assertEqual(done.returncode, 2, path)
            self.assertIn(message, done.stderr.strip().split("\n")[-1])
            self.assertNotIn("Traceback", done.stderr)


class Demands(unittest.TestCase):
    def read(self, text, kind='kind = "own numerics"\n'):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "published.toml")
            path.write_text(
                '[a]\nexperiment = "X"\nfigure = "-"\nmetric = "m"\npublished = "-"\n'
                + ("" if re.search("^kind", text, re.M) else kind)
                + text
            )
            return verdict.demands(path)

    def test_kind_is_required(self):
        """the message names the file, the demand, and the allowed words"""
        with self.assertRaises(ValueError) as caught:
            self.read('reason = "not published"\n', kind="")
        for word in ("published.toml", "[a]", *verdict.KINDS):
            self.assertIn(word, str(caught.exception))

    def test_choice_of_limits_is_required(self):
        """only of limits of our own"""
        ours = 'low = 1\ntolerance = "above 1 (ours)"\n'
        for chosen in ("", 'chosen = ""\n', 'chosen = "Round."\n'):
            with self.assertRaises(ValueError) as caught:
                self.read(ours + chosen)
            for word in ("published.toml", "[a]", *verdict.CHOSEN):
                self.assertIn(word, str(caught.exception))
        for word in verdict.CHOSEN:
            self.read(ours + f'chosen = "{word} run: round."\n')
        self.read('low = 1\ntolerance = "above 1"\n')
        self.read('reason = "not published"\ntolerance = "ours"\n')

    def refused(self, text):
        self.assertRaises(ValueError, self.read, text)

    def test_neither_limits_nor_reason(self):
        self.refused("")
        self.refused('low = 1\ntolerance = "above 1"\nreason = "not published"\n')
        self.refused('reason = "not looked at"\n')
        self.refused("low = 1\n")
        self.refused('low = 1\nhigh = 0\ntolerance = "none"\n')

    def test_kinds_and_reasons(self):
        """the message names the file, the demand, and the allowed words"""
        for text, words in (
            ('kind = "number"\n', verdict.KINDS),
            ('low = 1\ntolerance = "t"\nkind = ""\n', verdict.KINDS),
            ('reason = "too hard"\n', verdict.DEMANDED),
        ):
            reason = "" if "tolerance" in text or "reason" in text else 'reason = "not published"\n'
            with self.assertRaises(ValueError) as caught:
                self.read(reason + text)
            for word in ("published.toml", "[a]", *words):
                self.assertIn(word, str(caught.exception))

    def test_kind_and_choice_are_kept(self):
        (demand,) = self.read(
            'low = 1\ntolerance = "ours"\nkind = "printed trend"\n'
            'chosen = "Before the first run."\n'
        ).values()
        entry = verdict.evaluate(demand, 2.0, "demo")
        self.assertEqual((entry["kind"], entry["chosen"]), (verdict.TREND, "Before the first run."))

    def test_demands_of_the_studies(self):
        for path in sorted(ROOT.glob("workflows/*/config/published.toml")):
            self.assertGreater(len(verdict.demands(path)), 1, path)


class Scatter(unittest.TestCase):
    def test_pooled(self):
        # Sums of squares 2 and 2 with one degree of freedom each: sqrt(4 / 2).
        deviation, freedom = uncertainty.pooled([[1, 3], [10, 12], [5]])
        self.assertAlmostEqual(deviation, math.sqrt(2))
        self.assertEqual(freedom, 2)
        self.assertTrue(math.isnan(uncertainty.pooled([[1], [2]])[0]))

    def test_mean(self):
        self.assertEqual(uncertainty.mean([1.0, 3.0]), (2.0, 1.0, 1))
        self.assertTrue(math.isnan(uncertainty.mean([1.0])[1]))

    def test_of_mean(self):
        """Welch and Satterthwaite: equal errors add their degrees of freedom, a dominant error
        keeps its own"""
        error, freedom = uncertainty.of_mean([3.0, 3.0, 3.0, 3.0], [1, 1, 1, 1])
        self.assertAlmostEqual(error, 1.5)
        self.assertAlmostEqual(freedom, 4)
        self.assertAlmostEqual(uncertainty.of_mean([1.0, 0.0], [1, 9])[1], 1)
        self.assertEqual(uncertainty.of_mean([0.0, 0.0], [1, 2]), (0.0, 3))

    def test_turned_bodies_are_one(self):
        runs = [{"piles": "a", "m": 1.0}, {"piles": "a", "m": 3.0}, {"piles": "b", "m": 5.0}]
        self.assertEqual(list(uncertainty.per_realisation(runs, lambda run: run["m"])), [2.0, 5.0])


if __name__ == "__main__":
    unittest.main()
