"""Entries of verdict.json as the report shows them, and its summary of each figure."""
from analysis import verdict


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
        "verdict": verdict.said(entry),
        "colour": "none" if entry["verdict"] == verdict.NONE else entry["verdict"],
        "compared": compared(entry),
        "beyond": verdict.beyond(entry),
        "anchor": figure_of(entry, figures),
        "runs": f"run-{first[0]}" if first else None,
    }


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
    """(title and anchor of a figure, its entries as shown) => its line: how many comparisons pass,
    the largest deviation of the others, how many numbers are not evaluated"""
    passed, failed, rest = (
        [entry for entry in entries if entry["colour"] == kind]
        for kind in (verdict.PASS, verdict.FAIL, "none")
    )
    line = {
        "figure": title,
        "anchor": anchor,
        "failed": len(failed),
        "rank": (-len(failed), not passed, not rest),
    }
    if not entries:
        return {**line, "said": "picture without compared numbers", "more": "."}
    if not passed and not failed:
        return {**line, "said": verdict.NONE, "more": f" ({verdict.reasons(rest)})."}
    not_evaluated = f" {len(rest)} {verdict.NONE} ({verdict.reasons(rest)})." if rest else ""
    return {
        **line,
        "said": f"{len(passed)} of {len(passed) + len(failed)} pass",
        "more": deviations(failed) + not_evaluated,
    }


def deviations(failed):
    """(entries that failed) => how many they are, and the one with the largest deviation, as
    text"""
    if not failed:
        return "."
    worst = max(failed, key=lambda entry: entry["beyond"])
    said = "1 fails" if len(failed) == 1 else f"{len(failed)} fail, largest deviation"
    return f"; {said}: {worst['metric']}: {worst['compared']}."


def compared(entry):
    """(an entry of verdict.json) => the measured value, the published value and the tolerance, as
    text"""
    published = (
        "no number published" if entry["published"] == "-" else f"published: {entry['published']}"
    )
    tolerance = f"; tolerance: {entry['tolerance']}" if entry["tolerance"] else ""
    return f"measured {verdict.number(entry)}; {published}{tolerance}"


def of_figure(entries, name):
    """(entries as shown, name of a figure) => its entries with a verdict, those without, and the
    number of entries for each reason"""
    own = [entry for entry in entries if entry["anchor"] == name]
    rest = [entry for entry in own if entry["reason"]]
    return {
        "evaluated": [entry for entry in own if not entry["reason"]],
        "rest": rest,
        "why": verdict.reasons(rest),
    }
