#!/usr/bin/env python3
"""Each row of the walks in docs/walks.md names an existing file and text that occurs in it.

    tests/docs/walks.py
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\|[^|]*\| `([^`]+)` \| `([^`]+)` \|$", re.M)


def main():
    rows = ROW.findall((ROOT / "docs/walks.md").read_text())
    wrong = []
    for path, word in rows:
        file = ROOT / path
        if not file.is_file():
            wrong.append(f"docs/walks.md: there is no file {path}")
        elif not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", file.read_text()):
            wrong.append(f"docs/walks.md: {path} has no {word}")
    if len(rows) < 30:
        wrong.append(f"docs/walks.md: only {len(rows)} rows were understood")
    print("\n".join(wrong) or f"{len(rows)} rows of walks lead somewhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
