"""Rise times of the intruder in a shaken box, and their comparison between media (Fig. 8)."""
import numpy as np

from analysis import uncertainty, verdict

MEDIUM = ["dumbbells", "tetrahedra", "diamonds", "rods", "cubes", "spheres", "mixed shapes"]
# The two definitions of the rise time in rubble-critical, and their descriptions.
READINGS = {
    "crossing": "first crossing of the end's mean",
    "plateau": "95 % of the maximum of a five-cycle mean",
}
LATE = "rise in the last five cycles [cm]"
BED, TOP = "bed at the start [cm]", "top of the intruder [cm]"


def rise(run, key):
    """=> rise time [cycles]; nan without a rise, or if the intruder's top ends below the bed"""
    value = run[key]
    return np.nan if value is None or run[TOP] < run[BED] else value


def entries_of(runs, variant, key, where, reason, demands, scale):
    """=> entries of one variant by one definition of the rise time"""
    entries = []
    times = {
        n: np.array([rise(r, key) for r in runs if (r["number"], r["variant"]) == (n, variant)])
        for n in range(1, len(MEDIUM) + 1)
    }
    times = {n: t for n, t in times.items() if len(t)}
    mean = {n: float(t[np.isfinite(t)].mean()) for n, t in times.items() if np.any(np.isfinite(t))}
    deviation, freedom = uncertainty.pooled([t[np.isfinite(t)] for t in times.values()])

    def error(*numbers):
        return float(deviation * np.sqrt(sum(1 / np.isfinite(times[n]).sum() for n in numbers)))

    def censored(*numbers):
        """=> remark on seeds without a rise; "" if there are none"""
        lost = [(n, int(np.sum(~np.isfinite(times[n])))) for n in numbers]
        return " ".join(
            f"Censored: {gone} of {len(times[n])} seeds of B{n} without a rise."
            for n, gone in lost
            if gone
        )

    def missing(name):
        if not variant and scale in demands[name].get("scales", [scale]):
            entries.append(
                verdict.evaluate(demands[name], None, scale, where=where, reason=verdict.MISSING)
            )

    for n in range(1, len(MEDIUM) + 1):
        if n not in times:
            missing(f"B{n}")
            continue
        found = [r for r in runs if (r["number"], r["variant"]) == (n, variant)]
        seeds = ", ".join("no rise" if not np.isfinite(t) else f"{t:.1f}" for t in times[n])
        margins = ", ".join(
            "none" if r["between margins"] is None else f"{r['between margins']:.1f}" for r in found
        )
        late = ", ".join("none" if r[LATE] is None else f"{r[LATE]:+.2f} cm" for r in found)
        note = (
            f"Seeds: {seeds}; from 5 % of the bed above the start to 5 % below the end: {margins}. "
            f"Mean height of the last five cycles minus that of the five before: {late}. "
            f"Bed at the start: {found[0][BED]:.2f} cm."
        )
        if n in mean and "value" in demands[f"B{n}"]:
            note += f" Minus the published time: {mean[n] - demands[f'B{n}']['value']:+.1f}."
        some = censored(n) if n in mean else ""
        entries.append(
            verdict.evaluate(
                demands[f"B{n}"],
                mean.get(n),
                scale,
                f"{note} {some}".strip(),
                where,
                reason or (verdict.CENSORED if some else ""),
                error(n) if n in mean else None,
                freedom,
                # No number has an error, but several seeds without a rise are evaluated.
                interval=() if n not in mean and len(times[n]) > 1 else None,
            )
        )
    entries += of_cubes(times.get(5, []), where, reason, demands, scale)
    for n in (1, 2, 3, 4):
        if not {n, 6} <= set(times):
            missing(f"B{n}-B6")
            continue
        some, both = censored(n, 6), {n, 6} <= set(mean)
        entries.append(
            verdict.evaluate(
                demands[f"B{n}-B6"],
                mean[n] - mean[6] if both else None,
                scale,
                some,
                where,
                reason or (verdict.CENSORED if some else ""),
                error(n, 6) if both else None,
                freedom,
            )
        )
    # no rise counts as an infinite time
    slow = {n: float(np.mean(np.where(np.isfinite(t), t, np.inf))) for n, t in times.items()}
    for name, against, others, least, counts in (
        ("faster", 6, (1, 2, 3, 4), 4, np.less),
        ("cubes", 5, (1, 2, 3, 4, 6, 7), 2, np.greater),
    ):
        there = [n for n in others if n in slow]
        if against not in slow or len(there) < least:
            missing(name)
            continue
        found = int(sum(counts(slow[n], slow[against]) for n in there))
        why = [pair_reason(times[n], times[against], deviation, freedom) for n in there]
        undecided = [r for r in (verdict.ALONE, verdict.CENSORED, verdict.UNCERTAIN) if r in why]
        entries.append(
            verdict.evaluate(
                demands[name], found, scale, where=where, reason=reason or (undecided or [""])[0]
            )
        )
    return entries


def of_cubes(times, where, reason, demands, scale):
    """(rise times among cubes, nan: none) => [entry of the share that rises]; [] without seeds"""
    if not len(times):
        return []
    share = float(np.isfinite(times).mean())
    few = "" if len(times) > 1 else verdict.ALONE
    note = f"{len(times)} seed{'s' * (len(times) > 1)}."
    return [verdict.evaluate(demands["B5_rises"], share, scale, note, where, reason or few)]


def pair_reason(one, other, deviation, freedom):
    """(rise times of the seeds in two media, nan: no rise; standard deviation; its degrees of
    freedom) => the reason why their order is not decided; "" if it is. It is decided if the means
    differ by more than the uncertainty, or if all seeds rise in one medium and none in the other,
    with two or more seeds in each.
    """
    rises = [np.isfinite(times) for times in (one, other)]
    if all(r.all() for r in rises):
        sigma = deviation * np.sqrt(1 / len(one) + 1 / len(other))
        if not np.isfinite(sigma):
            return verdict.ALONE
        return (
            verdict.UNCERTAIN
            if abs(one.mean() - other.mean()) < uncertainty.sigmas(freedom) * sigma
            else ""
        )
    if min(len(one), len(other)) < 2:
        return verdict.ALONE
    return "" if sorted(r.mean() for r in rises) == [0, 1] else verdict.CENSORED
