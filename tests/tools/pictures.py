"""rubble-render in a shell: pictures of piles of every kind, films of tracks, mistakes.

Usage: pictures.py FOLDER_OF_THE_TOOLS

Pixels are read by matplotlib; the expected positions of bodies are computed here.
"""
import os
import shutil
import subprocess
import xml.etree.ElementTree

import h5py
import matplotlib.image
import numpy as np

import runner
import scenes

BALLS = "id,m,r,x,y,z,vx,vy,vz\n1,8,2,0,0,0,0,0,0\n2,1,1,10,0,0,3,4,0\n"
CUBE = """o cube
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""
RUN = (
    scenes.times("4 s", "1 s", 'frame_every = "1 s"\n')
    + scenes.steps()
    + scenes.gravity("6.7e-7")
    + scenes.contact()
)
# from above: 10 pixels per metre
SMALL = ["--plain", "--size", "200,200", "--view", "0,90", "--across", "20"]


def call(*words, code=0, **more):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done.stderr


def refused(words, *parts):
    text = call(*words, code=2)
    assert text.count("\n") == 1, text
    for part in parts:
        assert part in text, (part, text)


def pixels(path):
    return np.round(255 * matplotlib.image.imread(path)[..., :3]).astype(int)


def prepare():
    with open("balls.csv", "w") as f:
        f.write(BALLS)
    call("rubble-import", "--material", "rock", "balls.csv", "balls.h5")


def track():
    for name, text in (("cloud.toml", scenes.CLOUD), ("run.toml", RUN)):
        with open(name, "w") as f:
            f.write(text)
    call("rubble-generate", "-c", "cloud.toml", "cloud.h5")
    call("rubble-evolve", "-q", "-c", "run.toml", "--track", "t.h5", "cloud.h5", "end.h5")


def test_bodies_are_where_the_file_has_them():
    call("rubble-render", *SMALL, "balls.h5", "a.png")
    seen = (pixels("a.png") != 255).any(axis=2)
    y, x = np.mgrid[0:200, 0:200]
    # The centre of the picture is the centre of mass, (10 x 1 + 0 x 8) / 9 from the first ball;
    # from above y points upwards.
    px, py = (x + 0.5 - 100) / 10 + 10 / 9, (100 - y - 0.5) / 10
    expected = np.zeros_like(seen)
    near = np.zeros_like(seen)
    for centre, radius in ((0, 2), (10, 1)):
        distance = np.hypot(px - centre, py)
        expected |= distance < radius
        near |= abs(distance - radius) < 0.1
    assert (seen == expected)[~near].all()


def test_hulls_and_glued_grains_are_drawn():
    with open("cube.obj", "w") as f:
        f.write(CUBE)
    call("rubble-import", "--material", "rock", "--density", "2000", "cube.obj", "cube.h5")
    call("rubble-render", *SMALL, "cube.h5", "c.png")
    seen = (pixels("c.png") != 255).any(axis=2)
    assert seen[91:109, 91:109].all() and not seen[:89].any() and not seen[:, 111:].any()
    with open("glued.csv", "w") as f:
        f.write("id,m,r,x,y,z,grain\n1,1,1,-1,0,0,0\n2,1,1,1,0,0,0\n")
    call("rubble-import", "--material", "rock", "glued.csv", "glued.h5")
    call("rubble-render", *SMALL, "--colour", "grain", "glued.h5", "g.png")
    picture = pixels("g.png")
    assert (
        picture[100, 90] == picture[100, 110]
    ).all(), "both members have the colour of their grain"
    assert abs((picture != 255).any(axis=2).sum() - 100 * 2 * np.pi) < 60


def test_the_same_picture_each_time():
    for threads in ("1", "2"):
        call(
            "rubble-render",
            "--threads",
            threads,
            "--colour",
            "speed",
            "balls.h5",
            f"s{threads}.png",
        )
    assert open("s1.png", "rb").read() == open("s2.png", "rb").read()


def test_colours_follow_the_column():
    call("rubble-render", *SMALL, "--colour", "speed", "balls.h5", "v.png")
    picture = pixels("v.png")
    slow, fast = picture[100, 89], picture[100, 189]
    # ends of the colour map: violet and yellow
    assert slow[2] > slow[1] and fast[1] > fast[2], (slow, fast)
    call("rubble-render", *SMALL, "--colour", "speed", "--range", "0,1e6", "balls.h5", "w.png")
    assert abs(pixels("w.png")[100, 189] - slow).max() < 60


def test_svg_is_whole_and_has_the_words():
    call("rubble-render", "--size", "300,200", "balls.h5", "a.svg")
    root = xml.etree.ElementTree.parse("a.svg").getroot()
    assert root.tag.endswith("svg")
    text = open("a.svg").read()
    assert "<image" in text or "image/png" in text
    call("rubble-render", "--plain", "--size", "300,200", "balls.h5", "b.svg")
    assert len(open("b.svg").read()) < len(text)


def test_a_cut_takes_the_nearer_half_away():
    call("rubble-render", *SMALL, "--colour", "radius", "--cut", "z=0", "balls.h5", "z.png")
    flat = pixels("z.png")[90:110, 80:98].reshape(-1, 3)
    assert (flat.max(axis=0) - flat.min(axis=0)).max() < 25, "a plane is in one light"
    call("rubble-render", *SMALL, "--cut", "x=5", "balls.h5", "x.png")
    assert not (pixels("x.png")[:, 170:] != 255).any(), "the second ball is away"


def test_force_chains_and_arrows():
    track()
    call(
        "rubble-render",
        "--plain",
        "--size",
        "400,400",
        "--view",
        "0,90",
        "--across",
        "40",
        "--arrows",
        "balls.h5",
        "arrows.png",
    )
    red = pixels("arrows.png")
    assert ((red[..., 0] > 1.7 * red[..., 1]) & (red[..., 0] > 60)).sum() > 30
    call("rubble-render", "--chains", "end.h5", "chains.png")


def test_films():
    track()
    with h5py.File("t.h5") as f:
        frames = len(f["particles/body/position/time"])
    nowhere = {**os.environ, "PATH": os.path.dirname(shutil.which("rubble-render"))}
    said = call("rubble-render", "--size", "160,120", "t.h5", "film.mp4", env=nowhere)
    assert "ffmpeg" in said
    names = sorted(n for n in os.listdir(".") if n.startswith("film-"))
    assert names == [f"film-{k:04}.png" for k in range(frames)], names
    assert (pixels(names[0]) != pixels(names[-1])).any()
    text = call("rubble-render", "--size", "160,120", "t.h5", "film.mp4", env=nowhere, code=2)
    assert "film-0000.png" in text, text
    if not shutil.which("ffmpeg"):
        return
    for name, head in (("film.mp4", b"ftyp"), ("film.gif", b"GIF8")):
        call("rubble-render", "--size", "160,120", "--every", "2", "t.h5", name)
        first = open(name, "rb").read()
        assert head in first[:16], first[:16]
        call("rubble-render", "--force", "--size", "160,120", "--every", "2", "t.h5", name)
        assert open(name, "rb").read() == first
    assert not [n for n in os.listdir(".") if n.endswith(".tmp")]


def test_a_frame_of_a_track():
    track()
    for frame in ("0", "-1"):
        call("rubble-render", "--frame", frame, "t.h5", f"f{frame}.png")
    call("rubble-render", "t.h5", "last.png")
    assert (
        open("last.png", "rb").read() == open("f-1.png", "rb").read() != open("f0.png", "rb").read()
    )
    refused(["rubble-render", "--frame", "99", "t.h5", "f.png"], "t.h5", "99")


def test_mistakes():
    refused(["rubble-render", "balls.h5", "a.jpg"], "a.jpg", ".png")
    refused(["rubble-render", "balls.h5", "a.mp4"], "balls.h5", "track")
    refused(["rubble-render", "balls.csv", "a.png"], "balls.csv")
    refused(["rubble-render", "none.h5", "a.png"], "none.h5", "no such file")
    refused(["rubble-render", "--colour", "sped", "balls.h5", "a.png"], '"speed"', "sped")
    refused(["rubble-render", "--view", "35", "balls.h5", "a.png"], "--view", "two numbers")
    refused(["rubble-render", "--view", "0,91", "balls.h5", "a.png"], "--view", "90")
    refused(["rubble-render", "--size", "5,5", "balls.h5", "a.png"], "--size")
    refused(["rubble-render", "--cut", "w", "balls.h5", "a.png"], "--cut", '"view"')
    refused(["rubble-render", "--cut", "x=3 kg", "balls.h5", "a.png"], "--cut", "length")
    refused(
        ["rubble-render", "--range", "2,1", "--colour", "speed", "balls.h5", "a.png"], "--range"
    )
    refused(["rubble-render", "--log", "balls.h5", "a.png"], "--colour")
    refused(
        ["rubble-render", "--log", "--colour", "pressure", "balls.h5", "a.png"],
        "balls.h5",
        "pressure",
    )
    refused(["rubble-render", "--log", "--colour", "grain", "balls.h5", "a.png"], "--log", "grain")
    refused(["rubble-render", "--across", "-3 m", "balls.h5", "a.png"], "--across")
    assert not os.path.exists("a.png")
    with open("a.png", "w") as f:
        f.write("mine")
    refused(["rubble-render", "balls.h5", "a.png"], "a.png", "--force")
    assert open("a.png").read() == "mine"


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
