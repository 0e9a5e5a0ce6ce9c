"""First departures of the spin-ups: shear inside or shedding, where, and when relative to 5 %
growth."""
from analysis import compare, failures, study, verdict
from departure_plot import draw
from departures import at_rest, of_spin_up, profiles
import philosophies as ph


def collect(given, _):
    rows, lines = [], []
    settled = {pile_of(ph.named(path)): at_rest(path) for path in failures.succeeded(given.rests)}
    for track, strain in failures.succeeded(given.tracks, given.strains):
        run = ph.named(track)
        rows.append({**run, **of_spin_up(track, strain, settled.get(pile_of(run), False))})
        lines += [{**run, **row} for row in profiles(track, strain)]
    return {"data": rows, "profiles": lines}


def pile_of(run):
    """(names of a run) => names that all runs of this pile under this variant have"""
    return tuple(run[name] for name in ("variant", "matching", "count", "seed"))


def finish(tables, demands, scale):
    """The entries are the share of the piles that shear first, the radius of the first departure,
    and the time of the first shed sphere relative to 5 % growth. Piles that shear at rest, too,
    have no first departure by their spin."""
    rows = tables["data"]
    entries = []
    for variant, matching in ph.cases(rows):
        here = ph.of(rows, variant, matching)
        settling = sum(row["settles"] for row in here)
        note = f"{settling} of {len(here)} piles shear by 0.05 at rest, too." if settling else ""
        for name in ("inside", "departure_radius", "shedding_time"):
            values = [row[name] for row in here]
            more = {"where": f"{variant}, {matching}", "note": note}
            entries.append(
                compare.entry(demands, name, None, scale, reason=verdict.CENSORED, **more)
                if None in values
                else compare.mean_entry(demands, name, values, scale, **more)
            )
    return entries, draw(rows, tables["profiles"])


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
