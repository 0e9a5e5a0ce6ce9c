"""Keeps results in docs/results: the tables, the picture and the verdicts of each figure, then the verdicts of the scale in one file and the page of it all.

Nothing that is kept of a run goes unless another takes its place: tables that lack runs which are kept and which the study still has are refused, and a
picture that shows bodies of fewer runs than the one that is kept does not take its place.
"""
import argparse
import shutil
import sys
from pathlib import Path

from analysis import again, report, study, verdict, workflow


def figures_in(folder):
    """(workflows/<study>/results/<scale>) => the folders of its figures"""
    return sorted(path.parent for path in folder.glob("*/figure.png"))


def shown_in(found):
    """(tables of a figure) => the runs that its picture shows"""
    pictures = {row["picture"].split("/")[0] for row in found.get("data", []) if "picture" in row}
    return pictures or {row["run"] for row in found.get(study.ORIGIN, []) if row["drawn"]} or study.runs_in(found)


def lost(kept, new, runs):
    """(tables that are kept, those that would take their place, runs of the study) => the runs of which these lack what is kept"""
    return sorted(run for name, rows in kept.items() if name in new for run in study.runs_in({name: rows}) - study.runs_in({name: new[name]}) if run in runs)


def place(figure, target, runs, force):
    """(folder of a figure, where it is kept, runs of the study) => it is there; said if the picture that is kept stays"""
    kept, new = study.tables(target), study.tables(figure)
    fewer = not force and (shown_in(kept) & runs) - shown_in(new)
    target.mkdir(parents=True, exist_ok=True)
    if fewer:
        print(f"{figure}: the picture that is kept stays: this one lacks {' '.join(sorted(fewer))}", file=sys.stderr)
        if not (figure / "verdict.json").exists():
            return
        for row in new.get(study.ORIGIN, []):
            row["drawn"] = int(row["run"] in shown_in(kept))
    else:
        shutil.copy(figure / "figure.png", target)
    for path in [*figure.glob("*.csv"), *figure.glob("verdict.json")]:
        shutil.copy(path, target)
    if study.ORIGIN in new:
        study.files.write_rows(target / f"{study.ORIGIN}.csv", new[study.ORIGIN])


def keep(folder, force=False):
    """(workflows/<study>/results/<scale>) => docs/results/<study>/<scale>, with these figures in place of those of the same name; ValueError, and
    nothing is changed, if runs would be lost"""
    name, scale = folder.parent.parent.name, folder.name
    target = study.RESULTS / name / scale
    runs = set(workflow.digests(workflow.ROOT / "workflows" / name / "config", scale))
    for figure in figures_in(folder):
        gone = lost(study.tables(target / figure.name), study.tables(figure), runs)
        if gone and not force:
            raise ValueError(f"{figure}: lacks runs that are kept: {' '.join(gone)}; make it with --config kept=1, or give --force if they are to go")
    for figure in figures_in(folder):
        place(figure, target / figure.name, runs, force)
    again.gather(target)
    verdict.main(["--write", str(target / "verdict.json")])
    report.kept(target)
    return target


def main(arguments):
    usage = argparse.ArgumentParser(prog="python3 -m analysis.keep", description=__doc__)
    usage.add_argument("folders", nargs="+", metavar="workflows/STUDY/results/SCALE", type=Path)
    usage.add_argument("--force", action="store_true", help="runs that these results lack go, pictures of fewer runs are kept")
    options = usage.parse_args(arguments)
    for folder in options.folders:
        if not figures_in(folder.resolve()):
            usage.error(f"{folder}: expected workflows/STUDY/results/SCALE with figures in it")
        try:
            print(keep(folder.resolve(), options.force))
        except ValueError as error:
            usage.error(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
