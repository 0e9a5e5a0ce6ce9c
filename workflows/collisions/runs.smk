# Which of the table's runs the figures of the collision study take.

# Of the experiment `claims`: the fastest collision with two springs, two piles that rest on each other.
SPRINGS = ["claim-stiff", "claim-soft"]
RESTING = ["claim-kinetic", "claim-static"]


def piles_of(scale, names):
    """The piles that each of these collisions started from, the target's first."""
    return [RUNS[scale, RUNS[scale, name]["inputs"]]["inputs"] for name in names]


def clustered(scale):
    """Equal piles at Q = 3, first seed, and the pairs that are point-symmetric."""
    return symmetric(scale) + runs(scale, "D7", "collide")


def encounter_of(scale, run):
    """The own values of the encounter that a collision starts from."""
    return own_values_of(scale, RUNS[scale, run]["inputs"])


def encounters(scale, experiment):
    """The encounters of an experiment's collisions, in the same order."""
    return [RUNS[scale, run]["inputs"] for run in runs(scale, experiment, "collide")]


def symmetric(scale):
    """Of D3 those of equal piles at Q = 3, first seed: the paper's Fig. 2 is one of them, at an angle that it does not print."""
    same = [run for run in runs(scale, "D3", "collide") if run.split("-")[1] == run.split("-")[2]]
    return [run for run in same if "-q3-" in run and run.endswith("-s1")]


def compared(scale):
    """The collision whose law the variants of `claims` change, then these variants; none if none are in the table."""
    variants = runs(scale, "claims", "collide")
    if not variants:
        return []
    start = RUNS[scale, variants[0]]["inputs"]
    own = [run for run in runs(scale, "D3", "collide") if RUNS[scale, run]["inputs"] == start]
    return own + variants
