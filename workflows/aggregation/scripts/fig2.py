"""F0, Fig. 2: collapse of boulders at rest."""
from analysis import panels, study

if "snakemake" in globals():
    study.make(snakemake, panels.collect, draw=panels.draw, dpi=110)  # noqa: F821
