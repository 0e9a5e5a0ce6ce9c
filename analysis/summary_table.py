"""The first table of docs/REPRODUCTION.md: runs and verdicts of each study at paper scale. First
and last cell of a row are text of the page."""
import re

from analysis import verdict, verdict_table

# reasons that are counted apart; the other entries without a verdict are undecided
NAMES = {
    verdict.CALIBRATED: "calibrated",
    verdict.CONTRADICTION: "contradictory",
    verdict.SCALE: "not comparable",
    verdict.VARIANT: "variants",
}
# a row: its first cell with the link to the study's page, four cells, the last cell
ROW = r"^(\| \*\*\[[^|]*\]\(reproduction/([a-z-]+)\.md\)[^|]*?) \|(?:[^|]*\|){4}(.*)$"


def counted(entries, kind):
    """(entries, kind) => "reproduced / refuted / undecided", and the others by name"""
    own = verdict_table.of_kind(entries, kind)
    apart = [entry["reason"] for entry in own if entry["reason"] in NAMES]
    found = [entry["verdict"] for entry in own if entry["reason"] not in NAMES]
    text = " / ".join(str(found.count(word)) for word in (verdict.PASS, verdict.FAIL, verdict.NONE))
    others = [
        f", {apart.count(word)} {name if apart.count(word) > 1 else name.removesuffix('s')}"
        for word, name in NAMES.items()
        if word in apart
    ]
    return text + "".join(others)


def runs(kept, needed, tests):
    """(numbers of runs that are kept and needed; {kind of small test: the same numbers}) => text"""
    text = f"{kept} of {needed}"
    for name, (made, all_of_them) in tests.items():
        text += f", and {made}" + (f" of {all_of_them}" if made < all_of_them else "")
        text += f" tests of {name}"
    return text


def cells(told, entries):
    """(text on the runs, entries) => the cells of a study: runs, printed numbers, printed trends,
    own numerics"""
    return [told, *(counted(entries, kind) for kind in verdict.KINDS)]


def written(text, cells_of):
    """(text of the page, function: study => its cells) => the text with these cells"""
    return re.sub(
        ROW, lambda row: f"{row[1]} | {' | '.join(cells_of(row[2]))} |{row[3]}", text, flags=re.M
    )
