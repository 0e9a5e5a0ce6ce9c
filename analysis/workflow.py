"""Contents of a study's workflow: the scripts of its figures, the runs of its table and the parts of each."""
import fnmatch
import functools
import hashlib
import importlib.util
import json
from pathlib import Path

from analysis import files

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


def recipes(config, scale):
    """(folder config/ of a study, scale) => [(row of params.tsv, the files that make up its TOML, {key: its own value})]"""
    columns = script(".", "table").schema("params")["properties"]
    rows = [row for row in files.tsv_rows(config / "params.tsv") if row["scale"] == scale]
    return [(row, [config / f"{part}.toml" for part in row["base"].split("+")], {key: value for key, value in row.items() if key not in columns and value}) for row in rows]


@functools.lru_cache(maxsize=None)
def asked(name, scale, *experiments):
    """(study, scale, ...) => the runs that these experiments ask for, in the table's order"""
    rows = [row for row, *_ in recipes(ROOT / "workflows" / name / "config", scale) if row["experiment"] in experiments]
    return script(".", "table").own_names(rows)


def lacks(name, scale, rows, *experiments, like="*"):
    """(study, scale, rows with a column `run`, experiments, a pattern of names of runs) => true if these experiments ask for runs of such names that the rows do
    not have: then nothing is said of the least, the greatest or all of them"""
    return not {row["run"] for row in rows}.issuperset(fnmatch.filter(asked(name, scale, *experiments), like))


def of_all(name, value, rows, scale, *experiments, like="*"):
    """(study, what is the least, the greatest or the like of all runs of these experiments with names like this, ...) => it; None, so that its runs are missing,
    while one of them is"""
    return None if lacks(name, scale, rows, *experiments, like=like) else value


def digest(tool, table, inputs):
    """(tool, its TOML as a table, digests of the runs that it starts from) => a digest that tells this run from others"""
    return "sha256:" + hashlib.sha256(json.dumps([tool, table, inputs], sort_keys=True).encode()).hexdigest()[:16]


@functools.lru_cache(maxsize=None)
def digests(config, scale):
    """(folder config/ of a study, scale) => {run: its digest} as the table and the parts of its TOML now are, in the table's order. The number of
    threads does not count: results do not depend on it."""
    merged = script(".", "run_config").merged
    found = {}
    for row, parts, own in recipes(config, scale):
        found[row["run"]] = digest(row["tool"], merged(parts, own), [found[name] for name in row["inputs"].split()])
    return found
