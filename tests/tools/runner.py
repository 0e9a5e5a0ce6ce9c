"""Runs test functions one by one, each in a separate scratch folder; for scripts whose argument is
the folder of the tools. Helpers of these functions: files, commands, killed runs, refusals."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time


def write(name, text):
    pathlib.Path(name).write_text(text)


def run(line, codes=(0,), threads=1):
    """(line of the shell, exit codes that are expected) => standard output; with another exit code
    than 0, standard error"""
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, env=environment
    )
    told = f"{line}: exit code {done.returncode}, expected {codes}\n{done.stderr}"
    assert done.returncode in codes, told
    return done.stdout if done.returncode == 0 else done.stderr


def same(a, b):
    """(names of two runs, without .h5) The piles and the tracks are equal to the last byte."""
    run(f"cmp {a}.h5 {b}.h5 && cmp {a}-t.h5 {b}-t.h5")


def checkpoint(name):
    """=> inode and time of the present checkpoint; None without one"""
    try:
        status = os.stat(name + ".ckpt")
        return status.st_ino, status.st_mtime_ns
    except FileNotFoundError:
        return None


def kill_at_checkpoint(line, name):
    """Kills a run at its next checkpoint => whether it was still running"""
    before = checkpoint(name)
    process = subprocess.Popen(line.split(), stderr=subprocess.DEVNULL)
    while process.poll() is None and checkpoint(name) in (None, before):
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def refused(line, pattern="", codes=(2,)):
    """The command fails with one line that has the pattern. => the line"""
    told = run(line, codes).strip()
    assert "\n" not in told and re.search(pattern, told), (pattern, told)
    return told


def run_all(tests, prepare):
    """(functions that raise AssertionError, function that fills each folder) => ends the program,
    with exit code 1 if any failed"""
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + os.pathsep + os.environ["PATH"]
    os.environ["OMP_NUM_THREADS"] = "1"  # one thread, because several tests run side by side
    failed = 0
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                prepare()
                test()
                print(f"ok     {test.__name__}", flush=True)
            except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
                print(f"FAILED {test.__name__}: {error}", flush=True)
                failed += 1
            os.chdir("/")
    sys.exit(1 if failed else 0)
