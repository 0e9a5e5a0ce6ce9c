#!/usr/bin/env python3
"""Checks the format of the code: Python by black (line length 100), C++ by clang-format
(.clang-format). Black neither breaks comments nor strings, so their lines are counted here.

usage: format.py            prints the files that differ and the long lines; exit code 1 if there
are any
       format.py --write    formats the files; long comments and strings must be broken by hand
       format.py --self-test
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLACK = ["black", "--quiet", "--line-length", "100"]
CLANG = ["clang-format", f"--style=file:{ROOT / '.clang-format'}"]
CHUNK = 40  # files for one call of a formatter
LONGEST = 100  # columns of a line of Python; a line with an address of the web may be longer


def tracked(*patterns):
    """(patterns of git) => absolute paths of the tracked files"""
    names = subprocess.run(
        ["git", "ls-files", "-z", *patterns], cwd=ROOT, check=True, capture_output=True, text=True
    )
    paths = [ROOT / name for name in names.stdout.split("\0") if name]
    return [path for path in paths if path.exists()]


def chunks(paths):
    return [paths[k : k + CHUNK] for k in range(0, len(paths), CHUNK)]


def differing(command, path):
    """(formatter that reads standard input, file) => True if the formatter changes the file"""
    text = path.read_bytes()
    found = subprocess.run([*command], input=text, check=True, capture_output=True)
    return found.stdout != text


def python_faults(paths):
    """(Python files) => those that black changes"""
    faults = []
    for group in chunks(paths):
        found = subprocess.run([*BLACK, "--check", *group], capture_output=True, text=True)
        if found.returncode:
            faults += [path for path in group if differing([*BLACK, "-"], path)]
    return faults


def cpp_faults(paths):
    """(C++ files) => those that clang-format changes"""
    faults = []
    for group in chunks(paths):
        found = subprocess.run([*CLANG, "--dry-run", "--Werror", *group], capture_output=True)
        if found.returncode:
            faults += [
                path for path in group if differing([*CLANG, f"--assume-filename={path}"], path)
            ]
    return faults


def long_lines(paths):
    """(Python files) => [(file, number of a line with more than LONGEST columns)]"""
    return [
        (path, number)
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST and "://" not in line
    ]


def write(python, cpp):
    for group in chunks(python):
        subprocess.run([*BLACK, *group], check=True)
    for group in chunks(cpp):
        subprocess.run([*CLANG, "-i", *group], check=True)


def self_test():
    """A badly formatted file of each language must be found, and none after formatting."""
    with tempfile.TemporaryDirectory() as folder:
        python = pathlib.Path(folder) / "bad.py"
        cpp = pathlib.Path(folder) / "bad.cpp"
        python.write_text("x = [1,2]\n")
        cpp.write_text("int  main( ) { return 0 ; }\n")
        assert python_faults([python]) == [python]
        assert cpp_faults([cpp]) == [cpp]
        write([python], [cpp])
        assert python_faults([python]) == []
        assert cpp_faults([cpp]) == []
        python.write_text(f"# {'x' * 98}\n# {'x' * 99}\n# https://{'x' * 99}\n")
        assert python_faults([python]) == []
        assert long_lines([python]) == [(python, 2)]
    print("format: self-test passed")


def main(arguments):
    for program in (BLACK[0], CLANG[0]):
        if shutil.which(program) is None:
            sys.exit(f"format.py: {program} is not installed")
    if arguments == ["--self-test"]:
        return self_test()
    python, cpp = tracked("*.py"), tracked("*.cpp", "*.hpp")
    if arguments == ["--write"]:
        return write(python, cpp)
    if arguments:
        sys.exit(__doc__)
    faults = [*python_faults(python), *cpp_faults(cpp)]
    for path in faults:
        print(f"{os.path.relpath(path, ROOT)}: not formatted; run tests/format.py --write")
    lines = long_lines(python)
    for path, number in lines:
        print(f"{os.path.relpath(path, ROOT)}:{number}: longer than {LONGEST} columns")
    return 1 if faults or lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
