"""usage: cluster_test.py SNAKEMAKE: the resources that are requested from a cluster. In a dry run
of the grain-shape study at paper scale, jobs of about a second run on the submitting host, and
small jobs are grouped. Threads, memory and time of runs follow from the numbers of spheres, which
the test computes independently from the names of the clouds. The tools are found on PATH."""
import functools
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
MEMBERS = {
    "spheres": 1,
    "dumbbells": 2,
    "diamonds": 4,
    "rods": 4,
    "tetrahedra": 4,
    "cubes": 8,
    "mixed": (2 + 4 + 4 + 4 + 8) / 5,
}


def dry_run(study, scale):
    """=> output of a dry run with the profile"""
    with tempfile.TemporaryDirectory() as work:
        command = [
            sys.argv[1],
            "--snakefile",
            ROOT / "workflows" / study / "Snakefile",
            "--directory",
            work,
            "--dry-run",
            "--profile",
            ROOT / "workflows" / "profiles" / "slurm",
            f"results/{scale}/report.html",
        ]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def jobs(text):
    """(what a dry run prints) => (local or not, rule, run, resources) of each job"""
    for block in re.split(r"\n *\[", text):
        found = re.search(r"^ *(local)?rule (\w+):", block, re.M)
        if found:
            run = re.search(r"run=([^,\s]+)", block)
            asked = {
                name: int(value) for name, value in re.findall(r"(mem_mb|runtime)=(\d+)", block)
            }
            threads = re.search(r"threads: (\d+)", block)
            yield bool(found[1]), found[2], run and run[1], {
                **asked,
                "threads": int(threads[1]) if threads else 1,
            }


def spheres(run):
    """(name of a cloud or of a run that starts from it) => number of its spheres"""
    shape, count = re.match(r"(?:cloud|collapsed|body)-([a-z]+)-(\d+)", run).groups()
    return MEMBERS[shape] * int(count)


text = dry_run("grain-shape", "paper")
seen = list(jobs(text))
assert text.count("group job figures") == 1
local = {rule for here, rule, _, _ in seen if here}
assert local >= {"run_config", "critical"} and not local & {
    "relax",
    "spinup",
    "flyby",
    "shake",
    "generate",
}, local

sizes = [
    (spheres(run), rule, run, asked)
    for _, rule, run, asked in seen
    if rule in ("generate", "relax") and re.match("(cloud|collapsed|body)-[a-z]+-", run)
]
assert len(sizes) > 50 and {size >= 5000 for size, *_ in sizes} == {True, False}, sizes
for size, rule, run, asked in sizes:
    assert asked["threads"] == (2 if size >= 5000 and rule == "relax" else 1), (run, asked)
    # Snakemake: 130 MB; a tool: 1.14 kB per sphere
    assert 150 + 1.14e-3 * size <= asked["mem_mb"] <= 600 + 4e-3 * size, (run, asked)
    assert asked["runtime"] == min(24 * 60, 30 + int(0.144 * size)), (run, size, asked)

# A repeated job requests more memory, but not more than nodes have.
rules = {"functools": functools}
with mock.patch.dict(
    sys.modules, run_config=mock.Mock(), spheres=mock.Mock(), tool_table=mock.Mock()
):
    exec((ROOT / "workflows" / "rules" / "resources.smk").read_text(), rules)
rules["spheres_of"] = lambda scale, run: 10_000
assert [rules["memory_of"](mock.Mock(), attempt) for attempt in range(1, 7)] == [
    520,
    1040,
    2080,
    2080,
    2080,
    2080,
]

# Twenty tables of ten piles are two jobs, figure, table of runs and report another; each pile is a
# separate job.
text = dry_run("template", "demo")
assert [text.count(f"group job {name}") for name in ("tables", "figures")] == [2, 1]
assert sum(rule == "read" for _, rule, _, _ in jobs(text)) == 20
