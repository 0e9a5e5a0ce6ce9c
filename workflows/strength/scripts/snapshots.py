"""R1, R2, R3, Figs. 1 to 3: pictures of cubes that come to rest on each other, of reaccumulation, of bodies that spin."""
from analysis import panels, study

collect, draw = panels.collect, panels.draw

if "snakemake" in globals():
    study.make(snakemake, collect, draw=draw, dpi=80)  # noqa: F821
