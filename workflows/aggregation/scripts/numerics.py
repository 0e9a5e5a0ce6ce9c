"""Effects of step, friction, recovery speed and tolerance, compared with the reference runs of the
same clouds."""
import numpy as np

from analysis import compare, figure, study, uncertainty
import aggregation as agg
import outcomes

COMPARED = {
    "bodies": "bodies of the aggregate",
    "elongation": "inertial elongation",
    "porosity_195": "porosity, alpha 195 m",
}
KINDS = {
    "step": "step [s]",
    "friction": "friction",
    "recovery": "recovery speed [m/s]",
    "tolerance": "tolerance of the impulses",
}
# not drawn: runs of clouds at rest alone, which keep all bodies
CONSTANT = [("bodies", kind) for kind in ("friction", "recovery", "tolerance")]
BESIDE = "friction, recovery, tolerance:\nall clouds at rest, 200 bodies"
USED = {"step": 10, "friction": 0.5, "recovery": 0.02, "tolerance": 1e-2}


def twin(rows, row):
    """=> the run of the same cloud with the parameters of the study; None if it is not available"""
    return next(
        iter(agg.of(rows, "ccp", seed=row["seed"], **{name: row[name] for name in agg.GREATEST})),
        None,
    )


def with_twins(rows, kind, **values):
    return [row for row in agg.of(rows, kind, **values) if twin(rows, row)]


def changes(rows, tried, name):
    """=> for each cloud, value / value of its reference run - 1"""
    return np.array([row[name] / twin(rows, row)[name] - 1 for row in tried])


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for kind in KINDS:
        if not with_twins(rows, kind):
            entries += compare.missing(demands, scale, *(f"{kind}_{name}" for name in COMPARED))
        for value in sorted({row["value"] for row in with_twins(rows, kind)}):
            tried = with_twins(rows, kind, value=value)
            entries += [
                change_entry(demands, kind, name, rows, tried, scale, f"{KINDS[kind]} {value:g}")
                for name in COMPARED
            ]
    return entries, draw(rows)


def change_entry(demands, kind, name, rows, tried, scale, where):
    """=> the entry of the mean change of a quantity by one value of a parameter. Clouds at rest
    keep all bodies with any step, so that their number is compared in the other clouds alone."""
    if (kind, name) == ("step", "bodies"):
        tried = [row for row in tried if row not in agg.at_rest(tried, kind)]
    found = changes(rows, tried, name)
    change, error, freedom = uncertainty.mean(found) if len(found) else (None, np.nan, 0)
    return agg.entry(
        demands, f"{kind}_{name}", change, scale, sigma=error, freedom=freedom, where=where
    )


def draw(rows):
    kinds = [kind for kind in KINDS if with_twins(rows, kind)]
    if not kinds:
        return None
    page, axes = figure.plt.subplots(
        len(COMPARED), len(kinds), figsize=(3.6 * len(kinds), 8.5), squeeze=False, sharey="row"
    )
    for column, kind in zip(axes.T, kinds):
        for axis, (name, label) in zip(column, COMPARED.items()):
            if (name, kind) in CONSTANT:
                axis.axis("off")
                continue
            tried = with_twins(rows, kind)
            twins = [twin(rows, row) for row in tried]
            axis.plot(
                [USED[kind]] * len(twins),
                [row[name] for row in twins],
                "o",
                color=figure.BLUE,
                label="study",
            )
            axis.plot(
                [row["value"] for row in tried],
                [row[name] for row in tried],
                "^",
                color=figure.VERMILION,
                label="varied",
            )
            axis.set(
                xlabel=KINDS[kind],
                ylabel=label if kind == kinds[0] else "",
                xscale="linear" if kind in ("friction", "step") else "log",
            )
    handles, labels = axes[1][0].get_legend_handles_labels()
    free = next((axis for axis in axes[0] if not axis.axison), axes[1][0])
    free.legend(handles, labels, loc="upper left", title=BESIDE if free is not axes[1][0] else "")
    return page


if "snakemake" in globals():
    study.make(snakemake, outcomes.collect, finish)  # noqa: F821
