"""Table 3: the sets of initial motions."""
from aggregation import GREATEST

SETS = {
    "0": (),
    "1.1": ("speed",),
    "1.2": ("spin",),
    "1.3": ("frame",),
    "2.1": ("speed", "spin"),
    "2.2": ("speed", "frame"),
    "2.3": ("spin", "frame"),
    "3": ("speed", "spin", "frame"),
}


def set_of(row):
    moving = tuple(name for name in GREATEST if row[name] != 0)
    return next(name for name, values in SETS.items() if values == moving)
