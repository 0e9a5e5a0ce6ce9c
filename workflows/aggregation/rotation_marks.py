"""Aggregates that do not rotate, in plots of the period: their period is a limit, not a value."""
from analysis import figure
from outcomes import LONGEST

TEXT = "no rotation: 1e5 h or more"


def rotating(rows):
    return [row for row in rows if row["period"] < LONGEST]


def resting(rows):
    return [row for row in rows if row["period"] >= LONGEST]


def draw(axis, places, heights, text=TEXT):
    """(axes, positions of aggregates that do not rotate, text) Draws them as open triangles that
    point to longer periods, and the text right of them."""
    if not len(places):
        return
    axis.plot(places, heights, "^", color=figure.BLACK, markerfacecolor="none", markersize=7)
    axis.annotate(
        text,
        (max(places), max(heights)),
        xytext=(8, 0),
        textcoords="offset points",
        va="center",
        fontsize=9,
    )
