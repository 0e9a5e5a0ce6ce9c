"""D5, Fig. 8: share of each size among the particles under the largest stress against time, and
depths of overlaps."""
from analysis import failures, rubble, study, uncertainty, verdict
import impacts
from stress_loads import LOAD, NOISE, PATTERN, curves, seen
from stress_plot import KM, draw


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
        series, met = rubble.open(track).records, rubble.rows.tsv(encounter)[0]
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
            for row in rubble.rows.table(overlaps)
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


def finish(tables, demands, scale):
    data, facts = tables["data"], {r["run"]: r for r in tables.get("runs", [])}
    energy = {r["run"]: r["Q"] for r in data}
    names = sorted(
        energy, key=lambda name: (energy[name], bool(impacts.parts(name)["variant"]), name)
    )
    if not names:
        return [], None
    runs, shown = [], []
    for name in names:
        rows = [r for r in data if r["run"] == name]
        part, q, fact = impacts.parts(name), rows[0]["Q"], facts.get(name, {})
        title = f"Q = {q:g}" + (", soft spring (variant)" if part["variant"] else "")
        shown.append((curves(rows), title))
        runs.append(
            {
                "pair": f"{part['projectile']} + {part['target']}",
                "Q": q,
                "where": f"Q = {q:g}" + (", soft spring (1e15 N/m)" if part["variant"] else ""),
                "reason": verdict.VARIANT if part["variant"] else "",
                "piles": fact.get("piles") or "one",
                "fact": fact,
                **seen(curves(rows), fact),
            }
        )
    entries = []
    for pair in dict.fromkeys(r["pair"] for r in runs):
        mine = [r for r in runs if r["pair"] == pair]
        own = [r for r in mine if not r["reason"]]
        # before the impact, thus the same at all energies
        entries += [say("stress_order", own, demands, scale, pair)] if own else []
        for where in dict.fromkeys(r["where"] for r in mine):
            same = [r for r in mine if r["where"] == where]
            low = same[0]["Q"] == min(energy.values()) < max(energy.values())
            entries += entries_of(same, demands, scale, where, low)
    # Older tables lack the number of touching particles, so that frames with too few contacts
    # cannot be recognized: the kept picture stays.
    return entries, draw(shown) if "touching" in data[0] else None


def remarks(name, run):
    """(name of a demand, numbers of a run) => the remarks for its entry"""
    if name == "stress_order":
        return ""
    return run["frames"] + (run["first"] if name == "stress_spike_first" else "")


def say(name, runs, demands, scale, where, low=False):
    """=> the entry of runs that differ in their seeds alone: mean over the pairs of bodies and its
    standard error. Frames of one run are correlated and give no error. low: whether the runs have
    the lowest energy, for which the paper describes no PATTERN."""
    there = [r for r in runs if r[name] is not None]
    reason = runs[0]["reason"] or (verdict.UNPUBLISHED if low and name in PATTERN else "")
    notes = " ".join(dict.fromkeys(remarks(name, r) for r in runs))
    if not there:
        return verdict.evaluate(demands[name], None, scale, notes, where, reason or verdict.MISSING)
    values = uncertainty.per_realisation(there, lambda r: r[name])
    number, error, freedom = uncertainty.mean(values)
    note = f"{notes} {len(values)} pair{'s' * (len(values) > 1)} of bodies.".strip()
    return verdict.evaluate(demands[name], number, scale, note, where, reason, error, freedom)


def entries_of(runs, demands, scale, where, low):
    """=> entries of the runs at one energy; low: whether it is the lowest"""
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
        say(name, runs, demands, scale, where, low) for name in ("stress_largest", *PATTERN)
    ]


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
