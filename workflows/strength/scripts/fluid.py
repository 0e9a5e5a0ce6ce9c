"""R5: rotating cohesionless bodies, compared with fluid figures; R5-seeds: other seeds."""
import numpy as np

from analysis import compare, failures, limits, study, uncertainty, verdict, workflow
import fluid_figures
from fluid_remnants import mainly_whole, same_start
from fluid_notes import distances, ends_of, escaped, pieces_of, sentences, told, ways_of
from fluid_plot import draw
import strength as st

TABLES = ["data", "curves"]
LOSES = 0.05  # least escaping share of the mass in a violent run
RESHAPES = 0.05  # least change of c / a or b / a of a reshaped body


def of_run(start, run, ball):
    (_, before), (path, _, table, after, _) = start, run
    radius = st.bodies(path)["radius"][0]
    begun, ended = st.turning(before), st.turning(after)
    first, last = begun["axes"], ended["axes"]
    end = st.satellites(table)[-1]
    return {
        "run": st.name_of(path),
        "kind": st.name_of(path).split("-")[0],
        "momentum_before": st.scaled_momentum(begun, radius, ball),
        "momentum": st.scaled_momentum(ended, radius, ball),
        "short_before": first[2] / first[0],
        "middle_before": first[1] / first[0],
        "short": last[2] / last[0],
        "middle": last[1] / last[0],
        "lost": 1 - end["remnant_share"],
        "orbiting": end["orbiting_share"],
        "returning": end["returning_share"],
    }


def collect(given, params):
    ball = limits.Ball(limits.unit_ball())
    rows = [
        of_run(*both, ball)
        for both in failures.succeeded(
            st.by_run(given.starts, params.start_files), st.by_run(given.runs, params.files)
        )
    ]
    figures = fluid_figures.fluid_columns([row["momentum"] for row in rows])
    return {
        "data": [{**row, **columns} for row, columns in zip(rows, figures)],
        "curves": fluid_figures.curves(0.01),
    }


def reshaped(row):
    return (
        max(abs(row["short"] - row["short_before"]), abs(row["middle"] - row["middle_before"]))
        >= RESHAPES
    )


def lossy(rows):
    """=> rows of the starts from which more than LOSES of the mass escapes, mean over the seeds"""
    return [
        row
        for group in same_start(rows)
        for row in group
        if np.mean([escaped(one) for one in group]) > LOSES
    ]


def greatest_distance(rows):
    """(rows of violent runs) => mean, standard error and degrees of freedom of the difference of
    c / a from a fluid figure, of the start whose mean is greatest; None without rows"""
    means = [
        uncertainty.mean([fluid_figures.flattening_of(row) for row in group])
        for group in same_start(rows)
    ]
    return max(means, default=(None, np.nan, 0))


def finish(tables, demands, scale):
    rows = tables["data"]
    remnants = mainly_whole(rows)
    violent, changed = lossy(remnants), [row for row in remnants if reshaped(row)]
    distance, error, freedom = greatest_distance(violent)
    pairs = [distances(row) for row in changed]
    small = [row for row in rows if row not in remnants]
    whole = not workflow.lacks("strength", scale, rows, "R5")

    def reason(found):
        # censored: no violent run, or no reshaped body
        return verdict.MISSING if not whole else "" if found else verdict.CENSORED

    return [
        compare.entry(
            demands,
            "fluid_distance",
            distance if whole else None,
            scale,
            reason=reason(violent),
            sigma=error,
            freedom=freedom,
            note=sentences(ends_of(violent), told("Not counted", ends_of(lossy(small)))),
        ),
        compare.entry(
            demands,
            "fluid_nearer",
            np.mean([last < first for first, last in pairs]) if pairs and whole else None,
            scale,
            reason=reason(pairs),
            note=sentences(
                told("In (b / a, c / a)", ways_of(changed)),
                told("Not counted", ways_of([row for row in small if reshaped(row)])),
            ),
        ),
        compare.entry(
            demands,
            "fluid_orbiting",
            st.of_all(max((row["orbiting"] for row in remnants), default=None), rows, scale, "R5"),
            scale,
            note=sentences(
                "Largest bound share on orbits that return to the remnant: "
                f"{max((row['returning'] for row in remnants), default=0):.3g}",
                told("Not counted", pieces_of(small, scale)),
            ),
        ),
    ], draw(rows, tables["curves"])


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
