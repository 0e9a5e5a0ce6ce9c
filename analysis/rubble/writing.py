"""Writes piles from tables of bodies, and merges piles."""
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import checks, store, toml
from .files import (
    BODY,
    BOND_UNITS,
    BONDS,
    CONTACTS,
    GRAIN,
    VECTORS,
    WALL,
    Frame,
    Pile,
    State,
    open_file,
)
from .needs import needed
from .shapes import product, rotated
from .tools import RunError, program

h5py = needed("h5py")
np = needed("numpy")

Vector = Sequence[float]
Source = Union[str, "os.PathLike[str]", Pile]
ONE_DENSITY = 1e-9  # largest relative step between the densities of bodies of one material
MOST_MATERIALS = 100  # bodies with more densities are of one material
SAME_DENSITY = 1e-12  # largest relative difference of equal densities, as in rubble-combine
BOND_VECTORS = tuple(f"{BONDS}/{name}" for name in ("shear", "bending", "force"))
# points and vectors of walls, which a turned and moved pile takes along
WALL_POINTS = tuple(f"parameters/{n}" for n in ("walls/point", "meshes/vertex", "meshes/centre"))
MESH_VECTORS = ("velocity", "spin", "amplitude", "pose_displacement", "pose_rotation", "axis")
WALL_VECTORS = ("parameters/walls/normal", *(f"parameters/meshes/{n}" for n in MESH_VECTORS))
WALLS = ("parameters/walls/", "parameters/meshes/", f"{WALL}/")
TABLE = {"name": [], "unit": [], "text": [], "odd": np.zeros(0), "width": np.zeros(0)}


def _vector(bodies: Mapping[str, Any], name: str, count: int) -> Any:
    parts = [checks.column(bodies, part, count) for part in VECTORS[name] if part in bodies]
    if parts and len(parts) < 3:
        raise ValueError(f"{name} needs the columns {', '.join(VECTORS[name])}")
    return np.column_stack(parts) if parts else np.zeros((count, 3))


def _by_density(densities: Any) -> Any:
    """Number of each body's density, in the order of first occurrence; 0 for all bodies if there
    are more than MOST_MATERIALS. rubble-import makes the same materials."""
    order = np.argsort(densities, kind="stable")
    ascending = densities[order]
    steps = ascending[1:] > (1 + ONE_DENSITY) * ascending[:-1]
    group = np.zeros(len(order), int)
    group[order[1:]] = np.cumsum(steps)
    _, first, of_body = np.unique(group, return_index=True, return_inverse=True)
    if len(first) > MOST_MATERIALS:
        return np.zeros(len(order), int)
    return np.argsort(np.argsort(first))[of_body]


def _materials(
    names: Any, volumes: Any, masses: Any, density: Union[None, float, Mapping[str, float]]
) -> Tuple[List[str], Any]:
    """Names of the materials, in the order of first occurrence, and their densities."""
    words = list(dict.fromkeys(names))
    if isinstance(density, Mapping):
        unknown = [word for word in words if word not in density]
        if unknown:
            raise ValueError(f"density has no material {unknown[0]!r}, only {', '.join(density)}")
        return words, np.array([density[word] for word in words], float)
    if density is not None:
        return words, np.full(len(words), float(density))
    own = [names == word for word in words]
    return words, np.array([masses[mine].sum() / volumes[mine].sum() for mine in own])


def write(
    path: Union[str, "os.PathLike[str]"],
    bodies: Mapping[str, Any],
    *,
    density: Union[None, float, Mapping[str, float]] = None,
    material: str = "rock",
    like: Union[None, Pile, Frame] = None,
    period: Optional[Vector] = None,
    time: Optional[float] = None,
    force: bool = False,
) -> Pile:
    """Writes a pile of free spheres from a table, and opens it.

    `bodies`: a DataFrame or a dict of arrays [N], in SI units, with the columns `x`, `y`, `z`,
    `radius`, and optionally `vx`, `vy`, `vz`, `wx`, `wy`, `wz` (else 0), `mass`, `id` (else 0 to
    N - 1), `material` (name; else `material`). Other columns are ignored.
    `density` [kg m-3]: of all materials, or of each material by name. It gives the masses if the
    table has none. Without it, the density of a material is the mean of its bodies, and without a
    column `material` each density is a material, NAME, NAME-2, ..., as in rubble-import (a single
    one for more than 100 densities).

    `like`: a pile or frame with the same bodies in the same order. Its grains, hulls, materials,
    walls and period are kept, and positions, velocities and spins come from the table. Members of a
    grain must move as one body. Contacts are not kept. The history of the file is kept.
    `period`: [3] period of space [m], 0 for an open axis. `time` [s]: default that of `like`, else
    0. `force` replaces a file.

    Raises ValueError or KeyError for an impossible table, FileExistsError for an existing file.
    """
    place = Path(path)
    if "x" not in bodies:
        raise KeyError("the table has no column x")
    count = np.size(bodies["x"])
    state = {
        f"{BODY}/{name}": _vector(bodies, name, count) for name in ("position", "velocity", "spin")
    }
    records: List[Dict[str, Any]] = []
    inputs: List[str] = []
    if like is None:
        data = _spheres(bodies, count, density, material)
    else:
        if not isinstance(like, (Pile, Frame)):
            raise ValueError(
                f"like: expected an opened pile or a frame of a track, found {type(like).__name__}"
            )
        data = _data(like)
        _drop_contacts(data)
        if not np.array_equal(data[f"{BODY}/id"], _ids(bodies, count)):
            raise ValueError("the table needs the bodies of `like` in the same order")
        records, inputs = open_file(like.path).provenance, [_hash(like.path)]
    if period is not None:
        data[f"{BODY}/box/edges"] = checks.period_of(period)
    data.update(state)
    if time is None:
        time = 0.0 if like is None else like.time
    data["parameters/time"], data["parameters/step"] = time, 0
    checks.check(data)
    number = {"frame": like.number} if isinstance(like, Frame) else {}
    records.append(store.record("write", inputs, toml.text_of(number) if number else ""))
    store.save(place, data, records, force)
    return Pile(place)


def _spheres(
    bodies: Mapping[str, Any],
    count: int,
    density: Union[None, float, Mapping[str, float]],
    material: str,
) -> Dict[str, Any]:
    """Datasets of free spheres without position, velocity and spin."""
    radius = checks.column(bodies, "radius", count)
    volume = 4 / 3 * np.pi * radius**3
    names = np.array(bodies["material"] if "material" in bodies else [material] * count, object)
    if len(names) != count:
        raise ValueError(f"column material: expected {count} names as in x, found {len(names)}")
    if "mass" not in bodies and density is None:
        raise ValueError("the table has no column `mass`: give `density`")
    mass = checks.column(bodies, "mass", count) if "mass" in bodies else None
    if "material" not in bodies and density is None:
        number = _by_density(mass / volume)
        names = np.array([material if k == 0 else f"{material}-{k + 1}" for k in number], object)
    words, densities = _materials(names, volume, mass, density)
    index = np.array([words.index(name) for name in names], int)
    return {
        "parameters/materials/name": words,
        "parameters/materials/density": densities,
        f"{BODY}/id": _ids(bodies, count),
        f"{BODY}/mass": densities[index] * volume if mass is None else mass,
        f"{BODY}/radius": radius,
        f"{BODY}/material": index,
        **_no_contacts(),
    }


def _ids(bodies: Mapping[str, Any], count: int) -> Any:
    return checks.whole_numbers(bodies["id"], count) if "id" in bodies else np.arange(count)


def _no_contacts() -> Dict[str, Any]:
    data: Dict[str, Any] = {f"parameters/contact_columns/{k}": v for k, v in TABLE.items()}
    for name in ("feature", "gap", "energy"):
        data[f"{CONTACTS}/{name}"] = np.zeros(0)
    for name in ("point", "normal", "force"):
        data[f"{CONTACTS}/{name}"] = np.zeros((0, 3))
    data[f"{CONTACTS}/pair"] = np.zeros((0, 2))
    return data


def _drop_contacts(data: Dict[str, Any]) -> None:
    for name in [name for name in data if name.startswith(f"{CONTACTS}/")]:
        del data[name]
    data.update(_no_contacts())


def _data(state: State) -> Dict[str, Any]:
    """Datasets of a pile or frame by path, as `store.save` takes them."""
    data: Dict[str, Any] = {f"{BODY}/{name}": v for name, v in state.arrays.items()}
    data.update({f"{GRAIN}/{name}": v for name, v in state.grain_arrays.items()})
    data.update({f"{WALL}/{name}": v for name, v in state.wall_arrays.items()})
    with h5py.File(state.path, "r") as file:
        groups = (
            "materials",
            "contact_columns",
            "body_columns",
            "walls",
            "meshes",
            "shapes",
            "hill",
        )
        for place in (f"parameters/{group}" for group in groups):
            for name, item in file.get(place, {}).items():
                texts = item.dtype.kind == "S"
                data[f"{place}/{name}"] = list(item.asstr()[()]) if texts else item[()]
    if "parameters/contact_columns/name" not in data:  # version 1
        raise ValueError(f"{state.path} has format 1: convert it first by rubble-relax or -export")
    data.update({f"{CONTACTS}/{name}": v for name, v in state.contact_arrays.items()})
    if len(state.bonds):
        data.update({f"connectivity/bonds/{name}": v for name, v in state.bond_arrays.items()})
    if np.any(state.period > 0):
        data[f"{BODY}/box/edges"] = state.period
    return data


@dataclass(frozen=True)
class Placed:
    """A pile that `merge` turns about the centre of mass of the pile, moves, and sets in motion.
    Its walls are turned and moved with it; they do not get the added motion."""

    pile: Source
    move: Vector = (0.0, 0.0, 0.0)  # [m]
    velocity: Vector = (0.0, 0.0, 0.0)  # added to that of all bodies [m/s]
    spin: Vector = (0.0, 0.0, 0.0)  # added rigid rotation about the centre of mass [rad/s]
    turn: Vector = (1.0, 0.0, 0.0, 0.0)  # unit quaternion (w, x, y, z)


PLACEMENT = ("turn", "move", "velocity", "spin")  # in the order in which `merge` applies them


def _placed(data: Dict[str, Any], how: Placed) -> Dict[str, Any]:
    """The datasets of a pile after its turn, shift and added motion."""
    turn = np.asarray(how.turn, float)
    if abs(np.linalg.norm(turn) - 1) > 1e-9:
        raise ValueError(f"turn must be a unit quaternion, not {how.turn}")
    turned = bool(np.any(turn != [1, 0, 0, 0]))
    points = [f"{BODY}/position", f"{CONTACTS}/point", *(n for n in WALL_POINTS if n in data)]
    if turned and f"{BODY}/box/edges" in data:
        raise ValueError("a pile in periodic space cannot be turned")
    out = dict(data)
    mass = data[f"{BODY}/mass"]
    centre = mass @ data[f"{BODY}/position"] / mass.sum()
    if turned:
        widths = data["parameters/contact_columns/width"]
        names = [f"{BODY}/{name}" for name in ("velocity", "spin")]
        names += [f"{CONTACTS}/{name}" for name in ("normal", "force")]
        names += [name for name in (*WALL_VECTORS, *BOND_VECTORS) if name in data]
        for name, width in zip(data["parameters/contact_columns/name"], widths):
            if width == 3:
                names.append(f"{CONTACTS}/columns/{name}")
        for name in names:
            out[name] = rotated(turn, data[name])
        for name in points:
            out[name] = centre + rotated(turn, data[name] - centre)
        if f"{GRAIN}/orientation" in data:
            out[f"{GRAIN}/orientation"] = product(turn, data[f"{GRAIN}/orientation"])
    arm = out[f"{BODY}/position"] - centre
    spin = np.asarray(how.spin, float)
    out[f"{BODY}/velocity"] = out[f"{BODY}/velocity"] + np.cross(spin, arm) + how.velocity
    out[f"{BODY}/spin"] = out[f"{BODY}/spin"] + spin
    for name in points:
        out[name] = out[name] + np.asarray(how.move, float)
    return out


def _joined_materials(parts: List[Dict[str, Any]]) -> Dict[str, Any]:
    """Materials of all piles; the indices of the bodies are changed in place."""
    densities: Dict[str, float] = {}
    for data in parts:
        names = data["parameters/materials/name"]
        for name, density in zip(names, data["parameters/materials/density"]):
            first = densities.setdefault(name, float(density))
            if abs(first - density) > SAME_DENSITY * first:
                raise ValueError(
                    f"material {name!r} has the densities {densities[name]} and {density} kg/m3"
                )
        order = list(densities)
        index = np.array([order.index(name) for name in names])
        data[f"{BODY}/material"] = index[data[f"{BODY}/material"]]
    return {
        "parameters/materials/name": list(densities),
        "parameters/materials/density": np.array([*densities.values()]),
    }


def _joined_shapes(parts: List[Dict[str, Any]]) -> Dict[str, Any]:
    """Tables of shapes of all piles, one after the other; indices are changed in place."""
    names = ("name kind reach moments area vertices faces vertex corners corner").split()
    tables = [data for data in parts if "parameters/shapes/name" in data]
    if not tables:
        return {}
    before = 0
    for data in tables:
        for place in (f"{GRAIN}/shape", f"{BODY}/shape"):
            if place in data:
                data[place] = np.where(data[place] >= 0, data[place] + before, -1)
        before += len(data["parameters/shapes/name"])
    joined: Dict[str, Any] = {}
    for place in (f"parameters/shapes/{name}" for name in names):
        values = [data[place] for data in tables]
        joined[place] = sum(values, []) if isinstance(values[0], list) else np.concatenate(values)
    return joined


def _with_grains(data: Dict[str, Any], hulls: bool, shapes: bool) -> None:
    """Adds the datasets of grains to a pile that lacks them, in place."""
    count = len(data[f"{BODY}/mass"])
    data.setdefault(f"{BODY}/grain", np.full(count, -1))
    data.setdefault(f"{BODY}/offset", np.zeros((count, 3)))
    data.setdefault(f"{GRAIN}/moments", np.zeros((0, 3)))
    data.setdefault(f"{GRAIN}/orientation", np.zeros((0, 4)))
    if shapes:
        data.setdefault(f"{GRAIN}/shape", np.full(len(data[f"{GRAIN}/moments"]), -1))
    if hulls:
        data.setdefault(f"{BODY}/shape", np.full(count, -1))
        data.setdefault(f"{BODY}/turn", np.tile([1.0, 0, 0, 0], (count, 1)))


def _joined_columns(parts: List[Dict[str, Any]], table: str, place: str) -> Dict[str, Any]:
    """Declarations of contact or body columns of all piles. Piles that lack a column get it in
    place, with the value of a body or contact that has none."""
    fields = [name for name in ("name", "unit", "text", "odd", "width", "kind")]
    found: Dict[str, Dict[str, Any]] = {}
    for data in parts:
        for row, name in enumerate(data.get(f"{table}/name", [])):
            own = {f: data[f"{table}/{f}"][row] for f in fields if f"{table}/{f}" in data}
            found.setdefault(name, own)
    order = sorted(
        found, key=lambda n: (list(store.KINDS).index(found[n].get("kind", "number")), n)
    )
    for data in parts:
        rows = len(data[f"{BODY}/mass"] if place == BODY else data[f"{CONTACTS}/gap"])
        for name in order:
            own = found[name]
            shape = (rows, 3) if own.get("width") == 3 else (rows,)
            empty = -1 if own.get("kind") == "group" else 0
            data.setdefault(f"{place}/{name}", np.full(shape, empty))
    used = fields if place != BODY else ["name", "unit", "text", "kind"]
    if place == BODY and not order:
        return {}
    used = [name for name in used if place == BODY or name != "kind"]
    return {f"{table}/{f}": [found[name][f] for name in order] for f in used}


def _shifted(parts: List[Dict[str, Any]]) -> None:
    """Shifts indices of bodies and grains, ids and numbers of placed piles behind those of the
    earlier piles, in place."""
    bodies = grains = ids = placed = 0
    for data in parts:
        pair = data[f"{CONTACTS}/pair"]
        data[f"{CONTACTS}/pair"] = np.where(pair >= 0, pair + bodies, pair)
        if "connectivity/bonds/pair" in data:
            data["connectivity/bonds/pair"] = data["connectivity/bonds/pair"] + bodies
        if f"{BODY}/grain" in data:
            own = data[f"{BODY}/grain"]
            data[f"{BODY}/grain"] = np.where(own >= 0, own + grains, -1)
            grains += len(data[f"{GRAIN}/moments"])
        if f"{BODY}/lineage" in data:  # names of aggregates are ids
            own = data[f"{BODY}/lineage"]
            data[f"{BODY}/lineage"] = np.where(own >= 0, own + ids, -1)
        if f"{BODY}/placed" in data:
            own = data[f"{BODY}/placed"]
            data[f"{BODY}/placed"] = np.where(own >= 0, own + placed, -1)
            placed = max(placed, int(data[f"{BODY}/placed"].max()) + 1)
        data[f"{BODY}/id"] = data[f"{BODY}/id"] + ids
        bodies += len(data[f"{BODY}/id"])
        ids = int(data[f"{BODY}/id"].max()) + 1


def _hash(path: Path) -> str:
    """Content hash of a pile, by rubble-hash."""
    done = subprocess.run([program("hash"), str(path)], capture_output=True, text=True)
    if done.returncode:
        raise RunError("rubble-hash", done.returncode, done.stderr.splitlines())
    return done.stdout.split()[0]


def merge(
    path: Union[str, "os.PathLike[str]"], *piles: Union[Source, Placed], force: bool = False
) -> Pile:
    """Writes the bodies of several piles into one pile, and opens it.

    A pile is a path, an opened pile, or a Placed pile with its shift, turn, velocity and spin.
    Grains, hulls, bonds and contacts, with their history, are kept. Ids of each pile are shifted
    behind those of the piles before it. Materials of one name need one density. Time, step and
    walls are those of the first pile; wall contacts of the others are dropped. All piles need the
    same period. Overlaps of bodies of different piles are not checked: see
    `rubble.table("packing", path)`, column `deepest_overlap`. The provenance has the records of all
    piles, and its last record their turns, shifts, velocities and spins: `settings["pile"]`.

    Raises ValueError for piles that do not fit, FileExistsError unless `force` is true.
    """
    if not piles:
        raise ValueError("merge needs at least one pile")
    parts: List[Dict[str, Any]] = []
    hashes: List[str] = []
    records: List[Dict[str, Any]] = []
    placements: List[Dict[str, List[float]]] = []
    for number, given in enumerate(piles):
        how = given if isinstance(given, Placed) else Placed(given)
        pile = how.pile if isinstance(how.pile, Pile) else open_file(how.pile)
        if not isinstance(pile, Pile):
            raise ValueError(f"{pile.path} is a track: export one of its frames as a pile")
        if np.any(pile.period != (parts[0].get(f"{BODY}/box/edges", 0) if parts else pile.period)):
            raise ValueError(f"{pile.path} has another period than the first pile")
        data = _placed(_data(pile), how)
        if parts and not _same_frame(parts[0], data):
            raise ValueError(f"{pile.path} is in another frame than the first pile: [hill] differs")
        if number:
            _without_walls(data)
        else:
            time, step = pile.time, pile.step
        parts.append(data)
        hashes.append(_hash(pile.path))
        records += pile.provenance
        placements.append({key: list(map(float, getattr(how, key))) for key in PLACEMENT})
    joined = _joined(parts)
    joined["parameters/time"], joined["parameters/step"] = time, step
    checks.check(joined)
    records.append(store.record("merge", hashes, toml.text_of({"pile": placements})))
    store.save(Path(path), joined, records, force)
    return Pile(Path(path))


def _same_frame(one: Dict[str, Any], other: Dict[str, Any]) -> bool:
    """True if both piles are in the same rotating frame, or both in an inertial one."""
    names = [f"parameters/hill/{name}" for name in ("rate", "vertical_rate", "since")]
    return all(np.array_equal(one.get(name, []), other.get(name, [])) for name in names)


def _without_walls(data: Dict[str, Any]) -> None:
    own = data[f"{CONTACTS}/pair"][:, 1] >= 0
    for name in [name for name in data if name.startswith(f"{CONTACTS}/")]:
        data[name] = data[name][own]
    for name in [name for name in data if name.startswith(WALLS)]:
        del data[name]


def _with_beams(data: Dict[str, Any]) -> None:
    """Adds the columns of the bonds of soft spheres, without values, to a pile with bonds of hard
    spheres, in place."""
    count = len(data.get(f"{BONDS}/pair", ()))
    for name in BOND_UNITS if count else ():
        vector = f"{BONDS}/{name}" in BOND_VECTORS
        data.setdefault(f"{BONDS}/{name}", np.zeros((count, 3) if vector else count))


def _joined(parts: List[Dict[str, Any]]) -> Dict[str, Any]:
    """Datasets of several piles in one."""
    shapes = _joined_shapes(parts)
    if any(f"{BODY}/grain" in data for data in parts):
        hulls = any(f"{BODY}/shape" in data for data in parts)
        for data in parts:
            _with_grains(data, hulls, bool(shapes))
    if any(f"{BONDS}/length" in data for data in parts):
        for data in parts:
            _with_beams(data)
    _shifted(parts)
    joined = {
        **_joined_materials(parts),
        **shapes,
        **_joined_columns(parts, "parameters/contact_columns", f"{CONTACTS}/columns"),
        **_joined_columns(parts, "parameters/body_columns", BODY),
    }
    for place in dict.fromkeys(place for data in parts for place in data):
        if place == f"{BODY}/box/edges" or place.startswith((*WALLS, "parameters/hill/")):
            joined[place] = parts[0][place]
        elif place.startswith(("particles/", "connectivity/")):
            joined[place] = np.concatenate([data[place] for data in parts if place in data])
    return joined
