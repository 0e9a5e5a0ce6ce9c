#!/usr/bin/env python3
"""Compares docs/parameters.md with what the tools' --describe prints; --write brings the page up to date.

    tests/tools/parameters.py build/release/bin [--write]
"""

import pathlib
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "parameters.md"
HEAD = """# Parameters

The tables of each tool's TOML file, as its `--describe` prints them: key, SI unit, range, "required" or the value that stands if
the key is missing, meaning. Values are quantities with units ("2.7 g/cm^3"); bare numbers are SI. This page is made by
`tests/tools/parameters.py BIN --write`, and a test compares it with the tools.
"""


def described(folder, tool):
    return subprocess.run([pathlib.Path(folder) / tool, "--describe"], check=True, capture_output=True, text=True).stdout


def page(folder):
    parts = [HEAD]
    for tool in ("rubble-generate", "rubble-combine", "rubble-evolve", "rubble-relax", "rubble-collide", "rubble-spinup", "rubble-flyby", "rubble-shake",
                 "rubble-advise", "rubble-bounce", "rubble-spin", "rubble-impact-law", "rubble-limits"):
        parts.append(f"\n## {tool}\n\n```\n{described(folder, tool).rstrip()}\n```\n")
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
