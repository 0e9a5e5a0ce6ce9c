"""usage: slurm_test.py SNAKEMAKE: Slurm takes a run off its node twice, for a job of higher
priority and by hand. The run is requeued, resumes from its checkpoint, and ends with the bytes of
an undisturbed run. The test starts its own Slurm; it is skipped (77) if none can be started. The
tools are found on PATH."""
import filecmp
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import study as template

SNAKEMAKE = sys.argv[1]
SLURM = template.ROOT / "tests" / "workflow" / "onenode_slurm.sh"
PROFILE = template.ROOT / "workflows" / "profiles" / "slurm"
PILE = "results/smoke/moved/pile.h5"
LOG = "results/smoke/moved/log.txt"
TABLE = """\
scale	run	experiment	tool	base	inputs	threads	seed	cloud.count	contact.sliding.friction
smoke	cloud	-	generate	cloud		1	1	300	
smoke	moved	long	evolve	gravity+grains+long	cloud	1			0.3
"""
LONG = """\
[run]
duration = "60000 s"
record_every = "1000 s"
"""


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def wait_for(what, done, seconds=180):
    """Waits until done() is true, and returns what it returned."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = done()
        if found:
            return found
        time.sleep(0.2)
    sys.exit(f"waited {seconds} s in vain: {what}")


def study(folder):
    """A study of one run that takes some ten seconds."""
    path = template.copy(folder)
    (path / "config" / "long.toml").write_text(LONG)
    (path / "config" / "params.tsv").write_text(TABLE)
    return path


def snakemake(path, work, *options):
    work.mkdir()
    return [SNAKEMAKE, "--snakefile", path / "Snakefile", "--directory", work, *options, PILE]


def sent():
    """The numbers of the jobs that Snakemake submitted, in order."""
    return sorted(
        output("squeue", "-h", "--states=all", "--partition=low", "-o", "%i").split(), key=int
    )


def restarts(job):
    return int(re.search(r"Restarts=(\d+)", output("scontrol", "-o", "show", "job", job))[1])


def resumed(log):
    """The time [s] at which the tool reports that it resumed; None if it does not."""
    found = re.search(r"resuming from .* at (\S+) s", log.read_text()) if log.exists() else None
    return float(found[1]) if found else None


def interrupted(path, work):
    """The run in Slurm, taken off its node twice."""
    log = work / LOG
    with open(work.with_suffix(".txt"), "w") as said:
        flow = subprocess.Popen(
            snakemake(path, work, "--profile", PROFILE),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
        )
        try:
            wait_for("the run begins", lambda: log.exists() and "steps of" in log.read_text())
            time.sleep(2)
            job = sent()[-1]
            output(
                "sbatch",
                "--partition=high",
                "--exclusive",
                "--mem=0",
                "--output=/dev/null",
                "--wrap=sleep 1",
            )
            wait_for("it is preempted", lambda: restarts(job) == 1)
            first = wait_for("it goes on", lambda: resumed(log))
            time.sleep(2)
            output("scontrol", "requeue", job)
            wait_for("it is requeued", lambda: restarts(job) == 2)
            code = flow.wait(timeout=300)
        except BaseException:
            flow.send_signal(signal.SIGTERM)
            print(
                work.with_suffix(".txt").read_text(), log.read_text() if log.exists() else "no log"
            )
            raise
    assert code == 0, work.with_suffix(".txt").read_text()
    assert restarts(job) == 2 and sent()[1:] == [
        job
    ], f"jobs {sent()}; the run was {job}, started again {restarts(job)} times"
    assert 0 < first < resumed(log), (first, log.read_text())
    print(f"went on at {first} s, then at {resumed(log)} s")


def main():
    absent = output(SLURM, "missing").split()
    if absent:
        print(
            f"skipped: no {', '.join(absent)} here (Debian: apt-get install "
            "--no-install-recommends slurm-wlm munge)"
        )
        sys.exit(77)
    # short, because it contains a socket
    folder = Path(tempfile.mkdtemp(prefix="rubble-", dir="/tmp"))
    folder.chmod(0o755)  # required by munge
    slurm = folder / "slurm"
    slurm.mkdir()
    os.environ["SLURM_CONF"] = str(slurm / "slurm.conf")
    try:
        path = study(folder)
        subprocess.run([SLURM, "start", slurm], check=True)
        interrupted(path, folder / "moved")
        subprocess.run(
            snakemake(path, folder / "alone", "--cores", "1"),
            check=True,
            capture_output=True,
            stdin=subprocess.DEVNULL,
        )
        assert filecmp.cmp(
            folder / "moved" / PILE, folder / "alone" / PILE, shallow=False
        ), "other bytes than alone"
    finally:
        subprocess.run([SLURM, "stop", slurm], check=False)
        shutil.rmtree(folder, ignore_errors=True)


main()
