"""usage: failed_test.py SNAKEMAKE: results of runs for the exit codes of their tools. In a copy of
the template study, rubble-relax is replaced by a program with a given exit code. The report is made
in one call regardless of single runs, and only runs that the system stopped are repeated. The tools
are found on PATH."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import study as template

SNAKEMAKE = sys.argv.pop(1)
CALL = template.ROOT / "workflows" / "scripts" / "call.py"
SCALE = "results/smoke"
RUNS = ("pile-100-mu0-s1", "pile-100-mu0.3-s1", "pile-100-mu1-s1")
FRICTION = (0, 0.3, 1)
TRIES = 3  # retries that Snakemake is allowed
TABLE = (
    "\n".join(
        [
            "\t".join(line)
            for line in [
                (
                    "scale",
                    "run",
                    "experiment",
                    "tool",
                    "base",
                    "inputs",
                    "threads",
                    "seed",
                    "cloud.count",
                    "contact.sliding.friction",
                ),
                ("smoke", "cloud-100-s1", "-", "generate", "cloud", "", "1", "1", "100", ""),
                *(
                    (
                        "smoke",
                        run,
                        "friction",
                        "relax",
                        "gravity+grains+settle",
                        "cloud-100-s1",
                        "1",
                        "",
                        "",
                        str(friction),
                    )
                    for run, friction in zip(RUNS, FRICTION)
                ),
            ]
        ]
    )
    + "\n"
)
# Outcome of a run: "CODE" with a message and without output, "done CODE" after the real tool has
# run, "once CODE" on the first call alone.
FAKE = """#!/bin/bash
case $1 in --version|--describe) exec {real} "$@" ;; esac
run=$(basename "$(dirname "${@: -1}")")
echo "$run" >> "$CALLS"
outcome=$(sed -n "s/^$run: //p" "$OUTCOMES")
case $outcome in
  done*) {real} "$@"; code=${outcome#done } ;;
  once*) [ "$(grep -cx "$run" "$CALLS")" -gt 1 ] && exec {real} "$@"; code=${outcome#once } ;;
  "") exec {real} "$@" ;;
  *) code=$outcome ;;
esac
echo "rubble-relax: $run ends with $code" >&2
[ "$code" -lt 128 ] || kill -$((code - 128)) $$
exit "$code"
"""


class Study(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        folder = Path(self.place.name)
        self.study = template.copy(folder)
        (self.study / "config" / "params.tsv").write_text(TABLE)
        self.calls, self.outcomes = folder / "calls", folder / "outcomes"
        fake = folder / "bin" / "rubble-relax"
        fake.parent.mkdir()
        fake.write_text(FAKE.replace("{real}", shutil.which("rubble-relax")))
        fake.chmod(0o755)
        self.work = folder / "work"
        self.work.mkdir()

    def tearDown(self):
        self.place.cleanup()

    def run_study(self, **outcomes):
        """(run: outcome) => exit code, text of Snakemake; calls of each run"""
        self.calls.write_text("")
        self.outcomes.write_text(
            "".join(f"{run}: {outcome}\n" for run, outcome in outcomes.items())
        )
        bin_folder = self.outcomes.parent / "bin"
        where = {
            **os.environ,
            "PATH": f"{bin_folder}:{os.environ['PATH']}",
            "CALLS": str(self.calls),
            "OUTCOMES": str(self.outcomes),
        }
        command = [
            SNAKEMAKE,
            "--snakefile",
            self.study / "Snakefile",
            "--directory",
            self.work,
            "--cores",
            "2",
            "--retries",
            str(TRIES),
            "--keep-going",
            f"{SCALE}/report.html",
        ]
        done = subprocess.run(
            command, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=where
        )
        calls = self.calls.read_text().split()
        return (
            done.returncode,
            done.stdout + done.stderr,
            {run: calls.count(run) for run in set(calls)},
        )

    def at(self, *names):
        return self.work.joinpath(SCALE, *names)

    def test_a_run_that_fails_for_good_is_left_out(self):
        """broken physics and bad input are not repeated; table, figure, verdicts and report use the
        other runs"""
        smooth, rough, roughest = RUNS
        code, said, calls = self.run_study(**{rough: "3", roughest: "2"})
        self.assertEqual(code, 0, said)
        self.assertEqual(calls, dict.fromkeys(RUNS, 1), said)
        record = json.loads(self.at(rough, "failed.json").read_text())
        self.assertEqual(
            (record["run"], record["tool"], record["code"]), (rough, "rubble-relax", 3)
        )
        self.assertIn("ends with 3", record["message"])
        table = self.at("fig1", "data.csv").read_text()
        self.assertIn(smooth, table)
        self.assertNotIn(rough, table)
        failed = self.at("fig1", "failed.csv").read_text()
        self.assertIn(f"{rough},rubble-relax,3,", failed)
        self.assertIn(f"{roughest},rubble-relax,2,", failed)
        verdicts = {
            entry["metric"]: entry["reason"]
            for entry in json.loads(self.at("verdict.json").read_text())
        }
        self.assertEqual(sorted(verdicts.values()), ["", "run failed"], verdicts)
        page = self.at("report.html").read_text()
        for text in (
            "2 runs failed",
            f"rubble-relax: {rough} ends with 3",
            f"rubble-relax: {roughest} ends with 2",
            "Failed runs, omitted here",
        ):
            self.assertIn(text, page)
        # A second call has no jobs. Without a run's folder and the report the run is repeated, and
        # the records are removed.
        self.assertEqual(self.run_study()[2], {})
        shutil.rmtree(self.at(rough))
        shutil.rmtree(self.at(roughest))
        self.at("report.html").unlink()
        code, said, calls = self.run_study()
        self.assertEqual((code, calls), (0, {rough: 1, roughest: 1}), said)
        self.assertFalse(
            self.at("fig1", "failed.csv").exists() or self.at(rough, "failed.json").exists()
        )
        self.assertNotIn("runs failed", self.at("report.html").read_text())

    def test_all_runs_fail(self):
        code, said, calls = self.run_study(**dict.fromkeys(RUNS, "3"))
        self.assertEqual((code, calls), (0, dict.fromkeys(RUNS, 1)), said)
        self.assertIn("3 runs failed", self.at("report.html").read_text())

    def test_an_unfinished_run_is_a_result(self):
        """exit code 4: the outputs are kept, used and marked"""
        code, said, calls = self.run_study(**{RUNS[1]: "done 4"})
        self.assertEqual((code, calls), (0, dict.fromkeys(RUNS, 1)), said)
        self.assertIn(RUNS[1], self.at("fig1", "data.csv").read_text())
        self.assertEqual(json.loads(self.at(RUNS[1], "unfinished.json").read_text())["code"], 4)
        self.assertFalse(self.at(RUNS[1], "failed.json").exists())
        page = self.at("report.html").read_text()
        self.assertIn("Unfinished runs", page)
        self.assertNotIn("Failed runs", page)

    def test_runs_stopped_by_the_system_are_repeated(self):
        smooth, rough, roughest = RUNS
        code, said, calls = self.run_study(
            **{smooth: "once 1", rough: "once 137", roughest: "once 75"}
        )
        self.assertEqual((code, calls), (0, dict.fromkeys(RUNS, 2)), said)
        self.assertNotIn("failed", self.at("report.html").read_text().split("<h2")[0])

    def test_a_run_stopped_every_time_is_no_result(self):
        code, said, calls = self.run_study(**{RUNS[0]: "1"})
        self.assertEqual(code, 1, said)
        self.assertEqual(calls, {RUNS[0]: 1 + TRIES, RUNS[1]: 1, RUNS[2]: 1}, said)
        self.assertFalse(
            self.at(RUNS[0], "failed.json").exists() or self.at("report.html").exists()
        )

    def test_a_failed_start_skips_the_runs_that_need_it(self):
        """a cloud that cannot be made: its piles are not started, and their records name the
        reason"""
        part = self.study / "config" / "cloud.toml"
        part.write_text(part.read_text() + "\n[nonsense]\nx = 1\n")
        code, said, calls = self.run_study()
        self.assertEqual((code, calls), (0, {}), said)
        record = json.loads(self.at(RUNS[0], "failed.json").read_text())
        self.assertIsNone(record["code"])
        self.assertRegex(record["message"], "not run, because run cloud-.* failed")
        page = self.at("report.html").read_text()
        self.assertIn("4 runs failed", page)
        self.assertIn("nonsense", page)


class Call(unittest.TestCase):
    def call(self, folder, script, **more):
        command = [
            sys.executable,
            CALL,
            "--log",
            "log",
            "--in",
            "--out",
            "run/pile.h5",
            "--stdout",
            "out",
            "--",
            "bash",
            "-c",
            script,
        ]
        Path(folder, "run").mkdir(exist_ok=True)
        return subprocess.Popen(
            command, cwd=folder, env={**os.environ, "PYTHONPATH": str(template.ROOT)}, **more
        )

    def test_exit_codes(self):
        with tempfile.TemporaryDirectory() as folder:
            for code, passed_on in ((0, 0), (1, 1), (2, 0), (3, 0), (4, 0), (75, 75), (127, 127)):
                self.assertEqual(
                    self.call(folder, f"echo out; echo error {code} >&2; exit {code}").wait(),
                    passed_on,
                    code,
                )
                self.assertEqual(Path(folder, "out").read_text(), "out\n")
                self.assertEqual(Path(folder, "log").read_text(), f"error {code}\n")
                found = {path.name for path in Path(folder, "run").iterdir()}
                self.assertEqual(
                    found,
                    {
                        2: {"pile.h5", "failed.json"},
                        3: {"pile.h5", "failed.json"},
                        4: {"unfinished.json"},
                    }.get(code, set()),
                )
            for number, passed_on in (
                (signal.SIGKILL, 137),
                (signal.SIGTERM, 143),
                (signal.SIGSEGV, 0),
            ):
                self.assertEqual(
                    self.call(folder, f"kill -{int(number)} $$; sleep 5").wait(), passed_on, number
                )

    def test_signals_reach_the_tool(self):
        """the tool ends by itself, with its own exit code"""
        with tempfile.TemporaryDirectory() as folder:
            process = self.call(
                folder,
                "trap 'echo heard >&2; exit 75' TERM; touch ready; while true; do sleep 0.05; done",
            )
            while not Path(folder, "ready").exists():
                time.sleep(0.01)
            process.terminate()
            self.assertEqual(process.wait(), 75)
            self.assertEqual(Path(folder, "log").read_text(), "heard\n")


if __name__ == "__main__":
    unittest.main()
