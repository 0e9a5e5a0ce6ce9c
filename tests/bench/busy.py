"""Two threads on two cores that other processes also use, compared with one thread there.

    tests/bench/busy.py FOLDER_OF_THE_TOOLS

A waiting thread that keeps its core from the thread it waits for makes a run slower. The machine
must be otherwise idle; results are in docs/decisions/0016-waiting-threads.md. GOMP_SPINCOUNT=300000
in the environment selects OpenMP's own waiting.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

CLOUD = """
seed = 1
[material]
name = "rock"
density = "2 g/cm^3"
[size]
law = "uniform"
min = "1 m"
max = "1.5 m"
[cloud]
form = "sphere"
count = 3000
solid_fraction = 0.5
enlarge = true
"""
# Many short loops with almost no work between them.
RUN = """
[run]
duration = "5 s"
record_every = "5 s"
[step]
dt = "1 ms"
[gravity]
method = "none"
constant = 0
[contact.normal]
law = "linear"
pair_stiffness = "1e6 N/m"
restitution = 0.5
tension = "allow"
[contact.sliding]
law = "none"
[contact.rolling]
law = "none"
"""
ROUNDS = 3


def seconds(folder, tools, threads, most):
    """Wall time of a run; `most` if it takes longer."""
    start = time.monotonic()
    try:
        subprocess.run(
            [
                tools / "rubble-evolve",
                "-q",
                "--force",
                "--threads",
                str(threads),
                "-c",
                "run.toml",
                "cloud.h5",
                "out.h5",
            ],
            cwd=folder,
            check=True,
            timeout=most,
        )
    except subprocess.TimeoutExpired:
        return most
    return time.monotonic() - start


def main():
    tools = pathlib.Path(sys.argv[1]).resolve()
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        print("SKIPPED: one core only")
        sys.exit(77)
    os.sched_setaffinity(0, cores)
    for name in ("OMP_NUM_THREADS", "OMP_WAIT_POLICY", "OMP_PROC_BIND"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "cloud.toml").write_text(CLOUD, encoding="ascii")
        pathlib.Path(folder, "run.toml").write_text(RUN, encoding="ascii")
        subprocess.run(
            [tools / "rubble-generate", "-q", "-c", "cloud.toml", "cloud.h5"],
            cwd=folder,
            check=True,
        )
        others = [subprocess.Popen(["/bin/sh", "-c", "while :; do :; done"]) for _ in cores]
        try:
            best = {1: 60.0, 2: 60.0}
            for _ in range(ROUNDS):
                best[1] = min(best[1], seconds(folder, tools, 1, 60))
                best[2] = min(best[2], seconds(folder, tools, 2, 5 * best[1]))
        finally:
            for process in others:
                process.kill()
                process.wait()
    ratio = best[2] / best[1]
    print(
        f"beside two busy processes: one thread {best[1]:.2f} s, two threads {best[2]:.2f} "
        f"s, ratio {ratio:.2f}"
    )


if __name__ == "__main__":
    main()
