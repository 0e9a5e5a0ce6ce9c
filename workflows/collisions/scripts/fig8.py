"""D5, Fig. 8: share of each size among the particles under the largest stress against time, and
depths of overlaps."""
import numpy as np

from analysis import failures, figure, files, impacts, study, uncertainty, verdict

HOUR, KM = 3600.0, 1000.0
LAST = 20  # number of frames averaged for a remnant
SPIKE = 600.0  # [s] duration of the search for the spike after the first contact
FEW = 20  # frames; shorter curves also have a mark at each frame, to be visible
LOAD, NOISE = "share in the top / share of all", "bootstrap error"


def collect(given, params):
    data, runs = [], []
    for name, ratio, piles, overlaps, track, encounter in failures.succeeded(
        params.runs,
        params.energy_ratio,
        params.piles,
        given.overlaps,
        given.tracks,
        given.encounters,
    ):
        series, met = files.series(track), files.tsv(encounter)[0]
        data += [
            {
                "run": name,
                "Q": ratio,
                "time [s]": row["time"],
                "radius [km]": row["largest_radius"] / KM,
                LOAD: row["load"],
                NOISE: row["load_error"],
                "touching": row["touching"],
                "top": row["top"],
            }
            for row in files.table(overlaps)
        ]
        runs.append(
            {
                "run": name,
                "Q": ratio,
                "first contact [s]": met["contact_time"],
                "records": len(series["time"]),
                "ever deep": float(series["overlap/ever_deep"][-1]),
                "largest overlap": float(series["worst_overlap"][-1]),
                "mean overlap": float(series["overlap/mean"].max()),
                "piles": piles,
            }
        )
    return {"data": data, "runs": runs}


def curves(rows):
    """(rows of one run) => times, sizes in ascending order, loads and their errors by size, whether
    a frame has enough contacts, whether that is known

    Loads are nan in frames in which fewer particles touch than the top contains, because they are
    not the most stressed ones there.
    """
    sizes = sorted({r["radius [km]"] for r in rows})
    by = {s: [r for r in rows if r["radius [km]"] == s] for s in sizes}
    time = np.array([r["time [s]"] for r in by[sizes[0]]], float)
    known = "touching" in rows[0]
    full = np.array([not known or r["touching"] >= r["top"] for r in by[sizes[0]]])
    load, error = (
        {s: np.where(full, [r[key] for r in by[s]], np.nan) for s in sizes} for key in (LOAD, NOISE)
    )
    return time, sizes, load, error, full, known


def finish(tables, demands, scale):
    data, facts = tables["data"], {r["run"]: r for r in tables.get("runs", [])}
    energy = {r["run"]: r["Q"] for r in data}
    names = sorted(
        energy, key=lambda name: (energy[name], bool(impacts.parts(name)["variant"]), name)
    )
    if not names:
        return [], None
    across = min(4, len(names))
    down = -(-len(names) // across)
    page, axes = figure.plt.subplots(
        down, across, figsize=(4.4 * across, 4.2 * down), squeeze=False, sharey=True
    )
    for panel in axes.flat[len(names) :]:
        panel.remove()
    runs = []
    for panel, name in zip(axes.flat, names):
        rows = [r for r in data if r["run"] == name]
        part, q, fact = impacts.parts(name), rows[0]["Q"], facts.get(name, {})
        draw(
            panel,
            curves(rows),
            f"Q = {q:g}" + (", soft spring (variant)" if part["variant"] else ""),
        )
        runs.append(
            {
                "pair": f"{part['projectile']} + {part['target']}",
                "where": f"Q = {q:g}" + (", soft spring (1e15 N/m)" if part["variant"] else ""),
                "reason": verdict.VARIANT if part["variant"] else "",
                "piles": fact.get("piles") or "one",
                "fact": fact,
                **seen(curves(rows), fact),
            }
        )
    for panel in axes[:, 0]:
        panel.set_ylabel("share in the top / share of all")
    axes[0, 0].legend(title="radius")
    entries = []
    for pair in dict.fromkeys(r["pair"] for r in runs):
        mine = [r for r in runs if r["pair"] == pair]
        own = [r for r in mine if not r["reason"]]
        # before the impact, thus the same at all energies
        entries += [say("stress_order", own, demands, scale, pair)] if own else []
        for where in dict.fromkeys(r["where"] for r in mine):
            entries += entries_of([r for r in mine if r["where"] == where], demands, scale, where)
    # Older tables lack the number of touching particles, so that frames with too few contacts
    # cannot be recognized: the kept picture stays.
    return entries, page if "touching" in data[0] else None


def seen(run, fact):
    """(curves of one run, its row of `runs`) => {name of a demand: number, None if it was not kept
    or not observed; "frames": remarks}"""
    time, sizes, load, error, full, known = run
    small, middle, large = sizes[0], sizes[len(sizes) // 2], sizes[-1]
    start = {s: load[s][0] for s in sizes}
    out = dict.fromkeys(
        (
            "stress_order",
            "stress_largest",
            "stress_spike",
            "stress_after_large",
            "stress_after_small",
        )
    )
    out["frames"] = (
        f"{full.sum()} of {len(full)} frames with enough contacts."
        if known
        else "The number of touching particles was not kept."
    )
    contact = fact.get("first contact [s]")
    if contact is None:
        out["frames"] += " The time of the first contact was not kept."
    if not full[0]:
        return out
    out["stress_order"] = min(start[large] - start[middle], start[middle] - start[small])
    if not known:
        return out
    out["stress_largest"] = np.mean(
        ((load[large] > load[middle]) & (load[large] > load[small]))[full]
    )
    if contact is not None:
        spike = load[large][(time > contact) & (time <= contact + SPIKE) & full]
        out["stress_spike"] = spike.mean() - start[large] if len(spike) else None
        out["frames"] += f" First contact after {contact:.0f} s, then {len(spike)} of them."
    late = np.flatnonzero(full & (time > 0.1 * HOUR))[-LAST:]
    if len(late) == LAST:
        out["stress_after_large"], out["stress_after_small"] = (
            load[s][late].mean() - start[s] for s in (large, small)
        )
    return out


def say(name, runs, demands, scale, where):
    """=> the entry of runs that differ in their seeds alone: mean over the pairs of bodies and its
    standard error. Frames of one run are correlated and give no error."""
    there = [r for r in runs if r[name] is not None]
    notes = " ".join(dict.fromkeys(r["frames"] for r in runs)) if name != "stress_order" else ""
    if not there:
        return verdict.evaluate(
            demands[name], None, scale, notes, where, runs[0]["reason"] or verdict.MISSING
        )
    values = uncertainty.per_realisation(there, lambda r: r[name])
    number, error, freedom = uncertainty.mean(values)
    note = f"{notes} {len(values)} pair{'s' * (len(values) > 1)} of bodies.".strip()
    return verdict.evaluate(
        demands[name], number, scale, note, where, runs[0]["reason"], error, freedom
    )


def entries_of(runs, demands, scale, where):
    """=> entries of the runs at one energy"""
    entries = []
    for r in (r for r in runs if r["fact"]):
        text = (
            f"Observed at {r['fact']['records']} records; largest overlap of all steps "
            f"{r['fact']['largest overlap']:.3g} of the smaller radius."
        )
        entries += [
            verdict.evaluate(
                demands["overlap"], r["fact"]["ever deep"], scale, text, where, r["reason"]
            ),
            verdict.evaluate(
                demands["overlap_mean"], r["fact"]["mean overlap"], scale, "", where, r["reason"]
            ),
        ]
    return entries + [
        say(name, runs, demands, scale, where)
        for name in ("stress_largest", "stress_spike", "stress_after_large", "stress_after_small")
    ]


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


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
