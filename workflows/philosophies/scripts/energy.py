"""Heat of each channel until the failure, and the errors of the ledger."""
from analysis import compare, failures, study, workflow
from channel_plot import draw, heats_at
import philosophies as ph


def collect(given, _):
    rows = []
    for path in failures.succeeded(given.tracks):
        s = ph.records(path)
        rows.append({**ph.named(path), **heats(s), **errors(s)})
    return {"data": rows}


def heats(s):
    """=> heat of each group of channels from the start to the failure, or to the end of a pile that
    does not fail, and the work of the spin-up / |gravitational energy| at the start"""
    end = ph.failure(s) or s["time"][-1]
    scale = abs(s["energy/gravitational"][0])
    return heats_at(s, end, scale) | {"work": ph.at(s, s["work/driven"], end) / scale}


def errors(s):
    """=> largest error of the energy, and largest energy made by a channel, both over the whole
    spin-up and relative to the scale of the ledger"""
    made = [float(values.max()) for name, values in s.items() if name.startswith("energy_made/")]
    return {"error": float(s["error/energy"].max()), "made": max(made, default=0.0)}


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    for variant, matching in ph.cases(rows):
        here, where = ph.of(rows, variant, matching), f"{variant}, {matching}"
        largest = workflow.of_all(
            "philosophies",
            max(row["error"] for row in here),
            rows,
            scale,
            "spin",
            like=ph.pattern("spin", variant, matching),
        )
        entries.append(compare.entry(demands, "energy_error", largest, scale, where=where))
    return entries, draw(rows)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
