"""Remarks on the definitions of the bulk density in Tables 2 and 3."""
import numpy as np

from ratio_table import ALPHA, EXTENTS, RANGES

NAMES = {RANGES: "half ranges", EXTENTS: "extents", ALPHA: "alpha shape"}


def by_densities(t, n):
    """=> the mean ratios of a composition by all kept definitions of the density, and two of its
    mean densities, as text"""
    kept = [d for d in NAMES if d != RANGES or t.complete(n)]
    each = ", ".join(f"the {NAMES[d]} {t.values(n, density=d).mean():.1f}" for d in kept)
    extents, alpha = (np.mean([run[d] for run in t.chosen(n)]) for d in (EXTENTS, ALPHA))
    return f"{each}; densities: extents {extents:.1f}, alpha shape {alpha:.1f} kg/m3"


def by_extents(t, *numbers):
    """=> remark on a table in which the half ranges of some bodies were not kept"""
    most = 100 * t.shift(*numbers)
    return f"by the density of the extents; by the half ranges other by up to {most:.1f} %."
