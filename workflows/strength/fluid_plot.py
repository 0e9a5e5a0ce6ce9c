"""R5: the picture."""
from analysis import figure

MOMENTUM = r"$L / \sqrt{G M^3 R}$"
RATIOS = {"short": ("c / a", "c_over_a"), "middle": ("b / a", "b_over_a")}


def draw(rows, curves):
    page, axes = figure.plt.subplots(1, 3, figsize=(15, 4.4))
    for axis, name in zip(axes, RATIOS):
        ratio(axis, name, rows, curves)
    for kind, colour in (("oblate", figure.BLUE), ("prolate", figure.VERMILION)):
        here = [row for row in rows if row["kind"] == kind]
        axes[2].plot(
            [row["momentum_before"] for row in here],
            [row["lost"] for row in here],
            "o",
            color=colour,
        )
    axes[0].legend()
    axes[2].set(xlabel=f"{MOMENTUM} at the start", ylabel="mass lost / all")
    return page


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
    for kind, colour in (("oblate", figure.BLUE), ("prolate", figure.VERMILION)):
        here = [row for row in rows if row["kind"] == kind]
        for row in here:
            axis.plot(
                [row["momentum_before"], row["momentum"]],
                [row[f"{name}_before"], row[name]],
                color=colour,
                linewidth=0.7,
            )
        axis.plot(
            [row["momentum"] for row in here],
            [row[name] for row in here],
            "o",
            color=colour,
            label=f"{kind} at the start",
        )
    axis.set(xlabel=MOMENTUM, ylabel=label, xlim=(0, 0.85), ylim=(0, 1.03))
