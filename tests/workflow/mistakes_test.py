"""usage: mistakes_test.py SNAKEMAKE: an error in a table of runs or in the options gives one line
with the place and the nearest valid word; no jobs run. The tools are found on PATH."""
import subprocess
import sys
import tempfile
from pathlib import Path

import study as template

ROOT = Path(__file__).resolve().parents[2]
SNAKEMAKE = sys.argv[1]


def edited(lines, number, column, value):
    """(lines of the table, number of one, its column, value) => the lines with that cell changed;
    line 2 holds the names"""
    cells = lines[number - 1].split("\t")
    cells[lines[1].split("\t").index(column)] = value
    return lines[: number - 1] + ["\t".join(cells)] + lines[number:]


def cases(lines):
    """(the template's table) => (the mistake, the table with it, the expected message)"""
    cloud, pile, other = 3, 4, 5
    assert (
        lines[pile - 1].split("\t")[3] == "relax" and lines[cloud - 1].split("\t")[3] == "generate"
    ), lines
    run = f"run '{lines[pile - 1].split(chr(9))[1]}'"

    def cell(column, value, *says, line=pile):
        return (
            f"{column} = {value!r}",
            edited(lines, line, column, value),
            (f"params.tsv:{line}: ", f"column '{column}'", *says),
        )

    yield cell("tool", "relaxe", run, "'relaxe' is not a tool", "did you mean 'relax'?")
    yield cell("threads", "0", run, "'0' is not a whole number of at least 1")
    yield cell("threads", "two", "'two' is not a whole number")
    yield cell("threads", "1.5", "'1.5' is not a whole number")
    yield cell("threads", "", "'' is not a whole number")
    yield cell("scale", "Smoke", "'Smoke' is not a scale of small letters")
    yield cell("run", "pile/1", "'pile/1' is not a name of letters")
    yield cell("experiment", "", "'' is not an experiment's name")
    yield cell(
        "base", "gravity+grains+setle", run, "no such file", "setle.toml; did you mean 'settle'?"
    )
    yield cell(
        "inputs",
        "cloud-10-s1",
        run,
        "no run 'cloud-10-s1' in the lines above at scale 'smoke'; did you mean 'cloud-100-s1'?",
    )
    yield cell("inputs", "", "'relax' needs 1 run as input, found 0")
    yield cell("inputs", "cloud-100-s1 cloud-100-s1", "'relax' needs 1 run as input, found 2")
    yield cell("cloud.count", "100", run, "unknown key of rubble-relax")
    yield cell(
        "run",
        lines[pile - 1].split("\t")[1],
        f"the run occurs twice at scale 'smoke', first in line {pile}",
        line=other,
    )
    twice = edited(
        edited(lines + [lines[cloud - 1]], len(lines) + 1, "run", "pile-100-mu0-s1"),
        len(lines) + 1,
        "scale",
        "demo",
    )
    yield "one run, two tools", twice, (
        f"params.tsv:{len(twice)}: ",
        "'generate', but 'relax' in line 4: a run has one tool at all scales",
    )
    yield "cloud below its pile", lines[:2] + [lines[3], lines[2]] + lines[4:], (
        "params.tsv:3: ",
        "no run 'cloud-100-s1' in the lines above",
    )
    yield "a cell too many", lines[:3] + [lines[3] + "\t1"] + lines[4:], (
        "params.tsv:4: expected 10 cells as in the header, found 11",
    )
    yield "a cell too few", lines[:3] + [lines[3].rsplit("\t", 1)[0]] + lines[4:], (
        "params.tsv:4: expected 10 cells as in the header, found 9",
    )
    yield "unknown key", [
        lines[0],
        lines[1].replace("sliding.friction", "sliding.fricton"),
    ] + lines[2:], (
        "params.tsv:2: column 'contact.sliding.fricton'",
        "did you mean 'contact.sliding.friction'?",
    )
    yield "no column", [lines[0], lines[1].replace("threads", "threds")] + lines[2:], (
        "params.tsv:2: unknown column 'threds'; did you mean 'threads'?",
    )
    yield "column twice", [lines[0], lines[1].replace("seed", "run")] + lines[2:], (
        "params.tsv:2: column 'run' occurs twice",
    )
    file_row = edited(lines, cloud, "tool", "file")
    yield "a key of another tool", file_row, (
        "params.tsv:3: ",
        "column 'seed': unknown key of the tool 'file'",
    )
    bare = edited(edited(file_row, cloud, "seed", ""), cloud, "cloud.count", "")
    yield "no path", bare, ("params.tsv:3: run 'cloud-100-s1': the tool 'file' needs 'file.path'",)
    head = lines[1].replace("seed", "file.path").replace("cloud.count", "file.hash")
    path_column = [lines[0], head, *bare[2:5]]
    yield "a key in a part", edited(path_column, cloud, "file.path", "a.h5"), (
        "params.tsv:3: run 'cloud-100-s1': unknown key 'material.name' of the tool 'file'",
    )
    carved = edited(edited(edited(bare, cloud + 1, "tool", "carve"), cloud + 1, "base", "-"), cloud,
                    "tool", "generate")  # fmt: skip
    carved = edited(carved, cloud + 1, "contact.sliding.friction", "")
    yield "no mesh", carved, ("params.tsv:4: run", "rubble-carve needs 'carve.mesh'")
    placed = edited(bare, cloud + 1, "tool", "place")
    yield "one pile to place", placed, ("params.tsv:4: ", "'place' needs at least 2 runs as input")
    yield "nothing in it", lines[:1], ("params.tsv: the table is empty",)


def refused(name, command, says, code=None, **where):
    """Runs a command that must end with an error and the given exit code, and with all these texts
    in one line."""
    done = subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **where
    )
    text = done.stdout + done.stderr
    lines = [line for line in text.splitlines() if all(words in line for words in says)]
    ended = done.returncode != 0 if code is None else done.returncode == code
    assert (
        ended and len(lines) == 1
    ), f"{name}: exit code {done.returncode}, wanted one line with {says}:\n{text}"
    print(f"{name}: {lines[0].strip()}")


def dry(study, *options):
    return [
        SNAKEMAKE,
        "--snakefile",
        study / "Snakefile",
        "--directory",
        study,
        "--cores",
        "1",
        *options,
    ]


def main():
    with tempfile.TemporaryDirectory() as folder:
        study = template.copy(folder)
        table = study / "config" / "params.tsv"
        whole = table.read_text()
        program = [
            sys.executable,
            "-c",
            "import sys, pathlib, table; table.checked(pathlib.Path(sys.argv[1]))",
            table,
        ]
        for name, lines, says in cases(whole.splitlines()):
            table.write_text("\n".join(lines) + "\n")
            refused(name, program, says, cwd=study.parent / "scripts")

        refused(
            "a table in Snakemake",
            dry(study, "results/smoke/report.html"),
            ("config/params.tsv: the table is empty",),
        )
        table.write_text(whole)
        scale, key = ("unknown scale 'demmo'", "; did you mean 'demo'?"), (
            "unknown key 'frist'",
            "; did you mean 'first'?",
        )
        refused("a scale", dry(study, "results/demmo/report.html"), scale)
        refused(
            "a run",
            dry(study, "results/smoke/pile-100-mu1-s1/run.toml"),
            ("unknown run 'pile-100-mu1-s1'", "did you mean 'pile-100-mu"),
        )
        refused("--config", dry(study, "--config", "frist=3"), key)
        refused(
            "its value",
            dry(study, "--config", "first=few"),
            ("first = 'few' is not a whole number of at least 1",),
        )
        refused(
            "runs that are none",
            dry(study, "--config", "runs=pile-100-*,pil-100-mu0-s1"),
            ("no run matches 'pil-100-mu0-s1'; did you mean 'pile-100-mu0-s1'?",),
        )
        refused(
            "text that is no YAML",
            [ROOT / "reproduce", "template", "--config", "runs=*-mu9-*", "-n"],
            ("no run matches '*-mu9-*'",),
        )
        refused(
            "a run that nothing asks for by itself",
            dry(study, "--config", "runs=cloud-100-s1"),
            ("'cloud-100-s1' is only an input of other runs",),
        )
        refused(
            "runs of another scale",
            dry(study, "results/smoke/report.html", "--config", "runs=pile-1000-*"),
            ("no run of scale 'smoke' matches 'pile-1000-*'",),
        )
        refused("what is kept", dry(study, "--config", "kept=all"), ("kept = 'all' is not 0 or 1",))
        assert not (study / "results").exists(), "something was made"
        refused(
            "./reproduce: a scale",
            [ROOT / "reproduce", "template", "--scale", "demmo"],
            scale,
            code=2,
        )
        refused(
            "./reproduce: a study after its options",
            [ROOT / "reproduce", "--scale", "demmo", "template"],
            scale,
            code=2,
        )
        refused(
            "./reproduce: no scale",
            [ROOT / "reproduce", "template", "--scale"],
            ("--scale needs a value",),
            code=2,
        )
        refused(
            "./reproduce: --config",
            [ROOT / "reproduce", "template", "--config", "first=3", "frist=3", "-n"],
            key,
            code=2,
        )
        refused(
            "./reproduce: a study",
            [ROOT / "reproduce", "templat"],
            ("unknown study 'templat'",),
            code=2,
        )
        refused("./reproduce: no name", [ROOT / "reproduce", ""], ("unknown study ''",), code=2)


main()
