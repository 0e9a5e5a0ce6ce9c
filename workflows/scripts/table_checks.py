"""Checks of the rows of params.tsv."""
import difflib

import run_config
from mistakes import Mistake, broken, schema, suggestion
from programs import is_built
from tool_keys import keys_of
from tool_table import TOOLS, program, value_of


def at(path, line, row, column):
    """=> position of a cell, for messages"""
    return f"{path}:{line}: run '{row['run']}', column '{column}'"


def named(tool):
    """(tool) => its name in messages"""
    return "the tool 'file'" if tool == "file" else f"rubble-{tool}"


def check_columns(path, head):
    """Checks that the required columns exist."""
    line, columns = head
    known = schema("params")["required"]
    for name in known:
        if name not in columns:
            near = difflib.get_close_matches(name, set(columns) - set(known), 1)
            if near:
                raise Mistake(f"{path}:{line}: unknown column '{near[0]}'; did you mean '{name}'?")
            raise Mistake(f"{path}:{line}: missing column '{name}'")


def check_cells(path, line, row):
    """Checks each cell by the schema of its column."""
    for column, rule in schema("params")["properties"].items():
        if broken(row[column], "params", column):
            near = suggestion(row[column], rule["enum"]) if "enum" in rule else ""
            raise Mistake(
                f"{at(path, line, row, column)}: '{row[column]}' is not {rule['description']}{near}"
            )


def parts_in(row):
    """(row) => names of the files of config/ in its column `base`; "-": none"""
    return [] if row["base"] == "-" else row["base"].split("+")


def check_base(path, line, row, parts):
    """(..., names of the files of config/) Checks that each file in the column `base` exists."""
    for part in parts_in(row):
        if part not in parts:
            raise Mistake(
                f"{at(path, line, row, 'base')}: no such file "
                f"{path.parent / part}.toml{suggestion(part, parts)}"
            )


def check_inputs(path, line, row, above):
    """(..., {(scale, run)} of the rows above) Checks that the runs in the column `inputs` are above
    this row at its scale, and that their number is right for the tool."""
    names, (least, most) = row["inputs"].split(), TOOLS[row["tool"]].inputs
    where = at(path, line, row, "inputs")
    for name in names:
        if (row["scale"], name) not in above:
            near = suggestion(name, [run for scale, run in above if scale == row["scale"]])
            raise Mistake(
                f"{where}: no run '{name}' in the lines above at scale '{row['scale']}'{near}"
            )
    if not least <= len(names) <= most:
        wanted = f"{least}" if least == most else f"at least {least}"
        raise Mistake(
            f"{where}: '{row['tool']}' needs {wanted} run{'s' * (least != 1)} as input, "
            f"found {len(names)}"
        )


def check_once(path, rows):
    """Checks that a run occurs once at a scale and has one tool at all scales, because rules
    distinguish runs by name."""
    seen, tools = {}, {}
    for line, row in rows:
        key = row["scale"], row["run"]
        if key in seen:
            raise Mistake(
                f"{at(path, line, row, 'run')}: the run occurs twice at scale "
                f"'{row['scale']}', first in line {seen[key]}"
            )
        seen[key] = line
        other, tool = tools.setdefault(row["run"], (line, row["tool"]))
        if tool != row["tool"]:
            raise Mistake(
                f"{at(path, line, row, 'tool')}: '{row['tool']}', but '{tool}' in line "
                f"{other}: a run has one tool at all scales"
            )


def check_keys(path, head, rows):
    """Checks that each further column is a key of some tool in the table, and that a row has values
    only for keys of its tool. A dry run that would first build the tools omits this check."""
    line, columns = head
    tools = {row["tool"] for _, row in rows}
    if not all(is_built(program(tool)) for tool in tools):
        return
    own = [name for name in columns if name not in schema("params")["properties"]]
    known = set().union(*(keys_of(tool) for tool in tools))
    for column in own:
        if column not in known:
            raise Mistake(
                f"{path}:{line}: column '{column}': unknown key of the tools in this "
                f"table{suggestion(column, known)}"
            )
    for line, row in rows:
        for column in own:
            if row[column] and column not in keys_of(row["tool"]):
                raise Mistake(f"{at(path, line, row, column)}: unknown key of {named(row['tool'])}")


def dotted(table, above=""):
    """(a TOML table) => its dotted keys"""
    return [
        key
        for name, value in table.items()
        for key in (dotted(value, f"{above}{name}.") if isinstance(value, dict) else [above + name])
    ]


def check_files(path, line, row):
    """Checks the complete TOML of a tool that cannot read one itself: it needs the keys of its
    files and has no unknown keys."""
    tool = row["tool"]
    if TOOLS[tool].options is None:
        return
    columns = schema("params")["properties"]
    parts = [path.parent / f"{part}.toml" for part in parts_in(row)]
    own = {key: text for key, text in row.items() if key not in columns and text}
    try:
        table = run_config.merged(parts, own)
    except ValueError as error:
        raise Mistake(str(error)) from None
    for key in TOOLS[tool].files:
        if value_of(table, key) is None:
            raise Mistake(f"{path}:{line}: run '{row['run']}': {named(tool)} needs '{key}'")
    known = keys_of(tool)
    for key in dotted(table):
        if key not in known:
            raise Mistake(
                f"{path}:{line}: run '{row['run']}': unknown key '{key}' of "
                f"{named(tool)}{suggestion(key, known)}"
            )
