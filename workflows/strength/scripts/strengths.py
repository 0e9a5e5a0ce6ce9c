"""R3, Fig. 3: bodies that rotate faster than the cohesionless limit, with three kinds of strength;
R3b: cohesionless bodies for a longer time, and bonds to the nearest with half the step; R3-twice:
elastic bodies at twice the limit."""
from analysis import compare, failures, study, verdict
from cohesionless import cohesionless
from elastic_bodies import elastic
import strength as st
from strength_notes import all_of, freed, greatest, lost_by, of, of_kind, without_strain
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


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
