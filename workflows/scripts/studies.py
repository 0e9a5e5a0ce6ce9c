"""usage: studies.py SCALE STUDY... -- [SNAKEMAKE OPTIONS]

Runs studies (folders), one after the other, up to their reports. First it prints how many runs each
study has, how many of them are finished, and the core hours of the others. A study that fails does
not stop the next ones. With several studies a table of the results follows. The exit code is 0 if
all reports are complete.
"""
import contextlib
import shutil
import subprocess
import sys
import time
from pathlib import Path

import estimate
import plan
import progress
import snakemake_options

CLOCKS = 2.0  # largest difference between the clocks of this machine and of the file system [s]
HEADS = ("study", "done", "failed", "left", "time", "report")


def say(text):
    print(f"\n==> {text}", flush=True)


def place(n, studies):
    """(number of a study from 1, studies) => its place among several, for messages"""
    return f" (study {n} of {len(studies)})" if len(studies) > 1 else ""


def planned(folder, scale, options, costs, place_of):
    """(folder of a study, scale, options of snakemake, Costs, place among the studies) => Plan. A
    message says so first, because a dry run of Snakemake can take a minute."""
    say(f"Planning the study '{folder.name}' at {scale} scale{place_of}")
    return plan.made(folder, scale, options, costs)


class Result:
    """Outcome of a study whose runs were planned."""

    def __init__(self, folder, scale, planned):
        self.folder, self.results = folder, folder / "results" / scale
        self.planned = planned
        self.code = planned.code or 1  # until it has run
        self.begin, self.seconds = time.time(), 0.0

    def run(self, scale, options, later):
        """(scale, options of snakemake, core hours of the studies that follow) Makes the study."""
        command = ["snakemake", plan.report(scale), *options]
        log = self.results / "snakemake.log"
        self.begin = time.time()
        with contextlib.chdir(self.folder):
            self.code = progress.main(log, command, self.planned.hours, later)
        self.seconds = time.time() - self.begin

    def failed(self):
        """=> names of the failed runs"""
        return [run for run in self.planned.runs if (self.results / run / "failed.json").exists()]

    def left(self):
        """=> names of the runs that were to be made, and were not; of a study that could not be
        planned all runs"""
        names = self.planned.runs if self.planned.code else self.planned.hours
        return [run for run in names if not self.has_made(run)]

    def has_made(self, run):
        """=> whether the pile of a run, or its failure record, is new"""
        pile = self.results / run / "pile.h5"
        return pile.exists() and pile.stat().st_mtime > self.begin - CLOCKS

    def row(self):
        """=> cells of the last table"""
        failed, left = self.failed(), self.left()
        done = len(self.planned.runs) - len(set(failed) | set(left))
        page = self.results / "report.html" if self.code == 0 else "not complete"
        counts = (done, len(set(failed) - set(left)), len(left))
        return [self.folder.name, *map(str, counts), f"{self.seconds / 60:.1f} min", str(page)]


def each(results, scale, options):
    """(Results, scale, options of snakemake) Runs all studies that could be planned, until a signal
    stops them."""
    ready = [result for result in results if not result.planned.code]
    for n, result in enumerate(ready, 1):
        hours = [sum(one.planned.hours.values()) for one in ready[n - 1 :]]
        say(f"Running the study '{result.folder.name}' at {scale} scale{place(n, ready)}")
        result.run(scale, options, sum(hours[1:]))
        if result.failed():
            say(
                f"{len(result.failed())} runs failed and are left out; the report lists them, and "
                f"{result.results}/RUN/failed.json says why"
            )
        if progress.stopped:
            return


def finish(results, scale):
    """(Results, scale) Prints where the reports are. => exit code"""
    if len(results) > 1:
        rows = [HEADS, *(result.row() for result in results)]
        say(f"Studies at {scale} scale")
        print("\n".join(plan.aligned(rows)))
    elif results[0].code == 0:
        one = results[0]
        page = one.results / "report.html"
        say(f"Report of '{one.folder.name}' at {scale} scale, after {one.seconds:.0f} s: {page}")
    codes = [result.code for result in results if result.code]
    return 1 if len(results) > 1 and codes else (codes or [0])[0]


def main(scale, folders, options):
    options = snakemake_options.with_profile(options)
    if snakemake_options.only_lists(options):
        command = ["snakemake", plan.report(scale), *options]
        return max(subprocess.run(command, cwd=folder).returncode for folder in folders)
    costs = estimate.Costs()
    plans = [
        planned(folder, scale, options, costs, place(n, folders))
        for n, folder in enumerate(folders, 1)
    ]
    say(plan.cost_table(plans, scale))
    for one in plans:
        if one.code:
            say(f"Snakemake cannot plan the study '{one.study}':\n{one.output.rstrip()}")
    if snakemake_options.is_dry(options):
        if len(plans) == 1 and not plans[0].code:
            print(plans[0].output, end="")
        return max(one.code for one in plans)
    results = [Result(folder, scale, one) for folder, one in zip(folders, plans)]
    each(results, scale, options)
    return finish(results, scale)


if __name__ == "__main__":
    if "--" not in sys.argv[3:] or shutil.which("snakemake") is None:
        sys.exit(__doc__)
    end = sys.argv.index("--", 3)
    studies = [Path(name).resolve() for name in sys.argv[2:end]]
    sys.exit(main(sys.argv[1], studies, sys.argv[end + 1 :]))
