#!/usr/bin/env python3
"""Test of regressions.py and of the turns of compare.py, with programs that print given times."""
import argparse
import json
import pathlib
import tempfile
import unittest

import compare
import regressions

PROGRAMS = ("kernels", "gravity", "narrow", "impulses", "events")


def fake_build(folder, times):
    """(new folder, {benchmark: time}) Makes programs, of which the first prints these times."""
    (folder / "tests").mkdir(parents=True)
    for number, name in enumerate(PROGRAMS):
        rows = [{"name": row, "real_time": time} for row, time in times.items() if number == 0]
        path = folder / "tests" / f"bench_{name}"
        path.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps({'benchmarks': rows})}\nEND\n")
        path.chmod(0o755)


class Regressions(unittest.TestCase):
    def test_last_commit_is_of_the_latest_day_and_clean(self):
        rows = [
            {"date": "2026-11-02", "commit": "a"},
            {"date": "2026-11-03", "commit": "b"},
            {"date": "2026-11-03", "commit": "c"},
            {"date": "2026-11-03", "commit": "d-dirty"},
            {"date": "2026-11-01", "commit": "e"},
        ]
        self.assertEqual(regressions.last_commit(rows), "c")
        self.assertIsNone(regressions.last_commit(rows[3:4]))

    def test_only_slower_rows_are_marked(self):
        lines = regressions.marked(
            {"same": (1.0, 1.04), "slow": (2.0, 2.2), "fast": (2.0, 1)}, 1.05
        )
        self.assertEqual([line.split("\t")[0] for line in lines], ["slow", "same", "fast"])
        self.assertEqual([line.endswith("slower") for line in lines], [True, False, False])

    def test_turns_compare_what_both_builds_have(self):
        with tempfile.TemporaryDirectory() as scratch:
            old, new = (pathlib.Path(scratch) / name for name in ("old", "new"))
            fake_build(old, {"contacts/1000": 3.0, "dropped/1000": 1.0})
            fake_build(new, {"contacts/1000": 4.5, "added/1000": 1.0})
            parser = argparse.ArgumentParser()
            compare.add_options(parser)
            found = compare.in_turns(old, new, parser.parse_args(["--repeats", "2"]))
        self.assertEqual(found, {"contacts/1000": (3.0, 4.5)})

    def test_options_are_those_of_the_build(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            text = "CMAKE_BUILD_TYPE:STRING=Release\nRUBBLE_ARCH:STRING=native\nOTHER:BOOL=ON\n"
            (folder / "CMakeCache.txt").write_text(text)
            found = regressions.options_of(folder)
        self.assertEqual(
            found, ["-DCMAKE_BUILD_TYPE:STRING=Release", "-DRUBBLE_ARCH:STRING=native"]
        )


if __name__ == "__main__":
    unittest.main()
