"""Effect of the shape of grains on Tables 2 and 3 by all readings, and the paper's headline: piles
of rods and diamonds are the hardest to disrupt. A reading is a definition of the bulk radius, a
growth of this radius that counts as failure, and a collapse with or without friction."""
import itertools

import numpy as np

from analysis import uncertainty, verdict
from ratio_table import COMPOSITION, READINGS

LONGEST = (9, 10)  # diamonds and rods
# composition: composition of as many spheres, with which the effect of shape is computed
LIKE = {5: 2, 6: 4, 7: 3, 8: 3, 9: 3, 10: 3}
COLLAPSES = {"": "collapsed with friction", "smooth": "collapsed without friction"}
THRESHOLDS = {"S": ("5 %",), "T": ("0.5 %", "1 %", "5 %")}
RADIUS = {
    "distance": "largest distance",
    "ellipsoid": "ellipsoid of inertia",
    "semi_axis": "largest semi-axis",
    "mass95": "95 % of the mass",
}
SEEDS = 3  # least number of realisations of each composition for the headline


def density_of(t, variant):
    """=> the definition of the density that all bodies of a variant have"""
    return t.common(*((n, variant) for n in range(1, len(COMPOSITION) + 1)))


def reading_of(t, variant, radius, threshold):
    """=> the reading as arguments of the table"""
    density = density_of(t, variant)
    return dict(variant=variant, radius=radius, threshold=threshold, density=density)


def effects(t, **reading):
    """=> {composition: (ratio minus that of as many spheres, its standard error over the seeds)
    [points]} of the shapes with results; the error is nan if no composition has two seeds"""
    return {
        n: (mean_of(t, n, **reading) - mean_of(t, like, **reading), t.error(n, like, **reading))
        for n, like in LIKE.items()
        if len(t.values(n, **reading)) and len(t.values(like, **reading))
    }


def mean_of(t, n, **reading):
    return float(t.values(n, **reading).mean())


def compared(t):
    """=> {composition: composition of spheres whose ratio is subtracted, or None}: the headline
    compares the effects of shape in Table 3, and the ratios of all compositions in Table 2"""
    return LIKE if t.letter == "T" else dict.fromkeys(range(1, len(COMPOSITION) + 1))


def headlines(t, demands, scale):
    """=> the entries of the paper's headline, one for each reading"""
    demand = demands[f"headline_{t.letter}"]
    if scale not in demand.get("scales", [scale]):
        return []
    return [
        headline(t, demand, scale, variant, radius, threshold)
        for variant, radius, threshold in itertools.product(
            COLLAPSES, READINGS, THRESHOLDS[t.letter]
        )
    ]


def headline(t, demand, scale, variant, radius, threshold):
    """=> the entry of the headline by one reading"""
    where = f"{RADIUS[radius]}, {COLLAPSES[variant]}, growth of {threshold}"
    reading = reading_of(t, variant, radius, threshold)
    found, gone = numbers_of(t, **reading)
    form = "+.1f" if t.letter == "T" else ".1f"
    text = ", ".join(f"{t.letter}{n} {x:{form}}" for n, x in found.items())
    if gone:
        names = ", ".join(f"{t.letter}{n}" for n in gone)
        note = f"Not available: {names}." + (f" Others: {text}." if text else "")
        return verdict.evaluate(demand, None, scale, note, where, verdict.MISSING)
    gap, error, interval, (weak, strong) = weaker(t, found, **reading)
    failed = {n: len(t.values(n, **reading)) for pair in compared(t).items() for n in pair if n}
    few = min(failed.values())
    lost = any(count < len(t.chosen(n, variant)) for n, count in failed.items())
    return verdict.evaluate(
        demand,
        gap,
        scale,
        f"{COMPOSITION[weak - 1]} minus {COMPOSITION[strong - 1]}; {text}. Least number of seeds: "
        f"{few}, needed: {SEEDS}.",
        where,
        verdict.ALONE if few < SEEDS else verdict.CENSORED if lost else "",
        error,
        t.deviation(**reading)[1],
        interval=interval,
    )


def numbers_of(t, **reading):
    """=> {composition: number that the headline compares} of those with results, and the
    compositions without results"""
    used = {n for pair in compared(t).items() for n in pair if n}
    gone = {n for n in used if not len(t.values(n, **reading))}
    found = {
        n: mean_of(t, n, **reading) - (mean_of(t, like, **reading) if like else 0)
        for n, like in compared(t).items()
        if not gone & {n, like}
    }
    return found, sorted(gone)


def weaker(t, found, **reading):
    """(table, result of numbers_of) => the weaker of rods and diamonds minus the strongest other
    composition, its standard error, its confidence interval, the two compositions. The number is
    the largest of the differences of all pairs. The interval is that of the largest: all pairs lie
    within their own intervals at once."""
    rest = [n for n in found if n not in LONGEST]
    pairs = list(itertools.product(LONGEST, rest))
    gaps = np.array([found[a] - found[b] for a, b in pairs])
    errors = np.array([t.error(*involved(t, *pair), **reading) for pair in pairs])
    largest = int(np.argmax(gaps))
    interval = None
    if np.isfinite(errors).all():
        widths = uncertainty.sigmas(t.deviation(**reading)[1], len(pairs)) * errors
        interval = tuple(float((gaps + side * widths).max()) for side in (-1, 1))
    return float(gaps[largest]), float(errors[largest]), interval, pairs[largest]


def involved(t, a, b):
    """=> the compositions whose means enter the difference of two numbers of the headline. The same
    spheres on both sides cancel."""
    likes = [like for n in (a, b) if (like := compared(t)[n])]
    return [a, b] + (likes if len(set(likes)) == 2 else [])
