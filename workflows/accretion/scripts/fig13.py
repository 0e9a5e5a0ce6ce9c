"""L6, Fig. 13: a pile that is spun up, along the axis and across it."""
from analysis import panels, study

if "snakemake" in globals():
    study.make(snakemake, panels.collect, draw=panels.draw, dpi=110)  # noqa: F821
