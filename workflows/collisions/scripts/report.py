"""The study's report page and its verdicts in one file."""
from analysis import report

TEXTS = {
    "fig1": ("Fig. 1: a rubble pile is made",
             "Bodies of three sizes, each size with a third of the mass, before and after their collapse, seen at the same scale; "
             "right: how each size is spread over the pile."),
    "fig2": ("Fig. 2: clusters",
             "Equal piles after collisions at Q = 3, at each angle (the paper does not print its own), and point-symmetric pairs. Colours: the "
             "clusters of the three-step search, the heaviest first; grey: bodies of none."),
    "fig3": ("Fig. 3: the largest remnant against the energy",
             "Rows: mass ratio, columns: impact angle. Large marks: largest remnant by the three-step search, small marks: the second. "
             "Band: the scaling law for c* = 3 to 7 (docs/theory.md 6.2), line: the c* that fits the head-on runs best. Dotted: the "
             "target's mass. Upright: where merging ends and hit-and-run begins."),
    "energy": ("Conservation of energy",
               "Elastic collapse of the same cloud without friction. Left: relative energy error against time. Right: two sizes of it against the time "
               "step: the largest of the run, and the rms of its changes from record to record, which is less a matter of chance; dashed lines fall with the square "
               "of the step."),
    "fig4": ("Fig. 4: conservation of momentum",
             "Two equal piles collide obliquely with twelve times more kinetic than gravitational energy. Top: change of each "
             "component of the total momentum, in units of the projectile's. Bottom: kinetic energy, to show when the piles meet."),
    "fig6": ("Fig. 6: sizes in the largest remnant",
             "Relative change of the mean radius, number mean, with the standard error over seeds or, for one seed, what drawing so many "
             "bodies at random would scatter. Full marks: the remnant is heavier than the target was; open marks: lighter."),
    "fig7": ("Fig. 7: stress during a collision",
             "The fastest collision of Fig. 8. Colour: a body's largest overlap with a neighbour, over its radius. At the end the "
             "inner half of the bodies is shown."),
    "fig8": ("Fig. 8: who carries the stress",
             "For each size, its share among the bodies with the largest overlap over its share of all bodies; 1 if sizes made no "
             "difference. Bands: bootstrap error. Dashed: before the impact. Frames in which fewer bodies touch than the top holds are left out. Each panel has its own time axis."),
    "fig9": ("Fig. 9: rotation before the impact",
             "Largest remnant of head-on collisions of equal piles that rotate at half their break-up rate. Bars: dispersion over "
             "spin axes and bodies."),
    "claims": ("Claims that contradict each other",
               "Left: bodies pressed in by more than a hundredth of their radius in the fastest head-on collision, for the spring that the "
               "paper's Eq. 15 asks for and for that of its first public code. Right: two piles that rest on each other."),
}

TITLE = "Collisions of rubble piles"
INTRODUCTION = (
    "Recomputed from “Discrete element simulations of self-gravitating rubble pile collisions: the effects of non-uniform particle "
    "size and rotation”, at {scale} scale. Tolerances marked “ours” and values that the paper does not print are choices of this "
    "reproduction; the configuration files below say which.")

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
