"""D1: the order of the energy error in the time step, and the picture."""
import numpy as np

from analysis import figure, powers, rubble

RUN, STEP, TIME, ERROR = "run", "dt [s]", "time [s]", "(E-E0)/|E0|"
LEFT_OUT = "open: cloud with fewer steps, not fitted"
LARGEST, CHANGE = "largest |E-E0|/|E0|", "rms change between records / |E0|"


def order(sizes, measure):
    """({step: row of `sizes`}, column) => the exponent of a power law of the step"""
    return powers.fit(list(sizes), [row[measure] for row in sizes.values()])[0]


def draw(runs, found, fitted):
    page, (left, right) = figure.plt.subplots(1, 2, figsize=(10, 4.2))
    draw_errors(left, runs)
    draw_order(right, found, fitted)
    return page


def draw_errors(panel, runs):
    for (dt, rows), colour, style in zip(runs.items(), figure.COLOURS, ["-", "--", "-.", ":"]):
        time, error = rubble.rows.column(rows, TIME), np.abs(rubble.rows.column(rows, ERROR))
        # The axis is logarithmic: the first record, whose error is 0 by definition, and errors
        # below the rounding of the sum are gaps.
        panel.semilogy(
            time[1:],
            np.where(error[1:] > 0, error[1:], np.nan),
            style,
            color=colour,
            label=f"dt = {dt:g} s",
        )
    panel.set(
        xlabel="time [s]", ylabel="|E - E0| / |E0|", title="elastic collapse of the first cloud"
    )
    panel.legend(loc="lower right")


def orders(fitted):
    """=> mean orders over the clouds by both measures, as text"""
    changes, largest = (
        np.mean([order(own, measure) for own in fitted]) for measure in (CHANGE, LARGEST)
    )
    return f"{changes:.2f} (changes), {largest:.2f} (largest)"


def draw_order(panel, found, fitted):
    steps = sorted({step for sizes in found.values() for step in sizes})
    guide = np.array([min(steps), max(steps)])
    for measure, marker, colour, label in (
        (LARGEST, "o", figure.BLUE, "largest of the run"),
        (CHANGE, "s", figure.VERMILION, "rms change between records"),
    ):
        points = [(s, row[measure]) for sizes in found.values() for s, row in sizes.items()]
        for sizes in found.values():
            inside = not fitted or sizes in fitted
            panel.loglog(
                list(sizes),
                [row[measure] for row in sizes.values()],
                marker,
                color=colour,
                markerfacecolor=colour if inside else "white",
                markersize=6 if inside else 8,
                label=label if sizes is (fitted or list(found.values()))[0] else None,
            )
        middle = np.exp(np.mean([np.log(size) - 2 * np.log(step) for step, size in points]))
        panel.loglog(
            guide,
            middle * guide**2,
            "--",
            color=figure.GREY,
            label="second order" if marker == "s" else None,
        )
    panel.set(xlabel="time step dt [s]", ylabel="relative energy error")
    if fitted:
        number = f"{len(fitted)} cloud{'s' * (len(fitted) > 1)}"
        panel.set_title(f"order of {number}, all steps: {orders(fitted)}", fontsize=10)
        if len(fitted) < len(found):
            panel.plot([], [], "o", color=figure.GREY, markerfacecolor="white", label=LEFT_OUT)
    panel.set_xticks(steps, [f"{dt:g}" for dt in steps])
    panel.set_xticks([], minor=True)
    panel.legend(loc="lower right", fontsize=8)
