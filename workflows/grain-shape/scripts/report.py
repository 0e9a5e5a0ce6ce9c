"""The study's report page and its verdicts in one file."""
from analysis import costs, report

TEXTS = {
    "fig1": (
        "Fig. 1: grains glued from spheres",
        "Each panel has its own scale. Moments of inertia are compared with sums "
        "by hand, except those of the irregular grain and the intruder.",
    ),
    "performance": (
        "Figs. 2, 3, 4 and Table 1: cost of grains",
        "Measured by tests/bench on the machine named in docs/performance.md, not in the "
        "runs of this study. Top: shares of the wall time with a linear "
        "search for the grain of a sphere and with an index. Bottom: wall time by shape. "
        "Published for mixed shapes, linear search and index: 1.6e3 s and 2.7e2 s (uniform "
        "gravity), "
        "1.8e4 s and 6.4e3 s (collapse).",
    ),
    "table2": (
        "Table 2: spin-up until failure",
        "Shortest period before the bulk radius (largest distance of a surface from the "
        "centre of mass) has grown by 5 %, divided by the nominal critical period for the "
        "bulk density. The label of the axis names the definition of this density, which is the "
        "same for all compositions. "
        "Diamonds: published. Right: ratio against the "
        "number of grains; compositions with equal numbers side by side.",
    ),
    "fig5": (
        "Fig. 5: failure by spin-up",
        "Bodies seen along the axis of rotation, before the spin-up and when the bulk radius "
        "has grown by 5 % by all four definitions. Colours tell neighbouring grains apart; in "
        "bodies with several shapes they show the shape, as the legend says.",
    ),
    "table3": (
        "Table 3: tidal disruption",
        "Distance from the planet at which the bulk radius has grown by 0.5 %, divided by "
        "the Roche distance for the bulk density. The radius is defined as in Table 2; the "
        "label of the axis names the density. Diamonds: published. Middle: ratio against the "
        "number of grains. Right: ratio against the bulk density.",
    ),
    "shape": (
        "Effect of shape by all readings: are rods and diamonds the hardest to disrupt?",
        "Ratio of each shape minus that of as many spheres, made and measured in the same way. "
        "Each panel: one experiment (Table 2 or 3) and growth of the bulk radius. Groups: four "
        "definitions of this radius. Bars: standard error over seeds, pooled over the compositions "
        "of a collapse; none if no composition has two seeds. Black lines: published, in the tide "
        "for a growth of 0.5 %. Headline: the weaker of diamonds and rods minus the strongest "
        "other composition, below 0 if they are the hardest to disrupt. In the tide it compares "
        "the effects of shape, in the spin-up the ratios, those of spheres included.",
    ),
    "fig6": (
        "Fig. 6: tidal disruption",
        "Bodies before the encounter and on the way out, seen perpendicular to the plane of "
        "the orbit. Bars show the scale of each panel. Bodies may extend beyond the window.",
    ),
    "fig7": (
        "Fig. 7 A, B: the intruder before and after its rise",
        "Side view of the rear half of the box at the start of the shaking, and when the "
        "intruder (red) has made 95 % of its rise.",
    ),
    "fig8": (
        "Table 4, Figs. 7C and 8: rise of the intruder",
        "Heights above the moving floor, averaged over each cycle: centre of the intruder, "
        "and median of the grains. Dashed: bed at the start. Thin: other seeds and "
        "variants; dotted: spheres without rolling friction. Two definitions of the rise time: "
        "until the height first reaches its final mean (triangle), and until it reaches 95 % of "
        "the maximum of a five-cycle mean (square). With an amplitude of 0.7 cm the intruder "
        "still rises when the record ends.",
    ),
    "costs": costs.TEXT,
}

TITLE = "The shape of grains"
INTRODUCTION = (
    "Recomputed from “An efficient numerical approach to modeling the effects of particle "
    "shape on rubble-pile dynamics”, at "
    "{scale} scale. Tolerances marked “ours” and parameters that the paper does not state "
    "were chosen for this reproduction; the configuration files "
    "below list them. Published values of Tables 2 and 3 are for bodies of 20,000 spheres."
)

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
