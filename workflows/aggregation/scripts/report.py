"""The study's report page and its verdicts in one file."""
from analysis import costs, report

TEXTS = {
    "fig2": ("Fig. 2: aggregation", "Boulders at rest; the camera follows the largest cluster."),
    "fig3": ("Figs. 3, 4: angular momentum", "Orbital angular momentum of all bodies about the origin, norm and components, of the first cloud. What it loses the boulders' own spins gain: the sum is kept to rounding."),
    "table2": ("Table 2: thresholds", "Bodies of the largest cluster at the end against each initial motion alone; lines: means over the clouds."),
    "table3": ("Table 3: sets of initial motions", "One aggregate: more than half of the mass in one cluster; binary: two clusters of a tenth of the mass or more, apart and bound to each other; several: the largest has twenty bodies or more."),
    "fig6": ("Fig. 6: aggregates against initial motion", "Runs with one motion alone, and clouds at rest (initial motion 0), whose aggregates do not turn: their period is shown as 1e5 h. Lines: exponential for the period, parabolas for the others, through the runs with the relaxed cone."),
    "fig7": ("Fig. 7: periods", "All aggregates with twenty bodies or more. Those of clouds at rest do not turn: their period is shown as 1e5 h."),
    "fig8": ("Figs. 8, 9: shapes and porosity", "Alpha shapes of points on the boulders' surfaces. The automatic radius is the smallest that leaves one part with every point in it. Pictures look along the axis of the greatest moment of inertia."),
    "fig5": ("Fig. 5: binaries", "Pairs of clusters of touching boulders, a tenth of the mass or more each, that are bound to each other, seen along the axis of the orbit; shares of the mass, period of the orbit."),
    "numerics": ("What step, friction, recovery and tolerance change", "The same clouds as those of the study's own parameters (circles)."),
    "claims": ("Claims that contradict each other", "How near aggregates come to the critical period of their bulk density."),
    "costs": costs.TEXT,
}

TITLE = "Aggregation of convex hulls"
INTRODUCTION = (
    "Recomputed from “N-body gravitational and contact dynamics for asteroid aggregation” (Ferrari et al. 2017), at {scale} scale. Tolerances marked “ours” and values that the "
    "paper does not print are choices of this reproduction; the configuration files below say which.")

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
