"""M1 to M3, Figs. 2 to 4 and Table 1: computing time of grains, from the table that tests/bench
writes."""
from pathlib import Path

import numpy as np

from analysis import output, study, verdict
from grain_costs import by_shape, experiments, mixed, trials
from grain_costs_plot import draw

# number compared with the paper: our own demand on it
OWN = {
    "share_M1": "own_share_M1",
    "share_M2": "own_share_M2",
    "spread_M1": "own_spread",
    "parity": "own_parity",
}


def finish(tables, demands, scale):
    table = tables["data"]
    found = [
        number
        for experiment in experiments(table)
        for number in mixed(table, experiment) + by_shape(table, experiment)
    ] + trials(table)
    found = [number for number in found if np.isfinite(number[1])]
    entries = [
        verdict.evaluate(demands[name], float(number), scale, note) for name, number, note in found
    ] + own_demands(found, demands, scale)
    return entries, draw(table)


def own_demands(found, demands, scale):
    """([(demand, number, note)], ...) => entries of our own demands on some of these numbers, at
    the scales of the demands"""
    return [
        verdict.evaluate(demands[OWN[name]], float(number), scale)
        for name, number, _ in found
        if name in OWN and scale in demands[OWN[name]]["scales"]
    ]


def make(job):
    output.put(job.output.data, Path(job.input.table).read_bytes())
    study.complete(Path(job.output.data).parent, finish, job.input.published, job.wildcards.scale)


if "snakemake" in globals():
    make(snakemake)  # noqa: F821
