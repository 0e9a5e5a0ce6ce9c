# Shared by the rules of every study: places of the tools, and the table of runs.
#
# A study is a folder with a Snakefile and config/params.tsv. Each row of the table is one call of one tool; what its columns mean stands in
# ../schemas/params.schema.yaml, what --config takes in ../schemas/config.schema.yaml. Both are checked before anything else.
# Heavy runs (collisions, spin-ups, flybys, shakings) stand in the order of their weight: with `--config first=12` only the first
# twelve of a scale are made and shown, and a later call with a larger number goes on from there. `--config runs=a-*,b` takes the runs of these
# names, of any tool; with `kept=1` figures show beside them what docs/results holds of the others.
import collections
import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

STUDY = Path(workflow.basedir)
ROOT = STUDY.parent.parent
ANALYSIS = sorted(str(path) for path in (ROOT / "analysis").iterdir() if path.is_file())
if config.get("kept"):  # kept files are inputs of each figure and show whether it still counts
    ANALYSIS += sorted(str(path) for path in [*(ROOT / "docs" / "results" / STUDY.name).glob("*/*/*.csv"), *(STUDY / "config").iterdir()])
TABLE = Path("config", "params.tsv") if STUDY == Path.cwd() else STUDY / "config" / "params.tsv"
HEAVY = ("collide", "spinup", "flyby", "shake")  # the tools of the runs that `first` counts

# Tools on PATH go first, then those of the release build; scripts find the package analysis/, programs this Python. CALL runs a tool and decides by its
# exit code what becomes of the run.
os.environ.update(
    PYTHON=sys.executable,
    CALL=str(ROOT / "workflows" / "scripts" / "call.py"),
    PATH=os.pathsep.join([os.environ.get("PATH", ""), str(ROOT / "build" / "release" / "bin")]),
    PYTHONPATH=str(ROOT),
)
sys.path.insert(0, str(ROOT / "workflows" / "scripts"))
import table  # noqa: E402

COLUMNS = list(table.schema("params")["properties"])


@functools.lru_cache(maxsize=None)
def version(tool):
    """The tool's version and commit: a parameter of its rules, so that a new build makes its outputs anew."""
    if shutil.which(tool) is None:
        raise WorkflowError(f"{tool} is neither on PATH nor in build/release/bin: build Rubble first, for instance with ./reproduce")
    return subprocess.run([tool, "--version"], check=True, capture_output=True, text=True).stdout.strip()


def asked_for(rows, patterns):
    """(rows, a run after those that it starts from; --config runs) => those that an experiment asks for, if they match, and what these start from"""
    kept, asked = [], set()
    for row in reversed(rows):
        own = row["run"] in table.own_names([row]) and table.matching(row["run"], patterns)
        if own or (row["scale"], row["run"]) in asked:
            asked |= {(row["scale"], name) for name in row["inputs"].split()}
            kept.append(row)
    return kept[::-1]


def read_runs(rows, first, patterns):
    """(rows, how many heavy runs of each scale to take, --config runs) => {(scale, run): row}"""
    taken = collections.Counter()
    kept = []
    for row in rows:
        taken[row["scale"]] += row["tool"] in HEAVY
        if row["tool"] not in HEAVY or taken[row["scale"]] <= first:
            kept.append(row)
    return {(row["scale"], row["run"]): row for row in asked_for(kept, patterns)}


try:
    table.check_config(config)
    ROWS = table.checked(TABLE)
    table.check_patterns(TABLE, config.get("runs", ""), ROWS)
except table.Mistake as mistake:
    raise WorkflowError(str(mistake))
SCALES = table.scales_of(ROWS)
RUNS = read_runs(ROWS, config.get("first", float("inf")), config.get("runs", ""))


def row_of(wildcards):
    key = wildcards.scale, wildcards.run
    if key not in RUNS:
        near = table.suggestion(wildcards.run, runs_at(wildcards.scale))
        raise WorkflowError(f"{TABLE}: unknown run '{wildcards.run}' at scale '{wildcards.scale}'{near}")
    return RUNS[key]


def runs_of(tool):
    """A pattern that matches the runs of one tool, for wildcard_constraints."""
    return "|".join(sorted({run for (_, run), row in RUNS.items() if row["tool"] == tool})) or "none"


def runs(scale, experiment, *tools):
    """The names of an experiment's runs at a scale, in the table's order; of the given tools only, if any are given."""
    return [
        run
        for run in runs_at(scale)
        if RUNS[scale, run]["experiment"] == experiment and (not tools or RUNS[scale, run]["tool"] in tools)
    ]


def runs_at(scale):
    """The names of a scale's runs; says so if there is no such scale."""
    try:
        table.check_scale(TABLE, scale, SCALES)
    except table.Mistake as mistake:
        raise WorkflowError(str(mistake))
    names = [run for s, run in RUNS if s == scale]
    if not names and config.get("runs"):
        raise WorkflowError(f"{TABLE}: --config: no run of scale '{scale}' matches '{config['runs']}'")
    return names


def costly(wildcards):
    """The runs that an experiment asks for, whose cost is shown."""
    return [run for run in runs_at(wildcards.scale) if RUNS[wildcards.scale, run]["experiment"] != "-"]


def of_tool(scale, tool):
    """The names of a tool's runs at a scale."""
    return [run for run in runs_at(scale) if RUNS[scale, run]["tool"] == tool]


def parts_of(scale, run):
    """The files of config/ that make up a run's TOML."""
    return [str(STUDY / "config" / f"{part}.toml") for part in RUNS[scale, run]["base"].split("+")]


def own_values_of(scale, run):
    """The run's own TOML keys and values, as text."""
    return {key: value for key, value in RUNS[scale, run].items() if key not in COLUMNS and value}


def shown(figures, scale):
    """({figure: its experiments, with spaces between them}, scale) => the figures of which an experiment has been given runs at this scale."""
    return [figure for figure, experiments in figures.items() if any(runs(scale, name, "relax", "evolve", *HEAVY) for name in experiments.split())]


def toml_of(scale, run):
    """Source of a run's TOML: its parts, and the values that override them."""
    return parts_of(scale, run), own_values_of(scale, run)


def parts(wildcards):
    row_of(wildcards)  # says so if there is no such run
    return parts_of(wildcards.scale, wildcards.run)


def input_piles(wildcards):
    return [f"results/{wildcards.scale}/{name}/pile.h5" for name in row_of(wildcards)["inputs"].split()]
