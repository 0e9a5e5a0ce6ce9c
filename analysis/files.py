"""Reads the output of the tools: piles, tracks, tables. docs/formats.md describes the layout."""
import csv
import io
import json
import tomllib
from pathlib import Path

import h5py
import numpy as np

from analysis import keys, output


def pile(path):
    """(pile.h5) => {"radius", "mass", "position", "velocity", ...: array}, SI units"""
    with h5py.File(path) as file:
        group = next(iter(file["particles"].values()))
        return {
            name: element[()]
            for name, element in group.items()
            if isinstance(element, h5py.Dataset)
        }


def series(path):
    """(track.h5) => {"time" and the name of each observable, such as "energy/kinetic": array over
    the records}, SI units"""
    out = {}

    def visit(name, item):
        if isinstance(item, h5py.Group) and "value" in item:
            out[name] = item["value"][()]
            out.setdefault("time", item["time"][()])

    with h5py.File(path) as file:
        file["observables"].visititems(visit)
    return out


def frame_times(path):
    """(track.h5) => times of its frames [s]"""
    with h5py.File(path) as file:
        return file["particles/body/position/time"][()]


def frame(path, number):
    """(track.h5, number of a frame) => {"time", "radius", "position", "overlap": largest overlap of
    each body with a neighbour or wall}, SI units"""
    with h5py.File(path) as file:
        body, contacts = file["particles/body"], file["connectivity/contacts"]
        first, last = contacts["frame_offset"][number : number + 2]
        pairs, overlaps = contacts["pair"][first:last], -contacts["gap"][first:last]
        out = {
            "time": body["position/time"][number],
            "radius": body["radius"][()],
            "position": body["position/value"][number],
        }
    out["overlap"] = np.zeros(len(out["radius"]))
    for side in pairs.T:
        real = side >= 0  # negative: a wall
        np.maximum.at(out["overlap"], side[real], overlaps[real])
    return out


def provenance(path):
    """(pile.h5 or track.h5) => one dict for each tool in its provenance, oldest first"""

    def text(value):
        return value.decode() if isinstance(value, bytes) else value

    with h5py.File(path) as file:
        group = file["provenance"]
        return [
            {
                **{k: text(v) for k, v in group[name].attrs.items()},
                **{k: text(v[()]) for k, v in group[name].items() if v.shape == ()},
            }
            for name in sorted(group)
        ]


def settings(path, tool=None):
    """(pile.h5 or track.h5, name of a tool in its provenance) => configuration of the last call of
    that tool, or of the last tool if no name is given; SI units"""
    called = [record for record in provenance(path) if tool in (None, record["tool"])]
    return keys.with_present_names(tomllib.loads(called[-1]["config"]))


def table(path):
    """(JSON of a reading tool) => its rows, each a dict by column name"""
    return json.loads(Path(path).read_text())["rows"]


def tables(path):
    """(JSON of a tool that prints several tables) => {name of the table: its rows}"""
    return {name: part["rows"] for name, part in json.loads(Path(path).read_text()).items()}


def finder(rows, name):
    """(rows of a table of rubble-clusters, name of a cluster search) => the rows of that search"""
    return [row for row in rows if row["finder"] == name]


def tsv(path):
    """(tab-separated table of numbers printed by a tool) => its rows, each a dict by column name;
    lines that begin with # are skipped"""
    with open(path, newline="") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        return [{name: float(value) for name, value in row.items()} for row in rows]


def tsv_rows(path):
    """(tab-separated table of texts) => its rows, each a dict by column name; lines that begin with
    # are skipped"""
    with open(path, newline="") as file:
        return list(
            csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        )


def _cell(text):
    """Value of a cell of a CSV file: a number, None if it is empty, else its text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text or None


def read_rows(path):
    """(CSV table written by write_rows) => its rows, each a dict by column name; empty cells are
    None, lines that begin with # are skipped"""
    with open(path, newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        return [{name: _cell(text) for name, text in row.items()} for row in csv.DictReader(lines)]


def column(rows, name):
    """(rows of a table, name) => that column as an array"""
    return np.array([row[name] for row in rows])


def groups(rows, name):
    """(rows of a table, name of a column) => {value of that column: its rows}, in the order of
    first occurrence"""
    found = {}
    for row in rows:
        found.setdefault(row[name], []).append(row)
    return found


def write_rows(path, rows):
    """(path, rows: dicts with the columns of the first) Writes a CSV table of rounded numbers."""
    rows = [{name: output.rounded(value) for name, value in row.items()} for row in rows]
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, list(rows[0]) if rows else [])
    table.writeheader()
    table.writerows(rows)
    output.put(path, text.getvalue())
