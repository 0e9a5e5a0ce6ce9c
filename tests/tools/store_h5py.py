"""Piles read by h5py: contents equal the description in docs/formats.md, and rubble-hash, -diff and
-info agree with it.

Usage: store_h5py.py FOLDER_OF_THE_TOOLS

The content hash is computed here independently, from the description in docs/formats.md. The Python
code of that page reads the files made by its commands.
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import h5py
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
CSV = """id,m,r,x,y,z,vx,vy,vz,wx,wy,wz
7,1.5,0.5,0,0,0,0.1,0.2,0.3,1,2,3
3,2.5,0.75,0,0,2,0,0,-1e-300,0,0,0
11,0.1,0.1,5,-5,1e10,0,0,0,0,0,1
"""
DATASETS = [  # in the order of docs/formats.md
    "/parameters/materials/name",
    "/parameters/materials/density",
    "/particles/body/id",
    "/particles/body/mass",
    "/particles/body/radius",
    "/particles/body/material",
    "/parameters/step",
    "/parameters/time",
    "/particles/body/position",
    "/particles/body/velocity",
    "/particles/body/spin",
    "/parameters/contact_columns/name",
    "/parameters/contact_columns/unit",
    "/parameters/contact_columns/text",
    "/parameters/contact_columns/odd",
    "/parameters/contact_columns/width",
    "/connectivity/contacts/pair",
    "/connectivity/contacts/feature",
    "/connectivity/contacts/point",
    "/connectivity/contacts/normal",
    "/connectivity/contacts/gap",
    "/connectivity/contacts/force",
    "/connectivity/contacts/energy",
]
UNITS = {
    "mass": "kg",
    "radius": "m",
    "density": "kg m-3",
    "position": "m",
    "velocity": "m s-1",
    "spin": "rad s-1",
    "id": "1",
    "time": "s",
    "force": "N",
    "energy": "J",
}


def number(value):
    return int(value).to_bytes(8, "little")


def text(value):
    return number(len(value)) + value


def content_hash(file):
    digest = hashlib.sha256()
    for path in DATASETS:
        values = file[path][()]
        kind = "text" if values.dtype.kind == "S" else values.dtype.name
        digest.update(text(path.encode()) + text(kind.encode()) + number(values.ndim))
        digest.update(b"".join(number(n) for n in values.shape))
        digest.update(b"".join(text(v) for v in values) if kind == "text" else values.tobytes())
    return digest.hexdigest()


def main(tools):
    os.environ["PATH"] = os.path.abspath(tools) + os.pathsep + os.environ["PATH"]

    def run(line, code=0):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True
        )
        assert (
            done.returncode == code
        ), f"{line}: exit code {done.returncode}, expected {code}\n{done.stderr}"
        return done.stdout

    with open("bodies.csv", "w") as out:
        out.write(CSV)
    run("rubble-import --material ice bodies.csv a.h5")
    table = np.genfromtxt("bodies.csv", delimiter=",", names=True)
    with h5py.File("a.h5", "r") as f:
        assert list(f["h5md"].attrs["version"]) == [1, 1]
        assert f["h5md/modules/units"].attrs["system"] == b"SI"
        assert list(f["h5md/modules/granular"].attrs["version"]) == [2, 2]
        assert f["h5md/modules/granular"].attrs["content"] == b"pile"
        box = f["particles/body/box"].attrs
        assert box["dimension"] == 3 and list(box["boundary"]) == [b"none"] * 3
        body = f["particles/body"]
        for key, column in [("id", "id"), ("mass", "m"), ("radius", "r")]:
            assert np.array_equal(body[key][()], table[column]), key
        for key, columns in [
            ("position", "xyz"),
            ("velocity", ["vx", "vy", "vz"]),
            ("spin", ["wx", "wy", "wz"]),
        ]:
            assert np.array_equal(body[key][()], np.stack([table[c] for c in columns], axis=1)), key
            assert body[key].fletcher32, key
        for path in DATASETS:
            unit = UNITS.get(path.rsplit("/", 1)[1])
            assert unit is None or f[path].attrs["unit"] == unit, path
        vtk = f["VTKHDF"]
        assert list(vtk.attrs["Version"]) == [1, 0] and vtk.attrs["Type"] == b"UnstructuredGrid"
        # hard links to one object
        assert vtk["Points"] == body["position"] and vtk["PointData/radius"] == body["radius"]
        # ParaView 5.11 does not open a group whose type is a UTF-8 string.
        assert vtk.attrs.get_id("Type").get_type().get_cset() == h5py.h5t.CSET_ASCII
        assert (
            list(vtk["Offsets"]) == [0, 1, 2, 3]
            and list(vtk["Connectivity"]) == [0, 1, 2]
            and list(vtk["Types"]) == [1] * 3
        )
        record = f["provenance/0001"]
        assert record["tool"][()] == b"rubble-import" and len(record["inputs"][0]) == 64
        digest = content_hash(f)
    assert run("rubble-hash a.h5") == f"{digest}  a.h5\n"

    run("rubble-import --material ice bodies.csv b.h5")
    assert run("cmp a.h5 b.h5") == ""
    run("rubble-import --material ice bodies.csv - | cmp - a.h5")
    assert run("rubble-hash - < a.h5") == f"{digest}  -\n"
    assert run("rubble-diff a.h5 b.h5").count("\n") == 2  # names and units only
    run("sed 's/^7,1.5/7,1.500001/' bodies.csv | rubble-import --force --material ice - b.h5")
    assert "/particles/body/mass" in run("rubble-diff a.h5 b.h5", 1)
    run("rubble-diff --rtol 1e-5 a.h5 b.h5")
    run("rubble-diff --rtol -1 a.h5 b.h5", 2)
    run("rubble-diff a.h5 none.h5", 2)
    info = {
        row["quantity"]: row["value"] for row in json.loads(run("rubble-info --json a.h5"))["rows"]
    }
    assert (
        info["content"] == "pile" and info["content_hash"] == digest and info["bodies"] == 3
    ), info
    assert (
        abs(info["mass"] - 4.1) < 1e-12
        and info["least_radius"] == 0.1
        and info["most_radius"] == 0.75
    ), info
    run("rubble-info bodies.csv", 2)
    run("rubble-hash a.h5 > /dev/full", 1)

    run(f"rubble-generate --quiet -c {ROOT}/configs/cloud.toml cloud.h5")
    run(
        f"rubble-relax --quiet -c {ROOT}/configs/relax.toml --set run.duration='20 min' "
        "--track relax.h5 cloud.h5 pile.h5",
        4,
    )
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "docs" / "formats.md").read_text(), re.S | re.M
    )
    assert len(blocks) == 3
    names = {}
    for block in blocks:
        exec(block, names)
    assert names["m"].shape == (200,) and names["x"].shape == (200, 3)
    assert names["unit"] == "J" and len(names["time"]) == len(names["value"]) > 40
    assert names["pair"].shape[1] == 2 and names["end"] - names["first"] == len(names["pair"])
    print("a pile is what docs/formats.md says")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        bin_folder = os.path.abspath(sys.argv[1])
        os.chdir(folder)
        main(bin_folder)
