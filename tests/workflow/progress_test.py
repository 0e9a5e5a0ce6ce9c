"""Progress of a build and of Snakemake: counts, remaining time, messages after a failure."""
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[2] / "workflows" / "scripts"
sys.path.insert(0, str(SCRIPTS))
from progress import in_words  # noqa: E402
from steps import Build, Jobs  # noqa: E402

TABLE = """Building DAG of jobs...
Job stats:
job           count    min threads    max threads
----------  -------  -------------  -------------
run_config        2              1              1
relax             2              1              1
collide           4              1              1
fig1              1              1              1
total             9              1              1

"""
FAILED = """
[Fri Nov 27 14:00:41 2026]
Error in rule relax:
    jobid: 3
    output: results/smoke/a/pile.h5
    log: a.log (check log file(s) for error details)
    shell:
        rubble-relax a

run b failed (exit code 3): broken
"""


def job(rule, number, after, clock, local=""):
    """(rule, number of the job, its time [s], mock of the clock) => lines of its start, clock then
    at its end, lines of its end"""
    yield f"{local}rule {rule}:\n"
    yield "    input: a\n"
    yield f"    jobid: {number}\n"
    clock.return_value += after
    yield f"Finished job {number}.\n"


class Steps(unittest.TestCase):
    def setUp(self):
        patch = mock.patch("time.monotonic", return_value=100.0)
        self.clock = patch.start()
        self.addCleanup(patch.stop)

    def read(self, steps, lines):
        for line in lines:
            steps.read(line)

    def test_jobs_of_snakemake(self):
        steps = Jobs()
        self.assertEqual((steps.counts(), steps.remaining()), ("", None))
        self.read(steps, TABLE.splitlines(keepends=True))
        self.assertEqual(
            steps.counts(), "initial piles 0/2, simulations 0/6, tables and figures 0/1"
        )
        self.read(steps, job("run_config", 4, 1, self.clock, "local"))
        self.read(steps, job("run_config", 5, 1, self.clock, "local"))
        self.assertIsNone(steps.remaining(), "no simulation has ended")
        self.read(steps, job("relax", 3, 10, self.clock))
        self.assertEqual(
            steps.counts(), "initial piles 2/2, simulations 1/6, tables and figures 0/1"
        )
        # One job at a time. A collision takes as long as the mean of the simulations so far.
        self.assertAlmostEqual(steps.remaining(), 10 + 4 * 10)
        self.read(steps, job("collide", 6, 30, self.clock))
        self.assertAlmostEqual(steps.remaining(), 10 + 3 * 30)

    def test_two_jobs_at_a_time_take_half_the_time(self):
        steps = Jobs()
        self.read(steps, TABLE.replace("collide           4", "collide           0").splitlines())
        self.read(steps, ["rule relax:", "    jobid: 1", "rule relax:", "    jobid: 2"])
        self.clock.return_value += 10
        self.read(steps, ["Finished job 1.", "Finished job 2."])
        self.read(steps, ["rule run_config:", "    jobid: 3"])
        self.clock.return_value += 10
        self.read(steps, ["Finished job 3."])
        # 30 s of jobs in 20 s; the other configuration takes 10 s of one processor
        self.assertAlmostEqual(steps.remaining(), 10 / 1.5)

    def test_core_hours_of_the_runs_that_have_not_ended(self):
        self.assertIsNone(Jobs().core_hours())
        steps = Jobs({"a": 2.0, "b": 0.5, "c": 1.0})
        self.read(steps, TABLE.splitlines(keepends=True))
        self.assertEqual(steps.core_hours(), 3.5)
        named = ["rule relax:", "    jobid: 3", "    wildcards: scale=demo, run=a"]
        table = ["rule read:", "    jobid: 4", "    wildcards: scale=demo, run=b, reader=info"]
        self.read(steps, named + table + ["Finished job 4.", "Finished job 3."])
        self.assertEqual(steps.core_hours(), 1.5, "a table of run b is not the run")
        self.read(steps, ["rule relax:", "    jobid: 5", "    wildcards: scale=demo, run=c"])
        self.assertEqual(steps.core_hours(), 1.5, "a run that has begun counts in full")

    def test_words(self):
        self.assertEqual(in_words(None), "")
        self.assertEqual(in_words(60), "; 60 s left")
        self.assertEqual(in_words(None, 1.234), "; 1.23 core hours left")
        self.assertEqual(
            in_words(120, 1.5, 2.0), "; 1.5 core hours, 2 min left (3.5 core hours in all studies)"
        )

    def test_steps_of_a_build(self):
        steps = Build()
        self.assertEqual((steps.counts(), steps.remaining()), ("", None))
        self.clock.return_value += 10
        self.read(steps, ["[5/20] Building CXX object a.o", "ninja: note [6/7]"])
        self.assertEqual(steps.counts(), "steps 5/20")
        self.assertAlmostEqual(steps.remaining(), 30)

    def test_percentages_of_make(self):
        steps = Build()
        self.read(steps, ["[  0%] Building CXX object a.o"])
        self.assertEqual((steps.counts(), steps.remaining()), ("0 % of the steps", None))
        self.clock.return_value += 10
        self.read(steps, ["[ 20%] Building CXX object b.o", "make: note [ 30%]"])
        self.assertEqual(steps.counts(), "20 % of the steps")
        self.assertAlmostEqual(steps.remaining(), 40)
        self.read(steps, ["[100%] Built target rubble"])
        self.assertEqual((steps.counts(), steps.remaining()), ("100 % of the steps", 0))


class Command(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def call(self, name, script):
        """(name of a command, its text for bash) => exit code, standard output, content of the
        log"""
        command = self.folder / name
        command.write_text(f"#!/bin/bash\n{script}\n")
        command.chmod(0o755)
        log = self.folder / "logs" / "all.log"
        done = subprocess.run(
            [sys.executable, SCRIPTS / "progress.py", log, command, "one word"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=60,
        )
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout, log.read_text()

    def test_a_study_that_succeeds(self):
        (self.folder / "messages").write_text(
            TABLE + "".join(job("relax", 1, 0, mock.Mock(return_value=0.0)))
        )
        code, shown, log = self.call("snakemake", 'cat messages >&2; echo "out $1"')
        self.assertEqual(code, 0)
        self.assertEqual(log, (self.folder / "messages").read_text())
        self.assertEqual(
            shown, "out one word\ninitial piles 0/2, simulations 1/6, tables and figures 0/1\n"
        )

    def test_a_study_that_fails(self):
        (self.folder / "messages").write_text(TABLE + FAILED)
        (self.folder / "a.log").write_text("the reason\n")
        code, shown, _ = self.call("snakemake", "cat messages >&2; exit 5")
        self.assertEqual(code, 5)
        lines = shown.splitlines()
        self.assertEqual(lines[0], "run b failed (exit code 3): broken")
        self.assertIn("Error in rule relax:", lines)
        self.assertEqual(lines[lines.index("--- end of a.log") + 1], "the reason")
        self.assertTrue(lines[-1].endswith("logs/all.log"), lines)

    def test_a_build_that_fails(self):
        code, shown, log = self.call(
            "cmake", "echo '[1/2] a'; echo '[2/2] b'; echo 'FAILED: b' >&2; echo wrong; exit 1"
        )
        self.assertEqual(code, 1)
        self.assertEqual(log, "[1/2] a\n[2/2] b\nFAILED: b\nwrong\n")
        self.assertEqual(shown.splitlines()[:3], ["steps 2/2", "FAILED: b", "wrong"])

    def test_a_process_in_the_background(self):
        """It inherits the stream of messages, and holds it open after the build has ended."""
        code, shown, log = self.call(
            "cmake", "sleep 300 & echo $! >pid; echo '[1/2] a'; printf '[2/2] b'; exit 3"
        )
        os.kill(int((self.folder / "pid").read_text()), signal.SIGTERM)
        self.assertEqual((code, log), (3, "[1/2] a\n[2/2] b"))
        self.assertEqual(shown.splitlines()[0], "steps 2/2")

    def test_a_signal(self):
        self.assertEqual(self.call("snakemake", "kill -TERM $$")[0], 143)


if __name__ == "__main__":
    unittest.main()
