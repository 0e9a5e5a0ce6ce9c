"""R2, Fig. 2: how the largest remnant grows, of what it is made, and what else is left."""
import numpy as np

from analysis import figure, files, study
from analysis import strength as st


def aggregates(path):
    """(pile.h5) => number of spheres and mass of each aggregate, and of each free sphere (1)"""
    pile = st.bodies(path)
    number, mass = [], []
    for grain in range(pile["grain"].max() + 1):
        rows = pile["grain"] == grain
        number.append(int(rows.sum()))
        mass.append(float(pile["mass"][rows].sum()))
    free = pile["grain"] < 0
    return number + [1] * int(free.sum()), mass + list(map(float, pile["mass"][free]))


def of_run(path, track, table, _spins):
    number, mass = map(np.array, aggregates(path))
    total = mass.sum()
    ends = st.satellites(table)
    series = files.series(track)
    return {"run": st.name_of(path), "seed": st.seed_of(st.name_of(path)), "spheres": int(number.sum()), "days": ends[-1]["time"] / 86400, "remnant_share": ends[-1]["remnant_share"],
            "remnant_rigid": float(mass.max() / total), "lineages": int(ends[-1]["remnant_lineages"]), "fallen_back": ends[-1]["fallen_back_share"],
            "bound_share": ends[-1]["orbiting_share"] + ends[-1]["returning_share"], "escaping_share": ends[-1]["escaping_share"], "satellites": int(ends[-1]["orbiting_clusters"]),
            "aggregates": int((number > 1).sum()), "alone": float(mass[number == 1].sum() / total), "aggregated_rest": rest_in_aggregates(number, mass),
            "momentum_error": float(series["error/angular_momentum"].max()), "energy_error": float(series["error/energy"].max()), "overlap": float(series["worst_overlap"].max())}


def rest_in_aggregates(number, mass):
    """=> of the mass beside the largest remnant, the share that is in aggregates"""
    rest = np.arange(len(mass)) != mass.argmax()
    return float(mass[rest & (number > 1)].sum() / mass[rest].sum()) if mass[rest].sum() > 0 else 0.0


def growth(table):
    return [{"run": st.name_of(table), **{name: row[name] for name in ("time", "remnant_share", "fallen_back_share", "escaping_share", "remnant_lineages")}} for row in st.satellites(table)]


def sizes(path):
    number, _ = aggregates(path)
    return [{"run": st.name_of(path), "spheres": int(n), "aggregates": int((np.array(number) >= n).sum())} for n in sorted(set(number))]


def collect(given, params):
    runs = st.by_run(given.runs, params.files)
    return {"data": [of_run(*run) for run in runs], "growth": [row for _, _, table, _ in runs for row in growth(table)], "sizes": [row for pile, *_ in runs for row in sizes(pile)]}


def finish(tables, demands, scale):
    rows = tables["data"]
    return [
        st.entry(demands, "lineages", min(row["lineages"] for row in rows), scale, note=", ".join(f"{row['run']}: {row['lineages']}" for row in rows) + "."),
        st.entry(demands, "aggregates", min(row["aggregated_rest"] for row in rows), scale),
        st.mean_entry(demands, "remnant", [row["remnant_share"] for row in rows], scale, note=", ".join(f"{row['run']}: {row['remnant_share']:.3f}" for row in rows) + "."),
        st.entry(demands, "reaccumulation_momentum", max(row["momentum_error"] for row in rows), scale),
    ], draw(tables)


def draw(tables):
    page, axes = figure.plt.subplots(1, 3, figsize=(15, 4.3))
    for row, colour in zip(tables["data"], 2 * figure.COLOURS):
        here = [g for g in tables["growth"] if g["run"] == row["run"]]
        days = [g["time"] / 86400 for g in here]
        axes[0].plot(days, [g["remnant_share"] for g in here], color=colour, label=f"{row['spheres']} spheres, seed {row['seed']}")
        axes[0].plot(days, [g["fallen_back_share"] for g in here], ":", color=colour)
        axes[1].plot(days, [g["remnant_lineages"] for g in here], color=colour)
        here = [s for s in tables["sizes"] if s["run"] == row["run"]]
        axes[2].loglog([s["spheres"] for s in here], [s["aggregates"] for s in here], "o-", markersize=3, color=colour)
    axes[0].set(xlabel="time [d]", ylabel="share of the mass", ylim=(0, None))
    axes[0].legend(title="largest remnant; dotted: fell back onto it", fontsize=8)
    axes[1].set(xlabel="time [d]", ylabel="lineages of 1 % of the remnant or more")
    axes[2].set(xlabel="spheres", ylabel="aggregates of as many or more, at the end")
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
