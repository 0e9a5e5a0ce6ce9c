"""Spin at 5 % growth: the picture."""
from analysis import figure
from case_plot import OF_VARIANT, draw_cases
import philosophies as ph


def draw(rows, expected, series):
    """(rows of the runs, rows of these and all other runs of the scale, rows of the curves) =>
    figure: spins at 5 % growth, growth against spin, and mass of the heaviest group against time"""
    if not rows:
        return None
    page, (left, middle, right) = figure.plt.subplots(1, 3, figsize=(16, 5.2))
    expected = [{"spin": None, **row} for row in expected]
    draw_cases(left, expected, "spin", "spin at 5 % growth / critical rate")
    left.legend(fontsize=8)
    equal = [row for row in series if row["matching"] == ph.MATCHINGS["A"]]
    for variant, _ in ph.cases(equal):
        here = [row for row in equal if row["variant"] == variant]
        look = {"color": OF_VARIANT[variant], "label": variant}
        middle.plot([row["rate"] for row in here], [row["growth"] for row in here], **look)
        right.plot(
            [row["time"] / ph.DYNAMICAL_TIME for row in here],
            [row["largest"] for row in here],
            **look,
        )
    middle.axhline(ph.GROWTH, color=figure.GREY, linewidth=1, linestyle=":")
    middle.set(
        xlabel="spin of the heaviest group / critical rate",
        ylabel="longest semi-axis / its first value",
        title=f"{ph.MATCHINGS['A']}, first pile",
    )
    middle.legend(fontsize=8)
    right.set(
        xlabel="time / dynamical time",
        ylabel="mass of the heaviest group / all",
        title=f"{ph.MATCHINGS['A']}, first pile",
    )
    return page
