# The runs of each figure of the grain-shape study.
import re


# Results of the benchmark of grains in tests/bench. The table names its machine. The linear search exists in the benchmark alone.
PERFORMANCE = ROOT / "docs" / "results" / "performance" / "grains.csv"


def body_of(scale, run):
    """=> the run whose pile a spin-up, a flyby or a shaking starts from"""
    return RUNS[scale, run]["inputs"]


def grains_of(scale, run):
    """=> number of grains in the cloud that a run started from"""
    while RUNS[scale, run]["tool"] != "generate":
        run = body_of(scale, run)
    return int(RUNS[scale, run]["cloud.count"])


def grains_in(chosen):
    """(function that returns names of runs) => a function that returns the number of grains of each run"""
    return lambda wildcards: [grains_of(wildcards.scale, run) for run in chosen(wildcards)]


def of_shapes(wildcards):
    """=> runs of Tables 2 and 3 that show the effect of shape: the standard ones and those that collapsed without friction"""
    return [
        run
        for experiment in ("M4", "M5")
        for run in runs(wildcards.scale, experiment)
        if re.fullmatch(r"[ST]\d{1,2}(-smooth)?-s\d{1,2}", run)
    ]


def collapses(wildcards):
    """=> collapses of glued grains with the first seed, for the errors of momentum and angular momentum"""
    return [
        run
        for run in runs_at(wildcards.scale)
        if run.startswith("collapsed-") and run.endswith("-s1") and not run.startswith("collapsed-spheres")
    ]


def pictured(scale, experiment, chosen):
    """=> runs of an experiment for pictures: the chosen ones; without any of these, the first two"""
    here = [run for run in runs(scale, experiment) if run.endswith("-s1")]
    return [run for run in here if run in chosen] or here[:2]


def spun(wildcards):
    return pictured(wildcards.scale, "M4", ["S3-s1", "S8-s1", "S10-s1"])


def torn(wildcards):
    return pictured(wildcards.scale, "M5", ["T3-s1", "T8-s1", "T10-s1"])


def shaken(wildcards):
    return pictured(wildcards.scale, "M6", ["B4-s1", "B6-s1", "B7-s1"])


def of_bodies(name, chosen):
    """=> an input function that returns the file of that name for the body that each chosen run starts from"""
    return lambda wildcards: [f"results/{wildcards.scale}/{body_of(wildcards.scale, run)}/{name}" for run in chosen(wildcards)]
