"""The study's report page and its verdicts in one file."""
from analysis import costs, report

TEXTS = {
    "fig2": ("Fig. 2: aggregation", "Boulders at rest; the camera follows the largest cluster."),
    "fig3": (
        "Figs. 3, 4: angular momentum",
        "Orbital angular momentum of all bodies about the origin in the first cloud, norm "
        "and components. The spins of the boulders gain what it loses: the sum is conserved "
        "to rounding.",
    ),
    "overlaps": (
        "Fig. 2: clouds with and without overlaps at the start",
        "Blue: boulders at independent random places, some of which overlap. Grey: boulders at "
        "random places without overlaps. The period 1e5 h stands for no rotation.",
    ),
    "table2": (
        "Table 2: thresholds",
        "Share of the bodies in the largest cluster at the end, against each initial motion "
        "alone. Coloured lines: means over the clouds. The smallest published aggregate has 25 "
        "bodies.",
    ),
    "table3": (
        "Table 3: sets of initial motions",
        "One aggregate: more than half of the mass in one cluster. Binary: two separate "
        "clusters with a tenth of the mass or more each, bound to each other. Several: the "
        "largest cluster has twenty bodies or more. Dispersed: all other runs.",
    ),
    "fig6": (
        "Fig. 6: aggregates against initial motion",
        "Runs with one motion alone, and clouds at rest (initial motion 0), whose aggregates "
        "do not rotate: their period is shown as 1e5 h. Lines: means over the clouds with the "
        "relaxed cone, for the period without clouds at rest.",
    ),
    "fig7": (
        "Fig. 7: periods",
        "All aggregates with twenty bodies or more. Aggregates of clouds at rest do not "
        "rotate: their period is shown as 1e5 h.",
    ),
    "fig8": (
        "Figs. 8, 9: shapes and porosity",
        "Alpha shapes of points on the boulders' surfaces. The automatic radius is the "
        "smallest one with a single component that contains every point. Pictures look along "
        "the axis of the greatest moment of inertia and show all boulders near the aggregate, "
        "those too that do not belong to it.",
    ),
    "fig5": (
        "Fig. 5: binaries",
        "Bound pairs of clusters of touching boulders with a tenth of the mass or more each, "
        "seen along the axis of the orbit. Titles: initial motion, shares of the mass, "
        "orbital period.",
    ),
    "numerics": (
        "Influence of step, friction, recovery speed and tolerance",
        "Runs with a varied parameter (triangles) and with the parameters of the study "
        "(circles), from the same clouds.",
    ),
    "claims": (
        "Claims that contradict each other",
        "Period of the aggregates relative to the critical period of their bulk density.",
    ),
    "costs": costs.TEXT,
}

TITLE = "Aggregation of convex hulls"
INTRODUCTION = (
    "Recomputed from “N-body gravitational and contact dynamics for asteroid aggregation” "
    "(Ferrari et al. 2017), at {scale} scale. Tolerances marked “ours” and parameters that "
    "the "
    "paper does not state were chosen for this reproduction; the configuration files below "
    "list them."
)

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
