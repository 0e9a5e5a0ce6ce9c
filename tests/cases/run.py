"""Runs small cases that once gave wrong results, and compares each with the correct result.

Usage: run.py FOLDER_OF_THE_TOOLS [CASE ...]

A case is a module of this folder. Its docstring states the correct result and the reason why it is
known. Its function check() runs the tools in an empty scratch folder and raises AssertionError if
the result is wrong. Inputs are made by the case or lie in the folder that has its name.
"""
import importlib
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent


def names():
    """=> the cases of this folder, sorted by name"""
    return sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in ("run", "commands"))


def passes(name):
    """(case) => true if it passes; prints one line"""
    start = os.getcwd()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        try:
            importlib.import_module(name).check()
        except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
            print(f"FAILED {name}: {error}", flush=True)
            return False
        finally:
            os.chdir(start)
    print(f"ok     {name}", flush=True)
    return True


def main():
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + os.pathsep + os.environ["PATH"]
    os.environ["OMP_NUM_THREADS"] = "1"
    sys.path.insert(0, str(FOLDER))
    chosen = sys.argv[2:] or names()
    unknown = sorted(set(chosen) - set(names()))
    if unknown:
        sys.exit(f"run.py: no case {unknown[0]!r}: there are {', '.join(names()) or 'none'}")
    results = [passes(name) for name in chosen]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
