"""The study's report page and its verdicts in one file."""
from analysis import report

TEXTS = {
    "fig1": ("Fig. 1: grains glued from spheres",
             "Each at its own size. Their masses and moments are compared with sums by hand."),
    "performance": ("Figs. 2, 3, 4 and Table 1: what grains cost",
                    "Measured by tests/bench on the machine named in docs/performance.md, not by this run. Top: where the time goes with a linear "
                    "search for a member's grain and with an index; bottom: the same by shape. Published: 1.6e3 s and 2.7e2 s (uniform gravity), 1.8e4 s and "
                    "6.4e3 s (collapse) for mixed shapes."),
    "table2": ("Table 2: spin-up until failure",
               "The shortest period until the bulk radius (largest distance of a surface from the centre of mass) has grown by 5 %, over the nominal critical period for the bulk density (half ranges along the principal axes). Diamonds: "
               "published, with 20,000 spheres in each body. Right: the same against the number of grains; aggregates of a number side by side."),
    "fig5": ("Fig. 5: bodies that fail",
             "Seen along the axis of rotation, before the spin-up and when all four readings of the bulk radius have grown by 5 %. Colours: grains, or shapes "
             "where they are mixed."),
    "table3": ("Table 3: tidal disruption",
               "The distance from the planet at which the bulk radius has grown by 0.5 %, over the Roche distance for the bulk density; both as in Table 2. Diamonds: "
               "published, with 20,000 spheres in each body. Right: the same against the number of grains."),
    "fig6": ("Fig. 6: bodies that pass the planet",
             "Before the encounter and on the way out, seen across the plane of the orbit at one scale; what has left the window is not shown."),
    "fig7": ("Fig. 7 A, B: the intruder before and after",
             "The rear half of the box, from the side: when the shaking begins, and when the intruder (red) has made 95 % of its way."),
    "fig8": ("Table 4, Figs. 7C and 8: rise of the intruder",
             "Heights above the moving floor in the mean over each cycle: the intruder's centre, and the grains' median. Dashed: the bed at the start. Thin: other seeds and "
             "variants. Two readings of the rise: until the end's mean is first crossed, until 95 % of the maximum of a five-cycle mean."),
}

TITLE = "The shape of grains"
INTRODUCTION = (
    "Recomputed from “An efficient numerical approach to modeling the effects of particle shape on rubble-pile dynamics”, at "
    "{scale} scale. Tolerances marked “ours” and values that the paper does not print are choices of this reproduction; the configuration files "
    "below say which. Published values of Tables 2 and 3 are for bodies of 20,000 spheres.")

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
