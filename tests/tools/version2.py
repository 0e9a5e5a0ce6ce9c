"""Files of the format 2.1: body columns without declarations, elastic bonds in a contact column.

Usage: version2.py FOLDER_OF_THE_TOOLS

tests/data/version2 holds files that Rubble wrote when that format was current: a pile of six hard
spheres with four elastic bonds, its track (bonds.h5), and the track of a later run in which spheres
stick (lineage.h5).
"""
import json
import os
import subprocess
import sys
import tempfile

import h5py

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "version2")
BONDS = [[0, 1], [1, 2], [2, 3], [3, 4]]
LIBERATED = [0, 0, 0, 0, 0, 1]
HASH = "342d9aa03c3c42af6b42a0c81e130bad36de1a01d8ae5b496b1a9eb6e79b9e15"  # by the earlier program


def said(line, folder):
    done = subprocess.run(
        ["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{line}: {done.stderr}"
    return done.stdout


def info(name, folder):
    """=> {quantity: values} that rubble-info prints"""
    found = {}
    for row in json.loads(said(f"rubble-info --json {DATA}/{name}", folder))["rows"]:
        found.setdefault(row["quantity"], []).append(row["value"])
    return found


def main():
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + os.pathsep + os.environ["PATH"]
    os.environ["OMP_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        for name in ("pile.h5", "bonds.h5"):
            found = info(name, folder)
            assert found["bonds"] == [len(BONDS)], (name, found)
            assert found["body_column"] == ["liberated"] and "contact_column" not in found, found
        assert info("lineage.h5", folder)["body_column"] == ["lineage", "liberated"]
        assert said(f"rubble-hash {DATA}/lineage.h5", folder).split()[0] == HASH

        said(
            f"rubble-evolve -q -c {DATA}/run.toml -t later-track.h5 {DATA}/pile.h5 later.h5", folder
        )
        with h5py.File(os.path.join(folder, "later.h5")) as file:
            assert file["connectivity/bonds/pair"][()].tolist() == BONDS
            assert file["particles/body/liberated"][()].tolist() == LIBERATED
            assert b"liberated" in file["parameters/body_columns/name"][()]
            assert "columns/bond" not in file["connectivity/contacts"]
        with h5py.File(os.path.join(folder, "later-track.h5")) as file:
            frames = len(file["connectivity/contacts/frame_offset"]) - 1
            assert file["connectivity/bonds/pair"][()].tolist() == BONDS * frames
            assert file["particles/body/liberated/value"][()].tolist() == [LIBERATED] * frames


if __name__ == "__main__":
    main()
