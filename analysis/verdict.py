"""Verdicts: a number of a study is compared with the published value, or has one reason why it is
not evaluated.

Only this module gives verdicts. Rules (docs/decisions/0023-verdicts.md): a number that is not
evaluated has exactly one reason. A difference is evaluated with its standard error over
realisations of the bodies (other seeds). A variant that was chosen after the result was seen is
never evaluated.
"""
import argparse
import json
import math
import re
import sys
import tomllib
from pathlib import Path

from analysis import output, uncertainty

PASS, FAIL, NONE = "pass", "FAIL", "not evaluated"
UNPUBLISHED = "not published"  # the paper gives no number, or none that can be compared
ILLEGIBLE = "not legible"  # missing in the copy that we had; the paper may give it
SCALE = "not comparable at this scale"
RUN_FAILED = "run failed"  # a run that the number needs ended with an error
MISSING = "run not available"  # it was not run, or data that the number needs were not kept
ALONE = "no second realisation"  # one realisation of the bodies gives no standard error
UNCERTAIN = "limit within uncertainty"  # the confidence interval contains a limit
# some of the bodies never reached the event; the mean over the others is not the mean over all
CENSORED = "censored"
VARIANT = "variant"  # chosen after the result was seen
CALIBRATED = "calibrated"  # a free parameter of the study was chosen with the number in view
CONTRADICTION = "contradiction within the paper"  # its statements exclude each other
BY_CONSTRUCTION = "by construction"  # follows from the method: no result of a run could differ
REASONS = (
    UNPUBLISHED,
    ILLEGIBLE,
    SCALE,
    RUN_FAILED,
    MISSING,
    ALONE,
    UNCERTAIN,
    CENSORED,
    VARIANT,
    CALIBRATED,
    CONTRADICTION,
    BY_CONSTRUCTION,
)
# reasons that a demand may give
DEMANDED = (UNPUBLISHED, ILLEGIBLE, SCALE, CALIBRATED, CONTRADICTION, BY_CONSTRUCTION)
NAMED = (CALIBRATED, CONTRADICTION)  # shown and counted on their own: no agreement, no failure
ABSENT = (RUN_FAILED, MISSING, CENSORED)  # why there is no number
# kinds: the paper prints a number; a direction, an order or a word; nothing to compare with
NUMBER, TREND, OWN = "printed number", "printed trend", "own numerics"
KINDS = (NUMBER, TREND, OWN)
CHOSEN = ("Before the first", "After the first", "It is not recorded when")  # limits of our own


def demands(path):
    """(published.toml) => {name: demand}. Required keys of a demand: experiment, figure, metric,
    published, kind, and either tolerance with low or high (or both), or reason; chosen (how and
    when the limits were chosen) if the tolerance is "ours". Optional keys: unit, value (the
    published number in this unit), note, scales (default: all), difference. Contradictory keys
    raise ValueError.
    """
    found = tomllib.loads(Path(path).read_text())
    for name, demand in found.items():
        try:
            _check_demand(demand)
        except ValueError as error:
            raise ValueError(f"{path}: [{name}]: {error}") from None
    return found


def _check_demand(demand):
    missing = [key for key in ("experiment", "figure", "metric", "published") if key not in demand]
    if missing:
        raise ValueError(f"missing key '{missing[0]}'")
    if "kind" not in demand:
        raise ValueError(f"missing key 'kind': expected {' or '.join(map(repr, KINDS))}")
    limited = "low" in demand or "high" in demand
    if limited == ("reason" in demand):
        raise ValueError("expected either 'low' or 'high', or 'reason', found both or none")
    if limited and "tolerance" not in demand:
        raise ValueError("'low' and 'high' need 'tolerance', the text of the limits")
    ours = limited and "ours" in demand["tolerance"]
    if ours and not demand.get("chosen", "").startswith(CHOSEN):
        raise ValueError(
            "limits marked 'ours' need 'chosen', how and when they were chosen: expected a text "
            f"that begins with {' or '.join(map(repr, CHOSEN))}, found {demand.get('chosen')!r}"
        )
    if demand.get("low", -math.inf) > demand.get("high", math.inf):
        raise ValueError("'low' must not be above 'high'")
    for key, allowed in (("reason", DEMANDED), ("kind", KINDS)):
        if key in demand and demand[key] not in allowed:
            words = " or ".join(map(repr, allowed))
            raise ValueError(f"{key}: expected {words}, found {demand[key]!r}")


def evaluate(
    demand,
    obtained,
    scale,
    note="",
    where="",
    reason="",
    sigma=None,
    freedom=math.inf,
    bracket=None,
    interval=None,
):
    """(demand, measured number, scale, ...) => one entry of verdict.json

    - obtained: the measured number. None means that the event never occurred, and fails. where:
      name of the pile or run, added to the metric.
    - reason: why the number is not evaluated, if the caller knows. It takes precedence over the
      limits.
    - sigma, freedom: standard error over realisations and its degrees of freedom. If a demand with
      `difference = true` has neither sigma nor bracket nor interval, the reason is ALONE.
    - bracket: values at the two neighbouring runs that enclose the number. interval: confidence
      interval, by default obtained +- sigmas(freedom) sigma.

    The number is evaluated if bracket and interval lie wholly inside or wholly outside the limits.
    If a limit lies inside bracket, the reason is MISSING, because a run between the two would be
    needed; if it lies inside interval, UNCERTAIN. A number that is not finite raises ValueError.
    """
    if obtained is not None and not math.isfinite(obtained):
        raise ValueError(f"{demand['metric']}: expected a finite number or None, found {obtained}")
    known = sigma is not None and math.isfinite(sigma)
    if (
        demand.get("difference")
        and not known
        and bracket is None
        and interval is None
        and not reason
    ):
        reason = ALONE
    reason = _first_reason(demand, scale, reason, obtained)
    if known and obtained is not None and interval is None:
        half_width = uncertainty.sigmas(freedom) * sigma
        interval = (obtained - half_width, obtained + half_width)
    verdict = NONE
    if not reason:
        verdict, reason = _decided(demand, obtained, bracket, interval)
    entry = {
        "experiment": demand["experiment"],
        "figure": demand["figure"],
        "metric": demand["metric"] + (f", {where}" if where else ""),
        "published": demand["published"],
        "value": demand.get("value"),
        "obtained": obtained,
        "sigma": sigma if known else None,
        "freedom": freedom if known and math.isfinite(freedom) else None,
        "unit": demand.get("unit", ""),
        "tolerance": demand.get("tolerance", ""),
        "kind": demand.get("kind", OWN),
        "chosen": demand.get("chosen", ""),
        "low": demand.get("low"),
        "high": demand.get("high"),
        "verdict": verdict,
        "reason": reason,
        "scale": scale,
        "note": " ".join(n for n in (demand.get("note", ""), note) if n),
    }
    check(entry)
    return entry


def _first_reason(demand, scale, reason, obtained):
    """=> the reason with the highest precedence: variant, reason of the demand, scale, reason of
    the caller. Without a number, scale and caller come before the reasons of NAMED, which describe
    a number, and a reason of ABSENT comes before UNPUBLISHED."""
    own = demand.get("reason", "")
    if reason == VARIANT:
        return reason
    if own == UNPUBLISHED and obtained is None and reason in ABSENT:
        return reason
    if own and (own not in NAMED or obtained is not None):
        return own
    if scale not in demand.get("scales", [scale]):
        return SCALE
    return reason or own


def _decided(demand, obtained, bracket, interval):
    """=> verdict and reason; bracket is checked before interval"""
    for span, reason in ((bracket, MISSING), (interval, UNCERTAIN)):
        if span is not None and _verdict(demand, obtained, span) == NONE:
            return NONE, reason
    return _verdict(demand, obtained, interval or bracket), ""


def _verdict(demand, obtained, span):
    if obtained is None:
        return FAIL
    low, high = demand.get("low", -math.inf), demand.get("high", math.inf)
    least, most = span or (obtained, obtained)
    if low <= least and most <= high:
        return PASS
    if most < low or high < least:
        return FAIL
    return NONE


def folder_of(figure):
    """("Fig. 3", "Table 2a", "Figs. 8, 9" or "-") => name of the folder of that figure, "fig3",
    "table2", "fig8"; "" if it names none"""
    found = re.match(r"(Fig|Table)\w*\.?\s*(\d+)", figure)
    return f"{'fig' if found[1] == 'Fig' else 'table'}{found[2]}" if found else ""


def without_failed(entry, failed):
    """(one entry, names of the failed runs of its figure) => the entry; the reason MISSING becomes
    RUN_FAILED, with the names in the note"""
    if not failed or entry["reason"] != MISSING:
        return entry
    names = ", ".join(failed[:3]) + (f" and {len(failed) - 3} more" if len(failed) > 3 else "")
    return {**entry, "reason": RUN_FAILED, "note": f"{entry['note']} Failed: {names}.".strip()}


def check(entry):
    """Raises ValueError unless the entry has a known verdict and kind, and a reason if and only if
    it is not evaluated."""
    verdict, reason = entry.get("verdict"), entry.get("reason", "")
    if verdict not in (PASS, FAIL, NONE):
        raise ValueError(
            f"{entry.get('metric')}: unknown verdict {verdict!r}; verdicts are {PASS}, "
            f"{FAIL} and {NONE}"
        )
    if entry.get("kind") not in KINDS:
        raise ValueError(
            f"{entry.get('metric')}: unknown kind {entry.get('kind')!r}; kinds are "
            f"{', '.join(KINDS)}"
        )
    if verdict == NONE and reason not in REASONS:
        raise ValueError(
            f"{entry.get('metric')}: unknown reason {reason!r} for a comparison that was not "
            f"made; reasons are {', '.join(REASONS)}"
        )
    if verdict != NONE and reason:
        raise ValueError(
            f"{entry.get('metric')}: a comparison that was made must not have a reason, "
            f"found {reason!r}"
        )


def number(entry, digits=4):
    """(one entry) => the measured value as text, with its standard error, unit and degrees of
    freedom"""
    if entry["obtained"] is None:
        return "none"
    error = "" if entry["sigma"] is None else f" +- {entry['sigma']:.2g}"
    few = f" ({entry['freedom']:.3g} d.o.f.)" if error and entry.get("freedom") is not None else ""
    return f"{entry['obtained']:.{digits}g}{error} {entry['unit']}".strip() + few


def said(entry):
    """(one entry) => its verdict as text; if it is not evaluated, with the reason or, for the
    reasons of NAMED, as the reason alone"""
    if entry["verdict"] != NONE:
        return entry["verdict"]
    if entry["reason"] in NAMED:
        return entry["reason"]
    return f"variant, {NONE}" if entry["reason"] == VARIANT else f"{NONE}: {entry['reason']}"


def rounded(entry):
    """(one entry) => the entry with rounded measured numbers"""
    measured = ("obtained", "sigma", "freedom")
    return {**entry, **{name: output.rounded(entry.get(name)) for name in measured}}


def write(path, entries):
    for entry in entries:
        check(entry)
    output.put(
        path, json.dumps([rounded(entry) for entry in entries], indent=2, allow_nan=False) + "\n"
    )


def read(paths):
    """(verdict.json files) => all entries in order; an entry that violates the rules raises
    ValueError"""
    entries = [entry for path in paths for entry in json.loads(Path(path).read_text())]
    for entry in entries:
        check(entry)
    return entries


def main(arguments):
    from analysis import verdict_table  # which imports this module

    usage = argparse.ArgumentParser(
        prog="python3 -m analysis.verdict", description="Prints verdicts as a table."
    )
    usage.add_argument("files", nargs="+", metavar="VERDICT.json")
    usage.add_argument(
        "--only", default="", metavar="ID,...", help="experiments to print; all unless given"
    )
    usage.add_argument(
        "--write", action="store_true", help="write verdicts.md beside each file instead"
    )
    chosen = usage.parse_args(arguments)
    for file in chosen.files:
        if not Path(file).is_file():
            usage.error(f"{file}: no such file")
    if chosen.write:
        for file in chosen.files:
            output.put(Path(file).with_name("verdicts.md"), verdict_table.page(file))
        return
    only = {name for name in chosen.only.split(",") if name}
    entries = [entry for entry in read(chosen.files) if not only or entry["experiment"] in only]
    print(verdict_table.markdown(entries) + "\n\n" + verdict_table.count(entries))


if __name__ == "__main__":
    main(sys.argv[1:])
