"""R1, R2, R3, Figs. 1 to 3: pictures of three cubes, of reaccumulation, and of rotating bodies."""
from analysis import panels, study

collect = panels.collect


def draw(given, params):
    page = panels.draw(given, params)
    page.suptitle(params.key, fontsize=9)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, draw=draw, dpi=80)  # noqa: F821
