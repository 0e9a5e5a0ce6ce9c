"""R1, Fig. 1: three cubes bounce and come to rest with faces in contact; R1b: with half the
step."""
import numpy as np

from analysis import compare, failures, limits, rubble, study
from cube_contacts import direction, faces, flat, normal_speed, tilt, touching
from cubes_plot import draw
import strength as st


def of_run(path, track, gravity, ball):
    pile = st.bodies(path)
    rows = [np.flatnonzero(pile["grain"] == g) for g in range(pile["grain"].max() + 1)]
    axes = [faces(pile["position"][r]) for r in rows]
    pairs = [(a, b, touching(pile, rows[a], rows[b])) for a in range(len(rows)) for b in range(a)]
    pairs = [(a, b, found) for a, b, found in pairs if found]
    angles = [tilt(axes[a], axes[b], direction(pile, found)) for a, b, found in pairs]
    speeds = [normal_speed(pile, i, j) for *_, found in pairs for i, j in found]
    step = float(rubble.open(path).settings_of("rubble-evolve")["step"]["dt"])
    mass = pile["mass"][rows[0]].sum()
    pull = rubble.rows.table(gravity)[0]
    # from the contact of two cubes, whose centres are ten radii of a sphere apart
    escape = ball.escape_speed(2 * mass, 10 * pile["radius"][0])
    series = rubble.open(track).records
    return {
        "run": st.name_of(path),
        "seed": st.seed_of(st.name_of(path)),
        "cubes": len(rows),
        "pairs": len(pairs),
        "flat": sum(flat(pile, found) for *_, found in pairs),
        "contacts": len(speeds),
        "tilt": max(angles, default=None),
        "speed": max(speeds, default=None),
        "escape": float(escape),
        "kick": 3 * step * pull["acceleration_max"],
        "impact_heat": float(heat(series)[-1]),
        "energy_error": float(series["error/energy"].max()),
        "momentum_change": st.momentum_change(track),
        "accounting_error": float(series["error/angular_momentum"].max()),
        "overlap": float(series["worst_overlap"].max()),
    }


def heat(series):
    """(time series of a track) => heat of impacts and of contacts at rest [J]. Older tracks have no
    separate column for contacts at rest and count them as impacts."""
    return series["dissipated/impact"] + series.get("dissipated/resting", 0)


def history(track):
    series = rubble.open(track).records
    return [
        {"run": st.name_of(track), "time": float(t), "heat": float(lost), "contacts": int(contacts)}
        for t, lost, contacts in zip(series["time"], heat(series), series["contacts"])
    ]


def collect(given, params):
    ball = limits.Ball(limits.unit_ball())
    runs = failures.succeeded(st.by_run(given.runs, params.files))
    return {
        "data": [of_run(pile, track, gravity, ball) for pile, track, *_, gravity in runs],
        "series": [
            row
            for _, track, *_ in runs
            if st.name_of(track).startswith("cubes")
            for row in history(track)
        ],
    }


def finish(tables, demands, scale):
    rows = [row for row in tables["data"] if row["run"].startswith("cubes")]
    halved = [row for row in tables["data"] if row["run"].startswith("halved")]
    if not rows:
        return [
            compare.entry(demands, name, None, scale)
            for name in demands
            if name.startswith(("cubes_", "halved_"))
        ], None
    # Cubes that touch nothing have no angle; the note of cubes_touch counts the pairs of each run.
    angles = [row["tilt"] for row in rows if row["tilt"] is not None]

    def of_all_runs(name, value, **more):
        return compare.entry(demands, name, st.of_all(value, rows, scale, "R1"), scale, **more)

    speeds = [row["speed"] / row["escape"] for row in rows if row["speed"] is not None]
    return [
        of_all_runs(
            "cubes_touch",
            sum(row["pairs"] >= 2 for row in rows) / len(rows),
            note=", ".join(f"{row['pairs']} pairs, {row['contacts']} contacts" for row in rows)
            + ".",
        ),
        of_all_runs("cubes_flat", number_flat(rows), note=flat_pairs(rows)),
        of_all_runs(
            "cubes_tilt",
            max(angles, default=np.nan),
            note=f"Each: {', '.join(f'{angle:.2g}' for angle in angles)}."
            if angles
            else "No cubes touch.",
        ),
        of_all_runs("cubes_speed", max(speeds, default=np.nan), note=floor(rows)),
        of_all_runs("cubes_momentum", max(row["momentum_change"] for row in rows)),
        of_all_runs("cubes_books", max(row["accounting_error"] for row in rows)),
        of_all_runs("cubes_energy", max(row["energy_error"] for row in rows)),
        of_all_runs("cubes_overlap", max(row["overlap"] for row in rows)),
        compare.variant_entry(
            demands,
            "halved_energy",
            st.of_all(
                max((row["energy_error"] for row in halved), default=None), halved, scale, "R1b"
            ),
            scale,
            note=f"Each: {errors(halved)}; with the step of R1: {errors(rows)}.",
        ),
        compare.variant_entry(
            demands,
            "halved_flat",
            st.of_all(number_flat(halved), halved, scale, "R1b"),
            scale,
            note=flat_pairs(halved),
        ),
    ], draw(rows, tables["series"])


def number_flat(rows):
    """=> number of runs in which all touching pairs have flat contacts; None without runs"""
    return sum(row["flat"] == row["pairs"] > 0 for row in rows) if rows else None


def flat_pairs(rows):
    pairs = ", ".join(f"{row['flat']} of {row['pairs']}" for row in rows)
    return f"Touching pairs with flat faces, each run: {pairs}." if rows else ""


def floor(rows):
    """=> note with the speed below which impacts lose no energy"""
    return f"This speed / escape speed: {max(row['kick'] / row['escape'] for row in rows):.3g}."


def errors(rows):
    return ", ".join(f"{row['energy_error']:.3g}" for row in rows)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
