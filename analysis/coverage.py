"""Coverage of the published figures: runs at paper scale, how many of them are kept, their cost.

usage: python3 -m analysis.coverage [--write | --not-kept STUDY]

Without an option it prints docs/reproduction/coverage.md. --write writes this page, and the runs
and verdicts of each study into the first table of docs/REPRODUCTION.md. --not-kept prints the names
of the runs that are not kept.

`config/coverage.tsv` of a study has a row for each published figure or table, and for the runs
that only look for causes or test our numerics:

- figure: its name
- published: number of runs that the paper shows; "-": the paper does not say; 0: not in the paper
- runs: patterns of run names or experiments, separated by commas; further seeds belong to the
  figure of the first
- tests (optional): the bodies of runs that are small tests, such as "one or two hulls"; the first
  table of docs/REPRODUCTION.md counts these runs apart
- left: why the runs that are not kept were left out; "-": all are kept

The published figures need the runs of all rows whose `published` is not 0. A run is kept if a table
in docs/results has its name. Core hours of a run that is not kept are those of
workflows/scripts/estimate.py.
"""
import argparse
import collections
import fnmatch
import functools
import re
import sys

from analysis import output, rubble, summary_table, verdict, workflow
from analysis.study import RESULTS, runs_in, tables

STUDIES = ("collisions", "grain-shape", "accretion", "aggregation", "strength")
SCALE = "paper"
SEED = re.compile(r"-s(\d+)(-|$)")
NAMED = 30  # a page names at most so many runs of a study that are not kept
COVERAGE = workflow.ROOT / "docs" / "reproduction" / "coverage.md"
SUMMARY = workflow.ROOT / "docs" / "REPRODUCTION.md"
HEADS = (
    "figure",
    "published",
    "runs",
    "kept",
    "not kept",
    "no seed kept",
    "seeds",
    "core h",
    "to do",
    "commits",
)
PAGE = """# Coverage

Written by `python3 -m analysis.coverage --write` from `config/coverage.tsv` and
`config/params.tsv` of each study, and from the tables in `docs/results`.

- published: runs that the paper shows; "-": the paper does not say; 0: not in the paper, made to
  find a cause or to test the numerics
- runs, kept, not kept: rows at paper scale, those whose results are kept, and the others
- no seed kept: configurations of which no seed is kept; names of their runs differ in the seed only
- seeds: realisations of the bodies among the kept runs; "-": the runs are not numbered by seeds
- core h: cost of the kept runs; "-": none is kept, or not recorded; to do: estimated cost of the
  others
- commits: programs of the kept runs; "?": not recorded; "-": none is kept

A run can belong to several figures. Generation and settling of bodies are not counted. The first
table of REPRODUCTION.md leaves out the runs of lines whose number of published runs is 0."""


def rows_of(study):
    """(study) => rows of its coverage.tsv"""
    return rubble.rows.tsv_texts(workflow.ROOT / "workflows" / study / "config" / "coverage.tsv")


@functools.lru_cache(maxsize=None)
def simulations(study):
    """(study) => {run: row of params.tsv} of the experiments at paper scale, without runs that only
    generate, combine, turn or settle bodies"""
    preparing = (*workflow.script(".", "workload").PREPARING, "relax")
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
    folders = {path.parent for path in (RESULTS / study / SCALE).glob("*/*.csv")}
    return {run for folder in folders for run in runs_in(tables(folder))}


def needed(study):
    """(study) => names of the runs that its published figures need"""
    return set().union(*needed_by_kind(study).values())


def needed_by_kind(study):
    """(study) => {bodies of small tests, "" for the other runs: names of the runs that its
    published figures need}"""
    found = {"": set()}
    for row in rows_of(study):
        if row["published"] != "0":
            found.setdefault(row.get("tests") or "", set()).update(matching(study, row["runs"]))
    return found


@functools.lru_cache(maxsize=None)
def commits(study):
    """(study) => {run: commit of its program} for the runs whose cost is kept"""
    path = RESULTS / study / SCALE / "costs" / "data.csv"
    rows = rubble.rows.read_csv(path) if path.exists() else []
    return {row["run"]: row["commit"] for row in rows}


def configurations(runs):
    """(names of runs) => the names without their seeds"""
    return {SEED.sub(r"\2", run) for run in runs}


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
                len(configurations(others) - configurations(here)),
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
    """(runs that are not kept, study) => line with their names, or with the command that prints
    them; "" without any"""
    if len(absent) > NAMED:
        return f"`python3 -m analysis.coverage --not-kept {study}` prints their names."
    return f"Not kept: {', '.join(f'`{run}`' for run in absent)}." if absent else ""


def reasons(study, lines):
    """(study, lines of its table) => a list with the cost of the runs that are not kept, and why
    they were left out; "" without any"""
    return "\n".join(
        f"- {line['figure']}: {line['to do']} core hours. {row['left']}"
        for row, line in zip(rows_of(study), lines)
        if line["not kept"]
    )


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
            "",
            reasons(study, lines),
        ]
    ).rstrip()


def page():
    """=> the text of docs/reproduction/coverage.md"""
    workflow.find_modules("scripts")
    costs = workflow.script(".", "estimate").Costs()
    return "\n\n".join([PAGE, *(section(study, costs) for study in STUDIES)]) + "\n"


def cells(study):
    """(study) => the cells of its row in the first table of docs/REPRODUCTION.md"""
    numbers = {
        name: (len(wanted & kept(study)), len(wanted))
        for name, wanted in needed_by_kind(study).items()
    }
    entries = verdict.read([RESULTS / study / SCALE / "verdict.json"])
    return summary_table.cells(summary_table.runs(*numbers.pop(""), numbers), entries)


def write():
    """Writes docs/reproduction/coverage.md, and the first table of docs/REPRODUCTION.md."""
    output.put(COVERAGE, page())
    output.put(SUMMARY, summary_table.written(SUMMARY.read_text(), cells))


def main(arguments):
    """(arguments of the command) Prints or writes the page, or prints the runs of a study that are
    not kept."""
    usage = argparse.ArgumentParser(
        prog="python3 -m analysis.coverage", description="Prints the coverage of the figures."
    )
    chosen = usage.add_mutually_exclusive_group()
    chosen.add_argument(
        "--write",
        action="store_true",
        help="write the page and the first table of docs/REPRODUCTION.md",
    )
    chosen.add_argument(
        "--not-kept",
        choices=STUDIES,
        metavar="STUDY",
        help="print the runs of this study that are not kept",
    )
    options = usage.parse_args(arguments)
    if options.write:
        write()
    elif options.not_kept:
        sys.stdout.write("".join(f"{run}\n" for run in not_kept(options.not_kept)))
    else:
        sys.stdout.write(page())


if __name__ == "__main__":
    main(sys.argv[1:])
