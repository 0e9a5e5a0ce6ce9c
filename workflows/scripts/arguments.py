"""Checks scale and options of a call of a study before anything runs. Each error message is one
line.

    arguments.py SCALE STUDY... -- [SNAKEMAKE OPTIONS]    checks the arguments of ./reproduce before
    anything is built, and prints the studies (folders) that have the scale
"""
import fnmatch
import sys
from pathlib import Path

import yaml

from mistakes import Mistake, broken, schema, suggestion
from table import own_names, rows_of, scales_of


def check_scale(path, scale, scales):
    """(params.tsv, a scale, scales of the table) Raises Mistake for an unknown scale."""
    if scale not in scales:
        raise Mistake(
            f"{path}: unknown scale '{scale}'; scales are: "
            f"{' '.join(scales)}{suggestion(scale, scales)}"
        )


def check_config(config):
    """({key: value} of --config) Checks the keys and their values."""
    known = schema("config")["properties"]
    for key, value in config.items():
        if key not in known:
            raise Mistake(
                f"--config: unknown key '{key}'; keys are: "
                f"{' '.join(known)}{suggestion(key, known)}"
            )
        if broken(value, "config", key):
            raise Mistake(f"--config: {key} = {value!r} is not {known[key]['description']}")


def matching(run, patterns):
    """(name of a run, patterns of --config runs, "": all) => true if the name matches"""
    return not patterns or any(fnmatch.fnmatchcase(run, pattern) for pattern in patterns.split(","))


def check_patterns(path, patterns, rows):
    """(params.tsv, patterns of --config runs, rows) Checks that each pattern matches a run of an
    experiment."""
    names = own_names(rows)
    for pattern in filter(None, patterns.split(",")):
        if fnmatch.filter(names, pattern):
            continue
        if fnmatch.filter([row["run"] for row in rows], pattern):
            raise Mistake(
                f"{path}: --config: '{pattern}' is only an input of other runs: select the "
                "runs that start from it"
            )
        raise Mistake(f"{path}: --config: no run matches '{pattern}'{suggestion(pattern, names)}")


def config_in(options):
    """(options of a snakemake command line) => {key: value} of its --config"""
    pairs, inside = [], False
    for option in options:
        inside = option in ("--config", "-C") or (inside and not option.startswith("-"))
        pairs += [option] * (inside and "=" in option)
    return {key: value_of(text) for key, text in (pair.split("=", 1) for pair in pairs)}


def value_of(text):
    """(text of a value in --config) => its value; text that is not valid YAML, such as *-s1, stays
    text"""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return text


def without(scale, studies):
    """(scale, {params.tsv: scales of the table}) => the tables that lack the scale. If all lack
    it, it is a mistake."""
    lacking = [path for path, scales in studies.items() if scale not in scales]
    if len(lacking) == len(studies):
        known = list(dict.fromkeys(name for scales in studies.values() for name in scales))
        check_scale(lacking[0] if len(studies) == 1 else "all studies", scale, known)
    return lacking


def checked(scale, folders, options):
    """(scale, folders of studies, snakemake options) => the folders of the studies to run: all that
    have the scale; with several studies a message names the others"""
    config = config_in(options)
    check_config(config)
    tables = {Path(folder, "config", "params.tsv"): folder for folder in folders}
    rows = {path: [row for _, row in rows_of(path)[1]] for path in tables}
    lacking = without(scale, {path: scales_of(rows[path]) for path in tables})
    if lacking:
        names = " ".join(Path(tables[path]).name for path in lacking)
        print(f"omitted studies, which have no scale '{scale}': {names}", file=sys.stderr)
    here = {
        path: [row for row in rows[path] if row["scale"] == scale]
        for path in tables
        if path not in lacking
    }
    return [tables[path] for path in matched(here, config.get("runs", ""))]


def matched(here, patterns):
    """({params.tsv: its rows}, patterns of --config runs) => the tables with a run for each
    pattern. A message names the other ones; if no table has the runs, it is a mistake."""
    mistakes = {}
    for path, rows in here.items():
        try:
            check_patterns(path, patterns, rows)
        except Mistake as mistake:
            mistakes[path] = mistake
    if len(mistakes) == len(here):
        raise next(iter(mistakes.values()))
    if mistakes:
        names = " ".join(path.parents[1].name for path in mistakes)
        print(f"omitted studies, which have no run '{patterns}': {names}", file=sys.stderr)
    return [path for path in here if path not in mistakes]


if __name__ == "__main__":
    if "--" not in sys.argv[3:]:
        sys.exit(__doc__)
    end = sys.argv.index("--", 3)
    try:
        print(*checked(sys.argv[1], sys.argv[2:end], sys.argv[end + 1 :]), sep="\n")
    except Mistake as mistake:
        print(mistake, file=sys.stderr)
        sys.exit(2)
