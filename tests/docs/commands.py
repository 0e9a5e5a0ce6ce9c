#!/usr/bin/env python3
"""Runs what the documentation shows: every command in the code blocks of README.md and docs/*.md,
block after block.

    tests/docs/commands.py FOLDER_OF_THE_TOOLS

Commands run in a scratch copy of the sources, those of one page one after the other, since later
ones read what earlier ones wrote; the tutorial's after those of README.md, as a newcomer runs them.
Runs are cut to a thousandth of their simulated time (shaken boxes to a 25th, which contains
complete cycles), bodies to a thousand; of workflows the list of jobs is made. Commands that
install, build or measure are not run: their scripts must exist.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/tools"))
import tool_list  # noqa: E402

NOT_RUN = re.compile(
    r"(\./reproduce|\./check|cmake|ctest|sudo|apt-get|tests/|build/|git|cp|sbatch)\b"
)
SECONDS = {"ms": 1e-3, "s": 1, "min": 60, "h": 3600, "day": 86400}


def blocks(text):
    """Markdown => its code blocks with shell commands: indented by four, or fenced and marked
    `sh`."""
    found = re.findall(r"^```sh\n(.*?)^```$", text, re.S | re.M)
    plain = re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)
    for block in re.findall(r"(?:^ {4}\S.*\n?(?:^\s*\n(?=^ {4}))?)+", plain, re.M):
        found.append("\n".join(line[4:] for line in block.splitlines()))
    return [block for block in found if any(is_command(line) for line in block.splitlines())]


def is_command(line):
    word = line.split(" ", 1)[0]
    return bool(
        re.match(r"(rubble-[a-z-]+|snakemake|cd|/usr/bin/time)$", word) or NOT_RUN.match(line)
    )


def reduced(config, factor):
    """(path of a TOML, factor) => its [run] duration / factor, as text"""
    text = tomllib.loads(config.read_text())["run"]["duration"]
    number, unit = text.split() if isinstance(text, str) else (text, "s")
    return f"{float(number) * SECONDS[unit] / factor} s"


def cheap(line, folder):
    """(command as printed, working directory) => the command to run in its place; nothing for a
    command that is not run"""
    if NOT_RUN.match(line):
        script = line.split()[0]
        if not script.startswith("build/") and "/" in script:
            assert (ROOT / script).exists(), f"{script} does not exist"
        return ""
    line = line.replace("/usr/bin/time -v ", "")
    line = re.sub(r"cloud\.count=\d{4,}", "cloud.count=1000", line)
    if line.startswith("snakemake"):
        return line if "run.toml" in line else line + " --dry-run --quiet"
    for tool in tool_list.RUNS:
        config = re.search(rf"rubble-{tool} .*?-c (\S+)", line)
        if config:
            duration = reduced(folder / config[1], 25 if tool == "shake" else 1000)
            # A pile whose relaxation was shortened is still a cloud, which counts as broken up.
            rule = "--set stop.least_mass=0 " if tool in ("spinup", "flyby") else ""
            line = line.replace(
                f"rubble-{tool} ",
                f"rubble-{tool} --quiet --set run.duration='{duration}' {rule}",
                1,
            )
            line = re.sub(r'--set run\.duration="[^"]*" ', "", line)
    return line


def run(page, block, folder, environment):
    """Runs a block line by line. Exit code 4 is valid for a run whose duration was reduced."""
    where = folder
    for line in block.splitlines():
        command = line.split("  #")[0].rstrip()
        if not is_command(command) or "[OPTIONS]" in command:
            continue
        if command.startswith("cd "):
            where = where / command[3:].strip()
            assert where.is_dir(), f"{page}: {line}: no such folder"
            continue
        command = cheap(command, where)
        if not command:
            continue
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=where,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=300,
        )
        allowed = (0, 4) if re.search(rf"rubble-({'|'.join(tool_list.RUNS)}) ", command) else (0,)
        if done.returncode not in allowed:
            sys.exit(
                f"{page}: {line}\n  run as: {command}\n  exit code {done.returncode}: "
                f"{done.stdout[-1000:]}"
            )
        print(f"{page}: {line}")


def main():
    import os

    tools = pathlib.Path(sys.argv[1]).resolve()
    environment = dict(
        os.environ, PATH=f"{tools}:/usr/bin:{os.environ['PATH']}", OMP_NUM_THREADS="1"
    )
    own = ROOT / "docs" / "own-study.md"  # tests/workflow/own_study_test.py runs this page
    pages = sorted(page for page in (ROOT / "docs").glob("*.md") if page != own)
    skipped = shutil.ignore_patterns("build*", ".git", "results", "__pycache__", ".snakemake")
    first = [ROOT / "README.md", ROOT / "docs" / "tutorial.md"]
    for together in [first, *([page] for page in pages if page not in first)]:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "rubble"
            shutil.copytree(ROOT, folder, ignore=skipped)
            for page in together:
                for block in blocks(page.read_text()):
                    run(page.relative_to(ROOT), block, folder, environment)


if __name__ == "__main__":
    main()
