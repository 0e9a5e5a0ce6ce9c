"""R4: survival of rigid bodies with random shape, size, strength and rotation, and orbits of the
mass that is lost."""
import numpy as np

from analysis import failures, figure, study
from analysis import strength as st


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
        "strength": strength["tensile"],
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


def holds(row):
    """=> true if no bond exceeds its strength at the start"""
    return max(row["tensile"], row["shear"]) <= 1


def bound(row):
    """=> share of the mass that is outside of the remnant and bound to it, on any orbit"""
    return row["orbiting"] + row["returning"]


def whole(row):
    return row["glued"] == row["spheres"]


def with_loose_spheres(row):
    """=> true if spheres that left their aggregate stay with the remnant"""
    return row["spheres"] - round(row["lost"] * row["spheres"]) > row["glued"]


def finish(tables, demands, scale):
    rows, giants = (
        [row for row in tables["data"] if row["run"].startswith("giant") == large]
        for large in (False, True)
    )
    agree = [holds(row) == whole(row) for row in rows]
    broken = [row for row in rows if not whole(row)]
    moons = [row for row in rows if bound(row) > 0.01]
    near = [max(row["tensile"], row["shear"]) for row, same in zip(rows, agree) if not same]
    freed = [row["escaping"] / row["lost"] for row in broken if row["lost"] > 0]
    lost = [row["lost"] for row in broken]
    large = [row for row in giants if bound(row) > 0.01]
    return [
        st.entry(
            demands,
            "survey_satellites",
            st.of_all(len(moons) / len(rows) if rows else None, rows, scale, "R4"),
            scale,
            note=f"{len(moons)} of {len(rows)} runs; {len(broken)} lose mass. "
            + "; ".join(said(row) for row in moons[:5]),
        ),
        st.entry(
            demands,
            "survey_criterion",
            st.of_all(float(np.mean(agree)) if rows else None, rows, scale, "R4"),
            scale,
            note=f"{sum(map(whole, rows))} survive."
            + (
                " Stress over strength of those that differ: "
                f"{', '.join(f'{x:.4g}' for x in near)}."
                if near
                else ""
            ),
        ),
        st.entry(
            demands,
            "survey_layer",
            st.of_all(float(np.median(lost)) if lost else None, rows, scale, "R4"),
            scale,
            note=f"{min(lost):.2g} to {max(lost):.3g}; {sum(share <= LAYER for share in lost)} of "
            f"{len(lost)} lose {LAYER} or less."
            if lost
            else "",
        ),
        st.entry(
            demands,
            "survey_giants",
            st.of_all(len(large) / len(giants) if giants else None, giants, scale, "R4b"),
            scale,
            note=f"{len(large)} of {len(giants)} runs; {sum(not whole(row) for row in giants)} "
            "lose mass. " + "; ".join(said(row) for row in large[:5]),
        ),
        st.entry(
            demands,
            "survey_escapes",
            st.of_all(min(freed, default=None), rows, scale, "R4"),
            scale,
            note=f"In {sum(map(with_loose_spheres, broken))} runs spheres that left their "
            "aggregate stay with the remnant.",
        ),
    ], draw(tables["data"])


def said(row):
    return (
        f"{row['run']}: R = {row['radius'] / 1000:.2g} km, k = {row['strength']:.3g}, "
        f"{100 * row['orbiting']:.1f} % in orbit, {100 * row['returning']:.1f} % coming back, "
        f"the largest {100 * row['largest']:.2g} %"
    )


def draw(rows):
    page, axes = figure.plt.subplots(1, 2, figsize=(12, 4.6))
    for strength, mark in zip(sorted({row["strength"] for row in rows}), "os"):
        here = [row for row in rows if row["strength"] == strength]
        for keep, colour, label in (
            (True, figure.BLUE, "survives"),
            (False, figure.VERMILION, "loses mass"),
        ):
            part = [row for row in here if whole(row) == keep]
            axes[0].loglog(
                [row["radius"] / 1000 for row in part],
                [2 * np.pi / row["rate"] / st.HOUR for row in part],
                mark,
                color=colour,
                markersize=4,
                label=f"{label}, {strength:.3g} Pa m$^{{1/2}}$",
            )
        part = [row for row in here if not whole(row)]
        axes[1].semilogx(
            [max(row["tensile"], row["shear"]) for row in part],
            [row["lost"] for row in part],
            mark,
            color=figure.VERMILION,
            markersize=4,
        )
        axes[1].semilogx(
            [max(row["tensile"], row["shear"]) for row in part],
            [row["orbiting"] for row in part],
            mark,
            color=figure.GREEN,
            markersize=4,
            markerfacecolor="none",
        )
    axes[0].set(xlabel="radius [km]", ylabel="period at the start [h]")
    axes[0].legend(fontsize=8)
    figure.plain_ticks(axes[0].xaxis, figure.STEPS)
    figure.plain_ticks(axes[0].yaxis, figure.STEPS)
    figure.plain_ticks(axes[1].xaxis, [1, 1.5, 2, 3, 4, 6, 10, 20])
    axes[1].set(
        xlabel="greatest stress / strength at the start",
        ylabel="mass lost (red), in orbit (green) / all",
    )
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
