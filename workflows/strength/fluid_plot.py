"""R5: the picture."""
from analysis import figure
from reshaping import WHOLE

MOMENTUM = r"$L / \sqrt{G M^3 R}$"
RATIOS = {"short": ("c / a", "c_over_a"), "middle": ("b / a", "b_over_a")}
# prolate bodies are drawn last, with smaller marks, where both kinds have the same ratio
LOOKS = {
    "oblate": {"color": figure.BLUE, "marker": "o", "markersize": 9},
    "prolate": {"color": figure.VERMILION, "marker": "s", "markersize": 4.5},
}


def draw(rows, curves):
    page, axes = figure.plt.subplots(1, 3, figsize=(15, 4.4))
    for axis, name in zip(axes, RATIOS):
        ratio(axis, name, rows, curves)
    axes[0].plot([], [], "o", color=figure.GREY, fillstyle="none", label="remnant below M / 2")
    axes[0].legend(fontsize=8)
    losses(axes[2], rows)
    return page


def look_of(row):
    """=> look of the mark of a body: open if its remnant has less than half of the mass"""
    fill = "full" if 1 - row["lost"] >= WHOLE else "none"
    return {**LOOKS[row["kind"]], "fillstyle": fill, "linestyle": "none"}


def of_kind(rows, kind):
    return [row for row in rows if row["kind"] == kind]


def losses(axis, rows):
    """(axes, rows of bodies) Draws the mass outside of the remnant and the mass that escapes
    against the angular momentum at the start."""
    for kind in LOOKS:
        for row in of_kind(rows, kind):
            escaped = row["lost"] - row["orbiting"] - row["returning"]
            axis.plot(row["momentum_before"], row["lost"], **look_of(row))
            axis.plot(row["momentum_before"], escaped, "x", color=LOOKS[kind]["color"])
    axis.plot([], [], "o", color=figure.GREY, label="outside of the remnant")
    axis.plot([], [], "x", color=figure.GREY, label="escapes")
    axis.legend(fontsize=8, loc="upper left")
    axis.set(xlabel=f"{MOMENTUM} at the start", ylabel="mass / all")


def ratio(axis, name, rows, curves):
    """(axes, ratio, rows of bodies, rows of fluid figures) Draws this ratio against the angular
    momentum."""
    label, column = RATIOS[name]
    for sequence, style, title in (("maclaurin", "-", "Maclaurin"), ("jacobi", "--", "Jacobi")):
        here = [row for row in curves if row["sequence"] == sequence]
        axis.plot(
            [row["momentum"] for row in here],
            [row[column] for row in here],
            style,
            color=figure.BLACK,
            linewidth=1.2,
            label=title,
        )
    for kind, look in LOOKS.items():
        for row in of_kind(rows, kind):
            axis.plot(
                [row["momentum_before"], row["momentum"]],
                [row[f"{name}_before"], row[name]],
                color=look["color"],
                linewidth=0.7,
            )
            axis.plot(row["momentum"], row[name], **look_of(row))
        axis.plot([], [], linestyle="none", **look, label=f"{kind} body, at the end")
    axis.set(xlabel=MOMENTUM, ylabel=label, xlim=(0, 0.85), ylim=(0, 1.03))
