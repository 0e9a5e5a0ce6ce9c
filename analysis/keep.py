"""Keeps results in docs/results: the tables, the picture and the verdicts of each figure, then the verdicts of the scale in one file and the page of it all."""
import argparse
import shutil
import sys
from pathlib import Path

from analysis import again, report, verdict

KEPT = ("*.csv", "figure.png", "verdict.json")


def figures_in(folder):
    """(workflows/<study>/results/<scale>) => the folders of its figures"""
    return sorted(path.parent for path in folder.glob("*/figure.png"))


def keep(folder):
    """(workflows/<study>/results/<scale>) => docs/results/<study>/<scale>, with these figures in place of those of the same name"""
    target = again.ROOT / "docs" / "results" / folder.parent.parent.name / folder.name
    for figure in figures_in(folder):
        place = target / figure.name
        place.mkdir(parents=True, exist_ok=True)
        for pattern in KEPT:
            for path in figure.glob(pattern):
                shutil.copy(path, place / path.name)
    again.gather(target)
    verdict.main(["--write", str(target / "verdict.json")])
    report.kept(target)
    return target


def main(arguments):
    usage = argparse.ArgumentParser(prog="python3 -m analysis.keep", description=__doc__)
    usage.add_argument("folders", nargs="+", metavar="workflows/STUDY/results/SCALE", type=Path)
    for folder in usage.parse_args(arguments).folders:
        if not figures_in(folder.resolve()):
            usage.error(f"{folder}: expected workflows/STUDY/results/SCALE with figures in it")
        print(keep(folder.resolve()))


if __name__ == "__main__":
    main(sys.argv[1:])
