"""Numbers of the accretion study: results of a collapse from its track, and the thinned time series
for figures."""
import functools
import re
from pathlib import Path

import numpy as np

from analysis import failures, figure, files, powers, uncertainty, verdict, workflow

G = workflow.gravitational_constant("accretion")
# spheres of the paper's spin-up. Forces and lengths of smaller piles are scaled by the cube root of
# the number of spheres, which keeps the Bond number and the shape
PAPER_COUNT = 3375
MINUTE = 60.0
MEAN_DIAMETER = 8.571  # [m] of the size distribution: volume uniform in diameter from 7.5 to 10 m
PLATEAU = 125  # [min] start of the time averages
MOST_FRICTION = 0.8  # largest friction of the published series
NAME = re.compile(
    r"(spheres|wide|hulls|rough|soft|step|tolerance|theta|alert|hold|each)-(\d+)"
    r"(?:-mu([\d.]+))?(?:-s(\d+))?"
)
of_all = functools.partial(workflow.of_all, "accretion")


def named(path):
    """(path of a run's file) => {"run", "kind", "count", "friction", "seed"} from its name"""
    run = Path(path).parent.name
    kind, count, friction, seed = NAME.match(run).groups()
    return {
        "run": run,
        "kind": kind,
        "count": int(count),
        "friction": float(friction or 0),
        "seed": int(seed or 1),
    }


def bond_of(count, force):
    """(number of spheres and cohesion force [N], as in the name of a run) => force with the same
    Bond number in the paper's pile [N]"""
    return round(float(force) * (PAPER_COUNT / int(count)) ** (1 / 3), 2)


def times_of(path):
    """(divergence.json) => the length [m], and the times [min] at which the semi-axes differ by it,
    of all bodies and of the largest cluster; None if never"""
    found = {row["group"]: row for row in files.tables(path)["axes"]}
    times = {
        group: row["time"] / MINUTE if row["reached"] else None for group, row in found.items()
    }
    return {
        "difference": found["all"]["difference"],
        "divergence_all": times["all"],
        "divergence": times["largest"],
    }


def mean_time(rows, column="divergence"):
    """=> the mean over the piles [min]; None if the event never occurred in one of them"""
    times = [row[column] for row in rows]
    return None if any(time is None for time in times) else float(np.mean(times))


def crossing(time, values, level):
    """(times and values from a peak on, level below the peak) => first time at the level, by linear
    interpolation; nan if never"""
    below = np.flatnonzero(values <= level)
    if len(below) == 0:
        return np.nan
    k = below[0]
    if k == 0:
        return float(time[0])
    share = (values[k - 1] - level) / (values[k - 1] - values[k])
    return float(time[k - 1] + share * (time[k] - time[k - 1]))


def top(time, values):
    """(times, values) => time and value of the maximum, by a parabola through the largest value and
    its neighbours"""
    k = int(np.argmax(values))
    if k in (0, len(values) - 1):
        return float(time[k]), float(values[k])
    a, b, c = np.polyfit(time[k - 1 : k + 2] - time[k], values[k - 1 : k + 2], 2)
    shift = -b / (2 * a) if a < 0 else 0.0
    return float(time[k] + shift), float(c + b * shift + a * shift**2)


def error_of_mean(values, blocks=10):
    """(consecutive records) => standard error of their mean, from block averages, because
    consecutive records are correlated"""
    means_ = [
        block.mean() for block in np.array_split(np.asarray(values, float), blocks) if len(block)
    ]
    return float(np.std(means_, ddof=1) / np.sqrt(len(means_))) if len(means_) > 1 else np.nan


def running(time, values, width):
    """(equally spaced times of records, values, width in the unit of time) => running mean over
    that width, for the records whose window is complete"""
    many = int(round(width / (time[1] - time[0]))) + 1
    return np.convolve(values, np.full(many, 1 / many), mode="valid")


def face_share(path, weak=1e-3):
    """(track of a collapse of hulls) => fraction of the touching pairs with three contact points or
    more, as in face-to-face contacts, over all frames after PLATEAU. Points with a force below
    `weak` times the mean of their frame are not counted."""
    import h5py

    with h5py.File(path) as file:
        contacts = file["connectivity/contacts"]
        offset, pair = contacts["frame_offset"][:], contacts["pair"][:]
        force = np.linalg.norm(contacts["force"][:], axis=1)
        late = np.flatnonzero(contacts["time"][:] > PLATEAU * MINUTE)
    faces = touching = 0
    for frame in late:
        here = slice(offset[frame], offset[frame + 1])
        _, points = np.unique(
            pair[here][force[here] > weak * force[here].mean()], axis=0, return_counts=True
        )
        faces, touching = faces + np.sum(points > 2), touching + len(points)
    return float(faces / touching) if touching else None


def numbers(path):
    """(track of a collapse) => one row: its name and its results. Energies are per grain; means are
    over the time after PLATEAU."""
    s = files.series(path)
    row = named(path)
    minutes = s["time"] / MINUTE
    energy = (s["energy/kinetic_translational"] + s["energy/kinetic_rotational"]) / row["count"]
    late = minutes > PLATEAU
    if not late.any():
        late = minutes > 0.6 * minutes[-1]
    peak_time, peak_energy = top(minutes, energy)
    after = np.r_[peak_time, minutes[minutes > peak_time]]
    falling = np.r_[peak_energy, energy[minutes > peak_time]]

    def mean(name):
        return float(s[name][late].mean())

    coordination = s["packing/all/coordination"]
    volume = s["packing/all/mass"][0] / float(density(path))
    end = {
        name: float(s[f"packing/largest/{name}"][-1])
        for name in (
            "mass",
            "radius",
            "semi_axis_a",
            "semi_axis_b",
            "semi_axis_c",
            "solid_fraction_sphere",
            "solid_fraction_ellipsoid",
        )
    }
    axes = end["semi_axis_a"] * end["semi_axis_b"] * end["semi_axis_c"]
    sphere = 4 / 3 * np.pi * s["packing/all/radius"] ** 3
    early = minutes <= PLATEAU
    virial = (3 * s["packing/all/pressure_sphere"] * sphere / -s["energy/gravitational"])[late]
    return {
        **row,
        "mass": float(s["packing/all/mass"][0]),
        "peak_time": peak_time,
        "peak_energy": peak_energy,
        "fall_time": crossing(after, falling, 0.1 * peak_energy) - peak_time,
        "plateau_energy": float(energy[late].mean()),
        "plateau_ratio": float(energy[late].mean() / peak_energy),
        "coordination_peak": float(np.interp(peak_time, minutes, coordination)),
        "coordination_20": float(np.interp(20, minutes, coordination)),
        "coordination": mean("packing/all/coordination"),
        "coordination_std": float(coordination[late].std()),
        "points": mean("packing/all/points"),
        "core": mean("packing/all/core"),
        "touching": mean("packing/all/touching"),
        "touching_end": float(s["packing/all/touching"][-1]),
        "solid_diameter": float((6 / np.pi * volume / row["count"]) ** (1 / 3)),
        "diameter_all": 2 * float(s["packing/all/radius"][-1]),
        "diameter": 2 * end["radius"],
        "diameter_axes": 2 * axes ** (1 / 3),
        "nu_all": float(s["packing/all/solid_fraction_sphere"][-1]),
        "nu": end["solid_fraction_sphere"],
        "nu_axes": end["solid_fraction_ellipsoid"],
        "c_over_a": end["semi_axis_c"] / end["semi_axis_a"],
        "share": end["mass"] / float(s["packing/all/mass"][0]),
        "face_share": face_share(path) if row["kind"] == "hulls" else None,
        "pressure_peak": float(
            running(minutes[early], s["packing/all/pressure_sphere"][early], 2).max()
        ),
        "pressure": mean("packing/all/pressure_sphere"),
        "pressure_largest": mean("packing/largest/pressure_sphere"),
        "pressure_axes": mean("packing/largest/pressure_ellipsoid"),
        "virial": float(virial.mean()),
        "virial_error": error_of_mean(virial),
        "unconverged": float(s.get("share_unconverged", np.array([0.0]))[-1]),
    }


def coordination_of(path, weak=1e-3):
    """(track with a frame for each step) => mean coordination by the forces of single steps, and
    coordination by the mean forces of all steps. A contact counts if its force is above `weak`
    times the mean force."""
    import h5py

    with h5py.File(path) as file:
        contacts = file["connectivity/contacts"]
        offset = contacts["frame_offset"][:]
        pair = contacts["pair"][:]
        force = np.linalg.norm(contacts["force"][:], axis=1)
        count = file["particles/body/position/value"].shape[1]
    first = offset[1]  # the first frame is the initial state

    def loaded(pairs, forces):
        _, place = np.unique(pairs, axis=0, return_inverse=True)
        total = np.bincount(place.ravel(), forces)
        # a contact without a force bears no load and must not lower the mean
        total = total[total > 0]
        return 2 * np.sum(total > weak * total.mean()) / count if len(total) else 0.0

    single = [loaded(pair[a:b], force[a:b]) for a, b in zip(offset[1:-1], offset[2:])]
    return float(np.mean(single)), float(loaded(pair[first:], force[first:]))


def density(path):
    """(track) => density of the grains [kg m-3]"""
    import h5py

    with h5py.File(path) as file:
        return file["parameters/materials/density"][0]


def short(value):
    """=> the number rounded to five digits, enough for a curve"""
    return float(f"{value:.5g}")


SERIES = {
    "energy": None,
    "coordination": "packing/all/coordination",
    "touching": "packing/all/touching",
    "pressure": "packing/all/pressure_sphere",
    "pressure_axes": "packing/all/pressure_ellipsoid",
}


def series(path):
    """(track of a collapse) => rows of its time series: every half minute in the first hour, then
    every two minutes"""
    s = files.series(path)
    row = named(path)
    minutes = s["time"] / MINUTE
    wanted = np.concatenate([np.arange(0, 60, 0.5), np.arange(60, minutes[-1] + 1e-9, 2)])
    rows = sorted(set(np.searchsorted(minutes, wanted[wanted <= minutes[-1] + 1e-9] - 1e-9)))
    energy = (s["energy/kinetic_translational"] + s["energy/kinetic_rotational"]) / row["count"]
    return [
        {
            "run": row["run"],
            "kind": row["kind"],
            "count": row["count"],
            "friction": row["friction"],
            "time": round(float(minutes[k]), 4),
            "energy": short(energy[k]),
            **{name: short(s[column][k]) for name, column in SERIES.items() if column},
        }
        for k in rows
    ]


def collect(given, _):
    """(input of a figure's rule: tracks) => tables: `data` with one row for each collapse, `series`
    for the first seeds"""
    tracks = failures.succeeded(given.tracks)
    rows = [numbers(path) for path in tracks]
    shown = [path for path in tracks if named(path)["seed"] == 1]
    return {"data": rows, "series": [row for path in shown for row in series(path)]}


# Functions for verdicts.


def of(rows, kind, count=None, friction=None):
    """(rows, kind, ...) => the rows of this kind, number of bodies and friction"""
    return [
        row
        for row in rows
        if row["kind"] == kind
        and count in (None, row["count"])
        and friction in (None, row["friction"])
    ]


def counts(rows, kind):
    return sorted({row["count"] for row in of(rows, kind)})


def over(rows, kind):
    """=> the numbers of bodies of the runs that a result includes: "Of 125, 512 spheres." """
    return f"Of {', '.join(map(str, counts(rows, kind)))} {kind}."


def seeds(rows, kind):
    """(rows, kind) => number of clouds for each number of bodies"""
    return [len(of(rows, kind, count)) for count in counts(rows, kind)]


def by_friction(rows):
    """(rows) => runs of the first cloud with friction, in order of friction, beginning with the run
    without friction; [] if either is not available"""
    rough = sorted(of(rows, "rough"), key=lambda row: (row["seed"], row["friction"]))
    rough = [row for row in rough if row["seed"] == rough[0]["seed"]]
    smooth = [
        row
        for row in of(rows, "spheres")
        if rough and (row["count"], row["seed"]) == (rough[0]["count"], rough[0]["seed"])
    ]
    return smooth + rough if smooth else []


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


def entry(demands, name, value, scale, **more):
    """=> the entry of verdict.json for the demand of that name. The value None means that the runs
    are not available, a value that is not finite that the event never occurred."""
    if value is None:
        more.setdefault("reason", verdict.MISSING)
    return verdict.evaluate(
        demands[name],
        None if value is None or not np.isfinite(value) else float(value),
        scale,
        **more,
    )


def with_friction(rows, friction):
    """(rows, friction) => rows of the first cloud with friction: without friction, and with the
    given friction; None if either is not available"""
    smooth, *rough = by_friction(rows) or [None]
    found = next((row for row in rough if row["friction"] == friction), None)
    return found and (smooth, found)


def missing(demands, scale, *names):
    """=> entries of the demands of these names, whose runs are not available"""
    return [entry(demands, name, None, scale) for name in names]


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
        return entry(demands, name, None, scale)
    relative, freedom = deviation_at(rows, kind, count, column)
    return entry(
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


def bulk(row):
    """(row) => bulk density from the volume of the ellipsoid of inertia [kg m-3]"""
    return row["mass"] / (np.pi / 6 * row["diameter_axes"] ** 3)


def draw_series(axis, series, column, label, floor):
    """Draws a column of the time series of spheres, one line for each number of spheres. With a
    floor the axis is logarithmic and starts there."""
    for k, count in enumerate(counts(series, "spheres")):
        line = of(series, "spheres", count)
        axis.plot(
            [row["time"] for row in line],
            [row[column] if floor is None else max(row[column], 0.1 * floor) for row in line],
            color=figure.COLOURS[k % 6],
            label=f"{count}",
        )
    axis.set(xlabel="time [min]", ylabel=label, title="a: spheres")
    if floor is not None:
        axis.set(yscale="log", ylim=(floor, None))
    if axis.lines:
        axis.legend(title="spheres")


def no_runs(axis):
    """Writes into an empty panel that its runs were not made."""
    axis.text(
        0.5,
        0.5,
        "not run at this scale",
        ha="center",
        va="center",
        transform=axis.transAxes,
        color=figure.GREY,
    )
