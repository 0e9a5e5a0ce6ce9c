"""A film that cannot be written ends with exit code 1 and leaves the old film; a link as its name
is followed; a film that is killed leaves nothing.

Correct by the rules of all outputs (docs/architecture.md, "Files"): only a complete film gets the
name, regardless of ffmpeg's exit code. ffmpeg 5 ends with 0 although it could not write the end of
its file. Without ffmpeg there are no films, and the same rules apply to the frames as numbered
pictures.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import time

import commands

RUN = """[run]
duration = "40 s"
record_every = "1 s"
frame_every = "1 s"
[step]
dt = "0.5 s"
[gravity]
method = "none"
constant = 6.7e-11
[contact.normal]
law = "linear"
pair_stiffness = 1.0
restitution = 0.5
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.5
restitution = 0.5
[contact.rolling]
law = "none"
"""


def track(name):
    """A track of free spheres with steps that cost almost nothing."""
    rows = "".join(f"{i},1,1,{3 * i},0,0,0,{i % 3},0\n" for i in range(5))
    commands.write("balls.csv", "id,m,r,x,y,z,vx,vy,vz\n" + rows)
    commands.write("run.toml", RUN)
    commands.run("rubble-import", "--material", "rock", "balls.csv", "balls.h5")
    commands.run("rubble-evolve", "-q", "-c", "run.toml", "-t", name, "balls.h5", "end.h5")


def shell(line):
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=120)


def beside(folder="."):
    return sorted(os.listdir(folder))


def refused(line, old):
    """The command ends with exit code 1 and one line; the file `old` keeps its bytes, and no other
    files are left."""
    before, files = pathlib.Path(old).read_bytes(), beside()
    done = shell(line)
    assert done.returncode == 1, f"{line}: exit code {done.returncode}: {done.stderr}"
    assert (
        done.stderr.count("\n") == 1 and os.path.basename(old) in done.stderr
    ), f"{line}: {done.stderr!r}"
    assert pathlib.Path(old).read_bytes() == before, f"{line}: {old} has changed"
    assert beside() == files, f"{line}: leaves {set(beside()) ^ set(files)}"


def a_limit_on_the_size_of_files(name):
    whole = pathlib.Path(name).stat().st_size
    for blocks in sorted({1, max(whole // 2048, 1), max((whole - 1) // 1024, 1)}):  # of 1 KiB
        refused(f"ulimit -f {blocks}; rubble-render --force --size 64,48 t.h5 {name}", name)


def a_link(name):
    os.mkdir("far")
    for target, link in (
        ("far/there" + name, "link" + name),
        ("far/new" + name, "dangling" + name),
    ):
        os.symlink(target, link)
    pathlib.Path("far/there" + name).write_bytes(b"old")
    for link in ("link", "dangling"):
        commands.run("rubble-render", "--force", "--size", "64,48", "t.h5", link + name)
        assert os.path.islink(link + name), f"{link + name} is no link any more"
    assert beside("far") == ["new" + name, "there" + name], beside("far")
    assert (
        pathlib.Path("far/new" + name).read_bytes()
        == pathlib.Path("far/there" + name).read_bytes()
        != b"old"
    )
    shutil.rmtree("far")
    os.remove("link" + name)
    os.remove("dangling" + name)


def a_kill(name):
    """Kills the program while it writes a film, by a signal that cannot be caught and by one that
    can."""
    pathlib.Path(name).write_bytes(b"old")
    for number in (signal.SIGKILL, signal.SIGTERM):
        before = beside()
        known = {*before, name + ".lock"}
        run = subprocess.Popen(
            ["rubble-render", "--force", "--size", "1200,900", "t.h5", name],
            stderr=subprocess.DEVNULL,
        )
        while run.poll() is None and set(beside()) <= known:
            time.sleep(0.005)
        assert run.poll() is None, "the film was done before it was killed"
        run.send_signal(number)
        assert run.wait(timeout=30) == -number
        time.sleep(0.3)  # ffmpeg ends a moment later
        assert pathlib.Path(name).read_bytes() == b"old"
        left = set(beside()) - known
        assert not left, f"signal {number} leaves {left}"
    commands.run("rubble-render", "--force", "--size", "64,48", "t.h5", name)
    assert name + ".lock" not in beside(), "the next film removes the lock of a killed one"


def a_full_disk(name):
    """Needs a file system of a few KiB, if one can be mounted."""
    os.mkdir("small")
    if (
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", "small"], capture_output=True
        ).returncode
        != 0
    ):
        return
    try:
        pathlib.Path("small/" + name).write_bytes(b"old")
        done = shell(f"cd small; rubble-render --force --size 160,120 ../t.h5 {name}")
        assert (
            done.returncode == 1 and "No space left" in done.stderr
        ), f"exit code {done.returncode}: {done.stderr}"
        assert pathlib.Path("small/" + name).read_bytes() == b"old"
        assert beside("small") == [name], beside("small")
    finally:
        subprocess.run(["umount", "small"], check=True)
        os.rmdir("small")


def numbered_pictures():
    """Without ffmpeg: if one picture cannot be written, all existing pictures are kept."""
    nowhere = f"PATH={os.path.dirname(shutil.which('rubble-render'))}"
    ulimit = "ulimit -f 1; "  # 1 KiB: a picture of a few bodies with its words has more
    line = f"{nowhere} rubble-render -q --force --size 640,480 t.h5 p.gif"
    done = shell(line)
    assert done.returncode == 0, done.stderr
    names = [name for name in beside() if name.startswith("p-")]
    assert len(names) > 10, names
    for name in names:
        pathlib.Path(name).write_bytes(b"old")
    pathlib.Path(names[0] + ".9999999-0123abcd.tmp").write_bytes(b"of a process that is gone")
    done = shell(ulimit + line)
    assert (
        done.returncode == 1 and "File too large" in done.stderr
    ), f"exit code {done.returncode}: {done.stderr}"
    assert all(pathlib.Path(name).read_bytes() == b"old" for name in names)
    assert [name for name in beside() if name.startswith("p-")] == names, beside()


def check():
    track("t.h5")
    numbered_pictures()
    if not shutil.which("ffmpeg"):
        return
    for name in ("x.gif", "x.mp4"):
        commands.run("rubble-render", "--size", "64,48", "t.h5", name)
        a_limit_on_the_size_of_files(name)
        a_link(name)
        a_full_disk(name)
        a_kill(name)
