"""R5: bodies whose remnant has most of the mass, and bodies that end in smaller pieces."""
import re

import numpy as np

from analysis import workflow
from reshaping import WHOLE

# rate at which the oblate body, 1 : 1 : 0.6, loses mass without cohesion [rad/s]: config/sweep.toml
LIMIT = 5.706e-4


def same_start(rows):
    """(rows) => [rows of all seeds] for each shape and angular momentum at the start"""
    found = {}
    for row in rows:
        found.setdefault(re.sub(r"-s\d+$", "", row["run"]), []).append(row)
    return list(found.values())


def mainly_whole(rows):
    """=> rows of the starts whose remnant has WHOLE of the mass or more, mean over the seeds"""
    return [
        row
        for group in same_start(rows)
        for row in group
        if np.mean([1 - one["lost"] for one in group]) >= WHOLE
    ]


def rate_of(run, scale):
    """(run, scale) => rate of rotation at the start [rad/s]; None if params.tsv has no such run"""
    config = workflow.ROOT / "workflows" / "strength" / "config"
    found = {row["run"]: (row, own) for row, _, own in workflow.recipes(config, scale)}
    if run not in found:
        return None
    _, own = found[found[run][0]["inputs"]]
    return float(own["spin.rate"].split()[0])
