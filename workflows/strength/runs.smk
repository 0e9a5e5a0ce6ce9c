# The runs of each figure of the strength study.


STRENGTHS = {"cohesionless": "no cohesion", "rigid": "rigid", "thirteen": "rigid, 13 times the limit", "shell": "rigid, 1.05 times its failure", "elastic": "elastic", "nearest": "elastic, nearest bonds"}
FILES = "pile.h5 track.h5 satellites.tsv spinstate.json companions.json"
START_FILES = "pile.h5 spinstate.json"


def measured(experiments, starts=False, limits=False, more="", more_at_start=""):
    """(experiments, whether the figure needs the initial piles of the runs, whether its script calls rubble-limits, further files of a run, further files of an initial pile) =>
    entry in FIGURES of a figure that reads all files of the runs, one run after the other"""
    of_a_run, of_a_start = f"{FILES} {more}", f"{START_FILES} {more_at_start}"
    taken = lambda w: [run for experiment in experiments.split() for run in runs(w.scale, experiment)]
    piles = lambda w: [RUNS[w.scale, run]["inputs"] for run in taken(w) if starts]
    return dict(
        experiments=experiments,
        input=dict(runs=of_runs(of_a_run, taken), starts=of_runs(of_a_start, piles)),
        params=dict(files=len(of_a_run.split()), start_files=len(of_a_start.split())) | (dict(limits=version("rubble-limits")) if limits else {}),
    )


# Figures of pictures: frames of each run.

SEQUENCES = {"fig1": [0, 1, 3, -1], "fig2": [0, 8, 20, -1], "fig3": [0, 1, 2, 4, -1]}


def shown_runs(figure, scale):
    if figure == "fig1":
        return runs(scale, "R1")[:1]
    if figure == "fig2":
        return [run for run in runs(scale, "R2") if run.endswith("-s1")][-1:]
    return [run for run in runs(scale, "R3") if run.endswith("-s1")]


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
    "fig3": "Colour: aggregate in the row 'rigid'; speed in all other rows, dark: slow, bright: fast (no scale). Bodies of seed 1.",
}


def snapshots(figure):
    """(figure of pictures) => its entry in FIGURES, without the experiments"""
    every = {"fig1": 5000 / 3600, "fig2": 1, "fig3": 1}[figure]  # hours between frames
    panels = lambda w: [(run, frame) for run in shown_runs(figure, w.scale) for frame in SEQUENCES[figure]]
    return dict(
        input=dict(pictures=lambda w: [f"results/{w.scale}/{run}/picture-{frame}.png" for run, frame in panels(w)]),
        params=dict(
            titles=lambda w: [f"{label_of(run)}{'end' if frame < 0 else f'{frame * every:.3g} h'}" for run, frame in panels(w)],
            key=COLOUR_KEYS[figure],
            widths=lambda w: [width_of(w.scale, run, frame) for run, frame in panels(w)],
            columns=len(SEQUENCES[figure]),
        ),
        verdict=False,
        script_name="snapshots",
    )


def label_of(run):
    name = STRENGTHS.get(run.split("-")[0])
    return f"{name}\n" if name else ""


# Along the axis of rotation.
PICTURES = {
    "": dict(
        options=lambda w: f"--size 600,600 --view 0,90 --colour {colour_of(w.run)} --follow",
        across=lambda w: width_of(w.scale, w.run, int(w.frame)),
    ),
}
