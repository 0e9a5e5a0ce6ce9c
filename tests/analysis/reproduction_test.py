"""docs/REPRODUCTION.md: links lead somewhere, the tables beside the results are those of verdict.json, its commands run."""
import re
import shlex
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import verdict  # noqa: E402

PAGE = ROOT / "docs" / "REPRODUCTION.md"
RESULTS = ROOT / "docs" / "results"


def anchors(path):
    """(Markdown file) => the anchors of its headings, as GitHub makes them"""
    heads = re.findall(r"^#+ (.*)$", path.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


class Reproduction(unittest.TestCase):
    def test_links_exist(self):
        links = re.findall(r"\]\(([^)\s]+)\)", PAGE.read_text())
        self.assertGreater(len(links), 6)
        for link in links:
            if link.startswith("http"):
                continue
            name, _, anchor = link.partition("#")
            target = (PAGE.parent / name).resolve() if name else PAGE
            self.assertTrue(target.exists(), link)
            if anchor:
                self.assertIn(anchor, anchors(target), link)

    def test_tables_are_those_of_the_results(self):
        found = sorted(RESULTS.glob("*/*/verdict.json"))
        self.assertGreater(len(found), 5)
        for path in found:
            self.assertEqual(path.with_name("verdicts.md").read_text(), verdict.page(path), f"python3 -m analysis.verdict --write {path.relative_to(ROOT)}")
            parts = [e for part in sorted(path.parent.glob("*/verdict.json")) for e in verdict.read([part])]
            self.assertEqual(sorted(parts, key=lambda e: e["experiment"]), verdict.read([path]), f"python3 -m analysis.again {path.parent.relative_to(ROOT)}")

    def test_every_table_is_linked(self):
        text = PAGE.read_text()
        for path in sorted(RESULTS.glob("*/*/verdicts.md")):
            self.assertIn(f"({path.relative_to(PAGE.parent)})", text)

    def test_no_table_is_pasted_in(self):
        self.assertNotIn("| tolerance |", PAGE.read_text())

    def test_commands_run(self):
        commands = set(re.findall(r"`(python3 -m analysis\.(?:verdict|resolution) [^`]*)`", PAGE.read_text()))
        self.assertGreater(len(commands), 8)
        for command in sorted(commands):
            with self.subTest(command):
                words = shlex.split(command)
                self.assertNotIn("--write", words)
                done = subprocess.run(["/usr/bin/python3", *words[1:]], cwd=ROOT, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertGreater(done.stdout.count("\n| "), 1, "no row of a table")

    def test_runs_stand_in_the_tables(self):
        """names of runs on the page, in backticks, are rows of a study's params.tsv"""
        names = {row.split("\t")[1] for path in ROOT.glob("workflows/*/config/params.tsv") for row in path.read_text().splitlines()[1:]}
        for name in re.findall(r"`((?:[STB]\d+|collide|spin|symmetric|claim|pile)(?:-[a-z0-9.]+)+)`", PAGE.read_text()):
            self.assertIn(name, names)


if __name__ == "__main__":
    unittest.main()
