"""The runs that a call of Snakemake would make, and their cost."""
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import arguments
import snakemake_options
import table
from estimate import MEASURED, PREPARED, UNKNOWN
from selection import selected
from steps import RUNS

HEADS = ("study", "runs", "finished", "to do", "measured", "estimated", "core hours")


class Plan(NamedTuple):
    study: str
    runs: list  # names of all selected runs of the scale
    hours: dict  # {run to make: core hours}
    sources: list  # of these estimates
    output: str  # of the dry run
    code: int  # of the dry run


def report(scale):
    return f"results/{scale}/report.html"


def runs_to_make(text):
    """(output of a dry run) => names of the runs that a tool is to make"""
    block = (
        rf"^ *(?:local)?rule (?:{'|'.join(RUNS)}):\n(?: +.*\n)*? +wildcards: scale=.*?, run=(\S+)$"
    )
    return list(dict.fromkeys(re.findall(block, text, re.M)))


def made(study, scale, options, costs):
    """(folder of a study, scale, options of snakemake, Costs) => Plan"""
    rows = [row for _, row in table.read(study / "config" / "params.tsv")[1]]
    chosen = selected(rows, arguments.config_in(options))
    command = ["snakemake", report(scale), *snakemake_options.loud(options), "--dry-run"]
    done = subprocess.run(
        command,
        cwd=study,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    costs_of = {run: costs.of(study.name, scale, run) for run in runs_to_make(done.stdout)}
    return Plan(
        study.name,
        runs=[run for at, run in chosen if at == scale],
        hours={run: hours for run, (hours, _) in costs_of.items()},
        sources=[source for _, source in costs_of.values()],
        output=done.stdout,
        code=done.returncode,
    )


def aligned(rows):
    """(rows of cells) => lines; the first column is aligned to the left, the others to the
    right"""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return [
        "  ".join([row[0].ljust(widths[0])] + [c.rjust(w) for c, w in zip(row[1:], widths[1:])])
        for row in rows
    ]


def numbers(plans):
    """(Plans) => numbers of one line: all runs, finished, to do, measured, estimated, core
    hours"""
    runs, to_make = sum(len(one.runs) for one in plans), sum(len(one.hours) for one in plans)
    sources = [source for one in plans for source in one.sources]
    measured = sources.count(MEASURED)
    hours = sum(sum(one.hours.values()) for one in plans)
    cells = (runs, runs - to_make, to_make, measured, to_make - measured)
    return [*map(str, cells), f"{hours:.3g}"]


def cost_table(plans, scale):
    """(Plans, scale) => the table that is shown before the runs start"""
    rows = [[one.study, *numbers([one])] for one in plans if not one.code]
    sum_of = [["sum", *numbers([one for one in plans if not one.code])]] if len(rows) > 1 else []
    return "\n".join(
        [
            f"Runs at {scale} scale; core hours of the runs to do, without tables and figures:",
            *aligned([HEADS, *rows, *sum_of]),
            *legend([source for one in plans for source in one.sources]),
        ]
    )


def legend(sources):
    """(sources of the estimates) => lines on how the cost of runs without a measurement was
    estimated"""
    named = {
        "experiment": "runs of their experiment",
        "study": "runs of their study",
        "method": "runs of their method",
    }
    parts = [f"{sources.count(s)} as {text}" for s, text in named.items() if s in sources]
    if UNKNOWN in sources:
        parts.append(f"{sources.count(UNKNOWN)} unknown, taken as 0")
    if PREPARED in sources:
        parts.append(f"{sources.count(PREPARED)} by their number of spheres (initial piles)")
    if not parts:
        return []
    return [
        "estimated: spheres x time steps x measured cost of a sphere and step:",
        f"  {', '.join(parts)}",
    ]
