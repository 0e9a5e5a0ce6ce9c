"""Functions of the philosophies study: the moment of failure and the values there, means over piles
of which one does not fail, energies by channel, and the entries of synthetic runs."""
import math
import re
import sys
import tempfile
import types
import unittest
import unittest.mock
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import failures, figure, variance, verdict, workflow  # noqa: E402

workflow.find_modules("philosophies")
import case_plot  # noqa: E402
import channel_plot  # noqa: E402
import departures  # noqa: E402
import diagnostics  # noqa: E402
import expected  # noqa: E402
import philosophies as ph  # noqa: E402
import spin_up_plot  # noqa: E402
import spreads  # noqa: E402

CONFIG = ROOT / "workflows" / "philosophies" / "config"
DEMANDS = verdict.demands(CONFIG / "published.toml")


def series(growth):
    """(longest semi-axis / its first value at each record) => time series of a spin-up"""
    count = len(growth)
    return {
        "time": 100.0 + 10 * np.arange(count),
        "shape/growth": np.array(growth),
        "shape/c_over_a": np.linspace(1, 0, count),
        "shape/b_over_a": np.ones(count),
        "shape/solid_fraction": np.full(count, 0.6),
        "packing/largest/spin": 1e-3 * np.arange(count),
        "spin/critical_rate": np.full(count, 1e-2),
        "bulk/largest": np.full(count, 0.75),
        "energy/gravitational": np.full(count, -50.0),
        "work/driven": np.linspace(0, 40, count),
        "dissipated/impact": np.linspace(0, 20, count),
        "dissipated/friction": np.linspace(0, 10, count),
    }


class Failure(unittest.TestCase):
    def test_is_linear_between_records(self):
        # 1.05 lies halfway between the third and the fourth of five records
        found = ph.at_failure(series([1, 1, 1.04, 1.06, 1.02]))
        for name, value in (
            ("time", 25),
            ("spin", 0.25),
            ("c_over_a", 0.375),
            ("b_over_a", 1),
            ("solid_fraction", 0.6),
            ("shed", 0.25),
        ):
            self.assertAlmostEqual(found[name], value, msg=name)

    def test_may_never_occur(self):
        found = ph.at_failure(series([1, 1.049, 1.05]))
        self.assertEqual(set(found.values()), {None})

    def test_friction_angle(self):
        s = {"time": np.array([5.0, 15.0])}
        density, radius = 3000.0, 50.0
        mass = density * 4 / 3 * np.pi * radius**3
        rate = 0.7 * np.sqrt(4 / 3 * np.pi * 6.67430e-11 * density)
        for name, value in {f"semi_axis_{axis}": radius for axis in "abc"}.items():
            s[f"packing/largest/{name}"] = np.full(2, value)
        s["packing/largest/mass"], s["packing/largest/spin"] = np.full(2, mass), np.full(2, rate)
        with unittest.mock.patch.object(
            diagnostics.limits, "mobilised_friction_angles", return_value=np.array([20.0])
        ) as called:
            self.assertEqual(diagnostics.friction_angle(s, 4.0), 20)
        (axes, spin, bulk), _ = called.call_args
        self.assertEqual((axes, spin), ([[radius] * 3], rate))
        self.assertAlmostEqual(bulk, density)
        self.assertIsNone(diagnostics.friction_angle(s, None))

    def test_energy_until_then(self):
        heats = workflow.script("philosophies", "energy").heats
        found = heats(series([1, 1, 1.04, 1.06, 1.02]))
        self.assertAlmostEqual(found["normal"], 0.25)
        self.assertAlmostEqual(found["tangential"], 0.125)
        self.assertAlmostEqual(found["work"], 0.5)
        self.assertEqual(found["rolling and twisting"], 0)
        # not to the end of a pile that does not fail
        self.assertEqual(set(heats(series([1, 1, 1])).values()), {None})

    def test_distance_of_a_flyby(self):
        passage = workflow.script("philosophies", "flybys").passage
        s = series([1, 1, 1.04, 1.06, 1.3])
        s["planet/distance"] = np.array([3, 2, 1, 2, 3.0])
        s["planet/disruption_distance"] = np.full(5, 2.0)
        found = passage(s)
        self.assertAlmostEqual(found["distance"], 0.75)
        self.assertEqual((found["outbound"], found["growth"], found["largest"]), (1, 1.3, 0.75))
        s["shape/growth"][:] = 1
        found = passage(s)
        self.assertEqual((found["distance"], found["outbound"]), (None, None))

    def test_difference_from_the_spheroid(self):
        control = workflow.script("philosophies", "control")
        s = series([1, 1, 1, 1, 1.1])
        s["packing/largest/spin"] *= 1.01
        fluid = np.array([1, 1, 1, 0.5, np.nan])
        # only the fourth record has a spin of 0.3 and a spheroid: c / a = 0.25
        self.assertAlmostEqual(control.mean_difference(s, fluid), -0.25)
        self.assertIsNone(control.mean_difference(s, np.full(5, np.nan)))
        # without a failure there is no mean until the failure
        self.assertIsNone(control.mean_difference(s | {"shape/growth": np.ones(5)}, fluid))


class Departures(unittest.TestCase):
    def tables(self):
        """two shells of one band in two frames: the outer shell shears twice as much; bins without
        grains have no strain; 10 kg are shed by the last frame"""
        places = (
            (1, "pole", 3, 0.1, 0),
            (5, "pole", 1, 0.2, 2),
            (2, "pole", 0, None, 2),
            (5, "equator", 0, None, 6),
        )
        bins = [
            {
                "time": time,
                "shell": shell,
                "band": band,
                "grains": grains,
                "shear": None if shear is None else shear * scale,
                "shed_mass": mass * scale,
            }
            for time, scale in ((100.0, 0.0), (140.0, 1.0))
            for shell, band, grains, shear, mass in places
        ]
        first = {
            "first": "shear",
            "time": 105.0,
            "relative_radius": 0.8,
            "latitude": 30.0,
            "shear_time": 105.0,
            "shedding_time": 150.0,
        }
        return {"bins": bins, "departures": [first]}

    def test_of_a_spin_up(self):
        s = series([1, 1, 1.04, 1.06, 1.02])  # 5 % growth at 125 s
        with unittest.mock.patch.object(ph, "records", return_value=s), unittest.mock.patch.object(
            departures.rubble.rows, "tables", return_value=self.tables()
        ):
            found = departures.of_spin_up("track", "strain", False)
            settling = departures.of_spin_up("track", "strain", True)
            unknown = departures.of_spin_up("track", "strain", None)
            self.assertTrue(departures.at_rest("strain"))
            lines = departures.profiles("track", "strain")
        self.assertEqual(found["inside"], 1)
        self.assertAlmostEqual(found["departure_time"], 0.2)
        # strain of a pile that shears at rest is not that of its spin; times of events remain
        changed = {name for name in found if found[name] != settling[name]}
        first = {"inside", "departure_radius", "departure_latitude", "departure_time"}
        self.assertEqual(changed, first | {"settles"})
        self.assertEqual({settling[name] for name in first}, {None})
        # without its run at rest it is not known whether a pile settles
        self.assertEqual({unknown[name] for name in first | {"settles"}}, {None})
        self.assertAlmostEqual(found["shedding_time"], 2.0)
        self.assertAlmostEqual(found["shear_at"], 5 / 2200)
        self.assertAlmostEqual(found["strain_radius"], 0.9 ** (1 / 3))
        self.assertAlmostEqual(found["shed_equator"], 0.6)
        self.assertAlmostEqual(found["shed_surface"], 0.8)
        self.assertAlmostEqual(found["shedding_growth"], 1.02)
        strains = {(row["by"], round(row["place"], 3)): row["strain"] for row in lines}
        self.assertAlmostEqual(strains["shell", 0.464], 0.1 * 25 / 40)
        self.assertAlmostEqual(strains["shell", 0.965], 0.2 * 25 / 40)
        self.assertIsNone(strains["shell", 0.669])
        # three grains with 0.1 and one with 0.2
        self.assertAlmostEqual(strains["band", 56.443], 0.125 * 25 / 40)

    def test_entries(self):
        finish = workflow.script("philosophies", "departure").finish
        row = {
            "variant": ph.VARIANTS["3"],
            "matching": ph.MATCHINGS["A"],
            "departure_radius": 0.9,
            "departure_latitude": 10.0,
            "shear_at": 9.0,
            "shedding_at": 20.0,
            "growth_at": 14.0,
            "shedding_time": 1.4,
            "shedding_growth": 1.2,
            "shed_equator": 0.5,
        }
        names = ["spin-3-A-200-s1", "spin-3-A-200-s2"]
        rows = [
            {**row, "run": names[0], "settles": 0, "inside": 1, "first": "shear"},
            {**row, "run": names[1], "settles": 0, "inside": 0, "first": "shedding"},
        ]

        def numbers(kept):
            with unittest.mock.patch.object(workflow, "asked", return_value=names):
                entries, page = finish({"data": kept, "profiles": []}, DEMANDS, "demo")
            self.assertIsNotNone(page)
            return [entry["obtained"] for entry in entries], entries

        found, entries = numbers(rows)
        self.assertEqual(found, [0.5, 0.9, 1.4, 1.2, 0.5])
        self.assertIsNone(entries[0]["sigma"])
        found, entries = numbers(rows[:1])
        self.assertEqual(found, [None] * 5)
        self.assertEqual({entry["reason"] for entry in entries}, {verdict.MISSING})
        rows[0] |= {"settles": 1, "inside": None, "departure_radius": None}
        found, entries = numbers(rows)
        self.assertEqual(found, [None, None, 1.4, 1.2, 0.5])
        self.assertIn("1 of 2 piles", entries[0]["note"])
        self.assertEqual(entries[0]["reason"], verdict.CENSORED)

    def test_places_without_shed_mass(self):
        bins = [{"time": 0.0, "shell": 5, "band": "equator", "shed_mass": 0.0}]
        self.assertEqual(set(departures.shed_places(bins).values()), {None})

    def test_uniform_flattening(self):
        # small growth e: stretches e, e, -2 e, so that sqrt(2 s : s) = sqrt(12) e
        self.assertAlmostEqual(departures.uniform_strain(1 + 1e-6), math.sqrt(12) * 1e-6, 10)


def of_table(*names):
    """(names of runs) => patches the table of runs: all experiments have these runs"""
    return unittest.mock.patch.object(workflow, "asked", return_value=list(names))


class Steps(unittest.TestCase):
    def rows(self, spins):
        """({(matching, seed): spin}) => rows of variant 3"""
        return [
            {
                "run": f"spin-3-{m}-200-s{seed}",
                "variant": ph.VARIANTS["3"],
                "matching": ph.MATCHINGS[m],
                "seed": seed,
                "spin": spin,
                "error": 1e-3,
            }
            for (m, seed), spin in spins.items()
        ]

    def test_pairs_of_one_pile(self):
        steps = workflow.script("philosophies", "steps")
        spins = {("A", 1): 0.7, ("A", 2): 0.8, ("h2", 2): 0.75, ("h2", 3): 0.9}
        rows = self.rows(spins)
        self.assertEqual(steps.variants(rows), [ph.VARIANTS["3"]])
        found = expected.pairs(rows, ph.VARIANTS["3"], ph.MATCHINGS["h2"], "spin")
        self.assertEqual(found, {2: (0.8, 0.75)})
        with of_table("spin-3-h2-200-s2"):
            (entry,), page = steps.finish({"data": rows}, DEMANDS, "paper")
        self.assertAlmostEqual(entry["obtained"], -0.05)
        self.assertIsNotNone(page)

    def test_need_both_runs_of_each_pile(self):
        steps = workflow.script("philosophies", "steps")
        rows = self.rows({("A", 1): 0.7, ("A", 2): 0.8, ("h2", 1): 0.71, ("h2", 2): 0.79})
        with of_table("spin-3-h2-200-s1", "spin-3-h2-200-s2"):
            (entry,), _ = steps.finish({"data": rows}, DEMANDS, "paper")
            self.assertAlmostEqual(entry["obtained"], 0)
            for lacking in rows:
                kept = [row for row in rows if row is not lacking]
                (entry,), _ = steps.finish({"data": kept}, DEMANDS, "paper")
                found = entry["obtained"], entry["reason"]
                self.assertEqual(found, (None, verdict.MISSING), lacking)
            # even if all runs with half the step failed
            (entry,), _ = steps.finish({"data": rows[:2]}, DEMANDS, "paper")
            self.assertEqual(entry["reason"], verdict.MISSING)

    def test_five_piles_decide_at_paper_scale(self):
        asked = workflow.asked("philosophies", "paper", "half")
        self.assertEqual({ph.named(f"{run}/-")["seed"] for run in asked}, {1, 2, 3, 4, 5})
        self.assertEqual(DEMANDS["step_change"]["scales"], ["paper"])

    def test_of_a_pile_that_does_not_fail(self):
        steps = workflow.script("philosophies", "steps")
        rows = self.rows({("A", 1): 0.7, ("h2", 1): None})
        with of_table("spin-3-h2-200-s1"):
            (entry,), page = steps.finish({"data": rows}, DEMANDS, "paper")
        self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.CENSORED))
        self.assertIsNotNone(page)

    def test_sizes(self):
        sizes = workflow.script("philosophies", "sizes")
        row = {name: 1.0 for name in sizes.COLUMNS} | {
            "variant": ph.VARIANTS["3"],
            "matching": ph.MATCHINGS["A"],
            "seed": 1,
        }
        runs = ["spin-3-A-1000-s1", "spin-3-A-3375-s1"]
        rows = [
            {**row, "run": run, "count": count, "spin": spin}
            for run, count, spin in zip(runs, (1000, 3375), (0.7, 0.6))
        ]
        with of_table(*runs):
            (entry,), page = sizes.finish({"data": rows, "rests": rows}, DEMANDS, "paper")
            self.assertAlmostEqual(entry["obtained"], -0.1)
            self.assertIn("3375 instead of 1000", entry["metric"])
            self.assertIsNotNone(page)
            for shown in ([rows[0]], [rows[1]], []):
                (entry,), _ = sizes.finish({"data": shown, "rests": shown}, DEMANDS, "paper")
                self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.MISSING))
            rows[1]["spin"] = None
            (entry,), _ = sizes.finish({"data": rows, "rests": rows}, DEMANDS, "paper")
            self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.CENSORED))

    def test_bodies(self):
        bodies = workflow.script("philosophies", "bodies")
        row = {name: 1.0 for name in bodies.COLUMNS} | {"count": 200}
        rows = [
            {
                **row,
                "variant": ph.VARIANTS[variant],
                "matching": ph.MATCHINGS[matching],
                "seed": seed,
                "spin": spin,
            }
            for variant, matching, seed, spin in (
                ("3", "A", 1, 0.7),
                ("3", "A", 2, 0.9),
                ("3", "mu0", 1, 0.6),
                ("3", "grains", 1, 0.85),
                ("5", "A", 1, 0.7),
                ("5", "bonds", 1, None),
            )
        ]
        shown = bodies.chosen(rows)
        # neither the pile without grains nor the matching without friction
        self.assertEqual([row["spin"] for row in shown], [0.7, 0.85, 0.7, None])
        with of_table("spin-3-grains-200-s1", "spin-5-bonds-200-s1"):
            entries, page = bodies.finish({"data": shown, "rests": []}, DEMANDS, "demo")
        self.assertAlmostEqual(entries[0]["obtained"], 0.15)
        self.assertIn("glued grains instead of spheres", entries[0]["metric"])
        found = [(entry["obtained"], entry["reason"]) for entry in entries[1:]]
        self.assertEqual(found, [(None, verdict.CENSORED)])
        self.assertIsNotNone(page)

    def test_coefficients_are_those_of_matching_a(self):
        """runs with half the step, larger piles, other bodies and bonds differ from matching A in
        step, stiffness, input and bonds alone"""
        free = (
            "step",
            "contact.normal.pair_stiffness",
            "contact.normal.sphere_stiffness",
            "bonds",
            "strength",
        )
        found = 0
        config = ROOT / "workflows" / "philosophies" / "config"
        recipes = workflow.recipes(config, "paper")
        runs = {row["run"]: values_of(files, own) for row, files, own in recipes}
        for row, *_ in recipes:
            if row["experiment"] not in ("half", "larger", "bodies"):
                continue
            equal = re.sub("-(h2|grains|hulls|bonds)-", "-A-", row["run"])
            equal = equal.replace("-3375-", "-1000-")
            ours, theirs = runs[row["run"]], runs[equal]
            changed = {k for k in ours | theirs if ours.get(k) != theirs.get(k)}
            self.assertTrue(all(key.startswith(free) for key in changed), (row["run"], changed))
            found += 1
        self.assertGreater(found, 50)


class Bodies(unittest.TestCase):
    def rows(self, spins):
        """({run: spin}) => rows of spin-ups"""
        return [{**ph.named(f"{run}/track.h5"), "spin": spin} for run, spin in spins.items()]

    def entries(self, spins, drifts={}):
        """({run: spin}, {run at rest: its change of the solid fraction}) => entries"""
        rests = [
            {**ph.named(f"{run}/track.h5"), "drift_solid": drift} for run, drift in drifts.items()
        ]
        bodies = workflow.script("philosophies", "bodies")
        tables = {"data": self.rows(spins), "rests": rests}
        with unittest.mock.patch.object(bodies, "draw"):
            return bodies.finish(tables, DEMANDS, "paper")[0]

    def test_piles_are_compared_with_themselves(self):
        spins = {
            "spin-3-A-200-s1": 0.7,
            "spin-3-A-200-s2": 0.9,
            "spin-3-grains-200-s1": 0.8,
            "spin-3-grains-200-s2": 1.1,
        }
        with of_table("spin-3-grains-200-s1", "spin-3-grains-200-s2"):
            (entry,) = self.entries(spins)
            self.assertAlmostEqual(entry["obtained"], 0.15)
            self.assertAlmostEqual(entry["sigma"], 0.05)
            for run in spins:
                (entry,) = self.entries({name: spins[name] for name in spins if name != run})
                found = entry["obtained"], entry["reason"]
                self.assertEqual(found, (None, verdict.MISSING), run)
            (entry,) = self.entries({})
            self.assertEqual(entry["reason"], verdict.MISSING)

    def test_bonded_piles_that_compact_at_rest_have_no_number(self):
        spins = {"spin-5-A-200-s1": 0.7, "spin-5-bonds-200-s1": 0.8}
        with of_table("spin-5-bonds-200-s1"):
            (entry,) = self.entries(spins, {"rest-5-bonds-200-s1": 0.001})
            self.assertAlmostEqual(entry["obtained"], 0.1)
            (entry,) = self.entries(spins, {"rest-5-bonds-200-s1": 0.04})
        self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.UNPUBLISHED))
        self.assertIn("compacts at rest", entry["note"])

    def test_grains_that_compact_at_rest_start_from_their_neutral_pile(self):
        """as the spheres, so that the change is a number"""
        spins = {"spin-5-A-200-s1": 0.7, "spin-5-grains-200-s1": 0.8}
        with of_table("spin-5-grains-200-s1"):
            (entry,) = self.entries(spins, {"rest-5-grains-200-s1": 0.1})
        self.assertAlmostEqual(entry["obtained"], 0.1)


class Expected(unittest.TestCase):
    """Numbers of all piles of a variant need all of their runs."""

    RUNS = ("spin-3-mu0-200-s1", "spin-3-mu0-200-s2")

    def finish(self, script, rows, **more):
        module = workflow.script("philosophies", script)
        with of_table(*self.RUNS), unittest.mock.patch.object(module, "draw"):
            return module.finish({"data": rows, "series": []}, DEMANDS, "demo")[0]

    def rows(self, **values):
        return [{**ph.named(f"{run}/track.h5"), **values} for run in self.RUNS]

    def test_spheroids(self):
        rows = self.rows(difference=0.01, difference_held=0.02, angle=6.0)
        entries = self.finish("control", rows)
        self.assertEqual([entry["obtained"] for entry in entries], [0.01, 0.02, 6.0])
        self.assertEqual(entries[0]["verdict"], verdict.PASS)
        self.assertEqual({entry["reason"] for entry in entries[1:]}, {verdict.VARIANT})
        for shown in (rows[:1], []):
            found = {(e["obtained"], e["reason"]) for e in self.finish("control", shown)}
            self.assertEqual(found, {(None, verdict.MISSING)})
        rows[1] |= {"difference": None, "difference_held": None, "angle": None}
        found = {(e["obtained"], e["reason"]) for e in self.finish("control", rows)}
        self.assertEqual(found, {(None, verdict.CENSORED)})

    def test_energy(self):
        rows = self.rows(error=1e-4)
        (entry,) = self.finish("energy", rows)
        self.assertEqual(entry["obtained"], 1e-4)
        for shown in (rows[:1], []):
            (entry,) = self.finish("energy", shown)
            self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.MISSING))

    def test_angle_of_the_spheroids_is_the_published_one(self):
        angle = workflow.script("philosophies", "control").smooth_angle(DEMANDS)
        self.assertIn(f"friction angle of {angle:g} degrees", DEMANDS["held"]["metric"])
        self.assertTrue(DEMANDS["smooth_angle"]["published"].startswith(f"{angle:g} "))


class Collect(unittest.TestCase):
    """Tables of the figures from synthetic records of runs."""

    SPINS = ("spin-3-A-200-s1/track.h5", "spin-3-A-400-s1/track.h5", "spin-3-mu0-200-s1/track.h5")
    RESTS = ("rest-3-A-200-s1/track.h5", "rest-3-grains-200-s1/track.h5")

    def records(self):
        s = series([1, 1, 1.04, 1.06, 1.02])  # 5 % growth at 125 s
        for name in ("semi_axis_a", "semi_axis_b", "semi_axis_c"):
            s[f"packing/largest/{name}"] = np.ones(5)
        return s | {
            "packing/largest/mass": np.full(5, 1.5),
            "packing/all/mass": np.full(5, 2.0),
            "packing/all/radius": np.ones(5),
            "packing/all/pressure_sphere": np.ones(5),
            "planet/distance": np.array([3, 2, 1, 2, 3.0]),
            "planet/disruption_distance": np.full(5, 2.0),
            "error/energy": np.array([0, 1, 3, 2, 0]) * 1e-3,
            "energy_made/contacts": np.array([0, 1, 1, 2, 2]) * 1e-3,
        }

    def collect(self, script, **given):
        given = unittest.mock.Mock(published=CONFIG / "published.toml", **given)
        bins = Departures().tables()
        meeting = {"target_mass": 2.0, "projectile_mass": 2.0, "impact_speed": 3.0}
        with (
            unittest.mock.patch.object(ph, "records", side_effect=lambda _: self.records()),
            unittest.mock.patch.object(departures.rubble.rows, "tables", return_value=bins),
            unittest.mock.patch.object(departures.rubble.rows, "tsv", return_value=[meeting]),
            unittest.mock.patch.multiple(
                diagnostics.limits,
                mobilised_friction_angles=lambda *_: np.array([20.0]),
                unit_ball=unittest.mock.DEFAULT,
                Ball=unittest.mock.DEFAULT,
                fluid_curves=unittest.mock.DEFAULT,
                held_spheroids=unittest.mock.DEFAULT,
                maclaurin=lambda s, *_: np.full(len(s["time"]), 0.25),
            ) as limits,
        ):
            return workflow.script("philosophies", script).collect(given, None), limits

    def test_sizes(self):
        found, _ = self.collect(
            "sizes", spins=self.SPINS, strains=("s1", "s2", "s3"), rests=self.RESTS
        )
        self.assertEqual([row["count"] for row in found["data"]], [200, 400])
        self.assertEqual({row["spin"] for row in found["data"]}, {0.25})
        for row in found["data"]:
            self.assertAlmostEqual(row["strain_radius"], 0.9 ** (1 / 3))
        self.assertEqual([row["drift_solid"] for row in found["rests"]], [0.0])

    def test_bodies(self):
        spins = ("spin-3-A-200-s1/track.h5", "spin-3-grains-200-s1/track.h5")
        found, _ = self.collect("bodies", spins=spins, rests=self.RESTS)
        self.assertEqual([row["angle"] for row in found["data"]], [20, 20])
        # pressure and gravity do not balance within grains
        self.assertEqual(
            [row.keys() - ph.named(self.RESTS[0]).keys() for row in found["rests"]],
            [{"drift_solid"}] * 2,
        )

    def test_control(self):
        found, limits = self.collect("control", tracks=self.SPINS)
        self.assertEqual(limits["held_spheroids"].call_args.args[0], 5.76)
        for row in found["data"]:
            # c / sqrt(a b) is 0.375 at 5 % growth; no record before has a spin of 0.3
            self.assertAlmostEqual(row["difference_held"], 0.375 - 0.25)
            self.assertIsNone(row["difference"])
        self.assertAlmostEqual(found["series"][0]["oblateness"], 1)

    def test_collisions(self):
        # reduced mass 1, energy 4.5
        found, _ = self.collect(
            "collisions", tracks=["collide-3-A-v1-200-s1/track.h5"], meetings=["meeting"]
        )
        (row,) = found["data"]
        self.assertEqual((row["setting"], row["largest"], row["c_over_a"]), (1, 0.75, 0))
        self.assertAlmostEqual(row["normal"], 20 / 4.5)
        self.assertAlmostEqual(row["tangential"], 10 / 4.5)

    def test_flybys(self):
        found, _ = self.collect("flybys", tracks=["flyby-3-A-q0.9-200-s1/track.h5"])
        (row,) = found["data"]
        self.assertEqual((row["setting"], row["outbound"], row["growth"]), (0.9, 1, 1.02))
        self.assertAlmostEqual(row["distance"], 0.75)

    def test_energy(self):
        found, _ = self.collect("energy", tracks=self.SPINS)
        for row in found["data"]:
            self.assertEqual((row["error"], row["made"]), (3e-3, 2e-3))
            self.assertAlmostEqual(row["work"], 0.5)


class Pictures(unittest.TestCase):
    def rows(self, seeds):
        return [
            {**ph.named(f"spin-{variant}-A-200-s{seed}/track.h5"), "spin": 0.6 + 0.1 * seed}
            for variant in ("2a", "3", "5")
            for seed in seeds
        ]

    def drawn(self, rows):
        """=> (points of the lines of the piles, number of error bars) in the panel"""
        page, axis = case_plot.figure.plt.subplots()
        case_plot.draw_cases(axis, rows, "spin", "spin")
        bars = len(axis.containers)
        lines = [line.get_ydata() for line in axis.lines if len(line.get_ydata()) == 3]
        case_plot.figure.plt.close(page)
        return lines, bars

    def test_two_piles_have_no_error_bars(self):
        for seeds, bars in (((1,), 0), ((1, 2), 0), ((1, 2, 3), 3)):
            lines, found = self.drawn(self.rows(seeds))
            self.assertEqual(found, bars, seeds)
            self.assertEqual(len(lines), len(seeds))
            for seed, line in zip(seeds, lines):
                np.testing.assert_allclose(line, 0.6 + 0.1 * seed)

    def test_a_run_without_a_value_interrupts_the_line_of_its_pile(self):
        rows = self.rows((1, 2, 3))
        rows[3] |= {"spin": None}
        lines, bars = self.drawn(rows)
        self.assertEqual(list(np.isnan(lines[0])), [False, True, False])
        self.assertEqual(bars, 2)

    def test_each_matching_has_a_colour(self):
        self.assertEqual(case_plot.COLOURS.keys(), set(ph.MATCHINGS.values()))

    def test_a_case_with_a_pile_without_failure_has_no_bar(self):
        heat = dict.fromkeys(channel_plot.GROUPS, 0.1)
        rows = [{**row, **heat} for row in self.rows((1, 2))]
        rows[0] |= dict.fromkeys(channel_plot.GROUPS)
        page, axis = channel_plot.figure.plt.subplots()
        channel_plot.draw_heats(axis, rows, "heat")
        widths = {bar.get_y() + bar.get_height() / 2: bar.get_width() for bar in axis.patches}
        channel_plot.figure.plt.close(page)
        self.assertEqual([round(width, 9) for width in widths.values()], [0, 0.1, 0.1])

    def test_largest_remnants_are_drawn_from_zero(self):
        collisions = workflow.script("philosophies", "collisions")
        row = {**ph.named("collide-3-A-v1-200-s1/track.h5"), "largest": 0.995, "c_over_a": 0.8}
        page = collisions.draw([row | dict.fromkeys(channel_plot.GROUPS, 0.1)])
        self.assertEqual(page.axes[0].get_ylim()[0], 0)
        collisions.figure.plt.close(page)


def values_of(files, own):
    """(TOML files, {key: text} of a row) => {dotted key: text} of the run"""
    read = workflow.script(".", "run_config").read
    found = {}
    for path in files:
        found |= flat(read(path))
    return {key: str(value) for key, value in (found | own).items()}


def flat(table, before=""):
    """(nested tables) => {dotted key: value}"""
    found = {}
    for key, value in table.items():
        found |= (
            flat(value, f"{before}{key}.") if isinstance(value, dict) else {before + key: value}
        )
    return found


class Spreads(unittest.TestCase):
    def test_of_two_variants_and_two_piles(self):
        rows = [
            {"variant": ph.VARIANTS[variant], "matching": "no friction", "seed": seed, "value": v}
            for variant, values in (("2a", (1, 2)), ("3", (3, 4)))
            for seed, v in enumerate(values)
        ]
        found = spreads.analyses(rows, "no friction", ("2a", "3"))
        # means 1.5 and 3.5; mean squares 4 between, 0.5 within, and 0 beside the piles
        self.assertAlmostEqual(found["one way"].f, 8)
        self.assertAlmostEqual(found["one way"].variance, 1.75)
        self.assertTrue(math.isinf(found["blocked"].f))
        self.assertEqual(spreads.analyses(rows, "no friction", ("1", "3")), {})
        # a seed that lacks the run of one variant is left out
        blocked, one_way = (
            spreads.analyses(rows[1:], "no friction", ("2a", "3"))[kind]
            for kind in ("blocked", "one way")
        )
        self.assertEqual((blocked.left_out, one_way.freedom), ((0,), (1, 0)))
        # a pile without a value is not left out
        rows[0]["value"] = None
        self.assertEqual(spreads.analyses(rows, "no friction", ("2a", "3")), {})

    def test_table_names_piles_without_a_value(self):
        rows = [
            {"variant": ph.VARIANTS[name], "matching": "no friction", "seed": seed, "value": value}
            for name, seed, value in (
                ("2a", 1, 0.68),
                ("2a", 2, 0.69),
                ("3", 1, 0.8),
                ("3", 2, 1.0),
            )
        ]
        kinds = [(row["seeds"], row["F"] is None) for row in spreads.rows_of(rows, "spin")[:2]]
        self.assertEqual(kinds, [("one way", False), ("blocked", False)])
        rows[-1]["value"] = None
        for row in spreads.rows_of(rows, "spin"):
            self.assertEqual(
                [row[name] for name in ("F", "p", "spread", "piles without a value")],
                [None, None, None, 1],
            )


def spin_ups(scale, but=()):
    """(scale, {run: spin} of some runs) => rows of the runs of the figure `spin`: variants differ
    by 0.01, piles by 0.1, and numbers between 0 and 0.003 are added"""
    found = []
    for run in workflow.asked("philosophies", scale, "spin"):
        row = ph.named(f"{run}/track.h5")
        variant = list(ph.VARIANTS.values()).index(row["variant"])
        noise = 0.001 * (7 * variant * row["seed"] % 4)
        spin = 0.5 + 0.01 * variant + 0.1 * row["seed"] + noise
        found.append({**row, "spin": dict(but).get(run, spin)})
    return found


# demands without a reason of their own, so that an entry has that of its caller
OPEN = {
    name: {key: value for key, value in demand.items() if key != "reason"}
    for name, demand in DEMANDS.items()
}


POINT = {"rate": 0.1, "growth": 1.0, "time": 0.0, "largest": 1.0}  # of a curve


class SpinEntries(unittest.TestCase):
    SET = "variants 1, 2a, 2b, 3, 4, 5, equal coefficients"
    FEW = "variants 1, 2a, 3, 4, equal coefficients"

    def tearDown(self):
        figure.plt.close("all")

    def entries(self, rows, scale="demo", name="spin_variances"):
        """=> {variants or variant: entry} of this name"""
        finish = workflow.script("philosophies", "spin").finish
        found, page = finish({"data": rows, "series": rows[:1] and [rows[0] | POINT]}, OPEN, scale)
        self.assertEqual(page is None, not rows)
        start = DEMANDS[name]["metric"] + ", "
        return {e["metric"].removeprefix(start): e for e in found if e["metric"].startswith(start)}

    def test_piles_are_blocks(self):
        rows = spin_ups("demo")
        entry = self.entries(rows)[self.SET]
        values = [{**row, "value": row["spin"]} for row in rows]
        table, _ = spreads.table_of(values, ph.MATCHINGS["A"], ("1", "2a", "2b", "3", "4", "5"))
        self.assertEqual(table.shape, (6, 2))
        self.assertAlmostEqual(entry["obtained"], variance.blocked(table).f)
        self.assertGreater(entry["obtained"], 20 * variance.one_way(table).f)
        self.assertIn(f"Independent piles: {variance.said(variance.one_way(table))}", entry["note"])

    def test_of_a_pile_that_does_not_fail(self):
        found = self.entries(spin_ups("demo", {"spin-2b-A-200-s2": None}))
        self.assertEqual(found[self.SET]["reason"], verdict.CENSORED)
        self.assertIsNone(found[self.SET]["obtained"])
        self.assertIsNotNone(found[self.FEW]["obtained"])
        never = {f"spin-2b-A-200-s{seed}": None for seed in (1, 2)}
        self.assertEqual(
            self.entries(spin_ups("demo", never))[self.SET]["reason"], verdict.CENSORED
        )

    def test_of_a_variant_whose_runs_failed(self):
        rows = [row for row in spin_ups("demo") if not row["run"].startswith("spin-2b-A")]
        self.assertEqual(self.entries(rows)[self.SET]["reason"], verdict.MISSING)
        self.assertIsNotNone(self.entries(rows)[self.FEW]["obtained"])
        means = self.entries(rows, name="spin")
        self.assertEqual(len(means), 11)
        (failed,) = [where for where, entry in means.items() if entry["obtained"] is None]
        self.assertEqual(failed, "2b rolling friction, equal coefficients")
        self.assertEqual(means[failed]["reason"], verdict.MISSING)

    def test_of_a_run_that_failed(self):
        rows = [row for row in spin_ups("paper") if row["run"] != "spin-2b-A-1000-s3"]
        entry = self.entries(rows, "paper")[self.SET]
        self.assertIn("without seeds 3", entry["note"])
        self.assertIsNotNone(entry["obtained"])
        mean = self.entries(rows, "paper", "spin")["2b rolling friction, equal coefficients"]
        self.assertEqual((mean["obtained"], mean["reason"]), (None, verdict.MISSING))

    def test_of_a_collapse(self):
        where = "variants 1, 2a, 2b, 3, 4"
        seeds = range(1, 6)
        far = {f"spin-2b-A-1000-s{seed}": 0.8 + 0.1 * seed for seed in seeds}
        entry = self.entries(spin_ups("paper", far), "paper", "collapse")[where]
        self.assertAlmostEqual(entry["obtained"], 0.87, delta=0.01)
        self.assertRegex(entry["note"], r"95 % interval .* With equal coefficients: F = \d")
        # nothing but noise with equal coefficients
        equal = {
            run: 0.5 + 0.01 * k * k % 0.17
            for k, run in enumerate(workflow.asked("philosophies", "paper", "spin"))
        }
        entry = self.entries(spin_ups("paper", equal), "paper", "collapse")[where]
        self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.UNCERTAIN))
        self.assertIn("K needs p < 0.05 with equal coefficients: F = ", entry["note"])

    def test_of_a_collapse_without_numbers(self):
        where = "variants 1, 2a, 2b, 3, 4"
        rows = spin_ups("demo", {"spin-2b-B-200-s1": None})
        entry = self.entries(rows, name="collapse")[where]
        self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.CENSORED))
        rows = [row for row in rows if row["run"] != "spin-2b-B-200-s1"]
        entry = self.entries(rows, name="collapse")[where]
        self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.MISSING))
        rows = [row for row in rows if row["run"] != "spin-2b-B-200-s2"]
        entry = self.entries(rows, name="collapse")[where]
        self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.MISSING))
        self.assertEqual(self.entries(spin_ups("smoke"), "smoke", "collapse"), {})

    def test_curves_of_the_first_pile_of_each_variant(self):
        """the first run of variant 3 failed"""
        spin = workflow.script("philosophies", "spin")
        names = ("spin-3-A-200-s3", "spin-3-A-200-s2", "spin-5-A-200-s1", "spin-5-A-200-s2")
        with tempfile.TemporaryDirectory() as folder:
            tracks = [Path(folder, name, "track.h5") for name in names]
            tracks.append(Path(folder, "spin-3-A-200-s1", "track.h5"))
            for path in tracks:
                path.parent.mkdir()
            failures.write(tracks[-1], {"run": "spin-3-A-200-s1", "tool": "rubble-spinup"})
            given = types.SimpleNamespace(tracks=tracks)
            curve = series([1, 1, 1.04, 1.06, 1.02])
            with unittest.mock.patch.object(ph, "records", return_value=curve):
                found = spin.collect(given, None)
        self.assertEqual([row["run"] for row in found["data"]], list(names))
        self.assertEqual([row["run"] for row in found["series"]], list(names[1:3]))
        # kept rows of a further pile
        rows = found["series"] + [{**found["series"][0], "seed": 3}]
        self.assertEqual(
            [(variant, pile, len(part)) for variant, pile, part in spin_up_plot.curves(rows)],
            [(ph.VARIANTS["3"], ", pile 2", 1), (ph.VARIANTS["5"], "", 1)],
        )

    def test_of_one_pile(self):
        (entry, *_) = self.entries(spin_ups("smoke"), "smoke").values()
        self.assertEqual((entry["obtained"], entry["reason"]), (None, verdict.ALONE))

    def test_without_runs(self):
        entries = self.entries([])
        self.assertEqual({entry["reason"] for entry in entries.values()}, {verdict.MISSING})
        self.assertIn(self.SET, entries)

    def test_shapes_show_variants_whose_runs_failed(self):
        shape = workflow.script("philosophies", "shape")
        rows = [
            {**row, **dict.fromkeys(shape.COLUMNS, 0.5)}
            for row in spin_ups("demo")
            if not row["run"].startswith("spin-2b")
        ]
        _, page = shape.finish({"data": rows}, OPEN, "demo")
        ticks = [text.get_text() for text in page.axes[0].get_xticklabels()]
        self.assertEqual(len(ticks), 7)
        self.assertEqual(ticks[2], "2b\nrolling friction")


class Names(unittest.TestCase):
    def test_of_a_run(self):
        found = ph.named("results/demo/spin-2b-mu0-200-s2/track.h5")
        self.assertEqual(found["variant"], "2b rolling friction")
        self.assertEqual(found["matching"], "no friction")
        self.assertEqual((found["count"], found["seed"]), (200, 2))

    def test_of_all_runs_of_the_table(self):
        asked = workflow.asked("philosophies", "paper", "rest", "spin", "free")
        self.assertGreater(len(asked), 100)
        for run in asked:
            row = ph.named(f"{run}/track.h5")
            protocol = run.partition("-")[0]
            like = ph.pattern(protocol, row["variant"], row["matching"])
            self.assertFalse(
                workflow.lacks(
                    "philosophies",
                    "paper",
                    [{"run": name} for name in asked if name.startswith(like[:-1])],
                    protocol,
                    like=like,
                )
            )


class Runs(unittest.TestCase):
    def test_no_pile_is_in_two_collisions(self):
        for scale, least in (("demo", 1), ("paper", 3)):
            pairs = {
                row["run"].rpartition("-")[2]: row["inputs"].split()
                for row, *_ in workflow.recipes(CONFIG, scale)
                if row["tool"] == "combine"
            }
            piles = [pile for pair in pairs.values() for pile in pair]
            self.assertGreaterEqual(len(pairs), least)
            self.assertEqual(len(piles), len(set(piles)), pairs)


def rows(values, name):
    """({seed: value}, diagnostic) => rows of spin-ups of variant 3"""
    return [
        row
        for seed, value in values.items()
        for row in diagnostics.rows_of(f"spin-3-A-200-s{seed}/track.h5", {name: value})
    ]


class Means(unittest.TestCase):
    def test_with_standard_errors(self):
        found = diagnostics.means(rows({2: 0.8, 1: 0.6}, "spin"))
        row = next(row for row in found if row["diagnostic"] == diagnostics.NAMES["spin"][0])
        self.assertAlmostEqual(row["mean"], 0.7)
        self.assertAlmostEqual(row["standard error"], 0.1)
        self.assertEqual((row["piles"], row["piles without a value"]), (2, 0))

    def test_of_one_pile(self):
        mean, error = diagnostics.mean_of([0.6])
        self.assertEqual(mean, 0.6)
        self.assertTrue(math.isnan(error))

    def test_without_the_event(self):
        found = diagnostics.means(rows({1: 0.6, 2: None}, "spin"))
        row = next(row for row in found if row["diagnostic"] == diagnostics.NAMES["spin"][0])
        self.assertEqual((row["mean"], row["standard error"]), (None, None))
        self.assertEqual((row["piles"], row["piles without a value"]), (2, 1))


class OfRuns(unittest.TestCase):
    def test_of_a_pile_at_rest(self):
        time = np.arange(0, 4401, 1100.0)
        radius, energy = 2.0, -96 * np.pi
        pressure = np.array([7.0, 7.0, 2.0, 3.0, 4.0])  # 3 in the last 2200 s
        s = {
            "time": time,
            "shape/solid_fraction": np.linspace(0.58, 0.62, len(time)),
            "shape/c_over_a": np.linspace(0.9, 0.85, len(time)),
            "packing/all/radius": np.full(len(time), radius),
            "packing/all/pressure_sphere": pressure,
            "energy/gravitational": np.full(len(time), energy),
        }
        with unittest.mock.patch.object(ph, "records", return_value=s):
            found = diagnostics.of_rest("track")
        self.assertAlmostEqual(found["drift_solid"], 0.04)  # a pile that compacts
        self.assertAlmostEqual(found["drift_shape"], -0.05)  # a pile that flattens
        # 3 times 3 times the volume 32 pi / 3 over 96 pi
        self.assertAlmostEqual(found["virial"], 1)

    def test_of_a_free_pile(self):
        text = "time\torbiting_share\n1000\t0.9\n10999\t0.9\n11000\t0.1\n22000\t0.3\n"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "satellites.tsv")
            path.write_text(text)
            # the last five dynamical times begin at 11000 s
            self.assertAlmostEqual(diagnostics.of_free(path)["orbiting"], 0.2)


CHANGE = f"{DEMANDS['drift_static']['metric']}, 3 Contact Dynamics, equal coefficients"


class Entries(unittest.TestCase):
    def test_of_variants_whose_runs_failed(self):
        """of all diagnostics there is one pile of variant 3 alone"""
        finish = workflow.script("philosophies", "table").finish
        rests = [{**row, "run": "rest-3-A-200-s1"} for row in rows({1: 0.001}, "drift_solid")]
        entries, _ = finish({"data": rests + rows({1: 0.0}, "shed")}, OPEN, "demo")
        self.assertEqual(len(entries), 22)
        self.assertEqual({entry["reason"] for entry in entries}, {verdict.MISSING})
        entries, _ = finish({"data": rests + rows({1: 0.0, 2: 0.1}, "shed")}, OPEN, "demo")
        (shed,) = [entry for entry in entries if entry["obtained"] is not None]
        self.assertAlmostEqual(shed["obtained"], 0.05)
        entries, _ = finish({"data": rests + rows({1: 0.0, 2: None}, "shed")}, OPEN, "demo")
        (shed,) = [entry for entry in entries if entry["reason"] == verdict.CENSORED]
        self.assertTrue(shed["metric"].startswith(DEMANDS["shed"]["metric"]))

    def test_of_the_drift_need_all_piles(self):
        finish = workflow.script("philosophies", "table").finish

        def drift(values):
            made = [
                {**row, "run": row["run"].replace("spin", "rest")}
                for row in rows(values, "drift_solid")
            ]
            entries, _ = finish({"data": made}, DEMANDS, "demo")
            return next(e for e in entries if e["metric"] == CHANGE)

        self.assertEqual(drift({1: -0.003, 2: 0.001})["obtained"], 0.003)
        self.assertEqual(drift({1: -0.003, 2: 0.001})["verdict"], verdict.FAIL)
        self.assertEqual(drift({1: 0.001})["reason"], verdict.MISSING)


if __name__ == "__main__":
    unittest.main()
