# Which of the table's runs each figure of the accretion study takes, and which figures a scale has.


# How a picture is taken.
VIEWS = {
    "side": "--colour radius --plain",
    "above": "--colour speed --view 0,90 --plain --follow",
    "edge": "--colour speed --view 0,0 --plain --follow",
    "near": "--plain --across '45 m'",
}


def across(scale, run, view):
    """Pictures of one run are at one scale: that of its cloud, of a spin-up twice that of its pile."""
    if view == "near":
        return ""
    length = 10 * bodies_in(scale, run) ** (1 / 3)
    return f"--across '{1.7 * length if view == 'side' else 2 * length:.0f} m'"


def of_runs(name, chosen):
    """An input function: the file of that name of each of the chosen runs."""
    return lambda wildcards: [f"results/{wildcards.scale}/{run}/{name}" for run in chosen(wildcards)]


def singles(wildcards):
    return runs(wildcards.scale, "L4") + runs(wildcards.scale, "L5")


def accretions(wildcards):
    return runs(wildcards.scale, "L1") + runs(wildcards.scale, "L2")


def collapses(wildcards):
    return accretions(wildcards) + runs(wildcards.scale, "L1-wide") + runs(wildcards.scale, "L3")


def spun(wildcards):
    return runs(wildcards.scale, "L6")


def trials(wildcards):
    """First the run that others differ from in one thing, then all others of L1, which tell the scatter over clouds, then those that differ."""
    others = runs(wildcards.scale, "N")
    cloud = RUNS[wildcards.scale, others[0]]["inputs"]
    return sorted(runs(wildcards.scale, "L1"), key=lambda run: RUNS[wildcards.scale, run]["inputs"] != cloud) + others


def twins(wildcards):
    """Collapses of soft spheres, and all by Contact Dynamics: those of the same clouds, and those that tell the scatter over clouds."""
    return runs(wildcards.scale, "soft") + runs(wildcards.scale, "L1")


def bodies_in(scale, run):
    """How many bodies a run's cloud was made of."""
    while RUNS[scale, run]["tool"] != "generate":
        run = RUNS[scale, run]["inputs"]
    return int(RUNS[scale, run]["cloud.count"])


def largest(scale, experiment):
    """The run of an experiment with most bodies."""
    return max(runs(scale, experiment), key=lambda run: bodies_in(scale, run))


def extremes(wildcards):
    """Of the spin-ups of the first pile those with the least and with the greatest cohesion."""
    here = [run for run in spun(wildcards) if run.endswith("-s1")]
    by_force = sorted(here, key=lambda run: float(RUNS[wildcards.scale, run]["contact.cohesion.force"]))
    return [by_force[0], by_force[-1]]


def cohesion(scale, run):
    """=> the force of a spin-up as that of a pile of 3375 spheres with the same Bond number, and the run's own if that differs"""
    own = float(RUNS[scale, run]["contact.cohesion.force"])
    bond = own * (3375 / bodies_in(scale, run)) ** (1 / 3)
    return f"f0 = {bond:.4g} N" + (f" (here {own:.3g} N)" if abs(bond / own - 1) > 0.01 else "")


def panels(figure, wildcards):
    """(number of a figure of pictures) => its panels: run, frame, view, title"""
    scale = wildcards.scale
    if figure == 6:
        spheres, hulls = largest(scale, "L1"), largest(scale, "L2")
        return [(spheres, 0, "side", f"{bodies_in(scale, spheres)} spheres"), (hulls, 0, "side", f"{bodies_in(scale, hulls)} hulls"), (hulls, 0, "near", "hulls")]
    if figure == 7:
        hulls = largest(scale, "L2")
        shown = [(hulls, frame, "side", f"{bodies_in(scale, hulls)} hulls, {10 * frame} min") for frame in (0, 1, 2, 4, 20)]
        ends = [run for run in accretions(wildcards) if run.endswith("-s1") and run != hulls]
        return shown + [(run, -1, "side", f"{bodies_in(scale, run)} {run.split('-')[0]}, 200 min") for run in ends]
    times = [8, 16, 24, 32]
    named = [(run, cohesion(scale, run), view) for run in extremes(wildcards) for view in ("above", "edge")]
    return [(run, frame, view, f"{force}, {20 * frame} min") for run, force, view in named for frame in times]


def pictures_of(figure):
    """An input function: the pictures of a figure."""
    return lambda wildcards: [f"results/{wildcards.scale}/{run}/picture-{frame}-{view}.png" for run, frame, view, _ in panels(figure, wildcards)]


def titles_of(figure):
    return lambda wildcards: [title for *_, title in panels(figure, wildcards)]


def planes(wildcards):
    """Fig. 15: run, cohesion, frame, at 400 and 560 min."""
    return [(run, cohesion(wildcards.scale, run), frame) for run in extremes(wildcards) for frame in (20, 28)]


def fields(wildcards):
    return [f"results/{wildcards.scale}/{run}/field-{frame}.json" for run, _, frame in planes(wildcards)]


# In the order of the report, with the experiment that each is of; those that judge nothing have no verdict.
FIGURES = {
    "fig4": "L4", "fig6": "L1", "fig7": "L2", "fig8": "L1", "fig9": "L1", "fig10": "L1", "fig11": "L1", "fig12": "L1", "fig13": "L6", "fig14": "L6", "fig15": "L6",
    "numerics": "N", "methods": "soft", "claims": "L1-wide",
}
PICTURES = {"fig6", "fig7", "fig13"}


def figures(wildcards):
    return shown(FIGURES, wildcards.scale)


def of_figures(name, but=()):
    """An input function: the file of that name of each figure that is shown, but for some."""
    return lambda wildcards: [f"results/{wildcards.scale}/{figure}/{name}" for figure in figures(wildcards) if figure not in but]
