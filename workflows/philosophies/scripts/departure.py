"""First departures of the spin-ups: shear inside or shedding, where, and when relative to 5 %
growth."""
from analysis import compare, failures, study, verdict
from departure_plot import draw
from departures import of_spin_up, profiles
import philosophies as ph


def collect(given, _):
    rows, lines = [], []
    for track, strain in failures.succeeded(given.tracks, given.strains):
        run = ph.named(track)
        rows.append({**run, **of_spin_up(track, strain)})
        lines += [{**run, **row} for row in profiles(track, strain)]
    return {"data": rows, "profiles": lines}


def finish(tables, demands, scale):
    """The entries are the share of the piles that shear inside first, and the time of the first
    shed sphere relative to 5 % growth."""
    rows = tables["data"]
    entries = []
    for variant, matching in ph.cases(rows):
        for name in ("inside", "shedding_time"):
            values = [row[name] for row in ph.of(rows, variant, matching)]
            where = f"{variant}, {matching}"
            entries.append(
                compare.entry(demands, name, None, scale, where=where, reason=verdict.CENSORED)
                if None in values
                else compare.mean_entry(demands, name, values, scale, where=where)
            )
    return entries, draw(rows, tables["profiles"])


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
