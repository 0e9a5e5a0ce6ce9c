"""The study's report page and its verdicts in one file."""
from analysis import costs, report

TEXTS = {
    "fig1": ("Fig. 1: three cubes", "Each of 125 glued spheres."),
    "cubes": ("Three cubes come to rest", "Heat of impacts, and pairs of spheres of two cubes that meet in a step, means of two hours."),
    "fig2": ("Fig. 2: reaccumulation", "Colours: the aggregate that a sphere first stuck to. The camera follows the largest cluster."),
    "remnant": ("What the largest remnant is made of", "Left: its share of the mass and, dotted, what was outside of it in an earlier frame; right: sizes of aggregates at the end."),
    "numerics": ("What step, sticking and breaking change", "The same ejecta."),
    "fig3": ("Fig. 3: three strengths", "Seen along the axis of rotation; colours: speed, of rigid bodies one colour."),
    "strengths": ("Mass and shape of the remnants", "All runs begin with the same bodies, 1 : 1 : 0.6."),
    "survey": ("Survey of rigid bodies", "Bodies of random shape, size, rotation, and two coefficients of strength."),
    "fluid": ("Bodies without cohesion", "Lines lead from the start to the end."),
    "claims": ("Claims that contradict each other", "Left: strength of a body depends on how many spheres it is made of. Right: error of the predicted time of contact of a turning body, from two terms of its motion."),
    "costs": costs.TEXT,
}

TITLE = "Strength of aggregates"
INTRODUCTION = (
    "Recomputed from “Numerical simulations of asteroids modelled as gravitational aggregates with cohesion” (Richardson et al. 2009), at {scale} scale. Tolerances marked “ours” and "
    "values that the paper does not print are choices of this reproduction; the configuration files below say which. The impact that shatters the body of Fig. 2 is replaced by a field of velocities.")

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
