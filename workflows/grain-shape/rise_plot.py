"""M6, Figs. 7C and 8: the picture."""
import numpy as np

from analysis import figure
import rises

# For each variant in the names of runs: its description, the label of its curve, its colour, its
# style of line. No two variants have the same colour and style.
VARIANTS = {
    "gentle": ("with an amplitude of 0.7 cm", "0.7 cm", figure.GREEN, "-"),
    "a08": ("with an amplitude of 0.8 cm", "0.8 cm", figure.GREEN, "-."),
    "a09": ("with an amplitude of 0.9 cm", "0.9 cm", figure.ORANGE, "-."),
    "ramp": ("with a soft start", "soft start", figure.ORANGE, "-"),
    "noroll": ("without rolling and twisting friction", "no rolling friction", figure.BLACK, ":"),
    "stiff": ("with springs 16 times as stiff", "stiffer springs", figure.PURPLE, "-"),
    "soft": ("with springs a sixteenth as stiff", "softer springs", figure.SKY, "-"),
}
# Variants of spheres that also have no rolling friction, with dots in place of the full line.
VARIANTS |= {
    f"{name}-noroll": (
        f"{where}, without rolling and twisting friction",
        f"{label}, no rolling",
        colour,
        {"-": ":", "-.": (0, (1, 3))}[style],
    )
    for name, (where, label, colour, style) in VARIANTS.items()
    if name != "noroll"
}
MARKS = {"crossing": "^", "plateau": "s"}  # of the two definitions of the rise time
CYCLE, HEIGHT, MEDIAN = "cycle", "intruder's centre [cm]", "median of the others [cm]"


def draw(data, runs, demands):
    numbers = sorted({r["number"] for r in runs})
    columns = min(3, len(numbers))
    lines = -(-len(numbers) // columns)
    page, axes = figure.plt.subplots(
        lines, columns, figsize=(4.4 * columns, 3.6 * lines), sharey=True, squeeze=False
    )
    for panel in axes.flat[len(numbers) :]:
        panel.axis("off")
    for panel, n in zip(axes.flat, numbers):
        draw_medium(panel, data, [r for r in runs if r["number"] == n], demands[f"B{n}"], n)
    for panel in axes[:, 0]:
        panel.set_ylabel("height above the floor [cm]")
    axes[0, 0].set_ylim(bottom=0)
    handles = {
        label: handle
        for panel in axes.flat
        for handle, label in zip(*panel.get_legend_handles_labels())
    }
    spare = axes.flat[len(numbers) :]  # empty panels, used for the legend
    (spare if len(spare) else axes.flat)[0].legend(
        handles.values(), handles.keys(), fontsize=9 if len(spare) else 7
    )
    return page


def draw_medium(panel, data, runs, demand, n):
    for k, run in enumerate(sorted(runs, key=lambda r: bool(r["variant"]))):
        rows = [r for r in data if r["run"] == run["run"]]
        cycle, height, median = (
            np.array([r[key] for r in rows]) for key in (CYCLE, HEIGHT, MEDIAN)
        )
        _, label, colour, style = VARIANTS.get(
            run["variant"], ("", "intruder's centre", figure.VERMILION, "-")
        )
        own = not run["variant"] and run["seed"] == 1
        panel.plot(
            cycle,
            height,
            color=colour,
            linestyle=style,
            linewidth=2 if own else 0.9 if style == "-" else 1.5,
            label=label if run["seed"] == 1 else None,
        )
        if k == 0:
            panel.axhline(
                rows[0][rises.BED],
                color=figure.BLACK,
                linestyle="--",
                linewidth=1,
                label="bed at the start",
            )
            panel.plot(cycle, median, "--", color=figure.BLUE, linewidth=1.2, label="median grain")
        if own:
            mark_rises(panel, run, cycle, height)
    mark_published(panel, demand)
    own = [[rises.rise(r, key) for r in runs if not r["variant"]] for key in rises.READINGS]
    text = (
        "; ".join(
            ", ".join("none" if not np.isfinite(t) else f"{t:.0f}" for t in values)
            for values in own
            if values
        )
        or ""
    )
    found = f"rise in {text} cycles (two readings)" if text else "variants only"
    panel.set_title(
        f"B{n}: {rises.MEDIUM[n - 1]}\n{found}, published: {demand.get('value', 'none')}",
        fontsize=9,
    )
    panel.set_xlabel("cycles")


def mark_rises(panel, run, cycle, height):
    """Draws the rise times by both readings on the curve of the intruder."""
    for key, mark in MARKS.items():
        time = rises.rise(run, key)
        panel.plot(
            time,
            np.interp(time, cycle, height),
            mark,
            color=figure.VERMILION,
            markeredgecolor=figure.BLACK,
            markersize=8,
            zorder=5,
            label=f"rise: {rises.READINGS[key]}",
        )


def mark_published(panel, demand):
    """Draws the published rise time at the foot of the panel, if the paper has one."""
    if "value" in demand:
        panel.plot(
            demand["value"],
            0.45,
            "d",
            color="white",
            markeredgecolor=figure.BLACK,
            markersize=9,
            label="published rise time",
        )
