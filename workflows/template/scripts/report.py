"""The study's report page and its verdicts in one file."""
from analysis import report

TEXTS = {
    "fig1": (
        "Fig. 1: neighbours against friction",
        "Piles from one cloud for each seed, settled with different friction. Left: mean "
        "number of touching neighbours per sphere; lines: Maxwell's count "
        "without friction and for large friction. Right: solid fraction.",
    ),
}

TITLE = "Friction and neighbours"
INTRODUCTION = (
    "Coordination of spheres in piles that collapsed under their own gravity, against "
    "friction. This study is a template: docs/own-study.md."
)

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
