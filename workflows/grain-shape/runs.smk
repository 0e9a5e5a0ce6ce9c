# Which of the table's runs each figure of the grain-shape study takes, and which figures a scale has.

# Results of the benchmark of grains, on the machine that it names (tests/bench); its linear search is no part of the tools.
PERFORMANCE = ROOT / "docs" / "results" / "performance" / "grains.csv"


def body_of(scale, run):
    """The run whose pile a spin-up or a flyby starts from, a shaking likewise."""
    return RUNS[scale, run]["inputs"]


def grains_of(scale, run):
    """How many grains a run's cloud was made of."""
    while RUNS[scale, run]["tool"] != "generate":
        run = body_of(scale, run)
    return int(RUNS[scale, run]["cloud.count"])


def collapses(scale):
    """The collapses of glued grains, first seed: momentum and angular momentum are watched there."""
    return [
        run
        for run in runs_at(scale)
        if run.startswith("collapsed-") and run.endswith("-s1") and not run.startswith("collapsed-spheres")
    ]


def pictured(scale, experiment, chosen):
    """Those of an experiment's runs that are shown as pictures: the chosen ones, else the first two."""
    here = [run for run in runs(scale, experiment) if run.endswith("-s1")]
    return [run for run in here if run in chosen] or here[:2]


def spun(wildcards):
    return pictured(wildcards.scale, "M4", ["S3-s1", "S8-s1", "S10-s1"])


def torn(wildcards):
    return pictured(wildcards.scale, "M5", ["T3-s1", "T8-s1", "T10-s1"])


def shaken(wildcards):
    return pictured(wildcards.scale, "M6", ["B4-s1", "B6-s1", "B7-s1"])


def of_runs(name, chosen):
    """An input function: the file of that name of each of the chosen runs."""
    return lambda wildcards: [f"results/{wildcards.scale}/{run}/{name}" for run in chosen(wildcards)]


def of_bodies(name, chosen):
    """Likewise, of the bodies that these runs start from."""
    return lambda wildcards: [f"results/{wildcards.scale}/{body_of(wildcards.scale, run)}/{name}" for run in chosen(wildcards)]


# In the order of the report, with the experiment that each is of; those that judge nothing have no verdict.
FIGURES = {"table2": "M4", "fig5": "M4", "table3": "M5", "fig6": "M5", "fig7": "M6", "fig8": "M6"}
PICTURES = {"fig5", "fig6", "fig7"}


def figures(wildcards):
    """Figures of a scale: the shapes, the benchmark's table if there is one, and the figures that it has runs for."""
    return ["fig1"] + ["performance"] * PERFORMANCE.exists() + shown(FIGURES, wildcards.scale)


def of_figures(name, but=()):
    """An input function: the file of that name of each figure that is shown, but for some."""
    return lambda wildcards: [f"results/{wildcards.scale}/{figure}/{name}" for figure in figures(wildcards) if figure not in but]
