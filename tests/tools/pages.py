"""rubble-view: the contents of a page, unpacked here; and, if Chromium is installed, the displayed
values.

Usage: pages.py FOLDER_OF_THE_TOOLS
"""
import base64
import json
import os
import re
import shutil
import subprocess
import zlib

import h5py
import numpy as np

import pictures
import runner
import trajectories

THREE = "/usr/share/javascript/three/three.min.js"
CHROMIUM = (
    "--headless",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--window-size=800,600",
    "--virtual-time-budget=30000",
    "--dump-dom",
)


def data_of(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert not re.findall(
        r'(?:src|href)="(?!data:)', text.split("<script>")[0]
    ), "nothing is fetched"
    return json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1]
    )


def unpack(text, kind):
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), kind)


def numbers(text, frames, width):
    """Planes of bytes of zigzag differences => integers [frames][width]."""
    planes = unpack(text, "<u1").reshape(frames, 4, width).astype(np.uint32)
    code = planes[:, 0] | planes[:, 1] << 8 | planes[:, 2] << 16 | planes[:, 3] << 24
    difference = (code >> 1).astype(np.int64) ^ -(code & 1).astype(np.int64)
    out = np.zeros_like(difference)
    for f in range(frames):
        expected = 0 if f == 0 else out[0] if f == 1 else 2 * out[f - 1] - out[f - 2]
        out[f] = difference[f] + expected
    return out


def check_page(kind):
    trajectories.track(kind)
    pictures.call("rubble-view", f"{kind}.h5", f"{kind}.html")
    data = data_of(f"{kind}.html")
    with h5py.File(f"{kind}.h5") as file:
        body = file["particles/body"]
        position, radius = body["position/value"][()], body["radius"][()]
        assert (
            data["time"] == list(body["position/time"])
            and (unpack(data["ids"], "<i8") == body["id"][()]).all()
        )
        speed = np.linalg.norm(body["velocity/value"][()], axis=2)
    frames, n = position.shape[:2]
    assert (data["frames"], data["bodies"]) == (frames, n) and data["step"] <= radius.min() / 32
    place = (
        numbers(data["places"], frames, 3 * n).reshape(frames, 3, n).transpose(0, 2, 1)
        * data["step"]
        + data["origin"]
    )
    assert abs(place - position).max() <= 0.500001 * data["step"]
    columns = {column["name"]: column for column in data["columns"]}
    assert (unpack(columns["radius"]["data"], "<f4") == radius.astype(np.float32)).all()
    low, high = columns["speed"]["low"], columns["speed"]["high"]
    planes = unpack(columns["speed"]["data"], "<u1").reshape(frames, 2, n).astype(int)
    level = planes[:, 0] + 256 * planes[:, 1]
    assert (low, high) == (speed.min(), speed.max())
    assert (
        abs(low + (high - low) * level / data["levels"] - speed).max()
        <= 0.5001 * (high - low) / data["levels"]
    )
    return data, frames, n


def prepare():
    pictures.prepare()


def test_spheres():
    check_page("spheres")


def test_glued_grains():
    data, _, n = check_page("rods")
    grain = unpack(next(c for c in data["columns"] if c["name"] == "grain")["data"], "<i4")
    assert len(grain) == n and len(set(grain)) < n


def test_hulls():
    data, frames, n = check_page("rocks")
    assert (unpack(data["hulls"], "<i4") >= 0).all()
    turn = numbers(data["turns"], frames, 4 * n).reshape(frames, 4, n) / data["turnParts"]
    assert abs((turn**2).sum(axis=1) - 1).max() < 2e-4
    shape = data["shapes"][0]
    corner = unpack(shape["corners"], "<f4").reshape(-1, 3)
    triangle = corner[unpack(shape["triangles"], "<u2").reshape(-1, 3)].astype(float)
    volume = np.linalg.det(triangle).sum() / 6
    assert (
        abs(volume - 4 * np.pi / 3) < 1e-5
    ), "outward triangles of a closed surface in units of the radius"


def test_a_pile_has_exact_values():
    pictures.call("rubble-view", "balls.h5", "balls.html")
    data = data_of("balls.html")
    speed = next(c for c in data["columns"] if c["name"] == "speed")
    assert speed["form"] == "exact" and list(unpack(speed["data"], "<f4")) == [0, 5]
    cluster = next(c for c in data["columns"] if c["name"] == "cluster")
    assert cluster["form"] == "exact" and list(unpack(cluster["data"], "<i4")) == [-1, -1]


def test_mistakes():
    pictures.refused(
        ["rubble-view", "--three", "none.js", "balls.h5", "a.html"], "none.js", "libjs-three"
    )
    pictures.refused(["rubble-view", "none.h5", "a.html"], "none.h5")
    pictures.refused(["rubble-view", "balls.csv", "a.html"], "balls.csv")
    with open("a.html", "w", encoding="ascii") as file:
        file.write("mine")
    pictures.refused(["rubble-view", "balls.h5", "a.html"], "a.html", "--force")


def checked(page):
    """(page) => text of the page in Chromium."""
    folder = os.path.abspath("profile")
    line = [
        "chromium",
        *CHROMIUM,
        f"--user-data-dir={folder}",
        f"file://{os.path.abspath(page)}#check",
    ]
    done = subprocess.run(
        line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=120, check=False
    )
    found = re.search(r'<pre id="checked"[^>]*>(.*?)</pre>', done.stdout, re.S)
    assert found, done.stdout[-2000:]
    return json.loads(found[1])


def no_browser():
    if shutil.which("chromium"):
        return False
    print("       no Chromium here: pages are not looked at")
    return True


def test_in_a_browser():
    if no_browser():
        return
    for kind in ("spheres", "rods", "rocks"):
        trajectories.track(kind)
        pictures.call("rubble-view", f"{kind}.h5", f"{kind}.html")
        said = checked(f"{kind}.html")
        with h5py.File(f"{kind}.h5") as file:
            ids = list(file["particles/body/id"])
        assert said["error"] == 0 and said["played"] > 0, said
        assert said["time"].startswith("t = 0.00 ") and "space: play" in said["help"], said
        assert said["corner"] in ([255, 255, 255], [11, 14, 20]), said["corner"]
        assert any(b["seen"] == ids[b["body"]] for b in said["bodies"])
        for b in said["bodies"]:
            assert b["seen"] in ids and b["pixel"] != said["corner"], b
        for cut in said["clicks"]:
            assert cut["met"] > 0 and cut["wrong"] == 0, (kind, cut)
    pictures.call("rubble-import", "--material", "rock", "--force", "balls.csv", "balls.h5")
    with open("one.csv", "w", encoding="ascii") as file:
        file.write("id,m,r,x,y,z,vx,vy,vz\n17,8,2,0.5,-0.25,1,3,0,4\n")
    pictures.call("rubble-import", "--material", "rock", "one.csv", "one.h5")
    pictures.call("rubble-view", "one.h5", "one.html")
    said = checked("one.html")
    assert (
        said["time"] == "t = 0.00 s" and "play" not in said["help"] and "chains" not in said["help"]
    ), said
    values = dict(said["values"])
    assert (
        values["id"] == "17"
        and values["x"] == "0.5 m"
        and values["y"] == "-0.25 m"
        and values["speed"] == "5 m s-1"
        and values["mass"] == "8 kg"
    ), values


def test_short_times():
    if no_browser():
        return
    pictures.call("rubble-view", "balls.h5", "balls.html")
    with open("balls.html", encoding="utf-8") as file:
        page = file.read()
    for time, text in ((0.5, "500.00 ms"), (1.25e-5, "12.50 \u00b5s"), (90, "90.00 s")):
        with open("other.html", "w", encoding="utf-8") as file:
            file.write(page.replace('"time":[0]', f'"time":[{time}]'))
        assert checked("other.html")["time"] == f"t = {text}", time


def test_colours_by_logarithms():
    if no_browser():
        return
    with open("speeds.csv", "w", encoding="ascii") as file:
        file.write("id,m,r,x,y,z,vx,vy,vz\n")
        file.writelines(
            f"{k},1,1,{3 * k},0,0,{speed},0,0\n" for k, speed in enumerate((1, 10, 100, 0))
        )
    pictures.call("rubble-import", "--material", "rock", "speeds.csv", "speeds.h5")
    pictures.call("rubble-view", "speeds.h5", "speeds.html")
    assert np.allclose(checked("speeds.html")["logarithms"], [0, 0.5, 1, 0])


if __name__ == "__main__":
    if not os.path.exists(THREE):
        print("skipped: three.js (Debian: libjs-three) is not installed")
        raise SystemExit(77)
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
