"""Outputs: one writer each, no output replaces another one or an input, and no leftovers.

Usage: outputs.py FOLDER_OF_THE_TOOLS
"""
import contextlib
import os
import re
import shutil
import signal
import struct
import subprocess
import time

import h5py

from runner import run_all
from scenes import CLOUD, EXPANSION, FLYBY, MEET, RUN, SETTLED, SHAKE, SPINUP, STOP
from shapes import CLOUD as CUBES

NEVER = "--set stop.kinetic_fraction=1e-30 --set run.duration=1e6"
RELAX = "rubble-relax -q -c relax.toml"
EVOLVE = "rubble-evolve -q -c run.toml --set 'run.duration=2 s'"
# of a process that has ended: no process has that number on Linux
TEMPORARY = ".9999999-0123abcd.tmp"


def shell(line):
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, timeout=60, check=False
    )


def expect(line, code, pattern=None):
    """(command line, exit code, pattern or None) => standard error. Checks the exit code and the
    pattern."""
    done = shell(line)
    assert (
        done.returncode == code
    ), f"{line}: exit code {done.returncode}, expected {code}: {done.stderr}"
    if pattern is not None:
        assert re.search(pattern, done.stderr), f"{line}: {pattern!r} not in {done.stderr!r}"
    return done.stderr


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, text="x"):
    with open(name, "w", encoding="ascii") as file:
        file.write(text)


def beside(name):
    """The files whose names begin with this name, without the log."""
    return sorted(f for f in os.listdir(".") if f.startswith(name) and not f.endswith(".log"))


@contextlib.contextmanager
def running(line, sign):
    """A run that continues until the end of the block, which starts once the file `sign` exists."""
    run = subprocess.Popen(["bash", "-c", "exec " + line], stderr=subprocess.PIPE, text=True)
    try:
        end = time.monotonic() + 30
        while not os.path.exists(sign):
            assert run.poll() is None, f"{line}: ended: {run.stderr.read()}"
            assert time.monotonic() < end, f"{line}: no {sign} after 30 s"
            time.sleep(0.005)
        yield run
    finally:
        if run.poll() is None:
            run.kill()
        run.wait()
        run.stderr.close()


def stop_midway(line, name, sign):
    """Stops a run once it has written `sign`. Tries again if the run ended before it handled the
    signal."""
    for _ in range(10):
        with running(line, sign) as run:
            run.send_signal(signal.SIGTERM)
            code = run.wait(timeout=20)
            if code == 75:
                return
            assert code == 4, f"{line}: exit code {code}: {run.stderr.read()}"
        for file in beside(name):
            os.remove(file)
    raise AssertionError(f"{line}: never stopped in time")


def second_start_is_refused():
    often = f"{RELAX} {NEVER} --set run.checkpoint_every=0.05 -t live-t.h5 cloud.h5 live.h5"
    with running(often, "live.h5.ckpt") as run:
        os.symlink("live.h5", "alias.h5")
        os.mkdir("sub")
        who = rf"process {run.pid} on \S+ is writing this output and holds \S*live\S*\.lock$"
        for options in ("", "--restart", "--force", "--restart --force"):
            expect(f"{often} {options}", 2, who)
        for output in ("./live.h5", "sub/../live.h5", "$PWD/live.h5", "alias.h5"):
            expect(f"{EVOLVE} cloud.h5 {output}", 2, who)
        expect(f"{EVOLVE} -t live-t.h5 cloud.h5 other.h5", 2, who)
        for line in (
            "rubble-generate -q -c cloud.toml live.h5",
            "rubble-export --format csv cloud.h5 live.h5",
            "rubble-import --material rock bodies.csv live.h5",
            "rubble-combine -q -c meet.toml --seed 1 cloud.h5 cloud.h5 live.h5",
        ):
            expect(line, 2, who)
        for side in (
            "live.h5.ckpt",
            "live.h5.ckpt.seg0001",
            "live.h5.log",
            "live.h5.failed.h5",
            "live.h5.lock",
        ):
            expect(f"rubble-generate -q --force -c cloud.toml {side}", 2)
        expect(f"{EVOLVE} cloud.h5 other.h5", 0)
        expect(f"{EVOLVE} --dry-run cloud.h5 live.h5", 0)
        assert run.poll() is None, "the first run has ended"
        run.send_signal(signal.SIGTERM)
        assert run.wait(timeout=20) == 75, run.stderr.read()
    assert "live.h5.lock" not in os.listdir("."), "a lock is left after an orderly end"
    assert os.path.exists("live.h5.ckpt")


def two_starts_at_once():
    """One of several runs started together writes; the others report this, or start late and find
    the output."""
    line = f"{EVOLVE} cloud.h5 race.h5"
    runs = [
        subprocess.Popen(["bash", "-c", line], stderr=subprocess.PIPE, text=True) for _ in range(12)
    ]
    ends = [(run.communicate(timeout=60)[1], run.returncode) for run in runs]
    codes = sorted(code for _, code in ends)
    assert codes == [0] + [2] * 11, ends
    assert all(
        re.search(r"(process .*|another process) is writing this output|exists already", text)
        for text, code in ends
        if code
    ), ends
    assert beside("race") == ["race.h5"], beside("race")


def killed_run_is_cleaned_up():
    begin = f"{RELAX} {NEVER} --set run.checkpoint_every=0.05 -t gone-t.h5 cloud.h5 gone.h5"
    with running(begin, "gone.h5.ckpt") as run:
        run.kill()
        run.wait()
    own = [
        name + TEMPORARY
        for name in ("gone.h5", "gone.h5.ckpt", "gone.h5.ckpt.seg0003", "gone-t.h5", "gone-t.xdmf2")
    ]
    others = [
        "gone.h5.tmp",
        "gone.h5x" + TEMPORARY,
        "gone" + TEMPORARY,
        "gone.h5.1-xyz.tmp",
        "gone.h5.csv" + TEMPORARY,
    ]
    for name in own + others:
        write(name)
    end = (
        f"{RELAX} --set run.duration=1 --set stop.kinetic_fraction=1e-30 --restart --force -t "
        "gone-t.h5 cloud.h5 gone.h5"
    )
    expect(end, 4)
    expected = sorted(["gone.h5", "gone-t.h5", "gone-t.xdmf2"] + others)
    assert beside("gone") == expected, f"left behind: {set(beside('gone')) ^ set(expected)}"


def one_file_under_two_names():
    """Nothing is written, and existing files are unchanged."""
    write("kept.csv", read("bodies.csv").decode())
    os.symlink("a.h5", "dangling.h5")
    os.mkdir("sub")
    expect(f"{EVOLVE} -t there-t.h5 cloud.h5 there.h5", 0)
    os.link("there.h5", "hard.h5")
    os.symlink("there.h5", "soft.h5")
    # a log is written in place: with such a name it would destroy the pile
    os.link("cloud.h5", "b.h5.log")
    os.symlink("run.toml", "c.h5.log")
    os.symlink("cloud.h5", "page.xdmf2")
    for name in ("e.h5.ckpt", "g.h5.failed.h5", "i.h5.ckpt.seg0001"):
        write(name, read("run.toml").decode())
    before = {name: read(name) for name in os.listdir(".") if os.path.isfile(name)}
    same = "are the same file$"
    for line in (
        f"{EVOLVE} -t ./a.h5 cloud.h5 a.h5",
        f"{EVOLVE} -t dangling.h5 cloud.h5 a.h5",
        f"{EVOLVE} -t $PWD/a.h5 cloud.h5 sub/../a.h5",
        f"{EVOLVE} --force -t hard.h5 cloud.h5 there.h5",
        f"{EVOLVE} --force -t soft.h5 cloud.h5 there.h5",
        f"{EVOLVE} -t a.h5 cloud.h5 a.xdmf2",
        f"{EVOLVE} -t a.xdmf2 cloud.h5 x.h5",
        f"{EVOLVE} -t a.h5.log cloud.h5 a.h5",
        f"{EVOLVE} -t a.h5.ckpt cloud.h5 a.h5",
        f"{EVOLVE} -t a.h5.lock cloud.h5 a.h5",
        f"{EVOLVE} -t a.h5.failed.h5 cloud.h5 a.h5",
        f"{EVOLVE} --force cloud.h5 ./cloud.h5",
        f"{EVOLVE} --force there.h5 hard.h5",
        f"{EVOLVE} --force there.h5 soft.h5",
        f"{EVOLVE} cloud.h5 b.h5",
        f"{EVOLVE} cloud.h5 c.h5",
        f"{EVOLVE} --force -t page.h5 cloud.h5 x.h5",
        f"{EVOLVE} --force -t t.h5 cloud.h5 - > t.h5",
        f"{EVOLVE} --force cloud.h5 run.toml",
        f"{EVOLVE} --force -t run.toml cloud.h5 x.h5",
        "rubble-evolve -q -c e.h5.ckpt cloud.h5 e.h5",
        "rubble-evolve -q -c g.h5.failed.h5 cloud.h5 g.h5",
        "rubble-generate -q --force -c cloud.toml ./cloud.toml",
        "rubble-combine -q --force --seed 1 -c meet.toml cloud.h5 there.h5 soft.h5",
        "rubble-export --force --format csv there.h5 soft.h5",
        "rubble-import --force --material rock kept.csv ./kept.csv",
        "rubble-clusters --labels ./there.h5 there.h5",
        "rubble-clusters --labels hard.h5 there.h5",
    ):
        expect(line, 2, same)
        if os.path.exists("t.h5"):  # created by the shell
            os.remove("t.h5")
        now = {name: read(name) for name in os.listdir(".") if os.path.isfile(name)}
        changed = [name for name in before.keys() | now.keys() if before.get(name) != now.get(name)]
        assert not changed, f"{line}: {changed}"
    expect("rubble-evolve -q -c i.h5.ckpt.seg0001 cloud.h5 i.h5", 2, "part of the checkpoint")
    assert read("i.h5.ckpt.seg0001") == before["run.toml"]


def force_replaces_piles_and_tracks_only():
    """If a file of another kind has the name of an output, the name is a mistake."""
    only = (
        r"notes: the file is not HDF5 and is not replaced by a pile or track: choose another name$"
    )
    write("notes", "all that I know")
    for line in (
        f"{EVOLVE} --force cloud.h5 notes",
        f"{EVOLVE} --force -t notes cloud.h5 x.h5",
        "rubble-generate -q --force -c cloud.toml notes",
        "rubble-combine -q --force --seed 1 -c meet.toml cloud.h5 cloud.h5 notes",
        "rubble-import --force --material rock bodies.csv notes",
    ):
        expect(line, 2, only)
        assert read("notes") == b"all that I know", line
    expect("rubble-export --force --format csv cloud.h5 notes", 0)
    expect("cmp notes bodies.csv", 0)


def failed_state_goes_with_the_next_good_run():
    broken = (
        "rubble-evolve -q -c run.toml --set sanity.energy=1e-14 -t burst-t.h5 cloud.h5 burst.h5"
    )
    expect(broken, 3)
    kept = ["burst-t.h5.failed.h5", "burst-t.h5.failed.xdmf2", "burst.h5.failed.h5"]
    assert beside("burst") == kept, beside("burst")
    expect(f"{EVOLVE} --dry-run -t burst-t.h5 cloud.h5 burst.h5 > dry.toml", 0)
    assert beside("burst") == kept, beside("burst")
    expect(f"{EVOLVE} -t burst-t.h5 cloud.h5 burst.h5", 0)
    assert beside("burst") == ["burst-t.h5", "burst-t.xdmf2", "burst.h5"], beside("burst")


def names_that_only_look_alike():
    """Names that resemble temporary names are not refused, and such files are not changed."""
    write("d.h5.tmp", read("run.toml").decode())
    expect("rubble-evolve -q -c d.h5.tmp --set 'run.duration=2 s' cloud.h5 d.h5", 0)
    assert read("d.h5.tmp") == read("run.toml")
    expect(f"{EVOLVE} -t h.h5.tmp cloud.h5 h.h5", 0)
    assert read("h.h5")[:8] == read("h.h5.tmp")[:8] == b"\x89HDF\r\n\x1a\n"


def folders_where_files_belong():
    for name in ("k.h5.ckpt", "k.h5.log", "k.h5.lock", "k-t.xdmf2"):
        os.mkdir(name)
        expect(
            f"{EVOLVE} --restart --force -t k-t.h5 cloud.h5 k.h5",
            2,
            rf"^rubble-evolve: error: {name} \(.*\): expected a file name, found a folder$",
        )
        os.rmdir(name)


def additional_outputs_replace_no_input():
    """The mesh of rubble-shape is not written over its own configuration, under any name, nor over
    a folder."""
    write("cubes.obj", CUBES)
    os.symlink("cubes.obj", "link.obj")
    for name in ("cubes.obj", "./cubes.obj", "link.obj"):
        expect(
            f"rubble-shape -c cubes.obj --force --write {name}",
            2,
            r"^rubble-shape: error: .* \(--write\) and cubes.obj \(configuration\) are the "
            r"same file$",
        )
    assert read("cubes.obj").decode("ascii") == CUBES
    os.mkdir("folder.obj")
    expect(
        "rubble-shape -c cubes.obj --force --write folder.obj",
        2,
        r"folder.obj \(--write\): expected a file name, found a folder$",
    )


def links_are_followed():
    os.mkdir("far")
    os.symlink("far/new.h5", "near.h5")
    expect(f"{EVOLVE} cloud.h5 near.h5", 0)
    assert os.path.islink("near.h5") and os.path.isfile(
        "far/new.h5"
    ), "a link to nothing was replaced"
    expect(f"{EVOLVE} cloud.h5 near.h5", 2, "exists already")
    expect(f"{EVOLVE} --force cloud.h5 near.h5", 0)
    assert os.path.islink("near.h5") and os.listdir("far") == ["new.h5"], os.listdir("far")
    os.symlink("circle.h5", "circle.h5")
    expect(f"{EVOLVE} cloud.h5 circle.h5", 2, "circle")
    os.link("far/new.h5", "second.h5")
    old = read("second.h5")
    expect("rubble-evolve -q --force -c run.toml --set 'run.duration=3 s' cloud.h5 far/new.h5", 0)
    assert (
        read("second.h5") == old != read("far/new.h5")
    ), "the other name of a replaced file keeps what it had"


def pipes_and_devices_have_no_files_beside_them():
    before = set(os.listdir("/dev"))
    expect(f"{EVOLVE} cloud.h5 /dev/null", 0)
    assert set(os.listdir("/dev")) == before, set(os.listdir("/dev")) - before
    os.mkfifo("fifo")
    expect(
        f"timeout 30 cat fifo > through.h5 & {EVOLVE} cloud.h5 fifo && wait $! && {EVOLVE} "
        "cloud.h5 direct.h5 && cmp through.h5 direct.h5",
        0,
    )
    assert beside("fifo") == ["fifo"], beside("fifo")


def empty_names():
    for line in (
        f"{EVOLVE} cloud.h5 ''",
        f"{EVOLVE} '' e.h5",
        f"{EVOLVE} -t '' cloud.h5 e.h5",
        "rubble-evolve -q -c '' cloud.h5 e.h5",
        "rubble-export --format csv cloud.h5 ''",
        "rubble-generate -q -c cloud.toml ''",
        "rubble-combine -q -c meet.toml cloud.h5 '' e.h5",
        "rubble-import --material rock '' e.h5",
        "rubble-clusters --labels '' cloud.h5",
        "rubble-info ''",
        f"{EVOLVE} --dry-run cloud.h5 ''",
    ):
        expect(line, 2, "found an empty word$")
    long = 250 * "n"
    expect(f"{EVOLVE} cloud.h5 {long}", 2, "the limit with the endings of temporary files")
    assert not beside("e.h5") and not beside("nnn")


def damaged_checkpoint():
    whole = f"{RELAX} {NEVER} --set run.checkpoint_every=0.05 -t hurt-t.h5 cloud.h5 hurt.h5"
    brief = whole.replace("run.duration=1e6", "run.duration=50")  # of another run
    expect(brief.replace("hurt", "sound"), 4)
    stop_midway(brief, "hurt", "hurt.h5.ckpt.seg0001")
    names = ["hurt.h5.ckpt"] + [name for name in beside("hurt.h5.ckpt.seg")]
    good = {name: read(name) for name in names}

    def without(group):
        def change(name):
            with h5py.File(name, "r+") as file:
                del file[group]

        return change

    def keep(length):
        return lambda name: open(name, "r+b").truncate(length)

    def with_number(dataset, place, value):
        """Changes one number, selected by its name, in the memory of the method."""

        def change(name):
            with h5py.File(name, "r+") as file:
                values = file[
                    f"/resume/integers/{list(file['/resume/integers/names'][()]).index(dataset)}"
                ]
                values[place] = value(values[()]) if callable(value) else value

        return change

    damages = [
        ("hurt.h5.ckpt", keep(0)),
        ("hurt.h5.ckpt", keep(1000)),
        ("hurt.h5.ckpt", keep(len(good["hurt.h5.ckpt"]) - 1)),
        ("hurt.h5.ckpt", lambda name: write(name, "not HDF5")),
        ("hurt.h5.ckpt", without("/resume/key")),
        ("hurt.h5.ckpt", without("/track/columns")),
        ("hurt.h5.ckpt", without("/particles/body/mass")),
        ("hurt.h5.ckpt", with_number(b"ssdem/order", 3, lambda order: order[4])),
        ("hurt.h5.ckpt", with_number(b"ssdem/order", 0, -1)),
        ("hurt.h5.ckpt", with_number(b"ssdem/order", 5, 1 << 20)),
        ("hurt.h5.ckpt", with_number(b"ssdem/order", 5, 1 << 32)),
        ("hurt.h5.ckpt.seg0001", keep(100)),
        ("hurt.h5.ckpt.seg0001", os.remove),
    ]
    for name, damage in damages:
        for file, content in good.items():
            with open(file, "wb") as out:
                out.write(content)
        damage(name)
        refused = expect(f"{brief} --restart", 2, r"hurt\.h5\.ckpt.*; use --force to start again$")
        assert refused.count("\n") == 1, refused
        assert os.path.exists("hurt.h5.ckpt")
        expect(
            f"{brief.replace('-q ', '')} --restart --force",
            4,
            r"hurt\.h5\.ckpt.*; starting from the input\n",
        )
        assert beside("hurt") == ["hurt-t.h5", "hurt-t.xdmf2", "hurt.h5"], beside("hurt")
        assert read("hurt.h5") == read("sound.h5") and read("hurt-t.h5") == read(
            "sound-t.h5"
        ), f"{name}: other bytes than of a run from the start"
        for output in beside("hurt"):
            os.remove(output)


def restart_replaces_no_other_track():
    begin = f"{RELAX} {NEVER} --set run.checkpoint_every=0.05"
    stop_midway(f"{begin} -t on-t.h5 cloud.h5 on.h5", "on", "on.h5.ckpt")
    expect("cp cloud.h5 precious.h5", 0)
    expect(
        f"{begin} --restart -t precious.h5 cloud.h5 on.h5",
        2,
        r"on\.h5\.ckpt: checkpoint of another run .*use --force to start again$",
    )
    assert read("precious.h5") == read("cloud.h5")
    write("precious.txt", "precious")
    expect(
        f"{begin} --restart -t precious.txt cloud.h5 on.h5",
        2,
        r"precious\.txt: the file is not HDF5 and is not replaced by a pile or track: choose "
        r"another name$",
    )
    assert read("precious.txt") == b"precious"


def a_file_that_appears_is_not_replaced():
    """Without --force a file that appeared after the start belongs to another process; no results
    are lost."""
    long = "rubble-evolve -q -c run.toml --set 'run.duration=60 s' --set run.frame_every=20"
    expect(f"{long} -t whole-t.h5 cloud.h5 whole.h5", 0)
    for name, code in (("both", 1), ("forced", 0)):
        force = " --force" if code == 0 else ""
        with running(f"{long}{force} -t {name}-t.h5 cloud.h5 {name}.h5", f"{name}.h5.log") as run:
            for output in (f"{name}.h5", f"{name}-t.h5"):
                write(output, "mine")
            assert run.wait(timeout=60) == code, run.stderr.read()
            text = run.stderr.read()
        if code == 0:
            assert read("forced.h5") == read("whole.h5") and beside("forced") == [
                "forced-t.h5",
                "forced-t.xdmf2",
                "forced.h5",
            ], beside("forced")
            continue
        assert (
            text.count("\n") == 1
            and "both.h5.new" in text
            and "both-t.h5.new" in text
            and "--force" in text
        ), text
        assert read("both.h5") == read("both-t.h5") == b"mine"
        assert read("both.h5.new") == read("whole.h5") and read("both-t.h5.new") == read(
            "whole-t.h5"
        ), "the results are lost"


def what_a_killed_series_left():
    """Temporary files of each part of a series are removed when the series is written again."""
    expect(f"{EVOLVE} --set run.frame_every=1 -t frames.h5 cloud.h5 last.h5", 0)
    expect("rubble-export frames.h5 series.pvd", 0)
    names = beside("series")
    for name in names:
        write(name + TEMPORARY)
    expect("rubble-export --force frames.h5 series.pvd", 0)
    assert beside("series") == names, set(beside("series")) ^ set(names)
    old = {name: read(name) for name in names}
    expect(
        "rubble-evolve -q -c run.toml --set 'run.duration=4 s' --set run.frame_every=1 -t "
        "frames.h5 --force cloud.h5 last.h5",
        0,
    )
    smallest = min(len(content) for content in old.values()) // 1024
    expect(f"ulimit -f {smallest}; rubble-export --force frames.h5 series.pvd", 1, "File too large")
    assert {
        name: read(name) for name in beside("series")
    } == old, "a part of the old series is gone, or of the new one is there"


def a_track_that_cannot_be_written():
    """The pile is written, so that no result is lost; the checkpoint of the run is kept."""
    expect(f"{EVOLVE} cloud.h5 alone.h5", 0)
    os.mkdir("small")
    if shell("mount -t tmpfs -o size=8k tmpfs small").returncode != 0:
        return
    try:
        expect(
            f"{EVOLVE} -t small/t.h5 cloud.h5 full.h5",
            1,
            r"small/t\.h5: cannot write: No space left",
        )
        assert read("full.h5") == read("alone.h5") and os.listdir("small") == [], os.listdir(
            "small"
        )
    finally:
        assert shell("umount small").returncode == 0


def state_of(name):
    """=> names, bytes and times of all files that begin with the name"""
    return {
        file: (read(file), os.stat(file).st_mtime_ns)
        for file in os.listdir(".")
        if file.startswith(name)
    }


# Programs that run simulations: options for a short run, and its exit code.
RUNS = {
    "relax": ("--set stop.kinetic_fraction=1 --set stop.hold=0", 0),
    "collide": ("--set run.duration=3", 4),
    "spinup": ("--set run.duration=3 --set stop.radius=none", 4),
    "flyby": ("--set run.duration=3", 4),
    "shake": ("", 0),
    "evolve": ("--set run.duration=3", 0),
}


def programs_with_restart():
    folder = os.path.dirname(shutil.which("rubble-relax"))
    names = [name for name in sorted(os.listdir(folder)) if name.startswith("rubble-")]
    return [name for name in names if "--restart" in shell(f"{name} --help").stdout]


def each_program_keeps_its_finished_run():
    """--restart of a finished run says so, repeats its exit code and changes nothing."""
    assert programs_with_restart() == sorted(f"rubble-{name}" for name in RUNS)
    for name, (options, code) in RUNS.items():
        output = f"kept-{name}"
        line = f"rubble-{name} -c {name}.toml {options} -t {output}-t.h5 cloud.h5 {output}.h5"
        expect(line, code)
        before = state_of(output)
        said = expect(f"{line} --restart", code)
        assert said.startswith(
            f"rubble-{name}: {output}.h5 is finished already; nothing was changed\n"
        ), said
        assert ("run.duration was reached" in said) == (code == 4), said
        assert state_of(output) == before, name


def a_finished_run_stays():
    """--restart of a finished run repeats its exit code and changes nothing."""
    spin = "rubble-spinup -c spinup.toml --set stop.radius=none --set run.duration=20"
    for name, line, code in (
        ("fin-relax", f"{RELAX} --set stop.kinetic_fraction=1 --set stop.hold=0", 0),
        ("fin-late", f"{RELAX} {NEVER} --set run.duration=20", 4),
        ("fin-evolve", EVOLVE, 0),
        ("fin-spin", spin, 4),
    ):
        line = f"{line.replace(' -q', '')} -t {name}-t.h5 cloud.h5 {name}.h5"
        expect(line, code)
        before = state_of(name)
        said = expect(
            f"{line} --restart", code, rf"{name}\.h5 is finished already; nothing was changed\n"
        )
        assert said.count("\n") == 2 - (name == "fin-spin" and not code), said
        advice = {
            "fin-late": "set run.duration to more than 20 s",
            "fin-spin": "no stop rule is set",
        }
        assert ("run.duration was reached" in said) == (code == 4), said
        assert advice.get(name, "") in said, said
        # A spin-up would start again from its own first state.
        way = rf"as the input of a new run: rubble-.* {name}\.h5 NEW\.h5\n"
        assert bool(re.search(way, said)) == (name != "fin-spin"), said
        assert expect(f"{line} --restart -q", code) == ""
        assert state_of(name) == before, name
        expect(f"{line} --restart --set run.checkpoint_every=7", code)
        expect(
            f"{line} --restart --set run.record_every=2",
            2,
            rf"{name}\.h5: the file exists already and is the output of another run \(\[run\] "
            r"record_every = 0\.5 s, not 2\.0 s\): choose another name, or use --force to replace "
            r"it$",
        )
        assert state_of(name) == before, name
        expect(f"{line}", 2, r"the file exists already \(--force replaces it\)$")
        os.remove(f"{name}-t.h5")
        expect(f"{line} --restart", 2, rf"{name}-t\.h5: no such file, but {name}\.h5 is complete: ")
        expect(f"{line} --restart --force", code)
        assert read(f"{name}-t.h5") == before[f"{name}-t.h5"][0]
    write("text.h5", "not a pile")
    for force in ("", " --force"):
        expect(
            f"{EVOLVE} --restart{force} cloud.h5 text.h5",
            2,
            r"text\.h5: the file is not HDF5 and is not replaced .*: choose another name$",
        )
    expect("rubble-generate -q -c cloud.toml --seed 3 other.h5", 0)
    before = state_of("other")
    expect(f"{EVOLVE} --restart cloud.h5 other.h5", 2, "output of another run")
    assert state_of("other") == before


def the_output_records_the_exit_code_of_its_run():
    """The log may be deleted or belong to a later run, and the name may be a link."""
    line = f"{RELAX} {NEVER} --set run.duration=20"
    restart = f"{line} --restart -t coded-t.h5 cloud.h5"
    expect(f"{line} -t coded-t.h5 cloud.h5 coded.h5", 4)
    before = read("coded.h5")
    os.symlink("coded.h5", "coded-link.h5")
    expect(f"{restart} coded-link.h5", 4)
    write("coded.h5.log", "end: done\n")
    expect(f"{restart} coded.h5", 4)
    os.remove("coded.h5.log")
    expect(f"{restart} coded.h5", 4)
    broken = "--set sanity.energy=1e-14 --force -t coded-t.h5 cloud.h5 coded.h5"
    expect(f"{line} {broken}", 3)
    assert os.path.exists("coded.h5.failed.h5") and read("coded.h5") == before
    expect(f"{restart} coded.h5", 4)
    with h5py.File("coded.h5", "r+") as file:
        last = file["/provenance"][max(file["/provenance"])]
        del last["results"], last["result_names"]
    expect(
        f"{line} --restart cloud.h5 coded.h5",
        2,
        r"coded\.h5: the file exists already and does not record the exit code of its run: use "
        r"--force to run again and replace it$",
    )


def a_finished_run_has_its_track():
    """Another file under the name of the track is refused and stays."""
    expect(f"{EVOLVE} -t own-t.h5 cloud.h5 own.h5", 0)
    track = read("own-t.h5")
    expect(f"{EVOLVE} --set run.record_every=2 -t second-t.h5 cloud.h5 second.h5", 0)
    for bytes_of_track, pattern in (
        (b"", "no data"),
        (track[:5000], "truncated|not HDF5|cannot"),
        (read("cloud.h5"), "track"),
        (read("own.h5"), "track"),
        (read("second-t.h5"), "is not the track of the run that wrote own\\.h5"),
    ):
        with open("own-t.h5", "wb") as file:
            file.write(bytes_of_track)
        said = expect(f"{EVOLVE} --restart -t own-t.h5 cloud.h5 own.h5", 2, pattern)
        assert "own-t.h5: " in said and "--force" in said, said
        assert read("own-t.h5") == bytes_of_track
    with open("own-t.h5", "wb") as file:
        file.write(track)
    expect(f"{EVOLVE} --restart -t own-t.h5 cloud.h5 own.h5", 0)


def a_finished_run_in_a_read_only_folder():
    """--restart repeats the exit code, since it writes nothing."""
    os.mkdir("kept")
    mounted = shell("mount -t tmpfs tmpfs kept").returncode == 0
    run = f"{EVOLVE} -t kept/t.h5 cloud.h5 kept/run.h5"
    try:
        expect(run, 0)
        assert shell("mount -o remount,ro kept" if mounted else "chmod 555 kept").returncode == 0
        before = sorted(os.listdir("kept"))
        expect(f"{run} --restart", 0)
        expect(f"{run} --restart --set run.record_every=2", 2, "output of another run")
        expect(f"{run} --restart --force", 1, r"kept/run\.h5: cannot write into its folder")
        assert sorted(os.listdir("kept")) == before
    finally:
        assert shell("umount kept" if mounted else "chmod 755 kept").returncode == 0


def a_track_without_its_pile():
    """A process was killed between the last two writes of its run."""
    run = f"{EVOLVE} -t lone-t.h5 cloud.h5 lone.h5"
    expect(run, 0)
    os.remove("lone.h5")
    track = read("lone-t.h5")
    expect(
        f"{run} --restart",
        2,
        r"lone-t\.h5: the file exists already, but neither lone\.h5 nor its checkpoint exists: the "
        r"run may have been killed while it wrote its results; use --force to run again and "
        r"replace the track$",
    )
    assert read("lone-t.h5") == track and not os.path.exists("lone.h5")
    expect(f"{run} --restart --force", 0)


def restart_with_another_interval_of_checkpoints():
    brief = f"{RELAX} --set stop.kinetic_fraction=1e-30 --set run.duration=50"
    expect(f"{brief} --set run.checkpoint_every=7 cloud.h5 steady.h5", 4)
    stop_midway(
        f"{brief} --set run.checkpoint_every=0.05 cloud.h5 often.h5", "often", "often.h5.ckpt"
    )
    expect(
        f"{brief} --set run.checkpoint_every=7 --set run.record_every=2 --restart cloud.h5 "
        "often.h5",
        2,
        r"checkpoint of another run \(\[run\] record_every = ",
    )
    expect(f"{brief} --set run.checkpoint_every=7 --restart cloud.h5 often.h5", 4)
    assert read("often.h5") == read(
        "steady.h5"
    ), "other bytes than of a run with that interval from the start"


def another_build_is_another_program():
    """Programs of one commit are distinguished by their contents, not by their paths."""
    tool = shutil.which("rubble-relax")
    with open(tool, "rb") as file:
        program = bytearray(file.read())
    note = program.index(struct.pack("<III4s", 4, 20, 3, b"GNU\0")) + 16  # ELF: NT_GNU_BUILD_ID
    os.mkdir("other")
    for name, change in (("moved", 0), ("changed", 1)):
        program[note] ^= change
        with open(f"other/{name}", "wb") as file:
            file.write(program)
        os.chmod(f"other/{name}", 0o755)
    brief = (
        "rubble-relax -q -c relax.toml --set stop.kinetic_fraction=1e-30 --set run.duration=50 "
        "--set run.checkpoint_every=0.05 cloud.h5 build.h5"
    )
    stop_midway(brief, "build", "build.h5.ckpt")
    other = brief.replace("rubble-relax", "other/changed") + " --restart"
    expect(
        other,
        2,
        r"build\.h5\.ckpt: checkpoint of another run \(of rubble-relax .*, build "
        r"[0-9a-f]{12}, not rubble-relax .*, build [0-9a-f]{12}\)",
    )
    expect(other.replace("changed", "moved"), 4)


def broken_physics_on_a_full_disk():
    """The fault is reported although the state cannot be saved."""
    broken = "rubble-evolve -q -c run.toml --set sanity.energy=1e-14 cloud.h5 broken.h5"
    expect(
        f"ulimit -f 8; {broken}",
        3,
        r"exceeds sanity.energy .*; the state was not saved: .*File too large",
    )


def checkpoint_without_the_memory_of_a_drive():
    """The file is valid, but the part of the drive is missing. The stop rule, which was loaded
    before, starts again as well."""
    spin_up = (
        "rubble-spinup -q -c spinup.toml --set stop.radius=none --set run.duration=200 --set "
        "run.checkpoint_every=0.05 -t spin-t.h5 cloud.h5 spin.h5"
    )
    expect(spin_up.replace("spin-t.h5 cloud.h5 spin", "sound-t.h5 cloud.h5 sound"), 4)
    stop_midway(spin_up, "spin", "spin.h5.ckpt")
    with h5py.File("spin.h5.ckpt", "r+") as file:
        names = file["/resume/reals/names"][()]
        names[list(names).index(b"run/given")] = b"run/gone"
        file["/resume/reals/names"][...] = names
    expect(
        f"{spin_up} --restart",
        2,
        r"error: spin\.h5\.ckpt: the checkpoint does not match this run: missing or wrong "
        r"size of .*; use --force to start again$",
    )
    expect(f"{spin_up} --restart --force", 4)
    assert read("spin.h5") == read("sound.h5") and read("spin-t.h5") == read("sound-t.h5")


TESTS = [
    force_replaces_piles_and_tracks_only,
    failed_state_goes_with_the_next_good_run,
    second_start_is_refused,
    two_starts_at_once,
    killed_run_is_cleaned_up,
    one_file_under_two_names,
    names_that_only_look_alike,
    folders_where_files_belong,
    additional_outputs_replace_no_input,
    links_are_followed,
    pipes_and_devices_have_no_files_beside_them,
    empty_names,
    damaged_checkpoint,
    checkpoint_without_the_memory_of_a_drive,
    restart_replaces_no_other_track,
    broken_physics_on_a_full_disk,
    a_file_that_appears_is_not_replaced,
    what_a_killed_series_left,
    a_track_that_cannot_be_written,
    each_program_keeps_its_finished_run,
    a_finished_run_stays,
    the_output_records_the_exit_code_of_its_run,
    a_finished_run_has_its_track,
    a_finished_run_in_a_read_only_folder,
    a_track_without_its_pile,
    restart_with_another_interval_of_checkpoints,
    another_build_is_another_program,
]


def prepare():
    for name, text in (
        ("cloud.toml", CLOUD),
        ("run.toml", RUN),
        ("relax.toml", RUN + STOP),
        ("meet.toml", MEET),
        ("spinup.toml", RUN + EXPANSION + SPINUP),
        ("collide.toml", RUN + SETTLED),
        ("flyby.toml", RUN + EXPANSION + FLYBY),
        ("shake.toml", RUN + SHAKE),
        ("evolve.toml", RUN),
    ):
        write(name, text)
    expect("rubble-generate -q -c cloud.toml cloud.h5 && rubble-export cloud.h5 bodies.csv", 0)


if __name__ == "__main__":
    run_all(TESTS, prepare)
