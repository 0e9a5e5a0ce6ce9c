"""Means of results over clouds with different seeds, and their standard errors."""
import numpy as np

from analysis import compare, powers, uncertainty
from accretion import PAPER_COUNT, by_friction, counts, of, seeds


def means(rows, kind, name):
    """(rows, kind, column) => numbers of bodies, means of the column over the seeds, pooled
    standard deviation over the seeds relative to the mean, its degrees of freedom"""
    n = np.array(counts(rows, kind))
    values = [np.array([row[name] for row in of(rows, kind, count)], float) for count in n]
    centre = np.array([value.mean() for value in values])
    relative, freedom = uncertainty.pooled(
        [value / value.mean() for value in values if value.mean()]
    )
    return n, centre, relative, freedom


def exponent_of(rows, kind, name):
    """(rows, kind, column) => exponent of the column's power law in the number of bodies, its
    standard error, degrees of freedom; None, nan, 0 with fewer than two numbers"""
    n, centre, relative, freedom = means(rows, kind, name)
    if len(n) < 2:
        return None, np.nan, 0
    return powers.fit(n, centre)[0], powers.error(n, seeds(rows, kind), relative), freedom


def rises(rows, kind, name):
    """(rows, kind, column) => smallest increase of the column from one number of bodies to the
    next, its standard error, degrees of freedom, and these two numbers as text; None, nan, 0, ""
    with fewer than two numbers"""
    n, centre, relative, freedom = means(rows, kind, name)
    if len(n) < 2:
        return None, np.nan, 0, ""
    each = seeds(rows, kind)
    steps = np.diff(centre)
    k = int(np.argmin(steps))
    return (
        float(steps[k]),
        float(
            relative * np.hypot(centre[k] / np.sqrt(each[k]), centre[k + 1] / np.sqrt(each[k + 1]))
        ),
        freedom,
        f"{n[k]} to {n[k + 1]}",
    )


def spread(rows, kind, name):
    """(rows, kind, column) => (largest - smallest) / mean of the column over the numbers of bodies,
    its standard error, degrees of freedom"""
    _, centre, relative, freedom = means(rows, kind, name)
    high, low = int(np.argmax(centre)), int(np.argmin(centre))
    each = np.array(seeds(rows, kind))[[high, low]]
    error = relative * np.sqrt(np.sum(centre[[high, low]] ** 2 / each)) / centre.mean()
    return float(np.ptp(centre) / centre.mean()), float(error), freedom


def deviation_at(rows, kind, count, name):
    """(rows, kind, number of bodies, column) => standard deviation over the seeds relative to the
    mean, and its degrees of freedom. It is taken from the number of bodies with two or more seeds
    that is nearest to the given one, because the deviation is larger for small piles.
    """
    several = [n for n, many in zip(counts(rows, kind), seeds(rows, kind)) if many > 1]
    if not several:
        return np.nan, 0
    *_, relative, freedom = means(
        of(rows, kind, min(several, key=lambda n: abs(np.log(n / count)))), kind, name
    )
    return relative, freedom


def mean_entry(demands, name, rows, kind, count, column, scale, **more):
    """=> the entry of the mean of a column over the seeds of one number of bodies, with its
    standard error"""
    values = [row[column] for row in of(rows, kind, count)]
    if not values:
        return compare.entry(demands, name, None, scale)
    relative, freedom = deviation_at(rows, kind, count, column)
    return compare.entry(
        demands,
        name,
        np.mean(values),
        scale,
        sigma=relative * np.mean(values) / np.sqrt(len(values)),
        freedom=freedom,
        **more,
    )


def ratio_error(rows, name, ratio=1.0, count=PAPER_COUNT):
    """(rows, column, ratio of two runs, their number of spheres) => standard error of the ratio, if
    each run deviates from its mean as clouds with other seeds do; degrees of freedom"""
    relative, freedom = deviation_at(rows, "spheres", count, name)
    return float(np.sqrt(2) * relative * abs(ratio)), freedom


def saturation(rows, name):
    """(rows, column) => change of the column from friction 0.4 to 0.8 divided by that from 0 to
    0.4, standard error, degrees of freedom; None, nan, 0 without these runs"""
    values = {row["friction"]: row[name] for row in by_friction(rows)}
    if not {0.0, 0.4, 0.8} <= set(values):
        return None, np.nan, 0
    none, some, most = (values[friction] for friction in (0.0, 0.4, 0.8))
    relative, freedom = deviation_at(rows, "spheres", by_friction(rows)[0]["count"], name)
    first, last = some - none, most - some
    slopes = (
        last / first**2,
        -(most - none) / first**2,
        1 / first,
    )  # derivatives of last / first
    error = relative * np.sqrt(
        sum((slope * value) ** 2 for slope, value in zip(slopes, (none, some, most)))
    )
    return float(last / first), float(error), freedom


def hulls_and_spheres(rows, name, other):
    """(rows, column of hulls, column of spheres) => for each number of bodies with runs of both
    kinds: this number, the two means over the seeds, their standard errors; and the degrees of
    freedom of both"""
    sides = []
    for kind, column in (("hulls", name), ("spheres", other)):
        n, centre, relative, freedom = means(rows, kind, column)
        sides.append(
            (dict(zip(n, zip(centre, relative * centre / np.sqrt(seeds(rows, kind))))), freedom)
        )
    (hulls, of_hulls), (spheres, of_spheres) = sides
    return [
        (int(n), hulls[n][0], spheres[n][0], hulls[n][1], spheres[n][1])
        for n in hulls
        if n in spheres
    ], (of_hulls, of_spheres)


def hulls_over_spheres(rows, name, furthest):
    """(rows, column, key by which the largest difference is chosen) => hulls / spheres - 1 at equal
    number of bodies, its standard error, degrees of freedom, the number of bodies; None, nan, 0, ""
    without runs of both kinds"""
    pairs, freedoms = hulls_and_spheres(rows, name, name)
    if not pairs:
        return None, np.nan, 0, ""
    n, hulls, spheres, *errors = max(pairs, key=lambda pair: furthest(pair[1] / pair[2] - 1))
    error, freedom = uncertainty.of_sum([errors[0] / hulls, errors[1] / spheres], freedoms)
    return hulls / spheres - 1, hulls / spheres * error, freedom, f"{n}"
