"""Computing time of the runs of any study (rules/costs.smk)."""
from analysis import costs, study

collect, finish = costs.collect, costs.finish

if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
