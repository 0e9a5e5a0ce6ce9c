"""Measured columns of a run, for the table of all runs.

The column of a tool's table is named `tool.column`. A tool with several tables has the columns of
its table `summary`. If a table has several rows, the first one has these plain names. Columns of
the other rows end in the words that distinguish the rows: `stress.pressure[class 2]`. The last
record of the time series of a track is `series.NAME`, with `_x`, `_y`, `_z` for vectors.
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from analysis import failures  # noqa: E402

SERIES = "series"
# Tables that the rule makes for runs of any tool, and those of certain tools.
TABLES = ("packing", "ellipsoid", "clusters", "critical", SERIES)
ONLY = {
    "clusters": ("collide",),
    "critical": ("spinup", "flyby", "shake"),
    SERIES: ("relax", "evolve", "collide", "spinup", "flyby", "shake"),
}
# Columns that distinguish the rows of a table. Other tables give their first row alone.
LABELS = {
    "clusters": ("finder",),
    "critical": ("radius", "threshold"),
    "stress": ("sizes",),
}
OMITTED = ("file",)


def read(path):
    """(JSON file) => its content"""
    return json.loads(Path(path).read_text())


def tables_for(tool, names):
    """(tool of a run, names of tables) => those that the run can have"""
    return [name for name in names if tool in ONLY.get(name, (tool,))]


def file_of(name):
    """(name of a table) => the file of a run that holds it"""
    return "track.h5" if name == SERIES else f"{name}.json"


def attempt(path, function):
    """(path of a file of a run, function that reads it) => result of the function, ""; or None and
    the message for a file that cannot be read, such as a truncated one"""
    try:
        return function(path), ""
    except Exception as error:  # a damaged file can make h5py and json raise nearly anything
        text = str(error) if isinstance(error, (OSError, ValueError)) else repr(error)
        text = " ".join(text.split())
        return None, f"{path.parent.name}/{path.name}: cannot be read: {text}"


def columns(folder, names):
    """(folder of a run, names of tables) => {column: value}, {column: unit}, messages of tools that
    could not measure"""
    cells, units, notes = {}, {}, []
    for name in names:
        path = folder / file_of(name)
        failed, unreadable = attempt(path, failures.record)
        found = None
        if failed:
            unreadable = failed["message"]
        elif not unreadable and path.exists():
            found, unreadable = attempt(path, reader_of(name))
        if unreadable:
            notes.append(unreadable)
        for column, value, unit in found or ():
            cells[f"{name}.{column}"] = value
            units[f"{name}.{column}"] = unit
    return cells, units, notes


def reader_of(name):
    """(name of a table) => function that reads its file: (path) => [(column, value, unit)]"""
    return last_record if name == SERIES else lambda path: list(rows_of(name, path))


def rows_of(name, path):
    """(name of a table, its JSON) => (column, value, unit) of its rows"""
    table = read(path)
    table = table.get("summary", table)
    labels = LABELS.get(name, ())
    rows = table.get("rows", [])[: None if labels else 1]
    for number, row in enumerate(rows):
        words = ",".join(str(row[label]) for label in labels if label in row)
        if number and not words:
            break
        end = f"[{words}]" if number else ""
        for column, value in row.items():
            if column not in OMITTED and not (number and column in labels):
                yield column + end, value, table["units"].get(column, "")


def last_record(path):
    """(track.h5) => (name, value, unit) of the last record of its time series"""
    import h5py  # only here, because jobs that need no track start faster without it

    found = []

    def visit(name, item):
        if not isinstance(item, h5py.Group) or "value" not in item or not len(item["value"]):
            return
        if not found:
            found.append(("time", float(item["time"][-1]), "s"))
        unit = item["value"].attrs.get("unit", "")
        unit = unit.decode() if isinstance(unit, bytes) else unit
        last = item["value"][-1].tolist()
        if isinstance(last, list):
            found.extend((f"{name}_{axis}", part, unit) for axis, part in zip("xyz", last))
        else:
            found.append((name, last, unit))

    with h5py.File(path) as file:
        if "observables" in file:
            file["observables"].visititems(visit)
    return found
