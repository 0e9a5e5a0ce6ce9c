"""The study's report page and its verdicts in one file."""
from analysis import report

TEXTS = {
    "fig1": ("Fig. 1: neighbours against friction",
             "Piles of the same clouds, settled with different friction. Left: neighbours that touch a sphere, in the mean; lines: what Maxwell's count "
             "asks for without friction and with as much as one likes. Right: how much of the space the spheres fill."),
}

TITLE = "Friction and neighbours"
INTRODUCTION = "How many neighbours hold a sphere in a pile that fell together under its own gravity? The study to copy from: docs/own-study.md."

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
