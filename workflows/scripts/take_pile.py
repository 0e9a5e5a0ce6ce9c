#!/usr/bin/env python3
"""usage: take_pile.py [--force] [--hash HASH] PILE.h5 OUT.h5

Checks an existing pile and copies it. The exit code is 2 if it is not a pile, or if its content
hash (rubble-hash) does not begin with HASH. It is a copy and not a link, because Snakemake sets the
time of its outputs, which would be that of the user's file too.
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from analysis import output  # noqa: E402

TOOL = "take_pile.py"


def refuse(message, code=2):
    print(f"{TOOL}: error: {message}", file=sys.stderr)
    sys.exit(code)


def described(path):
    """(path) => {quantity: value} that rubble-info prints for a file"""
    done = subprocess.run(["rubble-info", "--json", path], capture_output=True, text=True)
    if done.returncode:
        refuse(done.stderr.strip().removeprefix("rubble-info: error: "), done.returncode)
    return {row["quantity"]: row["value"] for row in json.loads(done.stdout)["rows"]}


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--force", action="store_true")
    options.add_argument("--hash", default="")
    options.add_argument("source")
    options.add_argument("target")
    given = options.parse_args()
    found = described(given.source)
    if found["content"] != "pile":
        refuse(
            f"{given.source}: a {found['content']}, not a pile: write one of its frames with "
            "rubble-export"
        )
    if not found["content_hash"].startswith(given.hash.lower()):
        refuse(
            f"{given.source}: its content hash is {found['content_hash']}, not {given.hash} as in "
            "file.hash"
        )
    output.put(given.target, Path(given.source).read_bytes())
    print(
        f"{TOOL}: {given.source}: {found['bodies']} bodies, {found['content_hash']}",
        file=sys.stderr,
    )


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}", 1)
