"""R4: survival of rigid bodies with random shape, size, strength and rotation, and orbits of the
mass that is lost; R4-exact: with gravity summed over all pairs."""
import numpy as np

from analysis import compare, failures, study
from initial_stress import exceptions, predicted
import strength as st
from survey_plot import draw, whole


def of_run(start, run):
    (first_pile, before, bonds), (path, _, table, *_) = start, run
    begun = st.bodies(first_pile)
    strength = st.strength_of(path)
    tensile, shear = st.greatest_stress(bonds, strength)
    axes = st.turning(before)["axes"]
    end = st.satellites(table)[-1]
    pile = st.bodies(path)
    grains = (
        np.bincount(pile["grain"][pile["grain"] >= 0])
        if (pile["grain"] >= 0).any()
        else np.array([0])
    )
    rate = float(np.linalg.norm(begun["spin"][0]))
    return {
        "run": st.name_of(path),
        "spheres": len(begun["mass"]),
        "radius": float(np.cbrt((begun["radius"] ** 3).sum() / st.FILLING)),
        "short": axes[2] / axes[0],
        "middle": axes[1] / axes[0],
        "strength": strength["tensile_strength"],
        "rate": rate,
        "periods": end["time"] * rate / (2 * np.pi),
        "tensile": tensile,
        "shear": shear,
        "glued": int(grains.max()),
        "lost": 1 - end["remnant_share"],
        "orbiting": end["orbiting_share"],
        "returning": end["returning_share"],
        "escaping": end["escaping_share"],
        "largest": end["largest_orbiting_share"],
    }


def collect(given, params):
    return {
        "data": [
            of_run(*both)
            for both in failures.succeeded(
                st.by_run(given.starts, params.start_files), st.by_run(given.runs, params.files)
            )
        ]
    }


LAYER = 0.3  # largest share of the mass in a surface layer


def bound(row):
    """=> share of the mass that is outside of the remnant and bound to it, on any orbit"""
    return row["orbiting"] + row["returning"]


def with_loose_spheres(row):
    """=> true if spheres that left their aggregate stay with the remnant"""
    return row["spheres"] - round(row["lost"] * row["spheres"]) > row["glued"]


def finish(tables, demands, scale):
    rows, giants, exact = (
        [row for row in tables["data"] if row["run"].startswith(kind)]
        for kind in ("survey", "giant", "exact")
    )
    agree = [predicted(row) for row in rows]
    broken = [row for row in rows if not whole(row)]
    moons = [row for row in rows if bound(row) > 0.01]
    freed = [row["escaping"] / row["lost"] for row in broken if row["lost"] > 0]
    lost = [row["lost"] for row in broken]
    large = [row for row in giants if bound(row) > 0.01]
    return [
        compare.entry(
            demands,
            "survey_satellites",
            st.of_all(len(moons) / len(rows) if rows else None, rows, scale, "R4"),
            scale,
            note=f"{len(moons)} of {len(rows)} runs; {len(broken)} lose mass. "
            + "; ".join(said(row) for row in moons[:5]),
        ),
        compare.entry(
            demands,
            "survey_criterion",
            st.of_all(float(np.mean(agree)) if agree else None, rows, scale, "R4"),
            scale,
            note=f"{sum(map(whole, rows))} survive. Predicted are {sum(map(predicted, rows))} of "
            f"{len(rows)} runs. {exceptions(rows + exact)}",
        ),
        compare.entry(
            demands,
            "survey_layer",
            st.of_all(float(np.median(lost)) if lost else None, rows, scale, "R4"),
            scale,
            note=f"{min(lost):.2g} to {max(lost):.3g}; {sum(share <= LAYER for share in lost)} of "
            f"{len(lost)} lose {LAYER} or less."
            if lost
            else "",
        ),
        st.entry_if_run(
            demands,
            "survey_giants",
            st.of_all(len(large) / len(giants) if giants else None, giants, scale, "R4b"),
            scale,
            note=f"{len(large)} of {len(giants)} runs; {sum(not whole(row) for row in giants)} "
            "lose mass. " + "; ".join(said(row) for row in large[:5]),
        ),
        compare.entry(
            demands,
            "survey_escapes",
            st.of_all(min(freed, default=None), rows, scale, "R4"),
            scale,
            note=f"In {sum(map(with_loose_spheres, broken))} runs spheres that left their "
            "aggregate stay with the remnant.",
        ),
    ], draw(rows + giants)


def said(row):
    return (
        f"{row['run']}: R = {row['radius'] / 1000:.2g} km, k = {row['strength']:.3g}, "
        f"{100 * row['orbiting']:.1f} % in orbit, {100 * row['returning']:.1f} % coming back, "
        f"the largest {100 * row['largest']:.2g} %"
    )


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
