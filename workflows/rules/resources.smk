# Threads, memory and time of a run, from its number of spheres.
import functools

import run_config
from spheres import spheres_at_start
from tool_table import TOOLS


UNKNOWN = 10_000  # number of spheres that is taken for clouds without a count


@functools.lru_cache(maxsize=None)
def spheres_of(scale, run):
    """=> number of spheres in a run: the sum over the piles that it started from"""
    row = RUNS[scale, run]
    if TOOLS[row["tool"]].inputs[1] == 0:
        try:
            return spheres_at_start(row["tool"], run_config.merged(*toml_of(scale, run)), STUDY)
        except LookupError:
            return UNKNOWN
    return sum(spheres_of(scale, name) for name in row["inputs"].split())


def threads_of(wildcards):
    """=> threads from params.tsv, but at least two for 5000 spheres or more, for which two threads are 1.8 times as fast as one (docs/performance.md)"""
    least = 2 if spheres_of(wildcards.scale, wildcards.run) >= 5000 else 1
    return max(least, int(row_of(wildcards)["threads"]))


def memory_of(wildcards, attempt):
    """=> memory [MB]: 500 MB for Snakemake and the program, and 2 kB per sphere (docs/performance.md: 1.1 kB). The second attempt has twice, later ones four times as much."""
    return (500 + spheres_of(wildcards.scale, wildcards.run) // 500) * min(2 ** (attempt - 1), 4)


def minutes_of(wildcards):
    """=> time limit [min]: half an hour, and one day per 10,000 spheres, at most one day. A run that takes longer is submitted again and resumes from its checkpoint."""
    return min(24 * 60, 30 + spheres_of(wildcards.scale, wildcards.run) * 24 * 60 // 10_000)
