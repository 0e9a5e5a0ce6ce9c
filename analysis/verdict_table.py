"""Verdicts as text: counts for each kind of number, and the table of verdicts.md."""
import re
from pathlib import Path

from analysis import verdict

PLURALS = {
    verdict.NUMBER: "printed numbers",
    verdict.TREND: "printed trends",
    verdict.OWN: "own numerics",
}
HEAD = [
    "id",
    "figure",
    "metric",
    "published",
    "obtained",
    "difference",
    "tolerance",
    "kind",
    "verdict",
    "note",
]
LEGEND = (
    "Printed numbers and printed trends are compared with a number, or with a direction, an order "
    "or a word of the paper. Own numerics have no counterpart in it. The number after +- is one "
    "standard error; d.o.f.: its degrees of freedom. The difference is the obtained minus the "
    'published number. Tolerances marked "ours" were chosen for this reproduction, because the '
    "paper gives none; the text after them says how and when."
)


def reasons(entries):
    """(entries) => number of entries for each reason but those of NAMED: "run not available: 3,
    variant: 2\" """
    found = [entry["reason"] for entry in entries if entry["reason"]]
    return ", ".join(
        f"{reason}: {found.count(reason)}"
        for reason in verdict.REASONS
        if reason in found and reason not in verdict.NAMED
    )


def of_kind(entries, kind):
    return [entry for entry in entries if entry["kind"] == kind]


def undecided(entries):
    """(entries) => those without a verdict whose reason is not in NAMED"""
    return [
        entry
        for entry in entries
        if entry["verdict"] == verdict.NONE and entry["reason"] not in verdict.NAMED
    ]


def tally(entries):
    """(entries of one kind) => `12 pass, 3 FAIL, 1 calibrated, 5 not evaluated (run not available:
    3, variant: 2)`"""
    said = [verdict.said(entry) for entry in entries]
    parts = [f"{said.count(word)} {word}" for word in (verdict.PASS, verdict.FAIL)]
    parts += [f"{said.count(word)} {word}" for word in verdict.NAMED if word in said]
    why = reasons(entries)
    return ", ".join(parts) + f", {len(undecided(entries))} {verdict.NONE}" + (why and f" ({why})")


def counts(entries):
    """(entries) => a line for each kind that occurs: `printed trends: 12 pass, 3 FAIL`"""
    return [
        f"{name}: {tally(of_kind(entries, kind))}"
        for kind, name in PLURALS.items()
        if of_kind(entries, kind)
    ]


def count(entries):
    return "; ".join(counts(entries))


def published_number(entry):
    """(one entry) => the published number in the unit of the metric: `value` of its demand, else
    the number that the text `published` begins with, if its unit follows; None if there is none"""
    if entry["value"] is not None:
        return entry["value"]
    unit = f" {re.escape(entry['unit'])}" if entry["unit"] else ""
    number = r"([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?: \+- [\d.]+)?"
    found = re.match(rf"(?:about |nearly )?{number}{unit}(?=$| \(|[:,;])", entry["published"])
    return float(found[1]) if found else None


def difference(entry):
    """(one entry) => the obtained minus the published number as text, "" unless both are known. A
    difference of percentages is in points."""
    published = published_number(entry)
    if entry["obtained"] is None or published is None:
        return ""
    unit = "points" if entry["unit"] == "%" else entry["unit"]
    return f"{entry['obtained'] - published:+.3g} {unit}".strip()


def tolerance(entry):
    """(one entry) => its limits as text, and how and when they were chosen"""
    return ". ".join(text.rstrip(".") for text in (entry["tolerance"], entry["chosen"]) if text)


def markdown(entries):
    """(entries) => a table"""
    rows = ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    for e in entries:
        cells = [
            e["experiment"],
            e["figure"],
            e["metric"],
            e["published"],
            verdict.number(e, 3),
            difference(e),
            tolerance(e),
            e["kind"],
            verdict.said(e),
            e["note"],
        ]
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows)


def page(path):
    """(verdict.json in <study>/<scale>/) => the text of the verdicts.md beside it"""
    entries, (study, scale) = verdict.read([path]), Path(path).resolve().parts[-3:-1]
    lines = "".join(f"- {line[0].upper()}{line[1:]}.\n" for line in counts(entries))
    return (
        f"# {study}, {scale} scale: verdicts\n\nWritten by `python3 -m analysis.verdict "
        f"--write` from `verdict.json`.\n\n{lines}\n{LEGEND}\n\n{markdown(entries)}\n"
    )
