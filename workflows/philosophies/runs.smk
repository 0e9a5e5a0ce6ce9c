# The runs of the figures of the philosophies study.


def pairs(wildcards):
    """=> for each collision the run that placed its piles"""
    return [RUNS[wildcards.scale, run]["inputs"] for run in runs(wildcards.scale, "collide")]
