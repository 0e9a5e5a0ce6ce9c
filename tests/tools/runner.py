"""Runs test functions one by one, each in a separate scratch folder; for scripts whose argument is
the folder of the tools."""
import os
import subprocess
import sys
import tempfile


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
