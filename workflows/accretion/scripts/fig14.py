"""L6, Figs. 14, 16, 17: semi-axes, energy, pressure, solid fraction and coordination of a pile
during a stepwise spin-up."""
import re
from pathlib import Path

import numpy as np

from analysis import accretion as acc
from analysis import failures, figure, files, limits, study, uncertainty, verdict, workflow

NAME = re.compile(r"spin-(\d+)-f([\d.]+)-s(\d+)")
SHOWN = (
    "semi_axis_a",
    "semi_axis_b",
    "semi_axis_c",
    "kinetic",
    "coordination",
    "touching",
    "solid_fraction_ellipsoid",
    "pressure_ellipsoid",
    "mass",
    "spin",
)
WIDTH = 10  # [min] averaging time of the curves
# least share of the total mass in the largest cluster for the comparison with a spheroid
WHOLE = 0.99


def collect(given, _):
    rows, series = [], []
    spheroids = [row for row in limits.fluid_curves(0.001) if row["sequence"] == "maclaurin"]
    for track, divergence in failures.succeeded(given.tracks, given.divergences):
        count, force, seed = NAME.match(Path(track).parent.name).groups()
        key = {
            "run": Path(track).parent.name,
            "count": int(count),
            "force": float(force),
            "seed": int(seed),
            "bond": acc.bond_of(count, force),
        }
        s = files.series(track)
        s["minutes"] = (s["time"] - s["time"][0]) / acc.MINUTE
        s["maclaurin"] = maclaurin(s, spheroids)
        rows.append({**key, **acc.times_of(divergence), **numbers(s)})
        if seed == "1":
            series += means_of(key, s)
    return {"data": rows, "series": series}


def bonds_asked(scale):
    """=> the cohesion forces of the study at this scale, as acc.bond_of"""
    return sorted(
        {
            acc.bond_of(*found.groups()[:2])
            for found in map(NAME.match, workflow.asked("accretion", scale, "L6"))
        }
    )


def maclaurin(s, spheroids):
    """(time series of a spin-up, rows of limits.fluid_curves for the spheroids) => for each record
    c / a of the Maclaurin spheroid with the mass, volume and angular momentum of the largest
    cluster

    The volume is that of the ellipsoid of inertia, the angular momentum is the rate of rigid
    rotation times the moment about c. The value is nan if the cluster has less than WHOLE of the
    mass.
    """
    a, b, c, mass, spin = (
        s[f"packing/largest/{name}"]
        for name in ("semi_axis_a", "semi_axis_b", "semi_axis_c", "mass", "spin")
    )
    momentum = mass / 5 * (a**2 + b**2) * spin / np.sqrt(acc.G * mass**3 * np.cbrt(a * b * c))
    return np.where(
        mass > WHOLE * s["packing/all/mass"],
        np.interp(
            momentum, files.column(spheroids, "momentum"), files.column(spheroids, "c_over_a")
        ),
        np.nan,
    )


def at(s, column, minute):
    return float(np.interp(minute, s["minutes"], s[column]))


def window(s, column, first, last):
    return float(s[column][(s["minutes"] >= first) & (s["minutes"] <= last)].mean())


def ratio(s, column, late, early):
    """(time series, column, two windows [min]) => mean over the first window / mean over the
    second"""
    return window(s, f"packing/{column}", *late) / window(s, f"packing/{column}", *early)


# [min] before the first step of the spin-up, without the first records, in which the pile responds
# to the added cohesion
START = (5, 50)


def numbers(s):
    axes = [
        at(s, "packing/largest/semi_axis_c", t) / at(s, "packing/largest/semi_axis_a", t)
        for t in (160, 320)
    ]
    flatter = s["packing/largest/semi_axis_c"] / s["packing/largest/semi_axis_a"] - s["maclaurin"]
    return {
        "c_over_a_160": axes[0],
        "c_over_a_320": axes[1],
        "over_maclaurin": float(np.nanmin(flatter)),
        "over_maclaurin_time": float(s["minutes"][np.nanargmin(flatter)]),
        "pressure_800": ratio(s, "largest/pressure_ellipsoid", (780, 820), START),
        "pressure_all_800": ratio(s, "all/pressure_ellipsoid", (780, 820), START),
        "energy_end": ratio(s, "all/kinetic", (850, 900), (750, 800)),
        "fraction_300": ratio(s, "all/solid_fraction_ellipsoid", (250, 300), START),
        "fraction_600": ratio(s, "all/solid_fraction_ellipsoid", (550, 600), (250, 300)),
        "fraction_500": window(s, "packing/all/solid_fraction_ellipsoid", 480, 520),
        "outside_560": 1 - window(s, "packing/largest/mass", 550, 570) / s["packing/all/mass"][0],
        "coordination_675": ratio(s, "all/coordination", (625, 675), START),
        "largest_mass_640": at(s, "packing/largest/mass", 640) / s["packing/all/mass"][0],
    }


def means_of(key, s):
    """(columns that identify a run, its time series) => rows with means over consecutive intervals
    of WIDTH, for all bodies and for the largest cluster"""
    rows = []
    for first in np.arange(0, s["minutes"][-1] - 1e-9, WIDTH):
        for group in ("all", "largest"):
            rows.append(
                {
                    "run": key["run"],
                    "bond": key["bond"],
                    "group": group,
                    "time": first + WIDTH / 2,
                    "maclaurin": window(s, "maclaurin", first, first + WIDTH),
                    **{
                        name: window(s, f"packing/{group}/{name}", first, first + WIDTH)
                        for name in SHOWN
                    },
                }
            )
    return rows


NUMBERS = (
    "divergence_weak",
    "divergence_strong",
    "divergence_gain",
    "divergence_ten",
    "pressure_end",
    "pressure_end_largest",
    "flattening",
    "round",
    "maclaurin",
    "energy_end",
    "fraction_first",
    "fraction_second",
    "fraction_cohesion",
    "disruption",
    "ejected_weak",
    "ejected_strong",
    "coordination_strong",
    "coordination_cohesion",
)


def finish(tables, demands, scale):
    rows = tables["data"]
    forces = bonds_asked(scale)
    if not rows or len(forces) < 2:
        return acc.missing(demands, scale, *NUMBERS), None
    weak, strong = of(rows, forces[0]), of(rows, forces[-1])

    def of_all(value):
        return acc.of_all(value, rows, scale, "L6")

    return [
        divergence(demands, "divergence_weak", weak, scale),
        divergence(demands, "divergence_strong", strong, scale),
        gain(demands, rows, forces, scale),
        ten(demands, rows, forces, scale),
        acc.entry(
            demands,
            "pressure_end",
            of_all(max((row["pressure_all_800"] for row in rows), key=abs)),
            scale,
            note=each(rows, "pressure_all_800"),
        ),
        acc.entry(
            demands,
            "pressure_end_largest",
            of_all(max((row["pressure_800"] for row in rows), key=abs)),
            scale,
        ),
        shape(demands, "flattening", rows, forces, "c_over_a_320", scale),
        shape(demands, "round", rows, forces, "c_over_a_160", scale),
        shape(demands, "disruption", rows, forces, "largest_mass_640", scale),
        acc.entry(
            demands,
            "maclaurin",
            of_all(min(row["over_maclaurin"] for row in rows)),
            scale,
            note=flattest(rows),
        ),
        acc.entry(
            demands,
            "energy_end",
            of_all(min(row["energy_end"] for row in rows)),
            scale,
            note=each(rows, "energy_end"),
        ),
        farthest(
            demands, "fraction_first", rows, "fraction_300", scale, lambda mean: abs(mean - 1)
        ),
        farthest(demands, "fraction_second", rows, "fraction_600", scale, float),
        compaction(demands, rows, forces, scale),
        ejected(demands, "ejected_weak", rows, lambda bond: bond < 50, scale, min),
        ejected(demands, "ejected_strong", rows, lambda bond: bond > 50, scale, max),
        held(demands, rows, forces, scale),
        cohesion(demands, rows, forces, scale),
    ], draw(rows, tables["series"])


def of(rows, bond):
    return [row for row in rows if row["bond"] == bond]


def each(rows, column):
    """=> note with the result of each run"""
    return "Each: " + ", ".join(f"{row['bond']:.4g} N {row[column]:.2g}" for row in rows) + "."


def over_seeds(rows, column):
    """(rows, column) => {force: (mean over the piles, its standard error)}, degrees of freedom. The
    standard deviation is pooled over all forces."""
    groups = {
        bond: [row[column] for row in of(rows, bond)]
        for bond in sorted({row["bond"] for row in rows})
    }
    deviation, freedom = uncertainty.pooled(groups.values())
    return {
        bond: (float(np.mean(group)), deviation / np.sqrt(len(group)))
        for bond, group in groups.items()
    }, freedom


def shape(demands, name, rows, forces, column, scale):
    """=> the entry of a column's mean for the greatest cohesion, of which the paper shows pictures;
    the note includes the least"""
    strong, weak = (of(rows, force) for force in (forces[-1], forces[0]))
    if not strong:
        return acc.entry(demands, name, None, scale)
    return acc.entry(
        demands,
        name,
        np.mean([row[column] for row in strong]),
        scale,
        note=each(weak + strong, column),
    )


def compaction(demands, rows, forces, scale):
    """=> the entry of the solid fraction of all bodies at 500 min, greatest cohesion minus least"""
    here = [row for row in rows if row.get("fraction_500") is not None]
    if not of(here, forces[0]) or not of(here, forces[-1]):
        return acc.entry(demands, "fraction_cohesion", None, scale)
    weak, weak_error, strong, strong_error, freedom = two(
        here, "fraction_500", forces[0], forces[-1]
    )
    return acc.entry(
        demands,
        "fraction_cohesion",
        strong - weak,
        scale,
        sigma=np.hypot(weak_error, strong_error),
        freedom=freedom,
        note=f"Least: {weak:.3f}, greatest: {strong:.3f}.",
    )


def farthest(demands, name, rows, column, scale, size):
    """=> the entry of the force whose mean has the largest `size`"""
    found, freedom = over_seeds(rows, column)
    bond = max(found, key=lambda bond: size(found[bond][0]))
    value, error = found[bond]
    return acc.entry(
        demands,
        name,
        acc.of_all(value, rows, scale, "L6"),
        scale,
        sigma=error,
        freedom=freedom,
        where=f"{bond:.4g} N",
        note=each(rows, column),
    )


def ejected(demands, name, rows, counts, scale, extreme):
    """=> the entry of the extreme mass outside of the largest cluster, over the piles whose force
    satisfies `counts`"""
    here = [row for row in rows if counts(row["bond"])]
    asked = [
        run
        for run in workflow.asked("accretion", scale, "L6")
        if counts(acc.bond_of(*NAME.match(run).groups()[:2]))
    ]
    whole = asked and {row["run"] for row in here}.issuperset(asked)
    return acc.entry(
        demands,
        name,
        extreme(row["outside_560"] for row in here) if whole else None,
        scale,
        note=each(here, "outside_560") if here else "",
    )


def held(demands, rows, forces, scale):
    if not of(rows, forces[-1]):
        return acc.entry(demands, "coordination_strong", None, scale)
    found, freedom = over_seeds(rows, "coordination_675")
    value, error = found[forces[-1]]
    return acc.entry(
        demands,
        "coordination_strong",
        value,
        scale,
        sigma=error,
        freedom=freedom,
        note=each(rows, "coordination_675"),
    )


def two(rows, column, one, other):
    """(rows, column, two forces) => mean over the piles and its standard error for each force,
    degrees of freedom. The standard deviation is pooled over these two forces alone, because it
    grows with cohesion."""
    found, freedom = over_seeds(of(rows, one) + of(rows, other), column)
    return *found[one], *found[other], freedom


def cohesion(demands, rows, forces, scale):
    if not of(rows, forces[0]) or not of(rows, forces[-1]):
        return acc.entry(demands, "coordination_cohesion", None, scale)
    weak, weak_error, strong, strong_error, freedom = two(
        rows, "coordination_675", forces[0], forces[-1]
    )
    return acc.entry(
        demands,
        "coordination_cohesion",
        strong - weak,
        scale,
        sigma=np.hypot(weak_error, strong_error),
        freedom=freedom,
        note=f"Least: {weak:.2f}, greatest: {strong:.2f}.",
    )


def flattest(rows):
    """=> note with the force and time of the smallest difference from the spheroid's c / a"""
    row = min(rows, key=lambda row: row["over_maclaurin"])
    return f"{row['bond']:.4g} N, {row['over_maclaurin_time']:.0f} min."


def divergence(demands, name, rows, scale):
    if not rows:
        return acc.entry(demands, name, None, scale)
    everything = acc.mean_time(rows, "divergence_all")
    note = (
        "Of the largest cluster; of all bodies "
        f"{'never' if everything is None else f'{everything:.0f} min'}."
    )
    return acc.entry(demands, name, acc.mean_time(rows), scale, reason="", note=note)


def gain(demands, rows, forces, scale):
    if not of(rows, forces[0]) or not of(rows, forces[-1]):
        return acc.entry(demands, "divergence_gain", None, scale)
    if any(row["divergence"] is None for row in of(rows, forces[0]) + of(rows, forces[-1])):
        return acc.entry(demands, "divergence_gain", None, scale, reason=verdict.CENSORED)
    weak, weak_error, strong, strong_error, freedom = two(rows, "divergence", forces[0], forces[-1])
    return acc.entry(
        demands,
        "divergence_gain",
        strong - weak,
        scale,
        sigma=np.hypot(weak_error, strong_error),
        freedom=freedom,
    )


def ten(demands, rows, forces, scale):
    middle = [bond for bond in forces if 9 < bond / forces[0] < 11]
    if not middle or not of(rows, forces[0]) or not of(rows, middle[0]):
        return acc.entry(demands, "divergence_ten", None, scale)
    if any(row["divergence"] is None for row in of(rows, forces[0]) + of(rows, middle[0])):
        return acc.entry(demands, "divergence_ten", None, scale, reason=verdict.CENSORED)
    weak, weak_error, more, more_error, freedom = two(rows, "divergence", forces[0], middle[0])
    return acc.entry(
        demands,
        "divergence_ten",
        more / weak - 1,
        scale,
        sigma=more / weak * np.hypot(more_error / more, weak_error / weak),
        freedom=freedom,
    )


def draw(rows, series):
    bonds = sorted({row["bond"] for row in series})
    page = figure.plt.figure(figsize=(17, 12))
    # fits rows with different numbers of panels
    grid = page.add_gridspec(3, len(CURVES) * len(bonds))
    for k, bond in enumerate(bonds):
        panel = page.add_subplot(grid[0, k * len(CURVES) : (k + 1) * len(CURVES)])
        draw_axes(panel, of(series, bond), of(rows, bond))
        panel.set(
            xlabel="time [min]",
            ylim=(0, 4 * max(row["semi_axis_a"] for row in series if row["time"] < WIDTH)),
        )
        if k == 0:
            panel.set(ylabel="semi-axes, largest cluster [m]")
            panel.legend(fontsize=8)
    for line, (group, name) in enumerate((("all", "all bodies"), ("largest", "largest cluster"))):
        for k, (title, label, column, factor) in enumerate(CURVES):
            panel = page.add_subplot(grid[line + 1, k * len(bonds) : (k + 1) * len(bonds)])
            for bond, colour in zip(bonds, figure.COLOURS):
                here = [row for row in of(series, bond) if row["group"] == group]
                panel.plot(
                    [row["time"] for row in here],
                    [factor(row, rows[0]["count"]) for row in here],
                    color=colour,
                    label=f"{bond:.4g} N",
                )
            panel.set(
                title=f"{title}: {name}",
                xlabel="time [min]",
                ylabel=label,
                yscale="log" if column == "kinetic" else "linear",
            )
            if column != "kinetic":
                panel.axhline(0, color=figure.GREY, linewidth=0.8)
            if k == 0:
                panel.legend(title="f0", fontsize=8)
    return page


# Title, label, column, function (row, number of bodies) for the plotted value.
CURVES = (
    (
        "Fig. 16a",
        "mean kinetic energy of a grain [J]",
        "kinetic",
        lambda row, count: row["kinetic"] / count,
    ),
    (
        "Fig. 16b",
        "pressure, ellipsoid [Pa]",
        "pressure_ellipsoid",
        lambda row, _: row["pressure_ellipsoid"],
    ),
    (
        "Fig. 17a",
        "solid fraction, ellipsoid",
        "solid_fraction_ellipsoid",
        lambda row, _: row["solid_fraction_ellipsoid"],
    ),
    ("Fig. 17b", "coordination", "coordination", lambda row, _: row["coordination"]),
)


def draw_axes(panel, series, rows):
    """Draws the semi-axes of the largest cluster, c of the Maclaurin spheroid with its angular
    momentum, and for each pile the time when the axes differ by the length."""
    line = [row for row in series if row["group"] == "largest"]
    time = [row["time"] for row in line]
    for name, colour in (("a", figure.BLUE), ("b", figure.GREEN), ("c", figure.VERMILION)):
        panel.plot(time, [row[f"semi_axis_{name}"] for row in line], color=colour, label=name)
    mean = np.cbrt([row["semi_axis_a"] * row["semi_axis_b"] * row["semi_axis_c"] for row in line])
    panel.plot(
        time,
        mean * np.array([row["maclaurin"] for row in line], float) ** (2 / 3),
        "--",
        color=figure.BLACK,
        linewidth=1,
        label="c, Maclaurin spheroid",
    )
    for row in rows:
        if row["divergence"] is not None:
            panel.axvline(row["divergence"], color=figure.GREY, linewidth=1)
    bond, force = rows[0]["bond"], rows[0]["force"]
    panel.set(
        title=f"Fig. 14: f0 = {bond:.4g} N"
        + (f" (here {force:.3g} N)" if abs(bond / force - 1) > 0.01 else "")
    )


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
