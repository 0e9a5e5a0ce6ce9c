"""D5, Fig. 8: one panel of the picture."""
from analysis import figure

HOUR, KM = 3600.0, 1000.0
FEW = 20  # frames; shorter curves also have a mark at each frame, to be visible


def time_axis(time, full):
    """(times of the frames [s], which of them are shown) => unit of time, its seconds, and the end
    of an axis for the shown frames in this unit"""
    last = time[full].max(initial=0.0) or time.max()
    unit, seconds = ("h", HOUR) if last > HOUR else ("min", 60.0)
    return unit, seconds, 1.03 * last / seconds


def draw(panel, run, title):
    time, sizes, load, error, full, known = run
    unit, seconds, end = time_axis(time, full)
    time = time / seconds
    for size, colour in zip(sizes, [figure.SKY, figure.GREEN, figure.VERMILION]):
        panel.fill_between(
            time,
            load[size] - error[size],
            load[size] + error[size],
            color=colour,
            alpha=0.25,
            linewidth=0,
        )
        panel.plot(
            time,
            load[size],
            marker="." if full.sum() < FEW else None,
            color=colour,
            label=f"{size:g} km",
            linewidth=1,
        )
        panel.axhline(load[size][0], color=colour, linestyle="--", linewidth=1)
    panel.set(
        xlabel=f"time [{unit}]",
        xlim=(0, end),
        title=title + f": {full.sum()} of {len(full)} frames" * known,
        ylim=(0, None),
    )
