"""The keys that the TOML files of the tools may have."""
import functools
import re
import subprocess

import programs
from tool_table import TOOLS


def keys_in(text):
    """(output of a tool's --describe) => the dotted keys that its TOML may have. An array of tables
    is one key, because a cell has the whole array: place = [{rule = "at", ...}]"""
    keys, section = set(), ""
    for line in text.splitlines():
        head = re.match(r"\[+([\w.]+)\]+(?: (\w+) = )?", line)
        key = re.match(r"  (\w+) ", line)
        if line.startswith("[["):
            section = None
            keys.add(head[1])
        elif head:
            section = head[1] + "."
            keys |= {section + head[2]} if head[2] else set()
        elif key and section is not None:
            keys.add(section + key[1])
    return keys


@functools.lru_cache(maxsize=None)
def keys_of(tool):
    """=> the dotted keys that a tool's TOML may have, from its --describe; of a tool that reads no
    TOML those of its entry in tool_table.py"""
    if TOOLS[tool].options is not None:
        return {*TOOLS[tool].files, *TOOLS[tool].options}
    program = f"rubble-{tool}"
    programs.require(program)
    return keys_in(
        subprocess.run([program, "--describe"], check=True, capture_output=True, text=True).stdout
    )
