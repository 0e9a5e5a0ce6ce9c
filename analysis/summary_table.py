"""The first table of docs/REPRODUCTION.md: runs and verdicts of each study at paper scale. First
and last cell of a row are text of the page."""
import re

from analysis import verdict, verdict_table

NAMES = {verdict.CALIBRATED: "calibrated", verdict.CONTRADICTION: "contradictory"}
# a row: its first cell with the link to the study's page, four cells, the last cell
ROW = r"^(\| \*\*\[[^|]*\]\(reproduction/([a-z-]+)\.md\)[^|]*?) \|(?:[^|]*\|){4}(.*)$"


def counted(entries, kind):
    """(entries, kind) => "reproduced / refuted / undecided", and the others by name"""
    own = verdict_table.of_kind(entries, kind)
    said = [verdict.said(entry) for entry in own]
    text = f"{said.count(verdict.PASS)} / {said.count(verdict.FAIL)}"
    text += f" / {len(verdict_table.undecided(own))}"
    others = [f", {said.count(word)} {name}" for word, name in NAMES.items() if word in said]
    return text + "".join(others)


def cells(kept, needed, entries):
    """(numbers of runs that are kept and needed, entries) => the cells of a study: runs, printed
    numbers, printed trends, own numerics"""
    return [f"{kept} of {needed}", *(counted(entries, kind) for kind in verdict.KINDS)]


def written(text, cells_of):
    """(text of the page, function: study => its cells) => the text with these cells"""
    return re.sub(
        ROW, lambda row: f"{row[1]} | {' | '.join(cells_of(row[2]))} |{row[3]}", text, flags=re.M
    )
