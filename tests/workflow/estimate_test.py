"""Core hours of runs before they start: numbers computed by hand, time steps of springs, and each
row of the tables of all studies."""
import math
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "workflows" / "scripts"))
import estimate  # noqa: E402
import table  # noqa: E402
import workload  # noqa: E402

STUDIES = sorted(path.parent for path in (ROOT / "workflows").glob("*/Snakefile"))
CLOUD = """\
[material]
density = "2 g/cm^3"
[size]
min = "10 m"
"""
FALL = """\
[step]
dt = "0.5 s"
[run]
duration = "1000 s"
[gravity]
method = "fmm"
"""
HARD = '[method]\nkind = "hard-spheres"\n'
TABLE = """\
scale	run	experiment	tool	base	inputs	threads	cloud.count	run.duration
demo	cloud	-	generate	cloud		1	1000	
demo	fall	A	relax	fall	cloud	1		
demo	spun	B	spinup	fall	cloud	1		
demo	hard	C	evolve	fall+hard	cloud	1		
paper	cloud	-	generate	cloud		1	3000	
paper	fall	A	relax	fall	cloud	1		
paper	spun	B	spinup	fall	cloud	1		1 h
paper	shaken	B	shake	fall	cloud	1		
paper	slow	C	relax	fall	cloud	1		
paper	hard	D	evolve	fall+hard	cloud	1		
paper	settled	-	relax	fall	cloud	1		
"""
COSTS = """\
run,experiment,bodies,steps,threads,wall time [h],core hours,commit
fall,A,1000,500,1,1,0.001,a
spun,B,1000,2000,1,1,0.02,a
"""
RUNS = "study,scale,run,steps,threads,core hours,commit\nmine,demo,hard,2000,1,0.5,a\n"
GRAINS = """\
# a machine
experiment,trial,composition,lookup,phase,grains,spheres,threads,steps,simulated,seconds
M1,,spheres,none,total,100,100,1,100,1,9
M2,,spheres,none,total,2e4,2e4,1,1000,1,2
M2,,spheres,linear,total,2e4,2e4,1,1000,1,200
"""


def contact_time(mass, stiffness, restitution):
    """=> duration [s] of the contact of two bodies of the mass, by small steps of their motion; the
    damping is found by bisection"""
    reduced = mass / 2
    low, high = 0.0, 2 * math.sqrt(stiffness * reduced)
    for _ in range(30):
        damping = (low + high) / 2
        depth, speed, time = 0.0, 1.0, 0.0
        step = 2e-4 * math.sqrt(reduced / stiffness)
        while depth >= 0:
            speed -= step * (stiffness * depth + damping * speed) / reduced
            depth += step * speed
            time += step
        low, high = (damping, high) if -speed > restitution else (low, damping)
    return time


class OneStudy(unittest.TestCase):
    """A study of which two runs are measured in its own table, and one beside the benchmarks."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        config = Path(scratch.name, "mine", "config")
        results = Path(scratch.name, "results")
        for folder in (config, results / "performance", results / "mine" / "demo" / "costs"):
            folder.mkdir(parents=True)
        for name, text in (("cloud", CLOUD), ("fall", FALL), ("hard", HARD)):
            (config / f"{name}.toml").write_text(text)
        (config / "params.tsv").write_text(TABLE)
        (results / "mine" / "demo" / "costs" / "data.csv").write_text(COSTS)
        (results / "performance" / "runs.csv").write_text(RUNS)
        (results / "performance" / "grains.csv").write_text(GRAINS)
        self.costs = estimate.Costs(Path(scratch.name), results)

    def check(self, scale, run, hours, source):
        found, how = self.costs.of("mine", scale, run)
        self.assertEqual(how, source)
        self.assertAlmostEqual(found / hours, 1, places=12)

    def test_measured_runs(self):
        self.check("demo", "fall", 0.001, "measured")
        self.check("demo", "hard", 0.5, "measured")

    def test_runs_of_the_same_experiment(self):
        # 3 times the spheres; both stop after a quarter of 2000 steps
        self.check("paper", "fall", 3 * 0.001, "experiment")
        # 3 times the spheres, 3600 / 1000 times the steps
        self.check("paper", "spun", 3 * 3.6 * 0.02, "experiment")

    def test_a_tool_without_measurement_runs_to_the_end(self):
        self.check("paper", "shaken", 3 * 0.02, "experiment")

    def test_runs_of_the_same_study(self):
        # The tool stops after a quarter of its steps. Cost of a sphere and step: the median of
        # 0.001 h / (1000 x 500) and 0.02 h / (1000 x 2000).
        self.check("paper", "slow", 3000 * 500 * (2e-9 + 1e-8) / 2, "study")
        self.check("paper", "hard", 3 * 0.5, "study")

    def test_initial_piles(self):
        self.check("paper", "cloud", (0.1 + 0.3) / 3600, "prepared")

    def test_settling_costs_as_much_as_other_runs(self):
        # The run belongs to no experiment, because it only prepares a body.
        self.check("paper", "settled", 3000 * 500 * (2e-9 + 1e-8) / 2, "study")

    def test_much_larger_runs_use_the_benchmark_of_their_method(self):
        # 2 s for 2e4 spheres and 1000 steps; the linear search is not used
        work = workload.works(self.costs.workflows / "mine")["paper", "fall"]
        source, samples = self.costs.like(work._replace(spheres=12_000))
        self.assertEqual((source, samples[0].seconds), ("method", 2 / (2e4 * 1000)))


class TimeSteps(unittest.TestCase):
    def test_of_springs(self):
        toml = {
            "step": {"dt": "auto", "steps_per_contact": 30},
            "contact": {"normal": {"pair_stiffness": "1e5 N/m", "restitution": 0.55}},
            "run": {"duration": "2 h"},
        }
        step = workload.time_step(toml, 40.0)
        self.assertAlmostEqual(30 * step / contact_time(40.0, 1e5, 0.55), 1, places=2)
        self.assertAlmostEqual(workload.steps_in(toml, 40.0), 7200 / step)

    def test_of_hysteretic_springs(self):
        # loading is a quarter of an oscillation without damping; the two spheres act in series
        toml = {
            "step": {"dt": "auto", "steps_per_contact": 30},
            "contact": {
                "normal": {"law": "hysteretic", "sphere_stiffness": "2e5 N/m", "restitution": 0.5}
            },
        }
        step = workload.time_step(toml, 40.0)
        self.assertAlmostEqual(30 * step / contact_time(40.0, 1e5, 1), 1, places=2)

    def test_that_are_computed_from_the_pile(self):
        toml = {"step": {"dt": "auto"}, "contact": {"normal": {"pair_stiffness": "auto"}}}
        self.assertIsNone(workload.steps_in({**toml, "run": {"duration": "1 h"}}, 40.0))

    def test_lightest_grain(self):
        cloud = {"material": {"density": "2 g/cm^3"}, "size": {"min": "10 cm"}}
        self.assertAlmostEqual(workload.lightest_in(cloud), 2000 * 4.18879020e-3, places=6)
        cloud["grains"] = {"radius": "10 cm", "shapes": ["cube", "dumbbell"]}
        self.assertAlmostEqual(workload.lightest_in(cloud), 2 * 2000 * 4.18879020e-3, places=6)


class Mistakes(unittest.TestCase):
    def test_leave_the_cost_unknown(self):
        with tempfile.TemporaryDirectory() as folder:
            config = Path(folder, "own", "config")
            config.mkdir(parents=True)
            (config / "cloud.toml").write_text('[cloud]\ncount = "many"\n')
            head = ["scale", "run", "experiment", "tool", "base", "inputs", "threads"]
            cells = ["demo", "a", "A", "generate", "cloud", "", "1"]
            (config / "params.tsv").write_text("\t".join(head) + "\n" + "\t".join(cells) + "\n")
            costs = estimate.Costs(workflows=Path(folder), known=())
            self.assertEqual(costs.of("own", "demo", "a"), (0.0, estimate.UNKNOWN))


class AllStudies(unittest.TestCase):
    def setUp(self):
        self.costs = estimate.Costs()

    def hours(self, study, scale):
        return sum(
            self.costs.of(study, *key)[0]
            for key in workload.works(ROOT / "workflows" / study)
            if key[0] == scale
        )

    def test_each_row_has_an_estimate(self):
        for study in STUDIES:
            _, rows = table.read(study / "config" / "params.tsv")
            keys = {(row["scale"], row["run"]) for _, row in rows}
            self.assertEqual(keys, set(workload.works(study)))
            for key in keys:
                hours, source = self.costs.of(study.name, *key)
                self.assertTrue(0 < hours < 24, (study.name, key, hours))
                self.assertIn(source, estimate.SOURCES)

    def test_only_runs_without_time_steps_count_by_their_spheres(self):
        settling = 0
        for study in STUDIES:
            for key, work in workload.works(study).items():
                hours, source = self.costs.of(study.name, *key)
                by_spheres = source == estimate.PREPARED
                self.assertEqual(
                    by_spheres, work.tool in ("generate", "combine", "place", "spin"), key
                )
                settling += hours if key[0] == "paper" and work.tool == "relax" else 0
        self.assertGreater(settling, 0.1)

    def test_sums_that_the_pages_of_the_studies_name(self):
        for study, hours in (("accretion", 13.3), ("aggregation", 2.4), ("strength", 12.0)):
            kept = [row for key, row in self.costs.measured.items() if key[:2] == (study, "paper")]
            self.assertAlmostEqual(sum(float(row["core hours"]) for row in kept), hours, places=1)
            self.assertGreater(self.hours(study, "paper"), hours - 0.05)

    def test_other_scales_predict_a_measured_scale_within_a_factor_of_three(self):
        for study in ("accretion", "aggregation", "strength"):
            for scale in ("demo", "paper"):
                kept = [key for key in self.costs.measured if key[:2] == (study, scale)]
                measured = sum(self.costs.of(*key)[0] for key in kept)
                without = estimate.Costs(known=self.costs.measured.keys() - kept)
                predicted = sum(without.of(*key)[0] for key in kept)
                self.assertTrue(1 / 3 < predicted / measured < 3, (study, scale, predicted))


if __name__ == "__main__":
    unittest.main()
