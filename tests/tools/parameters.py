#!/usr/bin/env python3
"""Compares docs/parameters.md with the parameters that the tools print with --reference; --write
brings the page up to date.

    tests/tools/parameters.py build/release/bin [--write]
"""

import json
import pathlib
import re
import subprocess
import sys

import tool_list

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "parameters.md"
RUNS = [f"rubble-{name}" for name in tool_list.RUNS]
TOOLS = RUNS + [
    "rubble-generate",
    "rubble-combine",
    "rubble-place",
    "rubble-spin",
    "rubble-impact-law",
    "rubble-limits",
]
HEAD = """# Parameters

This page lists the keys of the tools' TOML files, table by table. `TOOL --describe` prints the \
tables of one tool.

- **Unit.** SI unit of the value; `1` marks pure numbers. A value is a number in that \
unit or a quantity with a unit, such as `"2.7 g/cm^3"`.
- **Values.** Permitted range or words. `"auto"` means that the tool computes the value \
from the data, as the description says; `"none"` means that a limit does not exist or that a \
quantity is unknown.
- **Default.** Value without the key; `unset` if it has none then. A *required* key must be given.

`tests/tools/parameters.py BIN --write` writes this page, and a test compares it with the tools.

| tool | tables |
|---|---|
"""
# Tools that read the tables of other tools.
READERS = {
    "rubble-shape": "with `-c`: those of `rubble-generate`",
    "rubble-advise": "those of every simulation and of the tool that `experiment` in `[run]` names",
    "rubble-bounce": "those of every simulation and of the tool that `experiment` in `[run]` names",
}


def tables_of(folder, tool):
    answer = subprocess.run(
        [pathlib.Path(folder) / tool, "--reference"], check=True, capture_output=True, text=True
    ).stdout
    return json.loads(answer)["parameters"]


def groups(folder):
    """=> {tools that share them: tables}, in the order of TOOLS"""
    users = {}
    for tool in TOOLS:
        for table in tables_of(folder, tool):
            users.setdefault(json.dumps(table), []).append(tool)
    found = {}
    for text, tools in users.items():
        found.setdefault(tuple(tools), []).append(json.loads(text))
    return found


def title(tools):
    return "Every simulation" if tools == tuple(RUNS) else " and ".join(tools)


def anchor(tools):
    return re.sub(r"[^\w -]", "", title(tools).lower()).replace(" ", "-")


def cell(text):
    return re.sub(r"docs/theory\.md (?=\d)", "[theory](theory.md) ", text.replace("|", "\\|"))


def table_text(table):
    heading = re.sub(
        r"^(\[+[\w.]+\]+)(.*)$",
        r"`\1`\2",
        table["heading"].replace("at the top level", "At the top level"),
    )
    lines = [f"\n### {heading}\n\n{cell(table['text'])}\n"]
    if table["keys"]:
        lines.append("\n| key | unit | values | default | description |\n|---|---|---|---|---|\n")
    for row in table["keys"]:
        values = row["allowed"].replace(" | ", ", ")
        default = "*required*" if row["default"] == "required" else f"`{row['default']}`"
        lines.append(
            f"| `{row['key']}` | {row['unit']} | {cell(values)} | {default} | "
            f"{cell(row['text'])} |\n"
        )
    return "".join(lines)


def page(folder):
    found = groups(folder)
    parts = [HEAD]
    for tool in TOOLS:
        links = ", ".join(f"[{title(tools)}](#{anchor(tools)})" for tools in found if tool in tools)
        parts.append(f"| `{tool}` | {links} |\n")
    parts += [f"| `{tool}` | {text} |\n" for tool, text in READERS.items()]
    for tools, tables in found.items():
        parts += [f"\n## {title(tools)}\n", *map(table_text, tables)]
    return "".join(parts)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    new = page(sys.argv[1])
    if "--write" in sys.argv[2:]:
        PAGE.write_text(new)
    elif PAGE.read_text() != new:
        sys.exit(f"{PAGE} is out of date: run {sys.argv[0]} {sys.argv[1]} --write")


if __name__ == "__main__":
    main()
