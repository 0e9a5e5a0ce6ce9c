"""Writes piles as docs/formats.md describes them."""
import os
from pathlib import Path
from typing import Any, Dict, List, Mapping

from . import __version__
from .needs import needed

h5py = needed("h5py")
np = needed("numpy")

ROWS = 65536  # of one chunk
# dataset => (type, unit, description)
LAYOUT = {
    "parameters/materials/name": ("text", "", ""),
    "parameters/materials/density": ("f8", "kg m-3", "density of the solid material"),
    "particles/body/id": ("i8", "1", "identifier of the body, kept by all tools"),
    "particles/body/mass": ("f8", "kg", "mass of the body"),
    "particles/body/radius": (
        "f8",
        "m",
        "radius of the sphere, or of a sphere with the volume of the hull",
    ),
    "particles/body/material": (
        "i4",
        "1",
        "index of the material of the body in /parameters/materials",
    ),
    "parameters/step": ("i8", "1", "number of completed time steps"),
    "parameters/time": ("f8", "s", "simulated time"),
    "particles/body/position": ("f8", "m", "position of the centre of mass of the body"),
    "particles/body/velocity": ("f8", "m s-1", "velocity of the centre of mass of the body"),
    "particles/body/spin": (
        "f8",
        "rad s-1",
        "angular velocity of the body along the inertial axes",
    ),
    "parameters/contact_columns/name": ("text", "", ""),
    "parameters/contact_columns/unit": ("text", "", ""),
    "parameters/contact_columns/text": ("text", "", ""),
    "parameters/contact_columns/odd": (
        "i4",
        "1",
        "1 if the contact column changes its sign when bodies a and b are exchanged, else 0",
    ),
    "parameters/contact_columns/width": (
        "i4",
        "1",
        "numbers per contact in the column: 1 for a scalar, 3 for a vector",
    ),
    "connectivity/contacts/pair": (
        "i4",
        "1",
        "indices a < b of the two bodies; a negative b is wall -1 - b",
    ),
    "connectivity/contacts/feature": (
        "i4",
        "1",
        "number that distinguishes the contact points of one pair",
    ),
    "connectivity/contacts/point": (
        "f8",
        "m",
        "position of the contact point, in the overlap or the gap of the two bodies",
    ),
    "connectivity/contacts/normal": (
        "f8",
        "1",
        "unit vector of the contact normal from body a to body b",
    ),
    "connectivity/contacts/gap": (
        "f8",
        "m",
        "distance between the two surfaces, negative if they overlap",
    ),
    "connectivity/contacts/force": ("f8", "N", "contact force on body a"),
    "connectivity/contacts/energy": ("f8", "J", "energy stored in the contact"),
    "connectivity/bonds/pair": (
        "i4",
        "1",
        "indices a < b of the two bodies of an elastic bond",
    ),
    "connectivity/bonds/length": (
        "f8",
        "m",
        "distance of the centres at which the bond is not stretched",
    ),
    "connectivity/bonds/shear": (
        "f8",
        "m",
        "elongation across the bond: displacement of body b relative to body a",
    ),
    "connectivity/bonds/bending": (
        "f8",
        "rad",
        "angle of body b relative to body a, across the bond",
    ),
    "connectivity/bonds/twisting": (
        "f8",
        "rad",
        "angle of body b relative to body a, about the bond",
    ),
    "connectivity/bonds/force": ("f8", "N", "force of the bond on body a"),
    "connectivity/bonds/energy": ("f8", "J", "energy stored in the bond"),
    "particles/body/grain": (
        "i4",
        "1",
        "index of the grain that the body belongs to, -1 for a free body",
    ),
    "particles/body/offset": (
        "f8",
        "m",
        "position of the body in the principal frame of its grain, 0 for a free body",
    ),
    "particles/grain/moments": ("f8", "kg m2", "principal moments of inertia of the grain"),
    "particles/grain/orientation": (
        "f8",
        "1",
        "unit quaternion (w, x, y, z) from the principal frame of the grain to the inertial axes",
    ),
    "particles/grain/shape": (
        "i4",
        "1",
        "index of the shape of the grain in /parameters/shapes, -1 if none",
    ),
    "particles/body/shape": (
        "i4",
        "1",
        "index of the hull of the body in /parameters/shapes, -1 for a sphere",
    ),
    "particles/body/turn": (
        "f8",
        "1",
        "unit quaternion (w, x, y, z) from the frame of the hull to the principal frame of its "
        "grain",
    ),
    "particles/body/box/edges": (
        "f8",
        "m",
        "period of space along each axis, 0 for an open axis",
    ),
    "parameters/hill/rate": (
        "f8",
        "rad s-1",
        "rate of the orbit about which Hill's frame rotates",
    ),
    "parameters/hill/vertical_rate": (
        "f8",
        "rad s-1",
        "rate of vertical oscillations in Hill's frame",
    ),
    "parameters/hill/since": (
        "f8",
        "s",
        "time at which images along x are not shifted along y",
    ),
    "parameters/walls/point": ("f8", "m", "point of the wall in its rest position"),
    "parameters/walls/normal": ("f8", "1", "unit normal of the wall towards the bodies"),
    "parameters/meshes/vertices": ("i4", "1", "number of vertices of the triangulated wall"),
    "parameters/meshes/triangles": ("i4", "1", "number of triangles of the wall"),
    "parameters/meshes/poses": (
        "i4",
        "1",
        "number of poses in the table of the wall, 0 without a table",
    ),
    "parameters/meshes/vertex": (
        "f8",
        "m",
        "position of the vertex at the time `since` of its wall",
    ),
    "parameters/meshes/triangle": (
        "i4",
        "1",
        "indices of the corners among the vertices of its wall",
    ),
    "parameters/meshes/velocity": ("f8", "m s-1", "constant velocity of the wall"),
    "parameters/meshes/spin": ("f8", "rad s-1", "constant rotation of the wall about its centre"),
    "parameters/meshes/centre": ("f8", "m", "centre of the rotation at the time `since`"),
    "parameters/meshes/amplitude": ("f8", "m", "amplitude of the sinusoidal displacement"),
    "parameters/meshes/frequency": ("f8", "Hz", "frequency of the sinusoidal displacement"),
    "parameters/meshes/since": ("f8", "s", "time at which the motion of the wall begins"),
    "parameters/meshes/pose_time": ("f8", "s", "time of the pose after `since`"),
    "parameters/meshes/pose_displacement": ("f8", "m", "displacement of the centre in the pose"),
    "parameters/meshes/pose_rotation": (
        "f8",
        "rad",
        "rotation of the pose about the centre: axis times angle",
    ),
    "parameters/meshes/axis": (
        "f8",
        "1",
        "unit vector of the axis of the driven wall, 0 for a wall that is not driven",
    ),
    "parameters/meshes/force": ("f8", "N", "driving force along the axis"),
    "parameters/meshes/mass": ("f8", "kg", "mass of the wall, 0 if no force drives it"),
    "parameters/meshes/speed_limit": (
        "f8",
        "m s-1",
        "speed limit of the driving force, -1 for none",
    ),
    "parameters/meshes/torque": ("f8", "N m", "driving torque about the axis"),
    "parameters/meshes/moment_of_inertia": (
        "f8",
        "kg m2",
        "moment of inertia of the wall about the axis, 0 if no torque drives it",
    ),
    "parameters/meshes/spin_limit": (
        "f8",
        "rad s-1",
        "angular speed limit of the driving torque, -1 for none",
    ),
    "particles/wall/travel": ("f8", "m", "displacement of the driven wall along its axis"),
    "particles/wall/speed": ("f8", "m s-1", "speed of the driven wall along its axis"),
    "particles/wall/rotation": ("f8", "rad", "rotation of the driven wall about its axis"),
    "particles/wall/spin": ("f8", "rad s-1", "angular speed of the driven wall about its axis"),
    "particles/wall/work": (
        "f8",
        "J",
        "work of the drive since the wall left its rest position",
    ),
    "parameters/body_columns/name": ("text", "", ""),
    "parameters/body_columns/unit": ("text", "", ""),
    "parameters/body_columns/text": ("text", "", ""),
    "parameters/body_columns/kind": ("text", "", ""),
    "parameters/shapes/name": ("text", "", ""),
    "parameters/shapes/kind": ("text", "", ""),
    "parameters/shapes/reach": (
        "f8",
        "1",
        "distance of the farthest surface point from the centre of mass, divided by the radius",
    ),
    "parameters/shapes/moments": (
        "f8",
        "1",
        "principal moments of inertia in ascending order, divided by mass radius^2",
    ),
    "parameters/shapes/area": ("f8", "1", "surface area divided by radius^2, 0 if unknown"),
    "parameters/shapes/vertices": ("i4", "1", "number of vertices of the shape"),
    "parameters/shapes/faces": ("i4", "1", "number of faces of the shape"),
    "parameters/shapes/vertex": ("f8", "1", "position of the vertex, divided by the radius"),
    "parameters/shapes/corners": ("i4", "1", "number of corners of the face"),
    "parameters/shapes/corner": (
        "i4",
        "1",
        "index of a vertex of the face within its shape, counter-clockwise seen from outside",
    ),
}
KINDS = {"number": "f8", "group": "i8", "mark": "i4"}  # of body columns


def _fixed(text: str) -> Any:
    return np.bytes_(text.encode())


def _texts(values: List[str]) -> Any:
    coded = [value.encode() for value in values]
    return np.array(coded, dtype=f"S{max([1, *map(len, coded)])}")


def _dataset(file: Any, path: str, values: Any) -> Any:
    """One dataset as the storage rules demand: chunks with checksums if it has rows."""
    options: Dict[str, Any] = {"track_times": False}
    if values.ndim and len(values):
        chunk = (min(len(values), ROWS), *values.shape[1:])
        options.update(chunks=chunk, maxshape=values.shape, fletcher32=True)
    return file.create_dataset(path, data=values, **options)


def _described(file: Any, path: str, values: Any, unit: str, description: str) -> None:
    item = _dataset(file, path, values)
    item.attrs["unit"] = unit
    item.attrs["description"] = _fixed(description)


def _columns_of(data: Mapping[str, Any]) -> Dict[str, Any]:
    """{path of a contact or body column: (type, unit, description)}"""
    found = {}
    table = "parameters/contact_columns"
    for name, unit, text in zip(*(data[f"{table}/{part}"] for part in ("name", "unit", "text"))):
        found[f"connectivity/contacts/columns/{name}"] = ("f8", unit, text)
    table = "parameters/body_columns"
    parts = [data.get(f"{table}/{part}", []) for part in ("name", "unit", "text", "kind")]
    for name, unit, text, kind in zip(*parts):
        found[f"particles/body/{name}"] = (KINDS[kind], unit, text)
    return found


def _header(file: Any, period: Any) -> None:
    file.create_group("h5md").attrs["version"] = np.array([1, 1], np.int32)
    file.create_group("h5md/author").attrs["name"] = _fixed("unknown")
    creator = file.create_group("h5md/creator").attrs
    creator["name"], creator["version"] = _fixed("rubble"), _fixed(__version__)
    units = file.create_group("h5md/modules/units").attrs
    units["version"], units["system"] = np.array([1, 0], np.int32), _fixed("SI")
    granular = file.create_group("h5md/modules/granular").attrs
    granular["version"], granular["content"] = np.array([2, 2], np.int32), _fixed("pile")
    for name in file["particles"]:
        box = file.require_group(f"particles/{name}/box")
        box.attrs["dimension"] = np.int32(3)
        box.attrs["boundary"] = np.array(["periodic" if p > 0 else "none" for p in period], "S")
    if np.any(period > 0) and "grain" in file["particles"]:
        file["particles/grain/box/edges"] = file["particles/body/box/edges"]


def _vtk(file: Any) -> None:
    """The group that VTK and ParaView read: the bodies as points."""
    group, body = file.create_group("VTKHDF"), file["particles/body"]
    group.attrs["Version"] = np.array([1, 0], np.int32)
    group.attrs["Type"] = _fixed("UnstructuredGrid")
    group["Points"] = body["position"]
    values = group.create_group("PointData")
    for name, item in body.items():
        if isinstance(item, h5py.Dataset) and name != "position":
            values[name] = item
    count = len(body["mass"])
    for name in ("NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"):
        _dataset(group, name, np.array([count])).attrs["unit"] = "1"
    for name, numbers in (
        ("Types", np.ones(count, np.uint8)),
        ("Connectivity", np.arange(count)),
        ("Offsets", np.arange(count + 1)),
    ):
        _dataset(group, name, numbers).attrs["unit"] = "1"


def _provenance(file: Any, records: List[Dict[str, Any]]) -> None:
    for number, record in enumerate(records, 1):
        group = file.create_group(f"provenance/{number:04}")
        for name, value in record.items():
            if name == "inputs":
                _dataset(group, name, _texts(value))
            elif name == "results":
                _dataset(group, "result_names", _texts(list(value)))
                _dataset(group, name, np.array([*value.values()], float))
            elif isinstance(value, str):
                _dataset(group, name, np.array(_fixed(value or " ")))
            else:
                _dataset(group, name, np.array(value))


def record(call: str, inputs: List[str], config: str = "") -> Dict[str, Any]:
    """Record of this package in the provenance: the call, content hashes of its inputs, and its
    parameters as TOML."""
    return {
        "tool": "rubble (Python)",
        "version": __version__,
        "commit": "unknown",
        "compiler": "none",
        "flags": "none",
        "arguments": call,
        "config": config,
        "inputs": inputs,
    }


def save(
    path: Path, data: Mapping[str, Any], records: List[Dict[str, Any]], force: bool = False
) -> None:
    """Writes a pile: `data` maps paths of docs/formats.md, without the first "/", to arrays or
    lists of texts. The file is written under another name, synced and renamed. FileExistsError if
    the file exists, unless `force` is true."""
    if path.exists() and not force:
        raise FileExistsError(f"{path} exists: force=True replaces it")
    if path.exists() and path.stat().st_size and not h5py.is_hdf5(path):
        raise FileExistsError(f"{path} is not an HDF5 file and is not replaced")
    layout = {**LAYOUT, **_columns_of(data)}
    period = data.get("particles/body/box/edges", np.zeros(3))
    part = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with h5py.File(part, "w", libver=("v110", "v110")) as file:
            for place, (kind, unit, description) in layout.items():
                if place not in data:
                    continue
                if kind == "text":
                    _dataset(file, place, _texts(list(data[place])))
                else:
                    _described(file, place, np.asarray(data[place], kind), unit, description)
            _header(file, period)
            _vtk(file)
            _provenance(file, records)
        with open(part, "rb") as written:
            os.fsync(written.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
