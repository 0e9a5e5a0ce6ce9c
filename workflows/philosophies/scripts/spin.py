"""Spin at which the longest semi-axis of the heaviest group has grown by 5 %."""
import numpy as np

from analysis import compare, failures, study, variance, verdict
import expected
from spin_up_plot import draw
import philosophies as ph
import spread_collapse
import spreads

EVERY = 550.0  # [s] between the points of the curves


def collect(given, _):
    rows, series = [], []
    tracks = failures.succeeded(given.tracks)
    first = first_seeds([ph.named(path) for path in tracks])
    for path in tracks:
        s, run = ph.records(path), ph.named(path)
        rows.append({**run, **ph.at_failure(s)})
        times = np.arange(s["time"][0], s["time"][-1], EVERY)
        for time in times if run["seed"] == first[run["variant"], run["matching"]] else ():
            series.append(
                {
                    **run,
                    "time": time - s["time"][0],
                    "rate": ph.at(s, ph.rate(s), time),
                    "growth": ph.at(s, s["shape/growth"], time),
                    "largest": ph.at(s, s["bulk/largest"], time),
                }
            )
    return {"data": rows, "series": series}


def first_seeds(rows):
    """=> {(variant, matching): least seed of its rows}"""
    return {case: min(row["seed"] for row in ph.of(rows, *case)) for case in ph.cases(rows)}


def finish(tables, demands, scale):
    rows = tables["data"]
    wanted = expected.with_asked(rows, scale, "spin")
    entries = [
        expected.case_entry(demands, "spin", "spin", scale, rows, variant, matching)
        for variant, matching in ph.cases(wanted)
    ]
    values, asked = (
        spreads.with_unchanged([{**row, "value": row.get("spin")} for row in some])
        for some in (rows, wanted)
    )
    entries += differences(values, asked, demands, scale) + collapses(values, asked, demands, scale)
    return entries, draw(rows, wanted, tables["series"])


def differences(values, wanted, demands, scale):
    """(rows with a column `value`, rows of these and all other runs of the scale, both of
    with_unchanged, ...) => an entry of the ratio F of the mean squares for each matching and set of
    variants"""
    return [
        compare.entry(
            demands,
            "spin_variances",
            scale=scale,
            where=f"{name}, {matching}",
            **difference(values, wanted, matching, variants),
        )
        for matching, name, variants in spreads.compared(wanted)
    ]


def difference(values, wanted, matching, variants):
    """=> F with piles as blocks and a note, or why it is not known"""
    found = spreads.analyses(values, matching, variants)
    if not found or not found["blocked"].freedom[1]:
        return {"value": None, "reason": spreads.reason_of(values, wanted, matching, variants)}
    blocked, one_way = found["blocked"], found["one way"]
    spread = np.sqrt(blocked.variance)
    return {
        "value": blocked.f,
        "note": f"Piles as blocks: {variance.said(blocked)}, spread {spread:.2g}. "
        f"Independent piles: {variance.said(one_way)}.",
    }


def collapses(values, wanted, demands, scale):
    """(rows with a column `value`, rows of these and all other runs of the scale, both of
    with_unchanged, ...) => an entry of the collapse K from equal coefficients to equal avalanche
    angles for each set of variants that has both"""
    return [
        compare.entry(
            demands,
            "collapse",
            scale=scale,
            where=f"variants {', '.join(variants)}",
            **collapse(values, wanted, variants),
        )
        for variants in spread_collapse.compared(wanted)
    ]


def collapse(values, wanted, variants):
    """=> K with piles as blocks and a note, or why it is not evaluated"""
    found = spread_collapse.collapses(values, variants)
    if not found or not found["equal coefficients"].freedom[1]:
        return {"value": None, "reason": spread_collapse.reason_of(values, wanted, variants)}
    before = f"equal coefficients: {variance.said(found['equal coefficients'])}."
    if "blocked" not in found:
        return {
            "value": None,
            "reason": verdict.UNCERTAIN,
            "note": f"K needs p < {spread_collapse.LEVEL} with {before}",
        }
    return {
        "value": found["blocked"].value,
        "note": f"Piles as blocks: {variance.said(found['blocked'])}. "
        f"Independent piles: {variance.said(found['one way'])}. With {before}",
    }


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
