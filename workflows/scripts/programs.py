"""Versions of the programs: of those on PATH or, in a dry run of ./reproduce, of the sources.

    programs.py    prints version and commit that programs built from this checkout have
"""
import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

from mistakes import Mistake

ROOT = Path(__file__).resolve().parents[2]
# Variable that ./reproduce sets instead of building: version and commit of the sources. Runs by
# programs of another version are then to be repeated, as after a build.
PLANNED = "RUBBLE_PLANNED_VERSION"


def git(root, *words):
    """(folder, arguments of git) => its output, or "" without git, if git fails or if the folder is
    not the root of a repository"""
    if shutil.which("git") is None or not (root / ".git").exists():
        return ""
    done = subprocess.run(["git", "-C", root, *words], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def of_sources(root):
    """(root of a checkout or of an archive of it) => version and commit, as lib/base/version.cmake
    writes them into the programs"""
    version = re.search(r"project\(\w+ VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text())[1]
    commit, changes = git(root, "rev-parse", "HEAD"), ""
    if commit:
        compiled = ("lib", "tools", "CMakeLists.txt", "CMakePresets.json")
        changes = git(root, "status", "--porcelain", "--untracked-files=all", "--", *compiled)
    else:
        commit = (root / "lib" / "base" / "commit.txt").read_text()
    digits = re.match("[0-9a-f]+", commit)
    return f"{version} ({digits[0][:12] if digits else 'unknown'}{'-dirty' * bool(changes)})"


@functools.lru_cache(maxsize=None)
def present(program):
    """=> name, version and commit of a program on PATH; "" if there is none"""
    if shutil.which(program) is None:
        return ""
    command = [program, "--version"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def require(program):
    """Raises Mistake if the program is not on PATH."""
    if shutil.which(program) is None:
        raise Mistake(
            f"{program} is neither on PATH nor in build/release/bin: build Rubble first, for "
            "instance with ./reproduce"
        )


def version(program):
    """=> name, version and commit of a program with which runs are made"""
    if PLANNED in os.environ:
        return f"{program} {os.environ[PLANNED]}"
    require(program)
    return present(program)


def is_built(program):
    """=> false in a dry run of ./reproduce if the program is missing or of another version"""
    return PLANNED not in os.environ or present(program) == version(program)


if __name__ == "__main__":
    print(of_sources(ROOT))
