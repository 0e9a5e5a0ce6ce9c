"""Judges and draws anew, from the tables that lie beside a figure: no run is needed."""
import argparse
import importlib.util
import sys
from pathlib import Path

from analysis import study, verdict

ROOT = Path(__file__).resolve().parent.parent


def script(name, figure):
    """(study, figure) => its script as a module, of the study or of all studies; None if it has none"""
    places = [ROOT / "workflows" / folder / "scripts" / f"{figure}.py" for folder in (name, ".")]
    path = next(filter(Path.exists, places), None)
    if path is None:
        return None
    spec = importlib.util.spec_from_file_location(f"{name}.{path.stem}".replace("-", "_"), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def judge_of(folder):
    """(folder of a figure, <study>/<scale>/<figure>) => the function of its script that judges it anew from its tables; None if there is none, or
    if it needs a table that was not kept"""
    module = script(folder.parent.parent.name, folder.name)
    if not hasattr(module, "finish"):
        return None
    kept = all((folder / f"{name}.csv").exists() for name in getattr(module, "TABLES", ["data"]))
    return module.finish if kept else None


def gather(folder):
    """(results of a scale) => its verdict.json: those of all its figures, by experiment"""
    entries = verdict.read(sorted(folder.glob("*/verdict.json")))
    verdict.write(folder / "verdict.json", sorted(entries, key=lambda entry: entry["experiment"]))


def main(arguments):
    usage = argparse.ArgumentParser(prog="python3 -m analysis.again", description=__doc__)
    usage.add_argument("folders", nargs="+", metavar="FOLDER", type=Path,
                       help="docs/results/<study>/<scale>, or one figure's folder in it")
    for folder in usage.parse_args(arguments).folders:
        folder = folder.resolve()
        whole = folder.parent.parent.name == "results"
        figures = sorted(path.parent for path in folder.glob("*/data.csv")) if whole else [folder]
        for figure in figures:
            scale = figure.parent
            finish = judge_of(figure)
            if finish:
                published = ROOT / "workflows" / scale.parent.name / "config" / "published.toml"
                study.complete(figure, finish, published, scale.name, all_formats=False)
                print(figure)
        scale = folder if whole else folder.parent
        gather(scale)
        verdict.main(["--write", str(scale / "verdict.json")])


if __name__ == "__main__":
    main(sys.argv[1:])
