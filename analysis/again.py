"""Evaluates and draws figures again from their kept tables, without a run. Pictures are written at
paper scale only. Unchanged tables give the same bytes."""
import argparse
import sys
from pathlib import Path

from analysis import rubble, study, verdict, workflow


def finish_of(folder):
    """(folder of a figure, <study>/<scale>/<figure>) => `finish` of its script, which evaluates the
    tables; None if the script has none, if a table that it needs was not kept, or if the figure
    could not be made because runs failed"""
    module = workflow.script(folder.parent.parent.name, folder.name)
    if not hasattr(module, "finish"):
        return None
    if (folder / f"{study.FAILED}.csv").exists() and not rubble.rows.read_csv(folder / "data.csv"):
        return None
    kept = all((folder / f"{name}.csv").exists() for name in needed_by(module))
    return module.finish if kept else None


def derive_of(folder):
    """(folder of a figure) => `derive` of its script, which computes tables from the others; None
    if the script has none"""
    return getattr(workflow.script(folder.parent.parent.name, folder.name), "derive", None)


def needed_by(module):
    """(script of a figure as a module, or None) => names of the tables without which its `finish`
    does not run"""
    return getattr(module, "TABLES", ["data"])


def gather(folder):
    """(folder of a scale) Writes its verdict.json: the entries of all its figures, sorted by
    experiment."""
    entries = verdict.read(sorted(folder.glob("*/verdict.json")))
    verdict.write(folder / "verdict.json", sorted(entries, key=lambda entry: entry["experiment"]))


def main(arguments):
    usage = argparse.ArgumentParser(prog="python3 -m analysis.again", description=__doc__)
    usage.add_argument(
        "folders",
        nargs="+",
        metavar="FOLDER",
        type=Path,
        help="docs/results/<study>/<scale>, or one figure's folder in it",
    )
    for folder in usage.parse_args(arguments).folders:
        folder = folder.resolve()
        whole = folder.parent.parent.name == "results"
        figures = sorted(path.parent for path in folder.glob("*/data.csv")) if whole else [folder]
        if not any(table for figure in figures for table in figure.glob("*.csv")):
            usage.error(f"{folder}: expected a folder of docs/results with tables, found none")
        for figure in figures:
            scale = figure.parent
            finish = finish_of(figure)
            if finish:
                published = (
                    workflow.ROOT / "workflows" / scale.parent.name / "config" / "published.toml"
                )
                study.complete(
                    figure, finish, published, scale.name, kept=True, derive=derive_of(figure)
                )
                print(figure)
        scale = folder if whole else folder.parent
        gather(scale)
        verdict.main(["--write", str(scale / "verdict.json")])


if __name__ == "__main__":
    main(sys.argv[1:])
