"""L1, L2, Fig. 7: accretion of hulls, and final shapes."""
from analysis import panels, study

if "snakemake" in globals():
    study.make(snakemake, panels.collect, draw=panels.draw, dpi=110)  # noqa: F821
