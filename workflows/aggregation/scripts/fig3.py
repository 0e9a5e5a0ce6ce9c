"""F0, F1, Figs. 3, 4: the orbital angular momentum of all bodies against time, and the rotation of
the aggregates."""
import numpy as np

from analysis import rubble, study
import aggregation as agg
from momentum_plot import CASES, draw
import outcomes


def collect(given, _):
    rows, series = [], []
    for run in outcomes.by_run(given.runs):
        row = outcomes.outcome(run)
        row["case"] = next(
            (
                case
                for case, values in CASES.items()
                if values == tuple(row[name] for name in agg.GREATEST)
            ),
            None,
        )
        rows.append(row)
        if row["seed"] == 1:
            series += profile(run["track.h5"], row)
    return {"data": rows, "series": series}


def profile(track, row):
    s = rubble.open(track).records
    return [
        {
            "run": row["run"],
            "kind": row["kind"],
            "case": row["case"],
            "time": float(time / agg.HOUR),
            "norm": float(np.linalg.norm(h)),
            **{axis: float(component) for axis, component in zip("xyz", h)},
        }
        for time, h in zip(s["time"], s["angular_momentum/orbital"])
    ]


def of(rows, case, kind="ccp"):
    return agg.of(rows, kind, case=case)


def over(part, whole):
    """=> part / whole; None if whole is 0, as for clouds at rest"""
    return part / whole if whole else None


def as_ball(row):
    """=> period [h] of a uniform ball with the mass and volume of the aggregate and all angular
    momentum"""
    return 2 * np.pi * 0.4 * row["mass"] * row["radius"] ** 2 / row["total"] / agg.HOUR


def in_frame(rows, coulomb):
    """(rows of the frame, those by Coulomb's law) => note with the periods that balls with all
    angular momentum have, and with those by Coulomb's law"""
    if not rows or not coulomb:
        return ""
    balls = ", ".join(f"{as_ball(row):.2f}" for row in rows)
    return (
        f" Balls with all angular momentum: {balls}. Coulomb's law: {agg.said(coulomb, 'period')}."
    )


def finish(tables, demands, scale):
    rows = [
        {
            **row,
            "converted": over(row["momentum"], row["total"]),
            "kept": over(row["orbital_end"], row["orbital_start"]),
            "initial": over(row["total"], row["orbital_start"]),
        }
        for row in tables["data"]
    ]
    rest, frame, both = of(rows, "at rest"), of(rows, "frame"), of(rows, "both")
    entries = [
        agg.mean_entry(demands, "n_aggregate", rest, "bodies", scale),
        agg.entry(
            demands,
            "first_contact",
            agg.of_all(agg.mean_of(rest, "first_contact")[0], rows, scale, "F0"),
            scale,
            note=f"Each cloud: {agg.said(rest, 'first_contact')}. A hundredth of the heat is "
            f"dissipated by {agg.mean_of(rest, 'hundredth')[0]:.1f} h.",
        ),
        agg.mean_entry(demands, "half_heat", rest, "half_heat", scale),
        agg.mean_entry(demands, "heat_5_10", rest, "heat_5_10", scale),
        agg.entry(
            demands,
            "thrown_out",
            agg.of_all(
                np.mean([row["bodies"] < row["count"] for row in rest]) if rest else None,
                rows,
                scale,
                "F0",
            ),
            scale,
        ),
        agg.entry(
            demands,
            "period_rest",
            agg.of_all(np.median(agg.column(rest, "period")) if rest else None, rows, scale, "F0"),
            scale,
        ),
        agg.mean_entry(
            demands,
            "period_frame",
            frame,
            "period",
            scale,
            note=in_frame(frame, of(rows, "frame", "coulomb")),
        ),
        agg.mean_entry(
            demands,
            "converted",
            frame,
            "converted",
            scale,
            note=f" Share of the mass in it, each cloud: {agg.said(frame, 'share')}.",
        ),
        agg.mean_entry(demands, "orbital_frame", frame, "kept", scale),
    ]
    for kind in ("ccp", "coulomb"):
        entries.append(
            agg.mean_entry(
                demands, f"period_spins_{kind}", of(rows, "spins", kind), "period", scale
            )
        )
    return entries + [
        agg.mean_entry(
            demands,
            "kept_both",
            both,
            "kept",
            scale,
            note=f" Total / orbital part at the start, each cloud: {agg.said(both, 'initial')}.",
        ),
        agg.mean_entry(demands, "period_both", both, "period", scale),
    ], draw(tables["series"])


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
