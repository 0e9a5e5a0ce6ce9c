"""L1, L2, Fig. 6: clouds of spheres and of hulls."""
from analysis import panels, study

if "snakemake" in globals():
    study.make(snakemake, panels.collect, draw=panels.draw, dpi=110)  # noqa: F821
