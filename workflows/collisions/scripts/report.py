"""The study's report page and its verdicts in one file."""
from analysis import costs, report

TEXTS = {
    "fig1": (
        "Fig. 1: formation of a rubble pile",
        "Particles of three sizes, each size with a third of the mass, before and after "
        "their collapse, at one scale. "
        "Right: radial distribution of each size.",
    ),
    "fig2": (
        "Fig. 2: clusters",
        "Equal piles after collisions at Q = 3 and 0, 20.5 and 44.4 degrees (assumed: the angle "
        "of the published figure is not legible in the copy that we had), and point-symmetric "
        "pairs. Colours: clusters of the three-step search; grey: particles outside of clusters. "
        "A panel shows a window around the clusters; particles far away are cropped.",
    ),
    "fig3": (
        "Fig. 3: the largest remnant against the energy",
        "Rows: mass ratio; columns: impact angle. Large marks: largest remnant by the "
        "three-step search; small marks: second largest. "
        "Each mark is one run. Angles above 0 are assumed. Rings: runs that ended at their time "
        "limit before they had settled. Open marks: the three-step search (circles) and the "
        "friends of friends (squares) disagree about the second remnant. "
        "Band: scaling law for c* = 3 to 7 (docs/theory.md 6.2); dashed: c* = 5; full: the c* "
        "fitted to the head-on runs. Dotted: mass of the "
        "target. Vertical lines: end of merging and beginning of hit-and-run.",
    ),
    "energy": (
        "Conservation of energy",
        "Elastic collapse of clouds without friction, by direct gravity. Left: relative energy "
        "error of the first cloud. Right: two measures of the error against the time step, for "
        "each cloud: its largest value, and the rms of its changes between records. "
        "Open marks: clouds with fewer steps than the others, which are not fitted. "
        "Dashed lines are proportional to the square of the step.",
    ),
    "fig4": (
        "Fig. 4: conservation of momentum",
        "Two equal piles collide obliquely with twelve times more kinetic than gravitational "
        "energy. Top: change of each "
        "component of the total momentum, divided by the momentum of the projectile. Bottom: "
        "kinetic energy, which shows the time of the collision.",
    ),
    "fig6": (
        "Fig. 6: sizes in the largest remnant",
        "Relative change of the number-mean particle radius, with the standard error over "
        "seeds; for a single seed, with the standard deviation for a random "
        "sample of as many particles. Full marks: remnant heavier than the target; open "
        "marks: lighter. Texts: the published signs.",
    ),
    "fig7": (
        "Fig. 7: stress during a collision",
        "The fastest collision of Fig. 8 (head-on; at paper scale 1250 + 5000 particles at "
        "Q = 12). Colour: largest overlap of a particle with a "
        "neighbour, divided by its radius. All panels have one length scale, "
        "so that the intact piles fill a small part of theirs. The last panel shows the inner half "
        "of the particles; the others are outside of the frame.",
    ),
    "fig8": (
        "Fig. 8: stress by particle size",
        "For each size, its share among the particles with the largest overlaps (the top) "
        "divided by its share of all particles; 1 if stress does not depend on size. "
        "Bands: bootstrap error. Dashed: before the impact. Frames in which fewer particles "
        "touch than the top contains are omitted. Top: the first half hour; bottom: the whole run.",
    ),
    "fig9": (
        "Fig. 9: rotation before the impact",
        "Largest remnant of head-on collisions of equal piles that rotate at half their "
        "break-up rate. Dots: runs, open if the remnant had not settled at the end; marks: their "
        "means. "
        "With several pairs of piles, full marks and bars: standard error over the pairs.",
    ),
    "claims": (
        "Claims that contradict each other",
        "Left: share of the particles with overlaps above a hundredth of their radius in the "
        "fastest head-on collision, for a spring that keeps "
        "overlaps below a tenth and for that of the first public code. Right: axis ratio of "
        "two piles that rest on each other.",
    ),
    "costs": (
        costs.TEXT[0],
        f"{costs.TEXT[1]} At paper scale 16 of the 19 elastic runs of section 3 have no row.",
    ),
}

TITLE = "Collisions of rubble piles"
INTRODUCTION = (
    "Recomputed from “Discrete element simulations of self-gravitating rubble pile "
    "collisions: the effects of non-uniform particle "
    "size and rotation”, at {scale} scale. Tolerances marked “ours” and parameters that the "
    "paper does not state, or that were not legible in the copy that we had, were chosen for this "
    "reproduction; the configuration files below list them."
)

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
