"""Finished steps, remaining time and remaining core hours of a build or of Snakemake, from the
lines that they print."""
import collections
import re
import time

from tool_table import FIRST, HEAVY, RUN, names

# Rules of Snakemake by stage; all other rules make tables and figures.
STAGES = {
    FIRST: ("run_config", *names(FIRST)),
    RUN: names(RUN, HEAVY),
}
OTHERS = "tables and figures"
RUNS = [rule for rules in STAGES.values() for rule in rules if rule != "run_config"]  # with a pile


def stage_of(rule):
    return next((stage for stage, rules in STAGES.items() if rule in rules), OTHERS)


class Build:
    """Steps of Ninja, lines [finished/all] COMMAND, or of Make, lines [ percent%] COMMAND."""

    def __init__(self):
        self.done, self.all, self.begin = 0, 0, time.monotonic()
        self.in_percent = False

    def read(self, line):
        if found := re.match(r"\[ *(\d+)(?:/(\d+)|%)\] ", line):
            self.in_percent = found[2] is None
            self.done, self.all = int(found[1]), int(found[2] or 100)

    def counts(self):
        """=> finished and all steps, as text; "" before the first step"""
        if not self.all:
            return ""
        return f"{self.done} % of the steps" if self.in_percent else f"steps {self.done}/{self.all}"

    def remaining(self):
        """=> estimated time [s]; None before the first step has ended"""
        passed = time.monotonic() - self.begin
        return passed / self.done * (self.all - self.done) if self.done else None

    def core_hours(self):
        """=> None, because core hours are known for runs alone"""
        return None


class Jobs:
    """Jobs of Snakemake, which prints a table of all jobs, a block when a job starts, and a line
    when it ends."""

    def __init__(self, hours=None):
        """({run to make: its core hours}, if known)"""
        self.hours = dict(hours or {})  # of the runs that have not ended
        self.known = hours is not None
        self.runs = {}  # {number of a job: the run that it makes}
        # number of jobs, number of ended jobs, time of ended jobs [s], each by rule
        self.all, self.ended, self.spent = (collections.Counter() for _ in range(3))
        self.started, self.in_table, self.rule, self.job = {}, False, None, None
        self.begin = time.monotonic()

    def read(self, line):
        if line.startswith("Job stats:"):
            self.in_table = (
                not self.all
            )  # a second table is that of a job which is Snakemake itself
        elif self.in_table and (found := re.match(r"(\w+) +(\d+)( |$)", line)):
            if found[1] != "total":
                self.all[found[1]] += int(found[2])
        elif self.in_table and not line.strip():
            self.in_table = False
        elif found := re.match(r" *(?:local)?(?:rule|checkpoint) (\w+):", line):
            self.rule = found[1]
        elif found := re.match(r" +jobid: (\d+)", line):
            self.job = found[1]
            self.started[self.job] = self.rule, time.monotonic()
        elif self.rule in RUNS and (found := re.match(r" +wildcards: .*\brun=(\S+)", line)):
            self.runs[self.job] = found[1]
        elif found := re.match(r"Finished job(?:id:)? (\d+)", line):
            rule, begin = self.started.pop(found[1], (None, 0))
            self.ended[rule] += 1
            self.spent[rule] += time.monotonic() - begin if rule else 0
            self.hours.pop(self.runs.pop(found[1], None), None)

    def counts(self):
        """=> ended and all jobs of each stage, as text; "" before their table is complete"""
        if self.in_table:
            return ""
        found = {stage: [0, 0] for stage in (*STAGES, OTHERS)}
        for rule, number in self.all.items():
            found[stage_of(rule)][0] += self.ended[rule]
            found[stage_of(rule)][1] += number
        return ", ".join(
            f"{name} {done}/{number}" for name, (done, number) in found.items() if number
        )

    def core_hours(self):
        """=> core hours of the runs that have not ended; None if not known"""
        return sum(self.hours.values()) if self.known else None

    def mean(self, rule):
        """=> mean time of a job of the rule, or else of its stage [s]; None if none has ended"""
        same_stage = [other for other in self.all if stage_of(other) == stage_of(rule)]
        rules = [rule] if self.ended[rule] else same_stage
        ended = sum(self.ended[one] for one in rules)
        return sum(self.spent[one] for one in rules) / ended if ended else None

    def remaining(self):
        """=> estimated time [s], with as many jobs at a time as before; None as long as the time of
        a simulation is unknown"""
        left = {rule: number - self.ended[rule] for rule, number in self.all.items()}
        means = {rule: self.mean(rule) for rule in left}
        if not left or any(means[rule] is None and stage_of(rule) != OTHERS for rule in left):
            return None
        work = sum(number * (means[rule] or 0) for rule, number in left.items())
        at_a_time = sum(self.spent.values()) / (time.monotonic() - self.begin)
        return work / max(at_a_time, 1e-3)
