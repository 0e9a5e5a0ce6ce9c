"""Piles, tracks and contacts read by VTK and ParaView.

Usage: other_readers.py FOLDER_OF_THE_TOOLS vtk|paraview

vtk: Debian's python3-vtk9; paraview: pvpython, that is, python3-paraview. They cannot be installed
together. Exit code 77, "skipped", if the requested one is not installed. Nothing is drawn, so no
screen is needed.

The tools make the files, and h5py reads their contents. This script also calls itself inside the
other program, where --read prints the contents that this program reads.
"""
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile

from scenes import FLOOR, contact, gravity, steps, times

SCRIPT = os.path.abspath(__file__)
SKIPPED = 77

# Two touching spheres on a plane beside a dumbbell that leans on one of them.
BODIES = """id,m,r,x,y,z,vx,vy,vz,wx,wy,wz,grain
4,1000,1,0,0,0.999,0,0,0,0,0,0,-1
7,1000,1,1.99,0,0.998,0,0,0,0,0,1e-3,-1
8,500,0.8,0,3,0.799,0,0,0,0,0,0,5
9,500,0.8,0,1.7,0.799,0,0,0,0,0,0,5
"""
RUN = (
    times("0.04 s", "0.01 s", 'frame_every = "0.02 s"\n')
    + steps("0.0005 s")
    + gravity(0, "none")
    + FLOOR
    + contact("1e6 N/m")
)


# ---------------------------------------------------------------------------------------------
# inside VTK or ParaView


def content(data):
    """=> number of cells, points and all arrays of a VTK data set."""

    def values(array):
        width = array.GetNumberOfComponents()
        rows = [array.GetTuple(i) for i in range(array.GetNumberOfTuples())]
        return [row[0] for row in rows] if width == 1 else [list(row) for row in rows]

    def arrays(part):
        return {
            part.GetArrayName(k): values(part.GetArray(k)) for k in range(part.GetNumberOfArrays())
        }

    lines = []
    for c in range(data.GetNumberOfCells()):
        ids = data.GetCell(c).GetPointIds()
        lines.append([ids.GetId(k) for k in range(ids.GetNumberOfIds())])
    return {
        "points": [list(data.GetPoint(i)) for i in range(data.GetNumberOfPoints())],
        "cells": lines,
        "at_points": arrays(data.GetPointData()),
        "at_cells": arrays(data.GetCellData()),
    }


def leaf(data):
    """=> the first data set of a collection, or the data set itself."""
    while data.IsA("vtkCompositeDataSet"):
        iterator = data.NewIterator()
        iterator.InitTraversal()
        data = iterator.GetCurrentDataObject()
    return data


def read_with_paraview(path):
    from paraview import servermanager, simple

    reader = simple.OpenDataFile(path)  # like File > Open
    times = list(getattr(reader, "TimestepValues", None) or [])
    found = []
    for time in times or [0.0]:
        reader.UpdatePipeline(time)
        found.append(content(leaf(servermanager.Fetch(reader))))
    return {"times": times, "frames": found}


def read_with_vtk(path):
    from vtkmodules.vtkIOHDF import vtkHDFReader
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

    reader = vtkXMLPolyDataReader() if path.endswith(".vtp") else vtkHDFReader()
    if not reader.CanReadFile(path):
        raise RuntimeError(f"VTK cannot read {path}")
    reader.SetFileName(path)
    reader.Update()
    return {"times": [], "frames": [content(reader.GetOutput())]}


# --------------------------------------------------------------------------------------------------
# with the tools


def see(kind, path):
    """(vtk or paraview, file) => the program's output."""
    program = "pvpython" if kind == "paraview" else sys.executable
    line = [program, SCRIPT, "--read", kind, os.path.abspath(path), "seen.json"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=300)
    assert os.path.exists("seen.json"), f"{' '.join(line)}:\n{done.stdout}{done.stderr}"
    with open("seen.json", encoding="utf-8") as file:
        seen = json.load(file)
    os.remove("seen.json")
    return seen


def require_bodies(seen, expected, what):
    import numpy as np

    assert np.array_equal(seen["points"], expected["position"]), what
    assert seen["cells"] == [[i] for i in range(len(expected["position"]))], what
    for name in ("id", "mass", "radius", "velocity", "spin", "grain"):
        assert np.array_equal(seen["at_points"][name], expected[name]), f"{what}: {name}"


def require_contacts(seen, file, what):
    """Lines from centre to centre through the contact point, and their values."""
    import numpy as np

    body, contact = file["particles/body"], file["connectivity/contacts"]
    position, radius, grain, mass = (
        body[name][()] for name in ("position", "radius", "grain", "mass")
    )
    centre = position.copy()
    for g in range(grain.max() + 1):
        own = grain == g
        centre[own] = (mass[own, None] * position[own]).sum(axis=0) / mass[own].sum()
    pairs, normal, gap, force = (contact[name][()] for name in ("pair", "normal", "gap", "force"))
    assert len(seen["cells"]) == len(pairs) > 3, what
    pushed = -(force * normal).sum(axis=1)
    assert np.allclose(seen["at_cells"]["normal_force"], pushed, rtol=1e-12), what
    assert np.array_equal(seen["at_cells"]["force"], force), what
    for c, (a, b) in enumerate(pairs):
        line = [np.array(seen["points"][i]) for i in seen["cells"][c]]
        assert np.allclose(line[0], centre[a], atol=1e-12), what
        to_surface = np.linalg.norm(line[1] - position[a])
        assert radius[a] + gap[c] <= to_surface <= radius[a], what
        assert len(line) == (3 if b >= 0 else 2), what
        if b >= 0:
            assert np.allclose(line[2], centre[b], atol=1e-9), what
        assert seen["at_cells"]["b"][c] == (body["id"][b] if b >= 0 else -1), what
        assert all(
            seen["at_points"]["normal_force"][i] == seen["at_cells"]["normal_force"][c]
            for i in seen["cells"][c]
        ), what


def missing(kind):
    """=> the reason why the reader is not available, or None."""
    if kind == "paraview" and shutil.which("pvpython") is None:
        return "pvpython (Debian: python3-paraview) is not installed"
    if kind == "vtk" and importlib.util.find_spec("vtkmodules") is None:
        return "VTK for Python (Debian: python3-vtk9) is not installed"
    return None


def main(tools, kind):
    reason = missing(kind)
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    import h5py
    import numpy as np

    os.environ["PATH"] = os.path.abspath(tools) + os.pathsep + os.environ["PATH"]
    for name, text in (("bodies.csv", BODIES), ("run.toml", RUN)):
        with open(name, "w", encoding="ascii") as file:
            file.write(text)
    for line in (
        "rubble-import -q --material rock bodies.csv start.h5",
        "rubble-evolve -q -c run.toml -t track.h5 start.h5 pile.hdf",
        "rubble-export pile.hdf contacts.vtp",
        "rubble-export --frame 1 track.h5 frame.vtp",
        "rubble-export --bodies track.h5 all.pvd",
    ):
        subprocess.run(line.split(), check=True)

    with h5py.File("pile.hdf") as file:
        body = {
            name: item[()]
            for name, item in file["particles/body"].items()
            if isinstance(item, h5py.Dataset)
        }
        seen = see(kind, "pile.hdf")
        require_bodies(seen["frames"][0], body, "pile")
        require_contacts(see(kind, "contacts.vtp")["frames"][0], file, "contacts")
    if kind == "paraview":
        with h5py.File("track.h5") as file:
            group = file["particles/body"]
            seen = see(kind, "track.xdmf2")
            assert seen["times"] == list(group["position/time"]) and len(seen["times"]) == 3, seen[
                "times"
            ]
            constant = {name: group[name][()] for name in ("id", "mass", "radius", "grain")}
            for f, frame in enumerate(seen["frames"]):
                moving = {
                    name: group[name]["value"][f] for name in ("position", "velocity", "spin")
                }
                require_bodies(frame, constant | moving, f"frame {f}")
            assert see(kind, "frame.vtp")["times"] == [group["position/time"][1]]
            series = see(kind, "all.pvd")
            assert series["times"] == list(group["position/time"]), series["times"]
            for f, frame in enumerate(series["frames"]):
                centres = np.unique(np.array(frame["at_cells"]["centre"]), axis=0)
                assert np.array_equal(
                    centres, np.unique(group["position/value"][f], axis=0)
                ), f"series, frame {f}"
    print(f"{kind} sees what is there")
    return 0


if __name__ == "__main__":
    if sys.argv[1] == "--read":
        read = read_with_paraview if sys.argv[2] == "paraview" else read_with_vtk
        result = read(sys.argv[3])
        with open(sys.argv[4], "w", encoding="utf-8") as out:
            json.dump(result, out)
        sys.exit(0)
    bin_folder = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.exit(main(bin_folder, sys.argv[2]))
