"""The study's report page and its verdicts in one file."""
from importlib.metadata import version

from analysis import files, report, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
scale = snakemake.wildcards.scale  # noqa: F821

TEXTS = {
    "fig1": ("Fig. 1: neighbours against friction",
             "Piles of the same clouds, settled with different friction. Left: neighbours that touch a sphere, in the mean; lines: what Maxwell's count "
             "asks for without friction and with as much as one likes. Right: how much of the space the spheres fill."),
}
figures = [(*TEXTS[name], path) for name, path in zip(snakemake.params.figures, given.figures)]  # noqa: F821
introduction = "How many neighbours hold a sphere in a pile that fell together under its own gravity? The study to copy from: docs/own-study.md."
runs = {
    name: (open(config).read(), files.provenance(pile))
    for name, config, pile in zip(snakemake.params.runs, given.configs, given.piles)  # noqa: F821
}
tools = {"Rubble": snakemake.params.version, "Snakemake": version("snakemake")}  # noqa: F821
entries = verdict.read(given.verdicts)
report.page(output.page, f"Friction and neighbours ({scale} scale)", introduction, entries, figures, runs, tools)
verdict.write(output.verdict, entries)
