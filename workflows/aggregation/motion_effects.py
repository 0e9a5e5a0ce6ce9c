"""F3, Fig. 6: effects of each initial motion."""
import numpy as np

from analysis import figure, uncertainty
import aggregation as agg

LOOKS = {
    "speed": ("v0", figure.BLUE, "*"),
    "spin": ("omega0", figure.GREEN, "p"),
    "frame": ("Omega", figure.VERMILION, "D"),
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


def strengths(rows, measure):
    """=> {motion: its effect by that measure}"""
    return {name: measure(rows, name) for name in LOOKS}


def fall_of_period(rows, name):
    """=> decades by which the period falls over the published range of the motion, by an
    exponential fitted to the aggregates of moving clouds; nan with aggregates for fewer than two
    values of the motion"""
    here = [row for row in moved(rows, name) if row[name] > 0]
    if len({row[name] for row in here}) < 2:
        return np.nan
    shares = [row[name] / agg.GREATEST[name] for row in here]
    return -float(np.polyfit(shares, np.log10(agg.column(here, "period")), 1)[0])


def common_shares(rows):
    """=> the shares of the published ranges, without 0, at which each motion has an aggregate"""
    return set.intersection(
        *({share_of_range(row, name) for row in moved(rows, name)} for name in LOOKS)
    ) - {0}


def share_of_range(row, name):
    return round(row[name] / agg.GREATEST[name], 3)


def lowered_period(rows, name):
    """=> minus the mean log10 of the period [h] of the aggregates at the common shares; nan without
    such a share. All motions start from the same clouds at rest, so that differences between
    motions do not depend on the period at rest."""
    shares = common_shares(rows)
    means = [
        np.mean(
            [
                np.log10(row["period"])
                for row in moved(rows, name)
                if share_of_range(row, name) == share
            ]
        )
        for share in sorted(shares)
    ]
    return -float(np.mean(means)) if means else np.nan


def cloud_of(row):
    return (*(row[name] for name in LOOKS), row["seed"])


def followed(rows):
    """=> the rows; runs that were continued have the state at the end of their continuation"""
    later = {cloud_of(row): {**row, "kind": "ccp"} for row in agg.of(rows, "later")}
    return [later.get(cloud_of(row), row) if row["kind"] == "ccp" else row for row in rows]


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


def of_clouds(rows, measure):
    """=> [{motion: its effect by that measure}] of each cloud"""
    return [
        strengths(agg.of_seed(rows, seed), measure)
        for seed in sorted({row["seed"] for row in rows})
    ]


def apart(rows, first, measure):
    """=> note with the effect of one motion minus that of each other, means over the clouds"""
    texts = []
    for name in (name for name in LOOKS if name != first):
        values = [cloud[first] - cloud[name] for cloud in of_clouds(rows, measure)]
        known = [value for value in values if np.isfinite(value)]
        if len(known) > 1:
            value, error, _ = uncertainty.mean(known)
            texts.append(f"{LOOKS[first][0]} minus {LOOKS[name][0]}: {value:.2g} +- {error:.2g}")
    return f" {', '.join(texts)}." if texts else ""


def order(demands, demand, rows, first, measure, scale, note, reason=""):
    """=> the entry of the effect of one motion minus that of the next strongest, mean over the
    clouds with runs of all three. The note has the effects over all clouds. `reason`: why the
    number has no verdict, if its runs are available."""
    clouds = of_clouds(rows, measure)
    differences = [
        value for value in (ahead(values, first) for values in clouds) if np.isfinite(value)
    ]
    value, error, freedom = uncertainty.mean(differences) if differences else (None, np.nan, 0)
    said = ", ".join(
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
        note=f"{note}: {said}.{apart(rows, first, measure)}" if said else "",
        **({"reason": reason} if reason and value is not None else {}),
    )
