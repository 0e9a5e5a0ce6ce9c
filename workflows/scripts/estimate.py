"""Core hours of the runs of the studies, before they start.

A run that was measured costs what it cost then (docs/results/STUDY/SCALE/costs). The cost of any
other run is spheres x time steps x cost of a sphere and step:

- time steps: those of its whole duration, times the share of the duration after which measured runs
  of the same tool and method stopped: of its experiment, otherwise of its study
- cost of a sphere and step: of measured runs of its experiment, otherwise of its study, with at
  least a tenth and at most ten times as many spheres, otherwise of all runs of its method

In both cases it is the median over the measured runs with the most similar number of spheres.
docs/results/performance has measured runs of studies whose computing times are not kept, and a
benchmark of soft spheres.
"""
import csv
import math
import statistics
from pathlib import Path
from typing import NamedTuple

from workload import PREPARING, works

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
HOUR = 3600.0
# Sources of an estimate: the run itself, other runs as above, the number of spheres alone,
# or none.
SOURCES = ("measured", "experiment", "study", "method", "prepared", "unknown")
MEASURED, EXPERIMENT, STUDY, METHOD, PREPARED, UNKNOWN = SOURCES
CALL, SPHERE = 0.1, 1e-4  # time of rubble-generate [s]: of a call, and of each sphere
BENCHMARK = {"M1": ("soft-spheres", False), "M2": ("soft-spheres", True)}  # its cases, by method


class Sample(NamedTuple):
    """A measured run."""

    study: str
    experiment: str
    tool: str
    method: tuple
    spheres: float
    steps: float
    share: float  # steps / those of its whole duration
    seconds: float  # for each sphere and step, of all cores


def rows_in(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def kept(results):
    """(folder docs/results) => {(study, scale, run): row} of the measured runs"""
    found = {
        (row["study"], row["scale"], row["run"]): row
        for row in rows_in(results / "performance" / "runs.csv")
    }
    for path in sorted(results.glob("*/*/costs/data.csv")):
        study, scale = path.relative_to(results).parts[:2]
        found |= {(study, scale, row["run"]): row for row in rows_in(path)}
    return found


def sample_of(work, row):
    """(Work, its row in a table of costs) => Sample"""
    steps = float(row["steps"])
    return Sample(
        *(work.study, work.experiment, work.tool, work.method, work.spheres),
        steps=steps,
        share=steps / (work.steps or steps),
        seconds=HOUR * float(row["core hours"]) / (work.spheres * steps),
    )


def benchmark(results):
    """(folder docs/results) => Samples of soft spheres, without the linear search"""
    samples = []
    for row in rows_in(results / "performance" / "grains.csv"):
        if row["experiment"] in BENCHMARK and row["phase"] == "total" and row["lookup"] != "linear":
            spheres, steps, seconds = (float(row[name]) for name in ("spheres", "steps", "seconds"))
            method = BENCHMARK[row["experiment"]]
            cost = seconds / (spheres * steps)
            samples.append(Sample("", "", "", method, spheres, steps, 1, cost))
    return samples


def nearest(samples, spheres):
    """=> those of the samples with the most similar number of spheres"""
    distance = [abs(math.log(sample.spheres / spheres)) for sample in samples]
    least = min(distance) + 1e-9
    return [sample for sample, far in zip(samples, distance) if far <= least]


class Costs:
    """Measured costs, from which those of other runs are estimated."""

    def __init__(self, workflows=ROOT / "workflows", results=RESULTS, known=None):
        """(folder of the studies, docs/results, the measured runs that are used; None: all)"""
        self.workflows = workflows
        self.measured = {
            key: row for key, row in kept(results).items() if known is None or key in known
        }
        self.samples = benchmark(results) + [
            sample_of(works(workflows / study)[scale, run], row)
            for (study, scale, run), row in self.measured.items()
            if (scale, run) in works(workflows / study)
        ]

    def of(self, study, scale, run):
        """=> core hours, and which of SOURCES they are from"""
        row = self.measured.get((study, scale, run))
        if row:
            return float(row["core hours"]), MEASURED
        work = works(self.workflows / study).get((scale, run))
        if work is None:
            return 0.0, UNKNOWN
        if work.tool in PREPARING:
            return (CALL + SPHERE * work.spheres) / HOUR, PREPARED
        source, samples = self.like(work)
        if not samples:
            return 0.0, UNKNOWN
        seconds = statistics.median(sample.seconds for sample in samples)
        return work.spheres * self.steps_of(work) * seconds / HOUR, source

    def like(self, work):
        """(Work) => source, the Samples with its cost of a sphere and step"""
        kind = [sample for sample in self.samples if sample.method[0] == work.method[0]]
        same = [sample for sample in kind if sample.method == work.method] or kind
        study = [
            sample
            for sample in same
            if sample.study == work.study and 0.1 <= sample.spheres / work.spheres <= 10
        ]
        experiment = [sample for sample in study if sample.experiment == work.experiment]
        levels = ((EXPERIMENT, experiment), (STUDY, study), (METHOD, same))
        source, samples = next(filter(lambda level: level[1], levels), (UNKNOWN, []))
        return source, nearest(samples, work.spheres) if samples else []

    def steps_of(self, work):
        """(Work) => number of time steps after which it is expected to stop; without a known time
        step those of the most similar runs"""
        alike = (work.study, work.tool, work.method)
        tool = [one for one in self.samples if (one.study, one.tool, one.method) == alike]
        experiment = [sample for sample in tool if sample.experiment == work.experiment]
        known = experiment or tool
        if work.steps is None:
            similar = nearest(known or self.like(work)[1], work.spheres)
            return statistics.median(sample.steps for sample in similar)
        shares = [sample.share for sample in nearest(known, work.spheres)] if known else [1]
        return work.steps * statistics.median(shares)
