"""usage: progress.py LOG COMMAND [ARGUMENT ...]

Runs Snakemake or a build. The file LOG receives all messages of the command: what Snakemake writes
to standard error, or everything that a build writes. Standard output shows the numbers of finished
steps, the estimated remaining time and, for a study, the remaining core hours: on a terminal one
line that is rewritten, otherwise a line per minute. If the command fails, the first errors in LOG
and the ends of the log files of failed jobs are shown. The exit code is the one of the command.
"""
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from pipe import lines_of
from steps import Build, Jobs

PERIOD = 60  # between lines that are not rewritten [s]
LINES = 30  # of a log file that are shown after a failure
stopped = []  # numbers of the signals that asked this program to stop


def in_words(seconds, hours=None, later=0.0):
    """(estimated time [s], core hours or None, core hours of the studies that follow) => the end of
    a line of progress"""
    found = []
    if hours is not None:
        found.append(f"{hours:.3g} core hours")
    if seconds is not None:
        found.append(f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s")
    left = f"; {', '.join(found)} left" if found else ""
    return left + (f" ({hours + later:.3g} core hours in all studies)" if hours and later else "")


class Display:
    """A line that is rewritten on a terminal, otherwise a line per minute."""

    def __init__(self, later=0.0):
        """(core hours of the studies that follow)"""
        self.later = later
        self.rewritten = sys.stdout.isatty()
        self.last = time.monotonic()  # time of the last line [s]
        self.width = 0  # of the line on the terminal

    def show(self, steps):
        period = 0.2 if self.rewritten else PERIOD
        counts = steps.counts()
        if counts and time.monotonic() - self.last >= period:
            self.last = time.monotonic()
            left = in_words(steps.remaining(), steps.core_hours(), self.later)
            self.write(counts + left, "" if self.rewritten else "\n")

    def write(self, text, end="\n"):
        text = text[: shutil.get_terminal_size().columns - 1] if self.rewritten else text
        start = "\r" if self.rewritten else ""
        print(start + text.ljust(self.width), end=end, flush=True)
        self.width = 0 if end else len(text)


def failed_logs(text):
    """(log of Snakemake) => the log files of the jobs that failed"""
    blocks = re.findall(r"^Error in rule \w+:\n(?:    .*\n)+", text, re.M)
    found = [
        re.search(r"^    log: (.*?)(?: \(check log file.*)?$", block, re.M) for block in blocks
    ]
    return list(dict.fromkeys(path for line in found if line for path in line[1].split(", ")))


def explain(log):
    """(path of the log) Prints its first errors, or its end, and the ends of the log files of
    failed jobs."""
    text = log.read_text(errors="replace")
    error = re.search(r"^(FAILED: |Error in rule |\w*(Error|Exception)\b)", text, re.M)
    lines = text[error.start() :].splitlines()[:LINES] if error else text.splitlines()[-LINES:]
    print("\n".join(lines))
    for path in map(Path, failed_logs(text)[:3]):
        if path.exists():
            end = path.read_text(errors="replace").splitlines()[-LINES:]
            print(f"--- end of {path}", *end, sep="\n")
    print(f"--- all messages: {log.resolve()}", flush=True)


def started(command, snakemake):
    """(command, whether it is Snakemake) => its process, and the stream of its messages"""
    pipe = subprocess.PIPE
    streams = {"stderr": pipe} if snakemake else {"stdout": pipe, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(command, **streams)
    return process, process.stderr if snakemake else process.stdout


def terminate(process, number):
    stopped.append(number)
    process.terminate()


def run(log, command, hours=None, later=0.0):
    """(path of the log, command, {run to make: its core hours} or None, core hours of the studies
    that follow) => exit code, as in a shell"""
    snakemake = Path(command[0]).name == "snakemake"
    steps = Jobs(hours) if snakemake else Build()
    display = Display(later)
    with open(log, "w") as file:
        process, messages = started(command, snakemake)
        # Ctrl-C reaches the command as well, which ends by itself.
        signal.signal(signal.SIGINT, lambda number, frame: stopped.append(number))
        signal.signal(signal.SIGTERM, lambda number, frame: terminate(process, number))
        for line in lines_of(process, messages):
            file.write(line)
            file.flush()
            steps.read(line)
            if re.match(r"run \S+ failed|Nothing to be done", line):
                display.write(line.rstrip())
            display.show(steps)
    code = process.wait()
    if steps.counts():
        display.write(steps.counts())
    return 128 - code if code < 0 else code


def main(log, command, hours=None, later=0.0):
    """(as run) => exit code; after a failure the first errors are shown"""
    log.parent.mkdir(parents=True, exist_ok=True)
    code = run(log, command, hours, later)
    if code:
        explain(log)
    return code


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
