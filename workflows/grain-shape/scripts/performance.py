"""M1 to M3, Figs. 2 to 4 and Table 1: computing time of grains, from the table that tests/bench
writes."""
from pathlib import Path

import numpy as np

from analysis import output, study, verdict
from grain_costs import by_shape, experiments, mixed, trials
from grain_costs_plot import draw


def finish(tables, demands, scale):
    table = tables["data"]
    found = [
        number
        for experiment in experiments(table)
        for number in mixed(table, experiment) + by_shape(table, experiment)
    ] + trials(table)
    entries = [
        verdict.evaluate(demands[name], float(number), scale, note)
        for name, number, note in found
        if np.isfinite(number)
    ]
    return entries, draw(table)


def make(job):
    output.put(job.output.data, Path(job.input.table).read_bytes())
    study.complete(Path(job.output.data).parent, finish, job.input.published, job.wildcards.scale)


if "snakemake" in globals():
    make(snakemake)  # noqa: F821
