"""The study's report page and its verdicts in one file."""
from analysis import costs, report

CASES = (
    "Points are runs, and lines join the runs of one pile. With three piles or more, bars are "
    "means with standard errors."
)
TEXTS = {
    "table": (
        "All diagnostics",
        "Means over the piles with standard errors. Growth is that of the longest semi-axis of the "
        "heaviest group of neighbours. A pile that does not grow by 5 %, or whose shape and spin "
        "no friction angle holds, has no value, and then there is no mean. Masses are relative to "
        "that of the pile. Below: the spread of the variants, with the probability p that equal "
        "variants differ so much by chance; piles are blocks. K is 1 - spread with equal avalanche "
        "angles / spread with equal coefficients. It is not evaluated unless p with equal "
        "coefficients is below 0.05, and has a 95 % interval from 5 piles on.",
    ),
    "spin": (
        "Spin at failure",
        "Left: spin at which the longest semi-axis of the heaviest group has grown by 5 %, for "
        "each pile. Hard spheres have no friction between bodies "
        "at rest, so variant 5 is expected at the value without friction. In variant 5s the law of "
        "impact, with its friction, also applies to the slowest impacts. Piles without friction at "
        "rest first compact, and then their longest semi-axis has farther to grow. "
        f"{CASES}",
    ),
    "shape": (
        "Shape at failure",
        "Axis ratios and solid fraction of the heaviest group at 5 % growth, from its ellipsoid of "
        f"inertia. {CASES}",
    ),
    "frames": (
        "The first pile under all variants",
        "Spin-up of the same pile with equal coefficients, at the same times and with the same "
        "camera. The axis of rotation is upright. A run that has ended keeps its last frame. A "
        "failed run has its message in place of pictures. The file film.gif beside this report is "
        "a film of up to 60 frames. The page together-spin.html plays the runs in a view that can "
        "be rotated.",
    ),
    "control": (
        "Maclaurin's spheroids",
        "Each pile is compared with Maclaurin's spheroid of its present mass, volume and angular "
        "momentum (dashed), and with the roundest spheroid that the friction angle of spheres "
        "without friction holds (dotted). Their angle is that of simple shear (Peyneau & Roux "
        "2008); the criterion of the spheroid is for triaxial compression, in which the same ratio "
        "of stresses is an angle of 4.87 degrees. Third panel: mean from 0.3 of the critical rate "
        "to 5 % growth. Right: least friction angle with which an ellipsoid keeps the shape and "
        f"spin of the pile. {CASES}",
    ),
    "departure": (
        "First departure",
        "Left: for each pile the times at which the shear strain somewhere inside exceeds 0.05, "
        "the longest semi-axis has grown by 5 %, and the first sphere is shed. Open circles: the "
        "pile also shears at rest, because its friction is less than that of the neutral pile. "
        "Middle: mean shear strain at 5 % growth by radius and by latitude, without piles that "
        "shear at rest. The dotted line is the strain of a spheroid that flattens uniformly: a "
        "shear of 0.05 precedes 5 % growth in any case, but shedding may come before or after it. "
        "Right: growth at the first shed sphere, and the share of all shed mass that was within "
        "19.5 degrees of the equator at the start (theory 5.21). Colours are those of the middle.",
    ),
    "energy": (
        "Energy",
        "Left: heat until 5 % growth, mean over the piles, without a bar if a pile does not grow "
        "so far. Right: largest errors in the whole spin-up, relative to the energy scale of "
        "theory 3.6.5. Hysteretic springs at rest create energy in proportion to the step.",
    ),
    "steps": (
        "Half the step",
        "Spin at 5 % growth and largest error of the energy with the step of the variant and with "
        "half of it. A line joins the two runs of one pile.",
    ),
    "sizes": (
        "Number of spheres",
        "Piles of different numbers of spheres with equal coefficients. Points are piles, lines "
        "join the means.",
    ),
    "bodies": (
        "Other bodies, and bonds",
        "Piles of glued grains (four spheres each) and of convex hulls with the volumes of the "
        "spheres, each settled by Contact Dynamics, and piles of spheres with elastic bonds of "
        "5 Pa. Coefficients are those of the spheres. Spin-ups with bonds start from the bonded "
        "pile after its run at rest, and the critical rate is that of this pile. If it compacts at "
        "rest, its spin is not compared with that of the spheres. A triangle at the top is a pile "
        "that does not grow by 5 % before the ramp ends, or whose shape and spin no friction angle "
        "holds. A pile glued into one rigid body neither grows nor sheds, and has no run. Springs "
        "and hard spheres support no hulls.",
    ),
    "flybys": (
        "Flybys",
        "Left: distance of the planet at 5 % growth of the longest semi-axis, in the unit of "
        "theory 7.3 with the bulk density of the pile; a pile that never grows is not drawn. The "
        f"nominal pericentre holds for 3100 kg/m3. {CASES}",
    ),
    "collisions": (
        "Collisions",
        "Head-on collisions of two equal piles. Heat is relative to the kinetic energy of both "
        "piles at contact. It exceeds 1 because their mutual gravity releases further energy while "
        f"they merge. {CASES}",
    ),
    "bed": (
        "Inclined bed",
        "The same bed of spheres on a frozen rough base starts at rest at each inclination, in a "
        "uniform field, periodic across it. Left: distance by which it slides in the last quarter "
        "of the run; above the dotted line it flows. Right: avalanche angle, halfway between the "
        "largest inclination at rest and the smallest at which the bed flows; the bars are this "
        "interval, the numbers the coefficients of friction. Hard spheres support no frozen "
        "bodies, and have no angle.",
    ),
    "costs": costs.TEXT,
}

TITLE = "One pile under five contact models"
INTRODUCTION = (
    "Does a pile that is spun up shed mass at its equator or deform inside because of physics, or "
    "because of the contact model? The same piles are computed here under five contact models, at "
    "{scale} scale. A spin-up listed as unfinished reached the end of its ramp before a tenth of "
    "its mass was shed, which is a result. No paper is reproduced; all limits were chosen for this "
    "study."
)

if "snakemake" in globals():
    report.make(snakemake, TITLE, INTRODUCTION, TEXTS)  # noqa: F821
