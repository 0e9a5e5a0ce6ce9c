"""Coverage of the published figures: runs at paper scale, how many of them are kept, their cost.

usage: python3 -m analysis.coverage > docs/reproduction/coverage.md
       python3 -m analysis.coverage --not-kept STUDY

`config/coverage.tsv` of a study has a row for each published figure or table, and for the runs
that only look for causes or test our numerics:

- figure: its name
- published: number of runs that the paper shows; "-": the paper does not say; 0: not in the paper
- runs: patterns of run names or experiments, separated by commas

A run is kept if a table in docs/results has its name. Core hours of a run that is not kept are
those of workflows/scripts/estimate.py. --not-kept prints the names of the runs that are not kept.
"""
import argparse
import collections
import fnmatch
import functools
import re
import sys

from analysis import files, workflow

STUDIES = ("collisions", "grain-shape", "accretion", "aggregation", "strength")
SCALE = "paper"
SEED = re.compile(r"-s(\d+)(-|$)")
NAMED = 30  # a page names at most so many runs of a study that are not kept
RESULTS = workflow.ROOT / "docs" / "results"
HEADS = ("figure", "published", "runs", "kept", "not kept", "seeds", "core h", "to do", "commits")
PAGE = """# Coverage

Written by `python3 -m analysis.coverage` from `config/coverage.tsv` and `config/params.tsv` of each
study, and from the tables in `docs/results`.

- published: runs that the paper shows; "-": the paper does not say; 0: not in the paper, made to
  find a cause or to test the numerics
- runs, kept, not kept: rows at paper scale, those whose results are kept, and the others
- seeds: realisations of the bodies among the kept runs; "-": the runs are not numbered by seeds
- core h: cost of the kept runs; to do: estimated cost of the others
- commits: programs of the kept runs; "?": not recorded

A run can belong to several figures. Tables of collisions and grain shape that were kept without
names of runs are not counted here."""


def rows_of(study):
    """(study) => rows of its coverage.tsv"""
    return files.tsv_rows(workflow.ROOT / "workflows" / study / "config" / "coverage.tsv")


@functools.lru_cache(maxsize=None)
def simulations(study):
    """(study) => {run: row of params.tsv} of the experiments at paper scale, without runs that only
    prepare a pile"""
    preparing = workflow.script(".", "workload").PREPARING
    config = workflow.ROOT / "workflows" / study / "config"
    found = (row for row, *_ in workflow.recipes(config, SCALE))
    return {
        row["run"]: row
        for row in found
        if row["experiment"] != "-" and row["tool"] not in preparing
    }


def matching(study, patterns):
    """(study, patterns of run names or experiments) => names of its runs in the order of
    params.tsv"""
    return [
        run
        for run, row in simulations(study).items()
        if any(
            fnmatch.fnmatchcase(run, pattern) or row["experiment"] == pattern
            for pattern in patterns.split(",")
        )
    ]


@functools.lru_cache(maxsize=None)
def kept(study):
    """(study) => names of the runs in its kept tables at paper scale"""
    return {
        row["run"]
        for path in sorted((RESULTS / study / SCALE).glob("*/*.csv"))
        for row in files.read_rows(path)
        if "run" in row
    }


@functools.lru_cache(maxsize=None)
def commits(study):
    """(study) => {run: commit of its program} for the runs whose cost is kept"""
    path = RESULTS / study / SCALE / "costs" / "data.csv"
    rows = files.read_rows(path) if path.exists() else []
    return {row["run"]: row["commit"] for row in rows}


def counted(study, row, costs):
    """(study, row of coverage.tsv, Costs) => {head: cell of its line}"""
    runs = matching(study, row["runs"])
    here = [run for run in runs if run in kept(study)]
    others = [run for run in runs if run not in kept(study)]
    hours = {run: costs.of(study, SCALE, run) for run in runs}
    measured = [hours[run][0] for run in here if hours[run][1] == "measured"]
    to_do = sum(hours[run][0] for run in others)
    known = collections.Counter(commits(study).get(run, "?")[:8] for run in here)
    return dict(
        zip(
            HEADS,
            (
                row["figure"],
                row["published"],
                len(runs),
                len(here),
                len(others),
                len({found[1] for found in map(SEED.search, here) if found}) or "-",
                f"{sum(measured):.2g}" if measured else "-",
                f"{to_do:.2g}" if others else "0",
                ", ".join(sorted(known)) or "-",
            ),
        )
    )


def not_kept(study):
    """(study) => names of its runs that are not kept"""
    return [run for run in simulations(study) if run not in kept(study)]


def unnamed(study):
    """(study) => names of its runs that no row of coverage.tsv names"""
    named = {run for row in rows_of(study) for run in matching(study, row["runs"])}
    return [run for run in simulations(study) if run not in named]


def names(absent, study):
    """(runs that are not kept, study) => line with their names, or with the command that prints them; ""
    without any"""
    if len(absent) > NAMED:
        return f"`python3 -m analysis.coverage --not-kept {study}` prints their names."
    return f"Not kept: {', '.join(f'`{run}`' for run in absent)}." if absent else ""


def section(study, costs):
    """(study, Costs) => its heading, table and the runs that are not kept"""
    lines = [counted(study, row, costs) for row in rows_of(study)]
    absent = not_kept(study)
    hours = sum(costs.of(study, SCALE, run)[0] for run in absent)
    total = len(simulations(study))
    return "\n".join(
        [
            f"## {study}",
            "",
            "| " + " | ".join(HEADS) + " |",
            "|" + "---|" * len(HEADS),
            *("| " + " | ".join(map(str, line.values())) + " |" for line in lines),
            "",
            f"Kept: {total - len(absent)} of {total} runs; to do: {hours:.2g} core hours.",
            names(absent, study),
        ]
    ).rstrip()


def page():
    """=> the text of docs/reproduction/coverage.md"""
    workflow.find_modules("scripts")
    costs = workflow.script(".", "estimate").Costs()
    return "\n\n".join([PAGE, *(section(study, costs) for study in STUDIES)]) + "\n"


def main(arguments):
    """(arguments of the command) Prints the page, or the runs of a study that are not kept."""
    usage = argparse.ArgumentParser(
        prog="python3 -m analysis.coverage", description="Prints the coverage of the figures."
    )
    usage.add_argument(
        "--not-kept",
        choices=STUDIES,
        metavar="STUDY",
        help="print the runs of this study that are not kept",
    )
    study = usage.parse_args(arguments).not_kept
    sys.stdout.write("".join(f"{run}\n" for run in not_kept(study)) if study else page())


if __name__ == "__main__":
    main(sys.argv[1:])
