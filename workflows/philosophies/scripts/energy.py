"""Heat of each channel until the failure, and the errors of the ledger."""
from analysis import compare, failures, study
from channel_plot import draw, heats_at
import expected
import philosophies as ph


def collect(given, _):
    rows = []
    for path in failures.succeeded(given.tracks):
        s = ph.records(path)
        rows.append({**ph.named(path), **heats(s), **errors(s)})
    return {"data": rows}


def heats(s):
    """=> heat of each group of channels from the start to the failure, and the work of the spin-up
    / |gravitational energy| at the start; each None if the pile does not fail"""
    end, scale = ph.failure(s), abs(s["energy/gravitational"][0])
    work = ph.at(s, s["work/driven"] / scale, end)
    return heats_at(s, end, scale) | {"work": work}


def errors(s):
    """=> largest error of the energy, and largest energy created by a channel, both over the whole
    spin-up and relative to the scale of the ledger"""
    made = [float(values.max()) for name, values in s.items() if name.startswith("energy_made/")]
    return {"error": float(s["error/energy"].max()), "made": max(made, default=0.0)}


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for variant, matching in expected.cases(rows, scale, "spin"):
        where = f"{variant}, {matching}"
        values = [row["error"] for row in ph.of(rows, variant, matching)]
        lacking = expected.lacks(rows, scale, variant, matching, "spin")
        largest = None if lacking else max(values)
        entries.append(compare.entry(demands, "energy_error", largest, scale, where=where))
    return entries, draw(rows)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
