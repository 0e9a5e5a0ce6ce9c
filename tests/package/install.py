"""An installation by `cmake --install` works from its folder: the programs, and the library for
users' own programs.

Usage: install.py BUILD_FOLDER
"""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/tools"))
import tool_list  # noqa: E402

PROGRAM = """// Mass of a pile that the library makes of one sphere.
#include "measure/ledger/masses.hpp"
#include "model/pile.hpp"

#include <cstdio>

int main() {
  rubble::Pile pile;
  pile.model.mass = {42};
  std::printf("%g\\n", rubble::measure::total_mass(pile));
}
"""
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(mine CXX)
find_package(Rubble 0.2 REQUIRED)
add_executable(mine mine.cpp)
target_link_libraries(mine PRIVATE Rubble::rubble)
"""


def run(*words, **more):
    done = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more
    )
    assert done.returncode == 0, (words, done.stdout[-3000:])
    return done.stdout


def choose_by_processor():
    """tools/by_processor.c runs the program of the same name for the requested kind, and refuses
    other kinds."""
    os.makedirs("bin")
    program = os.path.abspath("lib/rubble/by_processor")
    for kind in ("x86-64", "x86-64-v3"):
        path = f"lib/rubble/{kind}/rubble-kind"
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="ascii") as file:
            file.write(f'#!/bin/sh\necho "{kind} $*"\n')
        os.chmod(path, 0o755)
    run("gcc", "-D_GNU_SOURCE", "-o", program, os.path.join(ROOT, "tools/by_processor.c"))
    os.symlink("../lib/rubble/by_processor", "bin/rubble-kind")
    for kind in ("x86-64", "x86-64-v3"):
        assert run("bin/rubble-kind", "a", "-b", env={"RUBBLE_ARCH": kind}) == f"{kind} a -b\n"
    assert run("bin/rubble-kind", env={}).strip() in ("x86-64", "x86-64-v3")
    refused = subprocess.run(
        ["bin/rubble-kind"], env={"RUBBLE_ARCH": "arm"}, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2 and "RUBBLE_ARCH" in refused.stderr, refused


def main(build):
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run("cmake", "--install", build, "--prefix", os.path.join(folder, "first"))
        prefix = os.path.join(folder, "usr")
        os.rename("first", prefix)  # the installation must not depend on its path
        made = sorted(os.listdir(os.path.join(build, "bin")))
        assert sorted(os.listdir(os.path.join(prefix, "bin"))) == made
        assert {f"rubble-{name}" for name in tool_list.names()} <= set(made), made
        share = os.path.join(prefix, "share/rubble")
        environment = {
            **os.environ,
            "PATH": os.path.join(prefix, "bin") + ":/usr/bin:/bin",
            "OMP_NUM_THREADS": "1",
        }
        pipe = (
            f"rubble-generate -q -c {share}/configs/cloud.toml --set cloud.count=60 - | "
            f"rubble-relax -q -c {share}/configs/relax.toml - pile.h5 && rubble-stress "
            "pile.h5 && rubble-render pile.h5 pile.png"
        )
        said = run("bash", "-o", "pipefail", "-c", pipe, env=environment)
        assert "virial_ratio" in said and os.path.getsize("pile.png") > 10000
        assert os.path.exists(
            os.path.join(share, "workflows/template/Snakefile")
        ) and os.path.exists(os.path.join(share, "analysis/report.py"))

        # the Python package is a component of its own
        assert not os.path.exists(os.path.join(prefix, "lib/python3"))
        run("cmake", "--install", build, "--component", "python", "--prefix", prefix)
        said = run(
            sys.executable,
            "-c",
            "import rubble; print(rubble.table('packing', 'pile.h5')['bodies'][0])",
            env={**environment, "PYTHONPATH": f"{prefix}/lib/python3/dist-packages"},
        )
        assert said.strip() == "60", said

        choose_by_processor()
        os.mkdir("mine")
        for name, text in (("mine.cpp", PROGRAM), ("CMakeLists.txt", PROJECT)):
            with open(os.path.join("mine", name), "w", encoding="ascii") as file:
                file.write(text)
        run(
            "cmake",
            "-G",
            "Ninja",
            "-S",
            "mine",
            "-B",
            "out",
            f"-DCMAKE_PREFIX_PATH={prefix}",
            "-DCMAKE_BUILD_TYPE=Release",
        )
        run("cmake", "--build", "out")
        assert run("out/mine").strip() == "42"
        exported = [
            os.path.join(where, name)
            for where, _, names in os.walk(os.path.join(prefix, "lib"))
            for name in names
            if name.endswith(".cmake")
        ]
        for path in exported:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            source = os.path.dirname(os.path.dirname(build))
            assert source not in text, f"{path} names {source}"
    print("what is installed works")


if __name__ == "__main__":
    if shutil.which("cmake") is None or shutil.which("ninja") is None:
        sys.exit(77)
    main(os.path.abspath(sys.argv[1]))
