"""usage: run_toml_test.py SNAKEMAKE: the TOML files of runs. They cost milliseconds each, and a dry
run writes none. If a part of the configuration changes, only the files that contain it and their
runs are made again. A damaged part is an error that names it. The tools are found on PATH."""
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import study as template

SNAKEMAKE = sys.argv[1]
MILLISECONDS = 15  # processor time per file; a separate process for each took 50


def run(study, work, *targets):
    """(folder of a study, working folder, targets and options) => output of Snakemake, processor
    time [s]"""
    before = os.times()
    command = [
        SNAKEMAKE,
        "--snakefile",
        study / "Snakefile",
        "--directory",
        work,
        "--cores",
        "1",
        "--scheduler",
        "greedy",
        *targets,
    ]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout + done.stderr
    after = os.times()
    spent = (
        after.children_user + after.children_system - before.children_user - before.children_system
    )
    return done.stdout + done.stderr, spent


def jobs(text):
    """(what a dry run prints) => {(rule, run)}"""
    blocks = re.split(r"\n *\[", text)
    found = [
        (re.search(r"^ *(?:local)?rule (\w+):", block, re.M), re.search(r"run=([^,\s]+)", block))
        for block in blocks
    ]
    return {(rule[1], name[1]) for rule, name in found if rule and name}


def times(work, *names):
    """=> {run: time at which its pile was made}"""
    return {
        name: (work / "results" / "smoke" / name / "pile.h5").stat().st_mtime_ns for name in names
    }


with tempfile.TemporaryDirectory() as work:
    collisions = template.ROOT / "workflows" / "collisions"
    rows = [
        line.split("\t")
        for line in (collisions / "config" / "params.tsv").read_text().splitlines()
        if line.startswith("demo\t")
    ]
    files = [f"results/demo/{row[1]}/run.toml" for row in rows]
    _, start = run(collisions, work, "--dry-run", *files)
    assert not Path(work, "results").exists(), "a dry run leaves files"
    _, whole = run(collisions, work, *files)
    assert all(tomllib.loads(Path(work, file).read_text()) for file in files)
    each = 1000 * (whole - start) / len(files)
    print(f"{len(files)} files, {each:.1f} ms each")
    assert each < MILLISECONDS, each

with tempfile.TemporaryDirectory() as folder:
    mine = template.copy(folder)
    work, page = Path(folder, "work"), "results/smoke/report.html"
    run(mine, work, page)
    piles = {"pile-100-mu0-s1", "pile-100-mu0.5-s1"}
    made = times(work, "cloud-100-s1", *piles)

    settle = mine / "config" / "settle.toml"
    settle.write_text(settle.read_text().replace('hold = "500 s"', 'hold = "600 s"'))
    repeated = jobs(run(mine, work, "--dry-run", page)[0])
    assert {job for job in repeated if job[0] in ("run_config", "generate", "relax")} == {
        (rule, pile) for rule in ("run_config", "relax") for pile in piles
    }, repeated
    run(mine, work, page)
    now = times(work, *made)
    assert {name for name in made if made[name] != now[name]} == piles, (made, now)

    cloud = mine / "config" / "cloud.toml"
    cloud.write_text("[material\n")
    command = [
        SNAKEMAKE,
        "--snakefile",
        mine / "Snakefile",
        "--directory",
        work,
        "--cores",
        "1",
        page,
    ]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    told = [line for line in (done.stdout + done.stderr).splitlines() if "cloud.toml" in line]
    assert done.returncode != 0 and told, done.stdout + done.stderr
