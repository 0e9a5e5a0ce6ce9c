"""The study's report page and its verdicts in one file."""
from analysis import costs, report

TEXTS = {
    "fig1": ("Fig. 1: three cubes", "Each cube consists of 125 glued spheres."),
    "cubes": (
        "Three cubes: heat and impacts",
        "Left: heat of impacts. Right: colliding pairs of spheres per step, means over two hours. "
        "In programs without contacts at rest (paper scale) touching cubes collide until the end.",
    ),
    "fig2": (
        "Fig. 2: reaccumulation",
        "Colours: the aggregate that a sphere first stuck to. The camera follows the largest "
        "cluster.",
    ),
    "remnant": (
        "Composition of the largest remnant",
        "Left: share of the mass in the largest remnant; dotted: the part that was outside "
        "of it in an earlier frame. Middle: number of earlier aggregates that make up 1 % of "
        "the remnant or more. Right: number of aggregates with at least as many spheres, at "
        "the end.",
    ),
    "numerics": (
        "Influence of step, sticking and breaking",
        "Largest remnant of runs with the same ejecta.",
    ),
    "fig3": (
        "Fig. 3: three strengths",
        "Bodies seen along the axis of rotation. Colours: speed; rigid bodies have one colour.",
    ),
    "strengths": (
        "Mass and shape of the remnants",
        "All runs start with bodies of one shape, with axis ratios 1 : 1 : 0.6.",
    ),
    "scan": (
        "Fig. 3: rate of rotation",
        "Cohesionless bodies with axis ratios 1 : 1 : 0.6. Mass that escapes or is in orbit about "
        "the remnant, mean over the last quarter of the run. Lines: means over the bodies. Grey: "
        "rates at which no cluster has half of the mass, as a mean over the bodies.",
    ),
    "survey": (
        "Survey of rigid bodies",
        "Bodies with random shape, size and rotation, and with two coefficients of strength.",
    ),
    "fluid": (
        "Cohesionless bodies and fluid figures",
        "Lines lead from the initial to the final state of a body, a mark. Open marks: remnants "
        "with less than half of the mass, whose shape says nothing about the body. Right: mass "
        "outside of the remnant, in orbit or not, and the part of it that escapes (crosses).",
    ),
    "claims": (
        "Claims checked",
        "Left: rate of rotation at failure against the number of spheres in the body. Right: "
        "error of the predicted contact time of a rotating body, if the motion is truncated "
        "after the quadratic terms.",
    ),
    "costs": costs.TEXT,
}

TITLE = "Strength of aggregates"
INTRODUCTION = (
    "Recomputed from “Numerical simulations of asteroids modelled as gravitational "
    "aggregates with cohesion” (Richardson et al. 2009), at {scale} scale. Tolerances marked "
    "“ours” and "
    "parameters that the paper does not state were chosen for this reproduction; the "
    "configuration files below list them. The impact that shatters the body of Fig. 2 is "
    "replaced by a velocity field."
)

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
