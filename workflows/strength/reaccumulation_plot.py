"""R2, Fig. 2: the picture."""
from analysis import figure


def draw(tables):
    page, axes = figure.plt.subplots(1, 3, figsize=(15, 4.3))
    for row, colour in zip(tables["data"], 2 * figure.COLOURS):
        here = [g for g in tables["growth"] if g["run"] == row["run"]]
        days = [g["time"] / 86400 for g in here]
        axes[0].plot(
            days,
            [g["remnant_share"] for g in here],
            color=colour,
            label=f"{row['spheres']} spheres, seed {row['seed']}",
        )
        axes[0].plot(days, [g["fallen_back_share"] for g in here], ":", color=colour)
        axes[1].plot(days, [g["remnant_lineages"] for g in here], color=colour)
        here = [s for s in tables["sizes"] if s["run"] == row["run"]]
        axes[2].loglog(
            [s["spheres"] for s in here],
            [s["aggregates"] for s in here],
            "o-",
            markersize=3,
            color=colour,
        )
    axes[0].set(xlabel="time [d]", ylabel="share of the mass", ylim=(0, None))
    axes[0].legend(title="largest remnant; dotted: fallen back", fontsize=8)
    axes[1].set(xlabel="time [d]", ylabel="earlier aggregates in the remnant")
    axes[2].set(xlabel="spheres", ylabel="aggregates of this size or larger")
    return page
