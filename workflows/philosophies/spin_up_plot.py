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
    for variant, pile, here in curves(equal):
        look = {"color": OF_VARIANT[variant], "label": variant + pile}
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


def curves(series):
    """(rows of the curves of one matching) => [(variant, text of the pile, rows)] of the first pile
    that each variant has; the text is empty for the first pile of all"""
    first = min((row["seed"] for row in series), default=0)
    found = []
    for variant, matching in ph.cases(series):
        rows = ph.of(series, variant, matching)
        seed = min(row["seed"] for row in rows)
        pile = "" if seed == first else f", pile {seed}"
        found.append((variant, pile, [row for row in rows if row["seed"] == seed]))
    return found
