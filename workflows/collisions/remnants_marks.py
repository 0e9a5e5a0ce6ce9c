"""D3, Fig. 3: marks of single runs in the picture."""
from analysis import figure
from remnants import FRIENDS, MASS, doubtful, unsettled


def draw_doubtful(panel, group):
    """(panel, runs) Marks the runs for which the two searches disagree."""
    unclear = [r for r in group if doubtful(r)]
    for column, face, label in (
        (MASS, "white", "largest, the two searches disagree: three steps"),
        (FRIENDS, "none", "largest, the two searches disagree: friends"),
    ):
        if unclear:
            panel.plot(
                [r["Q"] for r in unclear],
                [r[column] for r in unclear],
                "o" if column == MASS else "s",
                color=figure.BLUE,
                markerfacecolor=face,
                markersize=6,
                label=label,
            )


def draw_unsettled(panel, group):
    """(panel, runs) Draws a ring around the runs that ended at their time limit."""
    hot = [r for r in group if unsettled(r)]
    if hot:
        panel.plot(
            [r["Q"] for r in hot],
            [r[MASS] for r in hot],
            "o",
            color=figure.BLACK,
            markerfacecolor="none",
            markersize=11,
            label="ended at its time limit, not settled",
        )
