"""The runs that --config selects from a table of runs.

Heavy runs (collisions, spin-ups, flybys, shakings) are in order of importance: first=12 selects the
first twelve of each scale, and no runs that start from others of them. runs=a-*,b selects runs of
any tool by name.
"""
import collections

import arguments
import table
import tool_table

HEAVY = tool_table.names(tool_table.HEAVY)  # tools of heavy runs


def asked_for(rows, patterns):
    """(rows, each after the runs that it starts from; patterns of --config runs) => runs of
    experiments that match the patterns, and the runs that these start from"""
    kept, asked = [], set()
    for row in reversed(rows):
        own = row["run"] in table.own_names([row]) and arguments.matching(row["run"], patterns)
        if own or (row["scale"], row["run"]) in asked:
            asked |= {(row["scale"], name) for name in row["inputs"].split()}
            kept.append(row)
    return kept[::-1]


def selected(rows, config):
    """(rows, {key: value} of --config) => {(scale, run): row}"""
    first = config.get("first", float("inf"))
    taken = collections.Counter()
    kept, left_out = [], set()
    for row in rows:
        taken[row["scale"]] += row["tool"] in HEAVY
        beyond = row["tool"] in HEAVY and taken[row["scale"]] > first
        if beyond or left_out & {(row["scale"], name) for name in row["inputs"].split()}:
            left_out.add((row["scale"], row["run"]))
        else:
            kept.append(row)
    return {(row["scale"], row["run"]): row for row in asked_for(kept, config.get("runs", ""))}
