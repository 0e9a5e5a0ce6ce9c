"""Effect of the shape of grains on Tables 2 and 3 by all readings of the bulk radius, and the
paper's headline: piles of rods and diamonds are the hardest to disrupt."""
import itertools

from analysis import verdict
from ratio_table import COMPOSITION, READINGS

LONGEST = (9, 10)  # diamonds and rods
# composition: composition of as many spheres, which the paper compares it with in Table 3
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


def of_spheres(t, n):
    """=> the composition that n is compared with: as many spheres in Table 3, none in Table 2"""
    return LIKE.get(n) if t.letter == "T" else None


def density_of(t, variant):
    """=> the definition of the density that all bodies of a variant have"""
    return t.common(*((n, variant) for n in range(1, len(COMPOSITION) + 1)))


def effects(t, variant="", **reading):
    """=> {composition: ratio minus that of as many spheres [points]; in Table 2 the ratio itself
    [%]} of the compositions with results"""
    found = {}
    for n in range(1, len(COMPOSITION) + 1):
        like = of_spheres(t, n)
        values = [t.values(k, variant, **reading) for k in (n, like) if k]
        if all(map(len, values)) and (like or t.letter == "S"):
            found[n] = float(values[0].mean() - sum(v.mean() for v in values[1:]))
    return found


def headlines(t, demands, scale):
    """=> the entries of the paper's headline, one for each reading of the radius, each collapse
    and each threshold"""
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
    """=> the entry of the headline by one reading: the weaker of rods and diamonds minus the
    strongest other composition"""
    where = f"{RADIUS[radius]}, {COLLAPSES[variant]}, growth of {threshold}"
    reading = dict(radius=radius, threshold=threshold, density=density_of(t, variant))
    found = effects(t, variant, **reading)
    needed = [n for n in range(1, len(COMPOSITION) + 1) if of_spheres(t, n) or t.letter == "S"]
    form = "+.1f" if t.letter == "T" else ".1f"
    text = ", ".join(f"{t.letter}{n} {x:{form}}" for n, x in found.items())
    if set(needed) > set(found):
        gone = ", ".join(f"{t.letter}{n}" for n in needed if n not in found)
        note = f"Not available: {gone}." + (f" Others: {text}." if text else "")
        return verdict.evaluate(demand, None, scale, note, where, verdict.MISSING)
    weak = max(LONGEST, key=found.get)
    strong = min((n for n in needed if n not in LONGEST), key=found.get)
    likes = [like for n in (weak, strong) if (like := of_spheres(t, n))]
    involved = [weak, strong] + (likes if len(set(likes)) == 2 else [])
    used = {n for k in needed for n in (k, of_spheres(t, k)) if n}
    few = min(len(t.values(n, variant, **reading)) for n in used)
    lost = any(len(t.values(n, variant, **reading)) < len(t.chosen(n, variant)) for n in used)
    reason = verdict.ALONE if few < SEEDS else verdict.CENSORED if lost else ""
    return verdict.evaluate(
        demand,
        found[weak] - found[strong],
        scale,
        f"{COMPOSITION[weak - 1]} minus {COMPOSITION[strong - 1]}; {text}. Least number of seeds: "
        f"{few}, needed: {SEEDS}.",
        where,
        reason,
        t.error(*involved, variant=variant, **reading),
        t.deviation(variant=variant, **reading)[1],
    )
