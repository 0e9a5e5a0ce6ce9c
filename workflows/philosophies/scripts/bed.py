"""Avalanche angle of each variant on one inclined bed, with equal and with tuned coefficients."""
from analysis import compare, failures, study, verdict, workflow
from bed_plot import draw
import beds
import expected
import philosophies as ph


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
    entries = [
        compare.entry(
            demands,
            "avalanche",
            scale=scale,
            where=f"{variant}, {matching}",
            **avalanche(rows, scale, variant, matching),
        )
        for variant, matching in ph.cases(expected.with_asked(rows, scale, "bed", named=beds.named))
    ]
    return entries, draw(rows, found)


def avalanche(rows, scale, variant, matching):
    """=> avalanche angle and a note, or why it is not known: a run is not available, or else the
    runs do not enclose it"""
    found = beds.angles(ph.of(rows, variant, matching))
    if not found:
        return {"value": None, "reason": verdict.MISSING}
    angle, half = (found[0][name] for name in ("angle", "half of the interval"))
    note = f"Coefficient of friction {found[0]['friction']:g}, beds: {found[0]['beds']}"
    if angle is not None:
        return {"value": angle, "note": f"{note}, half of the interval {half:g} degrees."}
    like = ph.pattern("bed", variant, matching)
    lacks = workflow.lacks("philosophies", scale, rows, "bed", like=like)
    return {
        "value": None,
        "reason": verdict.MISSING if lacks else verdict.CENSORED,
        "note": f"{note}. The inclinations of the runs do not enclose the angle.",
    }


if "snakemake" in globals():
    study.make(snakemake, collect, finish, derive=derive)  # noqa: F821
