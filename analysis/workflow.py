"""Contents of a study's workflow: the scripts of its figures, the runs of its table, and the TOML
of each run."""
import fnmatch
import functools
import hashlib
import importlib.util
import json
import sys
from pathlib import Path

from analysis import rubble
from analysis.rubble import keys

ROOT = Path(__file__).resolve().parent.parent


def find_modules(name):
    """(study) Puts the folder of the study on the module path. Its modules, which its scripts
    share, are then imported by their names. Modules of all studies have different names."""
    folder = str(ROOT / "workflows" / name)
    if folder not in sys.path:
        sys.path.append(folder)


def script(name, figure):
    """(study, figure) => the script of the figure as a module, from the study or from
    workflows/scripts; None if there is none"""
    places = [ROOT / "workflows" / folder / "scripts" / f"{figure}.py" for folder in (name, ".")]
    path = next(filter(Path.exists, places), None)
    if path is None:
        return None
    find_modules("scripts" if name == "." else name)
    spec = importlib.util.spec_from_file_location(f"{name}.{path.stem}".replace("-", "_"), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recipes(config, scale):
    """(folder config/ of a study, scale) => [(row of params.tsv, TOML files that are merged for
    this run, {key: value} of the row itself)]"""
    columns = script(".", "mistakes").schema("params")["properties"]
    parts_in = script(".", "table_checks").parts_in
    rows = [row for row in rubble.rows.tsv_texts(config / "params.tsv") if row["scale"] == scale]
    return [
        (
            row,
            [config / f"{part}.toml" for part in parts_in(row)],
            {key: value for key, value in row.items() if key not in columns and value},
        )
        for row in rows
    ]


@functools.lru_cache(maxsize=None)
def asked(name, scale, *experiments):
    """(study, scale, experiments) => names of the runs of these experiments, in the order of
    params.tsv"""
    rows = [
        row
        for row, *_ in recipes(ROOT / "workflows" / name / "config", scale)
        if row["experiment"] in experiments
    ]
    return script(".", "table").own_names(rows)


def lacks(name, scale, rows, *experiments, like="*"):
    """(study, scale, rows with a column `run`, experiments, pattern of names of runs) => true if
    the rows lack a run of these experiments whose name matches the pattern. The minimum, maximum or
    mean over all of these runs is then not known."""
    return not {row["run"] for row in rows}.issuperset(
        fnmatch.filter(asked(name, scale, *experiments), like)
    )


def of_all(name, value, rows, scale, *experiments, like="*"):
    """(study, value that needs all runs of these experiments whose names match the pattern, such as
    their maximum, ...) => the value; None if the rows lack one of these runs"""
    return None if lacks(name, scale, rows, *experiments, like=like) else value


def digest(tool, table, inputs):
    """(tool, its TOML as a table, digests of the runs that it starts from) => digest of the run. It
    does not include [sanity], because the results of a finished run do not depend on it."""
    table = keys.with_present_names(table)
    table.pop("sanity", None)
    parts = json.dumps([tool, table, inputs], sort_keys=True)
    return f"sha256:{hashlib.sha256(parts.encode()).hexdigest()[:16]}"


@functools.lru_cache(maxsize=None)
def digests(config, scale):
    """(folder config/ of a study, scale) => {run: digest} of the present configuration, in the
    order of params.tsv. The digest does not include the number of threads, because results do not
    depend on it."""
    merged = script(".", "run_config").merged
    found = {}
    for row, parts, own in recipes(config, scale):
        found[row["run"]] = digest(
            row["tool"], merged(parts, own), [found[name] for name in row["inputs"].split()]
        )
    return found
