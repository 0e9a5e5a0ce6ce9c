"""F3, Fig. 6: elongation, period and number of bodies of the aggregate against each initial
motion."""
import numpy as np

from analysis import aggregation as agg
from analysis import figure, study, uncertainty, verdict

LOOKS = {
    "speed": ("v0", figure.BLUE, "*"),
    "spin": ("omega0", figure.GREEN, "p"),
    "frame": ("Omega", figure.VERMILION, "D"),
}
QUANTITIES = {
    "elongation": "inertial elongation",
    "period": "period [h]",
    "bodies": "bodies of the aggregate",
}


def runs(rows, name, kind="ccp"):
    """=> the runs with this initial motion alone, from clouds at rest up to the greatest published
    value"""
    return [
        row for row in agg.alone(rows, kind, name) if 0 <= row[name] <= 1.001 * agg.GREATEST[name]
    ]


def moved(rows, name, kind="ccp"):
    """=> the runs of `runs` that end with an aggregate"""
    return agg.aggregates(runs(rows, name, kind))


def shown(rows, name, quantity, kind="ccp"):
    """=> the rows in which the quantity is defined: the number of bodies in all runs, shape and
    spin in those with an aggregate"""
    return (runs if quantity == "bodies" else moved)(rows, name, kind)


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for name in LOOKS:
        for quantity in QUANTITIES:
            entries.append(
                agg.trend(
                    demands,
                    f"trend_{quantity}_{name}",
                    shown(rows, name, quantity),
                    name,
                    quantity,
                    scale,
                )
            )
    entries += [
        order(demands, "period_order", rows, "frame", fall_of_period, scale),
        order(
            demands,
            "bodies_order",
            rows,
            "spin",
            loss_of_bodies,
            scale,
            all(map(agg.steady, greatest(rows))),
        ),
    ]
    elongations = [
        row["elongation"] for row in agg.aggregates(agg.of(rows, "ccp")) if row["share"] > 0.5
    ]
    found = {
        "elongation_least": min(elongations, default=None),
        "elongation_greatest": max(elongations, default=None),
    }
    entries += [
        agg.entry(demands, name, agg.of_all(value, rows, scale, *agg.SETS, like="ccp-*"), scale)
        for name, value in found.items()
    ]
    return entries, draw(rows)


def strengths(rows, measure):
    """=> {motion: its effect by that measure}"""
    return {name: measure(rows, name) for name in LOOKS}


def fall_of_period(rows, name):
    """=> decades by which the period falls over the published range of the motion, from an
    exponential fitted to the aggregates; nan with aggregates for fewer than two values of the
    motion. Aggregates of clouds at rest do not rotate and count with the period limit of
    aggregation.period_of. The order of the motions is the same for any limit from 1e3 to 1e6 h.
    """
    here = moved(rows, name)
    if len({row[name] for row in here}) < 2:
        return np.nan
    return -float(
        np.polyfit(
            [row[name] / agg.GREATEST[name] for row in here],
            np.log10([row["period"] for row in here]),
            1,
        )[0]
    )


def greatest(rows):
    """=> the runs at the greatest published value of each motion"""
    return [row for name in LOOKS for row in runs(rows, name) if row[name] == agg.GREATEST[name]]


def loss_of_bodies(rows, name):
    """=> share of the bodies outside of the largest cluster at the greatest published motion; nan
    without such a run"""
    lost = [
        1 - row["bodies"] / row["count"]
        for row in runs(rows, name)
        if row[name] == agg.GREATEST[name]
    ]
    return float(np.mean(lost)) if lost else np.nan


def ahead(values, first):
    """({motion: effect}, one motion) => effect of this motion minus the largest effect of the
    others"""
    return values[first] - np.max([value for name, value in values.items() if name != first])


def order(demands, demand, rows, first, measure, scale, ended=True):
    """=> the entry of the effect of one motion minus that of the next strongest, mean over the
    clouds with runs of all three. If the runs that it uses have not all become steady (`ended`), it
    is censored."""
    clouds = [
        strengths(agg.of_seed(rows, seed), measure)
        for seed in sorted({row["seed"] for row in rows})
    ]
    differences = [
        value for value in (ahead(values, first) for values in clouds) if np.isfinite(value)
    ]
    value, error, freedom = uncertainty.mean(differences) if differences else (None, np.nan, 0)
    note = ", ".join(
        f"{LOOKS[name][0]}: {value:.3g}"
        for name, value in strengths(rows, measure).items()
        if np.isfinite(value)
    )
    return agg.entry(
        demands,
        demand,
        value,
        scale,
        sigma=error,
        freedom=freedom,
        note=f"All clouds: {note}." if note else "",
        **({} if ended else {"reason": verdict.CENSORED}),
    )


def draw(rows):
    page, axes = figure.plt.subplots(1, 3, figsize=(15, 4.4))
    for axis, (quantity, label) in zip(axes, QUANTITIES.items()):
        for name, (title, colour, mark) in LOOKS.items():
            for kind, face in (("ccp", colour), ("coulomb", "none")):
                here = shown(rows, name, quantity, kind)
                axis.plot(
                    [row[name] / agg.GREATEST[name] for row in here],
                    [row[quantity] for row in here],
                    mark,
                    color=colour,
                    markerfacecolor=face,
                    label=title if kind == "ccp" else None,
                )
            fit(axis, shown(rows, name, quantity), name, quantity, colour)
        axis.set(xlabel="initial motion / greatest published", ylabel=label, xlim=(-0.03, 1.05))
    if axes[1].lines:
        axes[1].set_yscale("log")
        figure.plain_ticks(axes[1].yaxis, figure.STEPS)
    axes[0].legend(title="open: Coulomb")
    return page


def fit(axis, here, name, quantity, colour):
    """Fits an exponential to the periods, and parabolas to the other quantities."""
    x = np.array([row[name] / agg.GREATEST[name] for row in here])
    y = np.array([row[quantity] for row in here], float)
    degree = 1 if quantity == "period" else 2
    if len(set(x)) <= degree:
        return
    at = np.linspace(x.min(), x.max(), 50)
    line = (
        10 ** np.polyval(np.polyfit(x, np.log10(y), degree), at)
        if quantity == "period"
        else np.polyval(np.polyfit(x, y, degree), at)
    )
    axis.plot(at, line, color=colour, linewidth=1)


if "snakemake" in globals():
    study.make(snakemake, agg.collect, finish)  # noqa: F821
