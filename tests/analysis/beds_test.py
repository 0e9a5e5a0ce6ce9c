"""Functions of the inclined bed of the philosophies study: slip, avalanche angle, and directions of
the field in the table of runs. The collapse of the spread from equal coefficients to equal angles.
"""
import contextlib
import io
import math
import sys
import tempfile
import tomllib
import types
import unittest
import unittest.mock
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import output, rubble, study, verdict, workflow  # noqa: E402

workflow.find_modules("philosophies")
import beds  # noqa: E402
import philosophies as ph  # noqa: E402
import spread_collapse  # noqa: E402
import spreads  # noqa: E402
import table_plot  # noqa: E402

CONFIG = ROOT / "workflows" / "philosophies" / "config"
DEMANDS = verdict.demands(CONFIG / "published.toml")


def runs(outcomes, variant="3", matching="A", seed=1):
    """({inclination: whether the bed flows, or its slip}) => rows of the runs"""
    return [
        {
            **beds.named(f"bed-{variant}-{matching}-a{angle:g}-200-s{seed}/track.h5"),
            "friction": 0.5,
            "slip": float(slip),
        }
        for angle, slip in outcomes.items()
    ]


def table_rows():
    return list(rubble.rows.tsv_texts(CONFIG / "params.tsv"))


class Slip(unittest.TestCase):
    def test_is_that_of_the_last_quarter_along_x(self):
        time = 100.0 + np.arange(0, 81, 8)
        momentum = np.zeros((len(time), 3))
        momentum[:, 0], momentum[:, 2] = 6.0, 100.0
        momentum[time < 140, 0] = 1e6  # before the last quarter
        # 3 m/s for 20 s; the quarter begins at 160 s, between two records
        found = beds.slip({"time": time, "momentum": momentum}, 2.0, 4.0)
        self.assertAlmostEqual(found, 15)

    def test_up_the_slope_is_no_flow(self):
        s = {"time": np.array([0.0, 4.0]), "momentum": np.array([[-8.0, 0, 0], [-8.0, 0, 0]])}
        self.assertAlmostEqual(beds.slip(s, 2.0, 1.0), -4)
        self.assertFalse(beds.flows(-4))
        self.assertTrue(beds.flows(1.01 * beds.FLOWS))
        self.assertFalse(beds.flows(beds.FLOWS))


class AvalancheAngle(unittest.TestCase):
    def test_is_between_rest_and_flow(self):
        found = beds.avalanche_angle(runs({24: True, 20: False, 21: False, 22.5: True}))
        self.assertEqual(found, (21.75, 0.75))

    def test_of_outcomes_that_alternate(self):
        found = beds.avalanche_angle(runs({20: False, 21: True, 22: False, 23: True}))
        self.assertEqual(found, (21.5, 1.5))

    def test_is_that_of_the_median_over_the_beds(self):
        """the means over the three beds, 3.1 at 21 degrees and 0.3 at 22, would give 20.5"""
        rows = (
            runs({20: 0, 21: 0.1, 22: 0.4})
            + runs({20: 0, 21: 0.2, 22: 0.5}, seed=2)
            + runs({20: 0, 21: 9, 22: 0}, seed=3)
        )
        self.assertEqual(beds.avalanche_angle(rows), (21.5, 0.5))
        self.assertEqual(beds.angles(rows)[0]["beds"], 3)

    def test_counts_the_beds_of_the_median(self):
        """beds 2 and 3 have no run at 21 degrees"""
        rows = runs({21: 0, 22: 1}) + runs({22: 1}, seed=2) + runs({22: 1}, seed=3)
        self.assertEqual(beds.angles(rows)[0]["beds"], 1)

    def test_needs_rest_and_flow(self):
        self.assertEqual(beds.avalanche_angle(runs({20: False, 21: False})), (None, None))
        self.assertEqual(beds.avalanche_angle(runs({20: True, 21: True})), (None, None))
        # all inclinations at rest lie above one that flows
        self.assertEqual(beds.avalanche_angle(runs({20: True, 21: False})), (None, None))

    def test_of_each_variant_and_matching(self):
        rows = (
            runs({20: False, 21: True})
            + runs({25: False, 26: True}, "2b", "B")
            + runs({5: True}, "3", "mu0")
        )
        found = {(row["variant"], row["matching"]): row["angle"] for row in beds.angles(rows)}
        expected = {
            ("3 Contact Dynamics", "equal coefficients"): 20.5,
            ("2b rolling friction", "equal avalanche angle"): 25.5,
            ("3 Contact Dynamics", "no friction"): None,
        }
        self.assertEqual(found, expected)

    def entries(self, rows):
        """=> {variant and matching: entry} at demo scale, with the reason of the caller"""
        demand = {key: value for key, value in DEMANDS["avalanche"].items() if key != "reason"}
        finish = workflow.script("philosophies", "bed").finish
        found, page = finish({"data": rows}, {"avalanche": demand}, "demo")
        self.assertEqual(page is None, not rows)
        start = demand["metric"] + ", "
        return {entry["metric"].removeprefix(start): entry for entry in found}

    def test_entries(self):
        found = self.entries(runs({20: False, 21: True}))
        # also of the variants without a run
        self.assertEqual(len(found), 8)
        entry = found.pop("3 Contact Dynamics, equal coefficients")
        self.assertEqual(entry["obtained"], 20.5)
        self.assertIn("0.5 degrees", entry["note"])
        for other in (found, self.entries([])):
            reasons = {(entry["obtained"], entry["reason"]) for entry in other.values()}
            self.assertEqual(reasons, {(None, verdict.MISSING)})

    def test_entry_without_flow(self):
        rows = [
            row for seed in (1, 2, 3) for row in runs(dict.fromkeys((21, 22, 23), 0), seed=seed)
        ]
        where = "3 Contact Dynamics, equal coefficients"
        entry = self.entries(rows)[where]
        self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.CENSORED))
        self.assertIn("beds: 3. The inclinations of the runs do not enclose", entry["note"])
        # a run at 23 degrees, where beds flow, may be the one that is not available
        entry = self.entries([row for row in rows if row["inclination"] < 23])[where]
        self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.MISSING))


class Written(unittest.TestCase):
    def test_angles_contain_kept_runs(self):
        """rows of two beds in docs/results, and of a third bed that is present"""
        bed = workflow.script("philosophies", "bed")
        outcomes = {21: False, 22: True}
        with tempfile.TemporaryDirectory() as place:
            kept = Path(place, "philosophies", "demo", "bed")
            kept.mkdir(parents=True)
            output.write_rows(kept / "data.csv", runs(outcomes, seed=1) + runs(outcomes, seed=2))
            output.write_rows(kept / "angles.csv", [{"angle": 1.0}])
            folder = Path(place, "bed")
            folder.mkdir()
            job = types.SimpleNamespace(
                input=types.SimpleNamespace(published=CONFIG / "published.toml"),
                output=types.SimpleNamespace(),
                params=None,
                wildcards=types.SimpleNamespace(scale="demo"),
                config={"kept": 1},
            )
            with unittest.mock.patch.object(
                study, "RESULTS", Path(place)
            ), unittest.mock.patch.object(study.figure, "save"), contextlib.redirect_stderr(
                io.StringIO()
            ):
                study.written(
                    job,
                    folder,
                    lambda *_: {"data": runs(outcomes, seed=3)},
                    bed.finish,
                    None,
                    None,
                    bed.derive,
                )
            (row,) = rubble.rows.read_csv(folder / "angles.csv")
        self.assertEqual((row["angle"], row["beds"]), (21.5, 3))

    def test_tables_of_diagnostics_are_derived(self):
        table = workflow.script("philosophies", "table")
        found = table.derive({"data": []})
        self.assertEqual(set(found), {"means", "variances", "collapses"})
        given = types.SimpleNamespace(rests=[], spins=[], piles=[], frees=[])
        self.assertEqual(table.collect(given, None), {"data": []})


class Medians(unittest.TestCase):
    def test_one_bed_does_not_decide(self):
        rows = [
            {"inclination": 22.0, "seed": seed, "slip": slip}
            for seed, slip in ((1, 0.1), (2, 0.2), (3, 9.0))
        ]
        self.assertEqual(beds.median_slips(rows), {22.0: 0.2})

    def test_of_beds_with_all_inclinations(self):
        rows = [
            {"inclination": angle, "seed": seed, "slip": slip}
            for angle, seed, slip in ((21.0, 1, 0.1), (22.0, 1, 0.4), (22.0, 2, 0.0))
        ]
        self.assertEqual(beds.median_slips(rows), {21.0: 0.1, 22.0: 0.4})
        self.assertEqual(beds.median_slips([]), {})


class Table(unittest.TestCase):
    def test_fields_have_the_inclination_of_the_name(self):
        level = workflow.script(".", "run_config").read(CONFIG / "bed-settle.toml")
        strength = -level["external"]["uniform"][2]
        count = 0
        for row in table_rows():
            if row["experiment"] != "bed":
                continue
            count += 1
            x, y, z = tomllib.loads(f"field = {row['external.uniform']}")["field"]
            angle = math.radians(beds.named(f"{row['run']}/track.h5")["inclination"])
            self.assertAlmostEqual(x / strength, math.sin(angle), delta=1e-3, msg=row["run"])
            self.assertAlmostEqual(-z / strength, math.cos(angle), delta=1e-3, msg=row["run"])
            self.assertEqual(y, 0)
        self.assertGreater(count, 3)

    def test_2b_alone_has_a_coefficient_of_matching_b(self):
        """all scales and protocols of matching B have the same coefficient, also on the bed"""
        found = {}
        for row in table_rows():
            parts = row["run"].split("-")
            if len(parts) > 2 and parts[2] == "B":
                friction = row["contact.sliding.friction"] or row["contact.friction"]
                found.setdefault(parts[1], set()).add(float(friction))
        self.assertEqual({name: len(values) for name, values in found.items()}, {"2b": 1})


class Collapses(unittest.TestCase):
    def test_of_variants_with_both_matchings(self):
        rows = [
            {"variant": ph.VARIANTS[v], "matching": ph.MATCHINGS[m], "seed": seed, "value": x + e}
            for (v, m), x in {
                ("2b", "A"): 0.0,
                ("5", "A"): 4.0,
                ("5s", "A"): 9.0,
                ("2b", "B"): 1.0,
                ("5", "B"): 2.0,
            }.items()
            for seed, e in enumerate((0.0, 1.0))
        ]
        self.assertEqual(spread_collapse.tuned(rows, ("1", "2b", "5", "5s")), ["2b", "5"])
        # seeds as blocks leave no residual: spreads sqrt(8) and sqrt(1 / 2)
        self.assertAlmostEqual(spread_collapse.collapses(rows, ["2b", "5"])["blocked"].value, 0.75)
        found = spread_collapse.rows_of(rows, "spin")
        self.assertEqual(found[0]["variants"], "variants 2b, 5")
        self.assertAlmostEqual(found[0]["K"], 0.75)
        texts = table_plot.collapses_of(found, ["spin", "shape"])
        self.assertEqual(list(texts), ["collapse K of variants 2b, 5"])
        # two piles are too few for an interval
        self.assertEqual(texts["collapse K of variants 2b, 5"], ["0.75 (n = 2)", ""])
        self.assertEqual((found[0]["low"], found[0]["seeds"]), (None, 2))

    def test_over_the_seeds_of_all_variants(self):
        rows = [
            {
                "variant": ph.VARIANTS[v],
                "matching": ph.MATCHINGS[m],
                "seed": seed,
                "value": 1.0 * seed,
            }
            for v, m, seed in (("3", "A", 1), ("2b", "A", 1), ("2b", "B", 2))
        ]
        both = spreads.with_unchanged(rows)
        self.assertEqual(spread_collapse.collapses(both, ["2b", "3"]), {})
        (found,) = spread_collapse.rows_of(rows, "spin")
        self.assertEqual((found["K"], found["seeds"]), (None, None))

    def test_sets_have_the_names_of_their_variants(self):
        rows = [
            {"variant": ph.VARIANTS[v], "matching": ph.MATCHINGS[m], "seed": 1, "value": 1.0}
            for v, m in (("1", "A"), ("3", "A"), ("5", "A"), ("2b", "A"), ("2b", "B"))
        ]
        found = spreads.compared(spreads.with_unchanged(rows))
        equal, tuned = spreads.BOTH
        self.assertEqual(
            [(matching, name) for matching, name, _ in found],
            [
                (equal, "variants 1, 2b, 3, 5"),
                (equal, "variants 1, 3"),
                (tuned, "variants 1, 2b, 3"),
            ],
        )

    def test_with_unchanged_variants(self):
        """runs of variant 3 with equal coefficients are also those with equal angles"""
        rows = [
            {"variant": ph.VARIANTS[v], "matching": ph.MATCHINGS[m], "seed": seed, "value": x + e}
            for (v, m), x in {("2b", "A"): 0.0, ("3", "A"): 4.0, ("2b", "B"): 3.0}.items()
            for seed, e in enumerate((0.0, 1.0))
        ]
        # the spreads are sqrt(8) and sqrt(1 / 2)
        (found,) = spread_collapse.rows_of(rows, "spin")
        self.assertEqual(found["variants"], "variants 2b, 3")
        self.assertAlmostEqual(found["K"], 0.75)
        self.assertEqual(spread_collapse.compared([r for r in rows if r["variant"][0] == "3"]), [])
        matchings = {row["matching"] for row in spreads.rows_of(rows, "spin")}
        self.assertEqual(matchings, {ph.MATCHINGS["A"], ph.MATCHINGS["B"]})

    def test_unchanged_variants_are_not_run_again(self):
        tuned = {r["run"].split("-")[1] for r in table_rows() if "-B-" in r["run"]}
        self.assertEqual(tuned & set(spreads.UNCHANGED), set())

    def values(self, equal, tuned):
        """(values of 2b with equal coefficients and with equal angles at the seeds 1, 2, ...) =>
        rows of 2b, and of 3 with the values 0, 0.1, ..."""
        cases = {
            ("2b", "A"): equal,
            ("2b", "B"): tuned,
            ("3", "A"): [0.1 * seed for seed in range(len(equal))],
        }
        return [
            {"variant": ph.VARIANTS[v], "matching": ph.MATCHINGS[m], "seed": seed, "value": value}
            for (v, m), values in cases.items()
            for seed, value in enumerate(values, 1)
        ]

    def test_needs_a_spread_with_equal_coefficients(self):
        """the paired differences of the variants are 0.26 +- 0.056 and 0 +- 0.084"""
        for equal, p, evaluated in (
            ([0.35, 0.35, 0.25, 0.6, 0.75], 0.0095, True),
            ([0.3, 0.0, 0.2, 0.1, 0.4], 1.0, False),
        ):
            rows = self.values(equal, [1.0, 1.2, 1.1, 1.4, 1.3])
            found = spread_collapse.collapses(spreads.with_unchanged(rows), ["2b", "3"])
            self.assertAlmostEqual(found["equal coefficients"].p, p, delta=0.001)
            self.assertEqual(evaluated, "blocked" in found)
            (row,) = spread_collapse.rows_of(rows, "c / a")
            self.assertAlmostEqual(row["p with equal coefficients"], p, delta=0.001)
            self.assertEqual((row["K"] is not None, row["seeds"]), (evaluated, 5))
            (texts,) = table_plot.collapses_of([row], ["c / a"]).values()
            if evaluated:
                self.assertRegex(texts[0], r"^-\d\S* \(n = 5\)\n-\d\S* to -\d\S*$")
            else:
                self.assertEqual(texts[0], "not evaluated\np = 1")

    def test_of_a_pile_without_a_value(self):
        rows = self.values([0.9, 1.0], [0.1, None])
        self.assertEqual(spread_collapse.collapses(spreads.with_unchanged(rows), ["2b", "3"]), {})
        (row,) = spread_collapse.rows_of(rows, "spin")
        self.assertEqual((row["K"], row["runs without a value"]), (None, 1))
        (texts,) = table_plot.collapses_of([row], ["spin"]).values()
        self.assertEqual(texts, ["no value"])
        lines = table_plot.spreads_of(spreads.rows_of(rows, "spin"), ["spin"])
        self.assertEqual(lines["spread of variants 2b, 3, equal avalanche angle"], ["no value"])

    def test_table_has_those_of_spin_and_shape(self):
        """the cost of a spin-up has a spread, but no collapse in the table"""
        rows = self.values([0.9, 1.0], [0.1, 0.2])
        rows = [{**row, "diagnostic": name} for name in ("spin", "cost") for row in rows]
        found = workflow.script("philosophies", "table").derive({"data": rows})
        self.assertEqual({r["diagnostic"] for r in found["collapses"]}, {"spin at 5 % growth"})
        self.assertEqual(len({r["diagnostic"] for r in found["variances"]}), 2)

    def test_without_tuned_runs(self):
        rows = [
            {"variant": ph.VARIANTS[v], "matching": ph.MATCHINGS["A"], "seed": 1, "value": 1.0}
            for v in ("2a", "3")
        ]
        self.assertEqual(spread_collapse.rows_of(rows, "spin"), [])


if __name__ == "__main__":
    unittest.main()
