"""Numbers of the aggregation study: results of a run from the tables of its final clusters and from
its track."""
import functools
import re

import numpy as np

from analysis import uncertainty, verdict, workflow

HOUR = 3600.0
LAST = 5  # [h] at the end of a run, over which the change of the largest cluster is measured
DENSITY = 3000.0  # of the boulders [kg m-3]
# published limits of aggregation (Table 2) [m s-1], [rad s-1]
GREATEST = {"speed": 0.15, "spin": 1e-2, "frame": 5e-5}
AGGREGATE = 20  # least number of bodies of a cluster whose shape and spin are evaluated
NAME = re.compile(
    r"(?P<kind>[a-z]+)(?P<value>[\d.e-]*)-v(?P<speed>.+)-w(?P<spin>.+)"
    r"-o(?P<frame>.+)-s(?P<seed>\d+)$"
)
# clouds at rest, and clouds with one kind of initial motion
SINGLE = ("F0", "F3-1.1", "F3-1.2", "F3-1.3")
SETS = (*SINGLE, "F3-2.1", "F3-2.2", "F3-2.3", "F3-3")
of_all = functools.partial(workflow.of_all, "aggregation")


def named(run):
    """(name of a run) => its parts: kind (the law of friction, ccp or coulomb, or the varied
    property), value, speed, spin, frame, seed"""
    found = NAME.match(run).groupdict()
    return {
        "run": run,
        "kind": found["kind"],
        "value": float(found["value"] or "nan"),
        **{key: float(found[key]) for key in GREATEST},
        "seed": int(found["seed"]),
    }


def of(rows, kind=None, **values):
    """(rows, kind, values of columns) => the rows with this kind and these values"""
    return [
        row
        for row in rows
        if kind in (None, row["kind"]) and all(row[name] == value for name, value in values.items())
    ]


def at_rest(rows, kind):
    return of(rows, kind, speed=0, spin=0, frame=0)


def alone(rows, kind, name):
    """(rows, kind, one of GREATEST) => the rows with this initial motion alone, and those at
    rest"""
    return [
        row for row in of(rows, kind) if all(row[other] == 0 for other in GREATEST if other != name)
    ]


def aggregates(rows):
    """=> the rows whose largest cluster has AGGREGATE bodies or more and has been steady for the
    last five hours"""
    return [row for row in rows if row["bodies"] >= AGGREGATE and steady(row)]


def steady(row):
    return row["grains_change"] <= max(1, 0.01 * row["count"])


def binaries(rows):
    """=> the rows with a lasting binary: two bound clusters with a tenth of the mass or more each,
    whose pericentre is larger than the sum of their radii and whose orbital period is shorter than
    the run. The largest cluster has been steady for five hours, and the initial motions are within
    the published limits of aggregation.
    """
    return [
        row
        for row in rows
        if within_published(row)
        and row["binary"] > 1
        and row["pericentre"] > 1
        and row["orbit_period"] < row["hours"]
        and steady(row)
    ]


def within_published(row):
    """=> true if no initial motion is above the greatest published one"""
    return all(row[name] <= 1.001 * most for name, most in GREATEST.items())


def column(rows, name):
    return np.array([row[name] for row in rows if row[name] is not None], float)


def lacking(rows, *names):
    """(rows, columns) => note on the rows that have no value in one of them, such as the porosity
    of bodies that enclose no volume; empty if there are none"""
    runs = [row["run"] for row in rows if None in [row[name] for name in names]]
    return (
        f" {len(runs)} of {len(rows)} have no value and are left out: {', '.join(runs)}."
        if runs
        else ""
    )


def of_seed(rows, seed):
    return [row for row in rows if row["seed"] == seed]


def view_along(x, y, z):
    """(direction) => value of rubble-render's --view for a viewer in this direction: azimuth and
    elevation [degrees]"""
    return f"{np.degrees(np.arctan2(y, x)):.1f},{np.degrees(np.arcsin(np.clip(z, -1, 1))):.1f}"


def mean_of(rows, name):
    """(rows of realisations, column) => mean, standard error, degrees of freedom; nan, nan, 0
    without values"""
    values = column(rows, name)
    return uncertainty.mean(values) if len(values) else (np.nan, np.nan, 0)


def entry(demands, name, value, scale, **more):
    """=> the entry of verdict.json for the demand of that name. A value that is None or nan means
    that its runs are not available."""
    if value is None or not np.isfinite(value):
        return verdict.evaluate(demands[name], None, scale, **{"reason": verdict.MISSING, **more})
    return verdict.evaluate(demands[name], float(value), scale, **more)


def mean_entry(demands, name, rows, quantity, scale, note=""):
    """=> the entry of a mean over the clouds with its standard error; the note has the value of
    each cloud, and then the given text"""
    value, error, freedom = mean_of(rows, quantity)
    return entry(
        demands,
        name,
        value,
        scale,
        sigma=error,
        freedom=freedom,
        note=f"Each cloud: {said(rows, quantity)}.{lacking(rows, quantity)}{note}",
    )


def said(rows, name, digits=3):
    """(rows, column) => values of the column as text"""
    return ", ".join(f"{value:.{digits}g}" for value in column(rows, name))
