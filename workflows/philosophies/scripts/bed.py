"""Avalanche angle of each variant on one inclined bed, with equal and with tuned coefficients."""
from analysis import compare, failures, study
from bed_plot import draw
import beds


def collect(given, params):
    rows = [
        {**beds.named(track), "friction": friction, "slip": beds.slip_of(track, pile)}
        for track, pile, friction in failures.succeeded(given.tracks, given.piles, params.friction)
    ]
    return {"data": rows}


def derive(tables):
    return {"angles": beds.angles(tables["data"])}


def finish(tables, demands, scale):
    rows = tables["data"]
    found = beds.angles(rows)
    entries = []
    for row in found:
        half, friction = row["half of the interval"], row["friction"]
        entries.append(
            compare.entry(
                demands,
                "avalanche",
                row["angle"],
                scale,
                where=f"{row['variant']}, {row['matching']}",
                note=f"Coefficient of friction {friction:g}, beds: {row['beds']}"
                + ("." if half is None else f", half of the interval {half:g} degrees."),
            )
        )
    return entries, draw(rows, found)


if "snakemake" in globals():
    study.make(snakemake, collect, finish, derive=derive)  # noqa: F821
