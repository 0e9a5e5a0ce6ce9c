"""R2, Fig. 2: growth and composition of the largest remnant, and sizes of the other aggregates."""
import numpy as np

from analysis import failures, figure, files, study
from analysis import strength as st


def aggregates(path):
    """(pile.h5) => numbers of spheres and masses of the aggregates, followed by those of the free
    spheres"""
    pile = st.bodies(path)
    number, mass = [], []
    for grain in range(pile["grain"].max() + 1):
        rows = pile["grain"] == grain
        number.append(int(rows.sum()))
        mass.append(float(pile["mass"][rows].sum()))
    free = pile["grain"] < 0
    return number + [1] * int(free.sum()), mass + list(map(float, pile["mass"][free]))


def of_run(path, track, table, _, companions):
    number, mass = map(np.array, aggregates(path))
    total = mass.sum()
    ends = st.satellites(table)
    beside = files.tables(companions)["companions"]
    series = files.series(track)
    return {
        "run": st.name_of(path),
        "seed": st.seed_of(st.name_of(path)),
        "spheres": int(number.sum()),
        "days": ends[-1]["time"] / 86400,
        "remnant_share": ends[-1]["remnant_share"],
        "remnant_rigid": float(mass.max() / total),
        "lineages": int(ends[-1]["remnant_lineages"]),
        "fallen_back": ends[-1]["fallen_back_share"],
        "bound_share": ends[-1]["orbiting_share"] + ends[-1]["returning_share"],
        "escaping_share": ends[-1]["escaping_share"],
        "satellites": int(ends[-1]["orbiting_clusters"]),
        "aggregates": int((number > 1).sum()),
        "alone": float(mass[number == 1].sum() / total),
        "clusters": len(beside),
        "several_number": share_of_several(beside, lambda row: 1),
        "several_mass": share_of_several(beside, lambda row: row["mass"]),
        "momentum_error": st.momentum_change(track),
        "accounting_error": float(series["error/angular_momentum"].max()),
        "energy_error": float(series["error/energy"].max()),
        "overlap": float(series["worst_overlap"].max()),
    }


def share_of_several(beside, weight):
    """(clusters apart from the largest remnant, function for the weight of a cluster) => weighted
    share of the clusters with two spheres or more; None without clusters"""
    total = sum(map(weight, beside))
    return sum(weight(row) for row in beside if row["bodies"] > 1) / total if total else None


LEAST = 10  # least number of spheres of an aggregate whose shape and spin are kept


def bodies_of(spins):
    """(table of rubble-spinstate) => shape and spin of each cluster with LEAST spheres or more"""
    rows = []
    for row in files.table(spins):
        if row["bodies"] < LEAST:
            continue
        moments = np.array([row[f"moment_{name}"] for name in "ABC"])
        axes = np.sqrt(5 * (moments.sum() - 2 * moments) / (2 * row["mass"]))
        rows.append(
            {
                "run": st.name_of(spins),
                "cluster": row["cluster"],
                "spheres": row["bodies"],
                "grains": row["grains"],
                "mass": row["mass"],
                "period": row["period"],
                **{f"semi_axis_{name}": float(axis) for name, axis in zip("abc", axes)},
                "axis_angle": row["axis_angle"],
            }
        )
    return rows


def growth(table):
    return [
        {
            "run": st.name_of(table),
            **{
                name: row[name]
                for name in (
                    "time",
                    "remnant_share",
                    "fallen_back_share",
                    "escaping_share",
                    "remnant_lineages",
                )
            },
        }
        for row in st.satellites(table)
    ]


def sizes(path):
    number, _ = aggregates(path)
    return [
        {
            "run": st.name_of(path),
            "spheres": int(n),
            "aggregates": int((np.array(number) >= n).sum()),
        }
        for n in sorted(set(number))
    ]


def collect(given, params):
    runs = failures.succeeded(st.by_run(given.runs, params.files))
    return {
        "data": [of_run(*run) for run in runs],
        "growth": [row for _, _, table, *_ in runs for row in growth(table)],
        "sizes": [row for pile, *_ in runs for row in sizes(pile)],
        "bodies": [row for *_, spins, _ in runs for row in bodies_of(spins)],
    }


# seed of the body for which the share of fast ejecta was chosen so that half of its mass escapes.
# Verdicts use the other bodies.
CALIBRATED = 1


def finish(tables, demands, scale):
    rows = tables["data"]
    independent = [row for row in rows if row["seed"] != CALIBRATED]
    said = ", ".join(f"{row['run']}: {row['escaping_share']:.2f}" for row in rows)
    return [
        st.entry(
            demands,
            "lineages",
            st.of_all(
                min((row["lineages"] for row in independent), default=None), rows, scale, "R2"
            ),
            scale,
            note=each(rows, "lineages"),
        ),
        st.entry(
            demands,
            "aggregates_number",
            st.of_all(least(independent, "several_number"), rows, scale, "R2"),
            scale,
            note=each(rows, "several_number"),
        ),
        st.entry(
            demands,
            "aggregates",
            st.of_all(least(independent, "several_mass"), rows, scale, "R2"),
            scale,
            note=each(rows, "several_mass"),
        ),
        st.mean_entry(
            demands,
            "remnant",
            [row["remnant_share"] for row in independent],
            scale,
            note=each(rows, "remnant_share") + f" Escaping at the end: {said}.",
        ),
        st.entry(
            demands,
            "reaccumulation_momentum",
            st.of_all(
                max((row["momentum_error"] for row in rows), default=None), rows, scale, "R2"
            ),
            scale,
            note=each(rows, "momentum_error"),
        ),
        st.entry(
            demands,
            "reaccumulation_books",
            st.of_all(
                max((row["accounting_error"] for row in rows), default=None), rows, scale, "R2"
            ),
            scale,
        ),
    ], draw(tables)


def least(rows, column):
    return min((row[column] for row in rows if row[column] is not None), default=None)


def each(rows, column):
    return (
        ", ".join(
            f"{row['run']}: none" if row[column] is None else f"{row['run']}: {row[column]:.3g}"
            for row in rows
        )
        + "."
    )


def draw(tables):
    page, axes = figure.plt.subplots(1, 3, figsize=(15, 4.3))
    for row, colour in zip(tables["data"], 2 * figure.COLOURS):
        here = [g for g in tables["growth"] if g["run"] == row["run"]]
        days = [g["time"] / 86400 for g in here]
        axes[0].plot(
            days,
            [g["remnant_share"] for g in here],
            color=colour,
            label=f"{row['spheres']} spheres, seed {row['seed']}",
        )
        axes[0].plot(days, [g["fallen_back_share"] for g in here], ":", color=colour)
        axes[1].plot(days, [g["remnant_lineages"] for g in here], color=colour)
        here = [s for s in tables["sizes"] if s["run"] == row["run"]]
        axes[2].loglog(
            [s["spheres"] for s in here],
            [s["aggregates"] for s in here],
            "o-",
            markersize=3,
            color=colour,
        )
    axes[0].set(xlabel="time [d]", ylabel="share of the mass", ylim=(0, None))
    axes[0].legend(title="largest remnant; dotted: fallen back", fontsize=8)
    axes[1].set(xlabel="time [d]", ylabel="earlier aggregates in the remnant")
    axes[2].set(xlabel="spheres", ylabel="aggregates of this size or larger")
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
