"""Runs and values that a figure cannot use are named in its notes or labels, and do not stop it; a
value of 0 that can be drawn is drawn."""
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import h5py
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import figure, rubble, study, verdict, workflow  # noqa: E402

workflow.find_modules("accretion")
workflow.find_modules("aggregation")
import accretion  # noqa: E402
import aggregation  # noqa: E402
import contact_forces  # noqa: E402
import coordination_plot  # noqa: E402


def kept(name, scale, folder):
    """(study, scale, figure) => its script, its kept tables, the demands of the study"""
    return (
        workflow.script(name, folder),
        study.tables(study.RESULTS / name / scale / folder),
        verdict.demands(ROOT / "workflows" / name / "config" / "published.toml"),
    )


def notes(entries, demand):
    """=> the note of the entry of this demand"""
    return {entry["metric"]: entry["note"] for entry in entries}[demand["metric"]]


def labels(axis):
    return axis.get_legend_handles_labels()[1]


class Omitted(unittest.TestCase):
    def tearDown(self):
        figure.plt.close("all")

    def test_errors_without_a_power_law(self):
        """errors of 0 and saturated errors do not count for the slope: the note gives their number
        for each spin"""
        script, _, demands = kept("accretion", "demo", "fig4")
        row = {
            "kind": "free",
            "rotation": "linearised",
            "impacts": 0,
            "error_largest": 0.1,
            "error_total": 0.1,
        }
        rows = [
            {
                **row,
                "run": f"r{omega}-{step}",
                "omega": omega,
                "step": step,
                "error_end": factor * step,
            }
            for omega, factor in ((1e-3, 0.01), (1e-2, 0.5))
            for step in (1, 2, 5, 10)
        ]
        entries, _ = script.finish({"data": rows}, demands, "demo")
        self.assertEqual(
            notes(entries, demands["rotation_slope"]),
            "Fitted: 0.001 rad/s. Errors of 0 or of 1 % and more, left out: 3 of 4 at 0.01 rad/s.",
        )
        rows[0]["error_end"] = 0.0
        entries, _ = script.finish({"data": rows}, demands, "demo")
        self.assertEqual(
            notes(entries, demands["rotation_slope"]),
            "Fitted: 0.001 rad/s. Errors of 0 or of 1 % and more, left out: 1 of 4 at 0.001 rad/s, "
            "3 of 4 at 0.01 rad/s.",
        )
        entries, _ = script.finish({"data": rows[1:4]}, demands, "demo")
        self.assertEqual(notes(entries, demands["rotation_slope"]), "Fitted: 0.001 rad/s.")

    def test_piles_without_a_core(self):
        script, tables, demands = kept("accretion", "demo", "fig9")
        axes = script.finish(tables, demands, "demo")[1].axes
        self.assertEqual([label for label in labels(axes[1]) if "core" in label], [])
        self.assertIn("core (none at 0)", labels(axes[2]))

    def test_a_coordination_of_0_is_drawn(self):
        with mock.patch.object(
            accretion,
            "by_friction",
            lambda rows: [
                {"count": 125, "friction": mu, "coordination": value, "core": 1.0, "touching": 1.0}
                for mu, value in ((0.0, 0.0), (0.4, 4.0))
            ],
        ):
            page = figure.plt.figure()
            axis = page.add_subplot()
            coordination_plot.draw_friction(axis, accretion.by_friction([]))
        self.assertEqual(list(axis.lines[0].get_ydata()), [0.0, 4.0])

    def test_aggregates_without_porosity(self):
        """a body that encloses no volume: its run is named; if no run has a value, the claim has no
        value"""
        script, tables, demands = kept("aggregation", "demo", "claims")
        whole = [
            row
            for row in aggregation.aggregates(aggregation.of(tables["data"], "ccp"))
            if row["share"] > 0.5
        ]
        whole[0]["porosity_100"] = None
        found = notes(script.finish(tables, demands, "demo")[0], demands["claim_alpha"])
        self.assertTrue(
            found.endswith(
                f" 1 of {len(whole)} have no value and are left out: {whole[0]['run']}."
            ),
            found,
        )
        for row in whole:
            row["porosity_100"] = None
        entry = next(
            entry
            for entry in script.finish(tables, demands, "demo")[0]
            if entry["metric"] == demands["claim_alpha"]["metric"]
        )
        self.assertIsNone(entry["obtained"])

    def test_porosity_of_large_aggregates(self):
        script, tables, demands = kept("aggregation", "demo", "fig8")
        many = script.large(tables["data"])
        many[0]["porosity_195"] = None
        self.assertIn(
            f"1 of {len(many)} have no value and are left out: {many[0]['run']}.",
            notes(script.finish(tables, demands, "demo")[0], demands["porosity_large"]),
        )
        for row in tables["data"]:
            row["porosity_auto"] = None
        self.assertEqual(list(script.extremes(tables["data"])), ["roundest", "longest"])

    def test_clouds_without_a_value(self):
        """the note of the mean over clouds names the clouds without a value"""
        script, tables, demands = kept("aggregation", "demo", "fig3")
        rest = [row for row in tables["data"] if row["case"] == "at rest" and row["kind"] == "ccp"]
        rest[0]["half_heat"] = None
        self.assertIn(
            f"1 of {len(rest)} have no value and are left out: {rest[0]['run']}.",
            notes(script.finish(tables, demands, "demo")[0], demands["half_heat"]),
        )

    def test_collisions_without_a_remnant(self):
        script, tables, demands = kept("collisions", "demo", "fig6")
        self.assertNotIn("no remnant", str(script.finish(tables, demands, "demo")[0]))
        tables["empty"] = [{"run": "a"}, {"run": "b"}]
        self.assertIn(
            "2 runs left no remnant and are left out: a, b.",
            notes(script.finish(tables, demands, "demo")[0], demands["composition_destructive"]),
        )

    def test_a_collision_without_a_remnant_is_listed(self):
        script = workflow.script("collisions", "fig6")
        summary = {"finder": "three_step", "largest_bodies": 0}
        with mock.patch.object(
            rubble.rows, "tables", lambda _: {"summary": [summary]}
        ), mock.patch.object(script.failures, "succeeded", lambda *columns: list(zip(*columns))):
            given, params = SimpleNamespace(clusters=["c"], laws=["l"]), SimpleNamespace(
                runs=["hit-500-500-q12-a0-s1"], piles=["p p"]
            )
            with mock.patch.object(
                script.impacts,
                "parts",
                lambda name: {"projectile": 1, "target": 1, "angle": 0, "q": 12, "variant": None},
            ):
                self.assertEqual(
                    script.collect(given, params),
                    {"data": [], "empty": [{"run": "hit-500-500-q12-a0-s1"}]},
                )

    def test_bodies_without_strain(self):
        script, tables, demands = kept("strength", "demo", "strengths")
        rigid = script.of(tables["data"], "rigid")
        note = notes(script.finish(tables, demands, "demo")[0], demands["rigid_strain"])
        self.assertNotIn("no strain", note)
        rigid[0]["strain"] = None
        self.assertIn(
            f"1 of {len(rigid)} bodies lost spheres and have no strain: {rigid[0]['run']}.",
            notes(script.finish(tables, demands, "demo")[0], demands["rigid_strain"]),
        )

    def test_a_remnant_without_neighbours(self):
        script = workflow.script("strength", "remnant")
        self.assertEqual(
            script.each([{"run": "a", "x": 1.0}, {"run": "b", "x": None}], "x"), "a: 1, b: none."
        )

    def test_steps_without_contacts_count(self):
        """four bodies; one step with two contacts, one with none: 2 * 2 / 4 and 0, with the mean
        0.5"""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "track.h5")
            with h5py.File(path, "w") as file:
                file["connectivity/contacts/frame_offset"] = [0, 1, 3, 3]
                file["connectivity/contacts/pair"] = [[0, 1], [0, 1], [2, 3]]
                file["connectivity/contacts/force"] = np.ones((3, 3))
                file["particles/body/position/value"] = np.zeros((3, 4, 3))
            self.assertEqual(contact_forces.coordination_of(path)[0], 0.5)


class Pictures(unittest.TestCase):
    def test_pictures_of_no_bodies(self):
        """A selection of runs may have none of a figure."""
        none = SimpleNamespace(labels=[], beds=[], tracks=[], piles=[], runs=[])
        for study, name in (
            ("collisions", "fig2"),
            ("grain-shape", "fig1"),
            ("grain-shape", "fig7"),
        ):
            page = workflow.script(study, name).draw(none, none)
            self.assertIn("not available", page.axes[0].texts[0].get_text())


if __name__ == "__main__":
    unittest.main()
