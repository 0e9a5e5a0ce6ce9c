"""L6, Figs. 14, 16, 17: semi-axes, energy, pressure, solid fraction and coordination of a pile that is spun up in steps."""
import re
from pathlib import Path

import numpy as np

from analysis import accretion as acc
from analysis import figure, files, scatter, study, verdict

NAME = re.compile(r"spin-(\d+)-f([\d.]+)-s(\d+)")
PAPER_COUNT = 3375  # forces and lengths of smaller piles are scaled by the root of third degree of the number of spheres: the same Bond number, the same shape
SHOWN = ("semi_axis_a", "semi_axis_b", "semi_axis_c", "kinetic", "coordination", "touching", "solid_fraction_ellipsoid", "pressure_ellipsoid", "mass", "spin")


def collect(given, _):
    rows, series = [], []
    for track, divergence in zip(given.tracks, given.divergences):
        count, force, seed = NAME.match(Path(track).parent.name).groups()
        key = {"run": Path(track).parent.name, "count": int(count), "force": float(force), "seed": int(seed),
               "bond": round(float(force) * (PAPER_COUNT / int(count)) ** (1 / 3), 2)}
        s = files.series(track)
        rows.append({**key, **times_of(divergence), **numbers(s)})
        if seed == "1":
            series += thinned(key, s)
    return {"data": rows, "series": series}


def times_of(path):
    """(divergence.json) => minutes until the axes differ by the length, of all and of the largest group; None if never"""
    found = {row["group"]: row for row in files.tables(path)["axes"]}
    times = {group: row["time"] / acc.MINUTE if row["reached"] else None for group, row in found.items()}
    return {"difference": found["all"]["difference"], "divergence_all": times["all"], "divergence": times["largest"]}


def at(s, column, minute):
    return float(np.interp(minute, s["time"] / acc.MINUTE - s["time"][0] / acc.MINUTE, s[column]))


def numbers(s):
    axes = [at(s, "packing/largest/semi_axis_c", t) / at(s, "packing/largest/semi_axis_a", t) for t in (160, 320)]
    return {"c_over_a_160": axes[0], "c_over_a_320": axes[1],
            "pressure_800": ratio_at_end(s, "largest"), "pressure_all_800": ratio_at_end(s, "all"),
            "coordination_675": at(s, "packing/all/coordination", 675) / s["packing/all/coordination"][0],
            "largest_mass_640": at(s, "packing/largest/mass", 640) / s["packing/all/mass"][0]}


def ratio_at_end(s, group):
    """Pressure about 800 min over that before the first steps of the spin; not over that of the first record, where cohesion has been switched on and nothing has answered."""
    return window(s, f"packing/{group}/pressure_ellipsoid", 780, 820) / window(s, f"packing/{group}/pressure_ellipsoid", 5, 50)


def window(s, column, first, last):
    minutes = (s["time"] - s["time"][0]) / acc.MINUTE
    return float(s[column][(minutes >= first) & (minutes <= last)].mean())


def thinned(key, s):
    minutes = (s["time"] - s["time"][0]) / acc.MINUTE
    rows = []
    for minute in np.arange(0, minutes[-1] + 1e-9, 5):
        k = min(int(np.searchsorted(minutes, minute - 1e-9)), len(minutes) - 1)
        for group in ("all", "largest"):
            rows.append({"run": key["run"], "bond": key["bond"], "group": group, "time": float(minutes[k]),
                         **{name: float(s[f"packing/{group}/{name}"][k]) for name in SHOWN}})
    return rows


def finish(tables, demands, scale):
    rows = tables["data"]
    forces = sorted({row["bond"] for row in rows})
    weak, strong = of(rows, forces[0]), of(rows, forces[-1])
    entries = [divergence(demands, "divergence_weak", weak, scale), divergence(demands, "divergence_strong", strong, scale)]
    entries += [gain(demands, rows, scale), ten(demands, rows, forces, scale)]
    return entries + [
        acc.entry(demands, "pressure_end", max((row["pressure_all_800"] for row in rows), key=abs), scale, note="Each: " + ", ".join(f"{row['bond']:.4g} N {row['pressure_all_800']:.2g}" for row in rows) + "."),
        acc.entry(demands, "pressure_end_largest", max((row["pressure_800"] for row in rows), key=abs), scale),
        acc.entry(demands, "flattening", np.mean([row["c_over_a_320"] for row in weak]), scale),
        acc.entry(demands, "round", np.mean([row["c_over_a_160"] for row in weak]), scale),
        acc.entry(demands, "coordination_cohesion", np.mean([row["coordination_675"] for row in strong]) - np.mean([row["coordination_675"] for row in weak]), scale,
                  note=f"Least: {np.mean([row['coordination_675'] for row in weak]):.2f}, greatest: {np.mean([row['coordination_675'] for row in strong]):.2f}."),
    ], draw(rows, tables["series"])


def of(rows, bond):
    return [row for row in rows if row["bond"] == bond]


def mean_time(rows, column="divergence"):
    times = [row[column] for row in rows]
    return None if any(time is None for time in times) else float(np.mean(times))


def divergence(demands, name, rows, scale):
    everything = mean_time(rows, "divergence_all")
    note = f"Of the largest cluster; of all bodies {'never' if everything is None else f'{everything:.0f} min'}."
    return acc.entry(demands, name, mean_time(rows), scale, note=note)


def gain(demands, rows, scale):
    bonds = sorted({row["bond"] for row in rows})
    groups = [[row["divergence"] for row in of(rows, bond)] for bond in bonds]
    if any(None in group for group in groups):
        return acc.entry(demands, "divergence_gain", None, scale, reason=verdict.CENSORED)
    deviation, freedom = scatter.pooled(groups)
    error = deviation * np.sqrt(1 / len(groups[0]) + 1 / len(groups[-1])) if freedom else np.nan
    return acc.entry(demands, "divergence_gain", np.mean(groups[-1]) - np.mean(groups[0]), scale, sigma=error, freedom=freedom)


def ten(demands, rows, forces, scale):
    middle = [bond for bond in forces if 9 < bond / forces[0] < 11]
    if not middle:
        return acc.entry(demands, "divergence_ten", None, scale, reason=verdict.MISSING)
    weak, more = mean_time(of(rows, forces[0])), mean_time(of(rows, middle[0]))
    known = weak is not None and more is not None
    return acc.entry(demands, "divergence_ten", more / weak - 1 if known else None, scale)


def draw(rows, series):
    plt = figure.plt
    bonds = sorted({row["bond"] for row in series})
    page, axes = plt.subplots(3, len(bonds), figsize=(4 * len(bonds) + 1, 10), sharex=True, sharey="row", squeeze=False)
    for column, bond in zip(axes.T, bonds):
        for group, style in (("largest", "-"), ("all", ":")):
            line = [row for row in series if row["bond"] == bond and row["group"] == group]
            time = [row["time"] for row in line]
            for name, colour in (("a", figure.BLUE), ("b", figure.GREEN), ("c", figure.VERMILION)):
                column[0].plot(time, [row[f"semi_axis_{name}"] for row in line], style, color=colour, label=f"{name}, {group}")
            column[1].plot(time, [row["pressure_ellipsoid"] for row in line], style, color=figure.BLUE, label=f"pressure [Pa], {group}")
            column[1].plot(time, [max(row["kinetic"], 1) / 1e6 for row in line], style, color=figure.ORANGE, label=f"kinetic energy [MJ], {group}")
            column[2].plot(time, [row["coordination"] for row in line], style, color=figure.BLUE, label=f"coordination, {group}")
            column[2].plot(time, [10 * row["solid_fraction_ellipsoid"] for row in line], style, color=figure.GREEN, label=f"10 x solid fraction, {group}")
        here = [row for row in rows if row["bond"] == bond]
        for row in here:
            if row["divergence"] is not None:
                column[0].axvline(row["divergence"], color=figure.GREY, linewidth=1)
        column[0].set(title=f"f0 = {bond:.4g} N" + (f" (here {here[0]['force']:.3g} N)" if abs(bond / here[0]["force"] - 1) > 0.01 else ""))
        column[2].set(xlabel="time [min]")
    largest = max(row["semi_axis_a"] for row in series if row["time"] == 0)
    axes[0][0].set(ylabel="semi-axes [m]", ylim=(0, 4 * largest))
    axes[1][0].set_yscale("symlog", linthresh=1e-2)  # cohesion pulls: below 0
    axes[1][0].set_ylabel("pressure, energy")
    axes[2][0].set(ylabel="coordination, solid fraction", ylim=(0, None))
    for row in axes:
        row[0].legend(fontsize=7)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
