# The runs of each figure of the aggregation study, and the figures of each scale.


SETS = ["F0", "F3-1.1", "F3-1.2", "F3-1.3", "F3-2.1", "F3-2.2", "F3-2.3", "F3-3"]
SEQUENCE = [0, 5, 6, 7, 8, 9, 12, -1]  # frames of Fig. 2; the track has one frame per hour


def of_runs(names, chosen):
    """=> an input function that returns the files of these names for each chosen run, one run after the other"""
    return lambda wildcards: [f"results/{wildcards.scale}/{run}/{name}" for run in chosen(wildcards) for name in names]


def at_rest(wildcards):
    return runs(wildcards.scale, "F0")


def profiles(wildcards):
    """=> the runs of Figs. 3 and 4, with all seeds and both laws of friction. Their initial motions are: none; o = 1.5e-5 rad/s; w = 4e-3 rad/s; w = 7e-3 rad/s with
    o = 1.5e-5 rad/s. Here o is the angular velocity of the rotating frame and w the spin of each body."""
    spinning = [run for run in runs(wildcards.scale, "F3-1.2") if "-w4e-3-" in run]
    return runs(wildcards.scale, "F0") + runs(wildcards.scale, "F1") + spinning


def single(wildcards):
    """=> the runs with one kind of initial motion, and those at rest"""
    return [run for name in SETS[:4] for run in runs(wildcards.scale, name)]


def campaign(wildcards):
    return [run for name in SETS for run in runs(wildcards.scale, name)]


def trials(wildcards):
    """=> the reference runs of the same clouds, then the runs with a varied parameter of the method"""
    here = runs(wildcards.scale, "N")
    clouds = {RUNS[wildcards.scale, run]["inputs"] for run in here}
    return [run for run in single(wildcards) if run.startswith("ccp-") and RUNS[wildcards.scale, run]["inputs"] in clouds] + here


def sequence(wildcards):
    """=> pictures for Fig. 2 from the first run at rest"""
    run = at_rest(wildcards)[0]
    return [f"results/{wildcards.scale}/{run}/picture-{frame}.png" for frame in SEQUENCE]


def across(frame):
    """(number of a frame; -1: the last) => width of the pictured region [m]: the initial cloud, the collapsing cloud, the aggregate"""
    if frame == 0:
        return 7000
    return 4000 if 0 < frame < 8 else 2200


def hours_of(wildcards):
    return ["end" if frame < 0 else f"{frame} h" for frame in SEQUENCE]


# Experiments of each figure, in the order of the report. Figures in PICTURES have no verdict.
ALL = " ".join(SETS)
FIGURES = {"fig2": "F0", "fig3": "F0 F1 F3-1.2", "table2": " ".join(SETS[:4]), "table3": ALL, "fig6": ALL, "fig7": ALL, "fig8": ALL, "fig5": ALL, "numerics": "N", "claims": ALL}
PICTURES = {"fig2"}


def figures(wildcards):
    return shown(FIGURES, wildcards.scale) + ["costs"]


def of_figures(name, but=()):
    """=> an input function that returns the file of that name for each figure of the scale, except those in `but`"""
    return lambda wildcards: [f"results/{wildcards.scale}/{figure}/{name}" for figure in figures(wildcards) if figure not in but]
