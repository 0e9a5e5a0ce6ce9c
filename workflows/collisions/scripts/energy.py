"""D1: energy error in the elastic collapse of clouds, with several time steps."""
import re

import numpy as np

from analysis import failures, rubble, study, uncertainty, verdict
from elastic_plot import CHANGE, ERROR, LARGEST, RUN, STEP, TIME, draw, order

STUDY_STEP = 0.04  # [s] time step of the study, for which the demand holds
STEPS = 3  # least number of time steps of a fit: two would hide that local orders differ


def seed(run):
    """(name of a run) => seed of its cloud; names of the first cloud have no seed"""
    found = re.search(r"-s(\d+)$", run)
    return int(found[1]) if found else 1


def collect(given, params):
    """=> `sizes` of the errors of all runs, and `data`: the errors of the first cloud against
    time"""
    data, sizes = [], []
    for run, dt, path in failures.succeeded(params.runs, params.dt, given.tracks):
        track, step = rubble.open(path).records, float(dt.split()[0])
        total = track["energy/total"]
        error = (total - total[0]) / abs(total[0])
        sizes.append(sizes_of(run, step, error))
        if seed(run) == 1:
            data += [
                {RUN: run, STEP: step, TIME: t, ERROR: e} for t, e in zip(track["time"], error)
            ]
    return {"data": data, "sizes": sizes}


def sizes_of(run, step, error):
    """=> row of a run: the largest error, and the root mean square of the changes between
    records"""
    return {
        RUN: run,
        STEP: step,
        LARGEST: float(np.abs(error).max()),
        CHANGE: float(np.sqrt(np.mean(np.diff(error) ** 2))),
    }


def clouds(tables):
    """=> {seed: {step: row of `sizes`}}, steps in descending order. Older tables have the errors
    against time alone."""
    rows = {
        run: sizes_of(run, mine[0][STEP], rubble.rows.column(mine, ERROR))
        for run, mine in rubble.rows.groups(tables["data"], RUN).items()
    }
    rows |= {row[RUN]: row for row in tables.get("sizes", [])}
    found = {}
    for row in sorted(rows.values(), key=lambda row: (seed(row[RUN]), -row[STEP])):
        found.setdefault(seed(row[RUN]), {})[row[STEP]] = row
    return found


def complete(found):
    """({seed: {step: row}}) => those with the largest number of steps; [] if it is below STEPS"""
    most = max(map(len, found.values()), default=0)
    return [sizes for sizes in found.values() if len(sizes) == most >= STEPS]


def at_most(found, longest):
    """({seed: {step: row}}, step [s]) => the rows of the steps that are not longer"""
    return {
        cloud: {step: row for step, row in sizes.items() if step <= longest}
        for cloud, sizes in found.items()
    }


def mean_order(fitted, measure):
    """=> mean order over the clouds as text, with its standard error if there are several"""
    number, error, _ = uncertainty.mean([order(own, measure) for own in fitted])
    return f"{number:.2f}" + (f" +- {error:.2g}" if len(fitted) > 1 else "")


def of_left_out(found, fitted, measure):
    """=> remark on the local orders of the clouds with fewer steps than the fitted ones; "" without
    such clouds"""
    texts = [
        f"{cloud} ({local_orders([sizes], measure)})"
        for cloud, sizes in found.items()
        if sizes not in fitted and len(sizes) > 1
    ]
    return f" Not fitted, with fewer steps: cloud {', '.join(texts)}." if texts else ""


def local_orders(fitted, measure):
    """=> mean over the clouds of the order between neighbouring steps, as text"""
    steps = list(fitted[0])
    pairs = [
        (one, two, np.mean([order({s: own[s] for s in (one, two)}, measure) for own in fitted]))
        for one, two in zip(steps, steps[1:])
    ]
    return ", ".join(f"{mean:.2f} ({one:g} to {two:g} s)" for one, two, mean in pairs)


def finish(tables, demands, scale):
    found = clouds(tables)
    own = [sizes[STUDY_STEP][LARGEST] for sizes in found.values() if STUDY_STEP in sizes]
    doubled = [
        sizes[2 * STUDY_STEP][LARGEST] for sizes in found.values() if 2 * STUDY_STEP in sizes
    ]
    every, below = complete(found), complete(at_most(found, STUDY_STEP))
    fitted = below or every
    told = f"Largest of {len(own)} clouds. " if len(own) > 1 else ""
    told += f"With twice the step: {max(doubled):.2g}." if doubled else ""
    entries = [
        verdict.evaluate(
            demands["energy"],
            max(own, default=None),
            scale,
            told,
            reason="" if own else verdict.MISSING,
        )
    ]
    # Each impact adds an error of random sign. The largest error is a random walk over the
    # impacts; the rms of the changes measures single impacts.
    for name, measure in (("energy_order", CHANGE), ("energy_order_largest", LARGEST)):
        number, error, freedom, note = None, None, 0, ""
        if fitted:
            number, error, freedom = uncertainty.mean([order(own, measure) for own in fitted])
            values = ", ".join(f"{row[measure]:.2g}" for row in fitted[0].values())
            note = (
                f"Fitted over dt = {', '.join(f'{s:g}' for s in fitted[0])} s; {len(fitted)} "
                f"cloud{'s' * (len(fitted) > 1)}. Errors of the first: {values}. "
                f"Local orders: {local_orders(every, measure)}."
                f" All steps: {mean_order(every, measure)}.{of_left_out(found, every, measure)}"
            )
        entries.append(
            verdict.evaluate(
                demands[name],
                number,
                scale,
                note,
                reason="" if below else verdict.MISSING,
                sigma=error,
                freedom=freedom,
            )
        )
    runs = rubble.rows.groups(tables["data"], STEP)
    return entries, draw(runs, found, every)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
