# The runs of each figure of the strength study, and the figures of each scale.


STRENGTHS = {"cohesionless": "no cohesion", "rigid": "rigid", "thirteen": "rigid, 13 times the limit", "shell": "rigid, 1.05 times its failure", "elastic": "elastic", "nearest": "elastic, nearest bonds"}
EXPERIMENTS = {"cubes": ["R1", "R1b"], "numerics": ["R2", "R2b"], "remnant": ["R2"], "strengths": ["R3", "R3b"], "survey": ["R4", "R4b"], "fluid": ["R5"], "claims": []}
FILES = ["pile.h5", "track.h5", "satellites.tsv", "spinstate.json", "companions.json"]
STARTS = {"strengths", "survey", "fluid"}  # figures that need the initial piles of the runs
START_FILES = ["pile.h5", "spinstate.json"]


def files_of(wildcards):
    """=> all files of the runs of a figure, one run after the other"""
    return [f"results/{wildcards.scale}/{run}/{name}" for run in taken(wildcards) for name in FILES]


def taken(wildcards):
    return [run for experiment in EXPERIMENTS[wildcards.figure] for run in runs(wildcards.scale, experiment)]


def starts_of(wildcards):
    if wildcards.figure not in STARTS:
        return []
    return [f"results/{wildcards.scale}/{RUNS[wildcards.scale, run]['inputs']}/{name}" for run in taken(wildcards) for name in START_FILES]


# Figures of pictures: frames of each run.

SEQUENCES = {"fig1": [0, 1, 3, -1], "fig2": [0, 8, 20, -1], "fig3": [0, 1, 2, 4, -1]}


def shown_runs(figure, scale):
    if figure == "fig1":
        return runs(scale, "R1")[:1]
    if figure == "fig2":
        return [run for run in runs(scale, "R2") if run.endswith("-s1")][-1:]
    return [run for run in runs(scale, "R3") if run.endswith("-s1")]


def pictures_of(wildcards):
    return [f"results/{wildcards.scale}/{run}/picture-{frame}.png" for run in shown_runs(wildcards.figure, wildcards.scale) for frame in SEQUENCES[wildcards.figure]]


def width_of(scale, run, frame):
    """(scale, run, frame) => width of the pictured region [m]"""
    if run.startswith("cubes"):
        return 600
    if run.startswith("reaccumulate"):
        return {0: 40e3, 2: 400e3}.get(frame, 60e3)
    return 3000 if run.startswith("rigid") else 12000 if run.startswith("cohesionless") else 6000


def colour_of(run):
    return "lineage" if run.startswith("reaccumulate") else "speed" if run.startswith(("cohesionless", "elastic", "nearest", "shell", "thirteen")) else "grain"


# Meaning of the colours of each figure, by colour_of.
COLOUR_KEYS = {
    "fig1": "Colour: aggregate.",
    "fig2": "Colour: aggregate to which a sphere stuck first (colours repeat). Grey: a sphere that never stuck.",
    "fig3": "Colour: aggregate of rigid bodies; speed of all other bodies, dark: slow, bright: fast.",
}


def widths_of(wildcards):
    return [width_of(wildcards.scale, run, frame) for run in shown_runs(wildcards.figure, wildcards.scale) for frame in SEQUENCES[wildcards.figure]]


def titles_of(wildcards):
    every = {"fig1": 5000 / 3600, "fig2": 1, "fig3": 1}[wildcards.figure]
    return [f"{label_of(run)}{'end' if frame < 0 else f'{frame * every:.3g} h'}" for run in shown_runs(wildcards.figure, wildcards.scale) for frame in SEQUENCES[wildcards.figure]]


def label_of(run):
    name = STRENGTHS.get(run.split("-")[0])
    return f"{name}\n" if name else ""


# Experiments of each figure, in the order of the report. Figures in PICTURES have no verdict.
FIGURES = {"fig1": "R1", "cubes": "R1 R1b", "fig2": "R2", "remnant": "R2", "numerics": "R2 R2b", "fig3": "R3", "strengths": "R3 R3b", "survey": "R4 R4b", "fluid": "R5", "claims": "R4"}
PICTURES = {"fig1", "fig2", "fig3"}


def figures(wildcards):
    return shown(FIGURES, wildcards.scale) + ["costs"]


def of_figures(name, but=()):
    """=> an input function that returns the file of that name for each figure of the scale, except those in `but`"""
    return lambda wildcards: [f"results/{wildcards.scale}/{figure}/{name}" for figure in figures(wildcards) if figure not in but]
