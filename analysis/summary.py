"""Entries of verdict.json as the report shows them, and its summary of each figure."""
import math

from analysis import verdict, verdict_table


def beyond(entry):
    """(one entry) => distance of the number from its limits, relative to the width between them;
    with one limit, relative to that limit. It is 0 inside the limits and where the limits were not
    kept, inf without a number."""
    obtained, limits = entry["obtained"], [
        entry[end] for end in ("low", "high") if entry.get(end) is not None
    ]
    if obtained is None or not limits:
        return math.inf if obtained is None else 0.0
    low, high = (-math.inf if entry["low"] is None else entry["low"]), (
        math.inf if entry["high"] is None else entry["high"]
    )
    outside = max(low - obtained, obtained - high, 0.0)
    return outside / (max(limits) - min(limits) or abs(limits[0]) or abs(obtained) or 1.0)


def figure_of(entry, figures):
    """(an entry, the page's figures) => name of the figure that shows it: "Fig. 3" is fig3, "Table
    2" table2; None if there is none"""
    names = [figure["name"] for figure in figures]
    own = [name for name in names if entry.get("made_by") == name]
    if own:
        return own[0]
    name = verdict.folder_of(entry["figure"])
    return name if name in names else None


def shown(entry, figures, runs):
    """(an entry of verdict.json, figures, runs) => its data for the page"""
    first = [
        run["name"]
        for run in runs
        if run["experiment"] and run["experiment"] == entry["experiment"]
    ]
    return {
        **entry,
        "obtained": verdict.number(entry),
        "difference": verdict_table.difference(entry),
        "verdict": verdict.said(entry),
        "colour": colour(entry),
        "compared": compared(entry),
        "beyond": beyond(entry),
        "anchor": figure_of(entry, figures),
        "runs": f"run-{first[0]}" if first else None,
    }


def colour(entry):
    """(an entry of verdict.json) => its verdict, "calibrated", "contradiction" or "none": the class
    of its cell"""
    if entry["verdict"] != verdict.NONE:
        return entry["verdict"]
    return entry["reason"].split()[0] if entry["reason"] in verdict.NAMED else "none"


def summary(entries, figures):
    """(entries as shown, figures) => a line for each figure and one for the numbers without a
    figure, sorted by number of failed comparisons; lines without a comparison come last"""
    lines = [
        summed(
            figure["title"],
            figure["name"],
            [entry for entry in entries if entry["anchor"] == figure["name"]],
        )
        for figure in figures
    ]
    loose = [entry for entry in entries if not entry["anchor"]]
    if loose:
        lines.append(summed("Numbers without a figure", "all-verdicts", loose))
    return sorted(lines, key=lambda line: line["rank"])


def summed(title, anchor, entries):
    """(title and anchor of a figure, its entries as shown) => its line: how many comparisons of
    each kind pass, the largest deviation of the others, how many numbers are not evaluated"""
    passed, failed = (
        [entry for entry in entries if entry["colour"] == word]
        for word in (verdict.PASS, verdict.FAIL)
    )
    compared = passed + failed
    rest = [entry for entry in entries if entry["reason"]]
    line = {
        "figure": title,
        "anchor": anchor,
        "failed": len(failed),
        "rank": (-len(failed), not passed, not rest),
    }
    if not entries:
        return {**line, "said": "picture without compared numbers", "more": "."}
    if not compared:
        return {**line, "said": without_verdict(rest), "more": "."}
    shares = [
        f"{len([e for e in own if e in passed])} of {len(own)} {name} pass"
        for kind, name in verdict_table.PLURALS.items()
        if (own := verdict_table.of_kind(compared, kind))
    ]
    return {
        **line,
        "said": ", ".join(shares),
        "more": deviations(failed) + (f" {without_verdict(rest)}." if rest else ""),
    }


def without_verdict(entries):
    """(entries without a verdict) => "1 calibrated, 5 not evaluated (variant: 5)" """
    parts = [
        f"{found} {word}"
        for word in verdict.NAMED
        if (found := len([entry for entry in entries if entry["reason"] == word]))
    ]
    others = [entry for entry in entries if entry["reason"] not in verdict.NAMED]
    if others:
        parts.append(f"{len(others)} {verdict.NONE} ({verdict_table.reasons(others)})")
    return ", ".join(parts)


def deviations(failed):
    """(entries that failed) => how many they are, and the one with the largest deviation, as
    text"""
    if not failed:
        return "."
    worst = max(failed, key=lambda entry: entry["beyond"])
    said = "1 fails" if len(failed) == 1 else f"{len(failed)} fail, largest deviation"
    return f"; {said}: {worst['metric']}: {worst['compared']}."


def compared(entry):
    """(an entry of verdict.json) => the measured value, the published value, their difference and
    the tolerance, as text"""
    published = (
        "no number published" if entry["published"] == "-" else f"published: {entry['published']}"
    )
    parts = [f"measured {verdict.number(entry)}", published]
    difference, tolerance = verdict_table.difference(entry), verdict_table.tolerance(entry)
    parts += [f"difference: {difference}"] * bool(difference)
    parts += [f"tolerance: {tolerance}"] * bool(tolerance)
    return "; ".join(parts)


def of_figure(entries, name):
    """(entries as shown, name of a figure) => its entries in two groups, `open` and `rest`, which
    the page folds; and the number of entries of `rest` for each reason"""
    own = [entry for entry in entries if entry["anchor"] == name]
    rest = [entry for entry in own if entry["colour"] == "none" and not disagrees(entry)]
    return {
        "open": [entry for entry in own if entry not in rest],
        "rest": rest,
        "why": verdict_table.reasons(rest),
    }


def disagrees(entry):
    """(an entry as shown, without a verdict) => whether its difference from a printed number is
    shown all the same. That of a variant is not: it was chosen after the result was seen."""
    return bool(
        entry["difference"] and entry["kind"] != verdict.OWN and entry["reason"] != verdict.VARIANT
    )
