"""usage: reproduce_test.py SNAKEMAKE: options of ./reproduce; the runs and core hours that it shows
for all studies, on one machine and with the Slurm profile; a call of several studies of which one
fails. Nothing is built and no simulation runs. The tools are found on PATH, except by the dry runs
of ./reproduce, which need none."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "workflows" / "scripts"))
import mistakes  # noqa: E402
import programs  # noqa: E402
import snakemake_options  # noqa: E402

SNAKEMAKE = sys.argv.pop(1)
NAMES = ["accretion", "aggregation", "collisions", "grain-shape", "philosophies", "strength"]
# In place of Snakemake. Run b of each study is missing; the study "failing" makes nothing.
FAKE = r"""#!/bin/bash
study=$(basename "$PWD")
run() {
  echo "rule relax:"
  echo "    jobid: 7"
  echo "    wildcards: scale=demo, run=b"
  echo
}
[ "$study" != unplanned ] || { echo "broken rules"; exit 1; }
if [[ " $* " == *" --dry-run "* ]]; then run; exit; fi
printf 'Job stats:\njob  count\n---  ---\nrelax  1\ntotal  1\n\n' >&2
run >&2
[ "$study" != failing ] || { echo "Error in rule relax:" >&2; exit 1; }
mkdir -p results/demo/b && touch results/demo/b/pile.h5
[ "$study" != lossy ] || touch results/demo/b/failed.json
[ "$study" != stopping ] || kill -INT $PPID
[ "$study" != stopping ] || { sleep 0.5; exit 1; }
echo "Finished job 7." >&2
"""
TABLE = """\
scale	run	experiment	tool	base	inputs	threads	cloud.count
demo	cloud	-	generate	cloud		1	1000
demo	a	A	relax	fall	cloud	1	
demo	b	A	relax	fall	cloud	1	
"""
FALL = '[step]\ndt = "1 s"\n[run]\nduration = "1 h"\n[gravity]\nmethod = "fmm"\n'


def copy(folder):
    """Copies the studies and the measured computing times into the folder."""
    ignored = shutil.ignore_patterns("results", "__pycache__", ".snakemake")
    for name in ("workflows", "analysis"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    results = ROOT / "docs" / "results"
    for path in [*results.glob("*/*/costs/data.csv"), *results.glob("performance/*.csv")]:
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


def call(command, **where):
    return subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **where
    )


class Case(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        copy(self.folder)

    def studies(self, scale, names, *options, program=Path(SNAKEMAKE)):
        """=> the ended call of studies.py, with this program as Snakemake"""
        folders = [self.folder / "workflows" / name for name in names]
        script = self.folder / "workflows" / "scripts" / "studies.py"
        path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
        return call(
            [sys.executable, script, scale, *folders, "--", *options],
            env={**os.environ, "PATH": path},
        )


class Options(unittest.TestCase):
    def refused(self, text, *options):
        done = call([ROOT / "reproduce", *options])
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(text, done.stderr)

    def test_all_and_a_study(self):
        says = "--all runs all studies: remove 'strength' or --all"
        self.refused(says, "strength", "--all")
        self.refused(says, "--all", "--scale", "smoke", "strength")

    def test_an_unknown_study_after_a_known_one(self):
        self.refused("unknown study 'strengths'", "collisions", "strengths", "-n")

    def test_a_scale_that_no_study_has(self):
        self.refused("unknown scale 'papr'", "--all", "--scale", "papr")
        self.refused("did you mean 'paper'?", "--all", "--scale=papr")

    def test_a_scale_that_some_studies_have(self):
        folders = [str(ROOT / "workflows" / name) for name in NAMES]
        script = ROOT / "workflows" / "scripts" / "arguments.py"
        done = call([sys.executable, script, "paper-quarter", *folders, "--"])
        self.assertEqual((done.returncode, done.stdout.split()), (0, [folders[2]]))
        says = "omitted studies, which have no scale 'paper-quarter': "
        self.assertEqual(
            done.stderr, f"{says}accretion aggregation grain-shape philosophies strength\n"
        )

    def test_a_dry_run_shows_all_jobs(self):
        given = ["-q", "rules", "--config", "first=1", "-np", "--cores", "2", "--dryrun", "--quiet"]
        self.assertEqual(
            snakemake_options.loud(given), ["--config", "first=1", "-p", "--cores", "2"]
        )
        self.assertEqual(snakemake_options.loud(["-nF", "-n"]), ["-F"])

    def test_options_that_run_no_jobs(self):
        script = ROOT / "workflows" / "scripts" / "snakemake_options.py"
        for word, options in (
            ("run", ["--cores", "2", "--config", "runs=-n"]),
            ("print", ["--cores", "2", "-n"]),
            ("run", ["-j", "2", "-kF"]),
            ("print", ["-pn"]),
            ("print", ["-nF"]),
            ("print", ["-fn"]),
            ("print", ["-S"]),
            ("print", ["--dag"]),
            ("print", ["--report", "page.html"]),
            ("print", ["--dry-run"]),
            ("print", ["--summary"]),
            ("print", ["--unlock"]),
        ):
            self.assertEqual(call([sys.executable, script, *options]).stdout, f"{word}\n", options)

    def test_profiles(self):
        profiles, given = ROOT / "workflows" / "profiles", snakemake_options.with_profile
        self.assertEqual(given(["-n"]), ["--profile", str(profiles / "local"), "-n"])
        slurm = ["--profile", str(profiles / "slurm")]
        self.assertEqual(given(["--profile", "slurm"]), slurm)
        self.assertEqual(given(["--profile=slurm"]), slurm)
        self.assertEqual(given(["--profile", "/own"]), ["--profile", "/own"])

    def test_usage_names_all(self):
        self.assertIn("--all", call([ROOT / "reproduce", "--help"]).stdout)


class DryRun(Case):
    def numbers(self, text):
        """=> {study or "sum": numbers of its line} of the table"""
        lines = re.findall(r"^([a-z-]+)((?: +[\d.e-]+){6})$", text, re.M)
        return {name: [float(cell) for cell in cells.split()] for name, cells in lines}

    def test_all_studies(self):
        """The numbers of runs are counted in the tables of the studies."""
        shown = {}
        for profile in ([], ["--profile", "slurm"]):
            done = self.studies("smoke", NAMES, *profile, "-n")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            shown[tuple(profile)] = self.numbers(done.stdout)
            self.assertNotIn("rule ", done.stdout)
        found = shown[()]
        self.assertEqual(list(found), [*NAMES, "sum"])
        for name in NAMES:
            lines = (ROOT / "workflows" / name / "config" / "params.tsv").read_text().splitlines()
            count = sum(line.startswith("smoke\t") for line in lines)
            self.assertEqual(found[name][:3], [count, 0, count])
        for column in range(6):
            parts = sum(found[name][column] for name in NAMES)
            self.assertAlmostEqual(found["sum"][column], parts, delta=0.01 * parts)
        self.assertTrue(all(one == found for one in shown.values()))

    def test_one_study_shows_its_jobs_and_selected_runs(self):
        done = self.studies("smoke", ["collisions"], "-n", "--config", "first=1")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(len(re.findall("^rule collide:", done.stdout, re.M)), 1)
        runs, finished, to_make, *_ = self.numbers(done.stdout)["collisions"]
        self.assertEqual((finished, to_make), (0, runs))


class NothingBuilt(Case):
    """Dry runs of ./reproduce on a machine without programs, where each call of cmake fails."""

    def setUp(self):
        super().setUp()
        for name in ("reproduce", "CMakeLists.txt", "lib/base/commit.txt"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        (self.folder / "tools").mkdir()
        (self.folder / "tools" / "relax.cpp").touch()

    def reproduce(self, *options):
        """=> the ended call"""
        folders = os.environ["PATH"].split(os.pathsep)
        empty = [place for place in folders if not Path(place, "rubble-relax").exists()]
        stub = f"() {{ echo cmake >> {self.folder}/built; return 1; }}"
        return call(
            [self.folder / "reproduce", *options],
            env={
                **os.environ,
                "PATH": os.pathsep.join([str(Path(SNAKEMAKE).parent), *empty]),
                "BASH_FUNC_cmake%%": stub,
            },
        )

    def built(self):
        return (self.folder / "built").exists() or (self.folder / "build").exists()

    def test_one_study_shows_its_jobs(self):
        done = self.reproduce("collisions", "--scale", "smoke", "-n")
        self.assertEqual((done.returncode, self.built()), (0, False), done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"\ncollisions( +[\d.e-]+){6}\n")
        self.assertIn("\nrule collide:", done.stdout)

    def test_all_studies_show_their_sum(self):
        done = self.reproduce("--all", "--scale", "smoke", "-n")
        self.assertEqual((done.returncode, self.built()), (0, False), done.stdout + done.stderr)
        for name in (*NAMES, "sum"):
            self.assertRegex(done.stdout, rf"\n{name}( +[\d.e-]+){{6}}\n")

    def test_each_study_is_announced(self):
        """Two studies, one of them named twice and after the options."""
        done = self.reproduce("strength", "--scale", "smoke", "template", "-n", "strength")
        self.assertEqual((done.returncode, self.built()), (0, False), done.stdout + done.stderr)
        said = re.findall(r"^==> (Planning .*)$", done.stdout, re.M)
        self.assertEqual(
            said,
            [
                "Planning the study 'strength' at smoke scale (study 1 of 2)",
                "Planning the study 'template' at smoke scale (study 2 of 2)",
            ],
        )
        for name in ("strength", "template", "sum"):
            self.assertRegex(done.stdout, rf"\n{name}( +[\d.e-]+){{6}}\n")

    def test_a_run_builds_first(self):
        done = self.reproduce("collisions", "--scale", "smoke")
        self.assertNotEqual(done.returncode, 0)
        self.assertTrue(self.built())
        self.assertNotIn("Runs at smoke scale", done.stdout)


class Programs(unittest.TestCase):
    """A program on PATH, and the version that a dry run expects of a build."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        program = Path(scratch.name, "rubble-relax")
        program.write_text("#!/bin/sh\necho 'rubble-relax 0.2.0 (old)'\n")
        program.chmod(0o755)
        where = {"PATH": f"{scratch.name}{os.pathsep}{os.environ['PATH']}"}
        patch = unittest.mock.patch.dict(os.environ, where)
        patch.start()
        self.addCleanup(patch.stop)
        self.addCleanup(programs.present.cache_clear)
        programs.present.cache_clear()

    def test_a_run_uses_the_programs(self):
        self.assertEqual(programs.version("rubble-relax"), "rubble-relax 0.2.0 (old)")
        with self.assertRaisesRegex(mistakes.Mistake, "rubble-none is neither on PATH nor"):
            programs.version("rubble-none")

    def test_a_dry_run_expects_those_of_the_sources(self):
        for commit, built in (("new", False), ("old", True)):
            with unittest.mock.patch.dict(os.environ, {programs.PLANNED: f"0.2.0 ({commit})"}):
                expected = f"rubble-relax 0.2.0 ({commit})"
                self.assertEqual(programs.version("rubble-relax"), expected)
                self.assertEqual(programs.is_built("rubble-relax"), built)
                self.assertEqual(programs.version("rubble-none"), f"rubble-none 0.2.0 ({commit})")
                self.assertFalse(programs.is_built("rubble-none"))


class SeveralStudies(Case):
    def setUp(self):
        super().setUp()
        self.fake = self.folder / "bin" / "snakemake"
        self.fake.parent.mkdir()
        self.fake.write_text(FAKE)
        self.fake.chmod(0o755)
        for name in ("good", "failing", "lossy", "stopping", "unplanned"):
            config = self.folder / "workflows" / name / "config"
            config.mkdir(parents=True)
            (config / "params.tsv").write_text(TABLE)
            (config / "cloud.toml").write_text("")
            (config / "fall.toml").write_text(FALL)

    def ended(self, *names):
        """=> exit code, output, {study: done, failed, left, end of the line} of the last table"""
        done = self.studies("demo", names, program=self.fake)
        self.assertEqual(done.stderr, "")
        last = done.stdout.rpartition("Studies at demo scale")[2]
        rows = re.findall(r"^([a-z]+) +(\d+) +(\d+) +(\d+) +[\d.]+ min +(.*)$", last, re.M)
        return done.returncode, done.stdout, {name: tuple(cells) for name, *cells in rows}

    def report(self, name):
        return str(self.folder / "workflows" / name / "results" / "demo" / "report.html")

    def test_a_study_that_fails_does_not_stop_the_others(self):
        code, text, rows = self.ended("failing", "unplanned", "lossy", "good")
        self.assertEqual(code, 1)
        self.assertEqual(rows["failing"], ("2", "0", "1", "not complete"))
        self.assertEqual(rows["unplanned"], ("0", "0", "3", "not complete"))
        self.assertEqual(rows["lossy"], ("2", "1", "0", self.report("lossy")))
        self.assertEqual(rows["good"], ("3", "0", "0", self.report("good")))
        self.assertIn("Snakemake cannot plan the study 'unplanned':\nbroken rules", text)
        log = self.folder / "workflows" / "good" / "results" / "demo" / "snakemake.log"
        self.assertIn("Finished job 7.", log.read_text())

    def test_all_succeed(self):
        code, text, rows = self.ended("good", "lossy")
        self.assertEqual((code, len(rows)), (0, 2))
        self.assertIn("Running the study 'lossy' at demo scale (study 2 of 2)", text)

    def test_a_signal_stops_the_studies(self):
        code, text, rows = self.ended("stopping", "good")
        self.assertEqual(code, 1)
        self.assertEqual(rows["good"], ("2", "0", "1", "not complete"))
        self.assertNotIn("Running the study 'good'", text)

    def test_one_study(self):
        done = self.studies("demo", ["good"], program=self.fake)
        self.assertEqual(done.returncode, 0)
        self.assertIn(
            f"Report of 'good' at demo scale, after 0 s: {self.report('good')}", done.stdout
        )
        self.assertEqual(self.studies("demo", ["failing"], program=self.fake).returncode, 1)


if __name__ == "__main__":
    unittest.main()
