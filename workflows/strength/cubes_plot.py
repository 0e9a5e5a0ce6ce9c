"""R1, Fig. 1: the picture."""
import numpy as np

from analysis import figure
import strength as st


def means(hours, values):
    """(times [h], values) => middles of intervals of two hours [h], means over these intervals"""
    number = np.floor(np.array(hours) / 2).astype(int)
    counts = np.bincount(number)
    return (
        2 * np.flatnonzero(counts) + 1,
        (np.bincount(number, values) / np.maximum(counts, 1))[counts > 0],
    )


def draw(rows, series):
    page, axes = figure.plt.subplots(1, 2, figsize=(10, 4))
    for row in rows:
        here = [s for s in series if s["run"] == row["run"]]
        hours = [s["time"] / st.HOUR for s in here]
        axes[0].plot(hours, [s["heat"] / 1e6 for s in here], label=f"seed {row['seed']}")
        axes[1].plot(*means(hours, [s["contacts"] for s in here]), "o-", markersize=3)
    axes[0].set(xlabel="time [h]", ylabel="heat of impacts [MJ]")
    axes[1].set(xlabel="time [h]", ylabel="colliding pairs of spheres per step")
    axes[0].legend()
    return page
