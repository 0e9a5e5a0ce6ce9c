# Which of the table's runs each figure of the aggregation study takes, and which figures a scale has.


SETS = ["F0", "F3-1.1", "F3-1.2", "F3-1.3", "F3-2.1", "F3-2.2", "F3-2.3", "F3-3"]
SEQUENCE = [0, 5, 6, 7, 8, 9, 12, -1]  # frames of Fig. 2, one an hour


def of_runs(names, chosen):
    """An input function: the files of these names of each of the chosen runs, one run after the other."""
    return lambda wildcards: [f"results/{wildcards.scale}/{run}/{name}" for run in chosen(wildcards) for name in names]


def at_rest(wildcards):
    return runs(wildcards.scale, "F0")


def profiles(wildcards):
    """The runs of Figs. 3 and 4: at rest, with o = 1.5e-5, with w = 4e-3, with w = 7e-3 and o = 1.5e-5 (all seeds, both cones)."""
    spinning = [run for run in runs(wildcards.scale, "F3-1.2") if "-w4e-3-" in run]
    return runs(wildcards.scale, "F0") + runs(wildcards.scale, "F1") + spinning


def single(wildcards):
    """Runs with one parameter, and those at rest."""
    return [run for name in SETS[:4] for run in runs(wildcards.scale, name)]


def campaign(wildcards):
    return [run for name in SETS for run in runs(wildcards.scale, name)]


def trials(wildcards):
    """The runs that differ in a parameter of the method, after those of the same clouds that they differ from."""
    here = runs(wildcards.scale, "N")
    clouds = {RUNS[wildcards.scale, run]["inputs"] for run in here}
    return [run for run in single(wildcards) if run.startswith("ccp-") and RUNS[wildcards.scale, run]["inputs"] in clouds] + here


def sequence(wildcards):
    """Fig. 2: pictures of the first run at rest."""
    run = at_rest(wildcards)[0]
    return [f"results/{wildcards.scale}/{run}/picture-{frame}.png" for frame in SEQUENCE]


def across(frame):
    """(number of a frame, an hour each, -1: the last) => width of its picture [m]: the cloud, what falls together, the aggregate"""
    if frame == 0:
        return 7000
    return 4000 if 0 < frame < 8 else 2200


def hours_of(wildcards):
    return ["end" if frame < 0 else f"{frame} h" for frame in SEQUENCE]


# In the order of the report, with the experiments whose runs each takes; those that judge nothing have no verdict.
ALL = " ".join(SETS)
FIGURES = {"fig2": "F0", "fig3": "F0 F1 F3-1.2", "table2": " ".join(SETS[:4]), "table3": ALL, "fig6": ALL, "fig7": ALL, "fig8": ALL, "fig5": ALL, "numerics": "N", "claims": ALL}
PICTURES = {"fig2"}


def figures(wildcards):
    return shown(FIGURES, wildcards.scale) + ["costs"]


def of_figures(name, but=()):
    """An input function: the file of that name of each figure that is shown, but for some."""
    return lambda wildcards: [f"results/{wildcards.scale}/{figure}/{name}" for figure in figures(wildcards) if figure not in but]
