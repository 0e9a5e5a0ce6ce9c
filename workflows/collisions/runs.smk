# The runs of each figure of the collision study.

# Runs of the experiment `claims`: the fastest collision with two spring stiffnesses; two piles that rest on each other, with two laws of friction.
SPRINGS = ["claim-stiff", "claim-soft"]
RESTING = ["claim-kinetic", "claim-static"]


def piles_of(scale, names):
    """=> for each of these collisions the piles that it started from, the target first"""
    return [RUNS[scale, RUNS[scale, name]["inputs"]]["inputs"] for name in names]


def clustered(scale):
    """=> collisions of equal piles at Q = 3 with the first seed, and the point-symmetric collisions"""
    return symmetric(scale) + runs(scale, "D7", "collide")


def encounter_of(scale, run):
    """=> values that params.tsv gives for the encounter of a collision"""
    return own_values_of(scale, RUNS[scale, run]["inputs"])


def encounters(scale, experiment):
    """=> encounters of the collisions of an experiment, in the order of the collisions"""
    return [RUNS[scale, run]["inputs"] for run in runs(scale, experiment, "collide")]


def symmetric(scale):
    """=> collisions of D3 between equal piles at Q = 3 with the first seed, at all angles, because the paper does not state the angle of its Fig. 2"""
    same = [run for run in runs(scale, "D3", "collide") if run.split("-")[1] == run.split("-")[2]]
    return [run for run in same if "-q3-" in run and run.endswith("-s1")]


def compared(scale):
    """=> the reference collision, then the variants in `claims` that change its contact law; [] if params.tsv has no variants"""
    variants = runs(scale, "claims", "collide")
    if not variants:
        return []
    start = RUNS[scale, variants[0]]["inputs"]
    own = [run for run in runs(scale, "D3", "collide") if RUNS[scale, run]["inputs"] == start]
    return own + variants
