"""Records of failed and of unfinished runs, beside their outputs."""
import json
import sys
from pathlib import Path

from analysis import failures, output

LONGEST = 500  # characters of a message


def run_of(files):
    """(outputs of a rule) => name of their run, from results/<scale>/<run>/<file>"""
    return Path(files[0]).parent.name


def last_line(path):
    """(log of a tool) => its last non-empty line, which is the message of the tool"""
    lines = [line.strip() for line in Path(path).read_text(errors="replace").splitlines()]
    return next((line[:LONGEST] for line in reversed(lines) if line), "no message")


def mark(outputs, name, entry):
    """(outputs, name of the file, record) Writes a record beside the pile, if the pile is an
    output."""
    for pile in (Path(path) for path in outputs if Path(path).name == "pile.h5"):
        output.put(pile.parent / name, json.dumps(entry, indent=1) + "\n")


def clear(outputs):
    """(outputs) Removes the records of an earlier call, beside the pile and in place of outputs."""
    for path in map(Path, outputs):
        if path.name == "pile.h5":
            for name in ("failed.json", "unfinished.json"):
                (path.parent / name).unlink(missing_ok=True)
        if failures.record(path):
            path.unlink()


def fail(outputs, entry, known=False):
    """(outputs, record, whether the failure has been printed) Records that the run of these outputs
    has failed and is not repeated."""
    for path in outputs:
        failures.write(path, entry)
    mark(outputs, "failed.json", entry)
    if known:
        return
    code = "" if entry["code"] is None else f" (exit code {entry['code']})"
    print(f"run {entry['run']} failed{code}: {entry['message']}", file=sys.stderr)


def inherited(outputs, tool, cause):
    """(outputs, tool, record of an input) => record for the outputs: the record of the input if it
    belongs to the same run, else one that names the failed run"""
    run = run_of(outputs)
    if run == cause["run"]:
        return cause
    origin = cause["because"] or cause["run"]
    return {
        "run": run,
        "tool": tool,
        "code": None,
        "message": f"not run, because run {origin} failed",
        "because": origin,
    }
