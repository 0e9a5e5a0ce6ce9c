# What every study's rules share: where the tools are, and the table of runs.
#
# A study is a folder with a Snakefile and config/params.tsv. Each row of the table is one call of one tool:
#   scale       smoke, demo, paper ...; the same run may stand at several scales
#   run         its name; outputs go to results/<scale>/<run>/
#   experiment  which experiment asks for it (figures pick their runs by this); "-": none, it is made where a run that is asked for
#               starts from it
#   tool        generate, combine, relax, evolve, collide, spinup, flyby or shake
#   base        the parts of config/ that make up its TOML, joined by "+"; later parts win
#   inputs      runs whose piles it starts from, separated by blanks
#   threads     for this call (results do not depend on it)
# and every further column is a TOML key (contact.normal.restitution) with that run's own value; an empty cell changes nothing.
# Heavy runs (collisions, spin-ups, flybys, shakings) stand in the order of their weight: with `--config first=12` only the first
# twelve of a scale are made and shown, and a later call with a larger number goes on from there.
import collections
import csv
import functools
import os
import shutil
import subprocess
from pathlib import Path

STUDY = Path(workflow.basedir)
ROOT = STUDY.parent.parent
ANALYSIS = sorted(str(path) for path in (ROOT / "analysis").glob("*.py"))
COLUMNS = ["scale", "run", "experiment", "tool", "base", "inputs", "threads"]
HEAVY = ("collide", "spinup", "flyby", "shake")  # the tools of the runs that `first` counts

# Tools on PATH go first, then those of the release build; the scripts find the package analysis/.
os.environ.update(
    PATH=os.pathsep.join([os.environ.get("PATH", ""), str(ROOT / "build" / "release" / "bin")]),
    PYTHONPATH=str(ROOT),
)


@functools.lru_cache(maxsize=None)
def version(tool):
    """The tool's version and commit: a parameter of its rules, so that a new build makes its outputs anew."""
    if shutil.which(tool) is None:
        raise WorkflowError(f"{tool} is neither on PATH nor in build/release/bin: build Rubble first (./reproduce does)")
    return subprocess.run([tool, "--version"], check=True, capture_output=True, text=True).stdout.strip()


def asked_for(rows):
    """(rows, a run after those that it starts from) => those that an experiment asks for and what these start from"""
    kept, asked = [], set()
    for row in reversed(rows):
        if (row["experiment"] != "-" and row["tool"] != "combine") or (row["scale"], row["run"]) in asked:
            asked |= {(row["scale"], name) for name in row["inputs"].split()}
            kept.append(row)
    return kept[::-1]


def read_runs(path, first):
    """(params.tsv, how many heavy runs of each scale to take) => {(scale, run): row}, checked"""
    with open(path, newline="") as file:
        rows = list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))
    taken = collections.Counter()
    for row in list(rows):
        taken[row["scale"]] += row["tool"] in HEAVY
        if row["tool"] in HEAVY and taken[row["scale"]] > first:
            rows.remove(row)
    rows = asked_for(rows)
    table = {(row["scale"], row["run"]): row for row in rows}
    if len(table) != len(rows):
        raise WorkflowError(f"{path}: a run stands twice at one scale")
    for (scale, name), row in table.items():
        missing = [i for i in row["inputs"].split() if (scale, i) not in table]
        if missing:
            raise WorkflowError(f"{path}: {scale}/{name} starts from {missing}, which is not in the table at this scale")
    return table


RUNS = read_runs(STUDY / "config" / "params.tsv", float(config.get("first", "inf")))


def row_of(wildcards):
    try:
        return RUNS[wildcards.scale, wildcards.run]
    except KeyError:
        raise WorkflowError(f"config/params.tsv has no run '{wildcards.run}' at scale '{wildcards.scale}'")


def runs_of(tool):
    """A pattern that matches the runs of one tool, for wildcard_constraints."""
    return "|".join(sorted({run for (_, run), row in RUNS.items() if row["tool"] == tool})) or "none"


def runs(scale, experiment, *tools):
    """The names of an experiment's runs at a scale, in the table's order; of the given tools only, if any are given."""
    return [
        run
        for (s, run), row in RUNS.items()
        if s == scale and row["experiment"] == experiment and (not tools or row["tool"] in tools)
    ]


def runs_at(scale):
    return [run for s, run in RUNS if s == scale]


def parts(wildcards):
    return [str(STUDY / "config" / f"{part}.toml") for part in row_of(wildcards)["base"].split("+")]


def own_values_of(scale, run):
    """The run's own TOML keys and values, as text."""
    return {key: value for key, value in RUNS[scale, run].items() if key not in COLUMNS and value}


def encounter_of(scale, run):
    """The own values of the encounter that a collision starts from."""
    return own_values_of(scale, RUNS[scale, run]["inputs"])


def encounters(scale, experiment):
    """The encounters of an experiment's collisions, in the same order."""
    return [RUNS[scale, run]["inputs"] for run in runs(scale, experiment, "collide")]


def symmetric(scale):
    """Of D3 those of equal piles at Q = 3, first seed: the paper's Fig. 2 is one of them, at an angle that it does not print."""
    same = [run for run in runs(scale, "D3", "collide") if run.split("-")[1] == run.split("-")[2]]
    return [run for run in same if "-q3-" in run and run.endswith("-s1")]


def compared(scale):
    """The collision whose law the variants of `claims` change, then these variants; none if none are in the table."""
    variants = runs(scale, "claims", "collide")
    if not variants:
        return []
    start = RUNS[scale, variants[0]]["inputs"]
    own = [run for run in runs(scale, "D3", "collide") if RUNS[scale, run]["inputs"] == start]
    return own + variants


def shown(figures, scale):
    """({figure: experiment}, scale) => the figures whose experiment has been given runs at this scale."""
    return [figure for figure, experiment in figures.items() if runs(scale, experiment, "evolve", *HEAVY)]


def own_values(wildcards):
    row_of(wildcards)  # says so if there is no such run
    return own_values_of(wildcards.scale, wildcards.run)


def input_piles(wildcards):
    return [f"results/{wildcards.scale}/{name}/pile.h5" for name in row_of(wildcards)["inputs"].split()]


def threads_of(wildcards):
    return int(row_of(wildcards)["threads"])
