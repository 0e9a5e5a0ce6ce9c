"""A study's table of runs, config/params.tsv: read and checked. A mistake is one line that names file, row and column.

    table.py STUDY SCALE [SNAKEMAKE OPTIONS]    checks what ./reproduce is asked for, before anything is built
"""
import csv
import difflib
import fnmatch
import functools
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import yaml

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"
INPUTS = {"generate": 0, "combine": 2}  # how many piles a tool starts from, where it is not one


class Mistake(Exception):
    """Mistakes in a table or a configuration, in one line."""


@functools.lru_cache(maxsize=None)
def schema(name):
    return yaml.safe_load((SCHEMAS / f"{name}.schema.yaml").read_text())


def suggestion(word, words):
    """(a word that is not known, those that are) => "; did you mean ...?" as the tools say it, or nothing if none is near"""
    near = difflib.get_close_matches(word, words, 1)
    return f"; did you mean '{near[0]}'?" if near else ""


@functools.lru_cache(maxsize=None)
def validator(name, key):
    """A validator of values by a schema's rule for a key: made once, since tables have thousands of cells."""
    return jsonschema.Draft202012Validator(schema(name)["properties"][key])


def broken(value, name, key):
    """True if a value breaks the rule that a schema has for a key."""
    return not validator(name, key).is_valid(value)


def read(path):
    """(params.tsv) => (line of the columns' names, these), [(number of the line, row)]; a row is a dict by column"""
    numbered = [(n, line) for n, line in enumerate(path.read_text().splitlines(), 1) if line.strip() and not line.startswith("#")]
    if not numbered:
        raise Mistake(f"{path}: the table is empty")
    cells = [(n, next(csv.reader([line], delimiter="\t"))) for n, line in numbered]
    head, columns = cells[0]
    twice = [name for name in columns if columns.count(name) > 1]
    if twice:
        raise Mistake(f"{path}:{head}: column '{twice[0]}' occurs twice")
    for n, row in cells[1:]:
        if len(row) != len(columns):
            raise Mistake(f"{path}:{n}: expected {len(columns)} cells as in the header, found {len(row)}")
    return cells[0], [(n, dict(zip(columns, row))) for n, row in cells[1:]]


def at(path, line, row, column):
    """Where a cell stands."""
    return f"{path}:{line}: run '{row['run']}', column '{column}'"


def scales_of(rows):
    """(rows) => the scales that the table has, in its order"""
    return list(dict.fromkeys(row["scale"] for row in rows))


def check_columns(path, head):
    """The columns that every table has are there."""
    line, columns = head
    known = schema("params")["required"]
    for name in known:
        if name not in columns:
            near = difflib.get_close_matches(name, set(columns) - set(known), 1)
            if near:
                raise Mistake(f"{path}:{line}: unknown column '{near[0]}'; did you mean '{name}'?")
            raise Mistake(f"{path}:{line}: missing column '{name}'")


def check_cells(path, line, row):
    """Each cell is what the schema says of its column."""
    for column, rule in schema("params")["properties"].items():
        if broken(row[column], "params", column):
            near = suggestion(row[column], rule["enum"]) if "enum" in rule else ""
            raise Mistake(f"{at(path, line, row, column)}: '{row[column]}' is not {rule['description']}{near}")


def check_base(path, line, row, parts):
    """(..., names of the parts beside the table) Each part that a row names is there."""
    for part in row["base"].split("+"):
        if part not in parts:
            raise Mistake(f"{at(path, line, row, 'base')}: no such file {path.parent / part}.toml{suggestion(part, parts)}")


def check_inputs(path, line, row, above):
    """(..., {(scale, run)} of the rows above) The runs that it starts from stand above it, at its scale, and as many as its tool takes."""
    names, wanted = row["inputs"].split(), INPUTS.get(row["tool"], 1)
    where = at(path, line, row, "inputs")
    for name in names:
        if (row["scale"], name) not in above:
            near = suggestion(name, [run for scale, run in above if scale == row["scale"]])
            raise Mistake(f"{where}: no run '{name}' in the lines above at scale '{row['scale']}'{near}")
    if len(names) != wanted:
        raise Mistake(f"{where}: '{row['tool']}' needs {wanted} run{'s' * (wanted != 1)} as input, found {len(names)}")


def check_once(path, rows):
    """A run stands once at a scale, and is of one tool at all of them: rules tell runs apart by their names."""
    seen, tools = {}, {}
    for line, row in rows:
        key = row["scale"], row["run"]
        if key in seen:
            raise Mistake(f"{at(path, line, row, 'run')}: the run occurs twice at scale '{row['scale']}', first in line {seen[key]}")
        seen[key] = line
        other, tool = tools.setdefault(row["run"], (line, row["tool"]))
        if tool != row["tool"]:
            raise Mistake(f"{at(path, line, row, 'tool')}: '{row['tool']}', but '{tool}' in line {other}: a run has one tool at all scales")


def keys_in(text):
    """(what a tool's --describe prints) => the dotted keys that its TOML may have"""
    keys, section = set(), ""
    for line in text.splitlines():
        head = re.match(r"\[+([\w.]+)\]+(?: (\w+) = )?", line)
        key = re.match(r"  (\w+) ", line)
        if head:
            section = head[1] + "."
            keys |= {section + head[2]} if head[2] else set()
        elif key:
            keys.add(section + key[1])
    return keys


@functools.lru_cache(maxsize=None)
def keys_of(tool):
    """The dotted keys that a tool's TOML may have, as the tool itself says."""
    program = f"rubble-{tool}"
    if shutil.which(program) is None:
        raise Mistake(f"{program} is neither on PATH nor in build/release/bin: build Rubble first, for instance with ./reproduce")
    return keys_in(subprocess.run([program, "--describe"], check=True, capture_output=True, text=True).stdout)


def check_keys(path, head, rows):
    """Every further column is a key of some tool, and a row has values only for keys of its own tool."""
    line, columns = head
    own = [name for name in columns if name not in schema("params")["properties"]]
    known = set().union(*(keys_of(tool) for tool in {row["tool"] for _, row in rows}))
    for column in own:
        if column not in known:
            raise Mistake(f"{path}:{line}: column '{column}': unknown key of the tools in this table{suggestion(column, known)}")
    for line, row in rows:
        for column in own:
            if row[column] and column not in keys_of(row["tool"]):
                raise Mistake(f"{at(path, line, row, column)}: unknown key of rubble-{row['tool']}")


def rows_of(path):
    """(params.tsv) => as `read`; checked but for the keys, which only the built tools know"""
    head, rows = read(path)
    check_columns(path, head)
    above, parts = set(), {part.stem for part in path.parent.glob("*.toml")}
    for line, row in rows:
        check_cells(path, line, row)
        check_base(path, line, row, parts)
        check_inputs(path, line, row, above)
        above.add((row["scale"], row["run"]))
    check_once(path, rows)
    return head, rows


def checked(path):
    """(params.tsv) => its rows, everything checked"""
    head, rows = rows_of(path)
    check_keys(path, head, rows)
    return [row for _, row in rows]


def check_scale(path, scale, scales):
    """(params.tsv, a scale that is asked for, those that it has) Says so if there is no such scale."""
    if scale not in scales:
        raise Mistake(f"{path}: unknown scale '{scale}'; scales are: {' '.join(scales)}{suggestion(scale, scales)}")


def check_config(config):
    """({key: value} of --config) Every key is known, every value of its kind."""
    known = schema("config")["properties"]
    for key, value in config.items():
        if key not in known:
            raise Mistake(f"--config: unknown key '{key}'; keys are: {' '.join(known)}{suggestion(key, known)}")
        if broken(value, "config", key):
            raise Mistake(f"--config: {key} = {value!r} is not {known[key]['description']}")


def matching(run, patterns):
    """(name of a run, --config runs as it was given, "": all) => true if it is one of them"""
    return not patterns or any(fnmatch.fnmatchcase(run, pattern) for pattern in patterns.split(","))


def own_names(rows):
    """(rows) => names of the runs that an experiment asks for"""
    return list(dict.fromkeys(row["run"] for row in rows if row["experiment"] != "-" and row["tool"] != "combine"))


def check_patterns(path, patterns, rows):
    """(params.tsv, --config runs as it was given, rows) Each pattern matches a run that an experiment asks for."""
    names = own_names(rows)
    for pattern in filter(None, patterns.split(",")):
        if fnmatch.filter(names, pattern):
            continue
        if fnmatch.filter([row["run"] for row in rows], pattern):
            raise Mistake(f"{path}: --config: '{pattern}' is only an input of other runs: select the runs that start from it")
        raise Mistake(f"{path}: --config: no run matches '{pattern}'{suggestion(pattern, names)}")


def config_in(options):
    """(options of a snakemake command line) => {key: value} of its --config"""
    pairs, inside = [], False
    for option in options:
        inside = option in ("--config", "-C") or (inside and not option.startswith("-"))
        pairs += [option] * (inside and "=" in option)
    return {key: value_of(text) for key, text in (pair.split("=", 1) for pair in pairs)}


def value_of(text):
    """(value of --config) => its value; text that is not valid YAML, such as *-s1, stays text"""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return text


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        table = Path(sys.argv[1], "config", "params.tsv")
        rows = [row for _, row in rows_of(table)[1]]
        check_scale(table, sys.argv[2], scales_of(rows))
        config = config_in(sys.argv[3:])
        check_config(config)
        check_patterns(table, config.get("runs", ""), [row for row in rows if row["scale"] == sys.argv[2]])
    except Mistake as mistake:
        print(mistake, file=sys.stderr)
        sys.exit(2)
