"""R2, Fig. 2: growth and composition of the largest remnant, and sizes of the other aggregates.
R2-large, a body of more spheres, is part of the notes."""
import numpy as np

from analysis import compare, failures, rubble, study
from reaccumulation import (
    aggregates,
    bodies_of,
    earlier_aggregates,
    fragments,
    growth,
    share_of_several,
    sizes,
    spins_and_shapes,
)
from reaccumulation_plot import draw
import strength as st


def of_run(path, track, table, _, companions):
    number, mass = map(np.array, aggregates(path))
    total = mass.sum()
    ends = st.satellites(table)
    beside = rubble.rows.tables(companions)["companions"]
    series = rubble.open(track).records
    return {
        "run": st.name_of(path),
        "seed": st.seed_of(st.name_of(path)),
        "spheres": int(number.sum()),
        "days": ends[-1]["time"] / 86400,
        "remnant_share": ends[-1]["remnant_share"],
        "remnant_rigid": float(mass.max() / total),
        "lineages": int(ends[-1]["remnant_lineages"]),
        "earlier_share": earlier_aggregates(st.bodies(path)),
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


def collect(given, params):
    runs = failures.succeeded(st.by_run(given.runs, params.files))
    return {
        "data": [of_run(*run) for run in runs],
        "growth": [row for _, _, table, *_ in runs for row in growth(table)],
        "sizes": [row for pile, *_ in runs for row in sizes(pile)],
        "bodies": [row for *_, spins, _ in runs for row in bodies_of(spins)],
    }


def finish(tables, demands, scale):
    rows = tables["data"]
    independent = [row for row in rows if row["seed"] != st.CALIBRATED]
    said = ", ".join(f"{row['run']}: {row['escaping_share']:.2f}" for row in rows)
    return [
        compare.entry(
            demands,
            "lineages",
            st.of_all(
                min((row["lineages"] for row in independent), default=None), rows, scale, "R2"
            ),
            scale,
            note=each(rows, "lineages"),
        ),
        st.entry_if_run(
            demands,
            "lineages_mass",
            st.of_all(least(fragments(independent), "fragments"), rows, scale, "R2"),
            scale,
            note=each(fragments(rows), "fragments") if fragments(rows) else "",
        ),
        compare.entry(
            demands,
            "aggregates_number",
            st.of_all(least(independent, "several_number"), rows, scale, "R2"),
            scale,
            note=each(rows, "several_number"),
        ),
        compare.entry(
            demands,
            "aggregates",
            st.of_all(least(independent, "several_mass"), rows, scale, "R2"),
            scale,
            note=each(rows, "several_mass"),
        ),
        spins_and_shapes(tables, independent, demands, scale),
        compare.mean_entry(
            demands,
            "remnant",
            [row["remnant_share"] for row in independent],
            scale,
            note=each(rows, "remnant_share") + f" Escaping at the end: {said}.",
        ),
        compare.entry(
            demands,
            "reaccumulation_momentum",
            st.of_all(
                max((row["momentum_error"] for row in rows), default=None), rows, scale, "R2"
            ),
            scale,
            note=each(rows, "momentum_error"),
        ),
        compare.entry(
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


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
