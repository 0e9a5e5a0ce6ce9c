"""usage: own_study_test.py: the commands of docs/own-study.md, in their order, in a copy of the
checkout, with the sweep that the page shows. Those of ./reproduce, which would build everything,
and of the cluster are left out. runs_table_test.py runs those of the sections on the table of all
runs and on piles of the user. Snakemake and the tools are found on PATH."""
import csv
import json
import re
import subprocess
import tempfile
from pathlib import Path

import study as template

page = template.page_without(*template.TABLE_SECTIONS, template.START_SECTION)
tables = re.findall(r"^```python\n([\s\S]*?)^```\n", page, re.M)
assert (
    len(tables) == 1 and tables[0] in (template.ROOT / template.TEMPLATE / "Snakefile").read_text()
), tables
page = page.replace(tables[0], "")
blocks = re.findall(r"(?:^    .+\n)+|^```toml\n[\s\S]*?^```", page, re.M)
assert len(blocks) == 7, blocks

with tempfile.TemporaryDirectory() as folder:
    template.copy(folder)
    mine = Path(folder, "workflows", "mine")
    for block in blocks:
        if block.startswith("```"):
            (mine / "config" / "sweep.toml").write_text(
                block.removeprefix("```toml\n").removesuffix("```")
            )
        elif "./reproduce" not in block and "--profile" not in block:
            done = subprocess.run(
                ["bash", "-ec", block],
                cwd=mine if mine.exists() else folder,
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
            )
            print(block + done.stdout[-2000:] + done.stderr[-2000:])
            assert done.returncode == 0, block
    with open(mine / "config" / "params.tsv", newline="") as file:
        next(file)
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert [
        sum(r["scale"] == s and r["tool"] == t for r in rows)
        for s in ("smoke", "demo")
        for t in ("generate", "relax")
    ] == [1, 4, 2, 16], rows
    with open(mine / "results" / "smoke" / "fig1" / "data.csv", newline="") as file:
        kept = [row["run"] for row in csv.DictReader(file)]
    assert kept == [
        row["run"] for row in rows if row["scale"] == "smoke" and row["tool"] == "relax"
    ], kept
    entries = json.loads((mine / "results" / "smoke" / "verdict.json").read_text())
    assert (
        len(entries) == 2 and (mine / "results" / "smoke" / "report.html").stat().st_size > 10_000
    ), entries
