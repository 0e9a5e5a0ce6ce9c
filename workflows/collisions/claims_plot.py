"""The picture of the contradicting claims."""
from analysis import figure, rubble

HOUR = 3600.0
COLOURS = {"claim-stiff": figure.BLUE, "claim-soft": figure.VERMILION}
RESTING = {
    "claim-kinetic": ("kinetic friction (the paper's)", figure.ORANGE),
    "claim-static": ("static friction springs", figure.GREEN),
}
RUN, TIME, VALUE, NOW = (
    "run",
    "time [s]",
    "share ever above 1 % overlap, or shortest / longest axis",
    "share above 1 % now",
)


def draw(curves, labels):
    page, (left, right) = figure.plt.subplots(1, 2, figsize=(11, 4.4))
    for run, colour in COLOURS.items():
        if run not in curves:
            continue
        time = rubble.rows.column(curves[run], TIME)
        left.plot(
            time, rubble.rows.column(curves[run], VALUE), color=colour, label=labels[run] + ", ever"
        )
        left.plot(
            time,
            rubble.rows.column(curves[run], NOW),
            color=colour,
            linewidth=0.8,
            linestyle=":",
            label=labels[run] + ", now",
        )
    figure.published_line(left, 0.01, "published: less than 0.01")
    left.set(
        xlabel="time [s]",
        ylabel="share of particles with overlaps above 1 %",
        yscale="log",
        ylim=(3e-4, 1.5),
    )
    left.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2, fontsize=9)
    for (run, (label, colour)), style in zip(
        RESTING.items(),
        ({"linewidth": 5, "alpha": 0.5}, {"linewidth": 1.2, "marker": "o", "markersize": 3}),
    ):
        if run not in curves:
            continue
        right.plot(
            rubble.rows.column(curves[run], TIME) / HOUR,
            rubble.rows.column(curves[run], VALUE),
            color=colour,
            label=label,
            **style,
        )
    right.set(xlabel="time [h]", ylabel="shortest / longest axis", ylim=(0, 1.02))
    right.legend(loc="lower right")
    return page
