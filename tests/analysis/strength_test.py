"""Functions of the strength study: fluid figures, the stress of a bond, bonded pieces, angular
momentum."""
import json
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import limits, verdict, workflow  # noqa: E402
from analysis.rubble import keys  # noqa: E402

workflow.find_modules("strength")
import elastic_bodies  # noqa: E402
import fluid_figures  # noqa: E402
import fluid_remnants  # noqa: E402
import initial_stress  # noqa: E402
import reaccumulation  # noqa: E402
import reshaping  # noqa: E402
import strength as st  # noqa: E402


class Fluids(unittest.TestCase):
    # L = 0.31 sqrt(G M^3 R)
    ABOVE = {"maclaurin_short": 0.5724, "jacobi_middle": 0.7976, "jacobi_short": 0.5163}
    # L = 0.2 sqrt(G M^3 R)
    BELOW = {"maclaurin_short": 0.7651, "jacobi_middle": None, "jacobi_short": None}

    def test_one_figure_below_the_branch_and_two_above(self):
        self.assertEqual(fluid_figures.fluid_figures(self.BELOW), [(1.0, 0.7651)])
        self.assertEqual(fluid_figures.fluid_figures(self.ABOVE), [(1.0, 0.5724), (0.7976, 0.5163)])

    def test_distance_of_a_figure_from_itself(self):
        for row in (self.BELOW, self.ABOVE):
            figures = fluid_figures.fluid_figures(row)
            for middle, short in figures:
                self.assertAlmostEqual(fluid_figures.from_fluid(middle, short, figures), 0)
                self.assertAlmostEqual(
                    fluid_figures.from_fluid(middle, short + 0.01, figures), 0.01
                )
                self.assertAlmostEqual(
                    fluid_figures.flattening_error(middle, short - 0.01, figures), 0.01
                )

    def test_momentum_of_a_close_packing_that_turns_as_a_ball(self):
        # 2/5 M R^2 w, R = 2 m, w = 1 rad/s
        body = {"momentum": 0.4 * 8.0, "mass": 2.0, "bodies": 1000}
        radius = 2 * np.cbrt(st.FILLING / 1000)
        # sqrt(G M^3 R) = 3 for M = 1 kg, R = 1 m
        unit = {"density": 0.24, "radius": 1.0, "mass": 1.0, "momentum_unit": 3.0}
        scaled = st.scaled_momentum(body, radius, limits.Ball([unit]))
        self.assertAlmostEqual(scaled, 3.2 / (3 * np.sqrt(8 * 2)))


class Stress(unittest.TestCase):
    def test_over_limits_that_depend_on_the_size(self):
        row = {
            "grain": 0,
            "members": 2,
            "mass": 2e9,
            "effective_radius": 64.0,
            "tensile_stress": -5.0,
            "shear_stress": 2.5,
        }
        limit = {
            "tensile_strength": 100.0,
            "shear_strength": 50.0,
            "reference_radius": 1.0,
            "exponent": -0.5,
        }
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "bonds.json")
            path.write_text(json.dumps({"rows": [row]}))
            self.assertEqual(st.greatest_stress(path, limit), (-0.4, 0.4))


class Survival(unittest.TestCase):
    def row(self, stress, glued):
        return {"run": "one", "tensile": 0.5, "shear": stress, "spheres": 10, "glued": glued}

    def test_is_predicted_by_the_stress_at_the_start(self):
        for stress, glued, agrees in ((0.9, 10, True), (0.9, 9, False), (1.1, 9, True)):
            self.assertEqual(initial_stress.predicted(self.row(stress, glued)), agrees)

    def test_near_the_strength_is_named(self):
        rows = [self.row(stress, 9) for stress in (0.9985, 0.9999, 1.0009, 1.002)]
        self.assertEqual([initial_stress.clear(row) for row in rows], [True, False, False, True])
        note = initial_stress.exceptions(rows)
        for part in ("0.9985 (not predicted)", "0.9999 (not predicted)", "1.0009 (predicted)"):
            self.assertIn(f"one {part}", note)
        self.assertNotIn("1.0020", note)


class Reshaping(unittest.TestCase):
    def test_leaves_out_bodies_that_come_apart(self):
        rows = [
            {
                "run": "one",
                "rate": rate,
                "lost": lost,
                "ratio_before": 0.6,
                "ratio_after": after,
                "middle_after": 1.0,
            }
            for rate, lost, after in ((1.0, 0.1, 0.45), (1.0, 0.4, 0.55), (2.0, 0.9, 0.2))
        ]
        demands = Verdicts.DEMANDS
        found = reshaping.reshaping(demands, rows, "paper", "")
        self.assertEqual(found["obtained"], 0.5)
        self.assertIn("1 of 2 bodies; 1 others", found["note"])


class Numerics(unittest.TestCase):
    def test_seed_that_chose_the_ejecta_is_not_evaluated(self):
        numerics = workflow.script("strength", "numerics")
        self.assertEqual(numerics.evaluated({1: 0.5, 2: 0.1, 3: -0.1}), [0.1, -0.1])


class Pairs(unittest.TestCase):
    def test_need_a_companion_of_a_tenth_of_the_mass(self):
        rows = [{"kind": "elastic", "satellite": share} for share in (0.0, 0.09, 0.44)]
        self.assertEqual(elastic_bodies.pairs(rows, "elastic"), rows[2:])


class Cubes(unittest.TestCase):
    def test_runs_that_end_on_flat_faces_only_are_counted(self):
        cubes = workflow.script("strength", "cubes")
        rows = [{"flat": flat, "pairs": pairs} for flat, pairs in ((3, 3), (2, 3), (0, 0))]
        self.assertEqual(cubes.number_flat(rows), 1)
        self.assertIsNone(cubes.number_flat([]))


class Verdicts(unittest.TestCase):
    """numbers that choices of this study decide"""

    DEMANDS = verdict.demands(ROOT / "workflows" / "strength" / "config" / "published.toml")

    def reason(self, name, value=0.0):
        return verdict.evaluate(self.DEMANDS[name], value, "paper")["reason"]

    def test_numbers_chosen_to_agree_never_pass(self):
        for name in ("layer_lost", "layer_escapes", "survey_satellites", "survey_escapes"):
            self.assertEqual(self.reason(name), verdict.CALIBRATED, name)

    def test_angular_momentum_is_conserved_to_rounding(self):
        for name in ("cubes_momentum", "strength_momentum", "reaccumulation_momentum"):
            self.assertEqual(self.DEMANDS[name]["high"], 1e-8)

    def test_a_contradiction_of_the_paper_is_no_failure(self):
        self.assertEqual(self.reason("claim_energy", 8.85e8), verdict.CONTRADICTION)

    def test_single_seeds_of_fluid_figures_are_not_evaluated(self):
        for name in ("fluid_distance", "fluid_nearer"):
            self.assertEqual(self.reason(name, 0.1), verdict.ALONE)

    def test_choices_of_the_study_neither_pass_nor_fail(self):
        """spins, angles, single examples, synthetic ejecta and results by construction, whatever
        the number"""
        for name in (
            "cubes_flat",
            "halved_flat",
            "lineages",
            "lineages_mass",
            "loose_orbiting",
            "scan_orbiting",
            "later_orbiting",
            "fluid_orbiting",
            "claim_quadratic_step",
            "cubes_touch",
            "rigid_lost",
            "rigid_strain",
            "cubes_overlap",
            "survey_criterion",
        ):
            for value in (0.0, 1.0, 100.0):
                found = verdict.evaluate(self.DEMANDS[name], value, "paper")
                self.assertEqual(found["verdict"], verdict.NONE, name)

    def test_rules_of_the_program_itself_are_no_agreement_with_the_paper(self):
        for name in ("cubes_touch", "rigid_lost", "survey_criterion"):
            self.assertEqual(self.DEMANDS[name]["kind"], verdict.OWN, name)


class OtherSeeds(unittest.TestCase):
    """R5-seeds: bodies with the shape and angular momentum of a body of R5"""

    FLUID = workflow.script("strength", "fluid")

    def row(self, run, lost, short):
        return {
            "run": run,
            "lost": lost,
            "orbiting": 0.0,
            "returning": 0.0,
            "middle": 1.0,
            "short": short,
            **Fluids.BELOW,
        }

    def test_a_start_counts_by_the_mean_over_its_seeds(self):
        rows = [
            self.row("oblate-L0.65", 0.04, 0.7651),
            self.row("oblate-L0.65-s2", 0.08, 0.7451),
            self.row("oblate-L0.80", 0.0, 0.5),
        ]
        self.assertEqual(self.FLUID.lossy(rows), rows[:2])
        value, error, freedom = self.FLUID.greatest_distance(rows[:2])
        self.assertAlmostEqual(value, 0.01)
        self.assertAlmostEqual(error, 0.01)
        self.assertEqual(freedom, 1)

    def test_bodies_in_pieces_do_not_count(self):
        rows = [self.row("oblate-L0.65", 0.4, 0.7), self.row("oblate-L0.80", 0.6, 0.7)]
        self.assertEqual(fluid_remnants.mainly_whole(rows), rows[:1])

    def test_rate_of_an_oblate_body_is_that_of_its_start(self):
        rate = fluid_remnants.rate_of("oblate-L0.80", "paper")
        self.assertAlmostEqual(rate / fluid_remnants.LIMIT, 1.604, 3)
        self.assertIsNone(fluid_remnants.rate_of("oblate-L9", "paper"))

    def test_one_seed_has_no_error(self):
        value, error, freedom = self.FLUID.greatest_distance([self.row("a-L0.80", 0.5, 0.7551)])
        self.assertAlmostEqual(value, 0.01)
        self.assertTrue(np.isnan(error))
        self.assertEqual(freedom, 0)
        self.assertIsNone(self.FLUID.greatest_distance([])[0])


class EarlierAggregates(unittest.TestCase):
    def test_mass_of_the_large_ones_beside_the_largest(self):
        """an aggregate of 200 spheres: 100 of lineage 0, 50 of 1, one of 2, 49 without; another
        aggregate and a free sphere do not count"""
        pile = {
            "mass": np.ones(206),
            "grain": np.array(200 * [1] + 5 * [0] + [-1]),
            "lineage": np.array(100 * [0] + 50 * [1] + [2] + 49 * [-1] + 5 * [3] + [-1]),
        }
        self.assertAlmostEqual(reaccumulation.earlier_aggregates(pile), 0.25)
        pile["grain"][:] = -1
        self.assertIsNone(reaccumulation.earlier_aggregates(pile))

    def test_tables_without_their_mass_have_no_share(self):
        row = {"run": "a", "remnant_share": 0.4, "fallen_back": 0.2}
        self.assertEqual(reaccumulation.fragments([row]), [])
        (found,) = reaccumulation.fragments([{**row, "earlier_share": 0.25}])
        self.assertAlmostEqual(found["fragments"], 0.5)


class EarlierNamesOfKeys(unittest.TestCase):
    EARLIER = {
        "contact": {"normal": {"law": "hysteretic", "stiffness": 2.0}},
        "strength": {"model": "rigid", "tensile": 3.0, "shear": 4.0, "radius": 5.0},
    }
    PRESENT = {
        "contact": {"normal": {"law": "hysteretic", "sphere_stiffness": 2.0}},
        "strength": {
            "model": "rigid",
            "tensile_strength": 3.0,
            "shear_strength": 4.0,
            "reference_radius": 5.0,
        },
    }

    def test_are_replaced(self):
        for config in (self.EARLIER, self.PRESENT):
            self.assertEqual(keys.with_present_names(config), self.PRESENT)

    def test_give_the_same_digest(self):
        earlier, present = (
            workflow.digest("evolve", config, []) for config in (self.EARLIER, self.PRESENT)
        )
        self.assertEqual(earlier, present)


class Pieces(unittest.TestCase):
    PAIRS = np.array([[0, 1], [4, 5], [1, 2], [3, 5], [2, 6], [3, 4]])
    BONDED = np.array([True, True, True, True, False, True])

    def file(self, folder, bonded):
        path = Path(folder, "pile.h5")
        with h5py.File(path, "w") as file:
            file["particles/body/mass"] = np.ones(8)
            file["connectivity/contacts/pair"] = self.PAIRS
            if bonded is not None:
                file["connectivity/bonds/pair"] = self.PAIRS[bonded]
        return path

    def test_pieces_are_held_together_by_bonds(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(st.pieces(self.file(folder, self.BONDED)), [3, 3, 1, 1])
            self.assertEqual(st.pieces(self.file(folder, np.ones(6, bool))), [4, 3, 1])
            self.assertEqual(st.pieces(self.file(folder, np.zeros(6, bool))), [1] * 8)

    def test_no_pieces_without_lasting_bonds(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(st.pieces(self.file(folder, None)), [])

    def test_of_a_long_chain_in_any_order(self):
        order = np.random.default_rng(1).permutation(500)
        chain = np.array([order[:-1], order[1:]]).T
        self.assertEqual(st.connected(500, chain).tolist(), [0] * 500)
        self.assertEqual(st.connected(3, np.empty((0, 2), int)).tolist(), [0, 1, 2])


class Momentum(unittest.TestCase):
    def test_change_is_of_orbits_and_spins_together(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "track.h5")
            with h5py.File(path, "w") as file:
                module = file.create_group("h5md/modules/granular").attrs
                module["version"], module["content"] = np.array([2, 2]), "track"
                for name, values in (
                    ("orbital", [[0, 0, 3.0], [0, 0, 1.0], [0, 0.4, 3.0]]),
                    ("spin", [[0, 0, 1.0], [0, 0, 3.0], [0, 0, 1.0]]),
                ):
                    file[f"observables/angular_momentum/{name}/value"] = np.array(values)
                    file[f"observables/angular_momentum/{name}/time"] = np.arange(3.0)
            self.assertAlmostEqual(st.momentum_change(path), 0.1)


if __name__ == "__main__":
    unittest.main()
