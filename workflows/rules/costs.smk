# An entry of FIGURES for any study: computing time of the runs of a scale.
COSTS = dict(
    experiments=None,
    input=dict(piles=of_runs("pile.h5", costly)),
    params=dict(experiments=lambda wildcards: [RUNS[wildcards.scale, run]["experiment"] for run in costly(wildcards)]),
)
