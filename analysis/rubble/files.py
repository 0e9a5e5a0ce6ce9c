"""Piles and tracks. docs/formats.md describes the files.

A file is opened for each property and closed again; a property that was read is kept. Sizes: N
bodies, M contact points, G grains, F frames, R records.
"""
import os
import tomllib
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple
from typing import Union, overload

from . import keys
from .needs import needed
from .shapes import Shape, product, read_shapes, rotated
from .walls import MeshWall, read_meshes

if TYPE_CHECKING:
    import pandas

h5py = needed("h5py")
np = needed("numpy")

MAJOR = 2  # newest version of the format that this package reads
BODY, GRAIN, WALL = "particles/body", "particles/grain", "particles/wall"
CONTACTS, BONDS = "connectivity/contacts", "connectivity/bonds"
# Columns of the bonds of soft spheres, and their units.
BOND_UNITS = {
    "length": "m",
    "shear": "m",
    "bending": "rad",
    "twisting": "rad",
    "force": "N",
    "energy": "J",
}
# dataset of the bodies => its columns in a table
VECTORS = {
    "position": ("x", "y", "z"),
    "velocity": ("vx", "vy", "vz"),
    "spin": ("wx", "wy", "wz"),
}
QUATERNION = ("qw", "qx", "qy", "qz")
UNITS = {
    **dict.fromkeys(("id", "grain"), "1"),
    **dict.fromkeys(("material", "shape"), ""),
    "mass": "kg",
    "radius": "m",
    **dict.fromkeys(VECTORS["position"], "m"),
    **dict.fromkeys(VECTORS["velocity"], "m s-1"),
    **dict.fromkeys(VECTORS["spin"], "rad s-1"),
    **dict.fromkeys(QUATERNION, "1"),
    **dict.fromkeys(("moment_a", "moment_b", "moment_c"), "kg m2"),
}


class ReadError(ValueError):
    """The file is not an HDF5 file of Rubble, is damaged, or has a newer format."""


def _text(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else value


def _texts(dataset: Any) -> List[str]:
    return [_text(value) for value in dataset[()]]


def with_units(columns: Mapping[str, Any], units: Mapping[str, str]) -> "pandas.DataFrame":
    """A DataFrame of the columns, with their units in its attrs["units"]."""
    frame: "pandas.DataFrame" = needed("pandas").DataFrame(dict(columns))
    frame.attrs["units"] = {name: units.get(name, "1") for name in frame.columns}
    return frame


class State:
    """Bodies, grains and contacts at one time: a pile, or one frame of a track."""

    def __init__(self, path: Union[str, "os.PathLike[str]"], frame: Optional[int] = None):
        self.path = Path(path)
        self._frame = frame

    def _item(self, item: Any) -> Any:
        """Values of an element of H5MD: of the frame if it depends on time."""
        return item["value"][self._frame] if isinstance(item, h5py.Group) else item[()]

    def _range(self, group: Any) -> slice:
        """Rows of this frame in the datasets of the group."""
        if "frame_offset" not in group:
            return slice(None)
        frame = self._frame or 0
        first, end = group["frame_offset"][frame : frame + 2]
        return slice(int(first), int(end))

    @cached_property
    def arrays(self) -> Dict[str, Any]:
        """Datasets of the bodies by name, as in the file: `id`, `mass`, `radius`, `material` [N],
        `position`, `velocity`, `spin` [N, 3], and those of grains, hulls and methods."""
        with _opened(self.path) as file:
            return {
                name: self._item(item)
                for name, item in file[BODY].items()
                if isinstance(item, h5py.Dataset) or "value" in item
            }

    @cached_property
    def grain_arrays(self) -> Dict[str, Any]:
        """Datasets of the grains by name: `moments` [G, 3], `orientation` [G, 4], `shape` [G]; {}
        without grains."""
        with _opened(self.path) as file:
            if "moments" not in file.get(GRAIN, {}):
                return {}
            group = file[GRAIN]
            own = self._range(group)
            return {
                name: group[name]["value"][self._frame]
                if isinstance(group[name], h5py.Group)
                else group[name][own]
                for name in ("moments", "orientation", "shape")
                if name in group
            }

    @cached_property
    def contact_arrays(self) -> Dict[str, Any]:
        """Datasets of the contact points by name: `pair` [M, 2] (indices of bodies; negative:
        wall -1 - b), `feature`, `gap`, `energy` [M], `point`, `normal`, `force` [M, 3]. Names of
        contact columns begin with "columns/". Files of version 1 have no points (NaN)."""
        with _opened(self.path) as file:
            group = file[CONTACTS]
            own = self._range(group)
            found = {
                name: item[own]
                for name, item in group.items()
                if isinstance(item, h5py.Dataset) and name not in ("step", "time", "frame_offset")
            }
            for name, item in group.get("columns", {}).items():
                found[f"columns/{name}"] = item[own]
        return _converted(found, len(self.arrays["mass"])) if "overlap" in found else found

    @cached_property
    def materials(self) -> "pandas.DataFrame":
        """`name` and `density` [kg m-3] of each material."""
        with _opened(self.path) as file:
            group = file["parameters/materials"]
            columns = {"name": _texts(group["name"]), "density": group["density"][()]}
        return with_units(columns, {"name": "", "density": "kg m-3"})

    @cached_property
    def shapes(self) -> List[Shape]:
        """The table of shapes of grains and hulls; [] if the file has none."""
        with _opened(self.path) as file:
            group = file.get("parameters/shapes")
            return [] if group is None else read_shapes(group)

    @cached_property
    def period(self) -> Any:
        """[3] period of space along each axis [m], 0 for an open axis."""
        with _opened(self.path) as file:
            box = file[BODY]["box"] if "box" in file[BODY] else {}
            return box["edges"][()] if "edges" in box else np.zeros(3)

    @cached_property
    def walls(self) -> "pandas.DataFrame":
        """Point (x, y, z) and unit normal of each flat wall of the run; empty without walls."""
        with _opened(self.path) as file:
            group = file.get("parameters/walls")
            point = np.zeros((0, 3)) if group is None else group["point"][()]
            normal = np.zeros((0, 3)) if group is None else group["normal"][()]
        columns: Dict[str, Any] = dict(zip(("x", "y", "z"), point.T))
        columns.update(zip(("normal_x", "normal_y", "normal_z"), normal.T))
        return with_units(columns, UNITS)

    @cached_property
    def meshes(self) -> List[MeshWall]:
        """The triangulated walls of the run, numbered after the flat ones; [] without them.
        `pile.meshes[0].at(pile.time)` has the vertices of the first one in this state."""
        with _opened(self.path) as file:
            group = file.get("parameters/meshes")
            return [] if group is None else read_meshes(group, self.wall_arrays)

    @cached_property
    def wall_arrays(self) -> Dict[str, Any]:
        """Datasets of the triangulated walls by name [P]: `travel`, `speed`, `rotation`, `spin` and
        `work`; {} unless a force or a torque drives one of them."""
        with _opened(self.path) as file:
            group = file.get(WALL, {})
            return {name: self._item(item) for name, item in group.items() if name != "box"}

    @cached_property
    def orientations(self) -> Any:
        """[N, 4] unit quaternions (w, x, y, z) from the frame of a body's hull to the inertial
        axes; (1, 0, 0, 0) for spheres."""
        turned = np.tile([1.0, 0, 0, 0], (len(self.arrays["mass"]), 1))
        hulls = self.arrays.get("shape", np.full(len(turned), -1)) >= 0
        if hulls.any():
            grain = self.arrays["grain"][hulls]
            turned[hulls] = product(
                self.grain_arrays["orientation"][grain], self.arrays["turn"][hulls]
            )
        return turned

    def surface(self, body: int) -> Tuple[Any, List[Any]]:
        """Vertices [V, 3] [m] along the inertial axes, and faces (indices of vertices), of the hull
        with the index `body`. ValueError for a sphere."""
        shape = self.arrays.get("shape", np.full(len(self.arrays["mass"]), -1))[body]
        if shape < 0:
            raise ValueError(f"body {body} is a sphere: it has no vertices")
        own = self.shapes[shape]
        corners = rotated(self.orientations[body], own.vertices * self.arrays["radius"][body])
        return corners + self.arrays["position"][body], own.faces

    @cached_property
    def bodies(self) -> "pandas.DataFrame":
        """One row for each body: `id`, `mass`, `radius`, `material` (name), position `x`, `y`, `z`,
        velocity `vx`, `vy`, `vz`, spin `wx`, `wy`, `wz`. Further columns: `grain` (index, -1 for a
        free body), of hulls `shape` (name, "" for a sphere) and orientation `qw`, `qx`, `qy`, `qz`,
        and the body columns of the method."""
        data = dict(self.arrays)
        names = np.array(self.materials["name"], dtype=object)
        columns: Dict[str, Any] = {name: data.pop(name) for name in ("id", "mass", "radius")}
        columns["material"] = names[data.pop("material")]
        for name, parts in VECTORS.items():
            columns.update(zip(parts, data.pop(name).T))
        for name in ("offset", "turn"):
            data.pop(name, None)
        if "grain" in data:
            columns["grain"] = data.pop("grain")
        if "shape" in data:
            words = np.array([*(shape.name for shape in self.shapes), ""], dtype=object)
            columns["shape"] = words[data.pop("shape")]
            columns.update(zip(QUATERNION, self.orientations.T))
        columns.update(data)
        return with_units(columns, {**self._column_units("body_columns"), **UNITS})

    @property
    def units(self) -> Dict[str, str]:
        """Units of the columns of `bodies`."""
        units: Dict[str, str] = self.bodies.attrs["units"]
        return units

    @cached_property
    def grains(self) -> "pandas.DataFrame":
        """One row for each glued grain or hull, empty without grains. The row is the number in the
        column `grain` of the bodies. `bodies`: number of members; `mass`; centre of mass `x`, `y`,
        `z` and its velocity `vx`, `vy`, `vz`; spin `wx`, `wy`, `wz`. `moment_a` to `moment_c` are
        the principal moments of inertia. `qw`, `qx`, `qy`, `qz` turn the principal frame to the
        inertial axes. `shape`: name, "" if none."""
        glued, of_body = self.grain_arrays, self.arrays.get("grain")
        count = len(glued["moments"]) if glued else 0
        member = np.zeros(0, int) if of_body is None else np.flatnonzero(of_body >= 0)
        own = member if of_body is None else of_body[member]
        weight = self.arrays["mass"][member]
        mass = np.bincount(own, weight, count)
        columns: Dict[str, Any] = {"bodies": np.bincount(own, minlength=count), "mass": mass}
        for name in ("position", "velocity"):
            for part, values in zip(VECTORS[name], self.arrays[name][member].T):
                columns[part] = np.bincount(own, weight * values, count) / mass
        first = np.zeros(count, int)
        first[own[::-1]] = member[::-1]
        columns.update(zip(VECTORS["spin"], self.arrays["spin"][first].T))
        moments = glued.get("moments", np.zeros((0, 3)))
        columns.update(zip(("moment_a", "moment_b", "moment_c"), moments.T))
        columns.update(zip(QUATERNION, glued.get("orientation", np.zeros((0, 4))).T))
        words = np.array([*(shape.name for shape in self.shapes), ""], dtype=object)
        columns["shape"] = words[glued.get("shape", np.full(count, -1))]
        return with_units(columns, {**UNITS, "bodies": "1"})

    @cached_property
    def contacts(self) -> "pandas.DataFrame":
        """One row for each contact point. `a`, `b`: ids of the bodies, b = -1 for a wall; `wall`:
        number of the wall, -1 for a body; `row_a`, `row_b`: rows of the bodies in `bodies`, -1 for
        a wall. `gap` [m] is negative for an overlap. `normal` points from a to b, `force` [N] acts
        on a. Contact columns of the method have their names, vectors with _x, _y, _z."""
        found = self.contact_arrays
        first, second = found["pair"].T
        real, ids = second >= 0, self.arrays["id"]
        columns: Dict[str, Any] = {
            "a": ids[first],
            "b": np.where(real, ids[np.where(real, second, 0)], -1),
            "wall": np.where(real, -1, -1 - second),
            "row_a": first,
            "row_b": np.where(real, second, -1),
        }
        units = {"gap": "m", "energy": "J"}
        for name in ("feature", "gap", "energy"):
            columns[name] = found[name]
        own = self._column_units("contact_columns")
        vectors = {"point": "m", "normal": "1", "force": "N"}
        for name in (*vectors, *(name for name in found if name.startswith("columns/"))):
            word = name.removeprefix("columns/")
            unit = vectors.get(name, own.get(word, "1"))
            parts = {word: found[name]}
            if found[name].ndim == 2:
                parts = {f"{word}_{axis}": v for axis, v in zip("xyz", found[name].T)}
            columns.update(parts)
            units.update(dict.fromkeys(parts, unit))
        return with_units(columns, units)

    @cached_property
    def bonds(self) -> "pandas.DataFrame":
        """Pairs of bodies with an elastic bond: ids `a`, `b`, rows `row_a`, `row_b`. Bonds of soft
        spheres also have `length` [m], `shear_x`, ... [m], `bending_x`, ... and `twisting` [rad],
        `force_x`, ... [N] and `energy` [J]."""
        found = self.bond_arrays
        pair, ids = found.get("pair", np.zeros((0, 2), np.int32)), self.arrays["id"]
        columns = {"a": ids[pair[:, 0]], "b": ids[pair[:, 1]]}
        columns.update({"row_a": pair[:, 0], "row_b": pair[:, 1]})
        units: Dict[str, str] = {}
        for name, unit in BOND_UNITS.items():
            if name not in found:
                continue
            parts = {name: found[name]}
            if found[name].ndim == 2:
                parts = {f"{name}_{axis}": v for axis, v in zip("xyz", found[name].T)}
            columns.update(parts)
            units.update(dict.fromkeys(parts, unit))
        return with_units(columns, units)

    @cached_property
    def bond_arrays(self) -> Dict[str, Any]:
        """Datasets of the bonds by name; {} without bonds."""
        with _opened(self.path) as file:
            group = file.get(BONDS, {})
            names = [name for name in ("pair", *BOND_UNITS) if name in group]
            return {name: group[name][self._range(group)] for name in names}

    @cached_property
    def overlaps(self) -> Any:
        """[N] largest overlap of each body with a neighbour or wall [m], 0 without one."""
        found = self.contact_arrays
        largest = np.zeros(len(self.arrays["radius"]))
        for side in found["pair"].T:
            real = side >= 0  # negative: a wall
            np.maximum.at(largest, side[real], -found["gap"][real])
        return largest

    def _column_units(self, table: str) -> Dict[str, str]:
        with _opened(self.path) as file:
            group = file.get(f"parameters/{table}")
            if group is None:
                return {}
            return dict(zip(_texts(group["name"]), _texts(group["unit"])))


def _converted(found: Dict[str, Any], bodies: int) -> Dict[str, Any]:
    """Contacts of version 1 with the datasets of version 2 (docs/formats.md, Version 1)."""
    count = len(found["overlap"])
    pair = found["pair"].copy()
    wall = pair[:, 1] >= bodies
    pair[wall, 1] = bodies - 1 - pair[wall, 1]
    present = {
        "pair": pair,
        "feature": np.zeros(count, np.int32),
        "point": np.full((count, 3), np.nan),
        "normal": found["normal"],
        "gap": -found["overlap"],
        "force": found["force"],
        "energy": found["energy"],
    }
    for name in ("rolling", "sliding", "twisting"):
        present[f"columns/{name}"] = found[name]
    return present


class File:
    """A pile or a track. A file can be given wherever a path can."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]):
        self.path = Path(path)

    def __fspath__(self) -> str:
        return str(self.path)

    @cached_property
    def provenance(self) -> List[Dict[str, Any]]:
        """A dict for each program that made the file, oldest first: `tool`, `version`, `commit`,
        `arguments`, `config` (TOML, SI units), `seed`, ...; `results` holds numbers that the
        program computed, `inputs` the content hashes of its inputs. [] for a checkpoint."""
        with _opened(self.path) as file:
            group = file.get("provenance", {})
            return [_record(group[name]) for name in sorted(group)]

    @property
    def settings(self) -> Dict[str, Any]:
        """Configuration of the last program, in SI units."""
        return self.settings_of()

    def settings_of(self, tool: Optional[str] = None) -> Dict[str, Any]:
        """Configuration of the last call of the program `tool`, such as "rubble-relax"; of the last
        program if no name is given. SI units, with the present names of all keys. KeyError if the
        program is not in the provenance."""
        called = [record for record in self.provenance if tool in (None, record["tool"])]
        if not called:
            raise KeyError(f"{self.path}: no record of {tool or 'a program'} in its provenance")
        return keys.with_present_names(tomllib.loads(called[-1]["config"]))


def _record(group: Any) -> Dict[str, Any]:
    found = {name: _text(value) for name, value in group.attrs.items()}
    found.update({name: _text(v[()]) for name, v in group.items() if v.shape == ()})
    if "inputs" in group:
        found["inputs"] = _texts(group["inputs"])
    if "results" in group:
        found["results"] = dict(zip(_texts(group["result_names"]), group["results"][()].tolist()))
    return found


class Pile(State, File):
    """A pile or a checkpoint."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]):
        State.__init__(self, path)

    def __repr__(self) -> str:
        return f"<Pile {self.path}: {len(self)} bodies at {self.time:.6g} s>"

    def __len__(self) -> int:
        return len(self.arrays["mass"])

    @cached_property
    def time(self) -> float:
        """Simulated time [s]."""
        with _opened(self.path) as file:
            return float(file["parameters/time"][()])

    @cached_property
    def step(self) -> int:
        """Number of completed time steps."""
        with _opened(self.path) as file:
            return int(file["parameters/step"][()])

    @property
    def frames(self) -> Tuple["Pile"]:
        """The pile itself, so that piles and tracks can be used in the same way."""
        return (self,)

    @property
    def series(self) -> "pandas.DataFrame":
        """A pile has no time series: a table without rows and columns."""
        return with_units({}, {})


class Frame(State):
    """The bodies of a track at one time."""

    def __init__(self, path: Path, number: int, time: float, step: int):
        super().__init__(path, number)
        self.number, self.time, self.step = number, time, step

    def __repr__(self) -> str:
        return f"<Frame {self.number} of {self.path} at {self.time:.6g} s>"


class Frames(Sequence[Frame]):
    """The frames of a track. A frame is read when it is used."""

    def __init__(self, path: Path):
        self._path = path
        with _opened(path) as file:
            position = file[BODY]["position"]
            self.times = position["time"][()]  # [F] s
            self._steps = position["step"][()]

    def __len__(self) -> int:
        return len(self.times)

    @overload
    def __getitem__(self, number: int) -> Frame:
        ...

    @overload
    def __getitem__(self, number: slice) -> List[Frame]:
        ...

    def __getitem__(self, number: Union[int, slice]) -> Union[Frame, List[Frame]]:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        own = number + len(self) if number < 0 else number
        if not 0 <= own < len(self):
            raise IndexError(f"{self._path} has {len(self)} frames, not a frame {number}")
        return Frame(self._path, own, float(self.times[own]), int(self._steps[own]))

    def __iter__(self) -> Iterator[Frame]:
        return (self[k] for k in range(len(self)))


class Track(File):
    """A track: time series and frames of a run. Properties of bodies, such as `bodies` and
    `contacts`, are those of the last frame."""

    def __repr__(self) -> str:
        return f"<Track {self.path}: {len(self.frames)} frames>"

    @cached_property
    def frames(self) -> Frames:
        """All frames, with their times in `frames.times` [s]."""
        return Frames(self.path)

    @cached_property
    def last(self) -> Frame:
        """The last frame. ReadError if the track has none."""
        if not len(self.frames):
            raise ReadError(f"{self.path}: the track has no frames")
        return self.frames[-1]

    @property
    def bodies(self) -> "pandas.DataFrame":
        """Bodies of the last frame: see Pile.bodies."""
        return self.last.bodies

    @property
    def units(self) -> Dict[str, str]:
        """Units of the columns of `bodies` and of `series`."""
        return {**self.last.units, **self.series.attrs["units"]}

    @property
    def contacts(self) -> "pandas.DataFrame":
        """Contacts of the last frame: see Pile.contacts."""
        return self.last.contacts

    @property
    def bonds(self) -> "pandas.DataFrame":
        """Elastic bonds of the last frame: see Pile.bonds."""
        return self.last.bonds

    @property
    def meshes(self) -> List[MeshWall]:
        """Triangulated walls of the run: see Pile.meshes."""
        return self.last.meshes

    @property
    def grains(self) -> "pandas.DataFrame":
        """Grains of the last frame: see Pile.grains."""
        return self.last.grains

    @property
    def shapes(self) -> List[Shape]:
        """The table of shapes of grains and hulls."""
        return self.last.shapes

    @property
    def materials(self) -> "pandas.DataFrame":
        """`name` and `density` [kg m-3] of each material."""
        return self.last.materials

    @property
    def period(self) -> Any:
        """[3] period of space along each axis [m], 0 for an open axis."""
        return self.last.period

    @property
    def time(self) -> float:
        """Simulated time of the last frame [s]."""
        return self.last.time

    @cached_property
    def records(self) -> Dict[str, Any]:
        """Time series as arrays by name: `time` [R] and each observable, such as
        "energy/kinetic_rotational" [R] or "momentum" [R, 3]."""
        found: Dict[str, Any] = {}

        def visit(name: str, item: Any) -> None:
            if isinstance(item, h5py.Group) and "value" in item:
                found[name] = item["value"][()]
                found.setdefault("time", item["time"][()])

        with _opened(self.path) as file:
            if "observables" in file:
                file["observables"].visititems(visit)
        return found

    @cached_property
    def series(self) -> "pandas.DataFrame":
        """Time series, one row for each record: `time` [s] and each observable in the order of the
        file, vectors as NAME_x, NAME_y, NAME_z. Units: `series.attrs["units"]`."""
        records = self.records
        with _opened(self.path) as file:
            group = file["parameters/observables"]
            units = dict(zip(_texts(group["name"]), _texts(group["unit"])))
        columns: Dict[str, Any] = {"time": records.get("time", np.zeros(0))}
        of_columns = {"time": "s"}
        for name, unit in units.items():
            values = records[name]
            parts = {name: values}
            if values.ndim == 2:
                parts = {f"{name}_{axis}": v for axis, v in zip("xyz", values.T)}
            columns.update(parts)
            of_columns.update(dict.fromkeys(parts, unit))
        return with_units(columns, of_columns)


def _opened(path: Path) -> Any:
    """The HDF5 file, for a `with` statement."""
    if not path.exists():
        raise FileNotFoundError(f"{path}: no such file")
    if path.is_dir():
        raise IsADirectoryError(f"{path}: a folder, not a file")
    try:
        return h5py.File(path, "r")
    except OSError as error:
        if isinstance(error, PermissionError):
            raise
        raise ReadError(f"{path}: cannot be read as HDF5: {error}") from error


def content(path: Path) -> str:
    """Content of a file of Rubble: "pile", "track", "checkpoint" or "segment". FileNotFoundError,
    or ReadError for other files and for newer formats."""
    with _opened(path) as file:
        try:
            module = file["h5md/modules/granular"].attrs
        except KeyError:
            raise ReadError(f"{path}: an HDF5 file, but not one of Rubble") from None
        version = module["version"]
        if version[0] > MAJOR:
            raise ReadError(
                f"{path} has format {version[0]}.{version[1]}; this version of the package reads "
                f"formats up to {MAJOR}: install a newer one"
            )
        return str(_text(module["content"]))


def open_file(path: Union[str, "os.PathLike[str]"]) -> Union[Pile, Track]:
    """Opens a pile (`Pile`), a checkpoint (`Pile`) or a track (`Track`).

    Raises FileNotFoundError, or ReadError for a file that Rubble has not written, a truncated file
    or a newer format. Data are read when they are used.
    """
    place = Path(path)
    kind = content(place)
    if kind in ("pile", "checkpoint"):
        return Pile(place)
    if kind == "track":
        return Track(place)
    raise ReadError(f"{place} is a {kind}: only piles, checkpoints and tracks can be opened")
