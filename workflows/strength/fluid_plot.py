"""R5: the picture."""
from analysis import figure


def draw(rows, curves):
    page, axes = figure.plt.subplots(1, 2, figsize=(11, 4.4))
    for sequence, style, label in (("maclaurin", "-", "Maclaurin"), ("jacobi", "--", "Jacobi")):
        here = [row for row in curves if row["sequence"] == sequence]
        axes[0].plot(
            [row["momentum"] for row in here],
            [row["c_over_a"] for row in here],
            style,
            color=figure.BLACK,
            linewidth=1.2,
            label=label,
        )
    for kind, colour in (("oblate", figure.BLUE), ("prolate", figure.VERMILION)):
        here = [row for row in rows if row["kind"] == kind]
        for row in here:
            axes[0].plot(
                [row["momentum_before"], row["momentum"]],
                [row["short_before"], row["short"]],
                color=colour,
                linewidth=0.7,
            )
        axes[0].plot(
            [row["momentum"] for row in here],
            [row["short"] for row in here],
            "o",
            color=colour,
            label=f"{kind} at the start",
        )
        axes[1].plot(
            [row["momentum_before"] for row in here],
            [row["lost"] for row in here],
            "o",
            color=colour,
        )
    axes[0].set(xlabel=r"$L / \sqrt{G M^3 R}$", ylabel="c / a", xlim=(0, 0.85), ylim=(0, 1))
    axes[0].legend()
    axes[1].set(xlabel=r"$L / \sqrt{G M^3 R}$ at the start", ylabel="mass lost / all")
    return page
