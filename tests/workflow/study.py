"""A copy of the template study, for tests to change."""
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = "workflows/template"

PAGE = ROOT / "docs" / "own-study.md"
# sections of PAGE on the table of all runs, which have a sweep of their own
TABLE_SECTIONS = ("A sweep of 24 runs", "The table of all runs", "A plot from the table")
START_SECTION = "Start from your own pile"


def sections():
    """=> {heading: text} of the sections of PAGE, with its title as first heading"""
    parts = re.split(r"^##? (.+)\n", PAGE.read_text(), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def page_without(*headings):
    """(headings) => text of PAGE without these sections"""
    return "".join(text for heading, text in sections().items() if heading not in headings)


def copy(folder):
    """Copies the template, with all files that it needs, into a folder; returns the path of the
    study there."""
    for name in (
        "workflows/rules",
        "workflows/schemas",
        "workflows/scripts",
        "workflows/envs",
        TEMPLATE,
        "analysis",
    ):
        shutil.copytree(
            ROOT / name,
            Path(folder, name),
            ignore=shutil.ignore_patterns("results", "__pycache__", ".snakemake"),
        )
    return Path(folder, TEMPLATE)
