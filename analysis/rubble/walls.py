"""Triangulated walls of a run and their motion. docs/formats.md, "Period and walls"."""
from dataclasses import dataclass
from typing import Any, List, Mapping, Optional

from .needs import needed

np = needed("numpy")


@dataclass(frozen=True)
class MeshWall:
    """A triangulated wall.

    `rest` [V, 3]: vertices at the time `since` [m]; `triangles` [T, 3]: indices of vertices;
    `velocity`, `spin`, `centre`, `amplitude` [3], `frequency`, `since`: its motion; `poses`: times
    [P], displacements and rotations [P, 3] of its table, or None. `axis` [3]: axis of a wall that a
    force or a torque drives, or None; `travel` [m] and `rotation` [rad]: its pose in this state,
    which `at()` uses for any time.
    """

    rest: Any
    triangles: Any
    velocity: Any
    spin: Any
    centre: Any
    amplitude: Any
    frequency: float
    since: float
    poses: Optional[Any] = None
    axis: Optional[Any] = None
    travel: float = 0.0
    rotation: float = 0.0

    def at(self, time: float) -> Any:
        """[V, 3] vertices at a time [m]."""
        elapsed = time - self.since
        if self.axis is not None:
            way, rotation = self.travel * self.axis, self.rotation * self.axis
        elif self.poses is None:
            swing = np.sin(2 * np.pi * self.frequency * elapsed) * self.amplitude
            way, rotation = elapsed * self.velocity + swing, elapsed * self.spin
        else:
            times, displacements, rotations = self.poses
            way = _curve(times, displacements, elapsed)
            rotation = _curve(times, rotations, elapsed)
        return self.centre + way + (self.rest - self.centre) @ _turn(rotation).T


def _turn(rotation: Any) -> Any:
    """[3, 3] matrix of a rotation: axis times angle (Rodrigues)."""
    angle = np.linalg.norm(rotation)
    x, y, z = rotation / angle if angle > 0 else np.zeros(3)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def _curve(places: Any, values: Any, x: float) -> Any:
    """Piecewise cubic through the rows of `values`: docs/theory.md 2.11."""
    widths, rises = np.diff(places)[:, None], np.diff(values, axis=0)
    rates = rises / widths
    slopes = np.zeros_like(values)
    before, after = widths[:-1], widths[1:]
    slopes[1:-1] = (after * rates[:-1] + before * rates[1:]) / (before + after)
    steepest = 3 * np.minimum(np.abs(rates[:-1]), np.abs(rates[1:]))
    slopes[1:-1] = np.clip(slopes[1:-1], -steepest, steepest)
    slopes[1:-1][rates[:-1] * rates[1:] <= 0] = 0
    k = int(np.clip(np.searchsorted(places, x, side="right") - 1, 0, len(places) - 2))
    width = widths[k, 0]
    t = float(np.clip((x - places[k]) / width, 0, 1))
    u = 1 - t
    ends = u * u * (1 + 2 * t) * values[k] + t * t * (1 + 2 * u) * values[k + 1]
    return ends + t * u * width * (u * slopes[k] - t * slopes[k + 1])


def read_meshes(group: Any, now: Mapping[str, Any]) -> List[MeshWall]:
    """The walls of the group /parameters/meshes of a file. `now`: the datasets of the group
    /particles/wall at one state, {} without it."""
    table = {name: item[()] for name, item in group.items()}
    first = {
        name: np.concatenate([[0], np.cumsum(table[name])])
        for name in ("vertices", "triangles", "poses")
    }
    walls = []
    for k in range(len(table["vertices"])):
        part = {name: slice(*first[name][k : k + 2]) for name in first}
        names = ("pose_time", "pose_displacement", "pose_rotation")
        own = [table[name][part["poses"]] for name in names]
        walls.append(
            MeshWall(
                table["vertex"][part["vertices"]],
                table["triangle"][part["triangles"]],
                table["velocity"][k],
                table["spin"][k],
                table["centre"][k],
                table["amplitude"][k],
                float(table["frequency"][k]),
                float(table["since"][k]),
                poses=own if len(own[0]) else None,
                axis=table["axis"][k] if "axis" in table and table["axis"][k].any() else None,
                travel=float(now["travel"][k]) if now else 0.0,
                rotation=float(now["rotation"][k]) if now else 0.0,
            )
        )
    return walls
