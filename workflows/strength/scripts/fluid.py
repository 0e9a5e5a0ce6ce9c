"""R5: bodies without cohesion that spin, against the figures of fluids."""
import numpy as np

from analysis import figure, study
from analysis import strength as st

LOSES = 0.05  # share of the mass from which on a run counts as violent


def of_run(start, run):
    (_, before), (path, _, table, after) = start, run
    radius = st.bodies(path)["radius"][0]
    begun, ended = st.turning(before), st.turning(after)
    first, last = begun["axes"], ended["axes"]
    end = st.satellites(table)[-1]
    return {"run": st.name_of(path), "kind": st.name_of(path).split("-")[0], "momentum_before": st.scaled_momentum(begun, radius), "momentum": st.scaled_momentum(ended, radius),
            "short_before": first[2] / first[0], "short": last[2] / last[0], "middle": last[1] / last[0], "lost": 1 - end["remnant_share"], "orbiting": end["orbiting_share"]}


def collect(given, params):
    return {"data": [of_run(*both) for both in zip(st.by_run(given.starts, params.start_files), st.by_run(given.runs, params.files))]}


def distance(row):
    """c / a of the remnant less that of the spheroid of its angular momentum; beyond the spheroids' greatest here the flattest"""
    ratio, momentum = st.maclaurin()
    return row["short"] - float(np.interp(row["momentum"], momentum, ratio))


def finish(tables, demands, scale):
    rows = tables["data"]
    violent = [row for row in rows if row["lost"] > LOSES]
    said = ", ".join(f"{row['run']}: {distance(row):+.3f} ({100 * row['lost']:.0f} % lost)" for row in violent)
    return [
        st.entry(demands, "fluid_distance", max((abs(distance(row)) for row in violent), default=None), scale, note=f"{said}." if said else ""),
        st.entry(demands, "fluid_orbiting", max((row["orbiting"] for row in rows), default=None), scale),
    ], draw(rows)


def draw(rows):
    page, axes = figure.plt.subplots(1, 2, figsize=(11, 4.4))
    ratio, momentum = st.maclaurin()
    axes[0].plot(momentum, ratio, color=figure.BLACK, linewidth=1.2, label="Maclaurin")
    for kind, colour in (("oblate", figure.BLUE), ("prolate", figure.VERMILION)):
        here = [row for row in rows if row["kind"] == kind]
        for row in here:
            axes[0].plot([row["momentum_before"], row["momentum"]], [row["short_before"], row["short"]], color=colour, linewidth=0.7)
        axes[0].plot([row["momentum"] for row in here], [row["short"] for row in here], "o", color=colour, label=f"{kind} at the start")
        axes[1].plot([row["momentum_before"] for row in here], [row["lost"] for row in here], "o-", color=colour)
    axes[0].set(xlabel=r"$L / \sqrt{G M^3 R}$", ylabel="c / a", xlim=(0, 0.8), ylim=(0, 1))
    axes[0].legend()
    axes[1].set(xlabel=r"$L / \sqrt{G M^3 R}$ at the start", ylabel="mass lost / all")
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
