"""The study's report page and its verdicts in one file."""
from analysis import costs, report

TEXTS = {
    "fig2": (
        "Fig. 2: aggregation",
        "Boulders at rest; the camera follows the largest cluster. The pictures are 7 km wide at "
        "0 h, 4 km from 5 to 7 h and 2.2 km later; at 5 h some boulders lie outside.",
    ),
    "fig3": (
        "Figs. 3, 4: angular momentum",
        "Orbital angular momentum of all bodies about the origin in the first cloud, norm "
        "and components. The spins of the boulders gain what it loses: the sum is conserved "
        "to rounding.",
    ),
    "overlaps": (
        "Fig. 2: clouds with and without overlaps at the start",
        "Blue: boulders at independent random places, some of which overlap. Grey: boulders at "
        "random places without overlaps. Triangles: no rotation, a period of 1e5 h or more.",
    ),
    "table2": (
        "Table 2: thresholds",
        "Share of the bodies in the largest cluster at the end, against each initial motion "
        "alone. Coloured lines: means over the clouds. The smallest published aggregate has 25 "
        "bodies.",
    ),
    "table3": (
        "Table 3: sets of initial motions",
        "One aggregate: more than half of the mass in one cluster. Bound pair: two separate "
        "clusters with a tenth of the mass or more each, bound to each other on any orbit. "
        "Several: the largest cluster has twenty bodies or more. Dispersed: all other runs. "
        "Motions beyond Table 2 are included.",
    ),
    "fig6": (
        "Fig. 6: aggregates against initial motion",
        "Runs with one motion alone, and clouds at rest (initial motion 0). Aggregates from rest "
        "do not rotate: the triangle at 1e5 h is the limit of the evaluation, not a period. "
        "Lines: means over the clouds with the relaxed cone, for the period without clouds at "
        "rest.",
    ),
    "fig7": (
        "Fig. 7: periods",
        "All aggregates with twenty bodies or more. Aggregates from rest do not rotate: triangles "
        "at 1e5 h are the limit of the evaluation, not a period.",
    ),
    "fig8": (
        "Figs. 8, 9: shapes and porosity",
        "Alpha shapes of points on the boulders' surfaces. The automatic radius is the "
        "smallest one with a single component that contains every point. Pictures look along "
        "the axis of the greatest moment of inertia and show all boulders near the aggregate, "
        "those too that do not belong to it. At paper scale the densest aggregate is in "
        "a frame of 9e-5 rad/s, above the published range. Star: the published small aggregate.",
    ),
    "fig5": (
        "Fig. 5: binaries",
        "Lasting binaries: two bound clusters of touching boulders with a tenth of the mass or "
        "more each, without contact at pericentre, with a period shorter than the run. Balls have "
        "the masses of the clusters and a solid fraction of one half. They are drawn to scale, at "
        "the distance at the end. Dashed: the second cluster at pericentre.",
    ),
    "numerics": (
        "Influence of step, friction, recovery speed and tolerance",
        "Runs with a varied parameter (triangles) and with the parameters of the study "
        "(circles), from the same clouds. Clouds at rest keep all bodies, so that the number of "
        "bodies is shown for the step alone, which was also varied in clouds with spins.",
    ),
    "claims": (
        "Period / critical period",
        "Period of the aggregates relative to the critical period of their bulk density. "
        "Triangles: aggregates from rest, which do not rotate.",
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
