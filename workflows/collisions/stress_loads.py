"""D5, Fig. 8: loads of each size during a collision."""
import numpy as np

from stress_plot import HOUR

LAST = 20  # number of frames averaged for a remnant
SPIKE = 600.0  # [s] duration of the search for the spike after the first contact
# the paper describes these for the high and the medium energy alone
PATTERN = ("stress_spike_first", "stress_spike", "stress_after_large", "stress_after_small")
LOAD, NOISE = "share in the top / share of all", "bootstrap error"


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


def gap(time, full):
    """(times of the frames, whether they have enough contacts) => remark on the longest time
    without such a frame; "" if it is below an hour"""
    there = time[full]
    if len(there) < 2 or np.diff(there).max() < HOUR:
        return ""
    at = int(np.argmax(np.diff(there)))
    return f" None between {there[at] / HOUR:.2f} and {there[at + 1] / HOUR:.2f} h."


def seen(run, fact):
    """(curves of one run, its row of `runs`) => {name of a demand: number, None if it was not kept
    or not observed; "frames": remarks; "first": remark on
    the first frame after the contact}"""
    time, sizes, load, error, full, known = run
    small, middle, large = sizes[0], sizes[len(sizes) // 2], sizes[-1]
    start = {s: load[s][0] for s in sizes}
    out = dict.fromkeys(
        (
            "stress_order",
            "stress_largest",
            "stress_spike_first",
            "stress_spike",
            "stress_after_large",
            "stress_after_small",
        )
    )
    out["first"] = ""
    out["frames"] = (
        f"{full.sum()} of {len(full)} frames with enough contacts.{gap(time, full)}"
        if known
        else "The number of touching particles was not kept."
    )
    contact = fact.get("first contact [s]")
    if contact is None:
        out["frames"] += " The time of the first contact was not kept."
    if not full[0]:
        return out
    large_start = f"{start[large]:.3g} +- {error[large][0]:.2g}"
    out["frames"] += f" Largest size in the one frame before: {large_start} (bootstrap)."
    out["stress_order"] = min(start[large] - start[middle], start[middle] - start[small])
    if not known:
        return out
    out["stress_largest"] = np.mean(
        ((load[large] > load[middle]) & (load[large] > load[small]))[full]
    )
    if contact is not None:
        spike = np.flatnonzero((time > contact) & (time <= contact + SPIKE) & full)
        out["frames"] += f" First contact after {contact:.0f} s, then {len(spike)} of them."
        if len(spike):
            changes = load[large][spike] - start[large]
            out["stress_spike_first"], out["stress_spike"] = changes[0], changes.mean()
            out["first"] = (
                f" Change in the first, after {time[spike[0]]:.0f} s: {changes[0]:+.2f}, with a "
                f"bootstrap error of {error[large][spike[0]]:.2f} there; highest of them: "
                f"{changes.max():+.2f}."
            )
    late = np.flatnonzero(full & (time > 0.1 * HOUR))[-LAST:]
    if len(late) == LAST:
        out["stress_after_large"], out["stress_after_small"] = (
            load[s][late].mean() - start[s] for s in (large, small)
        )
    return out
