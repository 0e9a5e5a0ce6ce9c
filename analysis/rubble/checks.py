"""Checks of piles before they are written: the conditions of docs/formats.md that a table of bodies
can violate. All functions raise ValueError."""
from typing import Any, Mapping

from .files import BODY, GRAIN
from .needs import needed
from .shapes import rotated

np = needed("numpy")

FARTHEST = 1e100  # positions stay below it [m]
RIGID = 1e-6  # largest displacement of a member within its grain / radius of the member


def column(table: Mapping[str, Any], name: str, count: int) -> Any:
    """[count] numbers of a column of a table. KeyError if the table does not have it."""
    if name not in table:
        raise KeyError(f"the table has no column {name}")
    try:
        values = np.asarray(table[name], float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"column {name}: {error}") from None
    if values.shape != (count,):
        raise ValueError(f"column {name}: expected {count} numbers as in x, found {values.shape}")
    return values


def whole_numbers(values: Any, count: int) -> Any:
    """[count] ids as integers."""
    found = np.asarray(values)
    if found.shape != (count,):
        raise ValueError(f"column id: expected {count} numbers as in x, found {found.shape}")
    if found.dtype.kind == "f":
        odd = found[~(np.isfinite(found) & (found == np.rint(found)) & (np.abs(found) < 2**53))]
        if len(odd):
            raise ValueError(f"ids must be whole numbers, not {odd[0]}")
    try:
        ids = np.array([int(value) for value in found], np.int64)
    except (OverflowError, TypeError, ValueError):
        raise ValueError("ids must be whole numbers below 2^63") from None
    if not np.all(ids == found):
        raise ValueError(f"ids must be whole numbers, not {found[ids != found][0]}")
    return ids


def period_of(values: Any) -> Any:
    """[3] period of space [m], 0 for an open axis."""
    period = np.asarray(values, float)
    if period.shape != (3,) or not np.all(np.isfinite(period) & (period >= 0)):
        raise ValueError(f"period: expected three lengths >= 0, not {values}")
    return period


def _materials(data: Mapping[str, Any]) -> None:
    names = data["parameters/materials/name"]
    for name, density in zip(names, data["parameters/materials/density"]):
        if not isinstance(name, str) or not name:
            raise ValueError(f"material: expected a name, found {name!r}")
        if not (np.isfinite(density) and density > 0):
            raise ValueError(f"density of material {name!r} must be > 0, not {density}")


def _places(data: Mapping[str, Any]) -> None:
    """Bodies are at different places below FARTHEST."""
    ids, position = data[f"{BODY}/id"], data[f"{BODY}/position"]
    if not np.all(np.abs(position).sum(axis=1) < FARTHEST):
        raise ValueError(f"position: numbers must be below {FARTHEST:g} m")
    order = np.lexsort(position.T)
    same = np.flatnonzero(np.all(position[order[1:]] == position[order[:-1]], axis=1))
    if len(same):
        first, second = sorted(ids[order[same[0] : same[0] + 2]])
        raise ValueError(f"position: the bodies {first} and {second} are at the same place")


def _grains(data: Mapping[str, Any]) -> None:
    """The members of each grain have their places in it and move with it."""
    if not len(data.get(f"{GRAIN}/moments", [])):
        return
    of_body = data[f"{BODY}/grain"]
    member = np.flatnonzero(of_body >= 0)
    grain = of_body[member]
    first = np.zeros(len(data[f"{GRAIN}/moments"]), int)
    first[grain[::-1]] = member[::-1]
    lead = first[grain]

    def against_first(name: str) -> Any:
        return data[f"{BODY}/{name}"][member] - data[f"{BODY}/{name}"][lead]

    arm = rotated(data[f"{GRAIN}/orientation"][grain], against_first("offset"))
    spin = data[f"{BODY}/spin"][lead]
    fastest = np.linalg.norm(data[f"{BODY}/velocity"], axis=1).max()
    rates = np.linalg.norm(spin, axis=1)
    reach = rates * np.linalg.norm(arm, axis=1)
    for text, miss, most in (
        ("place", against_first("position") - arm, RIGID * data[f"{BODY}/radius"][member]),
        ("velocity", against_first("velocity") - np.cross(spin, arm), RIGID * (fastest + reach)),
        ("spin", against_first("spin"), RIGID * rates),
    ):
        bad = np.flatnonzero(np.linalg.norm(miss, axis=1) > most)
        if len(bad):
            raise ValueError(
                f"body {data[f'{BODY}/id'][member[bad[0]]]} does not have the {text} of its grain "
                f"{grain[bad[0]]}: the members of a grain move as one body"
            )


def check(data: Mapping[str, Any]) -> None:
    """Raises ValueError for bodies that no program would read."""
    ids = np.asarray(data[f"{BODY}/id"])
    if not len(ids):
        raise ValueError("a pile needs at least one body")
    if len(np.unique(ids)) < len(ids) or ids.min() < 0:
        raise ValueError("ids must be different and not negative")
    if not np.isfinite(data["parameters/time"]):
        raise ValueError(f"time must be a finite number, not {data['parameters/time']}")
    for name in ("mass", "radius", "position", "velocity", "spin"):
        values = data[f"{BODY}/{name}"]
        if not np.all(np.isfinite(values)):
            raise ValueError(f"{name}: a number is not finite")
        if name in ("mass", "radius") and not np.all(values > 0):
            raise ValueError(f"{name} must be > 0")
    _materials(data)
    _places(data)
    _grains(data)
