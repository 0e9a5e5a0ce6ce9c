# The runs of each figure of the collision study.

# Runs of the experiment `claims`: the fastest collision with two spring stiffnesses; two piles that rest on each other, with two laws of friction.
SPRINGS = ["claim-stiff", "claim-soft"]
RESTING = ["claim-kinetic", "claim-static"]


def selected(names):
    """=> a function that returns those of the names that are runs of the scale"""
    return lambda wildcards: [run for run in names if (wildcards.scale, run) in RUNS]


def piles_of(experiment):
    """=> a function that returns, for each collision of the experiment, the piles that it started from, the target first"""
    return lambda wildcards: [RUNS[wildcards.scale, run]["inputs"] for run in encounters(experiment)(wildcards)]


def encounters(experiment):
    """=> a function that returns the encounters of the collisions of an experiment, in the order of the collisions"""
    return lambda wildcards: [RUNS[wildcards.scale, run]["inputs"] for run in runs(wildcards.scale, experiment, "collide")]


def energy_ratios(experiment):
    """=> a function that returns the energy ratio Q of each collision of the experiment"""
    return lambda wildcards: [float(own_values_of(wildcards.scale, run)["encounter.energy_ratio"]) for run in encounters(experiment)(wildcards)]


def clustered(wildcards):
    """=> collisions of equal piles at Q = 3 with the first seed, and the point-symmetric collisions"""
    return symmetric(wildcards) + runs(wildcards.scale, "D7", "collide")


def symmetric(wildcards):
    """=> collisions of D3 between equal piles at Q = 3 with the first seed, at all angles, because the angle of the paper's Fig. 2 is not legible in the copy that we had"""
    same = [run for run in runs(wildcards.scale, "D3", "collide") if run.split("-")[1] == run.split("-")[2]]
    return [run for run in same if "-q3-" in run and run.endswith("-s1")]


def compared(wildcards):
    """=> the reference collision, then the variants in `claims` that change its contact law; [] if params.tsv has no variants"""
    variants = runs(wildcards.scale, "claims", "collide")
    if not variants:
        return []
    start = RUNS[wildcards.scale, variants[0]]["inputs"]
    own = [run for run in runs(wildcards.scale, "D3", "collide") if RUNS[wildcards.scale, run]["inputs"] == start]
    return own + variants
