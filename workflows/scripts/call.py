"""usage: call.py --log LOG --in FILE... --out FILE... [--stdout FILE] -- TOOL ARGUMENT...

Runs a tool for a rule. Its exit code decides whether the run is a result, has failed, or is
repeated. All rules run their tools through this program.

0           The run is complete. 4           The run reached the end of its duration before its stop
rule was met. Its outputs are a result; unfinished.json beside the pile records this. 2, 3
Bad input or broken physics: the run would fail again in the same way. Each output becomes a failure
record (JSON), and failed.json is written beside a
            pile. The exit code is 0, so that Snakemake neither repeats the run nor stops
            independent jobs. A crash of the program (SIGSEGV, SIGFPE, SIGILL) counts as such a
            failure.
others      The system stopped the run (1: disk, memory, permission; 75 and 128 + N: a signal). The
exit code is passed on, so that Snakemake repeats the run if
            `retries` allows it; the tool resumes from its checkpoint.

If an input is a failure record, the tool is not run and its outputs become records too. Signals are
passed on to the tool. The overhead is the start of Python (20 ms). PYTHONPATH must be the top of
the checkout (rules/common.smk).
"""
import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

from analysis import failures, output
from run_records import clear, fail, inherited, last_line, mark, run_of

UNFINISHED = 4
LASTING = (2, 3, *(128 + number for number in (signal.SIGSEGV, signal.SIGFPE, signal.SIGILL)))
SIGNALS = (
    signal.SIGTERM,
    signal.SIGINT,
    signal.SIGHUP,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGXCPU,
)


def options(arguments):
    """(command line) => {"log", "in", "out", "stdout": list of files}, command"""
    end = arguments.index("--")
    found, name = {"log": [], "in": [], "out": [], "stdout": []}, None
    for word in arguments[:end]:
        if word.startswith("--"):
            name = word[2:]
        else:
            found[name].append(word)
    return found, arguments[end + 1 :]


def called(command, log, table):
    """(command, file for its standard error, file for its standard output or None) => exit code,
    128 + N for signal N as in a shell"""
    pending, process = [], None

    def forward(number, _frame):
        pending.append(number)
        if process:
            process.send_signal(number)

    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, forward)
    with open(log, "ab") as error, open(table or os.devnull, "wb") as out:
        process = subprocess.Popen(command, stdout=out if table else None, stderr=error)
        for number in pending:
            process.send_signal(number)
        code = process.wait()
    return 128 - code if code < 0 else code


def main(arguments):
    given, command = options(arguments)
    outputs, log = given["out"], given["log"][0]
    clear(outputs)
    Path(log).write_bytes(b"")
    tool = Path(command[0]).name
    causes = [found for found in map(failures.record, given["in"]) if found]
    if causes:
        entry = inherited(outputs, tool, causes[0])
        Path(log).write_text(f"{entry['message']}\n")
        fail(outputs, entry, known=entry is causes[0])
        return 0
    with output.begun(given["stdout"][0]) if given["stdout"] else contextlib.nullcontext() as table:
        code = called(command, log, table)
        if table and code not in (0, UNFINISHED):
            table.unlink()  # incomplete
    entry = {
        "run": run_of(outputs),
        "tool": tool,
        "code": code,
        "message": last_line(log),
        "because": "",
    }
    if code == UNFINISHED:
        mark(outputs, "unfinished.json", entry)
        return 0
    if code in LASTING:
        fail(outputs, entry)
        return 0
    return code


if __name__ == "__main__":
    if "--" not in sys.argv or "--log" not in sys.argv or "--out" not in sys.argv:
        sys.exit(__doc__)
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
