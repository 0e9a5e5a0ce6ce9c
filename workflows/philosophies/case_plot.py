"""Pictures of a diagnostic against the variants."""
import numpy as np

from analysis import figure
from diagnostics import mean_of
import philosophies as ph

COLOURS = dict(
    zip(ph.MATCHINGS.values(), (figure.BLUE, figure.VERMILION, figure.ORANGE, figure.BLACK))
)
OF_VARIANT = dict(
    zip(
        ph.VARIANTS.values(),
        (
            figure.ORANGE,
            figure.BLUE,
            figure.SKY,
            figure.GREEN,
            figure.PURPLE,
            figure.VERMILION,
            figure.GREY,
        ),
    )
)


def draw_cases(axis, rows, column, label):
    """(axes, rows of runs, column, label of the axis) Draws each run as a point, and the mean over
    the piles of each variant and matching with its standard error. Runs without a value are not
    drawn; a mean without all of its runs neither."""
    variants = [name for name in ph.VARIANTS.values() if any(r["variant"] == name for r in rows)]
    matchings = [name for name in ph.MATCHINGS.values() if any(r["matching"] == name for r in rows)]
    for shift, matching in zip(np.linspace(-0.2, 0.2, len(matchings)), matchings):
        for place, variant in enumerate(variants):
            values = [row[column] for row in ph.of(rows, variant, matching)]
            known = [value for value in values if value is not None]
            at = place + (shift if len(matchings) > 1 else 0)
            axis.plot(
                [at] * len(known), known, "o", color=COLOURS[matching], markersize=4, alpha=0.5
            )
            mean, error = mean_of(values)
            if mean is not None:
                axis.errorbar(
                    at,
                    mean,
                    yerr=None if np.isnan(error) else error,
                    fmt="_",
                    color=COLOURS[matching],
                    markersize=14,
                    capsize=3,
                )
        axis.plot([], [], "o", color=COLOURS[matching], label=matching)
    axis.set_xticks(range(len(variants)), [name.replace(" ", "\n", 1) for name in variants])
    axis.set_xlim(-0.5, len(variants) - 0.5)
    axis.tick_params(axis="x", labelrotation=90, labelsize=8)
    axis.set(ylabel=label)
