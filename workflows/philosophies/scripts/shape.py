"""Shape and solid fraction of the heaviest group at 5 % growth."""
from analysis import failures, figure, study
from case_plot import draw_cases
import expected
import philosophies as ph

COLUMNS = {"c_over_a": "c / a", "b_over_a": "b / a", "solid_fraction": "solid fraction, ellipsoid"}


def collect(given, _):
    return {
        "data": [
            {**ph.named(path), **ph.at_failure(ph.records(path))}
            for path in failures.succeeded(given.tracks)
        ]
    }


def finish(tables, _demands, scale):
    rows = tables["data"]
    return [], draw(expected.with_asked(rows, scale, "spin")) if rows else None


def draw(rows):
    """(rows of the runs; those of a run that is not available have no columns of the shape) =>
    figure"""
    rows = [{**dict.fromkeys(COLUMNS), **row} for row in rows]
    page, axes = figure.plt.subplots(1, len(COLUMNS), figsize=(15, 5))
    for axis, (column, label) in zip(axes, COLUMNS.items()):
        draw_cases(axis, rows, column, f"{label} at 5 % growth")
    axes[0].legend(fontsize=8)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
