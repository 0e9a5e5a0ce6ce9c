"""A sweep becomes rows: one for each combination of the values that a row names, for each scale;
the template's table is the result of its sweep."""
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "workflows" / "scripts" / "sweep.py"
BEFORE = "the table of before\n"
SWEEP = """\
[scale.small]
n = [10]
q = [1, 2.5]
s = [1]

[scale.large]
n = [20, 30]
q = [3]
s = [1, 2]

[[row]]
run = "cloud-{n}"
tool = "generate"
"cloud.count" = "{n}"

[[row]]
run = "hit-{n}-q{q}-s{s}"
inputs = "cloud-{n} cloud-{n}"
threads = 2
"encounter.energy_ratio" = "{q}"
"grains.shapes" = '["rod"]'
"""
WANTED = [
    "scale run experiment tool base inputs threads cloud.count encounter.energy_ratio "
    "grains.shapes",
    "small cloud-10 - generate - - 1 10 - -",
    'small hit-10-q1-s1 - - - cloud-10_cloud-10 2 - 1 ["rod"]',
    'small hit-10-q2.5-s1 - - - cloud-10_cloud-10 2 - 2.5 ["rod"]',
    "large cloud-20 - generate - - 1 20 - -",
    "large cloud-30 - generate - - 1 30 - -",
] + [
    f'large hit-{n}-q3-s{s} - - - cloud-{n}_cloud-{n} 2 - 3 ["rod"]'
    for n in (20, 30)
    for s in (1, 2)
]


def sweep(text):
    """(text of a sweep) => exit code, lines of the resulting table, message. An existing table is
    kept if the sweep has a mistake."""
    with tempfile.TemporaryDirectory() as folder:
        path, table = Path(folder, "sweep.toml"), Path(folder, "params.tsv")
        path.write_text(text)
        table.write_text(BEFORE)
        done = subprocess.run([sys.executable, PROGRAM, path], capture_output=True, text=True)
        found = table.read_text()
        assert (found == BEFORE) == (done.returncode != 0), found
        assert sorted(os.listdir(folder)) == ["params.tsv", "sweep.toml"], os.listdir(folder)
    return done.returncode, [] if found == BEFORE else found.splitlines(), done.stderr


code, lines, message = sweep(SWEEP)
found = [" ".join(cell.replace(" ", "_") or "-" for cell in line.split("\t")) for line in lines[1:]]
assert code == 0 and lines[0].startswith("#") and found == WANTED, (message, found)

# Booleans and lists have the syntax of TOML, both as swept values and in a row. Numbers may still
# have a format.
code, lines, message = sweep(
    """\
[scale.small]
turn = [true, false]
q = [1.5]
shape = [["rod", "cube"]]

[[row]]
run = "r-{turn}-q{q:05.2f}"
"stop.remove_rotation" = "{turn}"
"cloud.enlarge" = true
"grains.shapes" = "{shape}"
"periodic.period" = [1, 0, 2.5]
"""
)
assert code == 0, message
for line, turn in zip(lines[2:], ("true", "false"), strict=True):
    row = dict(zip(lines[1].split("\t"), line.split("\t"), strict=True))
    values = ("run", "stop.remove_rotation", "cloud.enlarge", "grains.shapes", "periodic.period")
    assert [row[column] for column in values] == [
        f"r-{turn}-q01.50",
        turn,
        "true",
        '["rod", "cube"]',
        "[1, 0, 2.5]",
    ], row

for text, says in (
    (
        SWEEP.replace("q{q}", "q{w}"),
        "sweep.toml: row 'hit-{n}-q{w}-s{s}' names {w}; the scale has values for: n q s",
    ),
    (SWEEP.replace("q = [1, 2.5]", "q = 1"), "sweep.toml: scale 'small': q must be a list"),
    (SWEEP.replace("{q}-", "{q-"), "sweep.toml: row 'hit-{n}-q{q-s{s}': "),
    (SWEEP.replace("[[row]]", "[[rows]]"), "sweep.toml: missing table 'row'"),
    (SWEEP + "[", "sweep.toml: "),
):
    code, lines, message = sweep(text)
    assert code != 0 and not lines and says in message and message.count("\n") == 1, (
        says,
        code,
        lines,
        message,
    )

config = ROOT / "workflows" / "template" / "config"
code, lines, message = sweep((config / "sweep.toml").read_text())
assert (
    lines == (config / "params.tsv").read_text().splitlines()
), "config/params.tsv is not what sweep.toml makes"
