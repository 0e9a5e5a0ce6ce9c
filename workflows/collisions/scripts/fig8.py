"""D5, Fig. 8: the share of each size among the bodies under the largest stress, against time; and how deep overlaps are."""
import numpy as np

from analysis import figure, files, impacts, study, verdict

HOUR, KM = 3600.0, 1000.0
LAST = 20  # frames that what is left is averaged over
SPIKE = 600.0  # [s] after the first contact in which the spike is looked for
LOAD, NOISE = "share in the top / share of all", "bootstrap error"


def collect(given, params):
    data, runs = [], []
    for name, ratio, overlaps, track, encounter in zip(params.runs, params.energy_ratio, given.overlaps, given.tracks, given.encounters):
        series, met = files.series(track), files.tsv(encounter)[0]
        data += [{"run": name, "Q": ratio, "time [s]": row["time"], "radius [km]": row["largest_radius"] / KM, LOAD: row["load"], NOISE: row["load_error"],
                  "touching": row["touching"], "top": row["top"]} for row in files.table(overlaps)]
        runs.append({"run": name, "Q": ratio, "first contact [s]": first_contact(met), "records": len(series["time"]),
                     "ever deep": float(series["overlap/ever_deep"][-1]), "largest overlap": float(series["worst_overlap"][-1]),
                     "mean overlap": float(series["overlap/mean"].max())})
    return {"data": data, "runs": runs}


def first_contact(met):
    """(row of rubble-combine) => when the spheres around the two piles touch [s]: the gap over the mean speed on the way"""
    reach = met["target_radius"] + met["projectile_radius"]
    way = met["separation"] ** 2 - met["offset"] ** 2
    touch = reach**2 - met["offset"] ** 2
    return (way**0.5 - touch**0.5) / (0.5 * (met["relative_speed"] + met["impact_speed"]))


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
    names = list(dict.fromkeys(r["run"] for r in data))
    entries = []
    page, axes = figure.plt.subplots(1, len(names), figsize=(5 * len(names), 4.6), squeeze=False)
    for panel, name in zip(axes[0], names):
        rows = [r for r in data if r["run"] == name]
        soft, q = impacts.parts(name)["variant"] == "soft", rows[0]["Q"]
        draw(panel, curves(rows), f"Q = {q:g}" + (", soft spring (variant)" if soft else ""))
        where = f"Q = {q:g}" + (", soft spring (1e15 N/m)" if soft else "")
        entries += judged(curves(rows), facts.get(name), demands, scale, where, verdict.VARIANT if soft else "")
    axes[0, 0].set_ylabel("share in the top / share of all")
    axes[0, 0].legend(title="radius")
    # Without the number of bodies that touch the frames that say nothing cannot be told: an older picture stays.
    return entries, page if "touching" in data[0] else None


def judged(run, fact, demands, scale, where, reason):
    """=> entries of one run"""
    time, sizes, load, error, full, known = run
    small, middle, large = sizes[0], sizes[len(sizes) // 2], sizes[-1]
    seen = f"Of {len(full)} frames {full.sum()} in which enough bodies touch." if known else "The number of bodies that touch was not kept."
    entries, later = [], reason or ("" if known else verdict.MISSING)

    def say(name, number, note="", **more):
        entries.append(verdict.judge(demands[name], None if number is None else float(number), scale, note, where, **{"reason": reason, **more}))

    def before(size, other=None):
        return load[size][0] - (load[other][0] if other else 0), np.hypot(error[size][0], error[other][0] if other else 0)

    if fact:
        say("overlap", fact["ever deep"],
            f"Seen at {fact['records']} records; largest overlap of all steps {fact['largest overlap']:.3g} of the smaller radius.")
        say("overlap_mean", fact["mean overlap"])
    step = min(before(large, middle), before(middle, small))
    say("stress_order", step[0], sigma=step[1])
    say("stress_largest", np.mean(((load[large] > load[middle]) & (load[large] > load[small]))[full]) if known else None, seen, reason=later)
    if fact and fact["first contact [s]"] is not None:
        spike = np.flatnonzero((time > fact["first contact [s]"]) & (time <= fact["first contact [s]"] + SPIKE) & full)
        peak = spike[np.argmax(load[large][spike])] if len(spike) else 0
        say("stress_spike", load[large][peak] - load[large][0],
            f"First contact after {fact['first contact [s]']:.0f} s, peak of {len(spike)} frames after {time[peak]:.0f} s.", sigma=float(np.hypot(error[large][peak], error[large][0])))
    else:
        say("stress_spike", None, "The time of the first contact was not kept.", reason=reason or verdict.MISSING)
    late = np.flatnonzero(full & (time > 0.1 * HOUR))[-LAST:]
    for name, size in (("stress_after_large", large), ("stress_after_small", small)):
        values = load[size][late]
        own = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
        say(name, values.mean() - load[size][0] if known and len(late) else None, seen, sigma=float(np.hypot(own, error[size][0])),
            reason=later if len(late) == LAST else later or verdict.SCALE)
    return entries


def draw(panel, run, title):
    time, sizes, load, error, full, known = run
    for size, colour in zip(sizes, [figure.SKY, figure.GREEN, figure.VERMILION]):
        panel.fill_between(time / HOUR, load[size] - error[size], load[size] + error[size], color=colour, alpha=0.25, linewidth=0)
        panel.plot(time / HOUR, load[size], color=colour, label=f"{size:g} km", linewidth=1)
        panel.axhline(load[size][0], color=colour, linestyle="--", linewidth=1)
    panel.set(xlabel="time [h]", title=title + f": {full.sum()} of {len(full)} frames" * known, ylim=(0, None))


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
