"""The study's report page and its verdicts in one file."""
from analysis import costs, report

TEXTS = {
    "fig4": ("Fig. 4: rotation and impacts of single hulls",
             "Energy of a hull that turns freely about an axis with equal parts along its principal axes, and of two that fall onto each other and bounce without loss: with the linearised "
             "rotation of the paper, and with the default, a symplectic splitting."),
    "fig6": ("Fig. 6: clouds", "One body in each cell of a lattice: spheres, hulls, and some hulls near by."),
    "fig7": ("Fig. 7: accretion of hulls, final shapes", "Snapshots of the largest cloud of hulls, then what clouds of several numbers of bodies have become."),
    "fig8": ("Fig. 8: kinetic energy",
             "Mean kinetic energy of a grain, rotation included. The peak against the number of bodies with fitted powers; points are means over clouds made anew."),
    "fig9": ("Fig. 9: coordination",
             "Loaded: forces above a thousandth of the mean; core: without what less than four (with friction two) points hold; by gaps: below 1e-3 mean diameters. Bars: variation in time. Crosses: published."),
    "fig10": ("Fig. 10: size and solid fraction", "Three volumes: the sphere about the centre of mass that holds all bodies, the same of the largest cluster (often the same one), the ellipsoid of inertia."),
    "fig11": ("Fig. 11: granular pressure",
              "Pressure by the stress of contacts. Lines, for the mean bulk density of the spheres: Eq. 23 with three readings of g0, and the virial theorem for a uniform ball at rest. Hulls are denser."),
    "fig12": ("Fig. 12: cost of a step", "CPU time on the machines that the runs were made on, in the mean over the accretion; of runs whose column clock says wall it is wall time, and other jobs ran beside some of them. Up to 1500 spheres gravity is summed directly."),
    "fig13": ("Fig. 13: spin-up", "The pile at four times, seen along the axis of rotation and across it, with the least and the greatest cohesion. The last pictures with the least are four times as wide."),
    "fig14": ("Figs. 14, 16, 17: spin-up in numbers",
              "Means over 10 min; the largest cluster is that by gaps below a hundredth of the mean diameter. Vertical lines: its semi-axes differ by three mean diameters, for each pile. Dashed: "
              "the Maclaurin spheroid with its mass, volume and angular momentum, while it is nearly all. Forces are those of a pile of 3375 spheres with the same Bond number."),
    "fig15": ("Fig. 15: velocities in the plane of rotation", "Means over cells of a slice through the centre of mass; arrows are as long as they are fast, all panels of one scale."),
    "reach": ("Within what distance cohesion acts",
              "When the semi-axes differ by the published length with the greatest cohesion, against the distance up to which it attracts, which the paper does not print. Line: published, 3375 spheres with 1000 N. "
              "A variant: tried after the runs of Fig. 14 had been judged."),
    "numerics": ("What step, tolerance, theta, alert distance and gravity that is held change", "One cloud; each differs in one thing from the run of Fig. 8."),
    "methods": ("Two methods of contact", "The same clouds with soft spheres (restitution 0.05, no friction) and with Contact Dynamics."),
    "claims": ("Claims that contradict each other",
               "Left: peak times against the cell of the lattice, with the free fall of a uniform cloud. Right: the radial mean of Eq. 23 and the mean over the volume."),
    "costs": costs.TEXT,
}

TITLE = "Accretion by Contact Dynamics"
INTRODUCTION = (
    "Recomputed from “A contact dynamics code implementation for the simulation of asteroid evolution and regolith in the asteroid environment” "
    "(Sanchez et al. 2021), at {scale} scale. Tolerances marked “ours” and values that the paper does not print are choices of this reproduction; the configuration files below say which.")

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
