"""A copy of the template study, for tests to change."""
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = "workflows/template"


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
