# Which of the table's runs the figures of the collision study take.


def piles_of(scale, names):
    """The piles that each of these collisions started from, the target's first."""
    return [RUNS[scale, RUNS[scale, name]["inputs"]]["inputs"] for name in names]


def clustered(scale):
    """Equal piles at Q = 3, first seed, and the pairs that are point-symmetric."""
    return symmetric(scale) + runs(scale, "D7", "collide")
