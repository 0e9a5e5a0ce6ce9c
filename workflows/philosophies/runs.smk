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


def first_spin_ups(wildcards):
    """=> names of the spin-ups of the first pile with equal coefficients"""
    chosen = [run for run in runs(wildcards.scale, "spin") if run.split("-")[2] == "A"]
    return [run for run in chosen if run.split("-")[3:] == chosen[0].split("-")[3:]]
