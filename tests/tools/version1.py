"""Files of version 1 of the module "granular": reading, resuming, comparing.

Usage: version1.py FOLDER_OF_THE_TOOLS

tests/data/version1 holds files that Rubble wrote when that version was current: a pile of dumbbells
and spheres in a box, with springs at its contacts, and a track. It also holds, as text, the
contacts, a frame of the track, and the bodies after 2 s more (run.toml). The test must reproduce
all of it to the last digit.
"""
import os
import shutil
import subprocess
import sys
import tempfile

import h5py

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "version1")


def said(line, folder):
    done = subprocess.run(
        ["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{line}: {done.stderr}"
    return done.stdout


def kept(name):
    with open(os.path.join(DATA, name), encoding="utf-8") as file:
        return file.read()


def main():
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + os.pathsep + os.environ["PATH"]
    os.environ["OMP_NUM_THREADS"] = "1"
    pile, track = os.path.join(DATA, "pile.h5"), os.path.join(DATA, "track.h5")
    with tempfile.TemporaryDirectory() as folder:
        assert said(f"rubble-contacts {pile}", folder) == kept("contacts.tsv"), "other contacts"
        said(f"rubble-export --frame 2 {track} frame.csv", folder)
        assert said("cat frame.csv", folder) == kept("frame2.csv"), "another frame"

        # Includes springs: the results of the earlier program from this state on.
        said(
            f"rubble-evolve -q -c {DATA}/run.toml {pile} later.h5 && rubble-export later.h5 "
            "later.csv",
            folder,
        )
        assert said("cat later.csv", folder) == kept("later.csv"), "another motion"

        # Concentric spheres are valid in version 1 and now.
        shutil.copy(pile, os.path.join(folder, "one-place.h5"))
        with h5py.File(os.path.join(folder, "one-place.h5"), "r+") as file:
            a, b = file["connectivity/contacts/pair"][0]
            file["connectivity/contacts/overlap"][0] = (
                file["particles/body/radius"][a] + file["particles/body/radius"][b]
            )
        said("rubble-info one-place.h5", folder)
        said(
            f"rubble-info {track} && rubble-info {pile} && rubble-stress {pile} && "
            f"rubble-hash {track}",
            folder,
        )


if __name__ == "__main__":
    main()
