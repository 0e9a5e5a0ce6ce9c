"""Every output of every tool on failing disks: exit code 1, one line, the old file unchanged and no
other files; links are followed.

Usage: whole.py FOLDER_OF_THE_TOOLS

Full and read-only file systems are tried where they can be mounted.
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fuzz"))
import fuzz  # noqa: E402

# (output, command line with the folders SEEDS and OUT)
OUTPUTS = [
    ("o.png", "rubble-render --force SEEDS/calm.h5 OUT/o.png"),
    ("o.svg", "rubble-render --force SEEDS/calm.h5 OUT/o.svg"),
    ("o.csv", "rubble-export --force SEEDS/calm.h5 OUT/o.csv"),
    ("o.xyz", "rubble-export --force SEEDS/spin-track.h5 OUT/o.xyz"),
    ("o.obj", "rubble-export --force SEEDS/hulls.h5 OUT/o.obj"),
    ("o.ply", "rubble-export --force SEEDS/hulls.h5 OUT/o.ply"),
    ("o.vtp", "rubble-export --force --bodies SEEDS/hulls.h5 OUT/o.vtp"),
    ("o.pvd", "rubble-export --force SEEDS/spin-track.h5 OUT/o.pvd"),
    ("o.h5", "rubble-export --force --frame 1 SEEDS/spin-track.h5 OUT/o.h5"),
    ("o.csv", "rubble-clusters --force --labels OUT/o.csv SEEDS/calm.h5"),
    ("o.obj", "rubble-shape --force --write OUT/o.obj SEEDS/hulls.h5"),
    ("o.h5", "rubble-generate -q --force -c SEEDS/cloud.toml OUT/o.h5"),
    ("o.h5", "rubble-import --force --material rock SEEDS/bodies.csv OUT/o.h5"),
    ("o.h5", "rubble-solve --force SEEDS/column.h5 OUT/o.h5"),
    (
        "o.h5",
        "rubble-place -q --force -c SEEDS/place.toml SEEDS/calm.h5 SEEDS/calm.h5 OUT/o.h5",
    ),
    (
        "o.h5",
        "rubble-combine -q --force --seed 3 -c SEEDS/meet.toml SEEDS/calm.h5 SEEDS/calm.h5 "
        "OUT/o.h5",
    ),
    (
        "o.h5",
        "rubble-evolve -q --force -c SEEDS/run.toml --set run.duration=2 -t OUT/t.h5 "
        "SEEDS/calm.h5 OUT/o.h5",
    ),
]
OF_FFMPEG = [
    (f"o.{ending}", f"rubble-render --force --size 160,120 SEEDS/spin-track.h5 OUT/o.{ending}")
    for ending in ("gif", "mp4")
]
OF_THREE = [("o.html", "rubble-view --force SEEDS/calm.h5 OUT/o.html")]


def shell(line):
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, timeout=120, check=False
    )


def mounted(options, folder):
    return shell(f"mount -t tmpfs -o {options} tmpfs {folder}").returncode == 0


def expect_refusal(line, output, old, limit=""):
    done = shell(limit + line)
    assert (
        done.returncode == 1 and done.stderr.count("\n") == 1
    ), f"{limit}{line}: exit code {done.returncode}: {done.stderr!r}"
    with open(os.path.join("OUT", output), "rb") as file:
        assert file.read() == old, f"{limit}{line}: the old file has changed"
    left = set(os.listdir("OUT")) - {output, output + ".log"}
    assert not left, f"{limit}{line}: leaves {left}"


def put(output, old):
    with open(os.path.join("OUT", output), "wb") as file:
        file.write(old)


def limited(output, line, old):
    put(output, old)
    expect_refusal(line, output, old, "ulimit -f 1; ")


def full(output, line, old):
    if not mounted("size=8k", "OUT"):
        return
    try:
        put(output, old)
        expect_refusal(line, output, old)
    finally:
        shell("umount OUT")


def read_only(output, line, old):
    if not mounted("size=8k", "OUT"):
        return
    try:
        put(output, old)
        shell("mount -o remount,ro OUT")
        expect_refusal(line, output, old)
    finally:
        shell("umount OUT")


def linked(output, line, old):
    os.mkdir("far")
    for there in (True, False):
        if there:
            with open("far/file", "wb") as file:
                file.write(old)
        os.symlink("../far/file", os.path.join("OUT", output))
        done = shell(line)
        assert done.returncode == 0, f"{line}: exit code {done.returncode}: {done.stderr!r}"
        assert os.path.islink(os.path.join("OUT", output)) and os.path.getsize("far/file") > len(
            old
        ), f"{line}: the link is not followed"
        shutil.rmtree("OUT")
        os.mkdir("OUT")
        os.remove("far/file")


def main():
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + os.pathsep + os.environ["PATH"]
    os.environ["OMP_NUM_THREADS"] = "1"
    outputs = (
        OUTPUTS
        + (OF_FFMPEG if shutil.which("ffmpeg") else [])
        + (OF_THREE if os.path.exists("/usr/share/javascript/three/three.min.js") else [])
    )
    failed = 0
    with tempfile.TemporaryDirectory() as seeds:
        fuzz.prepare(seeds)
        for output, line in outputs:
            old = b"" if output.endswith(".h5") else b"old"  # a pile does not replace a text
            for test in (limited, full, read_only, linked):
                with tempfile.TemporaryDirectory() as folder:
                    os.chdir(folder)
                    os.mkdir("OUT")
                    try:
                        test(output, line.replace("SEEDS", seeds), old)
                    except AssertionError as error:
                        print(f"FAILED {test.__name__}: {error}", flush=True)
                        failed += 1
                    os.chdir("/")
            print(f"{'FAILED' if failed else 'ok    '} {line}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
