"""D5, Fig. 8: the share of each size among the bodies under the largest stress, against time; and how deep overlaps are."""
import numpy as np

from analysis import failures, figure, files, impacts, scatter, study, verdict

HOUR, KM = 3600.0, 1000.0
LAST = 20  # number of frames in averages over remnants
SPIKE = 600.0  # [s] after the first contact in which the spike is looked for
FEW = 20  # frames that get a mark each: a line alone would hardly be seen
LOAD, NOISE = "share in the top / share of all", "bootstrap error"


def collect(given, params):
    data, runs = [], []
    for name, ratio, piles, overlaps, track, encounter in failures.succeeded(
            params.runs, params.energy_ratio, params.piles, given.overlaps, given.tracks, given.encounters):
        series, met = files.series(track), files.tsv(encounter)[0]
        data += [{"run": name, "Q": ratio, "time [s]": row["time"], "radius [km]": row["largest_radius"] / KM, LOAD: row["load"], NOISE: row["load_error"],
                  "touching": row["touching"], "top": row["top"]} for row in files.table(overlaps)]
        runs.append({"run": name, "Q": ratio, "first contact [s]": met["contact_time"], "records": len(series["time"]),
                     "ever deep": float(series["overlap/ever_deep"][-1]), "largest overlap": float(series["worst_overlap"][-1]),
                     "mean overlap": float(series["overlap/mean"].max()), "piles": piles})
    return {"data": data, "runs": runs}


def curves(rows):
    """(rows of one run) => times, sizes in rising order, loads and their errors by size; nan where fewer bodies touch than the top holds:
    such shares do not say who is pressed most"""
    sizes = sorted({r["radius [km]"] for r in rows})
    by = {s: [r for r in rows if r["radius [km]"] == s] for s in sizes}
    time = np.array([r["time [s]"] for r in by[sizes[0]]], float)
    known = "touching" in rows[0]
    full = np.array([not known or r["touching"] >= r["top"] for r in by[sizes[0]]])
    load, error = ({s: np.where(full, [r[key] for r in by[s]], np.nan) for s in sizes} for key in (LOAD, NOISE))
    return time, sizes, load, error, full, known


def finish(tables, demands, scale):
    data, facts = tables["data"], {r["run"]: r for r in tables.get("runs", [])}
    energy = {r["run"]: r["Q"] for r in data}
    names = sorted(energy, key=lambda name: (energy[name], bool(impacts.parts(name)["variant"]), name))
    if not names:
        return [], None
    across = min(4, len(names))
    down = -(-len(names) // across)
    page, axes = figure.plt.subplots(down, across, figsize=(4.4 * across, 4.2 * down), squeeze=False, sharey=True)
    for panel in axes.flat[len(names):]:
        panel.remove()
    runs = []
    for panel, name in zip(axes.flat, names):
        rows = [r for r in data if r["run"] == name]
        part, q, fact = impacts.parts(name), rows[0]["Q"], facts.get(name, {})
        draw(panel, curves(rows), f"Q = {q:g}" + (", soft spring (variant)" if part["variant"] else ""))
        runs.append({"pair": f"{part['projectile']} + {part['target']}", "where": f"Q = {q:g}" + (", soft spring (1e15 N/m)" if part["variant"] else ""),
                     "reason": verdict.VARIANT if part["variant"] else "", "piles": fact.get("piles") or "one", "fact": fact, **seen(curves(rows), fact)})
    for panel in axes[:, 0]:
        panel.set_ylabel("share in the top / share of all")
    axes[0, 0].legend(title="radius")
    entries = []
    for pair in dict.fromkeys(r["pair"] for r in runs):
        mine = [r for r in runs if r["pair"] == pair]
        own = [r for r in mine if not r["reason"]]
        entries += [say("stress_order", own, demands, scale, pair)] if own else []  # the piles at rest: at all energies the same
        for where in dict.fromkeys(r["where"] for r in mine):
            entries += judged([r for r in mine if r["where"] == where], demands, scale, where)
    # Without the number of bodies that touch the frames that say nothing cannot be told: an older picture stays.
    return entries, page if "touching" in data[0] else None


def seen(run, fact):
    """(curves of one run, its row of `runs`) => its numbers by the demand's name, None for what was not kept or not seen; remarks"""
    time, sizes, load, error, full, known = run
    small, middle, large = sizes[0], sizes[len(sizes) // 2], sizes[-1]
    start = {s: load[s][0] for s in sizes}
    out = dict.fromkeys(("stress_order", "stress_largest", "stress_spike", "stress_after_large", "stress_after_small"))
    out["frames"] = f"Of {len(full)} frames {full.sum()} in which enough bodies touch." if known else "The number of bodies that touch was not kept."
    contact = fact.get("first contact [s]")
    if contact is None:
        out["frames"] += " Nor was the time of the first contact." if not known else " The time of the first contact was not kept."
    if not full[0]:
        return out
    out["stress_order"] = min(start[large] - start[middle], start[middle] - start[small])
    if not known:
        return out
    out["stress_largest"] = np.mean(((load[large] > load[middle]) & (load[large] > load[small]))[full])
    if contact is not None:
        spike = load[large][(time > contact) & (time <= contact + SPIKE) & full]
        out["stress_spike"] = spike.mean() - start[large] if len(spike) else None
        out["frames"] += f" First contact after {contact:.0f} s, then {len(spike)} of them."
    late = np.flatnonzero(full & (time > 0.1 * HOUR))[-LAST:]
    if len(late) == LAST:
        out["stress_after_large"], out["stress_after_small"] = (load[s][late].mean() - start[s] for s in (large, small))
    return out


def say(name, runs, demands, scale, where):
    """=> the entry of runs that differ in chance alone: the mean over pairs of bodies made anew, and its error. Frames of one run depend on
    each other: they give none."""
    there = [r for r in runs if r[name] is not None]
    notes = " ".join(dict.fromkeys(r["frames"] for r in runs)) if name != "stress_order" else ""
    if not there:
        return verdict.judge(demands[name], None, scale, notes, where, runs[0]["reason"] or verdict.MISSING)
    values = scatter.anew(there, lambda r: r[name])
    number, error, freedom = scatter.mean(values)
    note = f"{notes} {len(values)} pair{'s' * (len(values) > 1)} of bodies.".strip()
    return verdict.judge(demands[name], number, scale, note, where, runs[0]["reason"], error, freedom)


def judged(runs, demands, scale, where):
    """=> entries of the runs at one energy"""
    entries = []
    for r in (r for r in runs if r["fact"]):
        text = f"Seen at {r['fact']['records']} records; largest overlap of all steps {r['fact']['largest overlap']:.3g} of the smaller radius."
        entries += [verdict.judge(demands["overlap"], r["fact"]["ever deep"], scale, text, where, r["reason"]),
                    verdict.judge(demands["overlap_mean"], r["fact"]["mean overlap"], scale, "", where, r["reason"])]
    return entries + [say(name, runs, demands, scale, where) for name in ("stress_largest", "stress_spike", "stress_after_large", "stress_after_small")]


def time_axis(time, full):
    """(times of the frames [s], which of them are shown) => unit, its seconds, and the end of an axis that holds those, in this unit"""
    last = time[full].max(initial=0.0) or time.max()
    unit, seconds = ("h", HOUR) if last > HOUR else ("min", 60.0)
    return unit, seconds, 1.03 * last / seconds


def draw(panel, run, title):
    time, sizes, load, error, full, known = run
    unit, seconds, end = time_axis(time, full)
    time = time / seconds
    for size, colour in zip(sizes, [figure.SKY, figure.GREEN, figure.VERMILION]):
        panel.fill_between(time, load[size] - error[size], load[size] + error[size], color=colour, alpha=0.25, linewidth=0)
        panel.plot(time, load[size], marker="." if full.sum() < FEW else None, color=colour, label=f"{size:g} km", linewidth=1)
        panel.axhline(load[size][0], color=colour, linestyle="--", linewidth=1)
    panel.set(xlabel=f"time [{unit}]", xlim=(0, end), title=title + f": {full.sum()} of {len(full)} frames" * known, ylim=(0, None))


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
