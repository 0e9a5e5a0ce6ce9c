"""First departures of the spin-ups: shear inside or shedding, where, and when relative to 5 %
growth."""
import numpy as np

from analysis import compare, failures, study
from departure_plot import draw
from departures import at_rest, of_spin_up, profiles
import expected
import philosophies as ph


def collect(given, _):
    rows, lines = [], []
    settled = {pile_of(ph.named(path)): at_rest(path) for path in failures.succeeded(given.rests)}
    for track, strain in failures.succeeded(given.tracks, given.strains):
        run = ph.named(track)
        rows.append({**run, **of_spin_up(track, strain, settled.get(pile_of(run)))})
        lines += [{**run, **row} for row in profiles(track, strain)]
    return {"data": rows, "profiles": lines}


def pile_of(run):
    """(names of a run) => names that all runs of this pile under this variant have"""
    return tuple(run[name] for name in ("variant", "matching", "count", "seed"))


def finish(tables, demands, scale):
    """The entries are the share of the piles that shear first, the radius of the first departure,
    the time and the growth at the first shed sphere, and the share of the shed mass that came from
    the equatorial band. Piles that also shear at rest have no first departure by their spin."""
    rows = tables["data"]
    entries = []
    for variant, matching in expected.cases(rows, scale, "spin"):
        here = ph.of(rows, variant, matching)
        lacking = expected.lacks(rows, scale, variant, matching, "spin")
        for name in ENTRIES:
            values = [row[name] for row in here]
            more = {"where": f"{variant}, {matching}", "note": note_on(here)}
            entry = share_entry if name == "inside" else expected.mean_entry
            entries.append(entry(demands, name, values, lacking, scale, **more))
    return entries, draw(rows, tables["profiles"])


def share_entry(demands, name, values, lacking, scale, **more):
    """(arguments of expected.mean_entry) => the entry of the share of the piles with the value 1.
    Values of 0 and 1 have no standard error of a mean."""
    if lacking or None in values:
        return expected.mean_entry(demands, name, values, lacking, scale, **more)
    return compare.entry(demands, name, np.mean(values), scale, **more)


def note_on(rows):
    """(rows of one variant and matching) => how many piles shear at rest, or are undecided"""
    counts = {
        "also shear by 0.05 at rest": sum(row["settles"] == 1 for row in rows),
        "have no result at rest": sum(row["settles"] is None for row in rows),
        "shear and shed between the same two frames": sum(
            row["first"] == "undecided" for row in rows
        ),
    }
    return " ".join(
        f"{count} of {len(rows)} piles {text}." for text, count in counts.items() if count
    )


ENTRIES = ("inside", "departure_radius", "shedding_time", "shedding_growth", "shed_equator")


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
