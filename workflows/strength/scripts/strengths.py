"""R3, Fig. 3: bodies that rotate faster than the cohesionless limit, with three kinds of strength;
R3b: cohesionless bodies for a longer time, and bonds to the nearest with half the step."""
from analysis import compare, failures, study, verdict
from cohesionless import cohesionless
import strength as st
from strength_notes import (
    all_of,
    counts,
    freed,
    greatest,
    in_pieces,
    lost_by,
    of,
    of_kind,
    with_clump,
    without_strain,
)
from strength_runs import history, of_run
from strengths_plot import draw


PICTURED = ["demo"]  # the loss of rigid bodies depends on the number of spheres


def collect(given, params):
    found = failures.succeeded(
        st.by_run(given.starts, params.start_files), st.by_run(given.runs, params.files)
    )
    return {
        "data": [of_run(*both) for both in found],
        "series": [row for _, (_, _, table, *_) in found for row in history(table)],
    }


def finish(tables, demands, scale):
    rows = tables["data"]
    found = [
        *cohesionless(tables, demands, scale),
        *rigid(rows, demands, scale),
        *elastic(rows, demands, scale),
        compare.entry(
            demands,
            "strength_momentum",
            st.of_all(greatest(rows, "momentum_error"), rows, scale, "R3"),
            scale,
        ),
    ]
    return found, draw(tables)


def rigid(rows, demands, scale):
    """=> entries of rigid bodies with three rates of rotation"""
    whole, layer, shell = (of(rows, kind) for kind in ("rigid", "thirteen", "shell"))
    return [
        compare.entry(
            demands, "rigid_lost", of_kind("rigid", greatest(whole, "lost"), rows, scale), scale
        ),
        compare.entry(
            demands,
            "rigid_strain",
            of_kind("rigid", greatest(whole, "strain"), rows, scale),
            scale,
            note=without_strain(whole),
        ),
        compare.mean_entry(
            demands, "layer_lost", lost_by(layer), scale, note=f"Each: {all_of(layer, 'lost')}."
        ),
        compare.entry(
            demands, "layer_escapes", of_kind("thirteen", freed(layer), rows, scale), scale
        ),
        compare.mean_entry(
            demands,
            "shell_lost",
            lost_by(shell),
            scale,
            reason=verdict.VARIANT,
            note=f"Each: {all_of(shell, 'lost')}.",
        ),
        compare.variant_entry(
            demands, "shell_escapes", of_kind("shell", freed(shell), rows, scale), scale
        ),
    ]


def elastic(rows, demands, scale):
    """=> entries of bodies with elastic bonds, to all neighbours or to the nearest"""
    bonded, nearest, finer = (of(rows, kind) for kind in ("elastic", "nearest", "finer"))
    return [
        compare.entry(
            demands,
            "elastic_clump",
            of_kind("elastic", with_clump(bonded), rows, scale),
            scale,
            note=f"Spheres, each: {counts(bonded, 'clump')}; cohesionless: "
            f"{counts(of(rows, 'cohesionless'), 'clump')}.",
        ),
        compare.variant_entry(
            demands,
            "elastic_pieces",
            of_kind("elastic", in_pieces(bonded), rows, scale),
            scale,
            note=f"Pieces, each: {counts(bonded, 'pieces')}; spheres of the second: "
            f"{counts(bonded, 'second_piece')}.",
        ),
        compare.entry(
            demands,
            "nearest_clump",
            of_kind("nearest", with_clump(nearest), rows, scale),
            scale,
            note=f"Spheres, each: {counts(nearest, 'clump')}.",
        ),
        energy_entry(compare.entry, demands, "nearest", nearest, rows, scale),
        compare.variant_entry(
            demands,
            "finer_clump",
            of_kind("finer", with_clump(finer), rows, scale),
            scale,
            note=f"Spheres, each: {counts(finer, 'clump')}; share of the largest satellite at the "
            f"end, each: {all_of(finer, 'satellite')}.",
        ),
        energy_entry(compare.variant_entry, demands, "finer", finer, rows, scale),
        compare.entry(
            demands,
            "elastic_binary",
            of_kind("elastic", greatest(bonded, "satellite"), rows, scale),
            scale,
            note=f"Share of the largest satellite at the end, each: {all_of(bonded, 'satellite')}; "
            f"nearest bonds: {all_of(nearest, 'satellite')}.",
        ),
    ]


def energy_entry(make, demands, kind, chosen, rows, scale):
    """=> the entry of the largest energy error of one kind of body, by the function `make`"""
    return make(
        demands,
        f"{kind}_energy",
        of_kind(kind, greatest(chosen, "energy_error"), rows, scale),
        scale,
        note=f"Each: {all_of(chosen, 'energy_error')}.",
    )


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
