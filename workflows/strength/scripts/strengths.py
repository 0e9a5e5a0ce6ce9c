"""R3, Fig. 3: bodies that rotate faster than the cohesionless limit, with three kinds of strength;
R3b: cohesionless bodies for a longer time, and bonds to the nearest with half the step."""
import numpy as np

from analysis import failures, files, study, uncertainty, verdict
from analysis import strength as st
from workflows.strength.strengths_plot import COLOURS, draw

CLUMP = 10  # least number of spheres of a clump


def of_run(start, run):
    (first_pile, before), (path, track, table, after, _) = start, run
    begun, pile = st.bodies(first_pile), st.bodies(path)
    body = st.turning(after)
    first, last = st.turning(before)["axes"], body["axes"]
    ends = st.satellites(table)
    series, bonded = files.series(track), st.pieces(path)
    return {
        "run": st.name_of(path),
        "kind": st.name_of(path).split("-")[0],
        "seed": st.seed_of(st.name_of(path)),
        "lost": 1 - ends[-1]["remnant_share"],
        "ratio_before": first[2] / first[0],
        "ratio_after": last[2] / last[0],
        "middle_after": last[1] / last[0],
        "orbiting": ends[-1]["orbiting_share"],
        "returning": ends[-1]["returning_share"],
        "escaping": ends[-1]["escaping_share"],
        "clump": lasting(ends),
        "satellite": ends[-1]["largest_orbiting_share"],
        "pieces": sum(count >= CLUMP for count in bonded) if bonded else None,
        "second_piece": max(bonded[1:], default=0) if bonded else None,
        "strain": strain(begun, pile) if body["bodies"] == len(pile["mass"]) else None,
        "fracture": float(series["dissipated/fracture"][-1]),
        "energy_error": float(series["error/energy"].max()),
        "momentum_error": st.momentum_change(track),
    }


def lasting(frames):
    """(rows of rubble-satellites) => number of spheres in the largest lasting cluster apart from
    the remnant: a cluster of this size exists in two consecutive frames"""
    largest = [
        max(row[f"largest_{state}_bodies"] for state in ("orbiting", "returning", "escaping"))
        for row in frames
    ]
    return max((min(pair) for pair in zip(largest, largest[1:])), default=0)


def strain(before, after):
    """(initial body, final body) => largest change of a sphere's distance from the centre of mass,
    relative to the largest distance"""
    radii = [
        np.linalg.norm(
            pile["position"] - np.average(pile["position"], axis=0, weights=pile["mass"]), axis=1
        )
        for pile in (before, after)
    ]
    return float(np.max(np.abs(radii[1] - radii[0])) / radii[0].max())


def history(table):
    return [{"run": st.name_of(table), **row} for row in st.satellites(table)]


def collect(given, params):
    found = failures.succeeded(
        st.by_run(given.starts, params.start_files), st.by_run(given.runs, params.files)
    )
    return {
        "data": [of_run(*both) for both in found],
        "series": [row for _, (_, _, table, *_) in found for row in history(table)],
    }


def late(tables, row, column):
    """(tables, row of a run, column) => mean of the column over the last quarter of the run"""
    here = [frame for frame in tables["series"] if frame["run"] == row["run"]]
    end = here[-1]["time"]
    return float(np.mean([frame[column] for frame in here if frame["time"] >= 0.75 * end]))


def late_shares(tables, rows, state):
    return [late(tables, row, f"{state}_share") for row in rows]


def freed(rows):
    """=> smallest ratio of escaping mass and mass lost from the remnant, over the runs; None if no
    run lost mass"""
    return min((row["escaping"] / row["lost"] for row in rows if row["lost"] > 0), default=None)


def with_clump(rows):
    """=> share of the runs with a clump; None without runs"""
    return float(np.mean([row["clump"] >= CLUMP for row in rows])) if rows else None


def in_pieces(rows):
    """=> share of the runs that end with two or more bonded pieces of CLUMP spheres or more; None
    without runs, or if a run has no record of lasting bonds"""
    return (
        float(np.mean([row["pieces"] > 1 for row in rows]))
        if rows and all(row["pieces"] is not None for row in rows)
        else None
    )


def without_strain(rows):
    """=> note on the bodies that lost spheres: the strain is that of a whole body; empty if there
    are none"""
    runs = [row["run"] for row in rows if row["strain"] is None]
    return (
        f"{len(runs)} of {len(rows)} bodies lost spheres and have no strain: {', '.join(runs)}."
        if runs
        else ""
    )


def of(rows, kind):
    return [row for row in rows if row["kind"] == kind]


def all_of(rows, column):
    return listed(row[column] for row in rows)


def mean_of_added(values, added):
    """(values of bodies, whether each was added after the others were seen) => note with the mean
    of the added bodies alone, which is independent of the decision to add them"""
    some = [value for value, later in zip(values, added) if later]
    if not some:
        return ""
    value, error, _ = uncertainty.mean(some)
    return (
        f" Mean of the {len(some)} bodies added after the others were seen: {value:.3g} +- "
        f"{error:.2g}."
    )


def counts(rows, column):
    return ", ".join("not kept" if row[column] is None else f"{row[column]:.0f}" for row in rows)


def listed(values):
    return ", ".join(f"{value:.3g}" for value in values)


def finish(tables, demands, scale):
    rows = tables["data"]
    loose, rigid, thirteen, shell, elastic, nearest, later, finer = (
        of(rows, kind) for kind in COLOURS
    )
    escaping, orbiting = (late_shares(tables, loose, state) for state in ("escaping", "orbiting"))
    escaping_later, orbiting_later = (
        late_shares(tables, later, state) for state in ("escaping", "orbiting")
    )
    reshaped = [abs(row["ratio_after"] - row["ratio_before"]) for row in loose]
    added = [row["seed"] not in {other["seed"] for other in rigid} for row in loose]
    return [
        st.mean_entry(
            demands,
            "loose_lost",
            escaping,
            scale,
            note=f"Each: {listed(escaping)}; apart from the remnant "
            f"{all_of(loose, 'lost')}.{mean_of_added(escaping, added)}",
        ),
        st.mean_entry(
            demands,
            "loose_shape",
            reshaped,
            scale,
            note="c / a at the end: "
            f"{all_of(loose, 'ratio_after')}.{mean_of_added(reshaped, added)}",
        ),
        st.entry(
            demands,
            "loose_orbiting",
            st.of_all(max(orbiting, default=None), rows, scale, "R3", like="cohesionless-*"),
            scale,
            note=f"Each: {listed(orbiting)}; in the last frame {all_of(loose, 'orbiting')}.",
        ),
        st.mean_entry(
            demands,
            "later_lost",
            escaping_later,
            scale,
            reason=verdict.VARIANT if later else verdict.MISSING,
            note=f"Each: {listed(escaping_later)}; c / a at the end: "
            f"{all_of(later, 'ratio_after')}.",
        ),
        st.variant_entry(
            demands,
            "later_orbiting",
            st.of_all(max(orbiting_later, default=None), rows, scale, "R3b", like="later-*"),
            scale,
            note=f"Each: {listed(orbiting_later)}; spheres of the largest cluster beside the "
            f"remnant: {counts(later, 'clump')}.",
        ),
        st.entry(
            demands,
            "rigid_lost",
            st.of_all(
                max((row["lost"] for row in rigid), default=None), rows, scale, "R3", like="rigid-*"
            ),
            scale,
        ),
        st.entry(
            demands,
            "rigid_strain",
            st.of_all(
                max((row["strain"] for row in rigid if row["strain"] is not None), default=None),
                rows,
                scale,
                "R3",
                like="rigid-*",
            ),
            scale,
            note=without_strain(rigid),
        ),
        st.mean_entry(
            demands,
            "layer_lost",
            [row["lost"] for row in thirteen],
            scale,
            note=f"Each: {all_of(thirteen, 'lost')}.",
        ),
        st.entry(
            demands,
            "layer_escapes",
            st.of_all(freed(thirteen), rows, scale, "R3", like="thirteen-*"),
            scale,
        ),
        st.mean_entry(
            demands,
            "shell_lost",
            [row["lost"] for row in shell],
            scale,
            reason=verdict.VARIANT,
            note=f"Each: {all_of(shell, 'lost')}.",
        ),
        st.variant_entry(
            demands,
            "shell_escapes",
            st.of_all(freed(shell), rows, scale, "R3", like="shell-*"),
            scale,
        ),
        st.entry(
            demands,
            "elastic_clump",
            st.of_all(with_clump(elastic), rows, scale, "R3", like="elastic-*"),
            scale,
            note=f"Spheres, each: {counts(elastic, 'clump')}; cohesionless: "
            f"{counts(loose, 'clump')}.",
        ),
        st.variant_entry(
            demands,
            "elastic_pieces",
            st.of_all(in_pieces(elastic), rows, scale, "R3", like="elastic-*"),
            scale,
            note=f"Pieces, each: {counts(elastic, 'pieces')}; spheres of the second: "
            f"{counts(elastic, 'second_piece')}.",
        ),
        st.entry(
            demands,
            "nearest_clump",
            st.of_all(with_clump(nearest), rows, scale, "R3", like="nearest-*"),
            scale,
            note=f"Spheres, each: {counts(nearest, 'clump')}.",
        ),
        st.entry(
            demands,
            "nearest_energy",
            st.of_all(
                max((row["energy_error"] for row in nearest), default=None),
                rows,
                scale,
                "R3",
                like="nearest-*",
            ),
            scale,
            note=f"Each: {all_of(nearest, 'energy_error')}.",
        ),
        st.variant_entry(
            demands,
            "finer_clump",
            st.of_all(with_clump(finer), rows, scale, "R3b", like="finer-*"),
            scale,
            note=f"Spheres, each: {counts(finer, 'clump')}; share of the largest satellite at the "
            f"end, each: {all_of(finer, 'satellite')}.",
        ),
        st.variant_entry(
            demands,
            "finer_energy",
            st.of_all(
                max((row["energy_error"] for row in finer), default=None),
                rows,
                scale,
                "R3b",
                like="finer-*",
            ),
            scale,
            note=f"Each: {all_of(finer, 'energy_error')}.",
        ),
        st.entry(
            demands,
            "elastic_binary",
            st.of_all(
                max((row["satellite"] for row in elastic), default=None),
                rows,
                scale,
                "R3",
                like="elastic-*",
            ),
            scale,
            note="Share of the largest satellite at the end, each: "
            f"{all_of(elastic, 'satellite')}; nearest bonds: {all_of(nearest, 'satellite')}.",
        ),
        st.entry(
            demands,
            "strength_momentum",
            st.of_all(
                max((row["momentum_error"] for row in rows), default=None), rows, scale, "R3"
            ),
            scale,
        ),
    ], draw(tables)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
