# The runs of each figure of the aggregation study.


SETS = ["F0", "F3-1.1", "F3-1.2", "F3-1.3", "F3-2.1", "F3-2.2", "F3-2.3", "F3-3"]
STATES = "spinstate.json alphashape.json clusters.json track.h5"  # files of a run that most figures read
SEQUENCE = [0, 5, 6, 7, 8, 9, 12, -1]  # frames of Fig. 2; the track has one frame per hour


def with_piles(chosen):
    """=> the entries `input` and `params` of a figure with pictures by rubble-render of the piles of the chosen runs"""
    return dict(
        input=dict(runs=of_runs(STATES, chosen), piles=of_runs("pile.h5", chosen)),
        params=dict(version=lambda wildcards: version("rubble-render")),
    )


def at_rest(wildcards):
    return runs(wildcards.scale, "F0")


def overlapping(wildcards):
    """=> the clouds at rest with another limit of the recovery speed or with overlaps at the start, and those of F0 for comparison"""
    return [run for run in at_rest(wildcards) if run.startswith("ccp-")] + runs(wildcards.scale, "F0-overlaps")


def profiles(wildcards):
    """=> the runs of Figs. 3 and 4, with all seeds and both laws of friction. Their initial motions are: none; o = 1.5e-5 rad/s; w = 4e-3 rad/s; w = 7e-3 rad/s with
    o = 1.5e-5 rad/s. Here o is the angular velocity of the rotating frame and w the spin of each body."""
    spinning = [run for run in runs(wildcards.scale, "F3-1.2") if "-w4e-3-" in run]
    return runs(wildcards.scale, "F0") + runs(wildcards.scale, "F1") + spinning


def single(wildcards):
    """=> the runs with one kind of initial motion, and those at rest"""
    return [run for name in (*SETS[:4], "F2-between") for run in runs(wildcards.scale, name)]


def campaign(wildcards):
    return [run for name in SETS for run in runs(wildcards.scale, name)]


def continued(wildcards):
    """=> the runs of all sets, then those with the greatest motions that were continued"""
    return campaign(wildcards) + runs(wildcards.scale, "F3-later")


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


PICTURES = {"": dict(options="--size 700,700 --colour radius", across=lambda w: across(int(w.frame)))}
