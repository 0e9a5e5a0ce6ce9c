"""D5, Fig. 8: the picture."""
import math

from analysis import figure

HOUR, KM = 3600.0, 1000.0
START = 1800.0  # [s] end of the upper panels, which show the spike
FEW = 20  # frames; shorter curves also have a mark at each frame, to be visible


def time_axis(time, full):
    """(times of the frames [s], which of them are shown) => unit of time, its seconds, and the end
    of an axis for the shown frames in this unit"""
    last = time[full].max(initial=0.0) or time.max()
    unit, seconds = ("h", HOUR) if last > HOUR else ("min", 60.0)
    return unit, seconds, 1.03 * last / seconds


def draw(shown):
    """([(curves of a run, title)]) => the picture: two panels for each run, its first half hour
    above the whole run"""
    across = min(4, len(shown))
    down = 2 * math.ceil(len(shown) / across)
    page, axes = figure.plt.subplots(
        down, across, figsize=(4.4 * across, 3.2 * down), squeeze=False, sharey=True
    )
    for k, (run, title) in enumerate(shown):
        column, row = k % across, 2 * (k // across)
        draw_run(axes[row, column], run, title, START)
        draw_run(axes[row + 1, column], run, "")
    for row in axes:
        row[0].set_ylabel("share in the top / share of all")
    for k in range(len(shown), axes.size // 2):
        for row in (0, 1):
            axes[2 * (k // across) + row, k % across].remove()
    axes[0, 0].legend(title="radius")
    return page


def draw_run(panel, run, title, end=None):
    """(panel, curves of a run, title, end of the time axis [s]; by default that of the shown
    frames)"""
    time, sizes, load, error, full, known = run
    unit, seconds, last = time_axis(time, full) if end is None else ("min", 60.0, end / 60)
    time = time / seconds
    for size, colour in zip(sizes, [figure.SKY, figure.ORANGE, figure.GREEN]):
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
            marker="." if end is not None or full.sum() < FEW else None,
            color=colour,
            label=f"{size:g} km",
            linewidth=1,
        )
        panel.axhline(load[size][0], color=colour, linestyle="--", linewidth=1)
    if known and end is None:
        title = f"{full.sum()} of {len(full)} frames with enough contacts"
    panel.set(xlabel=f"time [{unit}]", xlim=(0, last), ylim=(0, None))
    panel.set_title(title, fontsize=10 if end is None else None)
