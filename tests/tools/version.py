"""Commit, flags and processor that a program reports if built in a repository, from an archive, or
elsewhere.

Usage: version.py SOURCE_FOLDER CMAKE
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "workflows" / "scripts"))
import programs  # noqa: E402

PARTS = ("version.cmake", "version.cpp.in", "commit.txt")


def call(*words, cwd=None):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    clean.update(
        GIT_CONFIG_GLOBAL="/dev/null",
        GIT_CONFIG_NOSYSTEM="1",
        GIT_AUTHOR_NAME="A",
        GIT_AUTHOR_EMAIL="a@b",
        GIT_COMMITTER_NAME="A",
        GIT_COMMITTER_EMAIL="a@b",
        GIT_CEILING_DIRECTORIES="",
    )
    return subprocess.run(
        words, cwd=cwd, env=clean, check=True, capture_output=True, text=True
    ).stdout.strip()


def written(cmake, source, out, flags="-O3 -Wall"):
    """=> the constants of the file that version.cmake writes. A dry run of ./reproduce predicts
    version and commit without it."""
    call(
        cmake,
        f"-DSOURCE={source}",
        f"-DOUTPUT={out}",
        "-DVERSION=1.2.3",
        "-DCXX=g++",
        "-DCOMPILER=GNU 1",
        f"-DFLAGS={flags}",
        "-P",
        str(source / "lib/base/version.cmake"),
    )
    found = dict(re.findall(r'k(\w+) = "(.*)";', out.read_text()))
    predicted, wanted = programs.of_sources(source), f"{found['Version']} ({found['Commit']})"
    if predicted != wanted:
        sys.exit(f"workflows/scripts/programs.py: expected {wanted!r}, found {predicted!r}")
    return found


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: expected {wanted!r}, found {found!r}")
    print(f"ok     {what}: {found}")


def project(root, source):
    """A small project with the relevant files, in a repository without commits."""
    (root / "lib/base").mkdir(parents=True)
    for part in PARTS:
        shutil.copy(source / "lib/base" / part, root / "lib/base" / part)
    shutil.copy(source / ".gitattributes", root / ".gitattributes")
    (root / "lib/a.cpp").write_text("// one\n")
    (root / "notes.md").write_text("one\n")
    (root / "CMakeLists.txt").write_text("project(p VERSION 1.2.3)\n")
    call("git", "init", "-q", cwd=root)


def commit(root):
    call("git", "add", "-A", cwd=root)
    call("git", "commit", "-q", "-m", "x", cwd=root)
    return call("git", "rev-parse", "HEAD", cwd=root)[:12]


def check_repository(cmake, root, out, first):
    expect("a commit", written(cmake, root, out)["Commit"], first)
    before = out.stat().st_mtime_ns
    written(cmake, root, out)
    expect("nothing changed, nothing written", out.stat().st_mtime_ns, before)
    (root / "notes.md").write_text("two\n")
    expect("changed notes are no changed sources", written(cmake, root, out)["Commit"], first)
    (root / "lib/a.cpp").write_text("// two\n")
    expect("a changed comment", written(cmake, root, out)["Commit"], first + "-dirty")
    second = commit(root)
    expect("committed again", written(cmake, root, out)["Commit"], second)
    (root / "lib/b.cpp").write_text("// new\n")
    expect("a new file", written(cmake, root, out)["Commit"], second + "-dirty")
    (root / "lib/b.cpp").unlink()
    return second


def check_archive(cmake, root, folder, out, second):
    """An archive unpacked inside another repository, whose commit must not be used."""
    outer = folder / "outer"
    outer.mkdir()
    call("git", "init", "-q", cwd=outer)
    call("git", "commit", "-q", "--allow-empty", "-m", "outer", cwd=outer)
    call("git", "archive", "--prefix=p/", "-o", str(folder / "p.tar"), "HEAD", cwd=root)
    call("tar", "-xf", str(folder / "p.tar"), "-C", str(outer))
    expect(
        "an archive",
        written(cmake, outer / "p", out),
        {"Version": "1.2.3", "Commit": second, "Compiler": "GNU 1", "Flags": "-O3"},
    )
    shutil.rmtree(root / ".git")
    expect("neither repository nor archive", written(cmake, root, out)["Commit"], "unknown")


def check_flags(cmake, root, out):
    def flags(given):
        return written(cmake, root, out, given)["Flags"]

    expect(
        "no warnings, no folders", flags("-O2 -Wno-x -ffile-prefix-map=/a=. -DX -Werror"), "-O2 -DX"
    )
    answer = call("g++", "-march=native", "-Q", "--help=target")
    name = re.search(r"-march=\s+(\S+)", answer).group(1)
    expect("the processor behind native", flags("-O2 -march=native"), f"-O2 -march=native ({name})")
    expect("a processor by name", flags("-march=x86-64-v3"), "-march=x86-64-v3")


def main():
    source, cmake = pathlib.Path(sys.argv[1]), sys.argv[2]
    if not shutil.which("git") or not shutil.which("g++"):
        print("SKIPPED: git or g++ is missing")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        root, out = folder / "p", folder / "version.cpp"
        project(root, source)
        expect("no commit", written(cmake, root, out)["Commit"], "unknown")
        first = commit(root)
        second = check_repository(cmake, root, out, first)
        check_archive(cmake, root, folder, out, second)
        check_flags(cmake, root, out)


if __name__ == "__main__":
    main()
