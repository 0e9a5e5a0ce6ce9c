# The runs of the figures of the philosophies study.


def pairs(wildcards):
    """=> for each collision the run that placed its piles"""
    return [RUNS[wildcards.scale, run]["inputs"] for run in runs(wildcards.scale, "collide")]


def bed_friction(wildcards):
    """=> for each run on the inclined bed its coefficient of friction; 0 without friction"""
    keys = ("contact.sliding.friction", "contact.friction")
    values = [own_values_of(wildcards.scale, run) for run in runs(wildcards.scale, "bed")]
    return [float(next((own[key] for key in keys if key in own), 0)) for own in values]


def spin_ups_with(experiment):
    """=> a function that returns the names of the spin-ups, and of those of another experiment"""
    return lambda wildcards: runs(wildcards.scale, "spin") + runs(wildcards.scale, experiment, "spinup")


def rests_with(experiment):
    """=> a function that returns the names of the runs at rest, and of those of another experiment"""
    return lambda wildcards: runs(wildcards.scale, "rest") + runs(wildcards.scale, experiment, "evolve")


def first_runs(wildcards, experiment):
    """=> names of the runs of an experiment with equal coefficients that start from the same pile in the same way as the first one; empty if it has no runs"""
    chosen = [run for run in runs(wildcards.scale, experiment) if run.split("-")[2] == "A"]
    return [run for run in chosen if run.split("-")[3:] == chosen[0].split("-")[3:]]


def first_spin_ups(wildcards):
    return first_runs(wildcards, "spin")


def pages_of(wildcards):
    """=> the pages and the film that show runs side by side"""
    pages = [f"together-{experiment}.html" for experiment in TOGETHER if first_runs(wildcards, experiment)]
    return [f"results/{wildcards.scale}/{name}" for name in pages + ["film.gif"] * bool(first_spin_ups(wildcards))]
