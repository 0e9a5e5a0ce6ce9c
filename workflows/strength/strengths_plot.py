"""R3, Fig. 3: the picture."""
from analysis import figure
import strength as st

COLOURS = {
    "cohesionless": figure.BLUE,
    "rigid": figure.BLACK,
    "thirteen": figure.GREEN,
    "shell": figure.ORANGE,
    "elastic": figure.VERMILION,
    "nearest": figure.PURPLE,
    "twice": figure.GREY,
    "later": figure.SKY,
    "finer": figure.PURPLE,
}
VARIANTS = {"later", "finer"}  # kinds of the experiment R3b
LABELS = {
    "cohesionless": "cohesionless, 1.5 times the limit",
    "later": "cohesionless, followed to 60 h",
    "finer": "nearest bonds, half the step",
    "thirteen": "rigid, 13 times the limit",
    "shell": "rigid, 1.05 times its failure",
    "nearest": "elastic, nearest bonds",
    "twice": "elastic, twice the limit",
}


WIDE = {"rigid": 7, "elastic": 3.5}  # widths of lines that others cover


def look_of(kind):
    """=> look of the lines of a kind; wider lines are drawn below the others"""
    width = WIDE.get(kind, 1.5)
    return {
        "color": COLOURS[kind],
        "linestyle": "--" if kind == "finer" else "-",
        "linewidth": width,
        "zorder": 2 - width / 10,
    }


def draw(tables):
    page, axes = figure.plt.subplots(1, 3, figsize=(16.5, 4.3))
    for row in tables["data"]:
        here = [s for s in tables["series"] if s["run"] == row["run"]]
        hours = [s["time"] / st.HOUR for s in here]
        label = LABELS.get(row["kind"], row["kind"]) if row["seed"] == 1 else None
        look = look_of(row["kind"])
        axes[0].plot(hours, [s["remnant_share"] for s in here], label=label, **look)
        axes[1].plot(hours, [s["orbiting_share"] + s["returning_share"] for s in here], **look)
        axes[2].plot(
            row["ratio_after"],
            row["middle_after"],
            "o",
            color=COLOURS[row["kind"]],
            fillstyle="none" if row["kind"] in VARIANTS else "full",
        )
    axes[0].set(xlabel="time [h]", ylabel="largest remnant / all", ylim=(0, 1.02))
    axes[1].set(xlabel="time [h]", ylabel="bound to the remnant, outside of it / all")
    axes[2].plot(
        [row["ratio_before"] for row in tables["data"]][:1],
        [1],
        "*",
        color=figure.GREY,
        markersize=16,
        fillstyle="none",
    )
    marks = ["star: at the start"]
    if any(row["kind"] in VARIANTS for row in tables["data"]):
        marks.append("open circles: R3b")
    axes[2].set(xlabel=f"c / a at the end ({'; '.join(marks)})", ylabel="b / a")
    axes[2].legend(
        *axes[0].get_legend_handles_labels(),
        fontsize=8,
        loc="center left",
        bbox_to_anchor=(1, 0.5),
    )
    return page
