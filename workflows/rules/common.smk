# Shared by the rules of all studies: search paths of the tools, and the table of runs.
#
# A study is a folder with a Snakefile and config/params.tsv. Each row of the table is one call of one tool. ../schemas/params.schema.yaml describes its columns,
# ../schemas/config.schema.yaml the keys of --config. Both are checked first.
#
# Heavy runs (collisions, spin-ups, flybys, shakings) are in order of importance. With `--config first=12` only the first twelve heavy runs of a scale are made and shown;
# a later call with a larger number makes the next ones. `--config runs=a-*,b` selects runs of any tool by name. With `kept=1` figures also show the other runs
# that are kept in docs/results.
import os
import sys
from pathlib import Path

STUDY = Path(workflow.basedir)
ROOT = STUDY.parent.parent
ANALYSIS = sorted(
    str(path)
    for folder in (ROOT / "analysis", ROOT / "analysis" / "rubble", STUDY)
    for path in folder.glob("*.py" if folder == STUDY else "*")
    if path.is_file() and path.name not in ("pyproject.toml", "py.typed")
)
if config.get("kept"):  # kept files are inputs of each figure, so that Snakemake repeats it when they change
    ANALYSIS += sorted(str(path) for path in [*(ROOT / "docs" / "results" / STUDY.name).glob("*/*/*.csv"), *(STUDY / "config").iterdir()])
TABLE = Path("config", "params.tsv") if STUDY == Path.cwd() else STUDY / "config" / "params.tsv"

# Tools on PATH take precedence over those of the release build. Scripts import analysis/ from this checkout, and modules from the folder of their study. Rules run
# tools through CALL, which decides by the exit code whether a run is a result, has failed, or is repeated.
os.environ.update(
    PYTHON=sys.executable,
    CALL=str(ROOT / "workflows" / "scripts" / "call.py"),
    PATH=os.pathsep.join([os.environ.get("PATH", ""), str(ROOT / "build" / "release" / "bin")]),
    PYTHONPATH=os.pathsep.join([str(ROOT), str(STUDY)]),
)
sys.path.insert(0, str(ROOT / "workflows" / "scripts"))
import arguments  # noqa: E402
import measured  # noqa: E402
import mistakes  # noqa: E402
import programs  # noqa: E402
import selection  # noqa: E402
import table  # noqa: E402
import table_checks  # noqa: E402
import tool_table  # noqa: E402

COLUMNS = list(mistakes.schema("params")["properties"])


def version(tool):
    """=> version and commit of a tool. It is a parameter of the tool's rules, so that a new build repeats their runs."""
    try:
        return programs.version(tool)
    except mistakes.Mistake as mistake:
        raise WorkflowError(str(mistake))


try:
    arguments.check_config(config)
    ROWS = table.checked(TABLE)
    arguments.check_patterns(TABLE, config.get("runs", ""), ROWS)
except mistakes.Mistake as mistake:
    raise WorkflowError(str(mistake))
SCALES = table.scales_of(ROWS)
RUNS = selection.selected(ROWS, config)


def row_of(wildcards):
    key = wildcards.scale, wildcards.run
    if key not in RUNS:
        near = mistakes.suggestion(wildcards.run, runs_at(wildcards.scale))
        raise WorkflowError(f"{TABLE}: unknown run '{wildcards.run}' at scale '{wildcards.scale}'{near}")
    return RUNS[key]


def runs_of(tool):
    """=> regular expression for the runs of one tool, for wildcard_constraints"""
    return "|".join(sorted({run for (_, run), row in RUNS.items() if row["tool"] == tool})) or "none"


def runs(scale, experiment, *tools):
    """=> names of the runs of an experiment at a scale, in the order of params.tsv; with tools given, only their runs"""
    return [
        run
        for run in runs_at(scale)
        if RUNS[scale, run]["experiment"] == experiment and (not tools or RUNS[scale, run]["tool"] in tools)
    ]


def runs_at(scale):
    """=> names of the runs at a scale; an unknown scale is an error"""
    try:
        arguments.check_scale(TABLE, scale, SCALES)
    except mistakes.Mistake as mistake:
        raise WorkflowError(str(mistake))
    names = [run for s, run in RUNS if s == scale]
    if not names and config.get("runs"):
        raise WorkflowError(f"{TABLE}: --config: no run of scale '{scale}' matches '{config['runs']}'")
    return names


def costly(wildcards):
    """=> simulations of experiments, whose cost is shown"""
    rows = {run: RUNS[wildcards.scale, run] for run in runs_at(wildcards.scale)}
    first = tool_table.names(tool_table.FIRST)
    return [run for run, row in rows.items() if row["experiment"] != "-" and row["tool"] not in first]


def of_tool(scale, tool):
    """=> names of the runs of a tool at a scale"""
    return [run for run in runs_at(scale) if RUNS[scale, run]["tool"] == tool]


def parts_of(scale, run):
    """=> the files of config/ that are merged into the TOML of a run"""
    return [str(STUDY / "config" / f"{part}.toml") for part in table_checks.parts_in(RUNS[scale, run])]


def own_values_of(scale, run):
    """=> {key: value as text} that params.tsv gives for the TOML of this run"""
    return {key: value for key, value in RUNS[scale, run].items() if key not in COLUMNS and value}


def toml_of(scale, run):
    """=> source of a run's TOML: files of config/, and the values that override them"""
    return parts_of(scale, run), own_values_of(scale, run)


def parts(wildcards):
    row_of(wildcards)  # raises an error if there is no such run
    return parts_of(wildcards.scale, wildcards.run)


def input_piles(wildcards):
    return [f"results/{wildcards.scale}/{name}/pile.h5" for name in row_of(wildcards)["inputs"].split()]


# Input functions for the figures of a study. Each returns a function of the wildcards of a job.
def runs_in(experiment, *tools):
    """=> a function that returns the names of the runs of an experiment; with tools given, only their runs"""
    return lambda wildcards: runs(wildcards.scale, experiment, *tools)


def of_runs(names, chosen):
    """(names of files, separated by spaces; function that returns names of runs) => a function that returns these files of each run, one run after the other"""
    return lambda wildcards: [f"results/{wildcards.scale}/{run}/{name}" for run in chosen(wildcards) for name in names.split()]


def measured_files(wildcards):
    """=> the tables in TABLES of all runs of experiments, for the table of all runs (runs.smk)"""
    return [
        f"results/{wildcards.scale}/{run}/{measured.file_of(name)}"
        for run in runs_at(wildcards.scale)
        if RUNS[wildcards.scale, run]["experiment"] != "-"
        for name in measured.tables_for(RUNS[wildcards.scale, run]["tool"], TABLES)
    ]


def value_for(value, wildcards):
    """=> a value of a table of the study; if it is a function, its result for these wildcards"""
    return value(wildcards) if callable(value) else value
