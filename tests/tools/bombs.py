"""Inputs that would fill the memory or never end, and too little memory: refused quickly, with one
line.

Usage: bombs.py FOLDER_OF_THE_TOOLS
"""
import fcntl
import os
import re
import resource
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
import zlib

import h5py
import numpy as np

import tool_list
from runner import run_all
from scenes import CLOUD, MEET, RUN

BOMB = 300 << 20  # bytes of zeros [B]
ROOM = 150 << 20  # memory that a tool may use for such a small pile [B]
EVOLVE = "rubble-evolve -q -c run.toml --set 'run.duration=2 s'"
# Tools that read a pile.
READERS = [
    f"{EVOLVE} INPUT x.h5",
    "rubble-info INPUT",
    "rubble-hash INPUT",
    "rubble-stress INPUT",
    "rubble-diff cloud.h5 INPUT",
    "rubble-combine -q --seed 1 -c meet.toml cloud.h5 INPUT x.h5",
    "rubble-place -q -c place.toml cloud.h5 INPUT x.h5",
    "rubble-export INPUT x.csv",
    "rubble-clusters INPUT",
    "rubble-critical INPUT",
    "rubble-overlaps INPUT",
]
PLACE = "[[place]]\nrule = 'drop'\nposition = [0, 0, 0]\ngap = 1e-3\n"
DAMAGED = "expected a complete HDF5 file, found a truncated or damaged one$"


def shell(line, memory=None):
    def limit():
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=limit,
    )


def expect(line, code, pattern, memory=2 << 30):
    done = shell(line, memory)
    assert (
        done.returncode == code and re.search(pattern, done.stderr) and done.stderr.count("\n") <= 1
    ), f"{line}: exit code {done.returncode}, expected {code}; {pattern!r} in {done.stderr!r}?"
    return done.stdout


def compression_bombs():
    """A chunk that should have 192 bytes inflates to BOMB, in two steps. It is refused before
    decompression."""
    shutil.copy("cloud.h5", "bomb.h5")
    with h5py.File("bomb.h5", "r+") as file:
        del file["/particles/body/mass"]
        options = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        options.set_chunk((24,))
        options.set_deflate(9)
        options.set_deflate(9)
        mass = h5py.h5d.create(
            file.id,
            b"/particles/body/mass",
            h5py.h5t.IEEE_F64LE,
            h5py.h5s.create_simple((24,)),
            options,
        )
        mass.write_direct_chunk((0,), zlib.compress(zlib.compress(bytes(BOMB), 9), 9))
    assert os.path.getsize("bomb.h5") < 50000
    for reader in ("rubble-info INPUT", f"{EVOLVE} INPUT x.h5"):
        expect(
            reader.replace("INPUT", "bomb.h5"),
            2,
            r"bomb\.h5:/particles/body/mass: expected no filter but fletcher32, found deflate$",
            ROOM,
        )
    expect("rubble-info - < bomb.h5", 2, "expected no filter but fletcher32, found deflate$", ROOM)


def sizes_that_are_not_there():
    """A few kilobytes that declare terabytes: by their extent, chunks, text, or an attribute."""

    def attempt(dataset, pattern, **kind):
        shutil.copy("cloud.h5", "large.h5")
        with h5py.File("large.h5", "r+") as file:
            del file[dataset]
            file.create_dataset(dataset, **kind)
        expect("rubble-info large.h5", 2, r"large\.h5:" + dataset + ": " + pattern, ROOM)

    mass, name = "/particles/body/mass", "/parameters/materials/name"
    attempt(
        "/particles/body/id",
        "expected 8000000000000 stored bytes, uncompressed, found 0$",
        shape=(10**12,),
        dtype="<i8",
    )
    attempt(
        "/particles/body/id",
        "expected 8000000000000 stored bytes",
        shape=(10**12,),
        dtype="<i8",
        chunks=(100,),
        fillvalue=7,
    )
    attempt(
        mass,
        "expected 192 stored bytes, uncompressed, found 0$",
        shape=(24,),
        dtype="<f8",
        chunks=(10**8,),
        maxshape=(None,),
    )
    attempt(name, "expected 1000000000000 stored bytes", shape=(10**6,), dtype="S1000000")
    shutil.copy("cloud.h5", "large.h5")
    os.truncate("large.h5", 1 << 40)  # a file with a hole of a terabyte after its data
    expect("rubble-info large.h5", 0, "^$", ROOM)


def endless_streams():
    """The first bytes decide; a stream with a valid beginning is read to its declared end."""
    others = [
        f"rubble-{name} INPUT" for name in tool_list.readers(tool_list.references(sys.argv[1]))
    ]
    assert len(others) > 10, others
    for reader in [*READERS, *(other for other in others if other not in READERS)]:
        expect(
            reader.replace("INPUT", "/dev/zero"),
            2,
            "/dev/zero: expected an HDF5 file, found another format$",
        )
        expect(
            reader.replace("INPUT", "- < /dev/zero"),
            2,
            "standard input: expected an HDF5 file, found another format$",
        )
        expect(
            "cat cloud.h5 /dev/zero | " + reader.replace("INPUT", "-"),
            2,
            r"standard input: expected at most \d+ bytes, found more$",
        )
    expect("printf '\\x89HDF\\r\\n\\x1a\\n' | cat - /dev/zero | rubble-info -", 2, DAMAGED)
    expect(
        "rubble-import --material rock /dev/zero x.h5",
        2,
        "/dev/zero: expected a table of bodies as text, found binary data$",
    )
    expect(
        "yes maybe | rubble-import --material rock - x.h5",
        2,
        "standard input:1: unknown column 'maybe'",
    )
    expect("rubble-evolve -c /dev/zero cloud.h5 x.h5", 2, "/dev/zero")


def pipes_are_read_once():
    for reader in READERS[1:3] + READERS[6:7]:
        expect(reader.replace("INPUT", "<(cat cloud.h5)"), 0, "^$")
    whole = expect("rubble-hash track.h5", 0, "").split()[0]
    assert expect("rubble-hash <(cat track.h5)", 0, "").split()[0] == whole
    rows = [
        text.splitlines()[3:]
        for text in (
            expect("rubble-info track.h5", 0, ""),
            expect("rubble-info <(cat track.h5)", 0, ""),
        )
    ]
    assert rows[0] == rows[1] and len(rows[0]) > 20, rows
    expect(
        "rubble-import --material rock bodies.csv file.h5 && rubble-import --material rock "
        "<(cat bodies.csv) pipe.h5",
        0,
        "",
    )
    with h5py.File("file.h5") as one, h5py.File("pipe.h5") as other:
        assert one["/provenance/0001/inputs"][0] == other["/provenance/0001/inputs"][0]


def await_silence(run, end):
    """Waits until the process has read all from the pipe's `end`, unless this is -1, and sleeps."""

    def unread():
        return (
            struct.unpack("i", fcntl.ioctl(end, termios.FIONREAD, bytes(4)))[0] if end >= 0 else 0
        )

    def state():
        with open(f"/proc/{run.pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0]

    last = time.monotonic() + 20
    quiet = 0
    # consecutive readings, because the process may sleep for a moment before it waits
    while quiet < 3:
        assert (
            run.poll() is None and time.monotonic() < last
        ), f"{run.args}: {run.returncode}: does not wait for its input"
        quiet = quiet + 1 if state() == "S" and unread() == 0 else 0
        time.sleep(0.02)


def signals_while_a_pipe_is_silent():
    """Signals before a writer opens the pipe, and after some bytes."""
    os.mkfifo("silent")
    for reader in READERS[:3] + [
        "rubble-import --material rock INPUT x.h5",
        "rubble-evolve -q -c INPUT cloud.h5 x.h5",
    ]:
        for number in (signal.SIGTERM, signal.SIGINT):
            for fed in (False, True):
                # Without a shell, which the signal would also end: Popen returns once the tool
                # itself runs.
                run = subprocess.Popen(
                    shlex.split(reader.replace("INPUT", "silent")),
                    stderr=subprocess.PIPE,
                    text=True,
                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                )
                end = os.open("silent", os.O_WRONLY) if fed else -1
                if fed:
                    os.write(end, b"\x89HDF")
                await_silence(run, end)
                run.send_signal(number)
                try:
                    code = run.wait(timeout=5)
                except subprocess.TimeoutExpired:
                    run.kill()
                    code = "no end"
                if fed:
                    os.close(end)
                text = run.communicate()[1]
                assert code in (
                    -number,
                    75,
                ), f"{reader}, signal {number}, {'fed' if fed else 'not fed'}: {code}: {text}"
    assert not os.path.exists("x.h5")


def damaged_symbol_table():
    """A file without checksums, whose symbol table refers to a name at 2^40 bytes. HDF5 1.10 would
    read there when it looks up a name."""
    with h5py.File("old.hdf5", "w", libver="earliest") as file:
        file["fclib_local/W/m"] = 3
    with open("old.hdf5", "rb") as file:
        valid = file.read()
    # the second key of the root group's node (HDF5 File Format Specification 3.0, III.A.1)
    key = valid.index(b"TREE") + 40
    with open("broken.hdf5", "wb") as file:
        file.write(valid[:key] + struct.pack("<Q", 1 << 40) + valid[key + 8 :])
    for file, message in (("old.hdf5", "expected .* found n"), ("broken.hdf5", DAMAGED)):
        for reader in ("rubble-solve INPUT", "rubble-info INPUT", "cat INPUT | rubble-info -"):
            expect(reader.replace("INPUT", file), 2, message)


def too_little_memory():
    """From very little memory up to enough: each failure has exit code 1 and names the missing
    resource."""
    count = 27000
    position = np.indices((30, 30, 30)).reshape(3, count).T
    with open("many.csv", "w", encoding="ascii") as file:
        file.write("id,m,r,x,y,z\n")
        file.writelines(f"{i},1,0.4,{x},{y},{z}\n" for i, (x, y, z) in enumerate(position))
    expect("rubble-import --material rock many.csv many.h5", 0, "")
    for line in (
        "rubble-info many.h5",
        "rubble-info - < many.h5",
        "rubble-import --force --material rock many.csv o.h5",
        "rubble-clusters many.h5",
    ):
        short = 0
        for memory in range(24000 << 10, 200000 << 10, 1500 << 10):
            done = shell("exec " + line, memory)
            if done.returncode == 0:
                break
            if short == 0 and (done.returncode == 127 or not done.stderr.startswith("rubble-")):
                continue  # the program could not be started
            assert (
                done.returncode == 1
                and "out of memory" in done.stderr.lower()
                and done.stderr.count("\n") == 1
            ), f"{line} in {memory} bytes: exit code {done.returncode}: {done.stderr!r}"
            short += 1
        assert (
            done.returncode == 0 and short > 2
        ), f"{line}: {short} failures, the last exit code {done.returncode}: {done.stderr}"


TESTS = [
    compression_bombs,
    sizes_that_are_not_there,
    endless_streams,
    pipes_are_read_once,
    signals_while_a_pipe_is_silent,
    damaged_symbol_table,
    too_little_memory,
]


def prepare():
    for name, text in (
        ("cloud.toml", CLOUD),
        ("run.toml", RUN),
        ("meet.toml", MEET),
        ("place.toml", PLACE),
    ):
        with open(name, "w", encoding="ascii") as file:
            file.write(text)
    expect("rubble-generate -q -c cloud.toml cloud.h5 && rubble-export cloud.h5 bodies.csv", 0, "")
    expect(f"{EVOLVE} -t track.h5 cloud.h5 y.h5", 0, "")


if __name__ == "__main__":
    run_all(TESTS, prepare)
