"""Numbers of the aggregation study: results of a run from the tables of its final clusters and from
its track."""
import functools
import re
from pathlib import Path

import numpy as np

from analysis import failures, files, uncertainty, verdict, workflow

G = workflow.gravitational_constant("aggregation")
HOUR = 3600.0
LAST = 5  # [h] at the end of a run, over which the change of the largest cluster is measured
DENSITY = 3000.0  # of the boulders [kg m-3]
# published limits of aggregation (Table 2) [m s-1], [rad s-1]
GREATEST = {"speed": 0.15, "spin": 1e-2, "frame": 5e-5}
AGGREGATE = 20  # least number of bodies of a cluster whose shape and spin are evaluated
# [m]; a further alpha in the table is the automatic one
ALPHAS = {100.0: "100", 195.0: "195", 400.0: "400", np.inf: "hull"}
ENDS = ("spinstate.json", "alphashape.json", "clusters.json", "track.h5")
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


def by_run(paths):
    """(files of runs, len(ENDS) for each) => [{name of the file: path}], without runs that
    failed"""
    return failures.succeeded(
        [
            {Path(path).name: path for path in paths[k : k + len(ENDS)]}
            for k in range(0, len(paths), len(ENDS))
        ]
    )


def outcome(run):
    """({name of the file: path} of one run) => one row: name, properties of the largest and second
    cluster, history of the collapse"""
    spins = files.table(run["spinstate.json"])
    shapes = files.table(run["alphashape.json"])
    row = named(Path(run["track.h5"]).parent.name)
    first = spins[0]
    row.update(
        bodies=first["bodies"],
        share=first["share"],
        second=spins[1]["share"] if len(spins) > 1 else 0.0,
        mass=first["mass"],
        elongation=first["elongation"],
        period=period_of(first),
        momentum=float(np.linalg.norm([first[f"momentum_{axis}"] for axis in "xyz"])),
    )
    row.update({f"axis_{axis}": first[f"axis_c_{axis}"] for axis in "xyz"})
    row.update(solid(shapes))
    row.update(binary(files.tables(run["clusters.json"])))
    row.update(history(run["track.h5"]))
    row["count"] = bodies_in(run["track.h5"])
    return row


def bodies_in(track):
    """(track) => number of bodies in the cloud"""
    import h5py

    with h5py.File(track) as file:
        return file["particles/body/position/value"].shape[1]


def period_of(spin):
    """(row of rubble-spinstate) => period [h], at most 1e5 h, which stands for no rotation"""
    return float(min(spin["period"] / HOUR, 1e5)) if spin["period"] is not None else 1e5


def solid(shapes):
    """(rows of rubble-alphashape) => porosity of the largest cluster for each alpha, the automatic
    alpha [m], radius of the ball of the same volume [m]"""
    out = {}
    for row in [row for row in shapes if row["cluster"] == 1]:
        alpha = np.inf if row["alpha"] is None else row["alpha"]
        known = next((name for length, name in ALPHAS.items() if length == alpha), None)
        if known is None or f"porosity_{known}" in out:
            known, out["alpha"] = "auto", alpha
            out["radius"] = (
                float((3 * row["enclosed"] / (4 * np.pi)) ** (1 / 3)) if row["enclosed"] else None
            )
        out[f"porosity_{known}"] = row["porosity"] if row["enclosed"] else None
    return out


def binary(tables):
    """(tables of rubble-clusters) => properties of the heaviest bound pair of clusters of touching
    bodies, each with a tenth of the mass or more. The values `binary` and `pericentre` are the
    distance and the pericentre, divided by the sum of the radii of balls with a solid fraction of
    one half. Without such a pair `binary` is 0.
    """
    clusters = {row["cluster"]: row for row in tables["clusters"] if row["finder"] == "contacts"}
    for pair in tables["bound_pairs"]:
        if (
            pair["finder"] != "contacts"
            or min(clusters[pair[end]]["share"] for end in ("primary", "secondary")) < 0.1
        ):
            continue
        radii = sum(
            (3 * clusters[pair[end]]["mass"] / (0.5 * DENSITY) / (4 * np.pi)) ** (1 / 3)
            for end in ("primary", "secondary")
        )
        return {
            "binary": pair["distance"] / radii,
            "pericentre": pair["pericentre"] / radii,
            "orbit_period": pair["period"] / HOUR,
            "distance": pair["distance"],
            **{f"normal_{axis}": pair[f"normal_{axis}"] for axis in "xyz"},
        }
    return {
        name: 0.0 if name == "binary" else None
        for name in (
            "binary",
            "pericentre",
            "orbit_period",
            "distance",
            "normal_x",
            "normal_y",
            "normal_z",
        )
    }


def history(track):
    """(track) => times of the first contact and of fractions of the dissipated heat, angular
    momentum at the start and the end, growth of the largest cluster in the last hours, errors"""
    s = files.series(track)
    hours = s["time"] / HOUR
    heat = s["dissipated/impact"] + s["dissipated/friction"]
    touching = np.flatnonzero(s["contacts"] > 0)
    heat_at = np.interp([5, 10], hours, heat)
    orbital, total = np.linalg.norm(s["angular_momentum/orbital"], axis=1), np.linalg.norm(
        s["angular_momentum/orbital"] + s["angular_momentum/spin"], axis=1
    )
    grains = s["packing/largest/grains"]
    late = hours >= hours[-1] - LAST
    return {
        "hours": float(hours[-1]),
        "first_contact": float(hours[touching[0]]) if len(touching) else None,
        "half_heat": float(np.interp(0.5 * heat[-1], heat, hours)) if heat[-1] > 0 else None,
        "hundredth": float(np.interp(0.01 * heat[-1], heat, hours)) if heat[-1] > 0 else None,
        "heat_5_10": float((heat_at[1] - heat_at[0]) / heat[-1]) if heat[-1] > 0 else None,
        "orbital_start": float(orbital[0]),
        "orbital_end": float(orbital[late].mean()),
        "total": float(total[0]),
        "grains_change": float(np.ptp(grains[late])),
        "unconverged": float(s["share_unconverged"][-1]),
        "penetration": float(s["worst_penetration"].max()),
        "correction": float(s["dissipated/correction"][-1] / max(heat[-1], 1e-300)),
        "momentum_error": float(s["error/angular_momentum"].max()),
    }


def collect(given, _):
    """(input of a figure's rule: runs) => its table, with one row for each run"""
    return {"data": [outcome(run) for run in by_run(given.runs)]}


# Functions for verdicts.


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
    within = [
        row for row in rows if all(row[name] <= 1.001 * most for name, most in GREATEST.items())
    ]
    return [
        row
        for row in within
        if row["binary"] > 1
        and row["pericentre"] > 1
        and row["orbit_period"] < row["hours"]
        and steady(row)
    ]


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


def thresholds(rows, name):
    """(rows of one law of friction, one of GREATEST) => {seed: result of bracket_of for the initial
    motions of this cloud}"""
    return {
        seed: bracket_of(
            [
                (row[name], share_of(row))
                for row in sorted(of_seed(rows, seed), key=lambda row: row[name])
            ]
        )
        for seed in sorted({row["seed"] for row in rows if row[name] > 0})
    }


def of_seed(rows, seed):
    return [row for row in rows if row["seed"] == seed]


def share_of(row):
    """=> fraction of the bodies in the largest cluster. None if the cluster has less than half of
    the bodies, but would reach half if the run were continued for as long again at the rate of
    change of the last five hours."""
    share = row["bodies"] / row["count"]
    grown = share + row["grains_change"] / row["count"] * row["hours"] / LAST
    return share if share > 0.5 or grown <= 0.5 else None


def bracket_of(points):
    """([(value, share or None)], in ascending order) => last value with a share above one half,
    first value beyond it with a share known to be lower, and the value of one half by linear
    interpolation. Without such a pair, the reason: clusters beyond may still reach one half
    (verdict.CENSORED), or there is no run beyond (verdict.MISSING).
    """
    above = [k for k, (_, share) in enumerate(points) if share is not None and share > 0.5]
    beyond = points[above[-1] + 1 :] if above else []
    known = [(value, share) for value, share in beyond if share is not None]
    if not known:
        return verdict.CENSORED if beyond else verdict.MISSING
    (a, high), (b, low) = points[above[-1]], known[0]
    return float(a), float(b), float(a + (b - a) * (high - 0.5) / (high - low))


def bracketed(brackets):
    """(results of bracket_of for two or more clouds) => mean of the interpolated values; bracket
    for these clouds: the means of the lower and of the upper ends; confidence interval for all
    clouds: the bracket extended by the error of the mean"""
    value, error, freedom = uncertainty.mean(np.array([middle for *_, middle in brackets]))
    half_width = verdict.sigmas(freedom) * error
    low, high = (float(np.mean([bracket[end] for bracket in brackets])) for end in (0, 1))
    return value, (low, high), (low - half_width, high + half_width)


def view_along(x, y, z):
    """(direction) => value of rubble-render's --view for a viewer in this direction: azimuth and
    elevation [degrees]"""
    return f"{np.degrees(np.arctan2(y, x)):.1f},{np.degrees(np.arcsin(np.clip(z, -1, 1))):.1f}"


def rank_correlation(x, y):
    """(values, as many others) => Spearman's rank correlation, ties at their mean rank; nan with
    fewer than three pairs or if one of them is constant"""

    def ranks(values):
        values = np.asarray(values, float)
        return np.array([np.mean(np.flatnonzero(np.sort(values) == value)) for value in values])

    if len(x) < 3:
        return np.nan
    a, b = ranks(x), ranks(y)
    return float(np.corrcoef(a, b)[0, 1]) if np.ptp(a) > 0 and np.ptp(b) > 0 else np.nan


def rank_interval(correlation, count):
    """(rank correlation, number of pairs, at least four) => confidence interval: two standard
    errors sqrt(1.06 / (n - 3)) of its inverse hyperbolic tangent, Fieller, Hartley & Pearson 1957,
    doi:10.1093/biomet/44.3-4.470. A perfect correlation uses the value for two exchanged
    neighbours, because the inverse hyperbolic tangent of 1 is infinite.
    """
    most = 1 - 12 / (count * (count**2 - 1))
    half_width = verdict.SIGMAS * np.sqrt(1.06 / (count - 3))
    middle = np.arctanh(np.clip(correlation, -most, most))
    return min(float(np.tanh(middle - half_width)), correlation), max(
        float(np.tanh(middle + half_width)), correlation
    )


def trend(demands, name, rows, x, y, scale, which="runs"):
    """=> the entry of the rank correlation of two columns; 0 if one of them is constant"""
    count = len(rows)
    if count < 4:
        return entry(
            demands,
            name,
            None,
            scale,
            reason=verdict.ALONE if rows else verdict.MISSING,
            note=f"{count} {which}." if count != 1 else f"1 {which[:-1]}.",
        )
    value = rank_correlation([row[x] for row in rows], [row[y] for row in rows])
    value = 0.0 if np.isnan(value) else value
    return entry(
        demands,
        name,
        value,
        scale,
        interval=rank_interval(value, count),
        note=f"{count} {which}." if count != 1 else f"1 {which[:-1]}.",
    )


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


def missing(demands, scale, *names):
    """=> entries of the demands of these names, whose runs are not available"""
    return [entry(demands, name, None, scale) for name in names]


def mean_entry(demands, name, rows, quantity, scale):
    """=> the entry of a mean over the clouds with its standard error; the note has the value of
    each cloud"""
    value, error, freedom = mean_of(rows, quantity)
    return entry(
        demands,
        name,
        value,
        scale,
        sigma=error,
        freedom=freedom,
        note=f"Each cloud: {said(rows, quantity)}.{lacking(rows, quantity)}",
    )


def said(rows, name, digits=3):
    """(rows, column) => values of the column as text"""
    return ", ".join(f"{value:.{digits}g}" for value in column(rows, name))
