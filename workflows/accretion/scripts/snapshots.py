"""L1, L2, L6, Figs. 6, 7 and 13: pictures of clouds, their collapse, and spun-up piles."""
from analysis import panels, study

collect, draw = panels.collect, panels.draw

if "snakemake" in globals():
    study.make(snakemake, collect, draw=draw, dpi=110)  # noqa: F821
