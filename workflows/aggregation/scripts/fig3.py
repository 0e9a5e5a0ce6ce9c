"""F0, F1, Figs. 3, 4: the orbital angular momentum of all bodies against time, and the spin of what becomes of them."""
import numpy as np

from analysis import aggregation as agg
from analysis import figure, files, study

CASES = {"at rest": (0, 0, 0), "frame": (0, 0, 1.5e-5), "spins": (0, 4e-3, 0), "both": (0, 7e-3, 1.5e-5)}  # speed, spin, frame
TITLES = {"at rest": "3a: at rest", "frame": "3b: frame 1.5e-5 rad/s", "spins": "4a: spins 4e-3 rad/s", "both": "4b: 7e-3 and 1.5e-5 rad/s"}


def collect(given, _):
    rows, series = [], []
    for run in agg.by_run(given.runs):
        row = agg.outcome(run)
        row["case"] = next((case for case, values in CASES.items() if values == tuple(row[name] for name in agg.GREATEST)), None)
        rows.append(row)
        if row["seed"] == 1:
            series += profile(run["track.h5"], row)
    return {"data": rows, "series": series}


def profile(track, row):
    s = files.series(track)
    return [{"run": row["run"], "kind": row["kind"], "case": row["case"], "time": float(time / agg.HOUR), "norm": float(np.linalg.norm(h)),
             **{axis: float(component) for axis, component in zip("xyz", h)}} for time, h in zip(s["time"], s["angular_momentum/orbital"])]


def of(rows, case, kind="ccp"):
    return agg.of(rows, kind, case=case)


def finish(tables, demands, scale):
    rows = tables["data"]
    rest, frame, both = of(rows, "at rest"), of(rows, "frame"), of(rows, "both")
    entries = [
        agg.entry(demands, "n_aggregate", np.mean(agg.column(rest, "bodies")), scale, note=f"Each cloud: {agg.said(rest, 'bodies')}."),
        agg.entry(demands, "first_contact", min(agg.column(rest, "first_contact")), scale,
                  note="Two bodies that lie side by side by chance; a hundredth of the heat has come by " + f"{np.mean(agg.column(rest, 'hundredth')):.1f} h."),
        agg.entry(demands, "half_heat", np.mean(agg.column(rest, "half_heat")), scale),
        agg.entry(demands, "heat_5_10", np.mean(agg.column(rest, "heat_5_10")), scale),
        agg.entry(demands, "slow_rotators", np.mean(agg.column(rest, "period") > 50), scale, note=f"Periods [h]: {agg.said(rest, 'period')}."),
        agg.entry(demands, "period_frame", np.mean(agg.column(frame, "period")), scale, note=f"Each cloud: {agg.said(frame, 'period')}."),
        agg.entry(demands, "converted", np.mean([row["momentum"] / row["total"] for row in frame]), scale),
    ]
    for kind in ("ccp", "coulomb"):
        spins = of(rows, "spins", kind)
        if spins:
            entries.append(agg.entry(demands, f"period_spins_{kind}", np.mean(agg.column(spins, "period")), scale, note=f"Each cloud: {agg.said(spins, 'period')}."))
    return entries + [
        agg.entry(demands, "kept_both", np.mean([row["orbital_end"] / row["orbital_start"] for row in both]), scale),
        agg.entry(demands, "period_both", np.mean(agg.column(both, "period")), scale, note=f"Each cloud: {agg.said(both, 'period')}."),
        agg.entry(demands, "momentum_error", max(row["momentum_error"] for row in rows), scale),
    ], draw(tables["series"])


def draw(series):
    page, axes = figure.plt.subplots(1, 4, figsize=(16, 4.2))
    for axis, case in zip(axes, CASES):
        for kind, style in (("ccp", "-"), ("coulomb", ":")):
            line = [row for row in series if row["case"] == case and row["kind"] == kind]
            for name, colour in zip(("norm", "x", "y", "z"), (figure.BLACK, figure.BLUE, figure.GREEN, figure.VERMILION)):
                axis.plot([row["time"] for row in line], [row[name] for row in line], style, color=colour, label=name if kind == "ccp" else None)
        axis.set(xlabel="time [h]", title=TITLES[case])
    axes[0].set(ylabel="orbital angular momentum [kg m$^2$/s]")
    axes[0].legend(title="relaxed cone; dotted: Coulomb")
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
